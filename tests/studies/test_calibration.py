"""The clock of analysis 004: its speed follows from its search depths, and only 004 uses it."""

import pytest

from lastknight.errors import ArgumentError
from lastknight.matches.costs import NODES_PER_SECOND
from lastknight.matches.store import Store
from lastknight.studies.calibration import SPEEDS, calibrate, plan_calibration, speed_at_depth
from lastknight.studies.claim_run import plan_ledger
from lastknight.studies.claims import parse_claims, read_claims
from lastknight.studies.study import STUDIES, read_study
from lastknight.studies.study_figures import StudyFigure
from lastknight.studies.study_run import find_clocks, plan_study, run_study
from lastknight.studies.study_text import write_calibration, write_study

COSTS = {"null": 1.5, "ratio": 2.0, "longest_path": 10.0, "ratio_chase": 2.0}
COSTS |= {"open": 1.0, "center": 1.0}


def only(*labels: str, games: int = 100):
    """Study 004-t3 with some of its players."""
    study = read_study("004-t3")
    part = study.parts[0]
    kept = [place for place, player in enumerate(part.players) if player.label in labels]
    depths = tuple(part.original.depths[place] for place in kept)
    changes = {
        "players": tuple(part.players[place] for place in kept),
        "original": part.original.model_copy(update={"depths": depths}),
        "games": games,
    }
    return study.model_copy(update={"parts": (part.model_copy(update=changes),)})


def depths(*values: float, original: float, error: float | None = 0.03):
    return [
        StudyFigure(
            part="depth",
            measure="depth",
            player="x",
            games=100,
            value=value,
            error=error,
            original_value=original,
            original_error=None if error is None else 0.04,
        )
        for value in values
    ]


def test_improved_reaches_the_depth_of_table_3_at_the_speed_of_the_clock():
    found = calibrate(only("improved_score"))
    assert found.baseline.speed == pytest.approx(420_000, abs=2 * found.baseline.error)
    assert found.baseline.cost == 1
    assert found.study.nodes_per_second == 420_000


def test_table_3_is_out_of_reach_at_the_speed_of_the_other_analyses():
    study = only("improved_score")
    (slow, own) = (
        run_study(study, nodes_per_second=speed).parts[0].figure("improved_score", measure="depth")
        for speed in (NODES_PER_SECOND, None)
    )
    assert slow.difference < -10
    assert abs(own.difference) < 2


@pytest.mark.parametrize("name", STUDIES)
def test_only_004_has_a_clock_of_its_own(name):
    study = read_study(name)
    clocks = find_clocks(study, costs=dict.fromkeys(_timed(study), 1.0))
    found = {(clock.seconds, clock.nodes) for clock in clocks}
    own = {(0.15, 63_000), (0.03, 12_600)} if name.startswith("004") else {(0.15, 15_000)}
    assert found <= own
    assert len({clock.nodes_per_second for clock in clocks}) == 1


def _timed(study):
    players = [one for part in study.parts for one in (*part.players, *part.opponents)]
    return {str(one.heuristic) for one in players if one.seconds is not None}


def test_a_depth_between_two_speeds_is_interpolated_on_the_logarithm():
    # Halfway from 7 to 9 plies is the geometric mean of 100 and 400. The errors at both ends
    # halve and add to 0.03 / sqrt(2); with 0.04 that is 0.0453 plies, at ln(4) / 2 a ply.
    speed, error = speed_at_depth([25, 100, 400], depths(5.0, 7.0, 9.0, original=8.0))
    assert speed == pytest.approx(200)
    assert error == pytest.approx(200 * 0.0452769 * 0.6931472, rel=1e-5)


def test_a_depth_that_no_speed_reaches_has_no_speed():
    assert speed_at_depth([100, 400], depths(7.0, 9.0, original=9.5)) == (None, None)
    assert speed_at_depth([100, 400], depths(7.0, 9.0, original=6.5)) == (None, None)
    assert speed_at_depth([100, 400], depths(7.0, 9.0, original=8.0, error=None))[1] is None


