"""Worker processes, so that a query that takes too long can be stopped."""
