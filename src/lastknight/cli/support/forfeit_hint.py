"""A hint on how to see the whole message of a forfeit."""

from collections.abc import Iterable
from pathlib import Path

from rich.console import Console

from lastknight.matches.plan import Plan
from lastknight.matches.results import Match
from lastknight.matches.shell_text import shell_text
from lastknight.matches.store import Store


def first_forfeit(matches: Iterable[Match]) -> str | None:
    """The first game that was forfeited; None without any."""
    sides = (found for match in matches for found in match.forfeits)
    return next((found.first for found in sides if found is not None), None)


def print_forfeit_hint(console: Console, first: str | None, file: Path | None, plan: Plan) -> None:
    """Print how to see the first forfeited game of a plan, such as 0.3.1; nothing without any.

    `file` is where the games are stored; None if they are not.
    """
    if first is None:
        return
    if file is None:
        console.print("To see the whole message, run it again and store the games.")
        return
    pairing, _, game = first.partition(".")
    experiment, place = plan.place(int(pairing))
    with Store(file) as store:
        number = store.number_of(plan.identities()[experiment])
    words = ["lastknight", "games", str(file), "--experiment", str(number)]
    shown = shell_text([*words, "--show", f"{place}.{game}"])
    console.print(f"Whole message: {shown}", soft_wrap=True)
