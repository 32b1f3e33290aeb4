"""Before a command imports a user's file, a guarded process tries to.

A file that exits, closes its streams or never returns is then reported by name.
"""

import os
import sys
from multiprocessing import parent_process
from pathlib import Path

from lastknight.aind.source import is_agent_file
from lastknight.errors import HeuristicError
from lastknight.heuristics.course import load_agent
from lastknight.heuristics.files import load_file
from lastknight.sandbox.guard import Guard, GuardError

_PATIENCE = 60.0
"""Seconds of CPU that importing a file may take."""


def try_import(path: str) -> None:
    """Try to import a file in a separate process, once for each version of it.

    Raises HeuristicError, or what importing raises, if that fails.
    """
    if parent_process() is not None:  # the program itself has tried it
        return
    with Guard(patience=_PATIENCE) as guard:
        try:
            guard.call(_import, path)
        except GuardError as error:
            raise HeuristicError(f"{path} cannot be imported: {error}") from None


def _import(path: str, **_: object) -> None:
    if is_agent_file(path):
        load_agent(Path(path))
    else:
        load_file(path)
    try:
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
            os.fstat(stream.fileno())
    except (OSError, ValueError):
        raise HeuristicError(
            f"{path} closes standard output or standard error when it is imported; remove that"
        ) from None
