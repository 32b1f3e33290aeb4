"""Mistakes: won positions thrown away in games, found by proving every position."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lastknight.notation import format_moves, format_square
from lastknight.stats import clustered_mean
from lastknight.truth.lines import Line
from lastknight.truth.measurements import Mistake, ThrownWins
from lastknight.truth.verdicts import Verdicts, winning


@dataclass(frozen=True)
class _Side:
    """One side of a game, with every position proved."""

    line: Line
    player: int
    is_lost: bool
    won_positions: int
    thrown: tuple[int, ...]
    """The plies of the won positions it threw away."""


def find_thrown(
    lines: Sequence[Line], verdicts: Verdicts, *, is_a: bool, opponent: str
) -> ThrownWins:
    """The wins that A, or else B, threw away; positions the solver cannot prove don't count."""
    verdicts.learn(line.positions[ply] for line in lines for ply in line.contested)
    sides = [_prove_side(line, verdicts, is_a=is_a) for line in lines]
    guilty = next((side for side in sides if side.thrown), None)
    return ThrownWins(
        opponent=opponent,
        games=len(sides),
        lost=sum(side.is_lost for side in sides),
        lost_won=sum(side.is_lost and side.won_positions > 0 for side in sides),
        won_positions=sum(side.won_positions for side in sides),
        thrown=sum(len(side.thrown) for side in sides),
        per_game=clustered_mean(
            [len(side.thrown) for side in sides], [side.line.cluster for side in sides]
        ),
        first=None if guilty is None else _mistake(guilty, verdicts),
    )


def _prove_side(line: Line, verdicts: Verdicts, *, is_a: bool) -> _Side:
    player = line.a_player if is_a else 3 - line.a_player
    own = [ply for ply in line.contested if line.positions[ply].to_move == player]
    won = [ply for ply in own if verdicts.winner(line.positions[ply]) == player]
    thrown = tuple(
        ply
        for ply in won
        if ply + 1 < len(line.positions) and verdicts.winner(line.positions[ply + 1]) == 3 - player
    )
    return _Side(line, player, line.a_won != is_a, len(won), thrown)


def _mistake(side: _Side, verdicts: Verdicts) -> Mistake:
    line, ply = side.line, side.thrown[0]
    position = line.positions[ply]
    verdicts.learn_moves([position])
    return Mistake(
        game=line.name,
        moves=format_moves(line.moves),
        ply=ply,
        position=str(position),
        player=side.player,
        played=format_square(line.moves[ply]),
        winning=tuple(
            format_square(move) for move in winning(verdicts.moves(position), side.player)
        ),
    )
