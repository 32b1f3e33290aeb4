"""Runners: the same games for any number of workers, whatever the players do to them."""

import faulthandler
import multiprocessing
import os
import resource
import signal
import sys
import threading
import time
from contextlib import closing

import pytest

import lastknight as lk
from lastknight.matches.play import REASONS
from lastknight.matches.runners import Work, local, processes, run_locally
from runner_games import Naughty, Polite, die_at_once, merged, openings, raise_error

FORK = multiprocessing.get_context("fork")


def own_improved(position, player):
    return len(position.legal_moves(player)) - len(position.legal_moves(3 - player))


@pytest.mark.parametrize("board", [lk.Position(), lk.Position(width=11, height=9, blocked="c3")])
def test_native_games_do_not_depend_on_the_number_of_workers(board, monkeypatch):
    monkeypatch.setattr(local, "_CHUNK_SECONDS", 0.005)
    positions = openings(150, start=board)
    specs = [
        ("AlphaBeta(improved, depth=2)", "AlphaBeta(open, nodes=40)"),
        ("Random", "Greedy(ratio)"),
    ]
    works = [Work(i, *map(lk.player, names), 0, positions, 3) for i, names in enumerate(specs)]
    one, two, three = (list(run_locally(works, workers=count)) for count in (1, 2, 3))
    assert merged(one) == merged(two) == merged(three)
    assert len(one) > 2
    monkeypatch.setattr(local, "_FIRST_SIZE", 1)
    monkeypatch.setattr(local, "_LARGEST_SIZE", 1)
    single = list(run_locally(works, workers=2))
    assert len(single) == 300
    assert merged(single) == merged(one)


def test_python_games_do_not_depend_on_the_number_of_workers():
    players = [(lk.Greedy(own_improved), Polite()), (Polite(), lk.Random())]
    works = [Work(i, a, b, 0, openings(7), 3) for i, (a, b) in enumerate(players)]
    one, two, three = (merged(run_locally(works, workers=count)) for count in (1, 2, 3))
    assert one == two == three
    assert {pairing: len(games) for pairing, (games, *_) in one.items()} == {0: 14, 1: 14}


def test_pairs_can_be_played_separately():
    positions = openings(9)
    whole = list(run_locally([Work(2, lk.Random(), Polite(), 0, positions, 8)], workers=1))
    parts = [Work(2, lk.Random(), Polite(), at, positions[at : at + 4], 8) for at in (8, 0, 4)]
    assert merged(run_locally(parts, workers=2)) == merged(whole)


@pytest.mark.parametrize("limit", [{"depth": 2}, {"nodes": 70}])
def test_a_python_heuristic_plays_the_games_of_its_native_twin(limit):
    def play(heuristic, opponent):
        work = Work(0, lk.AlphaBeta(heuristic, **limit), opponent, 0, openings(6), 5)
        return work.is_native, merged(run_locally([work], workers=2))

    for opponent in (lk.Random(), lk.Greedy("open"), Polite()):
        is_native, native = play("improved", opponent)
        assert is_native == (not isinstance(opponent, Polite))
        assert play(own_improved, opponent) == (False, native)


def test_a_python_random_plays_the_games_of_the_native_one():
    works = [
        Work(0, player, lk.Greedy("open"), 0, openings(20), 5) for player in (lk.Random(), Polite())
    ]
    assert [work.is_native for work in works] == [True, False]
    native, python = (merged(run_locally([work], workers=2)) for work in works)
    assert native == python


def test_choices_are_kept_for_the_first_pairs_only():
    work = Work(0, lk.Random(), lk.Greedy("open"), 0, openings(40), 5)
    chunks = list(run_locally([work], workers=1, kept_pairs=20))
    plies = b"".join(chunk.plies for chunk in sorted(chunks, key=lambda chunk: chunk.first_pair))
    assert sum(len(chunk.choices) for chunk in chunks) == 20 * sum(plies[:40])


def exit_politely():
    sys.exit(4)


def be_killed():
    os.kill(os.getpid(), signal.SIGKILL)


def interrupt():
    raise KeyboardInterrupt


class OddError(BaseException):
    pass


def be_odd():
    raise OddError("so odd")


def fault():
    faulthandler.disable()
    os.kill(os.getpid(), signal.SIGSEGV)


def eat_memory():
    """Ask for much more than is allowed, which is not much more than is used already."""
    used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()  # noqa: PTH123, SIM115
    resource.setrlimit(resource.RLIMIT_AS, (used + 2**24, resource.RLIM_INFINITY))
    hoard = [bytearray(2**22) for _ in range(1000)]
    return lk.Choice((0, 0), nodes=len(hoard))


