"""Killed workers and coordinators cost no one a game."""

import argparse
import importlib.util
import os
import signal
from pathlib import Path

import pytest

import lastknight as lk
from lastknight.matches.runners import processes

HERE = Path(__file__).parents[1]


def test_a_killed_worker_costs_an_agent_nothing(monkeypatch):
    agent = lk.AgentPlayer(HERE / "class" / "brief.py", "AlphaBetaPlayer", nodes=100, files="alone")
    undisturbed = lk.play_match(agent, "Random", pairs=2, workers=1)
    original = processes._Worker.ask_for_game
    asked = []

    def ask_and_kill(worker):
        original(worker)
        asked.append(worker.mover)
        if len(asked) in (1, 4):
            os.kill(worker.child.process.pid, signal.SIGKILL)

    monkeypatch.setattr(processes._Worker, "ask_for_game", ask_and_kill)
    assert lk.play_match(agent, "Random", pairs=2, workers=1) == undisturbed
    assert len(asked) == 6
    assert undisturbed.tally.a_forfeits == undisturbed.tally.b_forfeits == 0


class Fatal:
    """A player whose own code ends the worker: that is its fault."""

    def choose(self, position, *, seed=0):  # noqa: ARG002
        os._exit(5)


def test_a_player_that_ends_its_worker_loses():
    match = lk.play_match(Fatal(), "Random", pairs=1, workers=1)
    assert (match.losses, match.tally.a_forfeits) == (2, 2)


class Doomed:
    """A player during whose choices the process is killed, as if memory had run out."""

    def choose(self, position, *, seed=0):
        counted = Path(os.environ["DOOMED"])
        deaths = len(counted.read_bytes()) if counted.exists() else 0
        if deaths < int(os.environ["DEATHS"]):
            counted.write_bytes(b"x" * (deaths + 1))
            os.kill(os.getpid(), signal.SIGKILL)
        return lk.Random().choose(position, seed=seed)


@pytest.mark.parametrize(("deaths", "is_lost"), [(2, False), (3, True)])
def test_a_player_whose_worker_is_killed_from_outside_plays_again(
    deaths, is_lost, tmp_path, monkeypatch
):
    monkeypatch.setenv("DOOMED", str(tmp_path / "deaths"))
    monkeypatch.setenv("DEATHS", str(deaths))
    match = lk.play_match(Doomed(), "Random", pairs=1, workers=1)
    assert match.tally.a_forfeits == is_lost


def test_a_league_survives_kills_of_coordinator_and_workers(tmp_path):
    path = HERE.parent / "benchmarks" / "league_survival.py"
    spec = importlib.util.spec_from_file_location("league_survival", path)
    survival = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(survival)
    sizes = {"agents": 1, "pairs": 3, "seconds": 0.02, "workers": 2}
    small = argparse.Namespace(**sizes, kills=3, every=2, seed=3)
    said = "\n".join(survival.survive(tmp_path, small))
    assert "36 games" in said
    assert "none has changed" in said
    assert "forfeits: 0" in said
