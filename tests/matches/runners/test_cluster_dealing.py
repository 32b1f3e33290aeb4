"""Dealing: every pair is counted once, whoever comes, goes, hangs, fails or is slow."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lastknight as lk
from lastknight.matches.runners import Work
from lastknight.matches.runners.cluster.dealing import (
    LEAST_SECONDS,
    MOST_SECONDS,
    PATIENCE,
    Dealer,
)

START = lk.Position()


def works(*sizes):
    random_player = lk.Random()
    return [
        Work(index, random_player, random_player, 0, [START] * size, 1)
        for index, size in enumerate(sizes)
    ]


class Simulation:
    """Workers in a time of their own: each plays one piece after the other."""

    def __init__(self, dealer, seed):
        self.dealer = dealer
        self.rng = random.Random(seed)
        self.now = 0.0
        self.paces = {}
        self.queues = {}
        self.counted = []
        self.sizes = []
        self.named = 0

    def add(self, pace):
        name = f"worker {self.named}"
        self.named += 1
        self.paces[name] = pace
        self.queues[name] = []
        self.dealer.add_worker(name, threads=1)
        return name

    def remove(self, name):
        del self.queues[name]
        self.dealer.remove_worker(name)

    def deal(self):
        for name, piece in self.dealer.deal(self.now):
            begin = max([self.now, *(end for end, *_ in self.queues[name])])
            played = piece.pairs
            if piece.pairs * self.paces[name] > MOST_SECONDS:
                played = max(1, int(MOST_SECONDS / self.paces[name]))
            seconds = played * self.paces[name]
            self.queues[name].append((begin + seconds, piece, played, seconds))

    def step(self, *, failing=0.0):
        """The next answer of anybody, or a second in which nothing happens."""
        self.deal()
        self.dealer.note_silence(self.now)
        waiting = [(queue[0][0], name) for name, queue in self.queues.items() if queue]
        answers = [(end, name) for end, name in waiting if end < float("inf")]
        if not answers or min(answers)[0] > self.now + 1:
            self.now += 1
            return
        self.now, name = min(answers)
        _, piece, played, seconds = self.queues[name].pop(0)
        if self.rng.random() < failing:
            self.dealer.fail(name, piece, self.now)
            return
        first = piece.work.first_pair
        if self.dealer.finish(name, piece, pairs=played, seconds=seconds, now=self.now):
            self.counted += [(piece.index, pair) for pair in range(first, first + played)]
            self.sizes.append((name, piece.index, played, seconds))

    def run(self):
        while not self.dealer.is_over:
            self.step()


def everything(*sizes):
    return [(index, pair) for index, size in enumerate(sizes) for pair in range(size)]


@settings(deadline=None)
@given(
    st.lists(st.integers(0, 400), min_size=1, max_size=4),
    st.lists(st.floats(1e-4, 30), min_size=1, max_size=4),
    st.integers(0, 2**32),
)
def test_every_pair_is_counted_once_whatever_happens(sizes, paces, seed):
    simulation = Simulation(Dealer(works(*sizes)), seed)
    rng = random.Random(seed)
    for pace in paces:
        simulation.add(pace)
    for _ in range(60):
        if simulation.dealer.is_over:
            break
        match rng.randrange(12):
            case 0:
                simulation.add(rng.choice(paces))
            case 1 if simulation.queues:
                simulation.remove(rng.choice(list(simulation.queues)))
            case 2 if simulation.queues:  # one hangs, for ever
                simulation.paces[rng.choice(list(simulation.queues))] = float("inf")
            case _:
                simulation.step(failing=0.2)
    simulation.add(0.01)
    simulation.run()
    assert sorted(simulation.counted) == everything(*sizes)


def test_pieces_take_half_a_second_to_two_seconds_whatever_the_worker():
    simulation = Simulation(Dealer(works(20_000, 300, 20_000)), 1)
    for pace in (0.002, 0.01, 0.04):
        simulation.add(pace)
    simulation.run()
    assert sorted(simulation.counted) == everything(20_000, 300, 20_000)
    for index in (0, 2):
        settled = [seconds for _, work, _, seconds in simulation.sizes if work == index][12:-12]
        assert len(settled) > 20
        assert min(settled) > 0.9 * LEAST_SECONDS
        assert max(settled) <= 1.01 * MOST_SECONDS


def test_nobody_waits_long_for_the_last_one():
    simulation = Simulation(Dealer(works(40_000)), 1)
    for _ in range(8):
        simulation.add(0.002)
    simulation.run()
    ideal = 40_000 * 0.002 / 8
    assert simulation.now < 1.1 * ideal + MOST_SECONDS


def test_what_a_silent_worker_holds_is_played_by_others_and_counted_once():
    dealer = Dealer(works(4))
    dealer.add_worker("quiet", threads=1)
    held = [piece for _, piece in dealer.deal(0.0)]
    dealer.add_worker("busy", threads=1)
    while rest := [piece for name, piece in dealer.deal(0.0)]:
        for piece in rest:
            assert dealer.finish("busy", piece, pairs=piece.pairs, seconds=0.1, now=0.0)
    assert dealer.missing == sum(piece.pairs for piece in held)
    assert dealer.note_silence(PATIENCE - 1) == []
    assert dealer.note_silence(PATIENCE + 1) == ["quiet"]
    again = [piece for name, piece in dealer.deal(PATIENCE + 1) if name == "busy"]
    assert again == held
    for piece in again:
        assert dealer.finish("busy", piece, pairs=piece.pairs, seconds=0.1, now=PATIENCE + 2)
        assert not dealer.take_back("quiet", piece)
    assert dealer.is_over
    for piece in held:  # it wakes up, too late
        assert not dealer.finish("quiet", piece, pairs=piece.pairs, seconds=9.0, now=PATIENCE + 3)
    assert dealer.is_over


def test_a_worker_that_is_only_slow_is_no_longer_silent_when_it_answers():
    dealer = Dealer(works(6))
    for name in ("one", "two"):
        dealer.add_worker(name, threads=1)
    dealt = list(dealer.deal(0.0))
    assert sorted(dealer.note_silence(PATIENCE + 1)) == ["one", "two"]
    assert list(dealer.deal(PATIENCE + 1)) == []
    for name, piece in dealt[:2]:
        assert dealer.finish(name, piece, pairs=1, seconds=15.0, now=15.0)
    # What each of them still holds is its own; only what nobody has is dealt.
    again = [piece for _, piece in dealer.deal(15.0)]
    assert not set(again) & {piece for _, piece in dealt}


@pytest.mark.parametrize("count", [1, 7])
def test_a_piece_that_failed_is_tried_again_and_remembers(count):
    dealer = Dealer(works(1))
    dealer.add_worker("one", threads=1)
    for failures in range(count):
        ((name, piece),) = dealer.deal(0.0)
        assert piece.failures == failures
        dealer.fail(name, piece, 0.0)
    ((name, piece),) = dealer.deal(0.0)
    assert dealer.finish(name, piece, pairs=1, seconds=1.0, now=1.0)
    assert dealer.is_over
