"""The lab without a server, in a real browser: what tests/web/test_page_lab.py does not have of it.

Its results are those of the installed program, nothing is lost, and files go back and forth.
"""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import lastknight as lk
from lab_visits import Lab, check_match
from lastknight.errors import ArgumentError
from lastknight.matches.counting import gather
from lastknight.matches.request import MatchRequest
from lastknight.matches.self_play import self_play_openings
from lastknight.matches.store import Store
from lastknight.report.charts.gallery import standings
from lastknight.report.charts.svg import describe_chart
from lastknight.stats import Estimate
from page_visits import Visit

pytestmark = pytest.mark.parametrize("backend", ["site"], indirect=True)

READ_CHARTS = """async (all) => {
    const { readChart } = await import("./chart_reading.js");
    return all.map(readChart);
}"""
# Damages what is stored: all chunks, or the first experiment.
DAMAGE = """(name) => new Promise((resolve, reject) => {
    const request = indexedDB.open("lastknight-lab");
    request.onsuccess = () => {
        const transaction = request.result.transaction(name, "readwrite");
        transaction.oncomplete = () => { request.result.close(); resolve(null); };
        transaction.onerror = () => reject(transaction.error);
        const cursor = transaction.objectStore(name).openCursor();
        cursor.onsuccess = () => {
            if (!cursor.result) return;
            const value = cursor.result.value;
            if (name === "chunks") value.won = value.won.replace(/./, (won) => 1 - won);
            else if (value.id === 1) value.plan.seed = 77;
            cursor.result.update(value);
            cursor.result.continue();
        };
    };
})"""

LONG = ["AlphaBeta(reach, nodes=20000)", "AlphaBeta(improved, nodes=20000)"]
QUICK = ["AlphaBeta(ratio, nodes=60)", "AlphaBeta(improved, nodes=60)"]


@pytest.fixture
def lab(visit: Callable[..., Visit]) -> Iterator[Lab]:
    one = Lab(visit())
    yield one
    assert one.visit.said == []


def estimate(result: dict[str, Any]) -> Estimate:
    return Estimate(result["elo"], result["elo_low"], result["elo_high"])


def check_chart(lab: Lab, experiment: str, expected: Any) -> None:
    """Check that the page reads an experiment's chart as it reads the program's."""
    described = lab.ask(f"experiments/{experiment}/charts/standings")
    found, wanted = lab.page.evaluate(READ_CHARTS, [described, describe_chart(expected)])
    assert found
    assert found == wanted


def _without_p(line: str) -> str:
    """A sentence without its p-value, which is simulated."""
    return re.sub(r"p [=<] [\d.]+", "p", line)


def test_a_killed_tab_loses_no_games(lab: Lab) -> None:
    one = lab.start(players=LONG, pairs=500)
    lab.show(one)
    lab.page.get_by_role("region", name="Recent games").wait_for()
    played = lab.ask(f"experiments/{one}/summary")["played"]
    context = lab.page.context
    lab.page.close()
    lab.page = lab.visit.page = context.new_page()
    lab.visit.go(f"#/experiments/{one}")
    lab.wait_for_state("stopped")
    found = lab.ask(f"experiments/{one}")
    assert 0 < played <= found["played"] < 500
    assert found["error"] is None
    lab.press("Resume")
    lab.wait_for_state("running")
    lab.press("Stop")
    lab.wait_for_state("stopped")


def test_a_tournament_has_ratings_and_a_cross_table(lab: Lab) -> None:
    players = ["Random", "Greedy(open)", "AlphaBeta(improved, nodes=100)"]
    one = lab.start(kind="tournament", players=players, pairs=30, seed=2, width=6)
    found = lab.finish(one)
    expected = lk.run_tournament(players, pairs=30, seed=2, start=lk.Position(6, 7))
    for found_match, match in zip(found["matches"], expected.matches.values(), strict=True):
        check_match(found_match, match)
    order = [expected.names[place] for place in expected.ratings.order]
    assert [row["player"] for row in found["ratings"]] == order
    for place, row in zip(expected.ratings.order, found["ratings"], strict=True):
        assert row["elo"] == pytest.approx(expected.ratings.ratings[place].value, abs=1e-4)
        assert row["rank"] == expected.rank(place)
    assert [_without_p(line) for line in found["cautions"]] == [
        _without_p(line) for line in expected.cautions
    ]
    rated = {row["player"]: estimate(row) for row in found["ratings"]}
    check_chart(lab, one, standings(rated, title="Elo, Random is 0"))
    lab.show(one)
    lab.page.get_by_text("Ratings, best first; Random is 0.").wait_for()
    lab.page.get_by_text("Score of each row against each column").wait_for()
    lab.visit.check_accessibility()
    won = lab.ask(f"experiments/{one}/games", player="Random", result="won", count=500)
    assert len(won["games"]) == sum(
        match.wins for (a, _), match in expected.matches.items() if a == 0
    )
    lab.visit.go(f"#/games/{one}/1.3.2")
    lab.page.get_by_text("The installed program shows its thinking.").first.wait_for()


