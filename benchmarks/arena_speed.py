"""The speed of the arena, as ratios within this run.

Games of alpha-beta at depth 3 from random openings, with everything recorded, next to a bare loop
that plays such games and records nothing; one worker and two; with and without a file.
"""

import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import perf_counter

import lastknight as lk
from lastknight import _core
from lastknight.matches.counting import gather
from lastknight.matches.engine import run_plan
from lastknight.matches.openings import random_openings
from lastknight.matches.plan import Plan, pair_up

PAIRS = 10_000
PLAYER = "AlphaBeta(improved, depth=3)"


def bare_games() -> float:
    """Games a second of the bare loop: one from every opening."""
    _, seconds = _core.time_bare_games(3)
    return 2352 / seconds


def native_games() -> float:
    """Games a second of the core's arena in one thread."""
    player = lk.AlphaBeta("improved", depth=3).core()
    openings = [opening.position for opening in random_openings(lk.Position(), 2, 2352, seed=1)]
    start = perf_counter()
    _core.play_chunk(
        player, player, openings, seed=1, first_job=0, kept_pairs=100, stop=_core.StopFlag()
    )
    return 2 * len(openings) / (perf_counter() - start)


def match_games(workers: int, store: lk.Store | None = None) -> float:
    """Games a second of a whole run of a plan, stored or not."""
    plan = Plan(*pair_up([PLAYER, "AlphaBeta(open, depth=3)"]), pairs=PAIRS)
    _ = plan.drawn
    start = perf_counter()
    for _chunk in run_plan(plan, workers=workers, store=store):
        pass
    return 2 * PAIRS / (perf_counter() - start)


def stored_games() -> float:
    """Games a second with one worker and a file."""
    with tempfile.TemporaryDirectory() as folder, lk.Store(Path(folder) / "games.db") as store:
        return match_games(1, store)


def tally_seconds() -> float:
    """Seconds per game that the statistics of a match take."""
    plan = Plan(*pair_up([PLAYER, "AlphaBeta(open, depth=3)"]), pairs=PAIRS)
    chunks = list(run_plan(plan, workers=2))
    _ = gather(plan, chunks)[0].verdict  # imports scipy, which is not part of the cost
    start = perf_counter()
    _ = gather(plan, chunks)[0].verdict
    return (perf_counter() - start) / (2 * PAIRS)


def main() -> None:
    """Measure and print."""
    works: dict[str, Callable[[], float]] = {
        "bare loop": bare_games,
        "arena, one thread": native_games,
        "run, one worker": lambda: match_games(1),
        "run, two workers": lambda: match_games(2),
        "run, one worker, stored": stored_games,
    }
    best = dict.fromkeys(works, 0.0)
    for _ in range(5):
        for name, work in works.items():
            best[name] = max(best[name], work())
    for name, speed in best.items():
        print(f"{name:26} {speed:12,.0f} games/s")
    print(f"arena over bare loop       {best['arena, one thread'] / best['bare loop']:.2f}  (0.5)")
    ratio = best["run, two workers"] / best["run, one worker"]
    print(f"two workers over one       {ratio:.2f}  (1.8; {len(os.sched_getaffinity(0))} cores)")
    stored = 1 - best["run, one worker, stored"] / best["run, one worker"]
    print(f"what storing costs         {100 * stored:.1f} %  (10 %)")
    share = tally_seconds() * best["run, one worker"]
    print(f"what the statistics cost   {100 * share:.1f} % of the playing time")


if __name__ == "__main__":
    main()
