"""Experiments of the page: their ids, their requests, and the processes that run them."""
