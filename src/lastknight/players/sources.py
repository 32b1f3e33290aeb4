"""The user's code that a player runs, as text and as a digest that identifies it."""

from __future__ import annotations

import tokenize
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from inspect import getfile, getsource


@dataclass(frozen=True, slots=True)
class Sources:
    """The user's code behind a player; both None for built-in players."""

    text: str | None = None
    """The whole files the code is in, since it may call anything there."""
    digest: str | None = None
    """Tells players of the same name apart."""

    @classmethod
    def of(cls, codes: Iterable[object]) -> Sources:
        """The sources of some functions and classes."""
        pairs = [(_own_text(code), _file_text(code)) for code in codes]
        if not pairs:
            return cls()
        parts = [text for pair in pairs for text in pair]
        files = dict.fromkeys(file or own for own, file in pairs)
        return cls("\n".join(files), sha256("\n".join(parts).encode()).hexdigest())


def _own_text(code: object) -> str:
    """The source of some code, or its name if the source cannot be read."""
    try:
        return getsource(code)  # type: ignore[arg-type]
    except (OSError, TypeError):
        return f"# {getattr(code, '__qualname__', type(code).__name__)}"


def _file_text(code: object) -> str:
    """The file some code is in, or nothing if it cannot be read."""
    try:
        with tokenize.open(getfile(code)) as file:  # type: ignore[arg-type]
            return file.read()
    except (OSError, TypeError, SyntaxError, UnicodeDecodeError):
        return ""
