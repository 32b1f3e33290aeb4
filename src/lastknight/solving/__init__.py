"""Perfect play: the solver, its opening tables, the moves chosen with them, and puzzles."""
