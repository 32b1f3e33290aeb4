"""The document of a hand-in: ideas on the first page, results on the second."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from lastknight.analysis.facts import Facts
from lastknight.analysis.subjects import HeuristicFacts
from lastknight.matches.atomic_file import replace_file
from lastknight.report.chapters.answer import subtitle, title
from lastknight.report.chapters.recommendation import recommend
from lastknight.report.hand_in.ideas import cut, describe_idea, formula_of
from lastknight.report.hand_in.reasons import find_reasons, gain
from lastknight.report.text.blocks import (
    Block,
    Chapter,
    ChartBlock,
    Document,
    Items,
    Listing,
    Paragraph,
    TableBlock,
)
from lastknight.report.text.formats import NOTHING
from lastknight.report.text.located import locate
from lastknight.report.text.markdown import write_markdown
from lastknight.report.text.phrases import (
    ATTACKER,
    baseline,
    describe_direct,
    interval,
    name,
    verdict_interval,
)
from lastknight.report.text.prose import to_plain
from lastknight.report.text.quantities import (
    code,
    count,
    count_of,
    number,
    point,
    span,
)
from lastknight.report.write import check_libraries

PAGE, MARKDOWN = "hand_in.html", "hand_in.md"
HAND_IN_FILES = frozenset({PAGE, MARKDOWN})
_LONGEST_NAME = 40
_LONGEST_COMMAND = 400
_MOST = 3
"""Up to this many candidates fit on two pages; of more, the strongest are shown."""


def write_hand_in(facts: Facts, folder: Path) -> list[Path]:
    """Write hand_in.html, two pages when printed, and hand_in.md into a folder.

    Returns the files, the page first. Raises LastknightError if a library is missing.
    """
    document = make_document(facts)
    texts = {PAGE: _page(document, facts), MARKDOWN: write_markdown(document)}
    folder.mkdir(parents=True, exist_ok=True)
    return [replace_file(folder / name, text) for name, text in texts.items()]


def _page(document: Document, facts: Facts) -> str:
    check_libraries()
    from lastknight.report.charts.gallery import CHARTS  # noqa: PLC0415  (needs those libraries)
    from lastknight.report.charts.svg import draw_chart  # noqa: PLC0415
    from lastknight.report.page import write_page  # noqa: PLC0415

    def draw(block: ChartBlock) -> str:
        chart = CHARTS[block.chart](facts)
        return draw_chart(chart, name=block.chart, label=to_plain(block.label))

    return write_page(document, draw, template="hand_in")


def make_document(facts: Facts) -> Document:
    """The hand-in of an analysis."""
    located = locate(replace(facts, heuristics=tuple(map(_with_short_name, facts.heuristics))))
    chapters = (
        _summary(located),
        _heuristics(located),
        _method(located),
        _tournament(located),
        _strength(located),
        _recommendation(located),
    )
    return Document("Heuristic analysis", title(located), subtitle(located), chapters)


def _with_short_name(one: HeuristicFacts) -> HeuristicFacts:
    """The same; the name of a long sum is only its beginning."""
    is_long = len(one.name) > _LONGEST_NAME
    return replace(one, name=f"{one.name[: _LONGEST_NAME - 1]}…") if is_long else one


def _shown(facts: Facts) -> list[int]:
    """The candidates of the hand-in: all of a few, the strongest of many, in their order."""
    strongest = [match.candidate for match in facts.strongest_first[:_MOST]]
    return sorted(strongest)


def _summary(facts: Facts) -> Chapter:
    shown = _shown(facts)
    verdicts = tuple(
        describe_direct(facts, match) for match in facts.strongest_first if match.candidate in shown
    )
    is_kept = facts.advice.strength in ("none", "costly")
    chosen = baseline(facts) if is_kept else name(facts, facts.advice.heuristic)
    lead = f"Recommended: **{chosen}**, for the reasons at the end."
    blocks: list[Block] = [Paragraph(lead, role="lead"), Items(verdicts)]
    if len(shown) < len(facts.direct):
        text = f"These are the strongest of {count_of(facts.direct, 'candidate')}."
        blocks.append(Paragraph(text, role="note"))
    return Chapter("Summary", tuple(blocks))


def _heuristics(facts: Facts) -> Chapter:
    shown = [facts.heuristics[place] for place in _shown(facts)]
    ideas = [block for one in shown for block in describe_idea(one, of=len(shown))]
    formula = formula_of(facts.baseline)
    is_formula = f", {formula}," if formula else ""
    terms = (
        f"The baseline {baseline(facts)}{is_formula} is the heuristic to beat. In formulas, `own` "
        "and `opp` are the numbers of legal moves of the player and of the opponent, no matter "
        "whose turn it is."
    )
    return Chapter("The heuristics", (*ideas, Paragraph(terms, role="note")))


def _method(facts: Facts) -> Chapter:
    conditions = facts.conditions
    text = (
        f"Each heuristic plays in the same search, alpha-beta with iterative deepening and "
        f"{count(conditions.nodes, 'node')} per move, equivalent to "
        f"{number(conditions.seconds, 'seconds')} on the course's clock. Every opening is "
        f"played twice with sides swapped, so neither side benefits from a lucky draw. {ATTACKER} "
        f"Elo is counted over openings that one side won in both roles. In all, "
        f"{count(facts.origin.games, 'game')} were played."
    )
    return Chapter(
        "How they were compared",
        (Paragraph(text), Listing(cut(facts.origin.command, _LONGEST_COMMAND), "sh")),
    )


def _tournament(facts: Facts) -> Chapter:
    """The course's table, a row for each heuristic."""
    base, opponents = facts.conditions.baseline, facts.classic.opponents
    rows = tuple(_row(facts, place) for place in (base, *_shown(facts)))
    table = TableBlock(
        f"Games won | lost against each of the course's opponents{_cell_size(facts)}",
        (
            "<heuristic",
            *(code(opponent.name) for opponent in opponents),
            *("win rate", interval(facts), "gain in points"),
        ),
        rows,
    )
    text = (
        f"The gain is the win rate minus that of {baseline(facts)}, in percentage points. Rates "
        "depend on the opponents and the openings, and a gain well inside the intervals may be "
        "chance: the verdicts are based on the direct games below."
    )
    return Chapter("The course's tournament", (table, Paragraph(text, role="note")))


