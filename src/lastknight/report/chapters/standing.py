"""How all heuristics stand: classic table, ratings, pairwise matrix, results by opponent."""

from __future__ import annotations

from lastknight.analysis.facts import Difference, Facts
from lastknight.report.text.blocks import Block, Cell, Chapter, Figure, Paragraph, Table
from lastknight.report.text.formats import NOTHING
from lastknight.report.text.phrases import INTERVAL, listing, name

_COLUMNS = 5
"""So many heuristics stand next to each other; more stand below each other."""
_STEPS = (10.0, 40.0, 100.0, 200.0)
"""Where the shades of the matrix begin, in Elo."""


def classic(facts: Facts) -> Chapter:
    """Won and lost against each opponent of the course."""
    rates = facts.classic.win_rates
    best = max(range(len(rates)), key=lambda place: rates[place].value or 0.0)
    base = facts.conditions.baseline
    text = (
        "The table that the tool of the course prints: games won and lost against each opponent. "
        f"{name(best)} has the highest win rate, {{classic.win_rates.{best}|estimate rate}}"
    )
    if best != base:
        text += f"; {name(base)} has {{classic.win_rates.{base}|estimate rate}}"
    text += ". These rates depend on the opponents and on the openings, and are not tested here."
    players = listing(
        [
            f"{{classic.opponents.{k}.name|name}} is {{classic.opponents.{k}.player|code}}"
            for k, opponent in enumerate(facts.classic.opponents)
            if opponent.name != opponent.player
        ]
    )
    many = len(facts.heuristics) > _COLUMNS
    table = _classic_by_heuristic(facts) if many else _classic_by_opponent(facts)
    blocks: list[Block] = [Paragraph(text), table]
    if players:
        blocks.append(Paragraph(f"{players}.", role="note"))
    return Chapter("The classic tournament table", tuple(blocks))


def _cell(facts: Facts, heuristic: int, opponent: int) -> str:
    place = heuristic * len(facts.classic.opponents) + opponent
    if facts.classic.cells[place].record is None:
        return NOTHING
    path = f"classic.cells.{place}.record"
    return f"{{{path}.wins|count}} | {{{path}.losses|count}}"


def _classic_by_opponent(facts: Facts) -> Table:
    everyone = range(len(facts.heuristics))
    return Table(
        "Won | lost, opponent by opponent.",
        ("<opponent", *(name(place) for place in everyone)),
        tuple(
            (
                f"{{classic.opponents.{k}.name|name}}",
                *(_cell(facts, place, k) for place in everyone),
            )
            for k in range(len(facts.classic.opponents))
        ),
        file="classic.csv",
        foot=("win rate", *(f"{{classic.win_rates.{place}|point rate}}" for place in everyone)),
    )


def _classic_by_heuristic(facts: Facts) -> Table:
    opponents = range(len(facts.classic.opponents))
    return Table(
        "Won | lost, heuristic by heuristic.",
        ("<heuristic", *(f"{{classic.opponents.{k}.name|name}}" for k in opponents), "win rate"),
        tuple(
            (
                name(place),
                *(_cell(facts, place, k) for k in opponents),
                f"{{classic.win_rates.{place}|point rate}}",
            )
            for place in range(len(facts.heuristics))
        ),
        file="classic.csv",
        is_compact=True,
    )


def ratings(facts: Facts) -> Chapter:
    """Ratings, and ranks as sets."""
    found = facts.ranking.ratings
    base = name(facts.conditions.baseline)
    first = [rating.heuristic for rating in found if rating.best_rank == 1]
    top = (
        f"{name(first[0])} stands first"
        if len(first) == 1
        else f"{listing([name(place) for place in first])} may each hold the first place"
    )
    if len(first) > 6:
        top = "the first place is open"
    text = (
        "All heuristics played each other at equal nodes: {ranking.games|count game} on "
        "{ranking.openings|count opening} that differ under the symmetries of the board. Ratings "
        f"are in Elo, with {base} as zero. A rank is a set of places: all that the comparisons "
        f"leave open, with all of them counted. By these ranks {top}. Moving first is worth "
        "{ranking.first_move|estimate Elo}."
    )
    table = Table(
        "Ratings, the best first.",
        ("<heuristic", "<rank", "Elo", INTERVAL, "won", "games"),
        tuple(
            (
                name(rating.heuristic),
                f"{{ranking.ratings.{k}.rank|text}}",
                f"{{ranking.ratings.{k}.elo|point}}",
                f"{{ranking.ratings.{k}.elo|span}}",
                f"{{ranking.ratings.{k}.wins|count}}",
                f"{{ranking.ratings.{k}.games|count}}",
            )
            for k, rating in enumerate(found)
        ),
        file="ratings.csv",
    )
    figure = Figure(
        "ratings",
        f"Ratings with their {INTERVAL}, the best first; {base} is the zero line. The places on "
        "the right are the ranks that stay open.",
        "Dots with intervals: the rating of every heuristic, the best first.",
        table,
    )
    return Chapter("Ratings", (Paragraph(text), figure))


