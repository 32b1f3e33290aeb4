"""The cost of a weighted sum of building blocks, evaluated at once and term by term.

The cost of a node is a multiple of `improved`, measured in turns within this run. The models have
weights for each role, for every count alone and times the blank fraction. Usage:
python benchmarks/linear_speed.py
"""

import random

import lastknight as lk
from lastknight.matches.costs import relative_costs

NODES = 3_000
REACH = [f"exact_reach_{side}(k={k})" for k in (1, 2, 3, 4) for side in ("own", "opp")]
SHARED = ["shared_moves", "exact_private_own(k=2)", "exact_private_opp(k=2)"]
MORE = ["exact_shared(k=2)", "shared(k=3)", "exact_private_own(k=3)", "exact_private_opp(k=3)"]
ALL = ["dead_ends_own", "dead_ends_opp", "exits_own", "exits_opp"]


def weighted_sum(blocks: list[str], rng: random.Random, *, is_apart: bool) -> str:
    """Every block, and every block times the blank fraction; `/ 1` keeps the terms apart."""
    end = " / 1" if is_apart else ""
    terms = [
        f"{rng.uniform(-1, 1):.3f} * {factor}{block}{end}"
        for block in blocks
        for factor in ("", "blank_fraction * ")
    ]
    return " + ".join(terms)


def model(blocks: list[str], *, is_apart: bool = False) -> lk.Heuristic:
    """A model with weights by role and phase."""
    rng = random.Random(1)
    sums = [weighted_sum(blocks, rng, is_apart=is_apart) for _ in range(2)]
    return lk.heuristic(f"switch({sums[0]}, {sums[1]}, role=attacker)")


def main() -> None:
    """Measure and print."""
    models = [REACH, REACH + SHARED, REACH + SHARED + MORE, REACH + SHARED + MORE + ALL]
    subjects = {"reach(k=3)": lk.heuristic("reach(k=3)")}
    for blocks in models:
        name = f"{4 * len(blocks)} terms, {len(blocks)} counts"
        subjects[f"{name}, at once"] = model(blocks)
        subjects[f"{name}, term by term"] = model(blocks, is_apart=True)
    costs = relative_costs(list(subjects.values()), nodes=NODES)
    for name, cost in zip(subjects, costs, strict=True):
        print(f"{name:35} {cost:6.1f} times improved")


if __name__ == "__main__":
    main()
