"""The report says what the facts say: every number on it is looked up and recomputed."""

import csv
import json
import re
from collections import Counter
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import parse_qsl

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lastknight.analysis.conclusions import Advice, Crossing, advise
from lastknight.analysis.match_facts import Budget
from lastknight.cli import main
from lastknight.errors import ArgumentError, NotationError
from lastknight.position import Position
from lastknight.report import load_facts, read_facts, summary, write_report
from lastknight.report.chapters import all_chapters, method
from lastknight.report.chapters.recommendation import REASONS, describe_reason, recommend
from lastknight.report.facts_json import write_facts
from lastknight.report.text.blocks import ChartBlock, Listing
from lastknight.report.text.formats import FORMATS, MINUS, THIN, TIMES, write_number
from lastknight.report.text.game_links import LOCAL_PAGE, link_to
from lastknight.report.text.located import locate, source_of
from lastknight.report.text.phrases import describe_direct
from lastknight.report.text.prose import to_html, to_markdown, to_plain
from lastknight.report.text.quantities import code, count, count_of, elo, point, said, span
from lastknight.stats import Estimate
from lastknight.stats.transitivity import Surprise, Transitivity
from lastknight.stats.words import plural
from lastknight.web.settings import Settings
from report_facts import SCRIPT, counted, many_facts, one_facts

FACTS = {"many": many_facts(), "one": one_facts()}
UNKNOWN = Estimate(None, None, None)
VOID = {"meta", "link", "br", "img", "hr", "input"}


