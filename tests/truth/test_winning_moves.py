"""Critical positions: all heuristics choose in the same ones, checked by brute force."""

import pytest

import lastknight as lk
from lastknight.truth import Verdicts
from lastknight.truth import verdicts as verdicts_module
from lastknight.truth.sampling import sample_critical
from lastknight.truth.source_games import strong_games
from lastknight.truth.winning_moves import compare_picks

START = lk.Position(6, 6)
SPECS = ("ratio", "null", "reach(k=3)")
WANTED = 150


def collect(verdicts, *, start=START, wanted=WANTED):
    games = strong_games(wanted, start=start, seed=4, verdicts=verdicts)
    return sample_critical(games, verdicts, source="tests", wanted=wanted, seed=4)


@pytest.fixture(scope="module")
def sample():
    return collect(Verdicts())


def compare(sample, *specs, threads=1, baseline="improved"):
    made = [lk.heuristic(spec) for spec in specs]
    return compare_picks(made, lk.heuristic(baseline), sample, nodes=20, threads=threads)


def test_positions_are_distinct_late_and_really_critical(sample):
    assert len(sample.critical) == WANTED
    assert len({one.position.canonical() for one in sample.positions}) == len(sample.positions)
    assert min(one.ply for one in sample.positions) >= 36 / 5
    for one in sample.critical:
        wins = {m for m, winner in lk.solve(one.position).moves.items() if winner == one.mover}
        assert wins == one.winning
        assert 0 < len(wins) < len(one.position.legal_moves())


def test_collecting_stops_at_the_number_wanted_or_after_the_last_game(sample):
    assert sample.positions[-1].is_critical
    small = collect(Verdicts(), start=lk.Position(4, 4))
    assert 0 < len(small.critical) < WANTED


def test_counts_come_from_the_choices(sample):
    found = compare(sample, *SPECS)
    hits = {
        spec: [
            lk.AlphaBeta(spec, nodes=20).choose(one.position, seed=one.seed).move in one.winning
            for one in sample.critical
        ]
        for spec in (*SPECS, "improved")
    }
    for one in found.found:
        assert one.picks.picked == sum(hits[one.heuristic])
    base = hits["improved"]
    for pair in found.compared:
        own = list(zip(hits[pair.heuristic], base, strict=True))
        assert pair.only_candidate == own.count((True, False))
        assert pair.only_baseline == own.count((False, True))
        assert pair.both == own.count((True, True))
        low, high = pair.difference.low, pair.difference.high
        assert (pair.word == "no difference shown") == (low <= 0 <= high)
    assert next(one for one in found.compared if one.heuristic == "null").difference.high < 0.05


def test_threads_change_nothing(sample):
    assert compare(sample, *SPECS, threads=3) == compare(sample, *SPECS)


def test_a_stopped_collection_resumes_without_new_proofs(tmp_path, monkeypatch, sample):
    with lk.Store(tmp_path / "games.db") as store:
        assert collect(Verdicts(workers=2, store=store)).positions == sample.positions
    monkeypatch.setattr(verdicts_module, "prove", lambda *_, **__: pytest.fail("proved again"))
    with lk.Store(tmp_path / "games.db") as store:
        assert collect(Verdicts(workers=1, store=store)).positions == sample.positions


def test_python_chooses_in_every_tenth_position_and_a_failure_is_left_out(sample):
    def slow(position, player):
        return float(len(position.legal_moves(player)) - len(position.legal_moves(3 - player)))

    def failing(position, player):
        return 1 / (len(position.blank) * player * 0)

    slow_one, bad = lk.heuristic(slow), lk.heuristic(failing)
    found = compare_picks([slow_one, bad], lk.heuristic("improved"), sample, nodes=20)
    (pair,) = found.compared
    assert pair.heuristic == str(slow_one)
    tenth = -(-len(sample.critical) // 10) if slow_one.core.needs_python else len(sample.critical)
    assert pair.critical == tenth
    assert (pair.only_candidate, pair.only_baseline) == (0, 0)
    assert compare_picks([lk.heuristic("ratio")], bad, sample, nodes=20) is None
