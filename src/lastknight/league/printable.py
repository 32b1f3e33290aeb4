"""Strangers' text made fit to be shown: without control characters, and not too much of it.

Escaping for HTML is the page's business, guarding spreadsheets that of whoever writes CSV files.
"""

from __future__ import annotations

_KEPT = "\n\t"


def printable(text: str, *, most: int) -> str:
    r"""The text in one line, characters that could steer a terminal or turn a line written out.

    >>> printable("Ann\x1b[2J\nBob", most=40), printable("abcdef", most=4)
    ('Ann\\x1b[2J Bob', 'abc…')
    """
    line = "".join(map(_visible, " ".join(text[: 4 * most].split())))
    return line if len(line) <= most and len(text) <= 4 * most else f"{line[: most - 1]}…"


def printable_lines(text: str, *, most: int) -> str:
    r"""The same for text of many lines, whose line ends and tabs stay; what is cut off is counted.

    >>> printable_lines("one\r\ntwo\x07", most=40)
    'one\ntwo\\x07'
    >>> printable_lines("a" * 10, most=4)
    'aaaa\n… 6 more characters'
    """
    unified = text.replace("\r\n", "\n")
    kept = "".join(sign if sign in _KEPT else _visible(sign) for sign in unified[:most])
    left = len(unified) - most
    return kept if left <= 0 else f"{kept}\n… {left:,} more characters"


def _visible(sign: str) -> str:
    """A character, or its code where it cannot be seen."""
    if sign.isprintable():
        return sign
    code = ord(sign)
    return (
        f"\\x{code:02x}" if code < 256 else f"\\u{code:04x}" if code < 65536 else f"\\U{code:08x}"
    )
