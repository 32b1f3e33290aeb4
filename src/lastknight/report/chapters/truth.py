"""Against perfect play: how well values predict the winner, moves picked, wins thrown away."""

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
from lastknight.report.text.phrases import baseline, describe_mistake, interval, listing
from lastknight.report.text.quantities import Unit, code, count, estimate, number, point, said, span
from lastknight.stats import Estimate
from lastknight.truth.measurements import (
    Agreement,
    HeuristicTruth,
    Mistake,
    PairedWins,
    PlayerTruth,
    Truth,
    WinningMoves,
)

_FILE = "truth.csv"


def truth(facts: Facts) -> Chapter | None:
    """All candidates in critical positions; the featured ones and the baseline in detail."""
    found = facts.truth
    if found is None:
        return None
    blocks: list[Block] = []
    if found.winning_moves is not None:
        blocks += [*_winning_moves(facts, found.winning_moves), Heading("Values and winners")]
    blocks += [
        Paragraph(_describe_sample(facts, found)),
        Paragraph(
            "Three questions about a heuristic's values: does their sign predict the winner; "
            "does a won position get a higher value than a lost one (AUC); and in a critical "
            "position, does a winning move lead to a higher value than a losing one (move "
            "order)? One half is chance, one is always right."
        ),
        Items(tuple(_describe_values(facts, one) for one in found.heuristics)),
        TableBlock(
            "How well values agree with the exact winner.",
            ("<heuristic", *_headings(facts)),
            tuple(
                (_who(facts, one.heuristic), *_agreement(one.overall)) for one in found.heuristics
            ),
            file=_FILE,
            is_compact=True,
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
        fold="How well values predict the winner, and what players throw away.",
    )


def _winning_moves(facts: Facts, found: WinningMoves) -> list[Block]:
    """All candidates and the baseline in the same critical positions."""
    base = baseline(facts)
    return [
        Paragraph(_describe_critical(facts, found)),
        Paragraph(_describe_compared(facts, found)),
        ChartBlock(
            "truth_wins",
            f"Winning moves found in critical positions: the difference from {base}, the grey "
            f"line. Intervals are adjusted for all candidates, so one that touches the line "
            "shows no difference.",
            f"Dots with intervals: the candidates' rates of winning moves minus that of {base}.",
            TableBlock(
                "Winning moves found in the same critical positions. The test uses only "
                "positions in which just one of the two finds a winning move, counted in two "
                "columns. Differences are in percentage points; their intervals and p-values are "
                "adjusted for all candidates.",
                (
                    *("<heuristic", "positions", "finds a win", interval(facts)),
                    *("only it", f"only {base}", "difference", "adjusted interval"),
                    *("adjusted p", "<verdict"),
                ),
                (
                    *(_paired_row(facts, found, one) for one in found.best_first),
                    _baseline_row(facts, found),
                ),
                file=_FILE,
                is_compact=True,
            ),
        ),
    ]


def _describe_critical(facts: Facts, found: WinningMoves) -> str:
    sample = found.sample
    text = (
        f"From {said(sample.source)}, {count(sample.positions, 'position')} were drawn by ply; "
        f"the solver proves that {count(sample.critical)} of them are critical: some moves win, "
        "others lose. Every heuristic chooses a move in them, with alpha-beta of "
        f"{count(found.nodes, 'node')}, so all face the same choices. A random move wins "
        f"{estimate(sample.chance, 'rate')}, of the time ({interval(facts)}, clustered by "
        f"{count(sample.clusters, 'opening')}); {baseline(facts)} finds a win "
        f"{estimate(found.rate(found.baseline), 'rate')}."
    )
    if any(one.picks.critical < sample.critical for one in found.found):
        text += " Slow heuristics choose in some of them only, and are compared there."
    if sample.unknown:
        text += f" {count(sample.unknown)} more are beyond the solver's reach and left out."
    return text


def _describe_compared(facts: Facts, found: WinningMoves) -> str:
    """Who finds more, and who fewer."""
    base = baseline(facts)
    told = []
    for word, amount in (("better", "more"), ("worse", "fewer")):
        names = [_who(facts, one.heuristic) for one in found.best_first if one.word == word]
        if names:
            verb = "finds" if len(names) == 1 else "find"
            told.append(f"{listing(names)} {verb} **{amount}** winning moves than {base}.")
    if len(found.compared) > sum(one.word in {"better", "worse"} for one in found.compared):
        told.append("For the others no difference is shown." if told else "No difference is shown.")
    return " ".join(told) + (
        " This is not the same question as who wins games: it ignores what happens before a "
        "position becomes critical."
    )


def _paired_row(facts: Facts, found: WinningMoves, one: PairedWins) -> tuple[str, ...]:
    return (
        _who(facts, one.heuristic),
        count(one.critical),
        *_cells(found.rate(one.heuristic), "rate"),
        count(one.only_candidate),
        count(one.only_baseline),
        *_cells(one.difference, "points"),
        number(one.p_adjusted, "chance_bare"),
        said(one.word),
    )


def _baseline_row(facts: Facts, found: WinningMoves) -> tuple[str, ...]:
    own = next(one for one in found.found if one.heuristic == found.baseline)
    cells = (count(own.picks.critical), *_cells(own.picks.rate, "rate"))
    return (_who(facts, own.heuristic), *cells, *(NOTHING,) * 6)


def _describe_sample(facts: Facts, found: Truth) -> str:
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


def _who(facts: Facts, spec: str) -> str:
    """The name of a heuristic that was measured."""
    known = (heuristic.name for heuristic in facts.heuristics if heuristic.spec == spec)
    return code(next(known, spec))


def _describe_values(facts: Facts, one: HeuristicTruth) -> str:
    return (
        f"{_who(facts, one.heuristic)}: AUC over positions {estimate(one.overall.auc, 'area')}; "
        f"move order {estimate(one.overall.order, 'area')}."
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
            _who(facts, one.heuristic),
            f"{count(plies.first_ply)} to {count(plies.last_ply)}",
            *_agreement(group),
        )
        for one in found.heuristics
        for plies, group in zip(found.sample.groups, one.groups, strict=True)
    )
    base = baseline(facts)
    return ChartBlock(
        "truth_plies",
        "How often a won position gets a higher value than a lost one, by ply, with bands for "
        f"the {interval(facts)}s: the solid line is the candidate, the dashed line {base}. At "
        f"the grey line, values say nothing about the winner.",
        f"Curves with bands: AUC by ply of the featured candidates and of {base}.",
        TableBlock(
            "The same by ply.",
            ("<heuristic", "<plies", *_headings(facts)),
            rows,
            file=_FILE,
            is_compact=True,
        ),
    )


def _by_depth(facts: Facts, found: Truth) -> ChartBlock:
    rows = tuple(
        (
            _who(facts, one.heuristic),
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
        "How far search makes up for a weak heuristic: how often alpha-beta to a given depth "
        "picks a "
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
        "what they threw away in a sample of their direct games. The last columns count won "
        "positions per game in which the move played let the opponent win.",
        (
            *("<player", "critical", "picks a win", interval(facts), "games", "lost"),
            *("lost from a win", "won positions", "thrown away", interval(facts)),
        ),
        tuple(_player_row(one) for one in found.players),
        file=_FILE,
        is_compact=True,
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
        describe_mistake(code(one.player), first.player, first.played, first.winning),
    )


CHAPTERS = {120: truth}
