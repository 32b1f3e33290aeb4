"""Moments: where games were decided, found by working back from their end.

The solver proves positions. Going back over the loser's turns, they are lost at first; the last one
that the loser could still have won is the turning point, and the move played there is the mistake.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Annotated

from pydantic import Strict

from lastknight.analysis.meetings import MeetingResult
from lastknight.heuristics import Heuristic
from lastknight.matches.game_record import GameRecord, records_of
from lastknight.notation import Square, format_moves, format_square
from lastknight.position import Position
from lastknight.truth.verdicts import Verdicts, winning

Value = Annotated[float, Strict(strict=False)]
"""A heuristic's value; report.json has an infinite one as text."""
_TRIED = 12
"""At most this many games are searched for each board shown."""


@dataclass(frozen=True)
class Moment:
    """The turning point of a game: the last position from which the loser could have won.

    If there is none after the opening, or none can be proved, the first position proved lost.
    """

    candidate: int
    is_win: bool
    """Whether the candidate won the game."""
    game: str
    """Its name in the store."""
    moves: str
    """All moves of the game."""
    ply: int
    """How many of them lead to the position."""
    position: str
    """As one line of text."""
    candidate_player: int
    """1 or 2: which side the candidate plays."""
    played: str
    """The move played in the position."""
    winning: tuple[str, ...]
    """The moves that would have won, as far as known."""
    is_proved: bool
    """Whether the loser had a proved win here, so the move played was the mistake."""
    values: tuple[tuple[str, Value, Value], ...]
    """For the played and the winning moves: the move, then the candidate's and the baseline's value
    of the position after it, for the player who moves."""


def find_moments(
    candidate: int,
    result: MeetingResult,
    heuristics: tuple[Heuristic, Heuristic],
    *,
    count: int,
    verdicts: Verdicts,
) -> list[Moment]:
    """Turning points of pairs that the candidate, as A, won twice, and of pairs it lost twice.

    `heuristics` are the candidate's and the baseline's. Games with a proved mistake come first, and
    the search stops as soon as there are enough of them.
    """
    moments: list[Moment] = []
    for is_win in (True, False):
        found: list[Moment] = []
        for game in islice(_games(result, is_win=is_win), _TRIED * count):
            moment = _moment(candidate, game, heuristics, verdicts=verdicts)
            found += [] if moment is None else [moment]
            if sum(moment.is_proved for moment in found) == count:
                break
        found.sort(key=lambda moment: (not moment.is_proved, moment.ply))
        moments += found[:count]
    return moments


def _games(result: MeetingResult, *, is_win: bool) -> Iterator[GameRecord]:
    """The first game of every pair won twice, or lost twice, without forfeits."""
    games = records_of(result.plan, result.chunks)
    for first, second in zip(games, games, strict=True):
        if first.a_won == second.a_won == is_win and not (first.is_forfeit or second.is_forfeit):
            yield first


def _moment(
    candidate: int,
    game: GameRecord,
    heuristics: tuple[Heuristic, Heuristic],
    *,
    verdicts: Verdicts,
) -> Moment | None:
    """The turning point, or the first position proved lost; None if there is neither."""
    found: tuple[int, list[Square]] | None = None
    loser = game.positions[-1].to_move
    for ply in range(len(game.positions) - 2, len(game.opening.moves) - 1, -1):
        position = game.positions[ply]
        if position.to_move != loser or position.location(loser) is None:
            continue
        winner = verdicts.winner(position)
        if winner is None:
            break
        won = _winning_moves(position, verdicts) if winner == loser else []
        if won is None:
            break
        found = ply, won
        if won:
            break
    if found is None:
        return None
    ply, won = found
    position, played = game.positions[ply], game.all_moves[ply]
    return Moment(
        candidate=candidate,
        is_win=loser != game.a_player,
        game=game.name,
        moves=format_moves(game.all_moves),
        ply=ply,
        position=str(position),
        candidate_player=game.a_player,
        played=format_square(played),
        winning=tuple(map(format_square, won)),
        is_proved=bool(won),
        values=tuple(
            (format_square(move), *_values(position, move, heuristics)) for move in [played, *won]
        ),
    )


def _winning_moves(position: Position, verdicts: Verdicts) -> list[Square] | None:
    """The winning moves; None if the solver cannot prove them all."""
    verdicts.learn_moves([position])
    moves = verdicts.moves(position)
    return None if None in moves.values() else winning(moves, position.to_move)


def _values(
    position: Position, move: Square, heuristics: tuple[Heuristic, Heuristic]
) -> tuple[float, float]:
    """Both heuristics' values after a move, for the player who made it.

    JSON has no infinity, so a decided game counts as a million.
    """
    after = position.play(move)
    one, two = (min(max(subject(after, position.to_move), -1e6), 1e6) for subject in heuristics)
    return one, two
