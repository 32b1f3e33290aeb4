"""Openings and games of the lab without a server are those of the installed program."""

from __future__ import annotations

import importlib.util
import json
import subprocess
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from lastknight.matches.engine import run_plan
from lastknight.matches.opening_numbers import OpeningNumbers
from lastknight.matches.plan import Plan, draw, pair_up
from lastknight.notation import format_moves
from lastknight.position import Position

ROOT = Path(__file__).parents[2]
PLAY = Path(__file__).with_name("play.mjs")


@cache
def site_catalog() -> ModuleType:
    """site/catalog.py, which is no part of the package."""
    spec = importlib.util.spec_from_file_location("site_catalog", ROOT / "site" / "catalog.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def ask(core: Path, **asked: Any) -> Any:
    """What the site's own modules answer in Node."""
    catalog = site_catalog()
    data = {
        "catalog": catalog.site_catalog(),
        "tables": catalog.opening_tables(),
        "openings": [],
        "matches": [],
    }
    done = subprocess.run(
        ["node", PLAY, core],
        input=json.dumps(data | asked),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


CHOICES: list[dict[str, Any]] = [
    {"openings": "random", "plies": 2, "seed": 1, "pairs": 500},
    {"openings": "random", "plies": 4, "seed": 7, "pairs": 60},
    {"openings": "random", "plies": 7, "seed": 3, "pairs": 20, "width": 5, "height": 6},
    {"openings": "random", "plies": 0, "seed": 3, "pairs": 5},
    # Every opening several times, among them some after which the game is over.
    {"openings": "random", "plies": 3, "seed": 2**53 - 1, "pairs": 900, "width": 3, "height": 4},
    {"openings": "random", "plies": 2, "seed": 5, "pairs": 700, "width": 5, "height": 5},
    {"openings": "census", "plies": 2, "seed": 1, "pairs": None},
    {"openings": "census", "plies": 3, "seed": 1, "pairs": None, "width": 4, "blocked": "a1 d2"},
    {"openings": "empty", "plies": 2, "seed": 1, "pairs": 3},
    # Quick self-play goes on from random openings, which repeat on the small board.
    {"openings": "random", "plies": 2, "seed": 1, "pairs": 30, "start_ply": 10},
    {"openings": "random", "plies": 1, "seed": 2**53 - 1, "pairs": 60, "start_ply": 7, "width": 5},
    {"openings": ["d4 b1", "c3 e5", "d4 b1"], "plies": 2, "seed": 1, "pairs": 5},
]


def test_openings(core_wasm: Path) -> None:
    asked, expected = [], []
    for choice in CHOICES:
        board = {name: choice.get(name, 7) for name in ("width", "height")}
        start = Position(**board, blocked=choice.get("blocked", ""))
        kind, pairs, given = choice["openings"], choice["pairs"], dict(choice)
        for name in ("width", "height", "blocked"):
            given.pop(name, None)
        asked.append({**given, "start": str(start)})
        plies, seed, start_ply = choice["plies"], choice["seed"], choice.get("start_ply")
        drawn = draw(kind, start, pairs, plies=plies, seed=seed, start_ply=start_ply)
        numbers = OpeningNumbers.of(drawn)
        expected.append(
            {
                "moves": list(map(str, drawn)),
                "numbers": numbers.canonical.tolist(),
                "places": numbers.raw.tolist(),
                "attacking": numbers.attacking.tolist(),
            }
        )
    found = ask(core_wasm, openings=asked)["openings"]
    for choice, one, other in zip(CHOICES, found, expected, strict=True):
        assert one == other, choice


MATCHES: list[dict[str, Any]] = [
    {"players": ["AlphaBeta(improved, nodes=300)", "ratio"], "pairs": 4},
    {"players": ["Random", "Greedy(open)", "Minimax(center + 2 * open, depth=2)"], "pairs": 7},
    {"players": ["Expert(nodes=400)", "AlphaBeta(reach, depth=2)"], "pairs": 5, "seed": 2**40},
    {"players": ["AlphaBeta(ratio, nodes=200)", "Greedy(open)"], "pairs": 5, "start_ply": 12},
    # After so many plies of a line, proofs are quick.
    {"players": ["Perfect", "AlphaBeta(improved, nodes=200)"], "pairs": 1, "openings": 14},
    {"players": ["Perfect", "Random"], "pairs": 2, "openings": "empty", "width": 5, "height": 5},
]


@pytest.mark.parametrize("match", MATCHES, ids=lambda match: " ".join(match["players"]))
def test_games(core_wasm: Path, match: dict[str, Any]) -> None:
    given = {"openings": "random", "plies": 2, "seed": 1} | match
    start = Position(given.pop("width", 7), given.pop("height", 7))
    if isinstance(given["openings"], int):
        given["openings"] = [_line(start, given["openings"])]
    players, pairings = pair_up(given["players"])
    plan = Plan(
        players,
        pairings,
        pairs=given["pairs"],
        openings=given["openings"],
        plies=given["plies"],
        start=start,
        seed=given["seed"],
        start_ply=given.get("start_ply"),
    )
    sent = given | {"start": str(start), "pairings": pairings}
    found = ask(core_wasm, matches=[sent])["matches"][0]
    assert found["names"] == list(plan.player_names)
    expected = []
    chunks = sorted(run_plan(plan), key=lambda chunk: (chunk.pairing, chunk.first_pair))
    for chunk in chunks:
        for a_won, reason, squares in chunk.games():
            assert reason == "no_moves"
            moves = [divmod(square, start.width) for square in squares]
            expected.append({"a_won": a_won, "moves": format_moves(moves).split()})
    assert found["games"] == expected


def _line(start: Position, plies: int) -> str:
    """The first legal line of this length in which the game goes on."""
    position, moves = start, []
    for _ in range(plies):
        move = max(position.legal_moves(), key=lambda one: len(position.play(one).legal_moves()))
        moves.append(move)
        position = position.play(move)
    return format_moves(moves)
