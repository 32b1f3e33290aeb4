"""The direct games of the featured candidates: by side, opening and length, and how they ended."""

from __future__ import annotations

from lastknight.analysis.facts import Facts
from lastknight.report.text.blocks import Block, Chapter, Figure, Paragraph, Table
from lastknight.report.text.derived import direct_of
from lastknight.report.text.formats import NOTHING
from lastknight.report.text.phrases import INTERVAL, REASONS, name

BY = {"side": "by side", "opening": "by opening", "length": "by length"}


def groups(facts: Facts) -> Chapter | None:
    """Who moves first, what opening, how long."""
    if not facts.groups:
        return None
    base = name(facts.conditions.baseline)
    text = (
        f"The direct games against {base}, taken apart. The groups are looked at, not tested: of "
        "many groups some differ by chance. How long a game lasts is part of its outcome, so its "
        "length explains nothing by itself."
    )
    blocks: list[Block] = [Paragraph(text)]
    sides = " ".join(filter(None, (_say_sides(facts, place) for place in facts.featured)))
    if sides:
        blocks.append(Paragraph(sides))
    blocks.append(
        Figure(
            "groups",
            f"Win rates of the candidate in groups of its games against {base}, with their "
            f"{INTERVAL}s. The line is one half. By length, each third of the games is a group.",
            "Dots with intervals: win rates by side, by opening and by length of the game.",
            _groups_table(facts),
        )
    )
    if facts.lengths:
        blocks.append(
            Figure(
                "lengths",
                "How long the games lasted, in plies with the opening, and how many of them the "
                "candidate won (filled) and lost (open). Whoever makes the last move wins, so even "
                "and odd lengths differ.",
                "Bars: how many games lasted how many plies, won and lost.",
                _lengths_table(facts),
            )
        )
    return Chapter("By side, opening and length", tuple(blocks))


def _say_sides(facts: Facts, candidate: int) -> str:
    own = [
        f"{{groups.{place}.win_rate|point rate}} where it {{groups.{place}.label|text}}"
        for place, group in enumerate(facts.groups)
        if group.candidate == candidate and group.by == "side"
    ]
    return f"{name(candidate)} won {', and '.join(own)}." if own else ""


def _groups_table(facts: Facts) -> Table:
    rows = tuple(
        (
            name(group.candidate),
            BY.get(group.by, "other"),
            f"{{groups.{place}.label|text}}",
            f"{{groups.{place}.wins|count}}",
            f"{{groups.{place}.games|count}}",
            f"{{groups.{place}.win_rate|point rate}}",
            f"{{groups.{place}.win_rate|span rate}}",
            f"{{groups.{place}.elo|point?{NOTHING}}}",
            f"{{groups.{place}.elo|span?{NOTHING}}}",
        )
        for place, group in enumerate(facts.groups)
    )
    return Table(
        "Groups of direct games; pair-Elo where a group has whole pairs.",
        (
            *("<heuristic", "<taken apart", "<group", "won", "games", "win rate", INTERVAL),
            *("Elo", INTERVAL),
        ),
        rows,
        file="groups.csv",
    )


def _lengths_table(facts: Facts) -> Table:
    """One row a length, and two columns a candidate."""
    found = {(one.candidate, one.plies): place for place, one in enumerate(facts.lengths)}
    first = {one.plies: place for place, one in reversed(list(enumerate(facts.lengths)))}
    rows = []
    for plies in sorted(first):
        row = [f"{{lengths.{first[plies]}.plies|count}}"]
        for candidate in facts.featured:
            place = found.get((candidate, plies))
            row += [
                NOTHING if place is None else f"{{lengths.{place}.{field}|count}}"
                for field in ("won", "lost")
            ]
        rows.append(tuple(row))
    columns = [heading for one in facts.featured for heading in (f"{name(one)} won", "lost")]
    return Table("Games by length.", ("plies", *columns), tuple(rows), file="lengths.csv")


def endings(facts: Facts) -> Chapter | None:
    """No moves left, or a forfeit."""
    if not facts.endings:
        return None
    rows = tuple(
        (
            name(ending.candidate),
            REASONS.get(ending.reason) or f"{{endings.{place}.reason|text}}",
            f"{{endings.{place}.won|count}}",
            f"{{endings.{place}.lost|count}}",
            f"{{endings.{place}.note|text}}" if ending.note else "",
        )
        for place, ending in enumerate(facts.endings)
    )
    sentences = []
    for candidate in facts.featured:
        place = direct_of(facts, candidate)
        if place is None:
            continue
        record = facts.direct[place].record
        if record.a_forfeits or record.b_forfeits:
            path = f"direct.{place}"
            also = f" and won {{{path}.record.b_forfeits|count}} so" if record.b_forfeits else ""
            sentences.append(
                f"{name(candidate)} lost {{{path}.record.a_forfeits|count game}} by "
                f"forfeit{also}. Without the pairs that had one, its match stands at "
                f"{{{path}.without_forfeits.elo|estimate Elo}} over "
                f"{{{path}.without_forfeits.pairs|count pair}}."
            )
    text = " ".join(sentences) or (
        "All these games ended because a knight could not move; nobody lost by the clock, an "
        "illegal move or a crash."
    )
    table = Table(
        "How the direct games ended. The note is the first that a forfeit of the kind left.",
        ("<heuristic", "<reason", "won", "lost", "<note"),
        rows,
        file="endings.csv",
        is_wordy=True,
    )
    return Chapter("How games ended", (Paragraph(text), table))
