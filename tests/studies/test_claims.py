"""The ledger of claims: its data, its rules on made-up numbers, and runs of it."""

from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lastknight.errors import ArgumentError
from lastknight.matches.chunks import wins_of
from lastknight.matches.engine import play_plans
from lastknight.matches.store import Store
from lastknight.players import AlphaBeta, Random
from lastknight.position import Position
from lastknight.stats import Estimate
from lastknight.studies.claim_rules import ClaimFinding, judge_claim, judge_region
from lastknight.studies.claim_run import PAIRS, judge_ledger, plan_ledger, run_ledger
from lastknight.studies.claim_text import ledger_markdown, verdict_text, write_ledger
from lastknight.studies.claims import parse_claims, read_claims
from lastknight.studies.squares import count_squares, plan_squares, square_kinds
from lastknight.studies.study import read_study

SMALL = """
[conditions.shallow]
text = "depth 1"
depth = 1
openings = "random"
plies = 2
times = 1
[conditions.free]
text = "depth 1, free"
depth = 1
openings = "empty"
plies = 0
times = 1
[conditions.deep]
text = "2 ms"
seconds = 0.002
openings = "random"
plies = 2
times = 1
"""
CLAIM = """
[[claims]]
id = "{id}"
claim = "Made up."
evidence = "None."
tests = [{tests}]
"""
BOTH = SMALL[SMALL.index("[conditions.shallow]") : SMALL.index("[conditions.free]")].replace(
    "shallow", "both"
)
BETTER = '{ kind = "better", a = "improved", b = "null", under = "shallow" }'
WORSE = '{ kind = "better", a = "null", b = "improved", under = "shallow" }'
SAME = '{ kind = "equivalent", a = "ratio", b = "ratio", under = "shallow", within = 20.0 }'
COSTS = {"ratio": 1.2, "null": 1.0}


def claims(*checks: str):
    rows = [CLAIM.format(id=f"000-{number}", tests=text) for number, text in enumerate(checks, 1)]
    return parse_claims(SMALL + "".join(rows))


def run(*checks: str, **options):
    options = {"pairs": 200, "known_costs": COSTS, **options}
    return run_ledger(claims=claims(*checks), **options)


def test_every_claim_of_the_analyses_is_in_the_ledger():
    found = read_claims()
    assert Counter(claim.analysis for claim in found) == {
        "000": 5, "001": 3, "002": 5, "003": 7, "004": 9,
    }  # fmt: skip
    assert [claim.id for claim in found] == sorted(claim.id for claim in found)
    assert len({claim.claim for claim in found}) == len(found)
    for claim in found:
        assert claim.evidence.endswith(".")
        assert claim.experiment


def test_the_claims_with_numbers_have_those_of_the_analyses():
    by_id = {claim.id: claim.tests[0] for claim in read_claims()}
    assert (by_id["000-2"].kind, by_id["000-2"].value) == ("gap", 3.3)
    assert by_id["004-1"].value == 62.653
    assert by_id["004-2"].value == 51.542
    best = next(claim for claim in read_claims() if claim.id == "002-3")
    assert {str(check.a) for check in best.tests} == {"value(power=2, weight=2)"}
    assert len({str(check.b) for check in best.tests}) == 5


