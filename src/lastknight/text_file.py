"""Reading users' text files: UTF-8, or an error that names the file and the byte.

Python source may declare another encoding in its first lines, as Python allows.
"""

import io
import tokenize
from pathlib import Path

from lastknight.errors import NotationError


def read_text(path: Path) -> str:
    """The text of a file, without a byte order mark.

    Raises NotationError for what is not UTF-8, OSError for a file that cannot be read.
    """
    return decode(path.read_bytes(), str(path))


def decode(data: bytes, name: str) -> str:
    r"""Bytes decoded as text, without a byte order mark; `name` is the file, for errors.

    Raises NotationError for what is not UTF-8.

    >>> decode(b"d4 b1", "openings.txt")
    'd4 b1'
    >>> decode(b"Z\xfcge", "openings.txt")
    Traceback (most recent call last):
      ...
    lastknight.errors.NotationError: openings.txt is not UTF-8: byte 2 is 0xfc; save it as UTF-8
    """
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise NotationError(
            f"{name} is not UTF-8: byte {error.start + 1:,} is {data[error.start]:#04x}; "
            "save it as UTF-8"
        ) from None


def decode_source(source: bytes, name: str) -> str:
    r"""The text of a Python file, by the encoding that it declares, or else as UTF-8.

    Python itself ignores wrong bytes in comments. Raises NotationError for what is not in that
    encoding, and for an encoding that Python does not know.

    >>> decode_source(b"# coding: latin-1\n# Z\xfcge", "mine.py")
    '# coding: latin-1\n# Züge'
    """
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(source).readline)
        if not encoding.startswith("utf-8"):
            return source.decode(encoding)
    except SyntaxError:  # wrong bytes in the first two lines, or an unknown encoding
        decode(source, name)
        wrong = "declares an encoding that Python does not know"
    except (UnicodeDecodeError, LookupError):
        wrong = "is not in the encoding that it declares"
    else:
        return decode(source, name)
    raise NotationError(f"{name} {wrong}; save it as UTF-8, without a declaration")
