"""The statistics of the core in WebAssembly are those of the Python package, on the same counts."""

from __future__ import annotations

import json
import random
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lastknight import stats
from lastknight.matches.results import Match
from lastknight.matches.roles import RoleCount
from lastknight.matches.tally import Tally
from lastknight.stats import Estimate, Sprt, SprtProgress
from lastknight.stats.decided_pairs import DecidedPairs
from lastknight.stats.estimate import difference

ASK = Path(__file__).with_name("ask_core.mjs")
Pair = tuple[int, int, int, int]
"""The opening, whether A won the first and the second game, and the game in which A attacks."""


class Calls:
    """Calls of the core, sent all at once."""

    def __init__(self) -> None:
        self.calls: list[list[Any]] = []

    def add(self, *call: Any) -> str:
        """Add a call; returns what stands for its answer."""
        self.calls.append(list(call))
        return f"${len(self.calls) - 1}"

    def ask(self, core: Path) -> dict[str, Any]:
        """The answers, by what stands for them."""
        done = subprocess.run(
            ["node", ASK, core],
            input=json.dumps(self.calls),
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return {f"${place}": answer for place, answer in enumerate(json.loads(done.stdout))}


def draw_pairs(chooser: random.Random, count: int, openings: int) -> list[Pair]:
    """Pairs of two players on some openings; with few openings, they repeat."""
    win, lose = chooser.choice([(0.1, 0.1), (0.3, 0.05), (0.02, 0.4), (0.5, 0.5), (0.2, 0.0)])
    likely = {opening: chooser.random() for opening in range(openings)}
    is_deterministic = chooser.random() < 0.3
    pairs = []
    for pair in range(count):
        opening = pair % openings if openings < count else pair
        at = likely.get(opening, 0.0) if is_deterministic else chooser.random()
        attacking = chooser.choice([0, 1]) if openings > 1 else -1
        if at < win:
            pairs.append((opening, 1, 1, attacking))
        elif at < win + lose:
            pairs.append((opening, 0, 0, attacking))
        else:
            pairs.append((opening, *chooser.choice([(0, 1), (1, 0)]), attacking))
    return pairs


def cases() -> list[list[Pair]]:
    chooser = random.Random(1)
    sizes = [(1, 1), (2, 2), (3, 1), (6, 2), (20, 20), (40, 7), (100, 100), (315, 315), (400, 90)]
    found = [draw_pairs(chooser, *size) for size in sizes for _ in range(6)]
    found += [draw_pairs(chooser, 3000, openings) for openings in (3000, 315, 10)]
    found.append([(0, 1, 1, -1)] * 30)
    found.append([(opening, 1, 0, 0) for opening in range(50)])
    found.append([(opening, 1, 1, 0) for opening in range(50)])
    return found


def numbers(rows: list[Any]) -> str:
    return " ".join(str(number) for row in rows for number in row)


def match_of(pairs: list[Pair], sprt: Sprt | None = None, most: int | None = None) -> Match:
    by_opening: dict[int, list[int]] = {}
    roles: dict[int, list[int]] = {}
    for opening, first, second, attacking in pairs:
        by_opening.setdefault(opening, [0, 0, 0])[2 - first - second] += 1
        if attacking >= 0:
            won = (first, second)
            row = roles.setdefault(opening, [0, 0, 0])
            row[0] += 1
            row[1] += won[attacking]
            row[2] += won[1 - attacking]
    counts = [Tally(ww=ww, split=split, ll=ll) for ww, split, ll in by_opening.values()]
    a_won = bytes(won for _, first, second, _ in pairs for won in (first, second))
    return Match(
        "A",
        "B",
        Tally.of_wins(a_won),
        Tally.of_wins(a_won),
        tuple(counts),
        2 * len(pairs),
        sprt=sprt,
        role_counts=tuple(RoleCount(*roles[opening]) for opening in sorted(roles)),
        most_pairs=most,
    )


def same(found: Any, expected: float | None, *, within: float = 1e-6) -> None:
    if expected is None:
        assert found is None
    else:
        assert found == pytest.approx(expected, abs=within, rel=1e-9)


def same_estimate(found: dict[str, Any], expected: Estimate, *, within: float = 1e-6) -> None:
    for name in ("value", "low", "high"):
        same(found[name], getattr(expected, name), within=within)


def test_live_counts(core_wasm: Path) -> None:
    calls = Calls()
    asked = []
    for pairs in cases():
        record = calls.add("record")
        calls.add("record_add", record, numbers(pairs))
        asked.append((pairs, calls.add("record_live", record)))
    answers = calls.ask(core_wasm)
    for pairs, place in asked:
        found, tally = answers[place], match_of(pairs).tally
        names = ("ww", "split", "ll", "wins", "losses")
        assert [found[name] for name in names] == [getattr(tally, name) for name in names]
        decided = DecidedPairs()
        decided.add_pairs([pair[0] for pair in pairs], [pair[1:3] for pair in pairs])
        effect = decided.live_design_effect()
        same_estimate(found["elo"], stats.anytime_elo(tally.ww, tally.ll, design_effect=effect))


def sprt_numbers(test: Sprt | None) -> tuple[float | None, ...]:
    """Elos and error rates of a sequential test, as the core takes them."""
    return (None,) * 4 if test is None else (test.elo0, test.elo1, test.alpha, test.beta)


@pytest.mark.parametrize("test", [None, Sprt(0, 20), Sprt(-20, 30, alpha=0.01, beta=0.2)], ids=str)
def test_results(core_wasm: Path, test: Sprt | None) -> None:
    calls = Calls()
    asked = []
    for pairs in cases():
        record = calls.add("record")
        calls.add("record_add", record, numbers(pairs))
        most = len(pairs) if len(pairs) % 3 == 0 else None
        sent = (record, -1 if most is None else most, *sprt_numbers(test))
        asked.append((match_of(pairs, test, most), calls.add("record_facts", *sent)))
    answers = calls.ask(core_wasm)
    for match, place in asked:
        found = answers[place]
        same_estimate(found["elo"], match.elo)
        same_estimate(found["win_rate"], match.win_rate)
        facts: dict[str, Any] = match.facts()
        for name in ("p_value", "p_value_unclustered", "first_wins"):
            same(found[name], facts[name], within=1e-9)
        assert found["openings"] == match.distinct_openings
        if match.verdict.word == "inconclusive":
            assert found["pairs_to_decide"] == match.verdict.pairs_to_decide
        roles = found["roles"]
        assert (roles is None) == (match.roles is None)
        if roles is not None and match.roles is not None:
            for name in ("a_attacker", "a_defender", "b_attacker", "b_defender", "attacker"):
                assert roles[name]["wins"] == getattr(match.roles, name).wins
                same_estimate(roles[name]["rate"], getattr(match.roles, name).rate, within=1e-9)
        if test is None:
            assert found["sprt"] is None
        else:
            for name, expected in match.sprt_facts.items():
                if name in found["sprt"] and name != "decision":
                    same(found["sprt"][name], expected)
            assert found["sprt"]["decision"] == facts["decision"]


def test_sequential_tests(core_wasm: Path) -> None:
    calls = Calls()
    asked = []
    chooser = random.Random(2)
    for pairs in cases():
        tests = [Sprt(0, 50), Sprt(0, 20, alpha=0.2, beta=0.01), Sprt(-20, 0), Sprt(-5, 90)]
        test = chooser.choice(tests)
        openings = [pair[0] for pair in pairs]
        progress = SprtProgress(test, openings, planned=len(pairs))
        handle = calls.add("sprt", *sprt_numbers(test), len(pairs))
        starts = list(range(0, len(pairs), max(1, len(pairs) // 5)))
        ends = [*starts[1:], len(pairs)]
        parts = list(zip(starts, ends, strict=True))
        chooser.shuffle(parts)
        calls.add("sprt_distinct", handle, len(set(openings)))
        for start, end in parts:
            progress.add(start, [pair[1:3] for pair in pairs[start:end]])
            rows = [pair[:3] for pair in pairs[start:end]]
            calls.add("sprt_add", handle, start, numbers(rows))
            state = calls.add("sprt_state", handle)
            asked.append((state, progress.pairs, progress.llr, progress.decision))
        asked.append((state, progress.pairs_left, progress.is_over, None))
    answers = calls.ask(core_wasm)
    for state, one, two, decision in asked:
        found = answers[state]
        if isinstance(two, bool):
            same(found["pairs_left"], one)
            assert found["is_over"] == two
        else:
            assert (found["pairs"], found["decision"]) == (one, decision)
            same(found["llr"], two)


def test_differences(core_wasm: Path) -> None:
    chooser = random.Random(3)
    calls = Calls()
    asked = []
    for _ in range(60):
        both = [stats.pair_elo(chooser.randrange(40), chooser.randrange(40)) for _ in range(2)]
        texts = [
            " ".join("nan" if end is None else repr(end) for end in (one.value, one.low, one.high))
            for one in both
        ]
        asked.append((calls.add("difference", *texts), difference(*both)))
    answers = calls.ask(core_wasm)
    for place, expected in asked:
        same_estimate(answers[place], expected)


def draw_tournament(
    generator: np.random.Generator, players: int, pairs: int, *, openings: int
) -> np.ndarray[Any, Any]:
    """Rows of A, B, the games A won, and the opening; the last player loses everything."""
    strength = np.linspace(0, 1.2, players)
    strength[-1] = -6
    rows = []
    for a in range(players):
        for b in range(a + 1, players):
            for pair in range(pairs):
                bias = generator.normal(0, 2)
                chances = [strength[a] - strength[b] + side * bias for side in (1, -1)]
                won = [int(generator.random() < 1 / (1 + np.exp(-chance))) for chance in chances]
                rows.append([a, b, *won, pair % openings])
    return np.array(rows)


def test_ratings(core_wasm: Path) -> None:
    """The values are the same; intervals are drawn, and so agree within their random error."""
    generator = np.random.default_rng(4)
    calls = Calls()
    asked = []
    for players, pairs, openings in [(2, 40, 40), (3, 60, 60), (5, 80, 80), (6, 120, 30)]:
        rows = draw_tournament(generator, players, pairs, openings=openings)
        several = [
            stats.rate_pairs(
                *rows[:, :2].T, rows[:, 2:4], opening=rows[:, 4], players=players, seed=seed
            )
            for seed in range(5)
        ]
        asked.append((calls.add("ratings", players, numbers(rows.tolist()), 1), several))
    answers = calls.ask(core_wasm)
    for place, several in asked:
        found, expected = answers[place], several[0]
        assert found["openings"] == expected.openings
        assert found["pairs_to_rank"] == expected.pairs_to_rank
        assert found["order"] == list(expected.order)
        for one, other in zip(found["elo"], expected.ratings, strict=True):
            same(one["value"], other.value, within=1e-5)
            for end in ("low", "high"):
                wanted = getattr(other, end)
                if wanted is None:
                    assert one[end] is None
                else:
                    width = abs(wanted - (other.value or 0.0))
                    assert one[end] == pytest.approx(wanted, abs=0.2 * width + 2)
        for player, (best, worst) in enumerate(found["ranks"]):
            drawn = [one.ranks[player] for one in several]
            assert best in {one.best for one in drawn}
            assert worst in {one.worst for one in drawn}


def test_ratings_that_fail_are_named(core_wasm: Path) -> None:
    a, b = np.repeat([(0, 1), (1, 2), (2, 0)], 60, axis=0).T  # each beats the next
    won = np.tile([[1, 1], [1, 1], [0, 0]], (60, 1))
    rows = np.column_stack([a, b, won, np.arange(180)])
    calls = Calls()
    place = calls.add("ratings", 3, numbers(rows.tolist()), 1)
    found = calls.ask(core_wasm)[place]
    assert found["fit_p_value"] == 0.001
    assert found["surprise"] == {
        "winner": 0,
        "loser": 1,
        "expected": pytest.approx(0.5),
        "seen": pytest.approx(2 / 3),
    }
