"""How long `Perfect` thinks about a move on 7x7, in CPU time, from the opening to the endgame.

`python benchmarks/perfect_speed.py 40` asks it at the empty board, after every first placement, in
all 315 canonical openings and at 40 random positions after 4, 6, ... 30 plies; the longest thoughts
are shown with their positions.
"""

from __future__ import annotations

import random
import sys
from statistics import median
from time import process_time

import lastknight as lk
from lastknight.matches.openings import census_openings

AGES = range(4, 31, 2)


def positions(count: int) -> list[lk.Position]:
    """The empty board, first placements, openings, and random positions that are not over."""
    start = lk.Position()
    found = [start, *(start.play(move) for move in start.legal_moves())]
    found += [opening.position for opening in census_openings(start, 2)]
    rng = random.Random(1)
    for age in AGES:
        wanted = len(found) + count
        while len(found) < wanted:
            position = start
            while not position.is_over and 49 - len(position.blank) < age:
                position = position.play(rng.choice(position.legal_moves()))
            if not position.is_over:
                found.append(position)
    return found


def main() -> None:
    """Ask for a move everywhere and print the table."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    player = lk.Perfect()
    thoughts: list[tuple[float, lk.Position]] = []
    for position in positions(count):
        start = process_time()
        player.choose(position)
        thoughts.append((1000 * (process_time() - start), position))
    times = sorted(milliseconds for milliseconds, _ in thoughts)
    print(f"{len(times)} positions of 7x7, milliseconds of CPU time a move")
    late = times[int(0.99 * len(times))]
    print(f"median {median(times):.1f}, 99 % {late:.1f}, most {times[-1]:.1f}")
    for milliseconds, position in sorted(thoughts, key=lambda thought: -thought[0])[:5]:
        print(f"  {milliseconds:6.1f}  {position}")


if __name__ == "__main__":
    main()
