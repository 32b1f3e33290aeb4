"""The pages and files of a league, from facts alone: complete, escaped, and to oneself."""

import csv
import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from io import StringIO

import pytest

from lastknight.league.final_standings import (
    ONLY_ONE,
    Forfeited,
    League,
    LeagueConditions,
    LeagueEnding,
    LeagueEntry,
    Mistakes,
    Outcome,
    ThrownWin,
)
from lastknight.report.league.index import index_chapters
from lastknight.report.league.pages import grades_csv, guarded, standings_csv, write_league
from lastknight.report.text.located import locate
from lastknight.report.text.prose import to_plain
from lastknight.stats import Estimate
from lastknight.truth.measurements import Mistake

EVIL = "=cmd|'<script>alert(1)</script>"
BASELINES = ("Random", "AlphaBeta(improved, nodes=15000)")
MISTAKE = Mistake(
    game="0.3.1",
    moves="d4 b1 c2 a3",
    ply=2,
    position="......./......./......./......./......./......./.......:1",
    player=1,
    played="c2",
    winning=("e2", "f5"),
)


def facts(**changes) -> League:
    """A league of two submissions that played, two baselines, and one that could not be loaded."""
    secret = "</pre><script>alert(2)</script> output of ann"
    ann = LeagueEntry(
        name="ann",
        kind="submission",
        player="AlphaBetaPlayer",
        page="submissions/ann.html",
        rank="1st to 2nd",
        best_rank=1,
        worst_rank=2,
        elo=Estimate(12.0, -80.0, None),
        wins=50,
        losses=10,
        win_rate=Estimate(0.83, 0.7, 0.9),
        outcomes=tuple(Outcome(place, 8, 1, 1, 0, 3) for place in (1, 2, 3)),
        endings=(LeagueEnding("no_moves", 47, 10), LeagueEnding("timeout", 3, 0)),
        mistakes=Mistakes(10, 4, 5, (ThrownWin(1, MISTAKE),)),
        output=secret,
    )
    evil = replace(
        ann,
        name=EVIL,
        page="submissions/cmd.html",
        elo=Estimate(-40.0, None, -10.0),
        outcomes=tuple(Outcome(place, 1, 1, 8, 3, 0) for place in (0, 2, 3)),
        endings=(LeagueEnding("no_moves", 9, 42), LeagueEnding("breach", 0, 9)),
        forfeits=(
            Forfeited(
                "0.1",
                0,
                7,
                MISTAKE.position,
                "breach",
                "<img src=x onerror=alert(3)>\nopened /etc",
                9,
            ),
        ),
        forfeited=9,
        mistakes=Mistakes(10, 0, 0, ()),
        output="output of the evil one",
    )
    baselines = [
        LeagueEntry(
            name=name,
            kind="baseline",
            player=name,
            elo=Estimate(0.0, 0.0, 0.0),
            wins=20,
            losses=20,
            win_rate=Estimate(0.5, 0.4, 0.6),
            outcomes=(Outcome(0, 1, 1, 8, 0, 0), Outcome(1, 8, 1, 1, 0, 3)),
            endings=(LeagueEnding("no_moves", 20, 20),),
        )
        for name in BASELINES
    ]
    lost = LeagueEntry(
        name="lost",
        kind="submission",
        player="",
        page="submissions/lost.html",
        problem="lost.py, line 1: invalid <syntax>",
        trace="a traceback",
    )
    conditions = LeagueConditions(
        title="League <7b>",
        limits="150 ms a move",
        pairs=10,
        plies=2,
        seed=1,
        games=120,
        openings=10,
        pairs_to_rank=37,
        anchor=BASELINES[1],
        sandbox="bubblewrap",
        is_walled=True,
        version="0.1.0",
        command="lastknight league <folder>",
    )
    league = League(
        conditions,
        (ann, evil, *baselines, lost),
        (("notes.txt", "not a Python file"),),
    )
    return replace(league, **changes)


