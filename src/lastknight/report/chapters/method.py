"""Whether the games can be trusted, how the numbers were made, and what remains undecided."""

from __future__ import annotations

from lastknight.analysis.conclusions import Undecided
from lastknight.analysis.facts import Facts
from lastknight.report.text.blocks import Block, Chapter, Items, Paragraph, TableBlock
from lastknight.report.text.located import locate, source_of
from lastknight.report.text.phrases import ATTACKER, baseline, level, name, verdict_interval
from lastknight.report.text.quantities import count, count_of, number, point, said, span


def audit(facts: Facts) -> Chapter:
    """Whether the games are independent."""
    found = facts.audit
    direct = count(found.games, "direct game")
    if found.distinct_games == found.games:
        distinct = f"All {direct} are different, move for move."
    else:
        formula = f"{source_of(found.games)} - {source_of(found.distinct_games)}"
        repeated = count(locate(found.games - found.distinct_games, formula), "game")
        distinct = (
            f"Of {direct}, {count(found.distinct_games)} are different, move for move; {repeated} "
            "repeated another one."
        )
    began = f"They started from {count(found.openings, 'opening')}"
    openings = (
        f"{began}, all different under the symmetries of the board."
        if found.openings == found.canonical_openings
        else f"{began}, of which {count(found.canonical_openings)} differ under the symmetries of "
        "the board. A mirrored opening adds no new data: intervals and tests treat all pairs on "
        "one opening as one cluster."
    )
    forfeits = (
        f"{count(found.forfeits, 'game')} ended by forfeit: see "
        "[how games ended](#how-games-ended)."
        if found.forfeits
        else "No game ended by forfeit."
    )
    items = [distinct, openings, forfeits]
    items += [f"Left out: {said(reason)}." for reason in facts.conditions.left_out]
    if found.replayed:
        same = (
            "all came out the same, move for move"
            if found.replayed == found.identical
            else f"{count(found.identical)} of them came out the same: the others were not "
            "reproducible, so read the numbers of this report with care"
        )
        items.append(f"{count(found.replayed, 'game')} were replayed from their record; {same}.")
    if found.role_games:
        formula = f"{source_of(found.attacker_wins)} / {source_of(found.role_games)}"
        rate = number(locate(found.attacker_wins / found.role_games, formula), "rate")
        items.append(
            f"The attacker won {rate} of the games. {ATTACKER} Pairs cancel this out, because each "
            "player attacks in one game of a pair."
        )
    return Chapter(
        "Are the games independent?",
        (Items(tuple(items)),),
        fold="Distinct games and openings, forfeits, replays.",
    )


def method(facts: Facts) -> Chapter:
    """How it was done."""
    base = baseline(facts)
    items = (
        "**Pairs.** Each opening is played twice, with sides swapped. A pair is won twice, split "
        "or lost twice. The two games of a pair do not count as independent.",
        "**Pair-Elo** is `200 log10(won twice / lost twice)`. It does not depend on how unfair "
        "the openings are. Win rate and score-Elo do, and are only given for comparison.",
        "**Intervals** contain the true value "
        f"{number(facts.conditions.confidence, 'part')} of the time. They are clustered where "
        f"openings repeat. Their ends are rounded outwards. If one side never lost a pair, only "
        f"one end is "
        "known, and the text says “at least” or “at most”.",
        "**Looks.** Each direct match is checked a few times, with more pairs every time, and "
        "ends when it is decided. Every look may spend a share of the error rate, and Holm's "
        "correction divides it among all candidates: the chance of any false verdict is at most "
        f"{level(facts)}. The Elo of a match that ended early is corrected for that.",
        "**Verdicts.** better and worse: the adjusted test is significant. equivalent: the whole "
        f"interval is within {count(facts.conditions.equivalence)} Elo of zero. inconclusive: "
        "everything else. Test and interval are one procedure at one level, so the interval of "
        "a verdict excludes zero exactly for better and worse. Other intervals in this report, "
        "such as those of ratings and budgets, are for a single comparison.",
        "**Roles.** In a pair each player attacks once. What a candidate wins as defender is what "
        f"{base} does not win as attacker.",
        f"**Ratings** are Bradley-Terry, from decided pairs, with {base} as zero. "
        "Their intervals come from a bootstrap over openings. **Ranks** are the places that the "
        "comparisons leave open.",
        "**Equal time.** The strongest of the candidates shown to be better (with `--thorough`, "
        "all candidates) also play with their nodes divided by fixed ratios. Elo falls along a "
        "line in the logarithm of the ratio; the line crosses zero at the break-even cost, the "
        "same on every machine. The cost of a node here is measured in the direct games, as CPU "
        "time.",
        "**Fewer pairs for expensive heuristics.** A heuristic that takes far longer than the "
        "others plays fewer pairs, and its intervals are wider.",
        "**The players** are iterative alpha-beta searches with the heuristic at the leaves. Ties "
        "between moves are broken at random, from the seed.",
    )
    planned = _describe_plan(facts)
    blocks: list[Block] = [Items(items)]
    if planned:
        blocks.append(Paragraph(planned))
    return Chapter("Method", tuple(blocks), fold="What the words and numbers mean.")


_PARTS = {
    "direct": "direct matches",
    "ranking": "ratings",
    "classic": "the classic table",
    "depth": "equal depth",
    "ladder": "the curves",
    "budgets": "the budgets",
}


def _describe_plan(facts: Facts) -> str:
    pairs = facts.conditions.pairs
    parts = [f"{_PARTS[part]} {count(pairs[part])}" for part in pairs if part in _PARTS]
    return f"Planned pairs for each pairing: {', '.join(parts)}." if parts else ""


_OTHER_OPENINGS = "needs other openings"


def undecided(facts: Facts) -> Chapter:
    """What could not be decided, and what would decide it."""
    title = "What could not be decided"
    if not facts.undecided:
        text = f"Nothing: every candidate has a verdict against {baseline(facts)} at equal nodes."
        return Chapter(title, (Paragraph(text),))
    text = (
        f"{count_of(facts.undecided, 'comparison')} with {baseline(facts)} stayed open. About "
        f"as many pairs as listed below will decide, whatever the truth is: the interval of the "
        f"verdict, which is corrected for all looks and candidates, then either excludes zero or "
        f"lies within "
        f"{count(facts.conditions.equivalence)} Elo of it. The numbers allow for the splits "
        f"seen so far and for repeated openings. Times assume the speed measured here. To play "
        f"that many pairs, name the heuristic and pass `--pairs`."
    )
    if any(one.needs_other_openings for one in facts.undecided):
        text += (
            f" Where it says “{_OTHER_OPENINGS}”, no number of pairs on these openings decides: "
            f"use longer ones, with `--plies`."
        )
    table = TableBlock(
        f"Pairs needed to decide, in total, and the time they take. Elo with its "
        f"{verdict_interval(facts)}.",
        ("<heuristic", "pairs played", "Elo", "interval", "pairs to decide", "time"),
        tuple(_undecided_row(facts, one) for one in facts.undecided),
        is_compact=True,
    )
    return Chapter(title, (Paragraph(text), table))


def _undecided_row(facts: Facts, one: Undecided) -> tuple[str, ...]:
    match = facts.direct_match(one.candidate)
    found = None if match is None else match.elo
    return (
        name(facts, one.candidate),
        count(one.pairs),
        point(found),
        span(found),
        number(
            one.pairs_to_decide,
            "about",
            unknown=_OTHER_OPENINGS if one.needs_other_openings else "out of reach",
        ),
        number(one.seconds, "seconds"),
    )


CHAPTERS = {30: undecided, 140: audit, 150: method}
