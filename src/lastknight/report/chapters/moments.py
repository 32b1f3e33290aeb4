"""Where the candidate beats the baseline and where it loses: turning points drawn on boards."""

from __future__ import annotations

from lastknight.analysis.facts import Facts, Moment
from lastknight.position import Position
from lastknight.report.text.blocks import Block, Board, Boards, Chapter, Heading, Paragraph, Table
from lastknight.report.text.phrases import name

KNIGHTS = {1: "the light knight with the orange mane", 2: "the dark knight with the blue mane"}
"""How the players look on boards."""


def moments(facts: Facts) -> Chapter | None:
    """The boards of the featured candidates."""
    if not facts.moments:
        return None
    base = name(facts.conditions.baseline)
    blocks: list[Block] = [
        Paragraph(
            "Games of pairs that were won twice or lost twice, at their turning point: the last "
            "position from which the loser could have won, proved by the solver. Numbers "
            "on squares count the plies. On the board a ring with an exclamation mark is a move "
            "that wins, a ring with a question mark the move that was played. The values are those "
            "of the two heuristics after each move, for the player who moves; the heuristics have "
            "different scales, so only the order within a column says something."
        )
    ]
    for candidate in facts.featured:
        for is_win in (True, False):
            boards = tuple(
                _board(facts, place, moment)
                for place, moment in enumerate(facts.moments)
                if moment.candidate == candidate and moment.is_win is is_win
            )
            if boards:
                verb = "beats" if is_win else "loses to"
                blocks += [Heading(f"Where {name(candidate)} {verb} {base}"), Boards(boards)]
    return Chapter("Where games were decided", tuple(blocks))


def _board(facts: Facts, place: int, moment: Moment) -> Board:
    path = f"moments.{place}"
    mover = Position.parse(moment.position).to_move
    is_own = mover == moment.candidate_player
    who = name(moment.candidate if is_own else facts.conditions.baseline)
    winning = [f"{{{path}.winning.{k}|code}}" for k in range(len(moment.winning))]
    played = f"{{{path}.played|code}}"
    if moment.is_proved and winning:
        last = f"{', '.join(winning[:-1])} or {winning[-1]}" if len(winning) > 1 else winning[0]
        text = f"{who}, {KNIGHTS[mover]}, plays {played} and loses; {last} would have won."
    else:
        text = (
            f"{who}, {KNIGHTS[mover]}, is lost here whatever it plays; it plays {played}. It is "
            "the earliest of its turns of which that is proved."
        )
    return Board(
        path,
        f"Game {{{path}.game|text}}, after {{{path}.ply|count ply}}",
        text,
        _values(facts, place, moment),
    )


def _values(facts: Facts, place: int, moment: Moment) -> Table:
    path = f"moments.{place}.values"
    rows = []
    for k, (move, *_) in enumerate(moment.values):
        role = " played" if move == moment.played else ""
        role += " wins" if move in moment.winning else ""
        rows.append(
            (
                f"{{{path}.{k}.0|code}}{role}",
                f"{{{path}.{k}.1|value}}",
                f"{{{path}.{k}.2|value}}",
            )
        )
    return Table(
        "What the heuristics say.",
        ("<move", name(moment.candidate), name(facts.conditions.baseline)),
        tuple(rows),
        file="moments.csv",
        is_compact=True,
    )