@pytest.mark.parametrize(
    ("claim", "study", "place"),
    [
        ("000-1", "000", 1),
        ("000-3", "000", 3),
        ("003-1", "003", 1),
        ("003-4", "003", 2),
        ("003-5", "003", 3),
    ],
)
def test_the_evidence_follows_from_the_data_of_the_study(claim, study, place):
    evidence = next(found.evidence for found in read_claims() if found.id == claim)
    rounds = read_study(study).parts[0].original.wins
    assert f"{sum(rows[-1][place] for rows in rounds)} of 30 head-to-head games" in evidence


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "claims: claims is missing"),
        (CLAIM.format(id="000-1", tests=""), "claims 1, tests must not be empty"),
        (CLAIM.format(id="1", tests=BETTER) * 2, "id '1' is used twice"),
        (CLAIM.format(id="1", tests=BETTER.replace("shallow", "x")), "unknown condition 'x'"),
        (CLAIM.format(id="1", tests=BETTER.replace("better", "nicer")), "kind must be 'better'"),
        (CLAIM.format(id="1", tests=BETTER.replace(', b = "null"', "")), "needs a, under, b"),
        (CLAIM.format(id="1", tests=SAME.replace("20.0", "'x'")), "within must be a valid number"),
        (f"{BOTH}seconds = 1.0\n", "conditions, both: a condition must have a depth, nodes"),
        ("[[claims]]\ncolour = 1", "colour is not a known field"),
        ("nonsense", "claims:"),
    ],
)  # fmt: skip
def test_bad_data_is_one_clear_line(text, words):
    with pytest.raises(ArgumentError) as caught:
        parse_claims(SMALL + text)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("kind", "estimate", "options", "state"),
    [
        ("better", (30, 10, 50), {}, "holds"),
        ("better", (5, 1, 9), {}, "fails"),  # not 0, but no difference worth the name
        ("better", (30, -10, 70), {}, "open"),
        ("better", (0, -15, 15), {}, "fails"),  # no difference worth the name
        ("better", (-30, -50, -10), {}, "fails"),
        ("better", (30, 10, 50), {"p_value": 0.06}, "open"),  # the exact test is stricter
        ("better", (None, 40, None), {}, "holds"),
        ("better", (None, None, 10), {}, "fails"),
        ("better", (None, None, None), {}, "open"),
        ("not_better", (-30, -50, -10), {}, "holds"),
        ("not_better", (0, -15, 15), {}, "holds"),
        ("not_better", (5, 1, 9), {}, "holds"),
        ("not_better", (30, 10, 50), {}, "fails"),
        ("not_better", (10, -20, 40), {}, "open"),
        ("equivalent", (5, -5, 15), {"within": 20}, "holds"),
        ("equivalent", (10, -5, 25), {"within": 20}, "open"),
        ("equivalent", (40, 25, 55), {"within": 20}, "fails"),
        ("equivalent", (-40, -55, -25), {"within": 20}, "fails"),
        ("shrinks", (50, 20, 80), {}, "holds"),
        ("shrinks", (-50, -80, -20), {}, "fails"),
    ],
)  # fmt: skip
def test_comparisons_in_elo_follow_the_rules(kind, estimate, options, state):
    numbers = (None if end is None else float(end) for end in estimate)
    found, p_value = judge_region(Estimate(*numbers), kind=kind, unit="Elo", **options)
    assert found == state
    assert (p_value <= 0.05) == (state != "open")


@pytest.mark.parametrize(
    ("kind", "estimate", "options", "state"),
    [
        ("rate", (62.5, 62, 63), {"value": 62.7, "within": 1}, "holds"),
        ("rate", (62.5, 61, 64), {"value": 62.7, "within": 1}, "open"),
        ("rate", (60, 59, 61), {"value": 62.7, "within": 1}, "fails"),
        ("gap", (0, -1, 1), {"value": 3.3, "within": 2}, "fails"),
        ("gap", (3, 2, 4), {"value": 3.3, "within": 2}, "holds"),
        ("squares", (1, 0.5, 1.5), {}, "fails"),
        ("squares", (3, 0.5, 5.5), {}, "holds"),
        ("squares", (0, -1.5, 1.5), {}, "fails"),
        ("squares", (0, -3, 3), {}, "open"),
        ("evens", (10, 5, 15), {}, "holds"),
        ("ahead", (3, 1, 5), {}, "holds"),
        ("ahead", (0, -1, 1), {}, "fails"),
    ],
)  # fmt: skip
def test_comparisons_in_points_follow_the_rules(kind, estimate, options, state):
    found, _ = judge_region(Estimate(*map(float, estimate)), kind=kind, unit="points", **options)
    assert found == state


@given(st.floats(-200, 200), st.floats(0.1, 100), st.floats(0.1, 100))
def test_the_p_value_and_the_interval_agree(value, below, above):
    estimate = Estimate(value, value - below, value + above)
    state, p_value = judge_region(estimate, kind="better", unit="Elo")
    if value + above < 20 - 1e-6:
        assert state == "fails"
    elif value + above > 20 + 1e-6 and abs(value - below) > 1e-6:
        assert state == ("holds" if value - below > 0 else "open")
    assert 0 <= p_value <= 1


def finding(state: str, p_value: float) -> ClaimFinding:
    return ClaimFinding("made up", Estimate(1.0, 0.0, 2.0), "Elo", state, p_value, 10)


