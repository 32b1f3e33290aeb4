"""How often an analysis of equal heuristics calls any of them better or worse: the real design.

The 17 candidates of the default analysis, its looks and those of `--thorough`, on the openings of
two plies: 2,352, of which 315 differ. Run it for the table in docs/statistics.md:
python tests/simulated_looks.py
"""

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from lastknight.analysis.inquiry import EFFORTS, PROPOSED
from lastknight.stats.looks import Family, plan_looks

SPLITS = 0.78
CLASSES = np.repeat(np.arange(315), [8] * 273 + [4] * 42)
"""The class of each opening: its mirror images, four or eight in number."""
KINDS = {
    "all equal": (len(PROPOSED), False),
    "all equal, repeats end alike": (len(PROPOSED), True),
    "9 equal, 8 apart by 60 Elo": (9, False),
}
"""How many candidates equal the baseline, and whether mirror images always end alike."""
WHOLE = 1000


def draw_looks(
    generator: np.random.Generator, pairs: Sequence[int], *, elo: float, is_alike: bool
) -> Iterator[npt.NDArray[np.int64]]:
    """(WW, split, LL) by class of opening after each of these numbers of pairs."""
    passes = -(-pairs[-1] // len(CLASSES))
    drawn = np.concatenate([CLASSES[generator.permutation(len(CLASSES))] for _ in range(passes)])
    won = 1 / (1 + 10 ** (-elo / 200))
    chances = [(1 - SPLITS) * won, SPLITS, (1 - SPLITS) * (1 - won)]
    if is_alike:
        outcomes = generator.choice(3, CLASSES[-1] + 1, p=chances)[drawn]
    else:
        outcomes = generator.choice(3, len(drawn), p=chances)
    for count in pairs:
        counts = np.zeros((CLASSES[-1] + 1, 3), dtype=np.int64)
        np.add.at(counts, (drawn[:count], outcomes[:count]), 1)
        yield counts


def is_alarmed(generator: np.random.Generator, effort: str, kind: str) -> bool:
    """Whether one simulated analysis calls an equal candidate better or worse.

    Nobody leaves as equivalent, which takes long to compute: that can only add alarms.
    """
    equal, is_alike = KINDS[kind]
    looks = plan_looks(EFFORTS[effort].looks)
    family = Family(len(PROPOSED))
    pairs = [look.pairs for look in looks]
    drawn = [
        list(draw_looks(generator, pairs, elo=0 if n < equal else 60, is_alike=is_alike))
        for n in range(len(PROPOSED))
    ]
    for place, look in enumerate(looks):
        for number in family.undecided:
            family.look(number, look, drawn[number][place])
        if any(number < equal for number in family._reject()):
            return True
    return False


def alarm_rate(effort: str, kind: str, *, runs: int) -> float:
    """The family-wise error of simulated analyses."""
    generator = np.random.default_rng([runs, *kind.encode(), *effort.encode()])
    return sum(is_alarmed(generator, effort, kind) for _ in range(runs)) / runs


def main() -> None:
    """Print the table."""
    for kind in KINDS:
        rates = [alarm_rate(effort, kind, runs=WHOLE) for effort in ("default", "thorough")]
        shown = " | ".join(f"{100 * rate:.1f} %" for rate in rates)
        print(f"| {kind} | {shown} |", flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
