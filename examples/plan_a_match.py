"""How many pairs it takes to detect a difference, on even and on lopsided openings."""

from lastknight import stats

print("Pairs that detect a difference with 80 % power, and the time at 500 games a second:")
for elo in (10, 20, 50, 100):
    for openings, bias in (("even openings", 0), ("openings worth 400 Elo", 400)):
        pairs = stats.pairs_needed(elo, bias=bias)
        seconds = stats.duration(pairs, games_per_second=500)
        print(f"{elo:4} Elo on {openings:22} {pairs:7,} pairs {seconds:6.1f} s")
