"""The queries that worker processes answer: JSON data in, JSON data out."""
