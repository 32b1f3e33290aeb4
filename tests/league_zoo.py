"""The zoo in a league with honest agents: set up, played by the command line, then checked.

The tests play a few of them; `python tests/league_zoo.py`, or `make league`, plays all, and with
`--honest 2 --hostile 6` as many as are wanted.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections import Counter
from hashlib import sha256
from itertools import combinations
from pathlib import Path
from time import perf_counter

import lastknight as lk
from lastknight.matches.archive import stored_games
from lastknight.matches.game_record import GameRecord
from reference import rules as reference

HERE = Path(__file__).parent
HONEST = tuple(sorted(path.stem for path in (HERE / "class").iterdir() if path.stem[0] != "_"))
VERDICTS = tomllib.loads((HERE / "zoo" / "verdicts.toml").read_text(encoding="utf-8"))
# These take long to do harm, so the clock may be faster.
LATE = ("disk_filler", "gigabytes", "thread_bomb", "big_file", "file_bomb", "pipe_flood", "shouter")
SECONDS = 0.05
BASELINES = 3


class Arena:
    """A class folder with honest and hostile submissions, and files that are off limits."""

    def __init__(self, root: Path, *, honest: tuple[str, ...], hostile: tuple[str, ...]) -> None:
        self.root, self.honest, self.hostile = root, honest, hostile
        self.folder, self.output = root / "class", root / "league"
        self.home, self.canary = root / "home", root / "canary"
        if self.folder.exists():  # resume a league that was stopped
            self.before = self.fingerprint()
            return
        for place in (self.folder, self.home, self.canary):
            place.mkdir(parents=True)
        (self.canary / "grades.csv").write_text("alice,93", encoding="utf-8")
        (self.home / "diary.txt").write_text("my diary", encoding="utf-8")
        for name in honest:
            source = HERE / "class" / name
            if source.is_dir():
                shutil.copytree(source, self.folder / name)
            else:
                shutil.copy(source.with_suffix(".py"), self.folder)
        for name in hostile:
            text = (HERE / "zoo" / f"{name}.py").read_text(encoding="utf-8")
            text = text.replace("CANARY", str(self.canary))
            (self.folder / f"{name}.py").write_text(text, encoding="utf-8")
        self.before = self.fingerprint()

    def fingerprint(self) -> dict[str, str]:
        """The hash of every file that is not a result."""
        return {
            str(path.relative_to(self.root)): sha256(path.read_bytes()).hexdigest()
            for place in (self.folder, self.home, self.canary)
            for path in sorted(place.rglob("*"))
            if path.is_file()
        }

    def command(self, *options: str) -> list[str]:
        """The command that plays the league."""
        words = [sys.executable, "-m", "lastknight", "league", str(self.folder)]
        return [*words, "-o", str(self.output), "--seconds", str(SECONDS), *options]

    def play(self, *options: str, path: str | None = None) -> None:
        """Play the league; programs are looked for in `path`, if that is given."""
        environment = os.environ | {"HOME": str(self.home)}
        environment |= {} if path is None else {"PATH": path}
        subprocess.run(self.command(*options), check=True, env=environment, cwd=self.root)

    def facts(self) -> dict[str, dict]:
        """The facts of each entry."""
        league = json.loads((self.output / "league.json").read_text(encoding="utf-8"))
        return {entry["name"]: entry for entry in league["entries"]}

    def games(self) -> list[GameRecord]:
        """All stored games."""
        with lk.Store(self.output / "games.db") as store:
            return [game for one in store.experiments() for game in stored_games(store, one)]


def check_league(arena: Arena, *, pairs: int) -> Counter:
    """Check everything that must hold after a league; returns how games ended."""
    assert arena.fingerprint() == arena.before, "a file outside the results has changed"
    facts, games = arena.facts(), arena.games()
    absent = {name for name, entry in facts.items() if entry["problem"]}
    assert not absent & set(arena.honest)
    check_meetings(facts, games, pairs=pairs, absent=absent)
    wins: Counter = Counter()
    for game in games:
        a_won = winner_by_the_rules(game)
        assert a_won == game.a_won, f"{game.name} of {game.a} and {game.b}"
        winner, loser = (game.a, game.b) if a_won else (game.b, game.a)
        wins[name_of(winner)] += 1
        check_reason(arena, name_of(loser), game)
    for name, entry in facts.items():
        assert wins[name] == entry["wins"], name
    for name in absent:
        words = VERDICTS[name][1].removesuffix("Error").lower()
        said = (facts[name]["problem"] + facts[name]["trace"]).lower()
        assert words in said, said
    return Counter(game.reason for game in games)


def check_meetings(
    facts: dict[str, dict], games: list[GameRecord], *, pairs: int, absent: set[str]
) -> None:
    """Everybody has played everybody once, on every opening, from both sides."""
    playing = [name for name in facts if name not in absent]
    played = Counter(
        (frozenset({name_of(game.a), name_of(game.b)}), game.pair, game.second) for game in games
    )
    assert set(played.values()) == {1}
    wanted = {
        (frozenset(both), pair, second)
        for both in combinations(playing, 2)
        for pair in range(pairs)
        for second in (False, True)
    }
    assert set(played) == wanted


def name_of(label: str) -> str:
    """The submission that a label of the store belongs to."""
    return label.partition(": ")[0]


def winner_by_the_rules(game: GameRecord) -> bool:
    """Whether A won, by replaying the game with the independent reference."""
    position = reference.start(7, 7)
    for move in (*game.opening.moves, *game.moves):
        position = reference.play(position, move)
    first = 1 if len(game.opening.moves) % 2 == 0 else 2
    a_player = reference.OTHER[first] if game.second else first
    assert reference.is_over(position) == (game.reason == "no_moves")
    return position.to_move != a_player


def check_reason(arena: Arena, loser: str, game: GameRecord) -> None:
    """Honest agents never forfeit; hostile ones lose for the reason they are known for."""
    if loser not in arena.hostile:
        assert game.reason == "no_moves", f"{loser}: {game.reason}, {game.note[-500:]}"
        return
    reason, words = VERDICTS[loser][:2]
    if loser in LATE and game.reason == "timeout":
        return
    assert game.reason == reason, f"{loser}: {game.reason}, {game.note[-500:]}"
    assert words in game.note, f"{loser}: {game.note[-500:]}"


def spread(names: tuple[str, ...], count: int) -> tuple[str, ...]:
    """Some of the names, evenly spaced."""
    count = min(count, len(names))
    return tuple(names[number * len(names) // count] for number in range(count))


def main() -> None:
    """Play the whole zoo and all honest agents, or some of each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", help="to resume in; default: a new one")
    parser.add_argument("--honest", type=int, default=len(HONEST), metavar="N")
    parser.add_argument("--hostile", type=int, default=len(VERDICTS), metavar="N")
    parser.add_argument("--without-bubblewrap", action="store_true")
    options = parser.parse_args()
    honest, hostile = spread(HONEST, options.honest), spread(tuple(VERDICTS), options.hostile)
    with tempfile.TemporaryDirectory() as fresh:
        arena = Arena(Path(options.folder or fresh), honest=honest, hostile=hostile)
        start = perf_counter()
        if options.without_bubblewrap:  # where there are no programs, there is none
            arena.play("--pairs", "1", "--boards", "1", path=str(arena.canary))
        else:
            arena.play("--pairs", "1", "--boards", "1", "--require-sandbox")
        seconds = perf_counter() - start
        endings = check_league(arena, pairs=1)
        absent = [name for name, entry in arena.facts().items() if entry["problem"]]
    lines = [
        f"{len(honest)} honest and {len(hostile)} hostile submissions, {BASELINES} baselines",
        f"{sum(endings.values()):,} games in {seconds:,.0f} s: "
        + ", ".join(f"{count:,} {reason}" for reason, count in endings.most_common()),
        f"failed to load: {', '.join(absent)}",
        "every game replayed by the reference: results are right, no honest agent forfeited,",
        "every hostile loss has its reason, nothing outside the results has changed",
    ]
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
