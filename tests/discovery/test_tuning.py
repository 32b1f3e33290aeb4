"""Tuning by games: the same with any workers and after a stop, and honest about what it shows."""

import json
from dataclasses import replace
from itertools import islice

import pytest

import lastknight as lk
from lastknight.discovery.split_openings import draw_half, half_of
from lastknight.discovery.tuning import run_tuning
from lastknight.discovery.tuning_request import TuneRequest, as_ranges
from lastknight.discovery.tuning_results import Check
from lastknight.matches.openings import census_openings, list_openings
from lastknight.matches.tally import Tally
from lastknight.report.tuning_page import write_tuning
from lastknight.stats import Sprt

SMALL = {"nodes": 60, "pairs": 320, "check_pairs": 120}
RANGES = {"w": (-1, 3)}
SPEC = "improved - w * center"


class StoppedError(Exception):
    """Stands for Ctrl-C."""


@pytest.fixture(scope="module")
def small():
    return lk.tune(SPEC, RANGES, workers=1, **SMALL)


def test_workers_do_not_change_the_result(small):
    assert lk.tune(SPEC, RANGES, workers=2, **SMALL) == small
    assert lk.tune(SPEC, RANGES, workers=2, seed=2, **SMALL).path != small.path


@pytest.mark.parametrize("stop_at", [1, 7, 20, 21])
def test_a_stopped_search_goes_on_and_ends_the_same(tmp_path, small, stop_at):
    calls = 0

    def stop(*_):
        nonlocal calls
        calls += 1
        if calls > stop_at:
            raise StoppedError

    with lk.Store(tmp_path / "games.db") as store, pytest.raises(StoppedError):
        lk.tune(SPEC, RANGES, workers=2, store=store, progress=stop, **SMALL)
    with lk.Store(tmp_path / "games.db") as store:
        assert lk.tune(SPEC, RANGES, workers=1, store=store, **SMALL) == small
    with lk.Store(tmp_path / "games.db") as store:  # everything is there: nothing is played
        assert lk.tune(SPEC, RANGES, store=store, runner=_refuse, **SMALL) == small


def _refuse(works, **_):
    assert not list(works)
    return iter(())


def test_the_search_and_the_check_never_share_an_opening(tmp_path):
    with lk.Store(tmp_path / "games.db") as store:
        lk.tune(SPEC, RANGES, store=store, **SMALL)
        plans = [one.plan for one in store.experiments()]
    searched = {half_of(one) for plan in plans[:-1] for one in _openings(plan)}
    checked = {half_of(one) for one in _openings(plans[-1])}
    assert (searched, checked) == ({"search"}, {"check"})


def _openings(plan):
    return list_openings(lk.Position(), plan["openings"])


def test_mirror_images_are_in_the_same_half_and_the_halves_are_similar():
    halves = [half_of(one) for one in census_openings(lk.Position(), 2)]
    assert 0.4 < halves.count("search") / len(halves) < 0.6
    drawn = islice(draw_half(lk.Position(), "check", plies=2, seed=5), 500)
    assert all(half_of(one) == "check" for one in drawn)


def test_it_finds_what_is_known_to_be_good():
    # Counting the opponent's moves as good is bad; subtracting them about once is good.
    ranges = {"w": (-2, 3)}
    found = lk.tune(
        "value(power=1, weight=w)",
        ranges,
        nodes=100,
        pairs=1280,
        start={"w": -1.5},
        check_pairs=400,
    )
    assert 0.3 < found.values["w"] < 2.5
    assert found.verdict == "better"
    check = found.checks[0]
    assert (check.role, check.match["decision"]) == ("start", "elo1")
    assert check.match["a"] == found.player
    assert "confirmed" in found.sentence


def test_nothing_is_called_better_unless_the_test_says_so():
    # Both players never differ: every pair is split or random.
    found = lk.tune("improved + w * null", {"w": (0, 2)}, **SMALL)
    assert found.verdict in ("inconclusive", "no gain shown", "unchanged")
    assert "better" not in found.sentence


@pytest.mark.parametrize(
    ("ww", "ll", "word"),
    [(300, 200, "better"), (200, 300, "no gain shown"), (5, 4, "inconclusive")],
)
def test_the_word_of_a_check_is_that_of_its_test(ww, ll, word):
    match = lk.play_match("Random", "Greedy(open)", pairs=2, seed=3)
    tally = Tally(ww=ww, ll=ll)
    each = [Tally(ww=1)] * ww + [Tally(ll=1)] * ll
    made = replace(match, tally=tally, by_opening=tuple(each), sprt=Sprt(0, 20))
    assert Check.of(made, "start").verdict == word


FAILING = """\
def always(position, player):
    raise ValueError("nothing to say")


def late(position, player):
    if len(position.blank) < 18:
        raise ValueError("too late")
    return len(position.legal_moves(player))
"""


def test_a_search_of_forfeits_ends_and_says_why(tmp_path):
    (tmp_path / "bad.py").write_text(FAILING)
    with pytest.raises(lk.ArgumentError, match=r"by forfeit \(crash\).*nothing to say"):
        lk.tune(f"w * {tmp_path}/bad.py:always", RANGES, nodes=20, pairs=80)


