"""How near the search of `lastknight tune` comes to the best numbers, in simulated pairs.

Prints, by shape of the strength, by what a parameter is worth and by the number of parameters: the
Elo lost at the start, at the mean of the runs' last points and at the result, and how often the
spread covers the best number. `python benchmarks/tuning_search.py [repeats]`
"""

import sys
from math import exp, log
from random import Random

from lastknight.discovery.spsa import Spsa, spread_of

LOG_ODDS = 2 * log(10) / 400
DECIDED = 0.37
ITERATIONS, PAIRS = 40, 32


def quadratic(distance, worth):
    """Half the range away from the best number costs `worth`."""
    return worth * 4 * distance[0] ** 2


def lopsided(distance, worth):
    """Steep below the best number, flat above."""
    away, best = distance
    ratio = (best + away + 0.02) / (best + 0.02)
    return worth * (ratio - 1 - log(ratio))


def loss(shape, worth, point, best):
    """The Elo that a point lacks."""
    pairs = zip(point, best, strict=True)
    return sum(shape((value - wanted, wanted), worth) for value, wanted in pairs)


def simulate(shape, worth, best, chance):
    """A whole search with simulated pairs."""
    search = Spsa(
        [0.5] * len(best), iterations=ITERATIONS, pairs=PAIRS, seed=chance.getrandbits(60)
    )
    while not search.is_over:
        leads = []
        for probes in search.probes():
            elo = loss(shape, worth, probes.down, best) - loss(shape, worth, probes.up, best)
            win = DECIDED / (1 + exp(-LOG_ODDS * elo))
            drawn = [chance.random() for _ in range(PAIRS)]
            leads.append(sum((value < win) - (win <= value < DECIDED) for value in drawn))
        search.step(leads)
    return search


def measure(shape, worth, count, repeats):
    """Mean losses and coverage over some searches."""
    chance = Random(f"{shape.__name__} {worth} {count}")
    sums = [0.0] * 4
    for _ in range(repeats):
        best = [chance.uniform(0.1, 0.9) for _ in range(count)]
        search = simulate(shape, worth, best, chance)
        columns = [
            list(zip(*points, strict=True))
            for points in ([path[-1] for path in search.paths], search.ends())
        ]
        last, found = ([sum(values) / len(values) for values in part] for part in columns)
        spreads = [spread_of(values) for values in columns[1]]
        covered = [one.low <= wanted <= one.high for one, wanted in zip(spreads, best, strict=True)]
        results = [loss(shape, worth, point, best) for point in ([0.5] * count, last, found)]
        sums = [a + b for a, b in zip(sums, [*results, sum(covered) / count], strict=True)]
    return [total / repeats for total in sums]


def main(repeats):
    """Print a line for each setting."""
    print(f"{'shape':10} worth  parameters  start  last points  result  covered")
    for shape in (quadratic, lopsided):
        for worth in (10, 40, 150):
            for count in (1, 2, 4):
                start, last, found, covered = measure(shape, worth, count, repeats)
                print(
                    f"{shape.__name__:10} {worth:5}  {count:10}  {start:5.1f}  {last:11.1f}  "
                    f"{found:6.1f}  {100 * covered:5.0f} %"
                )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100)
