r"""Commands as text that a shell takes, to print and to keep with results.

Names of files on Linux are bytes. Those that are not UTF-8 come from Python with half characters in
them, which no file or page can hold; a shell takes them spelled out: $'cl\344ss'.
"""

from collections.abc import Iterable
from shlex import quote


def shell_text(words: Iterable[str]) -> str:
    r"""Words as a line for a shell.

    >>> shell_text(["lastknight", "league", "my class"])
    "lastknight league 'my class'"
    >>> shell_text(["lastknight", "league", "cl\udce4ss"])
    "lastknight league $'cl\\344ss'"
    """
    return " ".join(map(_shell_word, words))


def _shell_word(word: str) -> str:
    try:
        word.encode()
    except UnicodeEncodeError:
        data = word.encode("utf-8", "surrogateescape")
    else:
        return quote(word)
    spelled = (
        chr(byte) if 32 <= byte < 127 and chr(byte) not in "'\\" else f"\\{byte:03o}"
        for byte in data
    )
    return f"$'{''.join(spelled)}'"
