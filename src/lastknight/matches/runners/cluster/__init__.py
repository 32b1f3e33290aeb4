"""The runner for more than one machine. Dask is imported nowhere else, and Dask schedules."""

from lastknight.matches.runners.cluster.cluster import Cluster

__all__ = ["Cluster"]
