"""The command line as tests use it: run in this process, with what it printed and wrote."""

import csv
from pathlib import Path

import pytest

from lastknight.cli import main

MINE = '''"""Heuristics of a user."""


def mine(position, player):
    """Own moves less twice the opponent's."""
    return len(position.legal_moves(player)) - 2 * len(position.legal_moves(3 - player))
'''


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """The exit code of a command, and what it printed on both streams."""
    code = main(arguments)
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def read_csv(path: Path) -> list[dict[str, str]]:
    """The rows of a table that it wrote."""
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))
