"""A tournament of all against all: ratings with intervals, ranks as sets, and differences."""

import lastknight as lk

names = ("improved", "open", "center", "ratio", "reach(k=2)")
players = [lk.AlphaBeta(name, depth=3) for name in names]
result = lk.run_tournament([*players, "Random"], pairs=150, anchor=players[0], seed=1)
ratings = result.ratings

print(f"{'rank':12}{'player':32}{'Elo':>5}{'from':>6}{'to':>6}")
for place in sorted(range(len(result.names)), key=lambda p: -ratings.ratings[p].value):
    elo = ratings.ratings[place].through(round)
    rank = str(ratings.ranks[place])
    print(f"{rank:12}{result.names[place]:32}{elo.value:>5}{elo.low:>6}{elo.high:>6}")

different = [
    f"{names[a]} and {names[b]}"
    for a in range(len(names))
    for b in range(a + 1, len(names))
    if ratings.p_values[a][b] <= 0.05
]
print("different, corrected for all comparisons:", ", ".join(different))
print(f"{ratings.games:,} games on {ratings.openings} different openings")
