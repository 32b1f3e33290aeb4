"""Runners play pairs of games and yield chunks as they finish.

The games do not depend on the runner, the number of workers or the order of the work.
"""

from lastknight.matches.runners.cluster import Cluster
from lastknight.matches.runners.local import run_locally
from lastknight.matches.runners.work import Harvest, Runner, Work

__all__ = ["Cluster", "Harvest", "Runner", "Work", "run_locally"]
