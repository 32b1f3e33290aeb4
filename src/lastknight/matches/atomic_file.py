"""Writes files atomically: readers find the old file or the new one, also after a killed run."""

from __future__ import annotations

import os
import re
from pathlib import Path

_DRAFT = re.compile(r"\.(.+)\.\d+\.new")


def replace_file(path: Path, content: str | bytes) -> Path:
    """Write a file under a temporary name next to it, then rename it into place.

    A link still leads to the file, and a device or pipe stays what it is and is written to.
    """
    data = content.encode() if isinstance(content, str) else content
    target = path.resolve()
    if target.exists() and not target.is_file():
        target.write_bytes(data)
        return path
    draft = target.with_name(f".{target.name}.{os.getpid()}.new")
    try:
        draft.write_bytes(data)
        draft.replace(target)
    finally:
        draft.unlink(missing_ok=True)
    return path


def draft_target(name: str) -> str | None:
    """The name of the file of which this was to be a new version; None for other names.

    A process that is killed while it writes leaves such a draft.

    >>> draft_target(".report.html.4711.new"), draft_target("report.html")
    ('report.html', None)
    """
    found = _DRAFT.fullmatch(name)
    return None if found is None else found[1]
