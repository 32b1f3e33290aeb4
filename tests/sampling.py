"""How much of a long test runs: a third, or all of it with WHOLE=1 (`make whole`)."""

import os

IS_WHOLE = os.environ.get("WHOLE") == "1"
_PART = 3


def sampled(count: int) -> int:
    """How many of this many runs to do now."""
    return count if IS_WHOLE else count // _PART
