"""The page of one submission: its results, its mistakes on boards, its own output and tracebacks.

No other submission's code or output may appear here, only their names and the results against them.
"""

from __future__ import annotations

from lastknight.league.final_standings import ONLY_ONE, League, LeagueEntry, ThrownWin
from lastknight.report.league.wording import games_won, total
from lastknight.report.text.blocks import (
    Block,
    BoardBlock,
    Boards,
    Chapter,
    Listing,
    Paragraph,
    TableBlock,
)
from lastknight.report.text.formats import NOTHING
from lastknight.report.text.located import locate, source_of
from lastknight.report.text.phrases import ENDINGS, describe_mistake
from lastknight.report.text.quantities import count, point, said, span
from lastknight.stats import Estimate
from lastknight.stats.ratings import TOO_FEW


def submission_subtitle(entry: LeagueEntry) -> str:
    """The result in one line."""
    if entry.problem:
        return "This submission did not play."
    rank = f"{said(entry.rank)} of the submissions"
    if entry.rank == TOO_FEW:
        rank = "Too few games to rank it"
    elif entry.rank == ONLY_ONE:
        rank = "The only submission"
    elo = f"Elo {point(entry.elo, 'whole')} ({span(entry.elo, 'whole')}), "
    if entry.elo == Estimate(None, None, None):
        elo = ""
    return (
        f"{rank}. {elo}{count(entry.wins, 'win')} in "
        f"{count(total(entry.wins, entry.losses), 'game')}, {point(entry.win_rate, 'rate')}. It "
        f"plays with the class {said(entry.player)}."
    )


def submission_chapters(league: League, entry: LeagueEntry) -> tuple[Chapter, ...]:
    """The chapters of the page."""
    if entry.problem:
        return (_problem(entry),)
    chapters = [
        _results(league, entry),
        _endings(entry),
        _forfeits(league, entry),
        _mistakes(league, entry),
        _output(entry),
    ]
    return tuple(filter(None, chapters))


def _problem(entry: LeagueEntry) -> Chapter:
    blocks: list[Block] = [Paragraph(f"{said(entry.problem)}.")]
    if entry.trace:
        blocks.append(Listing(entry.trace, "output", "Error output"))
    return Chapter("Why it did not play", tuple(blocks))


def _results(league: League, entry: LeagueEntry) -> Chapter:
    rows, styles = [], []
    for outcome in entry.outcomes:
        opponent = league.entries[outcome.opponent]
        pairs = (outcome.ww, outcome.split, outcome.ll)
        forfeits = (outcome.forfeits, outcome.opponent_forfeits)
        rows.append(
            (
                said(opponent.name),
                count(games_won(outcome.ww, outcome.split)),
                count(games_won(outcome.ll, outcome.split)),
                " / ".join(map(count, pairs)),
                *(count(games) if games else NOTHING for games in forfeits),
            )
        )
        styles.append("baseline" if opponent.kind == "baseline" else "")
    columns = ("<opponent", "won", "lost", "pairs won / split / lost", "own forfeits", "theirs")
    note = (
        "Two games on the same opening with sides swapped are a pair. "
        f"{said(league.conditions.anchor)} is rated zero."
    )
    table = TableBlock("", columns, tuple(rows), row_styles=tuple(styles))
    return Chapter("Results", (table, Paragraph(note, role="note")))


def _endings(entry: LeagueEntry) -> Chapter:
    rows = tuple(
        (ENDINGS[ending.reason], count(ending.won), count(ending.lost)) for ending in entry.endings
    )
    table = TableBlock("", ("<reason for the loss", "games won", "games lost"), rows)
    return Chapter("How its games ended", (table,))


def _forfeits(league: League, entry: LeagueEntry) -> Chapter | None:
    if not entry.forfeits:
        return None
    text = f"It lost {count(entry.forfeited, 'game')} by breaking the rules, not on the board."
    blocks: list[Block] = [Paragraph(text)]
    for place, forfeit in enumerate(entry.forfeits):
        summary = (
            f"{count(forfeit.games, 'game')} by {ENDINGS[forfeit.reason]}, such as game "
            f"{said(forfeit.game)} against {said(league.entries[forfeit.opponent].name)} after "
            f"{count(forfeit.plies, 'ply')}"
        )
        blocks.append(Listing(forfeit.note, "output", summary, is_open=place == 0))
    shown = [forfeit.games for forfeit in entry.forfeits]
    left = entry.forfeited - sum(shown)
    if left:
        formula = " - ".join(map(source_of, (entry.forfeited, *shown)))
        more = f"{count(locate(left, formula), 'game')} more were lost in other ways."
        blocks.append(Paragraph(more, role="note"))
    return Chapter("Games it forfeited", tuple(blocks))


def _mistakes(league: League, entry: LeagueEntry) -> Chapter | None:
    found = entry.mistakes
    if found is None or not found.games:
        return None
    looked = f"The solver checked {count(found.games, 'game')} that it lost on the board."
    if not found.thrown:
        text = f"{looked} In none of them did it throw away a won position."
        return Chapter("Games it lost on the board", (Paragraph(text),))
    text = (
        f"{looked} In {count(found.had_won)} of them it had a won position, and it threw away "
        f"{count(found.thrown, 'won position')}."
    )
    blocks: list[Block] = [Paragraph(text)]
    if found.boards:
        legend = (
            "A ring with an exclamation mark is a winning move, a ring with a question mark the "
            "move it played. Numbers on squares count the plies."
        )
        boards = tuple(_board(league, thrown) for thrown in found.boards)
        blocks += [Paragraph(legend), Boards(boards)]
    return Chapter("Won positions it threw away", tuple(blocks))


def _board(league: League, thrown: ThrownWin) -> BoardBlock:
    mistake = thrown.mistake
    game = locate(mistake.game.partition(".")[2], source_of(mistake.game))
    opponent = said(league.entries[thrown.opponent].name)
    return BoardBlock(
        mistake,
        f"Game {said(game)} against {opponent}, after {count(mistake.ply, 'ply')}",
        describe_mistake("It", mistake.player, mistake.played, mistake.winning),
    )


def _output(entry: LeagueEntry) -> Chapter | None:
    if not entry.output:
        return None
    text = "The beginning of its output, as far as it was kept. Printing uses up time for the move."
    return Chapter("What it printed", (Paragraph(text), Listing(entry.output, "output")))