def recurse():
    return recurse()


def cheat():
    return lk.Choice((0, 0))


def stay_where_nobody_is():
    return lk.Choice((-1, 99))


def return_nothing():
    return None


def return_what_cannot_be_sent():
    return lambda: None


DEEDS = [
    (raise_error, "crash", "ValueError: I do not know"),
    (exit_politely, "crash", "SystemExit: 4"),
    (interrupt, "crash", "KeyboardInterrupt"),
    (be_odd, "crash", "OddError: so odd"),
    (die_at_once, "crash", "exit code 3"),
    (be_killed, "crash", "killed by SIGKILL"),
    (fault, "crash", "killed by SIGSEGV"),
    (eat_memory, "crash", "MemoryError"),
    (recurse, "crash", "RecursionError"),
    (stay_where_nobody_is, "illegal_move", "not on the 7x7 board"),
    (return_nothing, "illegal_move", "a player must return a Choice"),
    (return_what_cannot_be_sent, "illegal_move", "a player must return a Choice"),
]


def check_naughty_games(naughty, polite, *, side, reason, words):
    """Every game is that of a polite player, or stops where the deed was done and is lost by it."""
    (games, notes, _), (whole, *_) = naughty[0], polite[0]
    assert len(games) == len(whole)
    deeds = 0
    for (won, why, moves), (polite_won, _, polite_moves), note in zip(
        games, whole, notes, strict=True
    ):
        if why == "no_moves":
            assert (won, moves, note) == (polite_won, polite_moves, None)
            continue
        deeds += 1
        assert (why, won) == (reason, side == 1)
        assert words in note
        assert moves == polite_moves[: len(moves)]
        assert len(moves) < len(polite_moves)
    assert 0 < deeds < len(games)


@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize(
    ("deed", "reason", "words"), DEEDS, ids=lambda value: getattr(value, "__name__", "")
)
def test_a_player_that_misbehaves_loses_the_game_and_nothing_else_happens(
    deed, reason, words, side
):
    def play(player, workers):
        pair = (player, lk.Random()) if side == 0 else (lk.Random(), player)
        others = Work(1, Polite(), lk.Greedy("open"), 0, openings(3), 5)
        chunks = run_locally([Work(0, *pair, 0, openings(5), 5), others], workers=workers)
        return merged(chunks)

    naughty, polite = play(Naughty(deed, often=23), 2), play(Polite(), 1)
    check_naughty_games(naughty, polite, side=side, reason=reason, words=words)
    assert naughty[1] == polite[1]


def test_a_player_that_cheats_loses():
    positions = [lk.Position.from_moves("a1 g7")]
    (chunk,) = run_locally([Work(0, Naughty(cheat, 1), lk.Random(), 0, positions, 5)], workers=1)
    first, second = chunk.games()
    assert first == (False, "illegal_move", b"")
    assert second[:2] == (False, "illegal_move")
    assert len(second[2]) == 1


@pytest.mark.parametrize("side", [0, 1])
def test_a_player_that_hangs_is_killed(side, monkeypatch):
    monkeypatch.setattr(processes, "_GRACE", 0.2)

    def hang():
        time.sleep(1000)

    def play(player):
        pair = (player, lk.Random()) if side == 0 else (lk.Random(), player)
        work = Work(0, *pair, 0, openings(4), 5)
        return merged(run_locally([work], workers=2, move_seconds=1.0))

    naughty, polite = play(Naughty(hang, often=41)), play(Polite())
    words = "no move within 1.2 s"
    check_naughty_games(naughty, polite, side=side, reason="timeout", words=words)


def test_a_slow_consumer_of_chunks_causes_no_timeouts(monkeypatch):
    """Who takes the chunks may be slow, to write them down say; that is nobody's timeout."""

    class Slow(Polite):
        def choose(self, position, *, seed=0):
            time.sleep(0.03)
            return super().choose(position, seed=seed)

    monkeypatch.setattr(processes, "_GRACE", 0.0)
    quick = Work(0, Polite(), lk.Random(), 0, openings(1), 5)
    works = [quick, Work(1, Slow(), lk.Random(), 0, openings(2), 5)]
    chunks = run_locally(works, workers=3, move_seconds=1.0)
    first = next(chunks)
    assert first.pairing == 0
    time.sleep(1.3)  # the two other workers go on meanwhile
    assert merged([first, *chunks]) == merged(run_locally(works, workers=1))


