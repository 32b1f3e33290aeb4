"""A Python heuristic at native speed: its value, its speed, and how it plays."""

from time import perf_counter

import lastknight as lk


@lk.compiled
def exits(view):
    """Moves that lead on count more than moves that lead nowhere."""
    total = 0
    for move in view.own_moves:
        total += len(view.moves(move))
    for move in view.opp_moves:
        total -= len(view.moves(move))
    return total


def nodes_per_second(heuristic: lk.Heuristic, nodes: int) -> float:
    """How fast a search with the heuristic is."""
    player = lk.AlphaBeta(heuristic, nodes=nodes)
    start = perf_counter()
    visited = player.choose(lk.Position.from_moves("d4 f5"), seed=1).nodes
    return visited / (perf_counter() - start)


def play(first: lk.AlphaBeta, second: lk.AlphaBeta, seed: int) -> int | None:
    """The winner of one game."""
    position = lk.Position.from_moves("d4 f5" if seed % 2 else "c3 d6")
    while not position.is_over:
        player = first if position.to_move == 1 else second
        position = position.play(player.choose(position, seed=seed).move)
    return position.winner


position = lk.Position.from_moves("d4 f5")
print("the value, compiled and not:", exits(position, 1), exits.uncompiled(position, 1))

compiled, uncompiled = nodes_per_second(exits, 500_000), nodes_per_second(exits.uncompiled, 500)
print(f"compiled, the search is {compiled / uncompiled:,.0f} times as fast")

own, other = lk.AlphaBeta(exits, nodes=3_000), lk.AlphaBeta("improved", nodes=3_000)
wins = sum(play(own, other, seed) == 1 for seed in range(20))
wins += sum(play(other, own, seed) == 2 for seed in range(20))
print(f"it won {wins} of 40 games against {other.heuristic}")