@pytest.mark.parametrize(
    ("findings", "verdict", "p_value"),
    [
        ([("holds", 0.01)], "supported", 0.01),
        ([("holds", 0.001), ("holds", 0.04)], "supported", 0.04),
        ([("holds", 0.001), ("open", 0.3)], "not decided", 0.3),
        ([("holds", 0.001), ("fails", 0.01)], "contradicted", 0.02),
        ([("open", 0.5), ("fails", 0.01)], "contradicted", 0.02),
        ([("fails", 0.04)], "contradicted", 0.04),
        ([("fails", 0.04), ("holds", 0.01)], "not decided", 0.08),  # one of two is easily had
    ],
)
def test_a_claim_gets_its_verdict_from_all_comparisons(findings, verdict, p_value):
    word, p, decisive = judge_claim([finding(*given_) for given_ in findings])
    assert word == verdict
    assert p == pytest.approx(p_value)
    assert decisive.p_value in {p for _, p in findings}


def test_verdicts_come_from_the_games():
    better, worse, same = run(BETTER, WORSE, SAME)
    assert (better.verdict, worse.verdict) == ("supported", "contradicted")
    assert better.survives
    assert worse.survives
    assert better.decisive.estimate.low > 0 > worse.decisive.estimate.high
    assert same.verdict == "not decided"
    assert not same.survives
    assert same.decisive.estimate.low < 0 < same.decisive.estimate.high


def test_few_games_decide_nothing_and_more_do():
    assert run(BETTER, pairs=3)[0].verdict == "not decided"
    assert run(BETTER, pairs=300)[0].verdict == "supported"


def test_a_heuristic_that_is_secretly_the_same_is_hardly_ever_called_better():
    check = '{ kind = "better", a = "improved + 0 * open", b = "improved", under = "shallow" }'
    words = [run(check, pairs=100, seed=seed)[0].verdict for seed in range(1, 21)]
    assert words.count("supported") <= 2


def test_results_depend_on_the_seed_but_not_on_the_workers():
    checks = (BETTER, SAME, '{ kind = "squares", a = "improved", under = "shallow" }')
    one = [result.as_json() for result in run(*checks, workers=1)]
    assert one == [result.as_json() for result in run(*checks, workers=3)]
    other = [result.as_json() for result in run(*checks, seed=2)]
    for ours, theirs in zip(one, other, strict=True):
        assert ours["estimate"] != theirs["estimate"]
        assert ours["claim"] == theirs["claim"]


def test_a_stopped_ledger_resumes(tmp_path):
    whole = run(BETTER, WORSE, SAME, pairs=600)

    def stop(standing):
        if standing.played > 700:
            raise KeyboardInterrupt

    with Store(tmp_path / "games.db") as store:
        with pytest.raises(KeyboardInterrupt):
            run(BETTER, WORSE, SAME, pairs=600, store=store, progress=stop)
        seen = []
        resumed = run(BETTER, WORSE, SAME, pairs=600, store=store, progress=seen.append)
    assert resumed == whole
    assert seen[-1].resumed >= 600
    assert seen[-1].played == seen[-1].planned == 1800
    assert all(a.played <= b.played for a, b in pairwise(seen))


def test_a_match_that_several_claims_need_is_played_once():
    both = f"{BETTER}, {BETTER.replace('better', 'not_better')}"
    plan = plan_ledger(claims=claims(BETTER, both), pairs=10)
    assert len(plan.plans) == 1
    whole = plan_ledger(pairs=1, known_costs=dict.fromkeys(_all_heuristics(), 1.0))
    names = [(*plan.names(0), str(plan.openings)) for plan in whole.plans]
    assert len(set(names)) == len(names)
    swapped = {(b, a, openings) for a, b, openings in names if a != b}
    assert not swapped & set(names)


def _all_heuristics() -> set[str]:
    tests = [test for claim in read_claims() for test in claim.tests]
    return {str(h) for test in tests for h in (test.a, test.b) if h is not None}


