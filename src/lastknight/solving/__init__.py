"""Perfect play: the solver, its opening tables, and the moves chosen with them."""
