"""What lastknight has written into an agent's folder: no part of the agent.

Otherwise every run would change the agent that it is about, and no run could be resumed.
"""

from __future__ import annotations

from pathlib import Path

_BEGINNING = b"SQLite format 3\0"
_TABLE = b"CREATE TABLE experiments"
_PAGE = 4096
# What SQLite and we put next to a file of games while it is open.
_COMPANIONS = ("-wal", "-shm", "-journal", "-playing")
# The file of games in every folder of results.
_GAMES = "games.db"


def is_results_folder(folder: Path) -> bool:
    """Whether a folder holds the results of a command."""
    return _has_games(folder / _GAMES)


def is_results_file(path: Path) -> bool:
    """Whether this is a file of games, or belongs to one."""
    for ending in _COMPANIONS:
        if path.name.endswith(ending):
            return _has_games(path.with_name(path.name.removesuffix(ending)))
    return _has_games(path)


def _has_games(path: Path) -> bool:
    """Whether this is a file of games; a new one that is open has its tables in its log only."""
    try:
        if not path.is_file():
            return False
        with path.open("rb") as file:
            beginning = file.read(_PAGE)
    except OSError:
        return False
    has_log = path.with_name(f"{path.name}-wal").exists()
    return beginning.startswith(_BEGINNING) and (_TABLE in beginning or has_log)
