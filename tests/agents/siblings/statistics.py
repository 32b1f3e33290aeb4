"""Named like a module of the library, which wins."""

raise RuntimeError("the library's statistics was meant")
