"""Where to see a forfeit with its whole message."""

import shlex
from collections.abc import Iterable
from pathlib import Path

from rich.console import Console

from lastknight.matches.results import Match


def first_forfeit(matches: Iterable[Match]) -> str | None:
    """The first game that was forfeited; None without any."""
    sides = (found for match in matches for found in match.forfeits)
    return next((found.first for found in sides if found is not None), None)


def say_where(console: Console, first: str | None, file: Path | None) -> None:
    """Print how to see the first forfeited game, such as 0.3.1; nothing if there is none.

    `file` is where the games are stored; None if they are not.
    """
    if first is None:
        return
    if file is None:
        console.print("To see the whole message, play it again with its games stored.")
    else:
        shown = f"lastknight games {shlex.quote(str(file))} --show {first}"
        console.print(f"Whole message: {shown}", soft_wrap=True)
