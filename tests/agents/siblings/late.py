"""Imported inside a function, long after the agent was loaded."""


def mean_of(values):
    return sum(values) / len(values) if values else 0
