"""Against perfect play: how well values name the winner, what is picked, what is thrown away."""

from __future__ import annotations

from lastknight.analysis.facts import Facts
from lastknight.report.text.blocks import (
    Block,
    BoardBlock,
    Boards,
    Chapter,
    ChartBlock,
    Heading,
    Items,
    Paragraph,
    TableBlock,
)
from lastknight.report.text.formats import NOTHING
from lastknight.report.text.phrases import baseline, interval, say_mistake
from lastknight.report.text.quantities import Unit, code, count, estimate, point, said, span
from lastknight.stats import Estimate
from lastknight.truth.measurements import Agreement, HeuristicTruth, Mistake, PlayerTruth, Truth

_FILE = "truth.csv"


def truth(facts: Facts) -> Chapter | None:
    """The featured candidates and the baseline against the solver."""
    found = facts.truth
    if found is None:
        return None
    blocks: list[Block] = [
        Paragraph(_say_sample(facts, found)),
        Paragraph(
            "Three questions about a heuristic's values: does their sign name the winner; is the "
            "value of a won position above that of a lost one (AUC); and in a critical position, "
            "is the value after a winning move above that after a losing one (move order)? One "
            "half is chance, one is always right."
        ),
        Items(tuple(_say_values(facts, one) for one in found.heuristics)),
        TableBlock(
            "How values agree with the exact winner.",
            ("<heuristic", *_headings(facts)),
            tuple((_who(facts, one), *_agreement(one.overall)) for one in found.heuristics),
            file=_FILE,
        ),
        _by_ply(facts, found),
    ]
    if found.sample.critical:
        blocks.append(_by_depth(facts, found))
    if found.players:
        blocks += _mistakes(facts, found)
    return Chapter(
        "Against perfect play",
        tuple(blocks),
        fold="How well values name the winner, and what players throw away.",
    )


def _say_sample(facts: Facts, found: Truth) -> str:
    sample = found.sample
    text = (
        "The solver proves who wins a position under perfect play. From "
        f"{said(sample.source)}, {count(sample.positions, 'position')} from "
        f"{count(sample.clusters, 'opening')} were sampled by ply, mirror images only once; "
        f"{count(sample.won)} are won for the player to move. {count(sample.critical)} of them are "
        "critical, with both winning and losing moves: only there does the choice matter."
    )
    if sample.critical:
        text += (
            f" There a random move wins {estimate(sample.chance, 'rate')}, of the time "
            f"({interval(facts)}, clustered by opening, like all in this chapter)."
        )
    if sample.unknown:
        text += f" {count(sample.unknown)} more are beyond the solver's reach and left out."
    return text


def _who(facts: Facts, one: HeuristicTruth) -> str:
    """The name of a heuristic that was measured."""
    known = (heuristic.name for heuristic in facts.heuristics if heuristic.spec == one.heuristic)
    return code(next(known, one.heuristic))


def _say_values(facts: Facts, one: HeuristicTruth) -> str:
    return (
        f"{_who(facts, one)}: AUC over positions {estimate(one.overall.auc, 'area')}; move order "
        f"{estimate(one.overall.order, 'area')}."
    )


def _headings(facts: Facts) -> tuple[str, ...]:
    ends = interval(facts)
    return ("positions", "critical", "sign", ends, "AUC", ends, "move order", ends)


def _agreement(found: Agreement) -> tuple[str, ...]:
    return (
        count(found.positions),
        count(found.critical),
        *_cells(found.sign, "rate"),
        *_cells(found.auc, "area"),
        *_cells(found.order, "area"),
    )


def _cells(found: Estimate, unit: Unit) -> tuple[str, str]:
    """The cells of a value and of its interval."""
    known = None if found.value is None else found
    return point(known, unit), span(known, unit)


def _by_ply(facts: Facts, found: Truth) -> ChartBlock:
    rows = tuple(
        (
            _who(facts, one),
            f"{count(plies.first_ply)} to {count(plies.last_ply)}",
            *_agreement(group),
        )
        for one in found.heuristics
        for plies, group in zip(found.sample.groups, one.groups, strict=True)
    )
    base = baseline(facts)
    return ChartBlock(
        "truth_plies",
        "How often the value of a won position is above that of a lost one, by ply, with bands for "
        f"the {interval(facts)}s: the solid line is the candidate, the dashed line {base}. At the "
        "grey line values say nothing about the winner.",
        f"Curves with bands: AUC by ply of the featured candidates and of {base}.",
        TableBlock(
            "The same by ply.", ("<heuristic", "<plies", *_headings(facts)), rows, file=_FILE
        ),
    )


def _by_depth(facts: Facts, found: Truth) -> ChartBlock:
    rows = tuple(
        (
            _who(facts, one),
            count(deep.depth),
            count(deep.picks.picked),
            count(deep.picks.critical),
            *_cells(deep.picks.rate, "rate"),
        )
        for one in found.heuristics
        for deep in one.depths
    )
    base = baseline(facts)
    return ChartBlock(
        "truth_depths",
        "How far search makes up for a heuristic: how often alpha-beta to a given depth picks a "
        f"winning move in critical positions, with bands for the {interval(facts)}s. The solid "
        f"line is the candidate, the dashed line {base}, the grey line a random move.",
        f"Curves with bands: winning moves picked by depth, of the candidates and of {base}.",
        TableBlock(
            "Winning moves picked in critical positions, by search depth.",
            ("<heuristic", "depth", "picked", "of", "rate", interval(facts)),
            rows,
            file=_FILE,
        ),
    )


def _mistakes(facts: Facts, found: Truth) -> list[Block]:
    table = TableBlock(
        "Players at the main limit: how often they pick a winning move in critical positions, and "
        "what they threw away in a sample of their direct games. The last columns are won "
        "positions per game after whose move the opponent could win.",
        (
            *("<player", "critical", "picks a win", interval(facts), "games", "lost"),
            *("lost from a win", "won positions", "thrown away", interval(facts)),
        ),
        tuple(_player_row(one) for one in found.players),
        file=_FILE,
    )
    boards = tuple(
        _board(one, one.thrown.first)
        for one in found.players
        if one.thrown is not None and one.thrown.first is not None
    )
    blocks: list[Block] = [Heading("Won positions thrown away"), table]
    if boards:
        blocks.append(Paragraph("The first decisive mistake of each player in these games:"))
        blocks.append(Boards(boards))
    return blocks


def _player_row(one: PlayerTruth) -> tuple[str, ...]:
    picks = (code(one.player), count(one.overall.critical), *_cells(one.overall.rate, "rate"))
    thrown = one.thrown
    if thrown is None:
        return (*picks, *(NOTHING,) * 6)
    counts = (thrown.games, thrown.lost, thrown.lost_won, thrown.won_positions)
    return (*picks, *map(count, counts), *_cells(thrown.per_game, "area"))


def _board(one: PlayerTruth, first: Mistake) -> BoardBlock:
    return BoardBlock(
        first,
        f"Game {said(first.game)}, after {count(first.ply, 'ply')}",
        say_mistake(code(one.player), first.player, first.played, first.winning),
    )


CHAPTERS = {120: truth}
