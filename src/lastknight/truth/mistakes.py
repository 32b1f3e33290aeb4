"""Mistakes: won positions that were thrown away in games, found by proving every position."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lastknight.notation import format_moves, format_square
from lastknight.stats import clustered_mean
from lastknight.truth.lines import Line
from lastknight.truth.records import Mistake, Thrown
from lastknight.truth.verdicts import Verdicts, winning


@dataclass(frozen=True)
class _Looked:
    """One side of a game, looked through."""

    line: Line
    player: int
    is_lost: bool
    won_positions: int
    thrown: tuple[int, ...]
    """The plies after which it threw a won position away."""


def find_thrown(lines: Sequence[Line], verdicts: Verdicts, *, is_a: bool, opponent: str) -> Thrown:
    """What A, or else B, threw away in games; only positions in the solver's reach count."""
    verdicts.learn(line.positions[ply] for line in lines for ply in line.contested)
    looked = [_look(line, verdicts, is_a=is_a) for line in lines]
    guilty = next((one for one in looked if one.thrown), None)
    return Thrown(
        opponent=opponent,
        games=len(looked),
        lost=sum(one.is_lost for one in looked),
        lost_won=sum(one.is_lost and one.won_positions > 0 for one in looked),
        won_positions=sum(one.won_positions for one in looked),
        thrown=sum(len(one.thrown) for one in looked),
        per_game=clustered_mean(
            [len(one.thrown) for one in looked], [one.line.cluster for one in looked]
        ),
        first=None if guilty is None else _mistake(guilty, verdicts),
    )


def _look(line: Line, verdicts: Verdicts, *, is_a: bool) -> _Looked:
    player = line.a_player if is_a else 3 - line.a_player
    own = [ply for ply in line.contested if line.positions[ply].to_move == player]
    won = [ply for ply in own if verdicts.winner(line.positions[ply]) == player]
    thrown = tuple(
        ply
        for ply in won
        if ply + 1 < len(line.positions) and verdicts.winner(line.positions[ply + 1]) == 3 - player
    )
    return _Looked(line, player, line.a_won != is_a, len(won), thrown)


def _mistake(looked: _Looked, verdicts: Verdicts) -> Mistake:
    line, ply = looked.line, looked.thrown[0]
    position = line.positions[ply]
    verdicts.learn_moves([position])
    return Mistake(
        game=line.name,
        moves=format_moves(line.moves),
        ply=ply,
        position=str(position),
        player=looked.player,
        played=format_square(line.moves[ply]),
        winning=tuple(
            format_square(move) for move in winning(verdicts.moves(position), looked.player)
        ),
    )
