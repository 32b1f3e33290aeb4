"""Requests to the lab that meet others, and folders and stores that are not what they seem."""

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import sleep

import pytest

import lastknight as lk
from lastknight.analysis import AnalysisRequest
from lastknight.errors import ArgumentError
from lastknight.matches.archive import export_jsonl
from lastknight.matches.game_import import import_jsonl
from lastknight.matches.request import MatchRequest
from lastknight.matches.tournament import play_match
from lastknight.report.analysis_folder import keep_request
from lastknight.web.experiments import deletion
from lastknight.web.experiments.laboratory import Laboratory
from lastknight.web.experiments.requests import prepare
from lastknight.web.queries import summaries
from lastknight.web.workers import pool
from web_client import running

SLOW = {
    "kind": "match",
    "players": ["AlphaBeta(improved, nodes=3000)", "Random"],
    "pairs": 90_000,
}


@pytest.fixture
def client(tmp_path):
    with running(tmp_path, workers=2) as client:
        yield client


def send(client, path, body=None, *, status=200):
    answer = client.post(f"/api/experiments{path}", json=body or {})
    assert answer.status_code == status, answer.text
    return answer.json()


def wait_for_pairs(client, number):
    while not client.get(f"/api/experiments/{number}/summary").json()["played"]:
        sleep(0.05)


@pytest.mark.parametrize("turns", [0, 1, 2, 5, 20, 100])
def test_an_experiment_that_is_stopped_while_it_starts_does_not_run(tmp_path, turns):
    request = MatchRequest.from_json(SLOW)
    order = prepare(request=request.as_json(), store=str(tmp_path / "games.db"), workers=1)

    async def start_and_stop():
        laboratory = Laboratory(1)
        starting = asyncio.create_task(laboratory.start("1", order["order"], None))
        for _ in range(turns):
            await asyncio.sleep(0)
        await laboratory.stop("1")
        await starting
        await laboratory.stop("1")
        (run,) = laboratory._runs.values()
        assert not laboratory.is_active("1")
        assert run.process is None or run.process.returncode is not None

    asyncio.run(start_and_stop())


def test_an_experiment_whose_process_cannot_start_says_so(monkeypatch):
    async def fail(*_, **__):
        raise BlockingIOError(11, "Resource temporarily unavailable")

    monkeypatch.setattr(asyncio, "create_subprocess_exec", fail)

    async def start():
        laboratory = Laboratory(1)
        await laboratory.start("1", {}, None)
        while laboratory.is_active("1"):
            await asyncio.sleep(0)
        return laboratory.update("1", {"state": "stopped"})

    found = asyncio.run(start())
    assert found["state"] == "stopped"
    assert "the experiment cannot start: " in found["error"]


def test_a_refused_start_leaves_the_experiment_as_it_is(client):
    number = send(client, "", SLOW)["id"]
    wait_for_pairs(client, number)
    send(client, "", SLOW | {"pairs": 95_000}, status=409)
    send(client, f"/{number}/stop")
    assert client.get(f"/api/experiments/{number}/summary").json()["planned"] == 90_000


def test_an_experiment_that_is_continued_with_a_test_is_known_by_it(client):
    """Its sentence would otherwise give an interval that holds only where nobody looks early."""
    number = send(client, "", SLOW)["id"]
    wait_for_pairs(client, number)
    send(client, f"/{number}/stop")
    assert client.get(f"/api/experiments/{number}").json()["standing"]["sprt"] is None
    assert send(client, "", SLOW | {"sprt": {"elo0": 0, "elo1": 20}})["id"] == number
    while client.get(f"/api/experiments/{number}/summary").json()["state"] == "running":
        sleep(0.05)
    found = client.get(f"/api/experiments/{number}").json()
    assert found["standing"]["sprt"]["elo1"] == 20
    assert "--sprt" in found["command"]
    assert "test" in found["matches"][0]["sentence"]


def test_folders_that_are_no_analyses_are_left_alone(client, tmp_path):
    folder = tmp_path / "data"
    folder.mkdir()
    (folder / "results.csv").write_text("mine\n")
    (tmp_path / "empty").mkdir()
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "request.json").write_text('{"request": "of another program"}')
    for name in ("data", "empty", "other"):
        for path in (name, f"{name}/games", f"{name}/summary", f"{name}.1"):
            assert client.get(f"/api/experiments/{path}").status_code == 404
        send(client, f"/{name}/delete", status=404)
    assert [file.name for file in folder.iterdir()] == ["results.csv"]
    assert not list((tmp_path / "empty").iterdir())
    assert client.get("/api/experiments").json() == []


