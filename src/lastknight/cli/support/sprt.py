"""Sequential tests as options name them."""

from lastknight.errors import ArgumentError
from lastknight.stats import PRESETS, Sprt


def read_sprt(
    name: str | None, *, alpha: float | None = None, beta: float | None = None
) -> Sprt | None:
    """The sequential test with a name or two Elos, and error rates if given; None without a name.

    Raises ArgumentError for anything else.

    >>> read_sprt("0:20") == PRESETS["standard"]
    True
    """
    given = {"alpha": alpha, "beta": beta}
    rates = {rate: value for rate, value in given.items() if value is not None}
    if name is None:
        if rates:
            raise ArgumentError(
                "--alpha and --beta are error rates of a sequential test; add --sprt"
            )
        return None
    if name in PRESETS:
        return Sprt(PRESETS[name].elo0, PRESETS[name].elo1, **rates)
    low, colon, high = name.partition(":")
    try:
        return Sprt(float(low), float(high), **rates)
    except ValueError as error:
        if colon and isinstance(error, ArgumentError):
            raise
    raise ArgumentError(
        f"the SPRT is one of {', '.join(PRESETS)}, or two Elos such as 0:20, got {name!r}"
    )