def test_the_other_players_are_left_as_a_check():
    study = only("null_score", "improved_score", games=20)
    found = calibrate(study)
    null, improved = found.players
    assert found.baseline is improved
    assert null.cost == pytest.approx(improved.speed / null.speed, rel=0.05)
    assert [figure.player for figure in null.depths] == ["null_score"] * len(SPEEDS)
    text = write_calibration(found)
    assert f"{improved.speed:,.0f}" in text
    assert f"improved_score alone sets the clock: {found.nodes_per_second:,} nodes" in text
    assert len(found.rows()) == 2 * len(SPEEDS)
    assert found.as_json()["nodes_per_second"] == found.nodes_per_second


def test_a_calibration_out_of_reach_says_so():
    study = only("improved_score", games=2)
    part = study.parts[0]
    original = part.original.model_copy(update={"depths": (40.0,)})
    part = part.model_copy(update={"original": original})
    found = calibrate(study.model_copy(update={"parts": (part,)}))
    assert found.nodes_per_second is None
    assert "at none of these speeds" in write_calibration(found)
    assert found.players[0].cost is None


def test_a_calibration_is_the_same_for_any_workers_and_from_a_store(tmp_path):
    study = only("improved_score", games=6)
    once = calibrate(study, workers=1)
    assert calibrate(study, workers=3) == once
    with Store(tmp_path / "games.db") as store:
        calibrate(study, scale=2, store=store)  # a longer run before does not count
        assert calibrate(study, store=store) == once


@pytest.mark.parametrize("name", ["000", "004-t1", "004-t2"])
def test_a_study_without_depths_cannot_calibrate(name):
    with pytest.raises(ArgumentError, match=r"no search depths .* choose 004-t3"):
        plan_calibration(read_study(name))


def test_a_study_says_where_its_speed_comes_from():
    study = only("improved_score", games=2)
    assert "420,000 per second" in write_study(run_study(study))
    assert "--calibrate" in write_study(run_study(study))
    older = write_study(run_study(study, nodes_per_second=100_000))
    assert "Time limits as nodes: 100,000 per second" in older
    assert "--calibrate" not in older


def test_games_of_another_speed_are_kept_apart_and_still_resume(tmp_path):
    study = only("improved_score", games=2)
    resumed = []
    with Store(tmp_path / "games.db") as store:
        older = run_study(study, store=store, nodes_per_second=100_000)
        seen = []
        run_study(study, store=store, progress=seen.append)
        resumed.append(seen[-1].resumed)
        seen = []
        again = run_study(study, store=store, nodes_per_second=100_000, progress=seen.append)
        resumed.append(seen[-1].resumed)
    assert resumed == [0, 1]  # pairs
    assert again == older
    (plan,) = plan_study(study, older.clocks)
    assert plan.names(0)[0] == "AlphaBeta(improved, nodes=3000)"


def test_the_claims_of_004_use_its_clock_and_the_others_do_not():
    for claim in read_claims():
        conditions = [one for test in claim.tests for one in (test.under, test.deeper) if one]
        speeds = {one.nodes_per_second for one in conditions if one.seconds is not None}
        assert speeds <= ({420_000} if claim.analysis == "004" else {NODES_PER_SECOND})


CONDITION = """
[conditions.{name}]
text = "{name}"
seconds = 0.001
{clock}
openings = "random"
plies = 2
times = 1
"""
CLAIM = """
[[claims]]
id = "{id}"
claim = "Made up."
evidence = "None."
tests = [{{ kind = "better", a = "improved", b = "null", under = "{name}" }}]
"""


def test_the_same_time_on_two_clocks_stays_apart():
    conditions = CONDITION.format(name="plain", clock="")
    conditions += CONDITION.format(name="own", clock='clock_of = "004"')
    wanted = CLAIM.format(id="000-1", name="plain") + CLAIM.format(id="004-1", name="own")
    plan = plan_ledger(claims=parse_claims(conditions + wanted), pairs=1, known_costs=COSTS)
    assert [one.names(0) for one in plan.plans] == [
        ("AlphaBeta(improved, nodes=100)", "AlphaBeta(null, nodes=67)"),
        ("AlphaBeta(improved, nodes=420)", "AlphaBeta(null, nodes=280)"),
    ]


def test_a_clock_that_nobody_calibrated_is_an_error():
    text = CONDITION.format(name="own", clock='clock_of = "002"')
    with pytest.raises(ArgumentError, match="conditions, own, clock_of must be '004'"):
        parse_claims(text + CLAIM.format(id="1", name="own"))