def test_costs_matter_only_under_a_time_limit():
    check = '{ kind = "shrinks", a = "ratio", b = "improved", under = "shallow", deeper = "deep" }'
    plan = plan_ledger(claims=claims(check), pairs=5, known_costs={"ratio": 2.0})
    assert [plan.names(0)[0] for plan in plan.plans] == [
        "AlphaBeta(ratio, depth=1)",
        "AlphaBeta(ratio, nodes=100)",
    ]
    (result,) = judge_ledger(plan, play_plans(plan.plans))
    assert "depth 1, then 2 ms" in result.ours


def test_rates_gaps_and_free_placement_have_intervals():
    checks = [
        '{ kind = "rate", a = "ratio", b = "null", under = "free", value = 80.0, within = 1.0 }',
        '{ kind = "evens", a = "ratio", b = "null", under = "shallow", deeper = "deep" }',
        '{ kind = "better", a = "ratio", b = "null", under = "free" }',
    ]
    rate, evens, better = run(*checks)
    assert rate.decisive.unit == evens.decisive.unit == "points"
    assert rate.decisive.estimate.low < rate.decisive.estimate.value < 100
    assert " %" in rate.ours
    assert better.verdict == "supported"


def test_the_gap_is_that_of_the_course_tournament():
    numbers = "value = 0.0, within = 5.0"
    check = f'{{ kind = "gap", a = "ratio", b = "improved", under = "shallow", {numbers} }}'
    plan = plan_ledger(claims=claims(check), pairs=2, known_costs={"open": 100, "center": 100})
    opponents = {match.names(0)[1] for match in plan.plans}
    assert "Random" in opponents
    assert "Minimax(open, depth=3)" in opponents
    assert "AlphaBeta(improved, nodes=15000)" in opponents
    assert len(plan.plans) == 14


def test_ten_kinds_of_squares_meet_every_reply():
    assert len(square_kinds()) == 10
    plan = plan_squares(Random(), repeats=2, seed=1)
    assert len(plan.drawn) == 2 * 10 * 48
    starts = {square: Position().play(square).canonical() for square in square_kinds()}
    assert len(set(starts.values())) == 10
    first_wins = count_squares(plan, bytes([1, 0]) * len(plan.drawn))
    assert all(kind.wins == kind.games == 192 for kind in first_wins)
    a_wins = count_squares(plan, bytes([1, 1]) * len(plan.drawn))
    assert all(2 * kind.wins == kind.games for kind in a_wins)


def test_squares_count_the_wins_of_the_first_player():
    plan = plan_squares(AlphaBeta("improved", depth=1), repeats=1, seed=1)
    (chunks,) = play_plans([plan])
    kinds = count_squares(plan, wins_of(chunks, 0))
    firsts = sum(chunk.tally().first_wins for chunk in chunks)
    assert sum(kind.wins for kind in kinds) == firsts
    assert all(kind.win_rate.low < kind.win_rate.high for kind in kinds)


def test_the_ledger_as_data_has_what_a_report_needs():
    facts = run(BETTER)[0].as_json()
    assert {
        "id", "analysis", "claim", "experiment", "evidence", "ours", "estimate", "unit", "pairs",
        "verdict", "survives", "p_value",
    } <= set(facts)  # fmt: skip
    assert set(facts["estimate"]) == {"value", "low", "high"}
    assert facts["unit"] == "Elo"
    assert facts["pairs"] == 200


def test_the_ledger_as_text():
    results = run(BETTER, WORSE, SAME)
    text = write_ledger(results)
    for result in results:
        assert f"{result.claim.id}  Made up." in text
        assert result.ours in text
        assert verdict_text(result) in text
    assert "3 claims: 1 supported, 1 contradicted, 1 not decided." in text
    page = ledger_markdown(results, [], command="lastknight claims")
    assert page.startswith("<!-- lastknight claims -->")
    assert "| 000-1 | Made up. | improved against null (depth 1) | None. |" in page


def test_efforts_differ_in_size_and_unknown_ones_are_refused():
    assert PAIRS["quick"] < PAIRS["default"] < PAIRS["thorough"]
    with pytest.raises(ArgumentError, match="effort must be one of quick, default, thorough"):
        run_ledger(effort="great")


def test_the_page_quotes_every_claim_as_the_data_has_it():
    page = (Path(__file__).parents[2] / "docs" / "claims.md").read_text(encoding="utf-8")
    for claim in read_claims():
        assert f"| {claim.id} | {claim.claim} | {claim.experiment} | {claim.evidence} |" in page
