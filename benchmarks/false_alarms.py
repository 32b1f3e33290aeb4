"""How often the analysis calls a heuristic better, or worse, that is `improved` under another name.

Each run is a whole analysis with a seed of its own, so it draws other openings and plays other
games. At the 5 % level one run in twenty is expected to raise a false alarm. Run it with
`make alarms`, or with other options: python benchmarks/false_alarms.py --runs 20 --effort quick
"""

import argparse
from collections import Counter

import lastknight as lk
from lastknight.analysis import Inquiry, Session, analyse, choose_companions, read_opponents

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
        inquiry = Inquiry(
            (secret,),
            companions=choose_companions([secret]),
            opponents=read_opponents([], nodes=15_000),
            effort=options.effort,
            seed=seed,
            known_costs={SECRET: 1.0},
        )
        facts = analyse(Session(inquiry), command=[])
        (direct,) = facts.direct
        words[direct.word] += 1
        print(f"seed {seed:2}  {facts.advice.strength:7}  {direct.sentence}", flush=True)
    alarms = words["better"] + words["worse"]
    print(f"{dict(words)}: {alarms} false alarms in {options.runs} runs")


if __name__ == "__main__":
    main()
