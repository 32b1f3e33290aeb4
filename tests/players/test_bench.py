"""The benchmark's fingerprint is the one that CONTRIBUTING.md states."""

import re
from pathlib import Path

from lastknight.players.bench import count_fingerprint, run_benchmark

ROOT = Path(__file__).parents[2]


def test_the_fingerprint_is_the_one_on_record():
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    recorded = re.search(r"It is currently \*\*(\d+)\*\*", text)
    assert recorded is not None
    assert count_fingerprint() == int(recorded[1])


def test_every_ratio_is_measured():
    result = run_benchmark()
    assert all(speed.nodes > 0 and speed.seconds > 0 for speed in result.speeds)
    assert all(ratio.value > 0 for ratio in result.ratios)
