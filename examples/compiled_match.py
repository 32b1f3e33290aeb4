"""A compiled heuristic in a match: who is better, how certain that is, and what would settle it."""

import lastknight as lk
from lastknight import stats


@lk.compiled
def exits(view):
    """Moves that lead on count more than moves that lead nowhere."""
    total = 0
    for move in view.own_moves:
        total += len(view.moves(move))
    for move in view.opp_moves:
        total -= len(view.moves(move))
    return total


mine, other = lk.AlphaBeta(exits, nodes=1_000), lk.AlphaBeta("improved", nodes=1_000)
match = lk.play_match(mine, other, pairs=300, seed=1)

ww, split, ll = match.pairs
print(f"{ww} pairs won, {split} split, {ll} lost; {match.distinct_games} distinct games")
print(match.sentence)

pairs = stats.pairs_needed(20, split_rate=split / sum(match.pairs))
print(f"Detecting 20 Elo between these two with 80 % power takes {pairs:,} pairs.")

# A sequential test stops once it has decided between 0 and 50 Elo.
match = lk.play_match(mine, other, pairs=2_000, sprt=stats.PRESETS["quick"], seed=2)
print(f"after {sum(match.pairs)} pairs: {match.sentence}")
