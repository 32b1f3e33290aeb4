"""Weights, in a folder without an __init__."""

OWN, RIVAL = 1.0, 1.5
