"""Against perfect play: how well values name the winner, what is picked, what is thrown away."""

from __future__ import annotations

from lastknight.analysis.facts import Facts
from lastknight.report.chapters.moments import KNIGHTS
from lastknight.report.text.blocks import (
    Block,
    Board,
    Boards,
    Chapter,
    Figure,
    Heading,
    Items,
    Paragraph,
    Table,
)
from lastknight.report.text.formats import NOTHING
from lastknight.report.text.phrases import INTERVAL, name
from lastknight.stats import Estimate
from lastknight.truth.measurements import Agreement, Truth

_FILE = "truth.csv"
_SAMPLE = "truth.sample"


def truth(facts: Facts) -> Chapter | None:
    """The featured candidates and the baseline against the solver."""
    if facts.truth is None:
        return None
    found = facts.truth
    blocks: list[Block] = [
        Paragraph(_say_sample(found)),
        Paragraph(
            "Three questions to the values of a heuristic: does their sign name the winner; is the "
            "value of a won position above that of a lost one (AUC); and in a critical position, "
            "is the value after a winning move above that after a losing one (order of moves). "
            "Half is what chance gives, one is never wrong."
        ),
        Items(tuple(_say_values(facts, place) for place in range(len(found.heuristics)))),
        _values_table(facts, found),
        _by_ply(facts, found),
    ]
    if found.sample.critical:
        blocks.append(_by_depth(facts, found))
    if found.players:
        blocks += _mistakes(found)
    return Chapter("Against perfect play", tuple(blocks))


def _say_sample(found: Truth) -> str:
    text = (
        "The solver proves who wins a position when nobody errs. Of {truth.sample.source|text}, "
        f"{{{_SAMPLE}.positions|count position}} from {{{_SAMPLE}.clusters|count opening}} were "
        f"drawn by ply, mirror images once; {{{_SAMPLE}.won|count}} are won for the player to "
        f"move. {{{_SAMPLE}.critical|count}} of them have winning moves and losing ones: only "
        "there a choice matters."
    )
    if found.sample.critical:
        text += (
            " There a move at random wins in "
            f"{{{_SAMPLE}.chance|estimate rate}} ({INTERVAL}, clustered by opening, "
            "as all in this chapter)."
        )
    if found.sample.unknown:
        text += f" {{{_SAMPLE}.unknown|count}} more are out of the solver's reach and left out."
    return text


def _who(facts: Facts, place: int) -> str:
    """The name of a heuristic that was measured."""
    assert facts.truth is not None
    spec = facts.truth.heuristics[place].heuristic
    known = [number for number, one in enumerate(facts.heuristics) if one.spec == spec]
    return name(known[0]) if known else f"{{truth.heuristics.{place}.heuristic|name}}"


def _say_values(facts: Facts, place: int) -> str:
    path = f"truth.heuristics.{place}.overall"
    return (
        f"{_who(facts, place)}: AUC over positions {{{path}.auc|estimate area}}; order of moves "
        f"{{{path}.order|estimate area}}."
    )


def _values_table(facts: Facts, found: Truth) -> Table:
    rows = tuple(
        (_who(facts, place), *_agreement(f"truth.heuristics.{place}.overall", one.overall))
        for place, one in enumerate(found.heuristics)
    )
    return Table(
        "How values agree with the exact winner.",
        (
            *("<heuristic", "positions", "critical", "sign", INTERVAL, "AUC", INTERVAL),
            *("order of moves", INTERVAL),
        ),
        rows,
        file=_FILE,
    )


def _agreement(path: str, found: Agreement) -> tuple[str, ...]:
    return (
        f"{{{path}.positions|count}}",
        f"{{{path}.critical|count}}",
        *_estimate(f"{path}.sign", found.sign, "rate"),
        *_estimate(f"{path}.auc", found.auc, "area"),
        *_estimate(f"{path}.order", found.order, "area"),
    )


def _estimate(path: str, found: Estimate, unit: str) -> tuple[str, str]:
    """The cells of a value and of its interval."""
    if found.value is None:
        return NOTHING, NOTHING
    return f"{{{path}|point {unit}}}", f"{{{path}|span {unit}}}"