def test_forfeits_of_a_search_are_counted(tmp_path):
    (tmp_path / "bad.py").write_text(FAILING)
    spec = f"w * {tmp_path}/bad.py:late - center"
    found = lk.tune(spec, RANGES, nodes=20, pairs=80, check_pairs=10)
    assert 0 < found.forfeits < found.pairs
    assert found.facts()["forfeits"] == found.forfeits
    page = write_tuning(found, tmp_path)[0].read_text("utf-8")
    assert "of the search were lost by forfeit" in page


def test_a_check_decided_by_forfeits_is_inconclusive():
    match = lk.play_match("Random", "Greedy(open)", pairs=2, seed=3)
    tally = Tally(ww=300, ll=20, b_forfeits=600)
    each = [Tally(ww=1)] * 300 + [Tally(ll=1)] * 20
    clean = Tally(ww=1, ll=20)
    made = replace(
        match, tally=tally, by_opening=tuple(each), without_forfeits=clean, sprt=Sprt(0, 20)
    )
    check = Check.of(made, "start")
    assert (check.verdict, check.match["decision"]) == ("inconclusive", "elo1")
    assert "forfeits" in check.sentence


def test_several_parameters_whole_ones_and_another_opponent():
    found = lk.tune(
        "AlphaBeta(reach(k=n) - w * center, nodes=50)",
        {"n": (1, 4), "w": (-1, 1)},
        start={"n": 1},
        pairs=160,
        against="AlphaBeta(improved, nodes=50)",
        check_pairs=40,
    )
    n, w = found.parameters
    assert n.is_whole
    assert isinstance(n.value, int)
    assert (n.start, w.start) == (1, 0)
    assert [one.role for one in found.checks] == ["start", "against"]
    assert found.checks[1].opponent == "AlphaBeta(improved, nodes=50)"
    for step in found.path:
        assert step.up != step.down
        assert step.up[0] in (1, 2, 3, 4)
    assert n.spread.low >= 1
    assert json.loads(json.dumps(found.facts(), allow_nan=False))["tuned"] == found.tuned


def test_a_start_that_is_kept_is_not_checked_against_itself():
    request = TuneRequest(
        spec="reach(k=n)", ranges=as_ranges({"n": (1, 2)}), nodes=50, pairs=80, check_pairs=20
    )
    found = run_tuning(request)
    roles = [one.role for one in found.checks]
    assert roles == ([] if found.player == found.start_player else ["start"])
    if not roles:
        assert found.verdict == "unchanged"


def test_without_a_check_nothing_is_claimed():
    found = lk.tune(SPEC, RANGES, nodes=50, pairs=80, check_pairs=0)
    assert found.checks == ()
    assert found.verdict in ("unchecked", "unchanged")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"pairs": 79}, "pairs must be a whole number from 80"),
        ({"pairs": 1.5}, "pairs must be a whole number"),
        ({"check_pairs": -1}, "check_pairs must be a whole number from 0"),
        ({"plies": 0}, "two halves"),
        ({"board": lk.Position(2, 1), "plies": 2}, "over after 2 plies"),
        ({"start": {"v": 1}}, "not a parameter"),
        ({"against": "imporved"}, "did you mean 'improved'"),
        ({"nodes": 0}, "nodes"),
        ({"seed": -1}, "seed"),
    ],
)
def test_bad_arguments_are_refused_before_any_game(options, said):
    def fail(*_):
        raise AssertionError("games were played")

    with pytest.raises(lk.LastknightError, match=said):
        lk.tune(SPEC, RANGES, progress=fail, **options)


def test_a_player_has_its_own_limit_and_opponents_that_are_players():
    spec = "AlphaBeta(improved - w * center, depth=2)"
    with pytest.raises(lk.ArgumentError, match="lower Elo of its sequential test must be at leas"):
        lk.tune("improved - w * center", {"w": (0, 1)}, sprt="no-regression")
    with pytest.raises(lk.ArgumentError, match="limit of its own"):
        lk.tune(spec, RANGES, nodes=100)
    with pytest.raises(lk.ArgumentError, match="needs one too"):
        lk.tune(spec, RANGES, against="improved")


@pytest.mark.parametrize(
    "ranges", [None, {"w": 2}, {"w": (0, 1, 2)}, [("w", 0, 1)], {"w": ("a", 1)}]
)
def test_ranges_of_another_form_are_refused(ranges):
    with pytest.raises(lk.ArgumentError):
        lk.tune(SPEC, ranges)


def test_a_request_survives_json_and_says_its_command():
    request = TuneRequest(
        spec=SPEC,
        ranges=as_ranges({"w": (0, 2)}),
        point=(("w", 0.5),),
        against="improved",
        check_pairs=100,
        sprt=Sprt(0, 50),
        seed=3,
    )
    assert TuneRequest.from_json(json.loads(json.dumps(request.as_json()))) == request
    assert request.words() == [
        *("tune", SPEC, "--range", "w=0:2", "--start", "w=0.5", "--against", "improved"),
        *("--sprt", "0:50", "--check-pairs", "100", "--seed", "3"),
    ]