def _cell_size(facts: Facts) -> str:
    """How many games each cell has, if all have as many."""
    records = [
        facts.classic.record(place, opponent)
        for place in (facts.conditions.baseline, *_shown(facts))
        for opponent in range(len(facts.classic.opponents))
    ]
    games = [record.games for record in records if record is not None]
    if len(set(games)) == 1 and len(games) == len(records):
        return f", {count(games[0], 'game')} in every cell."
    return "; the cells differ in their number of games."


def _row(facts: Facts, place: int) -> tuple[str, ...]:
    rate, gained = facts.classic.win_rates[place], gain(facts, place)
    records = (
        facts.classic.record(place, opponent) for opponent in range(len(facts.classic.opponents))
    )
    return (
        name(facts, place),
        *(
            NOTHING if one is None else f"{count(one.wins)} | {count(one.losses)}"
            for one in records
        ),
        point(rate, "rate"),
        span(rate, "rate"),
        NOTHING if place == facts.conditions.baseline else number(gained, "points"),
    )


def _strength(facts: Facts) -> Chapter:
    base = baseline(facts)
    table = TableBlock(
        f"Against {base} at equal nodes; Elo with its {verdict_interval(facts)}.",
        ("<heuristic", "<verdict", "Elo", "interval", "games"),
        tuple(
            (
                name(facts, match.candidate),
                match.word,
                point(match.elo),
                span(match.elo),
                count(match.record.games),
            )
            for match in facts.strongest_first
            if match.candidate in _shown(facts)
        ),
    )
    chart = ChartBlock(
        "direct",
        f"Elo against {base} at equal nodes, with intervals at the level of the verdict; below, "
        "the share of games that the strongest candidate wins in each role.",
        f"Dots with intervals: Elo of every candidate against {base}.",
        table,
    )
    return Chapter("Strength", (chart,))


def _recommendation(facts: Facts) -> Chapter:
    blocks = (
        Paragraph(recommend(facts), role="lead"),
        Items(find_reasons(facts), is_ordered=True),
    )
    return Chapter("Recommendation", blocks, is_boxed=True)