def _by_ply(facts: Facts, found: Truth) -> Figure:
    rows = tuple(
        (
            _who(facts, place),
            f"{{{_SAMPLE}.groups.{k}.first_ply|count}} to {{{_SAMPLE}.groups.{k}.last_ply|count}}",
            *_agreement(f"truth.heuristics.{place}.groups.{k}", group),
        )
        for place, one in enumerate(found.heuristics)
        for k, group in enumerate(one.groups)
    )
    table = Table(
        "The same by ply.",
        (
            *("<heuristic", "<plies", "positions", "critical", "sign", INTERVAL, "AUC", INTERVAL),
            *("order of moves", INTERVAL),
        ),
        rows,
        file=_FILE,
    )
    base = name(facts.conditions.baseline)
    return Figure(
        "truth_plies",
        "How often the value of a won position is above that of a lost one, by ply, with bands for "
        f"the {INTERVAL}s: the full line is the candidate, the dashed one {base}. On the grey line "
        "values say nothing about the winner.",
        f"Curves with bands: AUC by ply of the featured candidates and of {base}.",
        table,
    )


def _by_depth(facts: Facts, found: Truth) -> Figure:
    rows = tuple(
        (
            _who(facts, place),
            f"{{truth.heuristics.{place}.depths.{k}.depth|count}}",
            f"{{truth.heuristics.{place}.depths.{k}.picks.picked|count}}",
            f"{{truth.heuristics.{place}.depths.{k}.picks.critical|count}}",
            *_estimate(f"truth.heuristics.{place}.depths.{k}.picks.rate", deep.picks.rate, "rate"),
        )
        for place, one in enumerate(found.heuristics)
        for k, deep in enumerate(one.depths)
    )
    base = name(facts.conditions.baseline)
    return Figure(
        "truth_depths",
        "How far search repairs a heuristic: how often alpha-beta to a depth picks a winning move "
        f"where losing ones exist too, with bands for the {INTERVAL}s. The full line is the "
        f"candidate, the dashed one {base}, the grey one a move at random.",
        f"Curves with bands: winning moves picked by depth, of the candidates and of {base}.",
        Table(
            "Winning moves picked in critical positions, by the depth of the search.",
            ("<heuristic", "depth", "picked", "of", "rate", INTERVAL),
            rows,
            file=_FILE,
        ),
    )


def _mistakes(found: Truth) -> list[Block]:
    rows = []
    for place, one in enumerate(found.players):
        path = f"truth.players.{place}"
        picks = (
            f"{{{path}.player|code}}",
            f"{{{path}.overall.critical|count}}",
            *_estimate(f"{path}.overall.rate", one.overall.rate, "rate"),
        )
        thrown: tuple[str, ...] = (NOTHING,) * 6
        if one.thrown is not None:
            counts = ("games", "lost", "lost_won", "won_positions")
            thrown = (
                *(f"{{{path}.thrown.{count}|count}}" for count in counts),
                *_estimate(f"{path}.thrown.per_game", one.thrown.per_game, "area"),
            )
        rows.append((*picks, *thrown))
    table = Table(
        "Players at the limit of this report: how often they pick a winning move in critical "
        "positions, and what they threw away in some of their direct games. The last columns are "
        "won positions after whose move the opponent could win, per game.",
        (
            *("<player", "critical", "picks a winner", INTERVAL, "games", "lost"),
            *("lost from a win", "won positions", "thrown away", INTERVAL),
        ),
        tuple(rows),
        file=_FILE,
    )
    boards = tuple(
        _board(place, one.thrown.first.player, len(one.thrown.first.winning))
        for place, one in enumerate(found.players)
        if one.thrown is not None and one.thrown.first is not None
    )
    blocks: list[Block] = [Heading("Won positions thrown away"), table]
    if boards:
        blocks.append(
            Paragraph("The first decisive mistake of the first of these games that has one:")
        )
        blocks.append(Boards(boards))
    return blocks


def _board(place: int, player: int, count: int) -> Board:
    path = f"truth.players.{place}.thrown.first"
    winning = [f"{{{path}.winning.{k}|code}}" for k in range(count)]
    last = f"{', '.join(winning[:-1])} or {winning[-1]}" if count > 1 else "".join(winning)
    return Board(
        path,
        f"Game {{{path}.game|text}}, after {{{path}.ply|count ply}}",
        f"{{truth.players.{place}.player|code}}, {KNIGHTS[player]}, could win here, "
        f"plays {{{path}.played|code}} and loses; {last} would have won.",
    )
