"""The files of a discovery: a page, JSON, CSV, and a Python file with the heuristic."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from lastknight.analysis.match_facts import CONFIDENCE
from lastknight.discovery.discovery_results import (
    PROGRAM,
    Discovery,
    MatchResult,
    Remade,
    Verification,
)
from lastknight.matches.atomic_file import replace_file
from lastknight.report.recipe_page import recipe_details, recipe_result
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
from lastknight.report.text.located import locate
from lastknight.report.text.prose import to_plain
from lastknight.report.text.quantities import (
    Unit,
    breaks_even,
    code,
    count,
    count_of,
    elo,
    estimate,
    number,
    point,
    said,
    span,
)
from lastknight.report.text.spreadsheets import csv_text
from lastknight.report.write import check_libraries
from lastknight.stats import Estimate

PAGE, DATA, WEIGHTS = "discover.html", "discover.json", "discover.csv"


def write_discovery(discovery: Discovery | Remade, folder: Path) -> list[Path]:
    """Write the page, its data, the weights and the heuristic into a folder, made if needed.

    Returns the files, the page first. Raises LastknightError if a library is missing.
    """
    name, text = discovery.file()
    texts = {
        PAGE: _page(discovery),
        DATA: json.dumps(discovery.facts(), indent=1, allow_nan=False) + "\n",
        WEIGHTS: csv_text(discovery.rows()),
        name: text,
    }
    folder.mkdir(parents=True, exist_ok=True)
    return [replace_file(folder / name, text) for name, text in texts.items()]


_TEST = "<sequential test"
"""The column of the verdicts of the sequential tests."""


def _page(discovery: Discovery | Remade) -> str:
    check_libraries()
    from lastknight.report.charts import discovery as charts  # noqa: PLC0415  (needs libraries)
    from lastknight.report.charts.svg import draw_chart  # noqa: PLC0415
    from lastknight.report.page import write_page  # noqa: PLC0415

    found = locate(discovery)
    document = _document(found) if isinstance(found, Discovery) else _remade_document(found)

    def draw(block: ChartBlock) -> str:
        chart = getattr(charts, block.chart)(discovery)
        return draw_chart(chart, name=block.chart, label=to_plain(block.label))

    return write_page(document, draw)


def _document(found: Discovery) -> Document:
    labels = found.labels
    return Document(
        "lastknight, a discovery",
        "A heuristic fitted to labelled positions",
        f"{count(labels['positions'], 'position')} labelled by {_labeller(labels)}, "
        f"{count_of(found.features, 'feature')} tried.",
        (
            _result(found),
            _verification(found, found.verification),
            _weights(found),
            _learning(found),
            _tried(found),
            _method(found),
        ),
    )


def _remade_document(found: Remade) -> Document:
    chapters = [recipe_result(found, data=DATA)]
    if found.verification is not None:
        chapters.append(_verification(found, found.verification))
    return Document(
        "lastknight, a recipe",
        f"The {said(found.recipe)}, rebuilt from its recipe",
        f"{count(found.labels['positions'], 'position')} labelled by {_labeller(found.labels)} and "
        "played out.",
        (*chapters, *recipe_details(found, weights=WEIGHTS)),
    )


def _labeller(labels: Mapping[str, Any]) -> str:
    """Who labelled the positions: the solver, or a player."""
    who = said(labels["labelled_by"])
    return f"the {who}" if labels["labelled_by"] == "solver" else who


def _result(found: Discovery) -> Chapter:
    blocks: list[Block] = [
        Paragraph(f"**{said(locate(found.sentence, 'sentence'))}**", role="lead")
    ]
    if set(found.verdicts.values()) != {"better"}:
        blocks.append(
            Paragraph(
                "The games do not show that it beats both. Label more positions, or play more "
                "pairs, before you use it.",
                role="warning",
            )
        )
    if found.labels["labelled_by"] != "solver":
        blocks.append(
            Paragraph(
                "This board is too large for the solver: the labels are the judgement of a strong "
                "player, not proofs.",
                role="warning",
            )
        )
    blocks += [
        Items(tuple(map(said, found.words))),
        Listing(found.spec),
        Paragraph(f"Use the spec wherever a heuristic goes, or the file [{PROGRAM}]({PROGRAM}):"),
        Listing(f"lastknight analyze {PROGRAM}:discovered", "sh"),
    ]
    return Chapter("The result", tuple(blocks))


def _verification(found: Discovery | Remade, played: Verification) -> Chapter:
    chart = ChartBlock(
        "matches",
        f"Pair-Elo in each match, with its {number(locate(CONFIDENCE, 'confidence'), 'part')} "
        "interval.",
        "Elo of the heuristic in every match.",
    )
    rows = tuple(map(_match_row, (*played.matches, *played.boards)))
    columns = ("<board", "nodes", "<against", _TEST, "won", "split", "lost", "Elo", "interval")
    text = (
        "No position from these openings was used in the fit or in any choice. The other boards "
        "had no labels at all. A sequential test between no difference and a clear gain decides "
        "each match, so it may be inconclusive even if the plain interval excludes zero."
    )
    blocks: list[Block] = [Paragraph(text), chart, TableBlock("", columns, rows, is_compact=True)]
    blocks += [*_equal_time(played), *_roles(played), *_winning_moves(found, played)]
    return Chapter("Verification", tuple(blocks))


def _match_row(one: MatchResult) -> tuple[str, ...]:
    return (
        said(one.board),
        count(one.nodes),
        code(one.opponent),
        said(one.verdict),
        *(count(one.facts[name]) for name in ("ww", "split", "ll")),
        point(one.elo),
        span(one.elo),
    )


def _equal_time(played: Verification) -> Iterator[Block]:
    equal = played.equal_time
    if equal is None:
        return
    yield Paragraph(
        "**Equal time.** The more a node costs, the fewer there are in the same time. Relative to "
        f"a node of the baseline, it {breaks_even(equal.break_even)}. Here the cost is "
        f"{number(equal.cost, 'multiple')}, which gives {elo(equal.elo)} at equal time, by a line "
        "fitted to the matches below."
    )
    rows = tuple(
        (number(one.ratio, "multiple"), point(one.elo), span(one.elo)) for one in played.ratios
    )
    yield TableBlock("Against the baseline", ("nodes divided by", "Elo", "interval"), rows)
    matches = tuple(
        (
            code(one.opponent),
            number(one.ratio, "multiple"),
            said(one.verdict),
            point(one.elo),
            span(one.elo),
        )
        for one in equal.matches
    )
    columns = ("<against", "nodes divided by", _TEST, "Elo", "interval")
    yield TableBlock("At equal time here", columns, matches)


def _estimate(found: Estimate, unit: Unit) -> str:
    """A value with its interval; small runs may lack either."""
    if found.low is None and found.high is None:
        missing = "(too few games or positions for an interval)"
        return "unknown" if found.value is None else f"{point(found, unit)} {missing}"
    return estimate(found, unit)


def _roles(played: Verification) -> Iterator[Block]:
    roles = played.roles
    if not roles:
        return
    rows = tuple(
        (
            said(one.player),
            count(one.games),
            point(one.attacker, "rate"),
            span(one.attacker, "rate"),
            point(one.defender, "rate"),
            span(one.defender, "rate"),
        )
        for one in roles
    )
    columns = ("<player", "games", "as attacker", "interval", "as defender", "interval")
    yield TableBlock("Games won against the baseline, by role", columns, rows)


def _winning_moves(found: Discovery | Remade, played: Verification) -> Iterator[Block]:
    moves = played.winning_moves
    if moves is None:
        return
    names = {found.spec: "discovered"} if isinstance(found, Discovery) else {}
    rows = tuple(
        (
            said(locate(names.get(one.heuristic, one.heuristic), "winning_moves.found")),
            count(one.picks.critical),
            point(one.picks.rate, "rate"),
            span(one.picks.rate, "rate"),
        )
        for one in moves.found
    )
    caption = f"Winning moves found by searches of {count(moves.nodes, 'node')}, test part"
    yield TableBlock(caption, ("<heuristic", "critical positions", "found", "interval"), rows)


def _weights(found: Discovery) -> Chapter:
    rows = tuple(
        (
            code(one.feature),
            *(number(value, "setting") for value in one.attacker),
            number(one.pull[0], "setting"),
            *(number(value, "setting") for value in one.defender),
            number(one.pull[1], "setting"),
        )
        for one in found.model.terms
    )
    columns = (
        "<feature",
        "attacker",
        "times blank fraction",
        "pull",
        "defender",
        "times blank fraction",
        "pull",
    )
    text = (
        "A feature's weight is the first number plus the second times the blank fraction, the "
        "share of squares that are still blank. Features that count similar squares can have "
        "weights of opposite signs. The pull shows their net effect: the correlation of a feature "
        "with the total value, among the moves of a position."
    )
    blocks: list[Block] = [
        Paragraph(text),
        TableBlock("", columns, rows, file=WEIGHTS, is_compact=True),
    ]
    if found.contributions:
        blocks += [
            Paragraph(
                "The value of each group of features: the full fit plays a fit without the "
                "group, on openings never used for the fit."
            ),
            ChartBlock(
                "contributions",
                "Elo of the full fit against the fit without the group.",
                "What each group of features contributes.",
                _contribution_table(found),
            ),
        ]
    return Chapter("Weights", tuple(blocks))


def _contribution_table(found: Discovery) -> TableBlock:
    rows = tuple(
        (
            said(one.group),
            *(count(value) for value in one.pairs),
            point(one.elo),
            span(one.elo),
            number(one.accuracy, "rate"),
        )
        for one in found.contributions
    )
    columns = ("<group", "won", "split", "lost", "Elo", "interval", "accuracy without it")
    return TableBlock("", columns, rows)


def _learning(found: Discovery) -> Chapter:
    last = found.curve[-1].test
    text = (
        "A position is critical if some of its moves win and some lose. Fitted to all training "
        f"positions, the accuracy, how often its top move wins, is "
        f"{_estimate(last.accuracy, 'rate')}, in {count(last.critical)} critical test positions. "
        "The AUC, the chance that its value of a won position is higher than that of a lost one, "
        f"is {_estimate(last.attacker_auc, 'area')} after the attacker's moves, and "
        f"{_estimate(last.defender_auc, 'area')} after the defender's."
    )
    rows = tuple(
        (code(locate(name, f"compared.{name}")), point(score.accuracy, "rate"),
         point(score.attacker_auc, "area"), point(score.defender_auc, "area"))
        for name, score in found.compared.items()
    )  # fmt: skip
    columns = ("<heuristic", "accuracy", "AUC, attacker", "AUC, defender")
    return Chapter(
        "The learning curve",
        (
            Paragraph(text),
            ChartBlock(
                "learning_curve",
                "Accuracy in critical positions, and AUC within each role. If the curve still "
                "rises at its end, more positions will help; if it is flat, only better features "
                "will.",
                "Accuracy and AUC by the number of positions.",
            ),
            TableBlock("Other heuristics on the same test positions", columns, rows),
        ),
    )


def _tried(found: Discovery) -> Chapter:
    trials = tuple(
        (
            number(one.mix, "part"),
            number(one.penalty, "setting"),
            number(one.loss, "setting"),
            number(one.found, "rate"),
        )
        for one in found.trials
    )
    removals = tuple(
        (
            code(one.feature),
            number(one.before, "setting"),
            number(one.after, "setting"),
            number(one.price, "setting"),
            "kept" if one.is_kept else "left out",
        )
        for one in found.removals
    )
    blocks: list[Block] = [
        Paragraph(
            "Two aims are mixed: the order of moves in critical positions, and who wins after each "
            "move. The penalty with the lowest validation loss was chosen, then the mix whose "
            "searches find the most winning moves in critical validation positions."
        ),
        TableBlock("Validation", ("weight of who wins", "penalty", "loss", "wins found"), trials),
        Paragraph(
            "Then features were left out, the least useful first, as long as the validation loss "
            "grew by no more than the price of evaluating them."
        ),
        TableBlock("", ("<feature", "loss with it", "without", "price", "<fate"), removals),
    ]
    if found.constant:
        names = ", ".join(map(code, found.constant))
        blocks.append(Paragraph(f"Constant on this board, so never tried: {names}.", role="note"))
    return Chapter("What was tried", tuple(blocks))


def _method(found: Discovery) -> Chapter:
    return Chapter(
        "How it was done",
        (
            Paragraph(
                "Weights are fitted for each role by penalised logistic regression. Training, "
                "validation and test positions come from different openings, mirror images "
                "included."
            ),
            Paragraph(
                f"Seed {number(found.seed, 'plain')}, lastknight {said(found.version)}. Run the "
                f"same command again to resume. All data: [{DATA}]({DATA}).",
                role="note",
            ),
            Listing(found.command, "sh"),
        ),
    )
