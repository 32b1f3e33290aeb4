"""Options for sequential tests."""

from typing import Annotated

import typer

from lastknight.cli.support.rules import needs
from lastknight.stats import Sprt
from lastknight.stats.sprt import parse_sprt

ERROR_RATES = needs("--alpha --beta", "--sprt")
"""The rule of the error rates, where a sequential test is optional."""
Alpha = Annotated[
    float | None,
    typer.Option(
        metavar="RATE",
        help="Chance that --sprt accepts the upper Elo although the lower is true. Default: 0.05.",
    ),
]
Beta = Annotated[
    float | None,
    typer.Option(
        metavar="RATE",
        help="Chance that --sprt accepts the lower Elo although the upper is true. Default: 0.05.",
    ),
]


def read_sprt(
    name: str | None, *, alpha: float | None = None, beta: float | None = None
) -> Sprt | None:
    """The sequential test with a name or two Elos, and error rates if given; None without a name.

    Raises ArgumentError for anything else.

    >>> read_sprt("0:20") == parse_sprt("standard")
    True
    """
    given = {"alpha": alpha, "beta": beta}
    rates = {rate: value for rate, value in given.items() if value is not None}
    return None if name is None else parse_sprt(name, **rates)
