"""The games of an experiment, or of all parts of an analysis: found by player, result, opening."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from lastknight.errors import ArgumentError
from lastknight.matches.archive import games_in
from lastknight.matches.game_record import GameRecord
from lastknight.matches.openings import Opening
from lastknight.matches.store import Experiment, Store
from lastknight.notation import format_moves, format_square, parse_moves
from lastknight.web.queries.drawn_openings import opening_sequence
from lastknight.web.queries.replays import game_row
from lastknight.web.queries.stored_results import open_parts

# How many games one request looks at; the next request continues.
_MOST_SEEN = 20_000


@dataclass(frozen=True)
class GameFilter:
    """Which games are wanted; None and empty text mean any."""

    player: str | None = None
    opponent: str | None = None
    result: str | None = None
    """`won` or `lost`: by the player."""
    opening: str = ""
    """The moves that the game begins with, each followed by a space: d1 is not the start of d10."""
    reason: str | None = None

    def may_include(self, a: str, b: str) -> bool:
        """Whether games of these two players can match."""
        met = [(a, b), (b, a)]
        return any(
            self.player in (None, one) and self.opponent in (None, other) for one, other in met
        )

    def accepts(self, game: GameRecord) -> bool:
        """Whether a game matches."""
        if self.reason is not None and game.reason != self.reason:
            return False
        if self.result is not None:
            winner, loser = (game.a, game.b) if game.a_won else (game.b, game.a)
            one, other = (winner, loser) if self.result == "won" else (loser, winner)
            if self.player not in (None, one) or self.opponent not in (None, other):
                return False
        return f"{format_moves(game.all_moves)} ".startswith(self.opening)


def games(  # noqa: PLR0913  (all are keywords)
    *, experiment: str, store: str, wanted: dict[str, Any], pair: int, after: str, count: int
) -> dict[str, Any]:
    """At most `count` matching games, from a pair on, or after the `next` of an earlier answer."""
    begun = parse_moves(wanted.get("opening") or "")
    opening = "".join(f"{format_square(move)} " for move in begun)
    wish = GameFilter(**wanted | {"opening": opening})
    if wish.result is not None and wish.player is None and wish.opponent is None:
        raise ArgumentError("choose a player to list games won or lost")
    begin = _read_place(after) if after else (0, 0, pair, 0)
    rows: list[dict[str, Any]] = []
    with open_parts(experiment, store) as (opened, parts):
        last, seen = begin, 0
        for name, one in parts:
            for game in _games(opened, one, wish, begin):
                place = (one.id, game.pairing, game.pair, game.number)
                if place <= begin:
                    continue
                if len(rows) == count or seen == _MOST_SEEN:
                    return {"games": rows, "next": _format_place(last)}
                last, seen = place, seen + 1
                if wish.accepts(game):
                    rows.append(game_row(game) | {"experiment": name})
    return {"games": rows, "next": None}


_Place = tuple[int, int, int, int]
"""Experiment, pairing, pair, game: games are listed in this order."""


def _games(
    store: Store, experiment: Experiment, wish: GameFilter, begin: _Place
) -> Iterator[GameRecord]:
    """The games of pairings that can match, from the pair of a place on."""
    plan: Any = experiment.plan
    openings: list[Opening] = []
    for pairing, (a, b) in enumerate(plan["pairings"]):
        here = (experiment.id, pairing)
        if here < begin[:2] or not wish.may_include(plan["players"][a], plan["players"][b]):
            continue
        pair = begin[2] if here == begin[:2] or begin[0] == 0 else 0
        for chunk in store.chunks(experiment.id, pairing=pairing, pair=pair):
            needed = chunk.first_pair + chunk.pairs
            if len(openings) < needed:
                openings = opening_sequence(plan, 2 * needed).openings
            yield from games_in(chunk, plan, openings, pair=pair)


def _format_place(place: _Place) -> str:
    return ".".join(map(str, place))


def _read_place(text: str) -> _Place:
    parts = text.split(".")
    if len(parts) != 4 or not all(part.isdecimal() for part in parts):
        raise ArgumentError(f"expected the 'next' of an earlier answer, got {text!r}")
    experiment, pairing, pair, game = map(int, parts)
    return experiment, pairing, pair, game
