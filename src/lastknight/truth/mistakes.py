"""Mistakes: won positions thrown away in games, found by proving every position."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lastknight.matches.game_record import GameRecord
from lastknight.notation import format_moves, format_square
from lastknight.stats import clustered_mean
from lastknight.truth.measurements import Mistake, ThrownWins
from lastknight.truth.verdicts import Verdicts, winning


@dataclass(frozen=True)
class _Side:
    """One side of a game, with every position proved."""

    game: GameRecord
    player: int
    is_lost: bool
    won_positions: int
    thrown: tuple[int, ...]
    """The plies of the won positions it threw away."""


def find_thrown(
    games: Sequence[GameRecord], verdicts: Verdicts, *, is_a: bool, opponent: str
) -> ThrownWins:
    """The wins that A, or else B, threw away; positions the solver cannot prove don't count."""
    verdicts.learn(game.positions[ply] for game in games for ply in game.contested)
    sides = [_prove_side(game, verdicts, is_a=is_a) for game in games]
    guilty = next((side for side in sides if side.thrown), None)
    return ThrownWins(
        opponent=opponent,
        games=len(sides),
        lost=sum(side.is_lost for side in sides),
        lost_won=sum(side.is_lost and side.won_positions > 0 for side in sides),
        won_positions=sum(side.won_positions for side in sides),
        thrown=sum(len(side.thrown) for side in sides),
        per_game=clustered_mean(
            [len(side.thrown) for side in sides], [side.game.cluster for side in sides]
        ),
        first=None if guilty is None else _mistake(guilty, verdicts),
    )


def _prove_side(game: GameRecord, verdicts: Verdicts, *, is_a: bool) -> _Side:
    player = game.a_player if is_a else 3 - game.a_player
    own = [ply for ply in game.contested if game.positions[ply].to_move == player]
    won = [ply for ply in own if verdicts.winner(game.positions[ply]) == player]
    thrown = tuple(
        ply
        for ply in won
        if ply + 1 < len(game.positions) and verdicts.winner(game.positions[ply + 1]) == 3 - player
    )
    return _Side(game, player, game.a_won != is_a, len(won), thrown)


def _mistake(side: _Side, verdicts: Verdicts) -> Mistake:
    game, ply = side.game, side.thrown[0]
    position = game.positions[ply]
    verdicts.learn_moves([position])
    return Mistake(
        game=game.name,
        moves=format_moves(game.all_moves),
        ply=ply,
        position=str(position),
        player=side.player,
        played=format_square(game.all_moves[ply]),
        winning=tuple(
            format_square(move) for move in winning(verdicts.moves(position), side.player)
        ),
    )
