"""The ledger of claims as text: for a terminal, and as the Markdown table in the docs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from lastknight.stats.words import describe_p_value
from lastknight.studies.claim_run import ClaimResult
from lastknight.studies.original_players import Clock
from lastknight.studies.text_tables import clock_rows, markdown


def write_ledger(results: Sequence[ClaimResult]) -> str:
    """Each claim with its tests, both sides' evidence and the verdict; then the counts."""
    blocks = []
    for result in results:
        rows = (
            ("tested by", result.claim.experiment),
            ("evidence", result.claim.evidence),
            ("our games", result.ours),
            ("verdict", verdict_text(result)),
        )
        lines = [f"{result.claim.id}  {result.claim.claim}"]
        blocks.append("\n".join([*lines, *(f"       {name:<10} {text}" for name, text in rows)]))
    return "\n\n".join([*blocks, summary(results)])


def summary(results: Sequence[ClaimResult]) -> str:
    """How many claims got which verdict."""
    words = Counter(result.verdict for result in results)
    kept = sum(result.survives for result in results)
    decided = words["supported"] + words["contradicted"]
    return (
        f"{len(results)} claims: {words['supported']} supported, {words['contradicted']} "
        f"contradicted, {words['not decided']} not decided. Verdicts that stand after Holm's "
        f"correction for all claims: {kept} of {decided}."
    )


def verdict_text(result: ClaimResult) -> str:
    """The verdict, and whether it stands after Holm's correction."""
    if result.verdict == "not decided":
        return f"not decided ({describe_p_value(result.p_value)})"
    stands = "stands" if result.survives else "does not stand"
    return (
        f"{result.verdict} ({describe_p_value(result.p_value)}); {stands} after Holm's correction"
    )


def ledger_markdown(
    results: Sequence[ClaimResult], clocks: Sequence[Clock], *, command: str
) -> str:
    """The ledger as Markdown, with the command that made it and the costs it used."""
    rows = [["id", "claim", "tested by", "original evidence", "our games", "verdict"]]
    for result in results:
        star = "" if result.survives or result.verdict == "not decided" else " \\*"
        claim = result.claim
        texts = [claim.id, claim.claim, claim.experiment, claim.evidence, result.ours]
        rows.append([*texts, f"{result.verdict}{star}"])
    heading, *costs = clock_rows(clocks)
    quoted = [[*clock, f"`{subject}`", cost, nodes] for *clock, subject, cost, nodes in costs]
    is_starred = any(row[-1].endswith("*") for row in rows)
    legend = "\\* does not stand after Holm's correction. " if is_starred else ""
    parts = [
        f"<!-- {command} -->",
        markdown(rows),
        f"{legend}{summary(results)}",
        "Node limits in place of the clocks, from the costs used:",
        markdown([heading, *quoted]),
    ]
    return "\n\n".join(parts) + "\n"
