"""Benchmarks measure what they say they measure."""

import subprocess
import sys
from pathlib import Path

BENCHMARKS = Path(__file__).parents[1] / "benchmarks"


def test_the_cost_of_statistics_does_not_include_importing_scipy():
    code = f"""
import runpy, sys
names = runpy.run_path({str(BENCHMARKS / "arena_speed.py")!r})
loaded = []
def clock():
    loaded.append({{name for name in sys.modules if name.startswith("scipy")}})
    return 0.0
names["tally_seconds"].__globals__.update({{"perf_counter": clock, "PAIRS": 20}})
names["tally_seconds"]()
before, after = loaded
assert before == after, sorted(after - before)
assert before
"""
    subprocess.run([sys.executable, "-c", code], check=True)
