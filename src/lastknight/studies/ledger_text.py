"""The ledger as text: for a terminal, and as the table that the docs embed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from lastknight.studies.clocks import Clock
from lastknight.studies.ledger import ClaimResult
from lastknight.studies.tables import markdown


def write_ledger(results: Sequence[ClaimResult]) -> str:
    """Each claim with its test, the seed's evidence, ours and the verdict; then the counts."""
    blocks = []
    for result in results:
        rows = (
            ("tested by", result.claim.experiment),
            ("seed's", result.claim.evidence),
            ("ours", result.ours),
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
        f"contradicted, {words['not decided']} not decided. With all claims counted (Holm) "
        f"{kept} of the {decided} verdicts hold."
    )


def verdict_text(result: ClaimResult) -> str:
    """The verdict, and whether it survives Holm."""
    if result.verdict == "not decided":
        return f"not decided ({_chance(result.p_value)})"
    holm = "holds" if result.survives else "does not hold"
    return f"{result.verdict} ({_chance(result.p_value)}); {holm} with all claims counted"


def ledger_markdown(
    results: Sequence[ClaimResult], clocks: Sequence[Clock], *, command: str
) -> str:
    """The ledger as a page embeds it, with the command that made it and the costs it used."""
    rows = [["id", "claim", "tested by", "the seed's evidence", "ours", "verdict"]]
    for result in results:
        star = "" if result.survives or result.verdict == "not decided" else " \\*"
        claim = result.claim
        texts = [claim.id, claim.claim, claim.experiment, claim.evidence, result.ours]
        rows.append([*texts, f"{result.verdict}{star}"])
    costs = [["clock", "heuristic", "cost", "nodes"]]
    costs += [
        [f"{1000 * c.seconds:g} ms", f"`{c.heuristic}`", f"{c.cost:g}", f"{c.nodes:,}"]
        for c in clocks
    ]
    is_starred = any(row[-1].endswith("*") for row in rows)
    legend = "\\* does not hold with all claims counted (Holm). " if is_starred else ""
    parts = [
        f"<!-- {command} -->",
        markdown(rows),
        f"{legend}{summary(results)}",
        "The nodes that stood for a clock, by the cost that was measured:",
        markdown(costs),
    ]
    return "\n\n".join(parts) + "\n"


def _chance(p_value: float) -> str:
    return "p < 0.001" if p_value < 0.001 else f"p = {p_value:.2g}"
