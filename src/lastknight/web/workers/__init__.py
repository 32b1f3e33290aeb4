"""Worker processes that answer queries, so that one that takes too long can be stopped."""
