"""Strangers' text made safe to show: nothing in it moves a cursor, hides a word or fakes a line.

Escaping for HTML is up to the pages, and guarding spreadsheets up to whoever writes CSV files.
"""


def printable(text: str) -> str:
    r"""The text with all control characters but newlines and tabs spelled out.

    >>> printable("ok\x1b[2J\r\u202e!\n")
    'ok\\x1b[2J\\r\\u202e!\n'
    """
    if text.isprintable():
        return text
    return "".join(
        char if char.isprintable() or char in "\n\t" else ascii(char)[1:-1] for char in text
    )


def printable_line(text: str, *, limit: int) -> str:
    r"""The text on one line of at most `limit` characters.

    >>> printable_line("Ann\x1b[2J\nBob", limit=40), printable_line("abcdef", limit=4)
    ('Ann\\x1b[2J Bob', 'abc…')
    """
    line = printable(" ".join(text[: 4 * limit].split()))
    return line if len(line) <= limit and len(text) <= 4 * limit else f"{line[: limit - 1]}…"


def printable_lines(text: str, *, limit: int) -> str:
    r"""The first characters of a text, and how many more there were.

    >>> printable_lines("one\r\ntwo\x07", limit=40)
    'one\ntwo\\x07'
    >>> printable_lines("a" * 10, limit=4)
    'aaaa\n… 6 more characters'
    """
    unified = text.replace("\r\n", "\n")
    more = len(unified) - limit
    shown = printable(unified[:limit])
    return shown if more <= 0 else f"{shown}\n… {more:,} more characters"


def both_ends(text: str, *, limit: int) -> str:
    r"""The text without its middle if it is too long.

    >>> both_ends("Traceback, many lines, ValueError", limit=20)
    'Traceback,\n...\nValueError'
    """
    half = limit // 2
    return text if len(text) <= limit else f"{text[:half]}\n...\n{text[-half:]}"


def first_bytes(data: bytes, *, total: int, limit: int) -> str:
    r"""The first bytes of an output as printable text; a last line says how many there were.

    >>> first_bytes(b"hello world", total=2000, limit=5)
    'hello\n[the first 5 of 2,000 bytes]'
    """
    text = printable(data[:limit].decode("utf-8", "backslashreplace")).rstrip("\n")
    if total <= limit:
        return text
    return f"{text}\n[the first {min(limit, len(data)):,} of {total:,} bytes]"