def matrix(facts: Facts) -> Chapter:
    """Every two heuristics, with Holm."""
    text = (
        "How much the row is ahead of the column, in Elo, from the ratings. "
        "{ranking.survive|count} of {ranking.comparisons|count comparison} tell the two apart when "
        "all are counted (Holm, at {1 - conditions.confidence|part}): these are set bold, with a "
        "star. The others are set back: their sign may be chance."
    )
    order = [rating.heuristic for rating in facts.ranking.ratings]
    found = {(one.a, one.b): (k, one) for k, one in enumerate(facts.ranking.differences)}
    rows: tuple[tuple[str | Cell, ...], ...] = tuple(
        (name(row), *(_difference_cell(facts, found, row, column) for column in order))
        for row in order
    )
    table = Table(
        "Row over column, in Elo.",
        ("<", *(name(place) for place in order)),
        rows,
        file="differences.csv",
        is_heat_map=True,
    )
    return Chapter("Every two compared", (Paragraph(text), table))


def _difference_cell(
    facts: Facts, found: dict[tuple[int, int], tuple[int, Difference]], row: int, column: int
) -> Cell:
    if (row, column) in found:
        (place, difference), sign = found[row, column], ""
    elif (column, row) in found:
        (place, difference), sign = found[column, row], "-"
    else:
        return Cell("", "same")
    if difference.elo.value is None:
        return Cell(NOTHING)
    value = -difference.elo.value if sign else difference.elo.value
    is_shown = difference.p_adjusted <= 1 - facts.conditions.confidence + 1e-12
    step = sum(abs(value) >= start for start in _STEPS)
    shade = f"{'p' if value > 0 else 'm'}{step}" if step else "z"
    number = f"{{{sign}ranking.differences.{place}.elo.value|elo_whole}}"
    return Cell(f"**{number}**\N{WORD JOINER}*" if is_shown else number, shade, not is_shown)


def _rate(item: tuple[float, int]) -> float:
    return item[0]


def opponents(facts: Facts) -> Chapter:
    """The featured candidates and the baseline against each opponent, with intervals."""
    shown = (*facts.featured, facts.conditions.baseline)
    count = len(facts.classic.opponents)
    sentences = []
    for place in shown:
        rates = [
            (cell.record.win_rate.value, k)
            for k in range(count)
            if (cell := facts.classic.cells[place * count + k]).record is not None
            and cell.record.win_rate.value is not None
        ]
        if len(rates) > 1:
            ends = [
                f"{{classic.opponents.{k}.name|name}} "
                f"({{classic.cells.{place * count + k}.record.win_rate|point rate}})"
                for k in (max(rates, key=_rate)[1], min(rates, key=_rate)[1])
            ]
            sentences.append(f"{name(place)} won most against {ends[0]}, least against {ends[1]}.")
    rows = []
    for k in range(count):
        row = [f"{{classic.opponents.{k}.name|name}}"]
        for place in shown:
            path = f"classic.cells.{place * count + k}.record"
            is_there = facts.classic.cells[place * count + k].record is not None
            row += (
                [f"{{{path}.win_rate|point rate}}", f"{{{path}.win_rate|span rate}}"]
                if is_there
                else [NOTHING, NOTHING]
            )
        rows.append(tuple(row))
    columns = [heading for place in shown for heading in (name(place), INTERVAL)]
    table = Table(
        f"Win rates against each opponent, with their {INTERVAL}s.",
        ("<opponent", *columns),
        tuple(rows),
        file="classic.csv",
    )
    base = name(facts.conditions.baseline)
    figure = Figure(
        "opponents",
        f"Win rates against each opponent with their {INTERVAL}s. Where intervals overlap, "
        "the order may be chance.",
        f"Dots with intervals: win rates of the featured candidates and of {base} against each "
        "opponent.",
        table,
    )
    text = " ".join(sentences)
    return Chapter("Results against each opponent", (*((Paragraph(text),) if text else ()), figure))
