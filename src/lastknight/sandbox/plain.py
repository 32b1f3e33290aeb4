"""Strangers' text made plain: nothing in it moves a cursor, hides a word or fakes a line."""


def plain(text: str) -> str:
    r"""Text of which only printable characters, newlines and tabs are left; others are spelled out.

    >>> plain("ok\x1b[2J\r\u202e!\n")
    'ok\\x1b[2J\\r\\u202e!\n'
    """
    if text.isprintable():
        return text
    return "".join(
        char if char.isprintable() or char in "\n\t" else ascii(char)[1:-1] for char in text
    )


def both_ends(text: str, limit: int) -> str:
    r"""A text that is too long without its middle.

    >>> both_ends("Traceback, many lines, ValueError", 20)
    'Traceback,\n...\nValueError'
    """
    half = limit // 2
    return text if len(text) <= limit else f"{text[:half]}\n...\n{text[-half:]}"


def beginning(data: bytes, total: int, limit: int) -> str:
    r"""The first bytes of an output as plain text, with a last line that says how much there was.

    >>> beginning(b"hello world", 2000, 5)
    'hello\n[the first 5 of 2,000 bytes]'
    """
    text = plain(data[:limit].decode("utf-8", "backslashreplace")).rstrip("\n")
    if total <= limit:
        return text
    return f"{text}\n[the first {min(limit, len(data)):,} of {total:,} bytes]"
