"""Bad values for any argument, and what a call says of them."""

import math

import lastknight as lk


class Hostile:
    def __repr__(self):
        raise RuntimeError("no text")


BAD = {
    "none": None,
    "zero": 0,
    "true": True,
    "negative": -1,
    "huge": 10**400,
    "float": 2.5,
    "nan": math.nan,
    "inf": -math.inf,
    "text": "quick brown fox",
    "empty": "",
    "nul": "a\0b",
    "surrogate": "\ud800",
    "emoji": "\N{BLACK CHESS KNIGHT}" * 70,
    "minus": "-" * 1500,
    "digits": "9" * 400,
    "deep": "(" * 100_000,
    "bytes": b"d4",
    "list": ["d4", None],
    "folder": ".",
    "dict": {"a": 1},
    "hostile": Hostile(),
    "class": lk.Random,
}


def refusal(call, *arguments):
    """The message of our error, or None if there is none; any other error fails the test."""
    try:
        call(*arguments)
    except lk.LastknightError as error:
        return str(error)
    return None


def check_refusal(call, *arguments):
    """Fail unless a call gives a value, or an error of ours in one readable line."""
    message = refusal(call, *arguments)
    if message is not None:
        assert message
        assert "\n" not in message
        assert "incompatible function arguments" not in message
        assert "Errno" not in message
        assert " at 0x" not in message
        assert len(message) < 400
