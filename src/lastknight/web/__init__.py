"""The page and the HTTP API behind it.

The server process only routes requests. Anything that takes time runs in worker processes that can
be stopped, and each experiment runs in a process of its own and writes its games to the store.
"""
