"""One game between any two players, move by move, with a verdict however it ends.

Native players are not played here but by the core, chunk by chunk; both give the same games.
"""

import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import perf_counter

from lastknight._core import Rng
from lastknight.notation import Square
from lastknight.players import Choice, Player
from lastknight.position import Position

REASONS = ("no_moves", "timeout", "illegal_move", "crash")
"""How a game ends: the player to move cannot; or that player forfeits, in one of three ways."""


@dataclass(frozen=True, slots=True)
class Played:
    """A finished game: the moves after the opening, who won, why, and what each choice took."""

    moves: tuple[Square, ...]
    choices: tuple[Choice, ...]
    a_won: bool
    reason: str
    note: str = ""
    """The traceback of a crash, or what was played that is no legal move."""


def play_game(  # noqa: PLR0913  (all but two are keywords)
    players: tuple[Player, Player],
    opening: Position,
    *,
    first: int,
    seeds: Rng,
    move_seconds: float | None = None,
    watch: Callable[[int, Sequence[Square]], None] = lambda *_: None,
) -> Played:
    """Play one game from an opening; `first` is 0 where A moves first, 1 where B does.

    Every choice takes the next of the seeds. Before each, `watch` is told the mover and the moves.
    """
    position, mover = opening, first
    moves: list[Square] = []
    choices: list[Choice] = []

    def forfeit(reason: str, note: str) -> Played:
        return Played(tuple(moves), tuple(choices), mover == 1, reason, note)

    while not position.is_over:
        seed = seeds.next()
        watch(mover, moves)
        start = perf_counter()
        try:
            choice = players[mover].choose(position, seed=seed)
        except (Exception, SystemExit):
            return forfeit("crash", traceback.format_exc(limit=-20))
        seconds = perf_counter() - start
        if move_seconds is not None and seconds > move_seconds:
            return forfeit("timeout", f"{seconds:.3f} s for a move, allowed are {move_seconds} s")
        if not isinstance(choice, Choice):
            got = type(choice).__name__
            return forfeit("illegal_move", f"a player returns a Choice, this one a {got}")
        try:
            after = position.play(choice.move)
        except Exception as error:  # whatever was given as a move, it was none
            return forfeit("illegal_move", str(error))
        if not all(isinstance(number, int | float) for number in choice.spent()):
            return forfeit("crash", f"a Choice counts in numbers, got {choice.spent()!r}")
        location = after.location(position.to_move)
        assert location is not None
        moves.append(location)
        choices.append(choice)
        position, mover = after, 1 - mover
    return Played(tuple(moves), tuple(choices), mover == 1, "no_moves")
