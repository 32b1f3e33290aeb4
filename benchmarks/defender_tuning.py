"""Find by play what to change in the weights of the champion's defender (`[fit.defender]`).

SPSA: each step tries all numbers a little up and a little down, in two random directions, and goes
towards what wins more games as defender. The games start from openings of the training part, so
those of the verification stay unseen. The same command gives the same numbers, with any number of
workers. Usage: python benchmarks/defender_tuning.py champion/labels.lkl
"""

import argparse
import os
import random
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import cycle, islice

import numpy as np

import lastknight as lk
from lastknight import _core
from lastknight.discovery.champion import CountedLabels, feature_names
from lastknight.discovery.defender_changes import SIZE, DefenderChanges
from lastknight.discovery.heuristic_recipe import HeuristicRecipe
from lastknight.discovery.label_arrays import Labels, load
from lastknight.discovery.linear_model import ROLES
from lastknight.discovery.recipe import PARTS
from lastknight.discovery.split_openings import draw_part
from lastknight.discovery.weight_games import find_defended, weighted_champion

NODES = 6000
GAMES = 150
DIRECTIONS = 2
PROBES = np.array([0.25] * (SIZE - 3) + [0.4, 0.4, 0.3])
OPPONENTS = ("improved", "improved", "reach(k=3)")


class Defender:
    """The champion, with its defender's weights at a point of the search."""

    def __init__(self, labels: Labels) -> None:
        fit = HeuristicRecipe.read("champion").fit
        self._fits = {}
        for mover in ROLES:
            rows = CountedLabels(labels.select(labels.is_attacker == (mover == ROLES[0])))
            size = len(feature_names(mover))
            self._fits[mover] = (
                rows.fit(rows.attacker_won, fit.played_penalty)[:size],
                rows.fit(rows.attacker_wins, fit.proved_penalty)[:size],
            )

    def at(self, point: Sequence[float]) -> lk.Heuristic:
        """The champion."""
        changes, weights = DefenderChanges.at(point), dict(_core.champion_weights())
        for mover, (played, proved) in self._fits.items():
            own = changes.change(played, proved, feature_names(mover), mover)
            weights["defender", mover] = [tuple(map(int, row)) for row in np.rint(own * 1000)]
        return weighted_champion(weights)


def count_wins(
    defender: lk.Heuristic, opponent: str, openings: Sequence[lk.Position], seed: int
) -> int:
    """Games that the defender wins."""
    attacker = lk.heuristic(opponent)
    return sum(find_defended(attacker, defender, openings, nodes=NODES, seed=seed))


def search(labels: Labels, steps: int, workers: int) -> Iterator[tuple[int, float, np.ndarray]]:
    """After each step: its number, the share of games won, and the point."""
    defender, rng = Defender(labels), random.Random(1)
    drawn = (
        one.position for one in draw_part(labels.recipe, PARTS.index("train"), plies=2, seed=1)
    )
    opponents, point = cycle(OPPONENTS), np.zeros(SIZE)
    with ThreadPoolExecutor(workers) as pool:
        for step in range(steps):
            tries = [PROBES * [rng.choice((-1, 1)) for _ in PROBES] for _ in range(DIRECTIONS)]
            tasks = []
            for number, one in enumerate(tries):
                openings, opponent = list(islice(drawn, GAMES)), next(opponents)
                for sign in (1, -1):
                    player, seed = defender.at(point + sign * one), DIRECTIONS * step + number
                    tasks.append(pool.submit(count_wins, player, opponent, openings, seed))
            wins = [task.result() for task in tasks]
            rate = 0.6 * (1 + step * DIRECTIONS / 200) ** -0.4 / GAMES
            for one, up, down in zip(tries, wins[::2], wins[1::2], strict=True):
                point = point + rate * (up - down) * one
            yield step + 1, sum(wins) / len(wins) / GAMES, point


def main() -> None:
    """Search, and print what to put into the recipe: the mean of the second half."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("labels")
    parser.add_argument("--steps", type=int, default=500)
    parser.add_argument("--workers", type=int, default=len(os.sched_getaffinity(0)))
    options = parser.parse_args()
    labels = load(options.labels)
    known = labels.select(labels.split != PARTS.index("test"))
    shares, points = [], []
    for step, share, point in search(known, options.steps, options.workers):
        shares.append(share)
        points.append(point)
        if step % 50 == 0:
            print(f"{step} steps, {np.mean(shares[-50:]):.1%} won", flush=True)
    found = DefenderChanges.at(np.mean(points[len(points) // 2 :], axis=0))
    print("[fit.defender]", *found.lines(), sep="\n")


if __name__ == "__main__":
    main()