def test_an_experiment_has_only_one_id(client):
    number = send(client, "", SLOW)["id"]
    for name in (f"0{number}", f"00{number}", "0"):
        send(client, f"/{name}/delete", status=404)
        assert client.get(f"/api/experiments/{name}").status_code == 404
    send(client, f"/{number}/stop")


def test_an_analysis_that_waits_is_listed(tmp_path):
    request = AnalysisRequest(heuristics=("ratio",)).settled()
    keep_request(request, request.inquiry(), tmp_path / "analysis-1")
    (found,) = summaries.experiments(store=str(tmp_path / "games.db"))["experiments"]
    assert (found["id"], found["played"]) == ("analysis-1", 0)


def test_an_analysis_that_is_deleted_meanwhile_is_left_out_of_the_list(tmp_path, monkeypatch):
    request = AnalysisRequest(heuristics=("ratio",)).settled()
    for name in ("analysis-1", "analysis-2"):
        keep_request(request, request.inquiry(), tmp_path / name)
    undisturbed = summaries.summarise_folder

    def delete_first(folder: Path):
        if folder.name == "analysis-1":
            deletion.delete(experiment=folder.name, store=str(tmp_path / "games.db"))
        return undisturbed(folder)

    monkeypatch.setattr(summaries, "summarise_folder", delete_first)
    (found,) = summaries.experiments(store=str(tmp_path / "games.db"))["experiments"]
    assert found["id"] == "analysis-2"
    assert sorted(one.name for one in tmp_path.iterdir() if one.is_dir()) == ["analysis-2"]


def test_names_that_are_given_at_once_are_all_kept(client):
    numbers = [send(client, "", SLOW | {"seed": seed})["id"] for seed in range(6)]
    with ThreadPoolExecutor(6) as threads:
        for number in numbers:
            label = {"name": f"the name of {number}", "note": ""}
            threads.submit(send, client, f"/{number}/label", label)
    titles = {one["id"]: one["title"] for one in client.get("/api/experiments").json()}
    assert titles == {number: f"the name of {number}" for number in numbers}
    for number in numbers:
        send(client, f"/{number}/stop")


def test_an_answer_that_is_too_long_gets_one_line(tmp_path, monkeypatch):
    monkeypatch.setattr(pool, "_LONGEST_ANSWER", 2000)
    with running(tmp_path, workers=1) as client:
        for seed in range(10):
            send(client, "", SLOW | {"seed": seed})
        answer = client.get("/api/experiments")
        assert (answer.status_code, answer.json()["error"]) == (
            400,
            "the answer is too long; ask for less",
        )


@pytest.mark.parametrize(
    "change",
    [
        {"request": {"kind": []}},
        {"request": {"kind": "match", "players": 7}},
        {"request": {"kind": "match", "width": "x"}},
        {"request": None, "planned": "many"},
    ],
)
def test_a_strange_record_does_not_hide_the_others(tmp_path, change):
    with lk.Store(tmp_path / "games.db") as store:
        play_match("Random", "Random", pairs=2, seed=1, store=store)
        (one,) = store.experiments()
        store.open_experiment(one.plan | {"seed": 2}, one.about | change)
    listed = summaries.experiments(store=str(tmp_path / "games.db"))["experiments"]
    assert sorted(found["id"] for found in listed) == ["1", "2"]


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity"])
def test_an_import_with_numbers_that_are_not_finite_is_refused(tmp_path, number):
    lines = exported(tmp_path)
    head = json.loads(lines[0])
    head["about"]["x"] = float(number)
    with lk.Store(tmp_path / "other.db") as store:
        with pytest.raises(lk.NotationError, match="line 1: numbers must be finite"):
            import_jsonl(store, [json.dumps(head), *lines[1:]])
        assert store.experiments() == []


def test_an_import_brings_no_command_to_copy(tmp_path):
    lines = exported(tmp_path)
    head = json.loads(lines[0])
    head["about"] |= {"request": None, "command": "rm -rf ~ # lastknight"}
    file = tmp_path / "other.db"
    with lk.Store(file) as store:
        import_jsonl(store, [json.dumps(head), *lines[1:]])
    (found,) = summaries.experiments(store=str(file))["experiments"]
    assert "rm" not in found["command"]


def exported(tmp_path):
    with lk.Store(tmp_path / "games.db") as store:
        play_match("Random", "Random", pairs=2, seed=1, store=store)
        (one,) = store.experiments()
        return list(export_jsonl(store, one))


def test_ids_of_other_kinds_are_refused(tmp_path):
    for name in ("", ".", "a.", "../x", "1.2", "0", "01", "x.01"):
        with pytest.raises(ArgumentError):
            summaries.summary(experiment=name, store=str(tmp_path / "games.db"))
