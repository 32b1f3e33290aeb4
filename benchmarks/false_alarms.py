"""How often the analysis calls a heuristic better, or worse, that is `improved` under another name.

Each run plays the direct matches of an analysis, which its verdict rests on, with a seed of its
own, so it draws other openings and plays other games. At the 5 % level one run in twenty is
expected to raise a false alarm. Run it with `make alarms`, or with other options:
python benchmarks/false_alarms.py --runs 20 --effort quick
"""

import argparse
from collections import Counter
from time import process_time

import lastknight as lk
from lastknight.analysis import Inquiry, Session
from lastknight.analysis.direct import play_direct
from lastknight.analysis.scoring import direct_facts
from lastknight.analysis.subjects import short_names

SECRET = "0 + improved"


def main() -> None:
    """Run the analyses and count their words."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--effort", default="default")
    options = parser.parse_args()
    secret = lk.heuristic(SECRET)
    words: Counter[str] = Counter()
    for seed in range(1, options.runs + 1):
        spent = process_time()
        inquiry = Inquiry((secret,), effort=options.effort, seed=seed, known_costs={SECRET: 1.0})
        names = short_names(inquiry.heuristics)
        (direct,) = direct_facts(play_direct(Session(inquiry)), names, names[1], workers=1)
        words[direct.word] += 1
        seconds = process_time() - spent
        print(f"seed {seed:2}  {direct.sentence} {seconds:.0f} s of CPU", flush=True)
    alarms = words["better"] + words["worse"]
    print(f"{dict(words)}: {alarms} false alarms in {options.runs} runs")


if __name__ == "__main__":
    main()
