"""The front page of a league: standings, cross table, forfeits, and who did not play."""

from __future__ import annotations

from lastknight.league.final_standings import League, LeagueEntry, Outcome
from lastknight.report.league.wording import INTERVAL, describe_advice, games_won, results
from lastknight.report.text.blocks import Block, Chapter, Listing, Paragraph, TableBlock, TableCell
from lastknight.report.text.formats import NOTHING
from lastknight.report.text.located import locate, source_of
from lastknight.report.text.phrases import ENDINGS
from lastknight.report.text.quantities import count, number, point, said

_FILES = ("standings.csv", "grades.csv", "league.json")
_STEPS = (0.1, 0.25, 0.4)
"""Where the shades of the cross table begin, as win rate above or below one half."""


def index_subtitle(league: League) -> str:
    """What was played, in one line."""
    conditions = league.conditions
    entries = source_of(league.entries)
    playing = sum(not one.problem for one in league.entries if one.kind == "submission")
    baselines = sum(one.kind == "baseline" for one in league.entries)
    submissions = locate(playing, f"#{entries}[kind=submission, problem=]")
    return (
        f"{count(submissions, 'submission')} and "
        f"{count(locate(baselines, f'#{entries}[kind=baseline]'), 'baseline')}, "
        f"{count(conditions.games, 'game')} on {count(conditions.openings, 'opening')}, "
        f"each from both sides, {said(conditions.limits)}."
    )


def index_chapters(league: League) -> tuple[Chapter, ...]:
    """The chapters of the front page."""
    chapters = [_standings(league), _cross_table(league), _forfeits(league), _absent(league)]
    return tuple(filter(None, [*chapters, _skipped(league), _method(league)]))


def _standings(league: League) -> Chapter:
    blocks: list[Block] = []
    if not league.conditions.is_walled:
        warning = (
            "Played without bubblewrap: submissions were limited in time, memory and processes, "
            "but could read files and use the network of this machine."
        )
        blocks.append(Paragraph(warning, role="warning"))
    rows: list[tuple[str | TableCell, ...]] = []
    styles = []
    for entry in league.entries:
        if entry.problem:
            rows.append((_link(entry), NOTHING, "did not play", *[""] * 5))
            styles.append("absent")
        else:
            rank = said(entry.rank) if entry.rank else "baseline"
            rows.append((_link(entry), rank, *results(entry)))
            styles.append("" if entry.kind == "submission" else "baseline")
    files = ", ".join(f"[{name}]({name})" for name in _FILES)
    if advice := describe_advice(league):
        blocks.append(Paragraph(advice, role="warning"))
    blocks += [
        TableBlock(
            "",
            ("<player", "rank", "Elo", INTERVAL, "won", "lost", "win rate", "<forfeits"),
            tuple(rows),
            is_compact=True,
            row_styles=tuple(styles),
        ),
        Paragraph(
            f"{said(league.conditions.anchor)} is rated zero. A rank is a range if the games "
            f"leave it open; all ranks hold jointly. Ratings come from pairs of games on the same "
            "opening with sides swapped, so lucky openings do not count.",
            role="note",
        ),
        Paragraph(f"The numbers: {files}.", role="note"),
    ]
    return Chapter("Standings", tuple(blocks))


def _link(entry: LeagueEntry) -> TableCell:
    return TableCell(said(entry.name), link=entry.page)


def _cross_table(league: League) -> Chapter:
    playing = [(place, one) for place, one in enumerate(league.entries) if not one.problem]
    numbers = [_place(league, order) for order in range(1, len(playing) + 1)]
    everyone = {place for place, _ in playing}
    met_all = [place for place, entry in playing if everyone - entry.has_met == {place}]
    columns = met_all or sorted(everyone)  # no column for entrants that met only baselines
    rows = []
    for own, (place, entry) in zip(numbers, playing, strict=True):
        found = {outcome.opponent: outcome for outcome in entry.outcomes}
        cells = [_cross_cell(found.get(other), is_same=place == other) for other in columns]
        rows.append((TableCell(f"{own}  {said(entry.name)}", link=entry.page), *cells))
    table = TableBlock(
        "Games won and lost by the player in the row.",
        ("<", *(numbers[order] for order, (place, _) in enumerate(playing) if place in columns)),
        tuple(rows),
        is_heat_map=True,
    )
    return Chapter("Head-to-head results", (table,))


def _place(league: League, order: int) -> str:
    """The number of an entrant, in the order of the standings."""
    return number(locate(order, f"place in {source_of(league.entries)}"), "plain")


def _cross_cell(outcome: Outcome | None, *, is_same: bool) -> TableCell:
    if outcome is None:
        return TableCell("", "same" if is_same else "")
    games = outcome.wins + outcome.losses
    margin = outcome.wins / games - 0.5 if games else 0.0
    step = sum(abs(margin) > limit for limit in _STEPS) + (abs(margin) > 0)
    won, lost = (games_won(pairs, outcome.split) for pairs in (outcome.ww, outcome.ll))
    ww, split, ll = map(count, (outcome.ww, outcome.split, outcome.ll))
    return TableCell(
        f"{count(won)}\N{EN DASH}{count(lost)}",
        f"{'p' if margin > 0 else 'm'}{step}" if step else "",
        title=f"pairs: {ww} won, {split} split, {ll} lost",
    )


def _forfeits(league: League) -> Chapter | None:
    rows = tuple(
        (_link(entry), ENDINGS[ending.reason], count(ending.lost))
        for entry in league.entries
        for ending in entry.endings
        if ending.reason != "no_moves" and ending.lost
    )
    if not rows:
        return None
    text = "Games not decided on the board. Each submission's page says what happened."
    table = TableBlock("", ("<player", "<reason", "games lost"), rows)
    return Chapter("Forfeits", (Paragraph(text), table))


def _absent(league: League) -> Chapter | None:
    rows = tuple((_link(one), said(one.problem)) for one in league.entries if one.problem)
    if not rows:
        return None
    return Chapter("Did not play", (TableBlock("", ("<submission", "<why"), rows),))


def _skipped(league: League) -> Chapter | None:
    if not league.skipped:
        return None
    rows = tuple((said(name), said(reason)) for name, reason in league.skipped)
    text = "Left out of the league, although they are in its folder."
    table = TableBlock("", ("<name", "<why"), rows)
    return Chapter("Not submissions", (Paragraph(text), table))


def _method(league: League) -> Chapter:
    conditions, attacker = league.conditions, league.attacker_rate
    roles = ""
    if attacker is not None and attacker.value is not None:
        roles = (
            f" The attacker won {point(attacker, 'rate')} of the games: the player to move "
            f"while both knights stand on squares of the same colour. In a pair each player "
            f"attacks once."
        )
    walls = (
        "inside bubblewrap: no network, and a private, temporary file system"
        if conditions.is_walled
        else "with resource limits only, without bubblewrap"
    )
    return Chapter(
        "How it was played",
        (
            Paragraph(
                f"Every pairing has {count(conditions.pairs, 'random opening')} of "
                f"{count(conditions.plies, 'ply')}, the same for all, each played from both sides, "
                f"with {said(conditions.limits)}.{roles}"
            ),
            Paragraph(
                f"Every game of a submission runs in its own process, {walls}. A submission that "
                "breaks the rules loses the game, and the reason is recorded."
            ),
            Paragraph(
                f"Seed {number(conditions.seed, 'plain')}, lastknight {said(conditions.version)}. "
                "Run the same command again to resume; a submission added later plays only its "
                "own games."
            ),
            Listing(conditions.command, "sh"),
        ),
    )
