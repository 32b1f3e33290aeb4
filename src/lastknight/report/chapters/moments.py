"""Where the candidate beats the baseline and where it loses: turning points on boards."""

from __future__ import annotations

from lastknight.analysis.facts import Facts
from lastknight.analysis.moments import Moment
from lastknight.position import Position
from lastknight.report.text.blocks import (
    Block,
    BoardBlock,
    Boards,
    Chapter,
    Heading,
    Paragraph,
    TableBlock,
)
from lastknight.report.text.phrases import KNIGHTS, baseline, describe_mistake, name
from lastknight.report.text.quantities import code, count, number, said


def moments(facts: Facts) -> Chapter | None:
    """The boards of the featured candidates."""
    if not facts.moments:
        return None
    blocks: list[Block] = [
        Paragraph(
            "Games from pairs that were won twice or lost twice, at their turning point: the last "
            "position that the loser could have won, as proved by the solver. Numbers on squares "
            "count the plies. A ring with an exclamation mark is a winning move, a ring with a "
            "question mark is the move played. The values are those of the two heuristics after "
            "each move, for the player who moves; heuristics have different scales, so only the "
            "order within a column is meaningful. To step through a game, run `lastknight "
            "serve` and follow its link."
        )
    ]
    for candidate in facts.featured:
        for is_win in (True, False):
            boards = tuple(
                _board(facts, moment)
                for moment in facts.moments
                if moment.candidate == candidate and moment.is_win is is_win
            )
            if boards:
                verb = "beats" if is_win else "loses to"
                heading = f"Where {name(facts, candidate)} {verb} {baseline(facts)}"
                blocks += [Heading(heading), Boards(boards)]
    return Chapter(
        "Where games were decided",
        tuple(blocks),
        fold="Boards: the turning points of games won and lost.",
    )


def _board(facts: Facts, moment: Moment) -> BoardBlock:
    mover = Position.parse(moment.position).to_move
    is_own = mover == moment.candidate_player
    who = name(facts, moment.candidate) if is_own else baseline(facts)
    text = (
        describe_mistake(who, mover, moment.played, moment.winning)
        if moment.is_proved and moment.winning
        else f"{who}, {KNIGHTS[mover]}, is lost here whatever it does; it plays "
        f"{code(moment.played)}. This is its earliest turn for which that is proved."
    )
    return BoardBlock(
        moment,
        f"Game {said(moment.game)}, after {count(moment.ply, 'ply')}",
        text,
        _values(facts, moment),
    )


def _values(facts: Facts, moment: Moment) -> TableBlock:
    rows = []
    for move, own, other in moment.values:
        role = " played" if move == moment.played else ""
        role += " wins" if move in moment.winning else ""
        rows.append((f"{code(move)}{role}", number(own, "value"), number(other, "value")))
    return TableBlock(
        "Values of the heuristics.",
        ("<move", name(facts, moment.candidate), baseline(facts)),
        tuple(rows),
        file="moments.csv",
        is_compact=True,
    )


CHAPTERS = {130: moments}
