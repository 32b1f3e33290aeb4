"""The solver next to Fairy-Stockfish, the only strong engine for this game, on the same openings.

Its variant joust is knight's Isolation on 8x8; walls along two edges leave 7x7. Its WebAssembly
build comes from the npm registry into build/ and runs in node: slower than a native one, so its
nodes are what to compare, not its seconds.
Run: python benchmarks/fairy_stockfish.py [openings] [million nodes]
"""

import re
import subprocess
import sys
from pathlib import Path

import lastknight as lk
from lastknight.matches.openings import random_openings

FOLDER = Path(__file__).parents[1] / "build" / "fairy-stockfish"
PACKAGE = "fairy-stockfish-nnue.wasm"


def install() -> Path:
    """The engine's folder, filled from the registry if it is not there."""
    folder = FOLDER / "node_modules" / PACKAGE
    if not folder.exists():
        FOLDER.mkdir(parents=True, exist_ok=True)
        command = ["npm", "install", "--silent", "--prefix", str(FOLDER), PACKAGE]
        subprocess.run(command, check=True)
    return folder


def fen(position: lk.Position) -> str:
    """A 7x7 position on the engine's 8x8 board: what is gone, above or to the right is a wall."""
    pieces = {position.location(1): "N", position.location(2): "n"}
    rows = ["*" * 8]
    for row in reversed(range(7)):
        cells = [
            pieces.get((row, column)) or ("1" if (row, column) in position.blank else "*")
            for column in range(7)
        ]
        text = "".join(cells) + "*"
        rows.append(re.sub("1+", lambda run: str(len(run[0])), text))
    return f"{'/'.join(rows)} {'w' if position.to_move == 1 else 'b'} - - 0 1"


def ask(folder: Path, position: lk.Position, nodes: int) -> tuple[int, int, str]:
    """Nodes searched, nodes a second and the last score, from one search."""
    process = subprocess.Popen(
        ["node", "--no-experimental-fetch", "uci.js"],
        cwd=folder,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    last = ""
    with process:
        process.stdin.write("uci\n")
        process.stdin.flush()
        for line in process.stdout:
            if line.startswith("uciok"):
                process.stdin.write(
                    "setoption name UCI_Variant value joust\nsetoption name Hash value 64\n"
                    f"position fen {fen(position)}\ngo nodes {nodes}\n"
                )
                process.stdin.flush()
            elif " score " in line:
                last = line
            elif line.startswith("bestmove"):
                break
        process.stdin.write("quit\n")
        process.stdin.close()
        process.kill()
    found = re.search(r"score (\w+ -?\d+).* nodes (\d+) nps (\d+)", last)
    assert found is not None, last
    return int(found[2]), int(found[3]), found[1]


def main() -> None:
    """Ask both about the same openings."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    millions = float(sys.argv[2]) if len(sys.argv) > 2 else 3.0
    folder = install()
    print("opening   engine: nodes  nodes/s   says        solver: nodes  nodes/s   winner")
    for opening in random_openings(lk.Position(), 2, count, seed=2):
        nodes, speed, score = ask(folder, opening.position, int(millions * 1e6))
        solution = lk.solve(opening.position)
        ours = solution.nodes / solution.seconds
        print(
            f"{opening!s:8} {nodes:14,} {speed:8,}   {score:10} {solution.nodes:14,} "
            f"{ours:10,.0f}   player {solution.winner}"
        )


if __name__ == "__main__":
    main()