class Page(HTMLParser):
    """What a reader of the page sees, with the elements around it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[tuple[str, dict[str, str | None]]] = []
        self.prose: list[tuple[str, str]] = []
        self.numbers: list[tuple[dict[str, str | None], str]] = []
        self.said: list[tuple[str, str]] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)
        assert not self.open

    def handle_starttag(self, tag, attributes):
        self.elements.append((tag, dict(attributes)))
        if tag in VOID:
            return
        self.open.append((tag, dict(attributes)))
        if tag == "data":
            self.numbers.append((dict(attributes), ""))
        if dict(attributes).get("class") == "said":
            self.said.append((str(dict(attributes)["title"]), ""))

    def handle_endtag(self, tag):
        assert self.open.pop()[0] == tag

    def handle_startendtag(self, tag, attributes):
        self.elements.append((tag, dict(attributes)))

    def handle_data(self, data):
        tags = [tag for tag, _ in self.open]
        if not tags or {"svg", "style", "pre", "code"} & set(tags):
            return
        if tags[-1] == "data":
            self.numbers[-1] = (self.numbers[-1][0], self.numbers[-1][1] + data)
        elif self.open[-1][1].get("class") == "said":
            self.said[-1] = (self.said[-1][0], self.said[-1][1] + data)
        else:
            self.prose.append((tags[-1], data))


@pytest.fixture(scope="module", params=FACTS)
def written(request, tmp_path_factory):
    """A report in a folder: its facts, its folder and its page."""
    folder = tmp_path_factory.mktemp(request.param)
    facts = FACTS[request.param]
    write_report(facts, folder)
    return facts, folder, Page((folder / "report.html").read_text("utf-8"))


def walk(data: object, path: str) -> object:
    for step in path.split("."):
        data = data[int(step)] if isinstance(data, list) else data[step]
    return data


def recompute(data: dict[str, object], name: str) -> float:
    """What the source of a number stands for, computed here from the JSON data."""
    if found := re.fullmatch(r"#([\w.]+)\[(\w+)=([\w ]+)\]", name):
        return sum(item[found[2]] == found[3] for item in walk(data, found[1]))
    if name.startswith("#"):
        return len(walk(data, name[1:]))
    if found := re.fullmatch(r"(\S+) ([/-]) (\S+)", name):
        a, b = (float(t) if t.isdigit() else walk(data, t) for t in (found[1], found[3]))
        return a / b if found[2] == "/" else a - b
    return -walk(data, name[1:]) if name.startswith("-") else walk(data, name)


def test_no_digit_stands_outside_the_data(written):
    _, _, page = written
    found = [(tag, text) for tag, text in page.prose if re.search(r"\d", text)]
    assert [tag for tag, _ in found if tag != "title"] == []


def test_every_number_is_the_fact_it_names(written):
    _, folder, page = written
    data = json.loads((folder / "report.json").read_text("utf-8"))
    assert len(page.numbers) > 250
    for attributes, text in page.numbers:
        value = float(recompute(data, attributes["title"]))
        assert float(attributes["value"]) == pytest.approx(value), attributes
        assert text == write_number(value, attributes["data-as"]), attributes


def test_every_text_of_the_data_is_the_fact_it_names(written):
    _, folder, page = written
    data = json.loads((folder / "report.json").read_text("utf-8"))
    assert page.said
    for path, text in page.said:
        assert text == walk(data, path)


def test_nothing_unknown_or_endless_is_shown(written):
    _, folder, page = written
    seen = " ".join(text for _, text in page.prose + page.numbers + page.said)
    assert not re.search(r"\b(inf|nan|None|True|False)\b", seen)
    markdown = re.sub(r"`[^`]*`", "", (folder / "report.md").read_text("utf-8"))
    assert not re.search(r"\b(inf|nan|None|True|False)\b", markdown)


def test_the_page_needs_nothing_else(written):
    _, folder, page = written
    tags = {tag for tag, _ in page.elements}
    assert not tags & {"script", "img", "iframe", "object"}
    links = [attributes for tag, attributes in page.elements if tag == "link"]
    assert [link["rel"] for link in links] == ["icon"]
    assert links[0]["href"].startswith("data:image/svg+xml,")
    text = link_to("", (folder / "report.html").read_bytes()).decode()  # links load nothing
    outside = set(re.findall(r"https?://[^\"' ]+", text))
    assert outside <= {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}
    assert "@import" not in text
    assert not re.findall(r"url\((?!#)", text)


def test_ids_are_unique_and_links_lead_somewhere(written):
    _, folder, page = written
    ids = Counter(attributes["id"] for _, attributes in page.elements if "id" in attributes)
    assert max(ids.values()) == 1
    text = (folder / "report.html").read_text("utf-8")
    assert set(re.findall(r"url\(#([^)]+)\)", text)) <= set(ids)
    for tag, attributes in page.elements:
        if tag == "a":
            target = str(attributes["href"])
            if attributes.get("class") == "step":  # to the page: its own test
                continue
            assert target[1:] in ids if target.startswith("#") else (folder / target).is_file()


def test_the_contents_name_every_chapter_and_the_markdown_has_the_same(written):
    facts, folder, page = written
    chapters = all_chapters(facts)
    sections = [attributes["id"] for tag, attributes in page.elements if tag == "section"]
    assert sections == [chapter.anchor for chapter in chapters]
    markdown = (folder / "report.md").read_text("utf-8")
    first, _, details = markdown.partition("\n## Details\n")
    assert re.findall(r"^## (.+)$", first, re.MULTILINE) == [
        c.title for c in chapters if not c.fold
    ]
    assert re.findall(r"^### (.+)$", details, re.MULTILINE) == [c.title for c in chapters if c.fold]


def test_the_first_pages_are_short_and_the_rest_is_folded(written):
    facts, folder, page = written
    titles = [chapter.title for chapter in all_chapters(facts) if not chapter.fold]
    assert titles == [
        "The short answer",
        "Recommendation",
        "All candidates",
        "What could not be decided",
    ]
    text = (folder / "report.html").read_text("utf-8")
    assert text.index('<details class="chapter"') > text.index("What could not be decided</a></h2>")
    for chapter in all_chapters(facts)[:4]:
        assert sum(isinstance(block, ChartBlock) for block in chapter.blocks) <= 1
    folded = [one for tag, one in page.elements if tag == "details" and "chapter" in str(one)]
    assert len(folded) == len(all_chapters(facts)) - 4
    assert not any("open" in one for one in folded)


def test_the_headline_is_by_role_and_has_the_ceiling(written):
    facts, folder, _ = written
    text = (folder / "report.md").read_text("utf-8").partition("## Details")[0]
    one = facts.heuristics[facts.advice.subject].name
    roles = facts.direct_match(facts.advice.subject).record.roles
    rates = [write_number(role.rate.value, "rate") for role in (roles.a_attacker, roles.b_attacker)]
    assert f"As attacker, `{one}` wins {rates[0]} of its games;" in text
    assert f"`improved` wins {rates[1]}." in text
    assert "| `Perfect` | perfect play | 100.0" in text
    assert "not an upper bound" in text
    assert "| `champion` | for comparison | " in text
    assert "`champion` is the best heuristic that `lastknight discover` has found" in text
    assert f"{facts.audit.games:,} direct games" in text


def test_the_champions_interval_is_named_wherever_it_stands(written):
    """It is a plain one, next to those at the level of the verdicts."""
    facts, folder, _ = written
    text = (folder / "report.md").read_text("utf-8").partition("## Details")[0]
    text = text.replace(THIN, " ")
    assert (
        "5 % for all together (for `champion`, the 95 % interval); the cost of a node here" in text
    )
    chart = next(c for c in all_chapters(facts) if c.title == "All candidates").blocks[0]
    caption = to_plain(chart.caption).replace(THIN, " ")
    assert "The diamond is champion, for comparison, with its 95 % interval." in caption
    assert "It gets no verdict, so this is the plain 95 % interval." in text
    (line,) = [line for line in summary(facts) if line.startswith("For comparison, champion")]
    assert "(95 % interval) against improved" in line.replace(THIN, " ")


def test_a_champion_whose_games_show_nothing_has_no_interval():
    nothing = replace(counted(0, 3, 0), elo=UNKNOWN)
    facts = replace(FACTS["one"], champion=replace(FACTS["one"].champion, record=nothing))
    assert "champion" not in "\n".join(summary(facts))
    chapter = next(one for one in all_chapters(facts) if one.title == "All candidates")
    said = " ".join(to_plain(block.text) for block in chapter.blocks[2:])
    assert "3 pairs against improved do not show how strong it is. Its nodes" in said
    assert "no bounds" not in said


def test_an_interval_next_to_inconclusive_never_excludes_zero():
    for facts in FACTS.values():
        for match in facts.direct:
            if match.word == "inconclusive" and None not in (match.elo.low, match.elo.high):
                assert match.elo.low <= 0 <= match.elo.high
        table = next(c for c in all_chapters(facts) if c.title == "All candidates").blocks[1]
        assert [to_plain(row[5]) for row in table.rows[: len(facts.direct)]] == [
            to_plain(span(match.elo)) for match in locate(facts).strongest_first
        ]


def test_charts_and_boards_say_what_they_show(written):
    facts, folder, page = written
    pictures = [attributes for tag, attributes in page.elements if tag == "svg"]
    charts = [one for one in pictures if one.get("class") == "lk-chart"]
    assert len(charts) == 11
    assert all(one["role"] == "img" for one in pictures)
    assert all(one["aria-label"] for one in charts)
    boards = [one for one in pictures if one.get("class") == "lk-diagram"]
    mistakes = [one.thrown.first for one in facts.truth.players if one.thrown is not None]
    mistakes = [one for one in mistakes if one is not None]
    assert len(boards) == len(facts.moments) + len(mistakes)
    text = (folder / "report.html").read_text("utf-8")
    assert text.count("<style>") == 1
    shown = [*facts.moments, *mistakes]
    assert text.count("lk-mark-wins") == sum(len(one.winning) for one in shown) > 0


def test_boards_link_to_their_games(written):
    facts, _, page = written
    links = [one["href"] for tag, one in page.elements if tag == "a" and one.get("class") == "step"]
    mistakes = [one.thrown.first for one in facts.truth.players if one.thrown is not None]
    shown = {one.position for one in (*facts.moments, *mistakes) if one is not None}
    assert links
    found = set()
    for link in links:
        address, _, query = link.partition("?")
        assert address == f"{LOCAL_PAGE}#/play"
        asked = dict(parse_qsl(query, strict_parsing=True))
        position = Position.parse(asked["start"]) if "start" in asked else Position()
        for move in asked["moves"].split(",")[: int(asked["at"])]:
            position = position.play(move)
        found.add(str(position))
    assert found == shown


def test_links_lead_to_the_page_that_serve_opens():
    assert f"http://127.0.0.1:{Settings().port}/" == LOCAL_PAGE


def test_rows_are_as_wide_as_their_tables(written):
    facts, folder, _ = written
    for chapter in all_chapters(facts):
        for block in chapter.blocks:
            table = getattr(block, "table", block)
            for row in getattr(table, "rows", ()):
                assert len(row) == len(table.columns), table.caption
    blocks = (folder / "report.md").read_text("utf-8").split("\n\n")
    tables = [block.splitlines() for block in blocks if block.startswith("| ")]
    assert len(tables) > 10
    for table in tables:
        assert len({len(re.findall(r"(?<!\\)\|", line)) for line in table}) == 1, table[0]


def test_the_markdown_has_the_numbers_of_the_prose(written):
    facts, folder, _ = written
    markdown = (folder / "report.md").read_text("utf-8")
    for chapter in all_chapters(facts):
        for block in chapter.blocks:
            if isinstance(block, Listing):
                assert block.text in markdown
                continue
            for text in getattr(block, "items", ()) or [getattr(block, "text", "")]:
                assert to_markdown(text) in markdown


def test_what_users_wrote_is_never_markup(tmp_path):
    facts = FACTS["one"]
    evil = replace(facts.heuristics[0], meaning=f"**{SCRIPT}** [a](b) \ue000[]\ue001 {{x}}")
    write_report(replace(facts, heuristics=(evil, *facts.heuristics[1:])), tmp_path)
    page, markdown = ((tmp_path / f"report.{kind}").read_text("utf-8") for kind in ("html", "md"))
    assert "<script" not in page
    assert page.count("&lt;script&gt;") == 2
    assert "closer &lt; 2 &amp; fewer" in page
    assert "[a](b) \ue000[]\ue001 {x}" in page
    assert "<script" not in markdown
    assert r"\*\*ZeroDivisionError" in markdown


def test_the_files_of_a_report(written):
    facts, folder, _ = written
    names = {path.name for path in folder.iterdir()}
    tables = "direct classic ratings differences budgets groups lengths plies endings moments truth"
    tables += " equal_time ratios"
    expected = {f"{name}.csv" for name in tables.split()}
    expected |= {"report.html", "report.md", "report.json"}
    assert names == expected | ({"ledger.csv"} if facts.ledger else set())


def test_a_report_is_made_from_its_facts_alone(written, tmp_path):
    facts, folder, _ = written
    again = load_facts(folder)
    assert again == facts
    write_report(again, tmp_path)
    for path in folder.iterdir():
        assert (tmp_path / path.name).read_bytes() == path.read_bytes(), path.name


def test_spreadsheets_have_every_record_unrounded(written):
    facts, folder, _ = written

    def rows(name: str) -> list[dict[str, str]]:
        with (folder / f"{name}.csv").open(encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file))

    for one, row in zip(facts.direct, rows("direct"), strict=True):
        assert row["candidate"] == facts.heuristics[one.candidate].spec
        elo = one.record.elo
        for end in ("value", "low", "high"):
            number = getattr(elo, end)
            assert row[f"record_elo_{end}"] == ("" if number is None else repr(number))
    assert len(rows("differences")) == len(facts.ranking.differences)
    met = [cell for cell in facts.classic.cells if cell.record is not None]
    assert [int(row["record_wins"]) for row in rows("classic")] == [c.record.wins for c in met]
    assert len(rows("plies")) == len(facts.plies)
    assert rows("moments")[0]["game"] == facts.moments[0].game


def test_perfect_play_has_its_numbers_in_words_and_in_a_spreadsheet(written):
    facts, folder, _ = written
    text = (folder / "report.md").read_text("utf-8")
    chapter = text.partition("### Against perfect play")[2].partition("\n### ")[0]
    assert "240 positions from 77 openings" in chapter
    assert "3 more are beyond the solver's reach" in chapter
    assert "plays `e3` and loses" in chapter
    compared = facts.truth.winning_moves.compared
    assert "finds **more** winning moves than `improved`" in chapter
    assert ("no difference is shown" in chapter) == (len(compared) > 1)
    assert "+20.00" in chapter
    with (folder / "truth.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    one = facts.truth.heuristics[0]
    (found,) = [
        row
        for row in rows
        if (row["subject"], row["measure"], row["first_ply"]) == (one.heuristic, "auc", "")
    ]
    assert found["value"] == repr(one.overall.auc.value)
    depths = [row for row in rows if row["subject"] == one.heuristic and row["depth"]]
    assert len(depths) == len(one.depths)


def test_perfect_play_without_critical_positions_and_without_games():
    facts = FACTS["one"]
    none = Estimate(None, None, None)
    sample = replace(facts.truth.sample, critical=0, unknown=0, chance=none)
    truth = replace(facts.truth, sample=sample, players=(), winning_moves=None)
    bare = replace(facts, truth=truth)
    chapter = next(c for c in all_chapters(bare) if c.title == "Against perfect play")
    text = to_plain(chapter.blocks[0].text)
    assert "0 of them are critical" in text
    assert "reach" not in text
    assert [getattr(block, "chart", "") for block in chapter.blocks[4:]] == ["truth_plies"]


def test_other_facts_make_another_text(tmp_path):
    facts = FACTS["one"]
    record = counted(300, 90, 10)
    changed = replace(
        facts, direct=(replace(facts.direct[0], record=record, elo=record.elo, word="better"),)
    )
    lines = {name: "\n".join(summary(one)) for name, one in (("before", facts), ("after", changed))}
    assert "inconclusive" in lines["before"]
    assert "is better than improved at equal nodes: +295 Elo" in lines["after"]
    write_report(changed, tmp_path)
    assert "+295" in (tmp_path / "report.md").read_text("utf-8")


def test_a_failed_report_leaves_the_old_one(tmp_path):
    (tmp_path / "report.html").write_text("old")
    broken = replace(FACTS["one"], advice=Advice(0, "clear", ("direct", "time", "guess"), 0))
    with pytest.raises(KeyError):
        write_report(broken, tmp_path)
    assert (tmp_path / "report.html").read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["report.html"]


def test_a_summary_is_short_plain_and_complete():
    for facts in FACTS.values():
        lines = summary(facts)
        assert len(lines) < 15
        assert lines[0].endswith("?")
        text = "\n".join(lines)
        assert not set(text) & {MINUS, THIN, "*", "`", "{", "}"}
        assert facts.heuristics[facts.featured[0]].name in text


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"format": 99}, "format 2, got 99"),
        ({"featured": [0, "1"]}, "featured.1: input should be a valid integer, got '1'"),
        ({"featured": [77]}, "featured.0 names heuristic 77 of 5"),
        ({"advice.subject": 99}, "advice.subject names heuristic 99 of 5"),
        ({"advice.strength": "huge"}, "advice.strength: input should be 'clear', 'even'"),
        ({"ranking.ratings.0.heuristic": 5}, "ranking.ratings.0.heuristic names heuristic 5 of 5"),
        ({"plies.1.heuristic": -1}, "plies.1.heuristic names heuristic -1 of 5"),
        ({"surprise": 1}, "surprise is not known"),
        ({"audit": {}}, "audit.games is missing"),
        ({"audit": None}, "audit: input should be"),
        ({"direct": 3}, "direct: input should be a valid array, got 3"),
        ({"moments": [{"is_win": 1}]}, "moments.0.candidate is missing"),
    ],
)
def test_other_data_are_refused_in_one_line(change, message):
    data = json.loads(write_facts(FACTS["one"]))
    for path, value in change.items():
        *outer, last = [int(part) if part.isdigit() else part for part in path.split(".")]
        inner = data
        for part in outer:
            inner = inner[part]
        inner[last] = value
    with pytest.raises(NotationError, match=re.escape(message)) as refused:
        read_facts(data)
    assert "\n" not in str(refused.value)


def test_a_report_of_an_earlier_version_still_reads():
    data = json.loads(write_facts(FACTS["one"]))
    del data["truth"], data["ledger"], data["advice"]["subject"]
    del data["conditions"]["confidence"], data["conditions"]["equivalence"], data["ceiling"]
    facts = read_facts(data)
    assert facts.truth is None
    assert (facts.conditions.confidence, facts.conditions.equivalence) == (0.95, 30)
    assert facts.direct == FACTS["one"].direct


def test_infinity_is_text_in_json():
    text = write_facts(FACTS["one"])
    assert "Infinity" not in text
    assert '"-inf"' in text or '"inf"' in text
    assert read_facts(json.loads(text)) == FACTS["one"]


def test_the_command_writes_a_report_again(tmp_path, capsys):
    source = tmp_path / "source"
    source.mkdir()
    (source / "report.json").write_text(write_facts(FACTS["one"]), encoding="utf-8")
    assert main(["report", str(source), "--to", str(tmp_path / "new")]) == 0
    shown = capsys.readouterr().out
    assert "Is chase better than improved?" in shown
    assert (tmp_path / "new" / "report.html").is_file()
    assert [path.name for path in source.iterdir()] == ["report.json"]
    assert main(["report", str(source), "--quiet"]) == 0
    assert capsys.readouterr().out == f"{source / 'report.html'}\n"


def test_the_command_refuses_other_folders_in_one_line(tmp_path, capsys):
    assert main(["report", str(tmp_path / "nowhere")]) == 2
    assert "no report in" in capsys.readouterr().err
    (tmp_path / "report.json").write_text("{")
    assert main(["report", str(tmp_path)]) == 2
    shown = capsys.readouterr().err
    assert "is not JSON" in shown
    assert shown.count("\n") == 1
    with pytest.raises(ArgumentError):
        load_facts(Path(tmp_path / "nowhere"))


@pytest.mark.parametrize(
    ("word", "says"),
    [
        ("better", "`chase` is **better** than `improved` at equal nodes: +23 Elo"),
        ("worse", "`chase` is **worse** than `improved` at equal nodes"),
        ("equivalent", "`chase` and `improved` are **equivalent** within 20 Elo at equal nodes"),
        ("inconclusive", "`chase` against `improved` is **inconclusive** at equal nodes"),
    ],
)
def test_verdicts_come_from_the_table_of_words(word, says):
    facts = locate(replace(FACTS["one"], direct=(replace(FACTS["one"].direct[0], word=word),)))
    assert to_markdown(describe_direct(facts, facts.direct[0])).startswith(says)


def test_one_sided_and_unknown_estimates_are_words():
    null = next(match for match in locate(FACTS["many"]).direct if match.record.ww == 0)
    assert to_plain(elo(null.record.elo)).startswith("at most -")
    assert to_plain(span(null.record.elo)).startswith("at most -")
    assert to_plain(point(null.record.elo)) == "\N{EN DASH}"
    for estimate, says in [
        (Estimate(None, 12.3, None), "at least +12 Elo"),
        (Estimate(None, None, None), "no bounds"),
        (Estimate(0.0, 0.0, 0.0), "0.0 Elo"),
        (Estimate(35.4, 24.6, 46.1), "+35 Elo, from +24 to +47"),
        (Estimate(5.0, None, 9.96), "+5.0 Elo, at most +10"),
    ]:
        assert to_plain(elo(locate(estimate))) == says


@pytest.mark.parametrize("name", REASONS)
@pytest.mark.parametrize("facts", FACTS.values(), ids=FACTS)
def test_every_reason_is_one_sentence_with_its_numbers(facts, name):
    text = to_plain(describe_reason(locate(facts), name))
    assert text.endswith(".")
    assert re.search(r"\d", text) or "not measured" in text
    assert ". " not in text


@pytest.mark.parametrize(
    ("strength", "says"),
    [
        (
            "clear",
            "**Use `chase`.** It is stronger than `improved`, on the clock too. A node ",
        ),
        ("even", "`chase` is stronger per node; on the clock, no difference is shown"),
        ("costly", "**Keep `improved`.** `chase` is stronger per node, but too expensive"),
        ("none", "**Keep `improved`.** `chase` is not shown to be better."),
    ],
)
def test_advice_is_as_guarded_as_its_strength(strength, says):
    chosen = 1 if strength == "none" else 0
    advice = Advice(chosen, strength, ("direct", "time", "sure"), 0)
    word = {"clear": "below", "even": "within", "costly": "above"}.get(strength, "within")
    timed = replace(FACTS["one"].equal_time[0], word=word, cost=Estimate(1.5, 1.4, 1.6))
    facts = replace(FACTS["one"], advice=advice, equal_time=(timed,))
    chapter = next(one for one in all_chapters(facts) if one.title == "Recommendation")
    assert says in to_markdown(chapter.blocks[0].text)
    assert len(chapter.blocks[1].items) == 3


def test_costs_are_precise_enough_to_show_why_one_is_below_break_even():
    timed = replace(
        FACTS["one"].equal_time[0],
        break_even=Estimate(2.12, 1.791, 2.73),
        cost=Estimate(1.716, 1.691, 1.744),
        word="below",
    )
    advice = Advice(0, "clear", ("direct", "time", "sure"), 0)
    facts = locate(replace(FACTS["one"], advice=advice, equal_time=(timed,)))
    says = (
        "A node may cost at least 1.79 times as much before `improved` catches up; here it costs "
        "1.72 times as much."
    )
    assert says in to_markdown(recommend(facts))
    reason = to_plain(describe_reason(facts, "time")).replace(TIMES, "x")
    assert "x1.69 to x1.75 in the games) and it breaks even at x2.12, from x1.79 to x2.73" in reason


def test_equal_depth_is_told_from_the_most_pairs_and_a_doubling_has_the_sign_of_a_gain():
    depths = {3: counted(90, 230, 80), 5: counted(12, 20, 5)}
    budgets = [Budget(0, "depth", depth, record, 1.0, 1.0) for depth, record in depths.items()]
    facts = replace(FACTS["one"], budgets=(*budgets, *FACTS["one"].curve(0, "nodes")))
    chapters = {one.title: one for one in all_chapters(facts)}
    compared = chapters["Equal depth, equal nodes, equal time"].blocks[1].items[0]
    assert "at equal depth of 3 plies" in to_plain(compared)
    even = chapters["Break-even cost"].blocks[1].items[0]
    assert "A doubling of its nodes is worth +72 Elo, from +51 to +94." in to_plain(even)


def test_an_unknown_rating_leaves_a_rank():
    ranking = FACTS["one"].ranking
    ratings = tuple(replace(one, elo=UNKNOWN) for one in ranking.ratings)
    facts = replace(FACTS["one"], ranking=replace(ranking, ratings=ratings))
    said = to_plain(describe_reason(locate(facts), "rank"))
    assert re.fullmatch(r"Among all \d+ heuristics it ranks \d\w\w( to \d\w\w)?\.", said), said


def test_chapters_without_data_are_left_out_and_the_rest_still_reads(tmp_path):
    empty = replace(
        FACTS["one"],
        **dict.fromkeys(
            (
                "equal_time",
                "budgets",
                "crossings",
                "groups",
                "lengths",
                "plies",
                "endings",
                "moments",
            ),
            (),
        ),
        undecided=(),
        ledger=(),
        truth=None,
    )
    titles = [chapter.title for chapter in all_chapters(empty)]
    assert "Elo against budget" not in titles
    assert "Where games were decided" not in titles
    assert "Against perfect play" not in titles
    assert "What could not be decided" in titles
    write_report(empty, tmp_path)
    text = (tmp_path / "report.md").read_text("utf-8")
    assert "Equal time was not played." in text
    assert "Nothing: every candidate has a verdict against" in text


def test_a_match_that_forfeits_decide_is_not_called_better():
    facts = FACTS["one"]
    (match,) = facts.direct
    forfeited = replace(match, word="forfeited")
    one = replace(facts, direct=(forfeited,), advice=advise((forfeited,), (), baseline=1))
    text = "\n".join(summary(one))
    assert "decided by forfeits, which say nothing about strength" in text
    assert "Use center_weighted" not in text
    many = FACTS["many"]
    counted = replace(many, direct=tuple(replace(one, word="forfeited") for one in many.direct))
    assert "are decided by forfeits" in "\n".join(summary(counted))


def test_crossings_say_how_sure_they_are():
    facts = FACTS["one"]

    def text(crossings: tuple[Crossing, ...]) -> str:
        one = replace(facts, crossings=crossings)
        chapter = next(c for c in all_chapters(one) if c.title == "Elo against budget")
        last = chapter.blocks[-1]
        return " ".join(to_plain(t) for t in getattr(last, "items", None) or [last.text])

    assert "No crossing of zero is shown" in text(())
    assert "That is uncertain" in text((Crossing(0, "nodes", 50, 500, 120.0, False),))
    sure = text((Crossing(0, "depth", 1, 3, 2.2, True),))
    assert "between 1 and 3 plies; a straight line puts it at about 2.2" in sure
    assert "exclude zero" in sure


def test_undecided_comparisons_come_with_the_pairs_needed():
    facts = FACTS["many"]
    chapter = next(c for c in all_chapters(facts) if c.title == "What could not be decided")
    rows = [[to_plain(cell) for cell in row] for row in chapter.blocks[1].rows]
    assert len(rows) == len(facts.undecided)
    by_name = {row[0]: row for row in rows}
    assert by_name["ratio_chase"][-2] == "out of reach"
    assert by_name["outer"][-1] == "\N{EN DASH}"


def test_what_needs_other_openings_says_so():
    facts = FACTS["many"]
    open_ones = tuple(
        replace(one, pairs_to_decide=None, seconds=None, needs_other_openings=True)
        for one in facts.undecided
    )
    chapter = method.undecided(locate(replace(facts, undecided=open_ones)))
    assert "no number of pairs on these openings decides" in to_plain(chapter.blocks[0].text)
    assert {to_plain(row[-2]) for row in chapter.blocks[1].rows} == {"needs other openings"}
    plain = method.undecided(locate(facts))
    assert "other openings" not in to_plain(plain.blocks[0].text)


@pytest.mark.parametrize(
    ("fit", "says"),
    [
        (
            Transitivity(1, 0.8, 0.012, Surprise(0, 2, 0.55, 0.78)),
            r"come mostly from games with \S+: 80.0 % of the others' games. Results do not all fit "
            r"what the ratings predict \(p = 0.012\): \S+ wins 78.0 % of its decided pairs "
            r"against .+, where they predict 55.0 %.",
        ),
        (
            Transitivity(None, None, 0.4, None),
            r"Results fit what the ratings predict",
        ),
        (
            Transitivity(1, 1.0, None, None),
            "No games among the others test whether the ratings hold",
        ),
        (None, r"differences.csv"),
    ],
)
def test_ratings_say_what_they_rest_on(fit, says):
    facts = FACTS["many"]
    one = replace(facts, ranking=replace(facts.ranking, transitivity=fit))
    chapter = next(c for c in all_chapters(one) if c.title == "Ratings")
    assert re.search(says, to_plain(chapter.blocks[0].text))


def test_singular_and_plural():
    audit = locate(replace(FACTS["one"].audit, forfeits=1))
    assert to_plain(count(audit.forfeits, "game")) == "1 game"
    assert to_plain(count(audit.games, "game")) == "61,204 games"
    assert [plural(count, "ply") for count in (0, 1, 2)] == ["plies", "ply", "plies"]


def test_facts_know_where_they_stand_and_stay_the_same():
    facts = FACTS["many"]
    located = locate(facts)
    assert located == facts
    assert source_of(located.direct[2].record.elo.low) == "direct.2.record.elo.low"
    assert source_of(located.direct[2].record.elo) == "direct.2.record.elo"
    assert source_of(located.moments[0].winning[0]) == "moments.0.winning.0"
    assert source_of(located.conditions.pairs["direct"]) == "conditions.pairs.direct"
    assert to_html(count_of(located.direct, "match")).startswith(
        f'<data value="{len(facts.direct)}" title="#direct" data-as="count">'
    )


@pytest.mark.parametrize(
    "say",
    [
        lambda: count(FACTS["one"].audit.games),
        lambda: count(len(locate(FACTS["one"]).direct)),
        lambda: code("chase"),
        lambda: said("a text that is no fact"),
        lambda: elo(Estimate(1.0, 0.0, 2.0)),
    ],
)
def test_only_facts_are_shown(say):
    with pytest.raises(ArgumentError, match="prose shows facts only"):
        say()


@pytest.mark.parametrize("sentence", ["All 17 games.", f"{FACTS['one'].audit.games} games"])
def test_no_number_is_typed_into_a_sentence(sentence):
    for write in (to_html, to_markdown, to_plain):
        with pytest.raises(ArgumentError, match="comes from the facts"):
            write(sentence)


def digits(text: str) -> float:
    return float(re.sub(rf"[^\d.{MINUS}]", "", text).replace(MINUS, "-"))


@given(st.floats(-4000, 4000))
def test_ends_are_rounded_outwards(elo):
    low, high = digits(write_number(elo, "elo_low")), digits(write_number(elo, "elo_high"))
    assert low <= elo <= high
    assert high - low <= 1


@given(st.floats(0, 1))
def test_rates_are_rounded_outwards_and_never_all_or_nothing_by_rounding(rate):
    low, high = digits(write_number(rate, "rate_low")), digits(write_number(rate, "rate_high"))
    assert low - 1e-9 <= 100 * rate <= high + 1e-9
    shown = write_number(rate, "rate")
    assert (shown in {f"0.0{THIN}%", f"100.0{THIN}%"}) <= (rate in {0, 1})


@given(st.floats(0, 1))
def test_no_p_value_is_rounded_across_the_level(p):
    shown = write_number(p, "chance")
    if shown.startswith("p ="):
        assert (float(shown.removeprefix("p = ")) <= 0.05) == (p <= 0.05) or abs(p - 0.05) < 5e-5


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_writes_zero_and_large_numbers(name):
    largest = 1 if name in {"rate", "part", "chance", "chance_bare"} else 123_456
    for value in (0, 1e-7, 0.5, 1, largest):
        text = write_number(value, name)
        assert text
        assert not re.search(r"e[+-]?\d", text), text
