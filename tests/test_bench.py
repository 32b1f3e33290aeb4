"""The benchmark's fingerprint is the one that CONTRIBUTING.md states."""

import re
from pathlib import Path

from lastknight.bench import TASKS, run_benchmark

ROOT = Path(__file__).parents[1]


def test_the_fingerprint_is_the_one_on_record():
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    recorded = re.search(r"It is now \*\*(\d+)\*\*", text)
    assert recorded is not None
    assert sum(task.position.perft(task.depth) for task in TASKS) == int(recorded[1])


def test_native_and_python_loops_count_the_same_and_the_ratios_are_numbers():
    result = run_benchmark()
    assert result.python.leaves == result.python.task.position.perft(result.python.task.depth)
    assert result.times_python > 1
    assert result.two_word_cost > 0
