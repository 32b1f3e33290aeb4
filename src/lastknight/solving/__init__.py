"""Perfect play: the solver, its opening tables, and moves chosen by them."""
