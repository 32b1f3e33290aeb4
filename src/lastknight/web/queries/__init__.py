"""The queries that worker processes answer: plain data in, plain data out."""
