"""A league whose coordinator and workers are killed again and again counts the same games.

`kill -9` hits the coordinator or one of its workers at random moments; the same command is started
again until the league is finished. Then every pair is there exactly once, no game that was there
before a kill has changed, nobody forfeited, and another run of the command plays nothing.

    python benchmarks/league_survival.py                         20 agents, 10 pairs, 20 ms a move
    python benchmarks/league_survival.py --agents 4 --pairs 2    a small one
"""

import argparse
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing, suppress
from pathlib import Path
from time import perf_counter, sleep

# An agent that deepens until its time is nearly used up; each has another weight.
AGENT = """
class Timeout(Exception):
    pass


class CustomPlayer:
    def __init__(self, data=None, timeout=5.0):
        self.timeout = timeout

    def get_move(self, game, time_left):
        self.time_left, self.me = time_left, game.active_player
        moves = game.get_legal_moves()
        best = moves[0]
        try:
            for depth in range(1, len(game.get_blank_spaces()) + 1):
                best = max(moves, key=lambda move: self.value(game.forecast_move(move), depth - 1))
        except Timeout:
            pass
        return best

    def value(self, game, depth):
        if self.time_left() < self.timeout:
            raise Timeout
        moves = game.get_legal_moves()
        if not moves:
            return float("-inf") if game.active_player == self.me else float("inf")
        if depth == 0:
            other = game.get_opponent(self.me)
            own, theirs = game.get_legal_moves(self.me), game.get_legal_moves(other)
            return len(own) - WEIGHT * len(theirs)
        values = [self.value(game.forecast_move(move), depth - 1) for move in moves]
        return max(values) if game.active_player == self.me else min(values)
"""


def main() -> None:
    """Run it at the size that is asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--agents", type=int, default=20)
    parser.add_argument("--pairs", type=int, default=10)
    parser.add_argument("--seconds", type=float, default=0.02, help="CPU a move")
    parser.add_argument("--kills", type=int, default=40)
    parser.add_argument("--every", type=int, default=50, help="pairs between kills, about")
    parser.add_argument("--seed", type=int, default=1, help="of the kills")
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as root:
        print("\n".join(survive(Path(root), options)))


def survive(root: Path, options: argparse.Namespace) -> list[str]:
    """Play a league with kills, check it, and say what happened."""
    folder, output = root / "class", root / "league"
    folder.mkdir()
    for number in range(options.agents):
        text = AGENT.replace("WEIGHT", str(1 + number / 10))
        (folder / f"agent{number:02}.py").write_text(text, encoding="utf-8")
    words = [sys.executable, "-m", "lastknight", "league", str(folder), "-o", str(output)]
    words += ["--pairs", str(options.pairs), "--seconds", str(options.seconds), "--boards", "0"]
    words += ["--workers", str(options.workers)]
    start = perf_counter()
    kills = _play_with_kills(words, output / "games.db", options)
    seconds = perf_counter() - start
    games = read_games(output / "games.db")
    planned = _check_whole(games, options)
    subprocess.run(words, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    assert read_games(output / "games.db") == games, "a finished league was played again"
    league = json.loads((output / "league.json").read_text(encoding="utf-8"))
    counted = sum(entry["wins"] for entry in league["entries"])
    assert counted == league["conditions"]["games"] == 2 * planned
    forfeits = sum(entry["forfeited"] for entry in league["entries"])
    return [
        f"{options.agents} agents and 3 baselines, {options.pairs} pairs each, "
        f"{1000 * options.seconds:g} ms a move: {2 * planned:,} games in {seconds:,.0f} s",
        f"kill -9: {kills['coordinator']} times the coordinator, {kills['worker']} times a worker",
        f"every pair is there once; {kills['compared']:,} pairs that were there before a kill were "
        "compared after it: none has changed",
        f"forfeits: {forfeits}",
    ]


def _play_with_kills(words: list[str], file: Path, options: argparse.Namespace) -> dict[str, int]:
    """Start the command until it ends by itself; what was there must stay through every kill.

    Between two kills some pairs are played, so it ends however slow the machine is.
    """
    rng = random.Random(options.seed)
    kills = {"coordinator": 0, "worker": 0, "compared": 0}
    before: dict[tuple[str, int], tuple[object, ...]] = {}
    while True:
        process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while kills["coordinator"] + kills["worker"] < options.kills:
            if not _wait_for_pairs(process, file, rng.randint(1, 2 * options.every), rng.random()):
                break
            workers = workers_of(process.pid)
            if rng.random() < 0.5 and workers:
                _kill(rng.choice(workers))
                kills["worker"] += 1
            else:
                _kill(process.pid)
                kills["coordinator"] += 1
                break
        process.wait()
        now = read_games(file)
        changed = [key for key, game in before.items() if now.get(key) != game]
        assert not changed, f"games that were finished have changed: {changed[:3]}"
        kills["compared"] += len(before)
        before = now
        if process.returncode == 0:
            return kills
        assert process.returncode == -signal.SIGKILL, f"it ended with {process.returncode}"


def _wait_for_pairs(
    process: subprocess.Popen[bytes], file: Path, pairs: int, seconds: float
) -> bool:
    """Wait until so many more pairs are kept, and a moment; False where it ends before."""
    start = len(read_games(file))
    while process.poll() is None and len(read_games(file)) < start + pairs:
        sleep(0.05)
    sleep(seconds)
    return process.poll() is None


def _kill(pid: int) -> None:
    with suppress(ProcessLookupError):  # it has just ended
        os.kill(pid, signal.SIGKILL)


def workers_of(pid: int) -> list[int]:
    """The workers of a coordinator: its children with its own command, which no agent has."""
    try:
        own = Path(f"/proc/{pid}/cmdline").read_bytes()
        children = [
            int(child)
            for task in Path(f"/proc/{pid}/task").iterdir()
            for child in (task / "children").read_text().split()
        ]
        return [child for child in children if Path(f"/proc/{child}/cmdline").read_bytes() == own]
    except OSError:
        return []


def read_games(file: Path) -> dict[tuple[str, int], tuple[object, ...]]:
    """Every pair of the file: who met whom and which one, and all that was kept of its games."""
    if not file.exists():
        return {}
    query = (
        "SELECT key, first_pair, pairs, a_won, reasons, plies, moves, notes, plan FROM chunks"
        " JOIN experiments ON experiments.id = chunks.experiment"
    )
    with closing(sqlite3.connect(file)) as connection:
        try:
            rows = connection.execute(query).fetchall()
        except sqlite3.OperationalError:  # it was killed before there were any tables
            return {}
    return {(row[0], row[1]): tuple(row[2:]) for row in rows}


def _check_whole(
    games: dict[tuple[str, int], tuple[object, ...]], options: argparse.Namespace
) -> int:
    """Every meeting has every pair once, two games each; gives the number of pairs."""
    players = options.agents + 3
    meetings: dict[str, list[int]] = {}
    for (key, first), game in games.items():
        if game[0] == 1:
            assert len(game[1]) == 2  # type: ignore[arg-type]
        meetings.setdefault(key, []).extend(range(first, first + int(game[0])))  # type: ignore[call-overload]
    assert len(meetings) == players * (players - 1) // 2
    for pairs in meetings.values():
        assert sorted(pairs) == list(range(options.pairs))
    return sum(map(len, meetings.values()))


if __name__ == "__main__":
    main()
