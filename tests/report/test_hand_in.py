"""The hand-in: two pages that say what the analysis found, whatever the heuristics look like."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

import lastknight as lk
from lastknight.analysis.node_costs import NodeCost
from lastknight.analysis.subjects import describe
from lastknight.report.hand_in.document import make_document, write_hand_in
from lastknight.report.hand_in.ideas import describe_idea
from lastknight.report.hand_in.reasons import find_reasons, gain
from lastknight.report.text.blocks import ChartBlock, Listing, Paragraph, TableBlock
from lastknight.report.text.formats import NOTHING
from lastknight.report.text.located import locate
from lastknight.report.text.markdown import write_markdown
from lastknight.report.text.prose import to_plain
from lastknight.stats import Estimate
from report_facts import many_facts, one_facts

CODE = (
    '''"""Mine."""


def mine(position, player):
    """Twice the opponent's moves count against me."""
    own = len(position.legal_moves(player))
'''
    + "".join(f"    own += {number}\n" for number in range(60))
    + "    return own\n"
)


def change(facts, place: int, **fields):
    """The facts with another heuristic in a place."""
    heuristics = list(facts.heuristics)
    heuristics[place] = replace(heuristics[place], **fields)
    return replace(facts, heuristics=tuple(heuristics))


def wordy_facts():
    """The strongest three are a long function, a long sum, and one with a long meaning."""
    facts = many_facts()
    first, second, third = (match.candidate for match in facts.strongest_first[:3])
    own = {"spec": "a/long/path/to/my_heuristics.py:mine", "name": "mine", "code": CODE}
    facts = change(facts, first, **own, kind="python", meaning="So " + "very " * 100 + "long.")
    spec = " + ".join(f"{number}.5 * exact_reach(k={number})" for number in range(1, 16))
    facts = change(facts, second, spec=f"improved - {spec}", name=spec, kind="composed")
    return change(facts, third, meaning="Own moves. " * 20)


FACTS = {"many": many_facts(), "one": one_facts(), "wordy": wordy_facts()}


def blocks_of(facts, kind) -> list:
    chapters = make_document(facts).chapters
    return [block for chapter in chapters for block in chapter.blocks if isinstance(block, kind)]


def words_of(blocks) -> str:
    return " ".join(to_plain(block.text) for block in blocks if isinstance(block, Paragraph))


def test_it_is_two_pages_when_printed(browser, tmp_path):
    page = browser.new_page()
    for name, facts in FACTS.items():
        path, _ = write_hand_in(facts, tmp_path / name)
        page.goto(path.as_uri())
        printed = page.pdf(prefer_css_page_size=True)
        breaks = "(one) => getComputedStyle(one).breakBefore"
        assert page.locator("section", has=page.locator("table")).first.evaluate(breaks) == "page"
        assert len(re.findall(rb"/Type /Page\b(?!s)", printed)) == 2, name
    page.close()


def test_it_fits_a_phone(browser, tmp_path):
    page = browser.new_page(viewport={"width": 390, "height": 800})
    for name, facts in FACTS.items():
        path, _ = write_hand_in(facts, tmp_path / name)
        page.goto(path.as_uri())
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, name
    page.close()


@pytest.mark.parametrize("name", FACTS)
def test_the_table_has_the_baseline_and_gains_in_points(name):
    facts = FACTS[name]
    (table,) = blocks_of(facts, TableBlock)
    names = [opponent.name for opponent in facts.classic.opponents]
    assert [to_plain(one) for one in table.columns[1:-3]] == names
    assert table.columns[-1] == "gain in points"
    base = facts.conditions.baseline
    assert to_plain(table.rows[0][0]) == facts.heuristics[base].name
    assert to_plain(table.rows[0][-1]) == NOTHING
    shown = sorted(match.candidate for match in facts.strongest_first[:3])
    assert len(table.rows) == 1 + len(shown)
    for place, row in zip(shown, table.rows[1:], strict=True):
        rates = facts.classic.win_rates
        gained = 100 * (rates[place].value - rates[base].value)
        assert float(to_plain(row[-1])) == pytest.approx(gained, abs=0.006)
        assert gain(locate(facts), place) == pytest.approx(gained / 100)


def test_the_table_says_whether_its_cells_have_as_many_games():
    facts = FACTS["one"]
    record = facts.classic.cells[0].record
    equal = tuple(replace(cell, record=record) for cell in facts.classic.cells)
    facts = replace(facts, classic=replace(facts.classic, cells=equal))
    (table,) = blocks_of(facts, TableBlock)
    assert f"{record.games} games in every cell." in to_plain(table.caption).replace(",", "")
    other = replace(record, games=record.games + 2)
    cells = (replace(equal[0], record=other), *equal[1:])
    facts = replace(facts, classic=replace(facts.classic, cells=cells))
    (table,) = blocks_of(facts, TableBlock)
    assert "differ in their number of games" in to_plain(table.caption)


@pytest.mark.parametrize("name", FACTS)
def test_there_are_three_reasons_and_one_chart(name):
    facts = FACTS[name]
    assert len(find_reasons(locate(facts))) == 3
    assert len(blocks_of(facts, ChartBlock)) == 1


def test_a_reason_without_facts_gives_way_to_the_next():
    facts = one_facts()
    reasons = [to_plain(reason) for reason in find_reasons(locate(facts))]
    assert [reason.split(".")[0] for reason in reasons] == ["Win rate", "Cost", "Perfect play"]
    reasons = find_reasons(locate(replace(facts, truth=None)))
    assert to_plain(reasons[2]).startswith("Depth. ")


def test_ideas_have_a_formula_code_or_spec():
    facts = locate(wordy_facts())
    own, composed, native = (
        next(one for one in facts.heuristics if is_wanted(one))
        for is_wanted in (
            lambda one: one.kind == "python" and one.name == "mine",
            lambda one: one.kind == "composed",
            lambda one: one.spec == "ratio",
        )
    )
    code = next(block for block in describe_idea(own, of=3) if isinstance(block, Listing))
    assert code.text.startswith("def mine(position, player):\n    own = len(")
    assert len(code.text.splitlines()) == 9
    assert "the rest is in a/long/path/to/my_heuristics.py:mine" in code.text
    text = words_of(describe_idea(composed, of=3))
    assert text.startswith("Formula: improved - 1.5 * exact_reach(k=1)")
    assert "improved is own - opp (own moves minus the opponent's)" in text
    assert len(text) < 1000
    assert "Formula: own / max(opp, 1e-6)." in words_of(describe_idea(native, of=1))


def test_a_heuristic_composed_in_a_file_is_described_by_its_spec(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("mine.py").write_text(
        "import lastknight as lk\n"
        "mixed = lk.heuristic('improved') - 0.5 * lk.heuristic('center')\n"
        "both = mixed + lk.heuristic(lambda position, player: 1.0)\n"
    )
    cost = NodeCost(Estimate(1.0, None, None), None)
    mixed, both, spelt = (
        locate(describe(lk.heuristic(spec), name=spec, cost=cost, is_candidate=True))
        for spec in ("mine.py:mixed", "mine.py:both", "improved - center")
    )
    assert (mixed.formula, spelt.formula) == ("improved - 0.5 * center", None)
    assert both.formula == "improved - 0.5 * center + <lambda>"
    text = words_of(describe_idea(mixed, of=1))
    assert text.startswith("Formula: improved - 0.5 * center. In it, improved is own - opp")


def test_intervals_of_verdicts_are_not_called_by_another_level():
    chart = blocks_of(FACTS["many"], ChartBlock)[0]
    assert "interval at the verdict's level" in to_plain(chart.table.caption)
    assert list(chart.table.columns) == ["<heuristic", "<verdict", "Elo", "interval", "games"]


def test_markdown_has_the_same_text(tmp_path):
    facts = FACTS["one"]
    _, path = write_hand_in(facts, tmp_path)
    text = path.read_text(encoding="utf-8")
    for title in ("Summary", "The heuristics", "The course's tournament", "Recommendation"):
        assert f"## {title}\n" in text
    assert re.search(r"^1\. \*\*Win rate\.\*\*", text, re.M)
    assert re.findall(r"^(\d)\. \*\*", text, re.M) == ["1", "2", "3"]


def test_the_baseline_has_its_formula_and_its_terms_are_explained():
    text = write_markdown(make_document(FACTS["one"]))
    assert (
        "The baseline `improved`, `own - opp`, is the heuristic to beat. In formulas, `own`" in text
    )
