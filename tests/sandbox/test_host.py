"""What is not the agent's fault: processes killed from outside, a clock that slips once."""

import os
import signal

import pytest

import lastknight as lk
from lastknight.errors import Forfeit
from lastknight.sandbox import AgentFiles, Allowance, Host, Order
from lastknight.sandbox.process import OverrunError, Process
from walled import KINDS, player_class, walls, write_agent

OPENING = lk.Position.from_moves("d4 b1")
SEEDS = (11, 12, 13)
# Its answer depends on all it was asked before.
REMEMBERS = """
seen.append(game.move_count)
print(seen, random.random())
return sorted(game.get_legal_moves())[sum(seen) % len(game.get_legal_moves())]
"""


def open_host(folder, body, *, kind="limits", before="import os, random\nseen = []", **limit):
    path = write_agent(folder, player_class(body, before=before))
    order = Order(AgentFiles.read(path, scope="alone"), "CustomPlayer")
    return Host(order, Allowance(**limit or {"nodes": 500}), sandbox=walls(kind))


def play(host, *, disturb=lambda move: None):
    """A few moves of one side, the other one playing its first; and what the agent printed."""
    position, moves = OPENING, []
    with host:
        for number, seed in enumerate(SEEDS):
            disturb(number)
            moves.append(host.ask(position, seed=seed).move)
            position = position.play(moves[-1])
            position = position.play(position.legal_moves()[0])
        return moves, host.output()


@pytest.mark.parametrize("kind", KINDS)
def test_a_killed_process_is_replaced_by_one_that_knows_as_much(kind, tmp_path):
    undisturbed = play(open_host(tmp_path, REMEMBERS, kind=kind))
    host = open_host(tmp_path, REMEMBERS, kind=kind)

    def kill(move):
        if move == 2:
            os.kill(host._process.meter.pid, signal.SIGKILL)

    assert play(host, disturb=kill) == undisturbed


def test_a_process_that_is_always_killed_loses_and_is_reported(tmp_path):
    host = open_host(tmp_path, "os.kill(os.getpid(), 9)")
    with pytest.raises(Forfeit, match="killed by SIGKILL, as in 2 earlier attempts") as caught:
        play(host)
    assert caught.value.reason == "crash"


@pytest.mark.parametrize(("slips", "is_lost"), [((3,), False), ((3, 7), True)])
def test_one_overrun_in_a_game_is_forgiven(slips, is_lost, tmp_path, monkeypatch):
    waits = []
    wait = Process.wait

    def slip(process, allowance, what):
        waits.append(what)
        if what == "a move" and len(waits) in slips:
            raise OverrunError("timeout", "0.083 s of CPU for a move; the limit is 0.03 s")
        return wait(process, allowance, what)

    expected = play(open_host(tmp_path, REMEMBERS, seconds=5))
    monkeypatch.setattr(Process, "wait", slip)
    host = open_host(tmp_path, REMEMBERS, seconds=5)
    if is_lost:
        with pytest.raises(Forfeit, match=r"0.083 s of CPU"):
            play(host)
    else:
        assert play(host) == expected


def test_an_overrun_of_nodes_is_not_forgiven(tmp_path):
    host = open_host(tmp_path, "for _ in range(600): game.copy()", nodes=500)
    with pytest.raises(Forfeit, match="nodes for a move"):
        play(host)


def test_an_agent_sees_every_bit_of_its_time_pass(tmp_path):
    body = "print(len({time_left() for _ in range(2000)}))\nreturn game.get_legal_moves()[0]"
    host = open_host(tmp_path, body, seconds=5)
    with host:
        host.ask(OPENING, seed=1)
        assert int(host.output()) > 1500, "the clock moves in steps"
