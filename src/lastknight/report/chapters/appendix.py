"""For reference: the ledger of claims, the heuristics, and how to reproduce the report."""

from __future__ import annotations

from collections.abc import Mapping

from lastknight.analysis.facts import Facts
from lastknight.analysis.subjects import HeuristicFacts
from lastknight.matches.self_play import SELF_PLAY
from lastknight.report.text.blocks import Block, Chapter, Heading, Listing, Paragraph, TableBlock
from lastknight.report.text.formats import NOTHING
from lastknight.report.text.phrases import baseline, later_start, name
from lastknight.report.text.quantities import code, count, count_equal, count_of, number, said

_DECIDED = ("supported", "contradicted")
_VERDICTS = (*_DECIDED, "not decided")


def ledger(facts: Facts) -> Chapter | None:
    """The claims of the five analyses, with their verdicts."""
    if not facts.ledger:
        return None
    found = [_field(claim, "verdict") for claim in facts.ledger]
    counts = [
        f"{count_equal(found, verdict)} {verdict}" for verdict in _VERDICTS if verdict in found
    ]
    text = (
        "What the five analyses claim, and what the games played here show. Of "
        f"{count_of(facts.ledger, 'claim')}: {', '.join(counts)}. A star marks verdicts that "
        f"survive adjusting for all claims (Holm)."
    )
    decided = [claim for claim in facts.ledger if claim.get("verdict") in _DECIDED]
    table = TableBlock(
        "The decided claims; the file has all of them.",
        ("<id", "<verdict", "<claim", "<original evidence", "<result here"),
        tuple(_claim_row(claim) for claim in decided),
        file="ledger.csv",
        is_wordy=True,
    )
    blocks: tuple[Block, ...] = (Paragraph(text), *((table,) if decided else ()))
    return Chapter(
        "The ledger of claims",
        blocks,
        fold="What the five analyses claim, and which claims are decided.",
    )


def _claim_row(claim: Mapping[str, object]) -> tuple[str, ...]:
    says, evidence, experiment, ours, verdict = (
        said(_field(claim, name)) if claim.get(name) else NOTHING
        for name in ("claim", "evidence", "experiment", "ours", "verdict")
    )
    # Most findings name what was played; for the others it goes in front.
    told = _field(claim, "ours")
    if not all(part in told for part in _field(claim, "experiment").split("; ")):
        ours = f"{experiment}\n{ours}"
    if claim.get("verdict") in _DECIDED:
        verdict = f"**{verdict}**"
    star = " *" if claim.get("survives") else ""
    return (code(_field(claim, "id")), f"{verdict}{star}", says, evidence, ours)


def _field(claim: Mapping[str, object], name: str) -> str:
    found = claim.get(name)
    return found if isinstance(found, str) else ""


def _meaning(one: HeuristicFacts) -> str:
    if one.meaning:
        return said(one.meaning)
    return code(one.formula) if one.formula else NOTHING


def heuristics(facts: Facts) -> Chapter:
    """The heuristics of the report, and the user's code."""
    rows = tuple(
        (
            code(one.name),
            _meaning(one),
            said(one.origin) if one.origin else NOTHING,
            said(one.kind),
            number(one.cost, "multiple", unknown="not measured"),
        )
        for one in facts.heuristics
    )
    text = (
        "The cost is the time per searched node at this budget, as a multiple of "
        f"{baseline(facts)}, measured in the direct games on this machine or set with `--cost`."
    )
    slow = [one for one in facts.heuristics if one.twin is not None]
    if slow:
        listed = ", ".join(f"{code(one.name)} with {code(one.twin)}" for one in slow if one.twin)
        text += (
            " Any heuristic in Python costs far more than native code, so one in Python is "
            f"compared with the same baseline written in Python: {listed}."
        )
    table = TableBlock(
        "The heuristics of this report.",
        ("<heuristic", "<meaning", "<from", "<kind", "cost"),
        rows,
        is_wordy=True,
    )
    blocks: list[Block] = [Paragraph(text), table]
    for one in facts.heuristics:
        if one.spec != one.name:
            spec = f"{code(one.name)} is short for {code(one.spec)}."
            blocks.append(Paragraph(spec, role="note"))
    for place, one in enumerate(facts.heuristics):
        if one.code is not None:
            blocks += [Heading(f"The code of {name(facts, place)}"), Listing(one.code)]
    return Chapter("The heuristics", tuple(blocks), fold="What each means and costs, and its code.")


def reproduction(facts: Facts) -> Chapter:
    """How to reproduce the report."""
    conditions, origin = facts.conditions, facts.origin
    openings = {
        "random": f"random openings of {count(conditions.plies, 'ply')}",
        "census": f"every opening of {count(conditions.plies, 'ply')}",
        "empty": "the empty board",
        SELF_PLAY: later_start(facts),
    }.get(conditions.openings, "openings from a list")
    text = (
        f"Seed {number(conditions.seed, 'plain')}, {openings}, effort {code(conditions.effort)}, "
        f"lastknight {said(origin.version)}. It took {number(origin.seconds, 'seconds')} for "
        f"{count(origin.games, 'game')} on {said(origin.machine)}. The same command plays the "
        f"same games with any number of workers; only measured times and costs may differ, and "
        f"with them the number of pairs of an expensive heuristic."
    )
    files = (
        "Every number in this report is in `report.json`; on the page, its tooltip says where. "
        "The CSV files have the full tables, unrounded. `lastknight report` with the folder "
        "rewrites the page from `report.json`."
    )
    return Chapter(
        "How to reproduce this report",
        (Listing(origin.command, "sh"), Paragraph(text), Paragraph(files)),
        fold="The command, the random seed and the files.",
    )


CHAPTERS = {170: ledger, 180: heuristics, 190: reproduction}
