"""The page of one submission: what it did, its mistakes on boards, its own output and tracebacks.

Nothing of another submission's code or output may come here; of the others it has their names and
the results against them.
"""

from __future__ import annotations

from lastknight.league.facts import Entry, League, Thrown
from lastknight.report.chapters.moments import KNIGHTS
from lastknight.report.league.blocks import Board, Chapter, Listing, Table, columns, row
from lastknight.report.league.words import REASONS, count_text, elo_text, rate_text, span_text
from lastknight.report.text.boards import draw
from lastknight.report.text.formats import NOTHING


def submission_subtitle(entry: Entry) -> str:
    """The result in one line."""
    if entry.problem:
        return "This submission did not play."
    return (
        f"{entry.rank} of the submissions. Elo {elo_text(entry.elo)} ({span_text(entry.elo)}), "
        f"{count_text(entry.wins, 'win')} in {count_text(entry.games, 'game')}, "
        f"{rate_text(entry.win_rate)}. It plays with the class {entry.player}."
    )


def submission_chapters(league: League, entry: Entry) -> list[Chapter]:
    """The chapters of the page."""
    if entry.problem:
        return [_problem(entry)]
    chapters = [
        _results(league, entry),
        _endings(entry),
        _forfeits(league, entry),
        _mistakes(league, entry),
        _output(entry),
    ]
    return [one for one in chapters if one is not None]


def _problem(entry: Entry) -> Chapter:
    listings = (Listing(entry.trace, "What was said"),) if entry.trace else ()
    return Chapter("problem", "Why it did not play", (f"{entry.problem}.",), listings=listings)


def _results(league: League, entry: Entry) -> Chapter:
    rows = []
    for outcome in entry.outcomes:
        opponent = league.entries[outcome.opponent]
        rows.append(
            row(
                opponent.name,
                f"{outcome.wins:,}",
                f"{outcome.losses:,}",
                f"{outcome.ww:,} / {outcome.split:,} / {outcome.ll:,}",
                f"{outcome.forfeits:,}" if outcome.forfeits else NOTHING,
                f"{outcome.opponent_forfeits:,}" if outcome.opponent_forfeits else NOTHING,
                style="baseline" if opponent.kind == "baseline" else "",
            )
        )
    heads = columns(
        "<opponent", "won", "lost", "pairs won / split / lost", "own forfeits", "theirs"
    )
    return Chapter(
        "results",
        "Results",
        tables=(Table(heads, tuple(rows)),),
        notes=(
            "Two games on the same opening with sides swapped are a pair. "
            f"{league.conditions.anchor} has the rating 0; the interval is a 95 % one.",
        ),
    )


def _endings(entry: Entry) -> Chapter:
    rows = tuple(
        row(REASONS[ending.reason], f"{ending.won:,}", f"{ending.lost:,}")
        for ending in entry.endings
    )
    heads = columns("<the loser had", "games won", "games lost")
    return Chapter("endings", "How its games ended", tables=(Table(heads, rows),))


def _forfeits(league: League, entry: Entry) -> Chapter | None:
    if not entry.forfeits:
        return None
    listings = tuple(
        Listing(
            forfeit.note,
            f"{count_text(forfeit.games, 'game')} by {REASONS[forfeit.reason]}, such as game "
            f"{forfeit.game} against {league.entries[forfeit.opponent].name} after "
            f"{count_text(forfeit.plies, 'ply')}",
        )
        for forfeit in entry.forfeits
    )
    left = entry.forfeited - sum(forfeit.games for forfeit in entry.forfeits)
    notes = (f"{count_text(left, 'game')} more were lost in other ways.",) if left else ()
    text = f"It lost {count_text(entry.forfeited, 'game')} by what it did, not on the board."
    return Chapter("forfeits", "Games it forfeited", (text,), listings=listings, notes=notes)


def _mistakes(league: League, entry: Entry) -> Chapter | None:
    found = entry.mistakes
    if found is None or not found.games:
        return None
    looked = (
        f"The solver looked through {count_text(found.games, 'game')} that it lost on the board."
    )
    if not found.thrown:
        text = f"{looked} In none of them did it give away a won position."
        return Chapter("mistakes", "Games it lost on the board", (text,))
    texts = [
        f"{looked} In {found.had_won:,} of them it stood in a won position, and gave away "
        f"{count_text(found.thrown, 'won position')}.",
        "A ring with an exclamation mark is a move that wins, a ring with a question mark the move "
        "it played. Numbers on squares count the plies.",
    ]
    boards = tuple(_board(league, thrown) for thrown in found.boards)
    texts = texts if boards else texts[:1]
    return Chapter("mistakes", "Won positions it gave away", tuple(texts), boards=boards)


def _board(league: League, thrown: Thrown) -> Board:
    mistake = thrown.mistake
    opponent = league.entries[thrown.opponent].name
    winning = mistake.winning
    would = f"{', '.join(winning[:-1])} or {winning[-1]}" if len(winning) > 1 else winning[0]
    game = mistake.game.partition(".")[2]
    knight = KNIGHTS[mistake.player]
    return Board(
        draw(mistake),
        f"Game {game} against {opponent}, after {count_text(mistake.ply, 'ply')}",
        f"It is {knight}, plays {mistake.played} and loses; {would} would have won.",
    )


def _output(entry: Entry) -> Chapter | None:
    if not entry.output:
        return None
    return Chapter(
        "output",
        "What it printed",
        ("The first of it, as far as it was kept. Printing costs time of the move.",),
        listings=(Listing(entry.output),),
    )
