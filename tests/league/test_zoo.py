"""Hostile submissions in a league with honest ones: it ends, and nobody is harmed.

`make league` plays all of them.
"""

import csv

import pytest

from league_zoo import Arena, check_league
from walled import descendants

HONEST = ("brief", "folder")
HOSTILE = ("endless_loop", "exit_at_import", "snoop", "terminal_painter")


@pytest.fixture(scope="module")
def arena(tmp_path_factory):
    arena = Arena(tmp_path_factory.mktemp("arena"), honest=HONEST, hostile=HOSTILE)
    arena.play("--pairs", "1", "--require-sandbox", "--boards", "1", "--workers", "2")
    return arena


def test_it_ends_with_the_right_results(arena):
    endings = check_league(arena, pairs=1)
    assert sum(endings.values()) == 2 * 28
    assert endings["breach"]
    assert endings["timeout"]
    assert descendants() == []


def test_the_tables_list_everybody(arena):
    with (arena.output / "grades.csv").open(encoding="utf-8") as file:
        rows = {row["submission"]: row for row in csv.DictReader(file)}
    assert sorted(rows) == sorted(HONEST + HOSTILE)
    assert rows["exit_at_import"]["played"] == "no"
    assert "SystemExit" in rows["exit_at_import"]["remark"]
    assert int(rows["snoop"]["forfeits"]) > 0
    assert int(rows["brief"]["forfeits"]) == 0


def test_output_of_a_submission_is_on_its_own_page_only(arena):
    pages = {
        path.stem: path.read_text(encoding="utf-8")
        for path in (arena.output / "submissions").iterdir()
    }
    assert len(pages) == len(HONEST + HOSTILE)
    assert "not what B printed" in pages["terminal-painter"]
    for name, text in pages.items():
        assert "\x1b" not in text
        if name != "terminal-painter":
            assert "not what B printed" not in text


def test_running_it_again_plays_nothing(arena):
    before = (arena.output / "standings.csv").read_bytes()
    games = len(arena.games())
    arena.play("--pairs", "1", "--require-sandbox", "--boards", "1")
    assert (arena.output / "standings.csv").read_bytes() == before
    assert len(arena.games()) == games
