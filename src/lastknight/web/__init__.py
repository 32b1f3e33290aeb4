"""The page and the API behind it; what is typed and what is printed is the command line's business.

The server itself does next to nothing: what takes time runs in worker processes that can be ended,
and experiments are commands of their own, whose games the server reads from the store.
"""