class Page(HTMLParser):
    """The tags and the text of a page; unclosed or strange tags are an error."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.text = ""
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        if tag not in ("meta", "link"):
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text += data


@pytest.fixture
def pages(tmp_path):
    written = write_league(facts(), tmp_path)
    assert written[0] == tmp_path / "index.html"
    return {str(path.relative_to(tmp_path)): path.read_text(encoding="utf-8") for path in written}


def test_everything_is_written(pages):
    assert sorted(pages) == [
        "grades.csv",
        "index.html",
        "league.json",
        "standings.csv",
        "submissions/ann.html",
        "submissions/cmd.html",
        "submissions/lost.html",
    ]
    assert json.loads(pages["league.json"])["entries"][0]["elo"]["low"] == -80.0


def test_strangers_text_is_text(pages):
    for name, text in pages.items():
        if name.endswith(".html"):
            page = Page(text)
            assert not {tag for tag, _ in page.tags} & {"script", "img", "iframe", "object"}
            assert [found["rel"] for tag, found in page.tags if tag == "link"] == ["icon"]
            assert not [key for _, found in page.tags for key in found if key.startswith("on")]
            assert "default-src 'none'" in text
            assert not re.search(r"(?:src|href)=[\"']?(?:https?:)?//", text)
    assert EVIL in Page(pages["submissions/cmd.html"]).text
    assert "<img src=x onerror=alert(3)>" in Page(pages["submissions/cmd.html"]).text


def test_a_page_has_nothing_of_what_others_wrote(pages):
    assert "output of ann" in pages["submissions/ann.html"]
    for other in ("index.html", "submissions/cmd.html", "submissions/lost.html"):
        assert "output of ann" not in pages[other]
    assert "opened /etc" in pages["submissions/cmd.html"]
    assert "opened /etc" not in pages["submissions/ann.html"]
    assert "opened /etc" not in pages["index.html"]


def test_the_front_page_has_standings_results_forfeits_and_missing_entrants(pages):
    text = " ".join(Page(pages["index.html"]).text.split())
    for found in (
        "1st to 2nd",
        "at least \N{MINUS SIGN}80",
        "at most \N{MINUS SIGN}10",
        "9 sandbox breaches",
        "did not play",
        "lost.py, line 1: invalid <syntax>",
        "notes.txt",
        "lastknight league <folder>",
        "17\N{EN DASH}3",
    ):
        assert found in text, found
    assert "bubblewrap: submissions were limited" not in text


def test_links_lead_somewhere(pages):
    for name, text in pages.items():
        for tag, found in Page(text).tags if name.endswith(".html") else []:
            target = found.get("href", "#")
            if tag == "a" and not target.startswith("#"):
                assert target.removeprefix("../") in pages
            elif tag == "a":
                assert f'id="{target[1:]}"' in text or target == "#"


def test_mistakes_are_drawn_with_the_move_and_the_moves_that_win(pages):
    text = pages["submissions/ann.html"]
    assert text.count("lk-mark-wins") - text.count(".lk-mark-wins") == 2
    assert text.count('class="lk-mark lk-mark-played"') == 1
    assert "plays c2 and loses; e2 or f5 would have won" in Page(text).text
    assert "In none of them" in Page(pages["submissions/cmd.html"]).text


def test_pages_of_removed_submissions_are_deleted_and_no_other_file(tmp_path):
    write_league(facts(), tmp_path)
    (tmp_path / "submissions" / "notes.html").write_text("the teacher's own", encoding="utf-8")
    league = facts()
    write_league(replace(league, entries=league.entries[:-1]), tmp_path)
    left = sorted(path.name for path in (tmp_path / "submissions").iterdir())
    assert left == ["ann.html", "cmd.html", "notes.html"]


def test_without_walls_the_front_page_says_so(tmp_path):
    league = facts()
    open_field = replace(league.conditions, is_walled=False, sandbox="limits")
    write_league(replace(league, conditions=open_field), tmp_path)
    assert "Played without bubblewrap" in (tmp_path / "index.html").read_text(encoding="utf-8")


def test_no_cell_is_a_formula():
    for text in (standings_csv(facts()), grades_csv(facts())):
        for row in csv.DictReader(StringIO(text)):
            for name in ("player", "submission", "class", "problem", "remark"):
                assert not row.get(name, "").startswith(("=", "+", "-", "@"))
    assert [guarded(text)[0] for text in ("=1", "+1", "-1", "@x", "\tx", "\uff1dx")] == ["'"] * 6


def test_the_grade_book_has_a_line_for_each_submission():
    rows = list(csv.DictReader(StringIO(grades_csv(facts()))))
    assert [row["submission"] for row in rows] == ["'" + EVIL, "ann", "lost"]
    assert [row["played"] for row in rows] == ["yes", "yes", "no"]
    assert rows[1]["percent_won"] == "83.3"
    assert rows[1]["against Random"] == "better"
    assert rows[0]["against Random"] == "worse"
    assert rows[0]["forfeits"] == "9"
    assert rows[2]["remark"] == "lost.py, line 1: invalid <syntax>"


def test_too_few_games_are_reported_without_numbers(tmp_path):
    league = facts()
    ann = replace(
        league.entries[0],
        rank="too few games",
        best_rank=None,
        worst_rank=None,
        elo=Estimate(None, None, None),
    )
    front, page = write_league(facts(entries=(ann, *league.entries[1:])), tmp_path)[:2]
    text = Page(front.read_text("utf-8")).text
    assert "Too few games to rank every submission: 37 pairs per pairing" in text
    assert "Too few games to rank it. 50 wins in 60 games" in Page(page.read_text("utf-8")).text
    assert "Too few games" not in Page((write_league(league, tmp_path)[0]).read_text("utf-8")).text


def test_the_only_submission_has_no_rank(tmp_path):
    league = facts()
    ann = replace(league.entries[0], rank=ONLY_ONE, best_rank=None, worst_rank=None)
    front, page = write_league(facts(entries=(ann, *league.entries[2:])), tmp_path)[:2]
    assert "only one" in Page(front.read_text("utf-8")).text
    assert "The only submission. Elo" in Page(page.read_text("utf-8")).text


def test_a_league_against_baselines_has_no_empty_cells():
    league = facts()
    met = {0: (2, 3), 1: (2, 3), 2: (0, 1, 3), 3: (0, 1, 2)}
    entries = tuple(
        replace(one, outcomes=tuple(Outcome(other, 3, 4, 3, 0, 0) for other in met.get(place, ())))
        for place, one in enumerate(league.entries)
    )
    chapters = index_chapters(locate(facts(entries=entries)))
    (table,) = next(one.blocks for one in chapters if one.title == "Head-to-head results")
    assert len(table.columns) == 3
    assert [to_plain(column) for column in table.columns[1:]] == ["3", "4"]
    empty = [cell for row in table.rows for cell in row[1:] if not cell.text]
    assert [cell.shade for cell in empty] == ["same", "same"], "each baseline against itself"
