"""Stored games, to be replayed with both players' thinking."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from threading import Timer
from typing import Any

from lastknight import _core
from lastknight.errors import ArgumentError
from lastknight.matches.archive import stored_games
from lastknight.matches.game_record import GameRecord
from lastknight.matches.play import KeptChoice
from lastknight.matches.runners import Work
from lastknight.matches.runners.local import play_timed
from lastknight.notation import format_moves, format_square
from lastknight.players import complete, player
from lastknight.spec import parse_expression
from lastknight.web.queries.json_values import json_number
from lastknight.web.queries.stored_results import open_experiment

# Seconds for playing a game again to see its players' thinking.
_MOST_REPLAY_SECONDS = 4.0


def game(*, experiment: str, store: str, pairing: int, pair: int, number: int) -> dict[str, Any]:
    """One game of a pair, to be replayed."""
    with open_experiment(experiment, store) as (opened, one):
        for found in islice(stored_games(opened, one, pairing=pairing, pair=pair), 2):
            if found.pair == pair and found.second == (number == 2):
                plan: Any = one.plan
                choices = found.choices or think_again(found, plan["seed"])
                return _replay(found, choices) | {"experiment": experiment}
    raise ArgumentError(f"experiment {experiment} has no game {pairing}.{pair}.{number}")


def think_again(game: GameRecord, seed: int) -> tuple[KeptChoice, ...] | None:
    """The choices of a game that did not store them, found by playing it again.

    None for games under a clock, which would not come out the same; for players that the core does
    not play, such as code from files, which must not run here; and if replaying takes too long or
    gives another game.
    """
    if any(parse_expression(spec, what="a player").files for spec in (game.a, game.b)):
        return None
    a, b = player(game.a), player(game.b)
    work = Work(game.pairing, a, b, game.pair, [game.opening.position], seed)
    is_timed = any(complete(one).limit.seconds is not None for one in (a, b))
    if is_timed or not work.is_native:
        return None
    stop = _core.StopFlag()
    patience = Timer(_MOST_REPLAY_SECONDS, stop.set)
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


def game_row(game: GameRecord) -> dict[str, Any]:
    """A game in a list."""
    return {
        "name": game.name,
        "pairing": game.pairing,
        "pair": game.pair,
        "game": game.number,
        "a": game.a,
        "b": game.b,
        "first": "b" if game.second else "a",
        "attacker": None if game.a_attacks is None else "a" if game.a_attacks else "b",
        "opening": format_moves(game.opening.moves).split(),
        "moves": format_moves(game.moves).split(),
        "winner": "a" if game.a_won else "b",
        "reason": game.reason,
    }


def _replay(stored: GameRecord, kept: Sequence[KeptChoice] | None) -> dict[str, Any]:
    game, before = stored.game, len(stored.opening.moves)
    positions = game.positions
    choices = None
    if kept is not None:
        choices = [
            {
                "ply": ply,
                "player": positions[ply - 1].to_move,
                "move": format_square(game.moves[ply - 1]),
                "score": json_number(choice.score),
                "depth": choice.depth,
                "nodes": choice.nodes,
                "evaluations": choice.evaluations,
                "seconds": choice.seconds,
                "solved": choice.solved,
            }
            for ply, choice in enumerate(kept, before + 1)
        ]
    return game_row(stored) | {
        "start": str(game.start),
        "players": list(game.players),
        "line": format_moves(game.moves).split(),
        "note": stored.note,
        "choices": choices,
    }
