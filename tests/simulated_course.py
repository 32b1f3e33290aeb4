"""The course's tournament between equals, simulated: how often it names a better entrant.

`python tests/simulated_course.py [RUNS]` prints the share of tournaments with a false word.
"""

import sys
from collections.abc import Iterator

import numpy as np

import lastknight as lk
from lastknight.league.course_results import CourseResult, read_results
from lastknight.league.course_tournament import Course, CoursePlayer
from lastknight.matches.chunks import Chunk
from lastknight.matches.plan import Plan

ENTRANTS = ("AB_Improved", "AB_Custom", "AB_Custom_2", "AB_Custom_3")
OPPONENTS = tuple(f"Opponent {number}" for number in range(1, 8))
ATTACKER_WINS = 0.85


def chunk_of(pairing: int, a_won: bytes) -> Chunk:
    """The pairs of a pairing, of which only who won is known."""
    plies = bytes(len(a_won))
    return Chunk(pairing, 0, a_won, plies, plies, b"", b"", b"")


def tournaments(pairs: int, *, runs: int, seed: int = 1) -> Iterator[CourseResult]:
    """Results of tournaments in which everybody is equally strong."""
    generator, random = np.random.default_rng(seed), lk.Random()
    course = Course(
        "new",
        tuple(CoursePlayer(one, random) for one in ENTRANTS),
        tuple(CoursePlayer(one, random) for one in OPPONENTS),
    )
    cells = len(ENTRANTS) * len(OPPONENTS)
    plan = Plan((random,), ((0, 0),) * cells, pairs=pairs, is_league=True)
    for _ in range(runs):
        won = generator.random((cells, pairs, 2)) < (ATTACKER_WINS, 1 - ATTACKER_WINS)
        chunks = [chunk_of(place, bytes(one.ravel().tolist())) for place, one in enumerate(won)]
        yield read_results(course, plan, chunks)


def main() -> None:
    """Print the shares."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 500
    for pairs in (1, 2, 3, 5, 10, 20):
        found = list(tournaments(pairs, runs=runs))
        false = sum(any(one.word in ("better", "worse") for one in r.comparisons) for r in found)
        flat = sum(any(rate.low == rate.high for rate in r.rates) for r in found)
        wrong, width = f"{false / runs:.1%} with a false word", f"{flat / runs:.1%}"
        sys.stdout.write(f"{pairs:3} pairs: {wrong}, {width} with an interval of width 0\n")


if __name__ == "__main__":
    main()
