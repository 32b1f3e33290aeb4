"""Error rates of the sequential tests where openings repeat, simulated.

`python tests/simulated_sprt.py [RUNS]` prints the table of docs/statistics.md.
"""

import sys

import numpy as np

from lastknight.stats import PRESETS, SprtProgress

OPENINGS = 315
SPLITS = 0.78
OUTCOMES = ((0, 0), (1, 1), (1, 0))
KINDS = {
    "same games again": "deterministic players, each opening about seven times in a pass",
    "once, then again": "every opening once, then all again: the games differ",
    "no repeats": "an opening of its own for each pair",
}


def draw_run(generator, kind, elo, pairs):
    """The opening and the outcome of each pair of one match, on 315 openings unless none repeat."""
    p = 1 / (1 + 10 ** (-elo / 200))
    chances = [(1 - SPLITS) * (1 - p), (1 - SPLITS) * p, SPLITS]
    if kind == "no repeats":
        return list(range(pairs)), generator.choice(3, pairs, p=chances).tolist()
    times = 7 if kind == "same games again" else 1
    a_pass = np.repeat(np.arange(OPENINGS), times)
    passes = -(-pairs // len(a_pass))
    openings = np.concatenate([generator.permutation(a_pass) for _ in range(passes)])[:pairs]
    if kind == "same games again":
        outcomes = generator.choice(3, OPENINGS, p=chances)[openings]
    else:
        outcomes = generator.choice(3, pairs, p=chances)
    return openings.tolist(), outcomes.tolist()


def decisions(test, elo, kind, *, runs, pairs, seed=0, is_naive=False):
    """What the test says in each run; a naive one takes every pair for a new opening."""
    generator = np.random.default_rng(seed)
    found = []
    for _ in range(runs):
        openings, outcomes = draw_run(generator, kind, elo, pairs)
        progress = SprtProgress(test, range(pairs) if is_naive else openings)
        progress.add(0, [OUTCOMES[outcome] for outcome in outcomes])
        found.append(progress.decision)
    return found


def errors(test, kind, **how):
    """How often elo1 is accepted although elo0 is true, and the other way round."""
    one = decisions(test, test.elo0, kind, **how).count("elo1")
    other = decisions(test, test.elo1, kind, **how, seed=1).count("elo0")
    return one / how["runs"], other / how["runs"]


def main(runs):
    for name, test in PRESETS.items():
        for kind in KINDS:
            pairs = 20_000 if name == "fine" and kind != "same games again" else 6000
            counted = errors(test, kind, runs=runs, pairs=pairs)
            text = " and ".join(f"{100 * error:.1f} %" for error in counted)
            if kind == "same games again":
                naive = errors(test, kind, runs=runs, pairs=pairs, is_naive=True)
                text += "; each pair as new " + " and ".join(f"{100 * one:.1f} %" for one in naive)
            sys.stdout.write(f"{name:14} {kind:17} {text}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
