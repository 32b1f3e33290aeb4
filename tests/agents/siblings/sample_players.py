"""A student's copy of the course's file: ours is used in its place."""

raise RuntimeError("the sample players of lastknight were meant")
