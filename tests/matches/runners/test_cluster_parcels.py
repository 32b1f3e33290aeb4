"""Parcels and assignments: players and work on their way to another machine."""

import pickle
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lastknight as lk
from lastknight.matches.chunks import join
from lastknight.matches.openings import random_openings
from lastknight.matches.runners import Work, run_locally
from lastknight.matches.runners.cluster import parcels as cluster_parcels
from lastknight.matches.runners.cluster.assignment import (
    Assignment,
    Limits,
    from_bytes,
    play_natively,
    to_bytes,
)
from lastknight.matches.runners.cluster.parcels import Parcel, Shelf, pack_player
from lastknight.sandbox import AgentFiles
from lastknight.stats import distinct

CLASS = Path(__file__).parents[2] / "class"
POSITION = lk.Position.from_moves("d4 b1 c2")
UNPACK = """
import pickle
import sys
from pathlib import Path
from lastknight import Position
from lastknight.matches.runners.cluster.parcels import Parcel, Shelf

shelf = Shelf(Path(sys.argv[1]))
for digest, data in pickle.load(sys.stdin.buffer):
    choice = shelf.add(Parcel(digest, data)).choose(Position.parse(sys.argv[2]), seed=7)
    print(choice.move, choice.score, choice.nodes, sep=";")
"""


def elsewhere(players, folder):
    """What players choose in another process that has only their parcels."""
    parcels = [pack_player(player) for player in players]
    answer = subprocess.run(
        [sys.executable, "-P", "-c", UNPACK, str(folder), str(POSITION)],
        input=pickle.dumps([(parcel.digest, parcel.data) for parcel in parcels]),
        stdout=subprocess.PIPE,
        check=True,
        cwd=folder,
    )
    return [line.split(";") for line in answer.stdout.decode().splitlines()]


def here(player):
    choice = player.choose(POSITION, seed=7)
    return [str(choice.move), str(choice.score), str(choice.nodes)]


@lk.compiled
def own_compiled(view):
    return view.own + FACTOR * view.opp


FACTOR = -3


class Copycat(lk.Random):
    """A player that exists only in this module, and uses another name from it."""

    def choose(self, position, *, seed=0):
        return lk.Choice(position.legal_moves()[seed % 2 - FACTOR - 3])


def test_any_player_plays_the_same_elsewhere(tmp_path):
    file = tmp_path / "home" / "mine.py"
    file.parent.mkdir()
    file.write_text("def few(position, player):\n    return -len(position.legal_moves(player))\n")
    away = tmp_path / "away"
    away.mkdir()
    players = [
        lk.player(f"AlphaBeta(2 * {file}:few - 0.5 * center, depth=2)"),
        lk.AlphaBeta(own_compiled, nodes=300),
        lk.Minimax(lk.switch("open", lk.heuristic(lambda p, q: 1.0 * FACTOR), blank=0.5)),
        lk.Expert(nodes=500),
        Copycat(),
        lk.Greedy(f"'{CLASS}/folder/game_agent.py:custom_score'"),
    ]
    assert elsewhere(players, away) == [here(player) for player in players]
    (copy,) = away.rglob("mine.py")
    assert copy.parent.name == AgentFiles.read(file).digest
    (sibling,) = away.rglob("scores.py")
    assert (sibling.parent / "game_agent.py").exists()
    assert copy.parent.stat().st_mode & 0o077 == 0


def test_a_damaged_parcel_is_not_opened(tmp_path):
    parcel = pack_player(lk.Random())
    with pytest.raises(lk.ArgumentError, match="damaged"):
        Shelf(tmp_path).add(Parcel(parcel.digest, parcel.data + b"."))


def test_a_player_that_cannot_be_sent_is_an_error(tmp_path, monkeypatch):
    class Holder(lk.Random):
        pass

    holder = Holder()
    with (tmp_path / "open").open("w") as file:
        object.__setattr__(holder, "file", file)
        with pytest.raises(lk.ArgumentError, match="Random cannot be sent to a worker"):
            pack_player(holder)
    monkeypatch.setattr(cluster_parcels, "LARGEST", 100)
    with pytest.raises(lk.ArgumentError, match="too large to be sent"):
        pack_player(lk.AlphaBeta("improved", depth=2))


class Walls:
    """Stands for a sandbox that needs walls, on a machine that has none."""

    is_private = True

    @staticmethod
    def detect():
        found = Walls()
        found.is_private = False
        return found


def test_a_player_is_not_made_without_the_sandbox_it_needs(tmp_path):
    class Guarded(lk.Random):
        sandbox = Walls()

    with pytest.raises(lk.ArgumentError, match="needs bubblewrap"):
        Shelf(tmp_path).add(pack_player(Guarded()))


def test_an_assignment_is_small_and_gives_the_work_back():
    drawn = [opening.position for opening in random_openings(lk.Position(), 2, 3000, seed=1)]
    work = Work(3, lk.player("Greedy(open)"), lk.Random(), 40, drawn, 5, key=7)
    digests = {id(work.a): "a", id(work.b): "b"}
    data = to_bytes(Assignment.of(work, digests, Limits(2.0, None, 40)))
    assert from_bytes(data).work({"a": work.a, "b": work.b}.get) == work
    assert len(data) < 20 * len(drawn)


def test_an_assignment_is_played_until_its_time_is_up():
    drawn = [opening.position for opening in random_openings(lk.Position(), 2, 60, seed=1)]
    work = Work(3, lk.player("Greedy(open)"), lk.Random(), 0, drawn, 5)
    chunks = run_locally([work], workers=1, kept_pairs=40)
    whole = join(sorted(chunks, key=lambda chunk: chunk.first_pair))
    played, _ = play_natively(work, Limits(60.0, None, 40))
    assert list(played.games()) == list(whole.games())
    assert len(played.choices) == len(whole.choices)
    first, seconds = play_natively(work, Limits(0.0, None, 40))
    assert first.pairs == 1
    assert seconds > 0
    assert list(first.games()) == list(whole.games())[:2]
    wanted = iter([True, False])
    some, _ = play_natively(work, Limits(60.0, None, 40), is_wanted=lambda: next(wanted))
    assert list(some.games()) == list(whole.games())[: 2 * some.pairs]
    assert 1 < some.pairs < 60


@settings(max_examples=30)
@given(st.lists(st.lists(st.integers(0, 2**64 - 1)), max_size=6), st.integers(1, 12))
def test_distinct_numbers_are_counted_exactly_in_memory_and_on_disk(parts, held):
    original = distinct._HELD, distinct._PARTS
    try:
        distinct._HELD, distinct._PARTS = held, 2
        counter = distinct.DistinctCounter()
        for part in parts:
            counter.add(np.array(part, dtype=np.uint64))
        assert counter.count() == len({number for part in parts for number in part})
    finally:
        distinct._HELD, distinct._PARTS = original
