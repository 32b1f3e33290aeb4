"""The command line as tests use it: run in this process, with what it printed and wrote."""

import csv
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
import typer

from lastknight.cli import app, main

MINE = '''"""Heuristics of a user."""


def mine(position, player):
    """Own moves less twice the opponent's."""
    return len(position.legal_moves(player)) - 2 * len(position.legal_moves(3 - player))
'''


def _commands_of(group: typer.core.TyperGroup) -> dict[str, typer.core.TyperCommand]:
    found = {}
    for name, command in group.commands.items():
        inner = _commands_of(command) if hasattr(command, "commands") else {"": command}
        found |= {f"{name} {part}".strip(): one for part, one in inner.items()}
    return found


COMMANDS = _commands_of(typer.main.get_command(app))
"""All commands by their names, those of groups too."""


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """The exit code of a command, and what it printed on both streams."""
    code = main(arguments)
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def read_csv(path: Path) -> list[dict[str, str]]:
    """The rows of a table that it wrote."""
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def kill(*words: str | Path, folder: Path, how: signal.Signals, size: int) -> str:
    """What a command says when a signal ends it.

    The signal is sent once it has written to the log of its games, and that has this many bytes.
    """
    began = time.time()
    command = [sys.executable, "-m", "lastknight", *words, "--output", folder]
    child = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    games = folder / "games.db-wal"
    while not games.exists() or games.stat().st_mtime < began or games.stat().st_size < size:
        assert child.poll() is None, "it ended before it was killed"
        time.sleep(0.01)
    child.send_signal(how)
    _, said = child.communicate()
    assert child.returncode == (-signal.SIGKILL if how == signal.SIGKILL else 130)
    return said
