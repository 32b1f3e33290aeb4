"""Runners: they play the pairs they are given and yield chunks as they are finished.

The games do not depend on the runner, on the number of workers or on the order of their work.
"""

from lastknight.matches.runners.cluster import Cluster
from lastknight.matches.runners.local import run_locally
from lastknight.matches.runners.work import Runner, Work

__all__ = ["Cluster", "Runner", "Work", "run_locally"]