def test_an_experiment_is_exported_and_the_program_goes_on_with_it(
    lab: Lab, tmp_path: Path
) -> None:
    asked: dict[str, Any] = {"pairs": 12, "seed": 9, "plies": 4, "start_ply": 9}
    found = lab.play(players=QUICK, **asked)
    one, (result,) = found["id"], found["matches"]
    rows = {f"{result['a']} - {result['b']}": estimate(result)}
    check_chart(lab, one, standings(rows, title="pair-Elo of the first over the second"))
    lab.show(one)
    lab.press("Export…")
    with lab.page.expect_download() as download:
        lab.press("Save the file")
    file, store = tmp_path / "games.jsonl", tmp_path / "games.db"
    download.value.save_as(file)
    program = [sys.executable, "-m", "lastknight"]
    command = [*program, "games", store, "--import", file]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    request = MatchRequest(players=tuple(QUICK), **asked)
    plan = request.plan()
    with Store(store) as opened:
        (experiment,) = opened.experiments()
        assert dict(experiment.plan) == plan.identity()
        assert experiment.about["request"] == request.as_json()
        (match,) = gather(plan, opened.chunks(experiment.id))
    check_match(result, match)
    check_match(result, lk.play_match(*QUICK, **asked))
    # The same command finds all its games there.
    again = shlex.split(found["command"])
    assert again == ["lastknight", *request.words()]
    done = subprocess.run(
        [*program, *again[1:], "--file", store, "--json", "-"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(done.stdout)["ww"] == result["ww"]


def test_experiments_wait_for_their_turn_and_keep_their_names(lab: Lab) -> None:
    first = lab.start(players=LONG, pairs=500)
    second = lab.start(players=QUICK, pairs=3)
    assert lab.ask(f"experiments/{second}/summary")["place"] == 1
    lab.show(second)
    lab.wait_for_state("waiting")
    lab.press("Remove from the queue")
    lab.page.locator(".experiment-head .state", has_text="not started").wait_for()
    lab.press("Start")
    lab.wait_for_state("waiting")
    lab.send(f"{second}/label", name="mine", note="a note")
    lab.send(f"{first}/stop")
    found = lab.finish(second)
    assert (found["state"], found["title"], found["note"]) == ("finished", "mine", "a note")
    # The same again with more pairs goes on.
    assert lab.start(players=QUICK, pairs=5) == second
    assert lab.finish(second)["played"] == 5
    lab.send(f"{first}/delete")
    assert [one["id"] for one in lab.ask("experiments")] == [second]


def test_fewer_pairs_leave_an_experiment_as_it_is(lab: Lab) -> None:
    """It keeps what was asked for, as in the program; more pairs replace that."""
    one = lab.play(players=QUICK, pairs=6, sprt={"elo0": 0, "elo1": 300})
    for pairs in (2, 6):
        assert lab.start(players=QUICK, pairs=pairs) == one["id"]
        found = lab.finish(one["id"])
        for name in ("state", "played", "planned", "form", "command", "matches"):
            assert found[name] == one[name], name
    assert lab.start(players=QUICK, pairs=7) == one["id"]
    found = lab.finish(one["id"])
    assert (found["state"], found["played"], found["planned"]) == ("finished", 7, 7)
    assert found["form"]["sprt"] is None


def test_damaged_games_are_named_and_played_again(lab: Lab) -> None:
    one = lab.start(players=QUICK, pairs=6)
    other = lab.start(players=QUICK, pairs=4, seed=2)
    before = lab.finish(one)
    lab.finish(other)
    lab.page.evaluate(DAMAGE, "chunks")
    lab.page.reload()
    lab.show(one)
    lab.page.get_by_text("6 pairs are damaged; the others are counted.").wait_for()
    lab.press("Resume")
    lab.wait_for_state("finished")
    assert lab.finish(one)["matches"] == before["matches"]
    lab.page.evaluate(DAMAGE, "experiments")
    lab.show(one)
    lab.page.get_by_text("what is stored of experiment 1 is damaged").first.wait_for()
    titles = {found["id"]: found["title"] for found in lab.ask("experiments")}
    assert titles[one] == "experiment 1, damaged"
    assert titles[other] == "ratio against improved (AlphaBeta, 60 nodes)"
    lab.send(f"{one}/delete")
    assert [found["id"] for found in lab.ask("experiments")] == [other]


def test_what_cannot_be_played_is_refused_with_a_line(lab: Lab) -> None:
    needs = "needs the installed program"
    with pytest.raises(ArgumentError) as too_few:
        self_play_openings(lk.Position(), 1, 20, plies=0, seed=1)
    refused: list[tuple[dict[str, Any], str]] = [
        ({"kind": "analysis", "heuristics": ["ratio"]}, f"an analysis {needs}: pip install"),
        (
            {"kind": "analysis", "heuristics": ["open"], "nodes": 500, "pairs": 9, "width": 5}
            | {"against": ["Random"], "openings": "census"},
            "lastknight analyze open --quick --nodes 500 --against Random --pairs 9 "
            "--openings census --width 5",
        ),
        ({"players": ["mine.py:chase", "Random"]}, f"which {needs}"),
        ({"players": ["imporved", "Random"]}, "did you mean 'improved'?"),
        ({"players": ["Random"]}, "a match needs two players, got 1"),
        ({"pairs": 0}, "pairs must be a whole number of at least 1, got 0"),
        ({"plies": 9}, "plies must be a whole number from 0 to 8, got 9"),
        ({"seed": 2**60}, "seed must be a whole number from 0 to 2^53 - 1 here"),
        ({"width": 2, "height": 2}, "every game on this board is over after 2 plies"),
        ({"sprt": {"elo0": 5, "elo1": 5}}, "elo0 must be at least 0.01 below elo1"),
        (
            {"sprt": {"elo0": 0, "elo1": 5, "beta": 0.5}},
            "beta must be a number above 0 and below 0.5",
        ),
        (
            {"start_ply": 2},
            "start_ply must be a whole number from 3 to 48 on this board after 2 random",
        ),
        ({"start_ply": 5, "openings": "empty"}, "leave out empty openings"),
        ({"start_ply": 1, "plies": 0, "pairs": 20}, str(too_few.value)),
    ]
    for request, line in refused:
        assert line in lab.refusal(**{"players": QUICK, "pairs": 1} | request)
    assert lab.ask("experiments") == []
