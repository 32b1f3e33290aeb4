"""A class on a cluster: submissions keep their walls, and the games are the local ones."""

import csv
import shutil
from contextlib import closing
from pathlib import Path

import lastknight as lk
from lastknight.cli import main
from loopback import loopback
from runner_games import merged

HERE = Path(__file__).parents[2]


def test_a_league_is_the_same_on_workers(tmp_path, capsys):
    """An honest agent, one with a module of its own, one that kills itself and one that snoops."""
    handed_in = tmp_path / "class"
    shutil.copytree(HERE / "class" / "folder", handed_in / "folder")
    for name in ("class/brief.py", "zoo/exit_at_once.py", "zoo/snoop.py"):
        shutil.copy(HERE / name, handed_in)
    command = ["league", str(handed_in), "--nodes", "60", "--pairs", "1", "--boards", "0"]
    with loopback(tmp_path, "", "") as found:
        away = [*command, "-o", str(tmp_path / "away"), "--cluster", found.address]
        assert main(away) == 0, capsys.readouterr().err
    assert main([*command, "-o", str(tmp_path / "here")]) == 0
    tables = [(tmp_path / place / "standings.csv").read_text() for place in ("away", "here")]
    assert tables[0] == tables[1]
    games = [games_of(tmp_path / place / "games.db") for place in ("away", "here")]
    assert games[0] == games[1]
    with (tmp_path / "away" / "grades.csv").open(encoding="utf-8") as file:
        forfeits = {row["submission"]: int(row["forfeits"]) for row in csv.DictReader(file)}
    assert forfeits == {"brief": 0, "exit_at_once": 11, "folder": 0, "snoop": 11}


def games_of(path):
    with closing(lk.Store(path)) as store:
        return [merged(store.chunks(one.id)) for one in store.experiments()]
