"""The runner for more than one machine, on Dask; nothing outside this room imports Dask."""

from lastknight.matches.runners.cluster.cluster import Cluster

__all__ = ["Cluster"]
