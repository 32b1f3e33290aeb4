"""How a question says something before it is answered."""

from collections.abc import Callable
from typing import Any

Tell = Callable[[str, dict[str, Any]], None]
"""Takes the name of an event and its data."""