def test_a_worker_that_dies_between_two_moves_does_not_end_the_run():
    class Delayed(Polite):
        def choose(self, position, *, seed=0):
            if seed % 5 == 0:
                threading.Timer(0.002, os._exit, (3,)).start()
            return super().choose(position, seed=seed)

    work = Work(0, Delayed(), lk.Random(), 0, openings(30), 5)
    (games, notes, _) = merged(run_locally([work], workers=2))[0]
    assert len(games) == 60
    assert {reason for _, reason, _ in games} <= {"no_moves", "crash"}
    assert {note for note in notes if note} == {"the process ended with exit code 3"}


def test_a_worker_that_hangs_around_a_player_with_its_own_clock_costs_no_game(tmp_path):
    class Timed(Polite):
        patience = 0.3

        def choose(self, position, *, seed=0):
            if not (hung := tmp_path / "hung").exists():
                hung.touch()
                time.sleep(1000)
            return super().choose(position, seed=seed)

    def play(player):
        return merged(run_locally([Work(0, player, lk.Random(), 0, openings(2), 5)], workers=1))

    assert play(Timed()) == play(Polite())
    assert (tmp_path / "hung").exists()


def descriptors():
    return sorted(os.listdir("/proc/self/fd"))  # noqa: PTH208


def left_behind():
    threads = [t.name for t in threading.enumerate() if t.name.startswith("lastknight")]
    return threads, multiprocessing.active_children()


@pytest.mark.parametrize(
    "player", [lk.AlphaBeta("improved", depth=4), Polite(), Naughty(be_killed)], ids=str
)
@pytest.mark.parametrize("taken", [0, 1, 3])
def test_closing_early_leaves_nothing_behind(player, taken):
    list(run_locally([Work(0, Polite(), Polite(), 0, openings(1), 1)], workers=1))
    before = descriptors()
    work = Work(0, player, lk.Random(), 0, openings(400), 1)
    with closing(run_locally([work], workers=2)) as chunks:
        for _ in range(taken):
            next(chunks)
    assert left_behind() == ([], [])
    assert descriptors() == before


@pytest.mark.parametrize("player", [lk.AlphaBeta("improved", depth=4), Polite()], ids=str)
def test_an_interrupt_leaves_nothing_behind(player):
    work = Work(0, player, lk.Random(), 0, openings(400), 1)
    for _ in (1, 2):
        chunks = run_locally([work], workers=2)
        next(chunks)
        with pytest.raises(KeyboardInterrupt):
            chunks.throw(KeyboardInterrupt)
        assert left_behind() == ([], [])


def test_a_long_search_is_stopped_when_the_iterator_is_closed():
    long = lk.AlphaBeta("improved", depth=40)
    works = [
        Work(0, lk.Random(), lk.Random(), 0, openings(1), 1),
        Work(1, long, long, 0, openings(9), 1),
    ]
    chunks = run_locally(works, workers=1)
    assert next(chunks).pairing == 0
    chunks.close()
    assert left_behind() == ([], [])


def test_workers_end_when_the_process_that_started_them_is_killed():
    class Slow(Polite):
        def choose(self, position, *, seed=0):
            time.sleep(0.01)
            return super().choose(position, seed=seed)

    def run(pipe):
        work = Work(0, Slow(), lk.Random(), 0, openings(1000), 1)
        for _ in run_locally([work], workers=2):
            pipe.send([child.pid for child in multiprocessing.active_children()])

    ours, theirs = FORK.Pipe()
    child = FORK.Process(target=run, args=(theirs,))
    child.start()
    workers = ours.recv()
    child.kill()
    child.join()
    for end in (ours, theirs):
        end.close()
    assert len(workers) == 2
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline and any(map(is_running, workers)):
        time.sleep(0.02)
    alive = [pid for pid in workers if is_running(pid)]
    for pid in alive:
        os.kill(pid, signal.SIGKILL)
    assert alive == []


def is_running(pid):
    try:
        with open(f"/proc/{pid}/stat") as stat:  # noqa: PTH123
            return stat.read().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


@pytest.mark.parametrize("player", [lk.Random(), Polite()], ids=str)
def test_without_work_there_are_no_games(player):
    assert list(run_locally([], workers=2)) == []
    assert list(run_locally([Work(0, player, player, 0, [], 1)], workers=2)) == []


@lk.compiled
def endless(view):
    count = 0
    while view.own >= 0:
        count += 1
    return count


def test_a_time_limit_holds_for_compiled_code_too():
    work = Work(0, lk.Greedy(endless), lk.Random(), 0, openings(1), 5)
    assert work.is_native
    (chunk,) = run_locally([work], workers=1, move_seconds=0.2)
    assert set(chunk.a_won) == {0}
    assert {REASONS[reason] for reason in chunk.reasons} == {"timeout"}
    assert "no move within" in chunk.notes[0]
