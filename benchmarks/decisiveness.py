"""How much the default analysis decides, and whether another seed decides the same.

Plays the parts of the analysis that its verdicts and its recommendation rest on, once for each
seed: the direct matches with their looks, and the matches at node ratios. A heuristic that one seed
calls better and another worse is a contradiction. Run it with nothing else running:
python benchmarks/decisiveness.py --seeds 10
"""

import argparse
from collections import Counter
from time import perf_counter, process_time

from lastknight.analysis import AnalysisRequest, Session
from lastknight.analysis.assembly import ratio_pairs
from lastknight.analysis.conclusions import advise
from lastknight.analysis.direct import play_direct
from lastknight.analysis.equal_time import play_ratios
from lastknight.analysis.node_costs import find_node_costs
from lastknight.analysis.scoring import direct_facts
from lastknight.analysis.subjects import short_names


def main() -> None:
    """Run the analyses and compare their verdicts."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--effort", default="default")
    options = parser.parse_args()
    words: dict[str, Counter[str]] = {}
    advices: Counter[str] = Counter()
    decided = []
    for seed in range(1, options.seeds + 1):
        found, advice = decide(seed, options.effort)
        decided.append(sum(word != "inconclusive" for word in found.values()))
        advices[advice] += 1
        for name, word in found.items():
            words.setdefault(name, Counter())[word] += 1
    for name, counts in words.items():
        print(f"{name:26} " + ", ".join(f"{word} {count}" for word, count in counts.items()))
    clashes = [name for name, counts in words.items() if counts["better"] and counts["worse"]]
    mean = sum(decided) / len(decided)
    print(f"decided: {mean:.1f} of {len(words)} on average, {min(decided)} at least")
    print(f"better with one seed and worse with another: {', '.join(clashes) or 'none'}")
    print(f"recommendations: {dict(advices)}")


def decide(seed: int, effort: str) -> tuple[dict[str, str], str]:
    """The verdict on each candidate, and the recommendation."""
    began, spent = perf_counter(), process_time()
    inquiry = AnalysisRequest(seed=seed, effort=effort).inquiry()
    names, session = short_names(inquiry.heuristics), Session(inquiry)
    baseline = len(inquiry.candidates)
    results = play_direct(session)
    judged = direct_facts(results, names, names[baseline], workers=1)
    costs = find_node_costs(session, [one.result for one in results])
    equal_time = play_ratios(session, results, ratio_pairs(inquiry, judged), costs)
    advice = advise(judged, equal_time, baseline=baseline)
    said = f"{names[advice.heuristic]}, {advice.strength}"
    words = {names[one.candidate]: one.word for one in judged}
    open_ones = ", ".join(name for name, word in words.items() if word == "inconclusive")
    print(
        f"seed {seed:2}: {said}; undecided: {open_ones or 'none'}; {session.games:,} games, "
        f"{perf_counter() - began:.0f} s, {process_time() - spent:.0f} s of CPU",
        flush=True,
    )
    for one in equal_time:
        even, cost = one.break_even, one.cost
        ends = ["?" if end is None else f"{end:.2f}" for end in (even.low, even.high)]
        print(
            f"    {names[one.candidate]}: break-even {even.value or 0:.2f} ({' to '.join(ends)}), "
            f"cost here {cost.value or 0:.2f}, straight line p = {one.curvature_p:.2f}",
            flush=True,
        )
    return words, said


if __name__ == "__main__":
    main()
