"""Other weights than those of the neighbour with this name."""

WEIGHTS = 7
