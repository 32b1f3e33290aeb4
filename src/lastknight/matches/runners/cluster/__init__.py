"""The runner for more than one machine. Dask schedules the tasks, and is imported only here."""

from lastknight.matches.runners.cluster.cluster import Cluster

__all__ = ["Cluster"]
