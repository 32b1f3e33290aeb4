"""What players thought in a game that did not keep it: it is played again, and is the same."""

from __future__ import annotations

from threading import Timer

from lastknight import _core
from lastknight.matches.archive import StoredGame
from lastknight.matches.chunks import KeptChoice
from lastknight.matches.runners import Work
from lastknight.matches.runners.local import play_timed
from lastknight.players import player
from lastknight.spec import parse_expression

_PATIENCE = 4.0


def think_again(game: StoredGame, seed: int) -> tuple[KeptChoice, ...] | None:
    """The choices of a game of a plan with this seed.

    None where it would not come out the same, under a clock; where somebody's code would run, out
    of files; and where it takes too long.
    """
    if any(parse_expression(spec, what="a player").files for spec in (game.a, game.b)):
        return None
    a, b = player(game.a), player(game.b)
    work = Work(game.pairing, a, b, game.pair, [game.opening.position], seed)
    if not work.is_native or any(getattr(one, "seconds", None) is not None for one in (a, b)):
        return None
    stop = _core.StopFlag()
    patience = Timer(_PATIENCE, stop.set)
    patience.start()
    try:
        chunk, _ = play_timed(work, game.pair + 1, stop)
    except _core.Stopped:
        return None
    finally:
        patience.cancel()
    _, _, moves = list(chunk.games())[game.second]
    is_same = tuple(divmod(square, game.start.width) for square in moves) == game.moves
    return tuple(list(chunk.kept_choices())[game.second]) if is_same else None
