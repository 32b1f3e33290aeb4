"""Files of games and labels that lastknight has written, told from others by their beginning.

In an agent's folder they are no part of the agent: otherwise every run would change the agent that
it is about, and no run could be resumed. No other output replaces them.
"""

from __future__ import annotations

from pathlib import Path

_BEGINNING = b"SQLite format 3\0"
_TABLE = b"CREATE TABLE experiments"
LABELS_ID = 0x6C6B6C62  # "lklb"
"""What a file of labels has as its application id."""
_APPLICATION = slice(68, 72)
_PAGE = 4096
COMPANIONS = ("-wal", "-shm", "-journal", "-playing")
"""What SQLite and we put next to a file of games while it is open."""
# The file of games in every folder of results.
_GAMES = "games.db"


def is_results_folder(folder: Path) -> bool:
    """Whether a folder holds the results of a command."""
    return _is_ours(folder / _GAMES)


def is_results_file(path: Path) -> bool:
    """Whether this is a file of games or labels, or belongs to one."""
    for ending in COMPANIONS:
        if path.name.endswith(ending) and path.name != ending:
            return _is_ours(path.with_name(path.name.removesuffix(ending)))
    return _is_ours(path)


def _is_ours(path: Path) -> bool:
    """Whether this is such a file; a new one that is open has its tables in its log only."""
    try:
        if not path.is_file():
            return False
        with path.open("rb") as file:
            beginning = file.read(_PAGE)
    except OSError:
        return False
    has_log = path.with_name(f"{path.name}-wal").exists()
    has_labels = beginning[_APPLICATION] == LABELS_ID.to_bytes(4, "big")
    return beginning.startswith(_BEGINNING) and (_TABLE in beginning or has_log or has_labels)
