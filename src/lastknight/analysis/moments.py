"""Moments: where games were decided, found by working back from their end.

The solver proves positions. Going back over the loser's turns, they are lost at first; the last one
that the loser could still have won is the turning point, and the move played there is the mistake.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate, islice

from lastknight.analysis.facts import Moment
from lastknight.analysis.meetings import MeetingResult
from lastknight.heuristics import Heuristic
from lastknight.matches.openings import Opening
from lastknight.notation import Square, format_moves, format_square
from lastknight.position import Position
from lastknight.truth.verdicts import Verdicts, winning

_TRIED = 12
"""At most this many games are searched for each board shown."""


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


class _Record:
    """A game of the candidate, from the empty board."""

    def __init__(self, name: str, opening: Opening, moves: tuple[Square, ...], *, is_first: bool):
        self.name = name
        self.moves = opening.moves + moves
        self.opening_plies = len(opening.moves)
        start = opening.position
        first = start.to_move
        self.candidate_player = first if is_first else 3 - first
        self.positions = list(accumulate(moves, Position.play, initial=start))

    @property
    def loser(self) -> int:
        return self.positions[-1].to_move


def _games(result: MeetingResult, *, is_win: bool) -> Iterator[_Record]:
    """The first game of every pair won twice, or lost twice."""
    wanted = 1 if is_win else 0
    width = result.plan.start.width
    for chunk in result.chunks:
        games = list(chunk.games())
        for index in range(0, len(games), 2):
            (a_won, reason, moves), (again, other, _) = games[index : index + 2]
            if a_won == again == wanted and reason == other == "no_moves":
                pair = chunk.first_pair + index // 2
                squares = tuple(divmod(square, width) for square in moves)
                name = f"{result.pairing}.{pair}.1"
                yield _Record(name, result.plan.drawn[pair], squares, is_first=True)


def _moment(
    candidate: int,
    game: _Record,
    heuristics: tuple[Heuristic, Heuristic],
    *,
    verdicts: Verdicts,
) -> Moment | None:
    """The turning point, or the first position proved lost; None if there is neither."""
    found: tuple[int, list[Square]] | None = None
    for index in range(len(game.positions) - 2, -1, -1):
        position = game.positions[index]
        if position.to_move != game.loser or position.location(game.loser) is None:
            continue
        winner = verdicts.winner(position)
        if winner is None:
            break
        won = _winning_moves(position, verdicts) if winner == game.loser else []
        if won is None:
            break
        found = index, won
        if won:
            break
    if found is None:
        return None
    index, won = found
    position, played = game.positions[index], game.moves[game.opening_plies + index]
    return Moment(
        candidate=candidate,
        is_win=game.loser != game.candidate_player,
        game=game.name,
        moves=format_moves(game.moves),
        ply=game.opening_plies + index,
        position=str(position),
        candidate_player=game.candidate_player,
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
