"""For the record: the ledger of claims, who took part, and how to make the report again."""

from __future__ import annotations

from collections.abc import Mapping

from lastknight.analysis.facts import Facts
from lastknight.report.text.blocks import Block, Chapter, Heading, Listing, Paragraph, Table
from lastknight.report.text.formats import NOTHING
from lastknight.report.text.phrases import name

_VERDICTS = ("supported", "contradicted", "not decided")


def ledger(facts: Facts) -> Chapter | None:
    """The claims of the five analyses, with their verdicts."""
    if not facts.ledger:
        return None
    counts = [
        f"{{#ledger[verdict={verdict}]|count}} {verdict}"
        for verdict in _VERDICTS
        if any(claim.get("verdict") == verdict for claim in facts.ledger)
    ]
    text = (
        "What the five analyses claim, and what the games here say about it. Of "
        f"{{#ledger|count claim}}: {', '.join(counts)}. A star marks verdicts that survive when "
        "all claims are counted (Holm)."
    )
    rows = tuple(_claim_row(place, claim) for place, claim in enumerate(facts.ledger))
    table = Table(
        "The ledger of claims.",
        ("<claim", "<verdict", "<it says", "<its evidence", "<what was played here"),
        rows,
        file="ledger.csv",
        is_wordy=True,
    )
    return Chapter("The ledger of claims", (Paragraph(text), table))


def _claim_row(place: int, claim: Mapping[str, object]) -> tuple[str, ...]:
    path = f"ledger.{place}"
    says, evidence, experiment, ours, verdict = (
        f"{{{path}.{field}|text}}" if claim.get(field) else NOTHING
        for field in ("claim", "evidence", "experiment", "ours", "verdict")
    )
    # Most findings name what was played; the others get it in front.
    told = str(claim.get("ours", ""))
    if not all(part in told for part in str(claim.get("experiment", "")).split("; ")):
        ours = f"{experiment}\n{ours}"
    star = " *" if claim.get("survives") else ""
    if claim.get("verdict") in _VERDICTS[:2]:
        verdict = f"**{verdict}**"
    return (f"{{{path}.id|code}}", f"{verdict}{star}", says, evidence, ours)


def heuristics(facts: Facts) -> Chapter:
    """Who took part, and the user's code."""
    rows = tuple(
        (
            name(place),
            f"{{heuristics.{place}.meaning|text}}" if one.meaning else NOTHING,
            f"{{heuristics.{place}.origin|text}}" if one.origin else NOTHING,
            f"{{heuristics.{place}.kind|text}}",
            f"{{heuristics.{place}.cost|multiple?not measured}}",
        )
        for place, one in enumerate(facts.heuristics)
    )
    base = name(facts.conditions.baseline)
    text = (
        f"The cost is what a searched node takes at this budget, as a multiple of {base}, as it "
        "was measured here."
    )
    table = Table(
        "The heuristics of this report.",
        ("<heuristic", "<what it means", "<from", "<kind", "cost"),
        rows,
        is_wordy=True,
    )
    blocks: list[Block] = [Paragraph(text), table]
    for place, one in enumerate(facts.heuristics):
        if one.spec != one.name:
            spec = f"{name(place)} is short for {{heuristics.{place}.spec|code}}."
            blocks.append(Paragraph(spec, role="note"))
    for place, one in enumerate(facts.heuristics):
        if one.code is not None:
            blocks += [Heading(f"The code of {name(place)}"), Listing(f"heuristics.{place}.code")]
    return Chapter("The heuristics", tuple(blocks))


def again(facts: Facts) -> Chapter:
    """How to make the report again."""
    openings = {
        "random": "random openings of {conditions.plies|count ply}",
        "census": "every opening of {conditions.plies|count ply}",
        "empty": "the empty board",
    }.get(facts.conditions.openings, "openings from a list")
    text = (
        f"Seed {{conditions.seed|plain}}, {openings}, effort {{conditions.effort|code}}, "
        "lastknight {origin.version|text}. It took {origin.seconds|seconds} for "
        "{origin.games|count game} on {origin.machine|text}. The same command gives the same "
        "games, with any number of workers; only measured times and costs may differ."
    )
    files = (
        "Every number in this report stands in `report.json`; in the page, its tooltip says where. "
        "The CSV files have the tables in full, without rounding. `lastknight report` with the "
        "folder writes the page again from `report.json`."
    )
    return Chapter(
        "How to make it again",
        (Listing("origin.command", "sh"), Paragraph(text), Paragraph(files)),
    )
