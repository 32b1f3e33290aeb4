"""Writing a file whole: a reader, or a run killed halfway, finds the old file or the new one."""

from __future__ import annotations

import os
from pathlib import Path


def replace_file(path: Path, content: str | bytes) -> Path:
    """Write a file under a temporary name next to it, then rename it into place."""
    draft = path.with_name(f".{path.name}.{os.getpid()}.new")
    data = content.encode() if isinstance(content, str) else content
    try:
        draft.write_bytes(data)
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
    return path
