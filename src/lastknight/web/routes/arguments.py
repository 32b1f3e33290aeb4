"""Where text from outside is read: positions, moves and specs, checked before anything is done.

Code of a user's is named by a spec, and only the specs that the server was started with are taken:
no other file is as much as looked at.
"""

from __future__ import annotations

from lastknight.errors import NotationError
from lastknight.notation import format_moves, parse_moves
from lastknight.position import Position
from lastknight.spec import parse_expression, shorten
from lastknight.web.http_errors import Problem
from lastknight.web.settings import MOST_HEURISTICS, MOST_POSITION, MOST_SPEC


def read_position(text: str) -> Position:
    """A position from its line of text.

    Raises NotationError or BoardError for other text.
    """
    _check_length("a position", text, MOST_POSITION)
    return Position.parse(text)


def read_line(start: Position, moves: str) -> list[Position]:
    """The positions of some moves, separated by commas or spaces, the start first.

    Raises IllegalMove or NotationError, saying which move it was.
    """
    _check_length("a list of moves", moves, 4 * MOST_POSITION)
    positions = [start]
    for count, move in enumerate(parse_moves(moves.replace(",", " ")), 1):
        try:
            positions.append(positions[-1].play(move))
        except (NotationError, ValueError) as error:
            raise Problem(f"move {count}: {error}") from None
    return positions


def read_spec(text: str, files: tuple[str, ...], *, what: str = "a heuristic") -> str:
    """The spec of a heuristic or a player that may be asked for.

    Raises Problem for one that names code which the server was not started with.
    """
    _check_length(what, text, MOST_SPEC)
    if "\0" in text:
        raise Problem(f"not {what}: {shorten(text)}")
    known = {spec.strip("'\"") for spec in files}
    for named in parse_expression(text, what=what).files.values():
        if named not in known:
            raise Problem(
                f"{shorten(named)} is not a heuristic that this server was started with; "
                "name its file when you start it: lastknight serve FILE",
                403,
            )
    if ".py" in text and not any(spec in text for spec in known):
        raise Problem(f"not {what}: {shorten(text)}")
    return text


def read_specs(texts: list[str], files: tuple[str, ...]) -> list[str]:
    """Specs of heuristics, some but not too many."""
    if not 1 <= len(texts) <= MOST_HEURISTICS:
        raise Problem(f"ask for 1 to {MOST_HEURISTICS} heuristics, got {len(texts)}")
    return [read_spec(text, files) for text in texts]


def format_line(moves: str) -> str:
    """Moves with spaces between them, as the rest of the program writes them."""
    return format_moves(parse_moves(moves.replace(",", " ")))


def _check_length(what: str, text: str, most: int) -> None:
    if len(text) > most:
        raise Problem(f"{what} has {most} characters at the most, got {len(text)}")
