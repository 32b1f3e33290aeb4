"""JSON from files that others may have written: a value, or a one-line error."""

from __future__ import annotations

import json
import re
from typing import Any

from lastknight.errors import NotationError
from lastknight.text_file import decode

_SURROGATE = re.compile(r"\\u[dD][89abAB]")


def parse_json(text: str | bytes, what: str) -> Any:
    """The value of a JSON text.

    Raises NotationError that begins with `what`, for text that is not JSON, for values nested too
    deep, for whole numbers of thousands of digits, and for lone surrogates.

    >>> parse_json('{"pairs": [1, 2]}', "the file")
    {'pairs': [1, 2]}
    """
    try:
        decoded = decode(text, what) if isinstance(text, bytes) else text
        value = json.loads(decoded)
        if _SURROGATE.search(decoded):
            json.dumps(value, ensure_ascii=False).encode()
    except RecursionError:
        raise NotationError(f"{what} is nested too deeply") from None
    except NotationError:
        raise
    except UnicodeError:
        raise NotationError(f"{what} has half a character") from None
    except json.JSONDecodeError as error:
        place = f"at line {error.lineno}, column {error.colno}"
        raise NotationError(f"{what} is not JSON: {error.msg.lower()} {place}") from None
    except ValueError as error:
        reason = str(error).partition(";")[0]
        raise NotationError(f"{what} is not JSON: {reason}") from None
    return value


def parse_object(text: str | bytes, what: str) -> dict[str, Any]:
    """The value of a JSON text that must be an object.

    Raises NotationError as `parse_json` does, and for other values.
    """
    value = parse_json(text, what)
    if not isinstance(value, dict):
        raise NotationError(f"{what} is not a JSON object")
    return value
