"""Weights of rows."""

WEIGHTS = [1, 2, 3, 4, 3, 2, 1]
