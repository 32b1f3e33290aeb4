"""Experiments that a terminal or another program plays: the page says so, and leaves them alone."""

import subprocess
import sys
from contextlib import contextmanager

import pytest

import lastknight as lk
from lastknight.matches.play_marks import is_marked, marks_of
from lastknight.web.experiments.laboratory import Laboratory
from web_client import events_of, running

# Plays a chunk of games for each line that it reads.
PROGRAM = """
import sys
import lastknight as lk
from lastknight.matches.engine import run_plan
from lastknight.matches.request import MatchRequest

players = ("AlphaBeta(ratio, depth=2)", "AlphaBeta(improved, depth=2)")
plan = MatchRequest(players=players, pairs=400, seed=int(sys.argv[2])).plan()
with lk.Store(sys.argv[1]) as store:
    for chunk in run_plan(plan, workers=1, store=store):
        print("played", flush=True)
        sys.stdin.readline()
print("over", flush=True)
"""


class Program:
    """A program that plays a match in a store, as far as it is told to."""

    def __init__(self, store, seed):
        command = [sys.executable, "-c", PROGRAM, str(store), str(seed)]
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        self.process = subprocess.Popen(command, text=True, **pipes)
        assert self.process.stdout.readline() == "played\n"

    def play_on(self):
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        return self.process.stdout.readline()

    def play_to_the_end(self):
        while self.play_on() != "over\n":
            pass
        self.process.wait()

    def kill(self):
        self.process.kill()
        self.process.communicate()


@contextmanager
def program(store, *, seed=1):
    started = Program(store, seed)
    try:
        yield started
    finally:
        started.kill()


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    folder = tmp_path_factory.mktemp("elsewhere")
    with running(folder, workers=1) as client:
        client.store = folder / "games.db"
        yield client


def summaries(client):
    """The experiment in the list, alone, and in detail: state, and whether it runs elsewhere."""
    (listed,) = client.get("/api/experiments").json()
    alone = client.get("/api/experiments/1/summary").json()
    detail = client.get("/api/experiments/1").json()
    found = (listed, alone, detail, detail["standing"])
    return {(one["state"], one["elsewhere"]) for one in found}


def test_a_running_match_is_marked_in_all_views_and_left_alone(client):
    with program(client.store) as other:
        assert summaries(client) == {("running", True)}
        for action in ("resume", "delete"):
            answer = client.post(f"/api/experiments/1/{action}", json={})
            assert answer.status_code == 400
            assert "running in a terminal or another program; stop it there" in answer.text
        other.play_on()
        assert summaries(client) == {("running", True)}
    assert summaries(client) == {("stopped", False)}


def test_a_stream_lasts_as_long_as_the_match(client):
    """However long a chunk takes, it is running; it used to count as stopped after 4 s."""
    live = client.stream("GET", "/api/experiments/1/live")
    with program(client.store) as other, live as answer:
        lines = answer.iter_lines()
        while "standing" not in next(lines):
            pass
        assert '"state": "running"' in next(lines)
        other.play_to_the_end()
        events = events_of("\n".join(lines).strip())
    assert events[-1] == ("end", {"state": "finished"})
    assert summaries(client) == {("finished", False)}


def test_the_page_offers_nothing_that_would_disturb_it(visit):
    one = visit()
    with program(one.server.folder / "lastknight.db"):
        number = one.server.ask("api/experiments")[0]["id"]
        page = one.go(f"#/experiments/{number}")
        page.locator(".state.running", has_text="running in a terminal").wait_for()
        for name in ("Stop", "Resume", "Delete…"):
            assert page.get_by_role("button", name=name).count() == 0
    page.locator(".state.stopped").wait_for()
    page.get_by_role("button", name="Resume").wait_for()
    page.get_by_role("button", name="Delete…").wait_for()


def test_focus_stays_in_the_open_table_of_games_while_it_grows(visit):
    """A table with few games is read again with every chunk; its rows stay the same elements."""
    one = visit()
    store = one.server.folder / "lastknight.db"
    with program(store, seed=2) as other:
        number = one.server.ask("api/experiments")[0]["id"]
        page = one.go(f"#/experiments/{number}")
        page.locator("summary", has_text="Games").click()
        # Which pairs are played first is left to chance.
        page.locator(".found-games tbody a").first.focus()
        page.evaluate("window.link = document.activeElement")
        before = page.locator(".found-games tbody tr").count()
        other.play_on()
        page.locator(".found-games tbody tr").nth(before).wait_for()
        assert page.evaluate("window.link.isConnected && document.activeElement === window.link")


def test_marks_end_with_a_killed_process_and_leave_no_file_behind(tmp_path):
    store = tmp_path / "games.db"
    with program(store) as other:
        assert is_marked(store)
        assert is_marked(store, 1)
        assert not is_marked(store, 2)
        other.kill()
        assert not is_marked(store)
    with program(store) as other:
        with program(store):
            assert is_marked(store, 1)
        assert is_marked(store, 1)
        other.play_to_the_end()
    assert not marks_of(store).exists()


def test_stores_in_memory_and_where_nothing_can_be_written_have_no_marks(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    store = lk.Store(":memory:")
    with store.playing([1]):
        pass
    store.close()
    assert not list(tmp_path.iterdir())


def test_a_run_that_has_just_ended_here_is_not_running_elsewhere():
    """The facts were read before it ended."""
    laboratory = Laboratory(1)
    facts = {"state": "running", "error": None}
    assert laboratory.update("1", facts)["elsewhere"]
    for name in ("1", "1.3"):
        assert not laboratory.update(name, facts, before=frozenset({"1"}))["elsewhere"]
