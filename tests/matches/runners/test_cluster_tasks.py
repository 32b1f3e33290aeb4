"""Tasks: every pair counts once, whatever becomes of the workers, and tasks fit the workers."""

import random

from hypothesis import given
from hypothesis import strategies as st

import lastknight as lk
from lastknight.matches.runners import Work
from lastknight.matches.runners.cluster.tasks import (
    LEAST_SECONDS,
    MOST_SECONDS,
    PATIENCE,
    SHORT_SLOTS,
    TaskQueue,
)

START = lk.Position()


def works(*sizes):
    player = lk.Random()
    return [Work(index, player, player, 5, [START] * size, 1) for index, size in enumerate(sizes)]


class Simulation:
    """Workers of different speeds, and a scheduler that gives tasks to idle ones."""

    def __init__(self, sizes, paces, seed=1):
        self.queue = TaskQueue(works(*sizes))
        self.rng = random.Random(seed)
        self.now = 0.0
        self.paces = dict(enumerate(paces))
        self.waiting = []
        self.running = {}
        self.lost = []
        self.counted = []
        self.durations = []

    def submit(self):
        slots = 2 * len(self.paces)
        while len(self.waiting) + len(self.running) < slots:
            task = self.queue.take(slots)
            if task is None:
                break
            self.waiting.append(task)
        for worker in self.paces.keys() - self.running.keys():
            if self.waiting:
                task, pace = self.waiting.pop(0), self.paces[worker]
                fitting = max(1, int(min(MOST_SECONDS / pace, 1e9)))
                pairs = min(len(task.work.openings), fitting)
                self.running[worker] = (self.now + pairs * pace, task, pairs)

    def step(self):
        """Take the next result."""
        self.submit()
        worker = min(self.running, key=lambda worker: self.running[worker][0])
        self.now, task, pairs = self.running.pop(worker)
        self.finish(task, pairs, pairs * self.paces[worker])

    def finish(self, task, pairs, seconds):
        first = task.work.first_pair - 5
        if self.queue.finish(task, pairs=pairs, seconds=seconds):
            self.counted += [(task.index, pair) for pair in range(first, first + pairs)]
            self.durations.append((task.index, seconds))

    def run(self):
        while self.queue.missing:
            self.step()
        return sorted(self.counted)


def everything(*sizes):
    return [(index, pair) for index, size in enumerate(sizes) for pair in range(size)]


@given(
    st.lists(st.integers(0, 400), min_size=1, max_size=4),
    st.lists(st.floats(1e-4, 30), min_size=1, max_size=4),
    st.integers(0, 2**32),
)
def test_every_pair_counts_once_whatever_happens(sizes, paces, seed):
    """Results are lost, late or duplicated; tasks are copied, fail or are cancelled."""
    simulation = Simulation(sizes, paces, seed)
    rng = random.Random(seed)
    for _ in range(60):
        simulation.submit()
        if not simulation.running:
            break
        match rng.randrange(6):
            case 0:  # overdue: another copy is submitted, and this one may still return
                worker = rng.choice(list(simulation.running))
                _, task, pairs = simulation.running.pop(worker)
                task.copies += 1
                simulation.lost.append((task, pairs))
                simulation.queue.put_back(task)
            case 1:  # failed, or cancelled
                worker = rng.choice(list(simulation.running))
                simulation.queue.put_back(simulation.running.pop(worker)[1])
            case 2 if simulation.lost:  # an overdue copy returns
                simulation.finish(*simulation.lost.pop(), 1.0)
            case _:
                simulation.step()
    assert simulation.run() == everything(*sizes)
    for task, pairs in simulation.lost:
        simulation.finish(task, pairs, 1.0)
    assert sorted(simulation.counted) == everything(*sizes)


def settled_durations(*paces):
    sizes = (20_000, 300, 20_000)
    simulation = Simulation(sizes, paces)
    assert simulation.run() == everything(*sizes)
    for index in (0, 2):
        settled = [seconds for work, seconds in simulation.durations if work == index][12:-12]
        assert len(settled) > 20
        assert max(settled) <= 1.01 * MOST_SECONDS
        yield settled


def test_tasks_take_half_a_second_to_two_seconds():
    for settled in settled_durations(0.008, 0.01, 0.012):
        assert min(settled) > 0.9 * LEAST_SECONDS


def test_tasks_are_not_much_shorter_if_some_workers_are_far_slower():
    """Slow workers return what they have after two seconds, which leaves small remainders."""
    for settled in settled_durations(0.002, 0.01, 0.04):
        assert sum(settled) / len(settled) > LEAST_SECONDS
        assert sum(seconds > LEAST_SECONDS for seconds in settled) > 0.75 * len(settled)


def test_all_workers_finish_at_about_the_same_time():
    simulation = Simulation([40_000], [0.002] * 8)
    simulation.run()
    ideal = 40_000 * 0.002 / 8
    assert simulation.now < 1.1 * ideal + MOST_SECONDS


def test_tasks_get_longer_with_many_workers():
    queue = TaskQueue(works(100_000))
    first = queue.take(2)
    queue.finish(first, pairs=1, seconds=0.01)
    few, many = queue.take(2), queue.take(10 * SHORT_SLOTS)
    assert few.seconds == MOST_SECONDS
    assert many.seconds == 10 * MOST_SECONDS
    assert len(many.work.openings) > len(few.work.openings)


def test_one_worker_that_is_faster_than_its_first_task_gets_larger_ones():
    simulation = Simulation([100_000], [0.0001])
    simulation.run()
    assert len(simulation.durations) < 30


def test_a_task_that_takes_far_too_long_is_copied_and_each_copy_gets_more_time():
    queue = TaskQueue(works(400))
    slow, usual = queue.take(4), queue.take(4)
    assert queue.patience(slow) == PATIENCE
    queue.finish(usual, pairs=1, seconds=PATIENCE)
    assert queue.patience(slow) > 2 * PATIENCE  # this long is usual for these players
    before = queue.patience(slow)
    slow.copies += 1
    assert queue.patience(slow) == 2 * before
    queue.put_back(slow)
    assert queue.take(4) is slow
    queue.put_back(slow)
    assert queue.finish(slow, pairs=50, seconds=1.0)
    assert queue.take(4) is not slow  # one copy was enough
