"""Pictures of a position: plain text for a terminal, SVG for a page.

Pure functions from a position to a string: the position says what is legal, and nothing here opens
a file or prints.
"""

import re
from collections.abc import Iterable, Sequence

from lastknight._core import Position
from lastknight.errors import ArgumentError, show
from lastknight.notation import Square, format_moves, format_square, parse_moves
from lastknight.ranges import is_finite

# The origin of the drawing is the corner of a1, and a unit is a pixel unless a size is given.
#
#     LABELS   CELL    CELL   PAD
#    +------+-------+-------+---+
#    |      |   a   |   b   |   |  LABELS
#    +------+-------+-------+---+
#    |   1  | +---+ | +---+ |   |
#    |      | |   | | |   | |   |  CELL: a tile or a hole, TILE wide, and around it the round
#    |      | +---+ | +---+ |   |  stroke (.lk-light) that leaves a gap of 1.5 to the cell's edge
#    +------+-------+-------+---+  PAD
CELL, TILE, LABELS, PAD = 56, 42, 30, 12
# In pixels: a longer image is scaled down, as long as a square stays large enough to be read.
LONGEST, SMALLEST_CELL = 960, 24

# The knight looks left in a box of 100 x 100: the mane behind; the body from the chest over muzzle,
# ear and back, with its foot; the eye and the nostril.
KNIGHT_CENTER = (47.5, 48.5)
MANE = "M49 16C73 15 87 35 83.5 57C82.5 63 81 67 79 71C78 73 75.5 72 75 69L64 40Z"
BODY = (
    "M29 82C29 72 38 67 45 60C49 56 51 51 50 45C45 51 38 52 33 55C29 58 27 63 21 63"
    "C14 63 9 58 11 52C13 46 20 41 23 33C25 27 30 22 35 19C35 14 36 9 39 5C44 8 47 12 49 17"
    "C62 22 71 40 71 58C71 68 74 76 77 82ZM27 84.5H78C81.5 85.5 84 88.5 84 92H21"
    "C21 88.5 23.5 85.5 27 84.5Z"
)
FACE = "M31 35.5C33 31.5 37 30.5 40.5 32.5C38 36.5 34 37.5 31 35.5ZM17 52.3a1.7 1.7 0 1 1-.1 0Z"

# Each colour in a light scheme and in a dark one. A page with its own switch sets --lk-<name> on
# .lk-diagram; a program that knows no custom properties shows the light ones.
COLORS = """
frame #f3eee4 #1b1f27   accent1 #d2601f #ff9d5c   accent2 #2f5fb5 #7fadff
line  #dcd3c3 #323946   mane1   #e8874f #f08a4b   mane2   #6f9be8 #6a9af0
label #756b5b #98a0af   body1   #fffaf0 #fbf4e6   body2   #26304a #141b2c
light #fffdf9 #454c5a   edge1   #2b2a33 #14161c   edge2   #fdfbf6 #dfe6f5
dark  #e9e0d0 #383f4c   stone1  #fffaf0 #fbf4e6   stone2  #2f5fb5 #24437f
hole  #c4baa8 #11141a   ply1    #b1470f #a8430e   ply2    #fdfbf6 #e4edff
hatch #a39783 #3a4250   rim1    #d2601f #ff9d5c   rim2    #fdfbf6 #a9c6ff
"""
# @name stands for a colour; the lines with # are for player 1 and again for player 2.
RULES = """
.lk-diagram text{font:500 13px system-ui,"Segoe UI",Helvetica,Arial,sans-serif;text-anchor:middle}
.lk-frame{fill:@frame;stroke:@line}.lk-labels{fill:@label}
.lk-light{fill:@light;stroke:@light}.lk-dark{fill:@dark;stroke:@dark}
.lk-holes{fill:@hole;stroke:@hole}.lk-hatch{fill:none;stroke:@hatch;stroke-linecap:round}
.lk-light,.lk-dark,.lk-holes{stroke-width:11;stroke-linejoin:round}
.lk-hatch,.lk-plies,.lk-moves{stroke-width:1.5}.lk-plies text{font-size:11px;stroke:none}
.lk-moves{fill-opacity:.45}.lk-halo{fill-opacity:.16;stroke-width:2}
.lk-mane,.lk-body{paint-order:stroke;stroke-linejoin:round;stroke-width:6}
.lk-moves.lk-#,.lk-halo.lk-#{fill:@accent#;stroke:@accent#}
.lk-# .lk-mane{fill:@mane#;stroke:@edge#}.lk-# .lk-body{fill:@body#;stroke:@edge#}
.lk-# .lk-face{fill:@edge#}.lk-plies.lk-#{fill:@stone#;stroke:@rim#}.lk-plies.lk-# text{fill:@ply#}
"""


def text_diagram(position: Position) -> str:
    """The board in ASCII, with a star for each legal move once the player to move is placed.

    >>> from lastknight import Position
    >>> print(text_diagram(Position.from_moves("a1 c1", width=4, height=3)))
       a b c d
    1  1 . 2 .
    2  . . * .
    3  . * . .
    player 1 to move
    """
    cells = dict.fromkeys(_marked_moves(position), "*") | dict.fromkeys(position.blocked, "x")
    cells |= {square: str(player) for player, square in _knights(position)}
    columns = range(position.width)
    lines = [("", [_column_name(column) for column in columns])]
    lines += [
        (str(row + 1), [cells.get((row, column), ".") for column in columns])
        for row in range(position.height)
    ]
    label_width, cell_width = len(lines[-1][0]), len(lines[0][1][-1])
    grid = (
        f"{label:>{label_width}}  " + " ".join(cell.rjust(cell_width) for cell in line)
        for label, line in lines
    )
    return "\n".join([*grid, _status(position)])


def svg_diagram(
    position: Position,
    *,
    moves: str | Iterable[str | Sequence[int]] = (),
    legal_moves: bool = True,
    coordinates: bool = True,
    size: float | None = None,
) -> str:
    """The board as a self-contained SVG image that follows the reader's light or dark scheme.

    With `moves`, all moves of the game so far, every visited square shows the number of its ply.
    Legal moves are marked once the player to move is placed: until then every blank square is one.
    `size` is the width in pixels; without it a square is 56 wide, down to 24 on long boards.

    Raises NotationError for moves that are not squares, ArgumentError for moves that do not lead to
    this position, and for a size of 0 or less.

    >>> from lastknight import Position
    >>> svg_diagram(Position.from_moves("d4 b1"), moves=[(3, 3), (0, 1)], size=300)[:4]
    '<svg'
    """
    moves = parse_moves(format_moves(moves))
    _check_moves(position, moves)
    if size is not None and not (is_finite(size) and size > 0):
        raise ArgumentError(
            f"size must be the diagram's width in pixels, above 0; got {show(size)}"
        )
    marked = _marked_moves(position) if legal_moves else ()
    dots = (f'<circle cx="{x}" cy="{y}" r="6.5"/>' for x, y in map(_center, marked))
    margin = LABELS if coordinates else PAD
    width, height = (margin + n * CELL + PAD for n in (position.width, position.height))
    fit = min(1, max(LONGEST / max(width, height), SMALLEST_CELL / CELL))
    scale = fit if size is None else size / width
    parts = [
        '<svg xmlns="http://www.w3.org/2000/svg" class="lk-diagram" role="img" '
        f'width="{width * scale:g}" height="{height * scale:g}" '
        f'viewBox="{-margin} {-margin} {width} {height}">',
        f"<title>Knight's Isolation: {_status(position)}</title>",
        f"<desc>{_describe(position, moves, marked)}</desc><style>{STYLE}</style>",
        f'<rect class="lk-frame" x="{0.5 - margin}" y="{0.5 - margin}" width="{width - 1}" '
        f'height="{height - 1}" rx="14"/>',
        *_draw_squares(position, moves),
        *(_draw_labels(position) if coordinates else ()),
        _group(f"moves lk-{position.to_move}", dots),
        *_draw_knights(position),
        *(_group(f"plies lk-{p}", _draw_plies(moves, p, position.location(p))) for p in (1, 2)),
    ]
    return "".join(parts) + "</svg>\n"


def _check_moves(position: Position, moves: Sequence[Square]) -> None:
    places = [position.location(player) for player in (1, 2)]
    gone = [*position.blocked, *places]
    is_history = all(move in gone for move in moves) and len(set(moves)) == len(moves)
    ends = [[None, *moves[first::2]][-1] for first in (0, 1)]
    if moves and not (is_history and ends == places and position.to_move == len(moves) % 2 + 1):
        raise ArgumentError(
            "moves must be all squares (row, column) played from the start to this position, "
            f"{position}; got {show(format_moves(moves))}"
        )


def _draw_squares(position: Position, moves: Sequence[Square]) -> Iterable[str]:
    groups: dict[str, list[str]] = {"light": [], "dark": [], "holes": []}
    for row in range(position.height):
        for column in range(position.width):
            is_hole = (row, column) in position.blocked
            x, y = (c - TILE // 2 for c in _center((row, column)))
            tile = f'<path d="M{x} {y}h{TILE}v{TILE}h-{TILE}z"/>'
            groups["holes" if is_hole else ("light", "dark")[(row + column) % 2]].append(tile)
    yield from map(_group, groups.keys(), groups.values())
    hatched = [_center(square) for square in position.blocked if square not in moves]
    if hatched:  # the others show the number of a ply
        lines = (f"M{x - 22} {y}l22-22m22 0l-44 44m22 0l22-22" for x, y in hatched)
        yield f'<path class="lk-hatch" d="{"".join(lines)}"/>'


def _draw_labels(position: Position) -> Iterable[str]:
    half = CELL // 2
    top = [(n * CELL + half, -8, _column_name(n)) for n in range(position.width)]
    side = [(-14, n * CELL + half + 5, str(n + 1)) for n in range(position.height)]
    yield _group("labels", (f'<text x="{x}" y="{y}">{name}</text>' for x, y, name in top + side))
    if position.location(position.to_move) is None:
        yield _draw_knight(f"hand lk-{position.to_move}", (-14, -14), scale=0.23)


def _draw_knights(position: Position) -> Iterable[str]:
    for player, square in _knights(position):
        x, y = _center(square)
        has_lost = position.winner == 3 - player
        if player == position.to_move and not has_lost:
            corner = f'x="{x - 25}" y="{y - 25}"'
            yield f'<rect class="lk-halo lk-{player}" {corner} width="50" height="50" rx="6"/>'
        fall = f"rotate(-80 {x} {y})" if has_lost else ""
        yield _draw_knight(f"knight lk-{player}", (x, y), scale=0.48, turn=fall)


def _draw_knight(name: str, center: Square, *, scale: float, turn: str = "") -> str:
    x, y = (c - k * scale for c, k in zip(center, KNIGHT_CENTER, strict=True))
    return (
        f'<g class="lk-{name}" transform="{turn}translate({x:g} {y:g})scale({scale})">'
        f'<path class="lk-mane" d="{MANE}"/><path class="lk-body" d="{BODY}"/>'
        f'<path class="lk-face" d="{FACE}"/></g>'
    )


def _draw_plies(moves: Sequence[Square], player: int, location: Square | None) -> Iterable[str]:
    for ply in range(player, len(moves) + 1, 2):
        x, y = _center(moves[ply - 1])
        if moves[ply - 1] == location:  # beside the ears
            x, y = x - 20, y - 20
        yield f'<circle cx="{x}" cy="{y}" r="10.5"/><text x="{x}" y="{y + 4}">{ply}</text>'


def _group(name: str, parts: Iterable[str]) -> str:
    content = "".join(parts)
    return f'<g class="lk-{name}">{content}</g>' if content else ""


def _center(square: Square) -> tuple[int, int]:
    return square[1] * CELL + CELL // 2, square[0] * CELL + CELL // 2


def _marked_moves(position: Position) -> Sequence[Square]:
    return () if position.location(position.to_move) is None else position.legal_moves()


def _knights(position: Position) -> list[tuple[int, Square]]:
    return [(p, square) for p in (1, 2) if (square := position.location(p)) is not None]


def _column_name(column: int) -> str:
    return format_square((0, column)).removesuffix("1")


def _status(position: Position) -> str:
    player = position.to_move
    if position.winner is not None:
        return f"player {player} cannot move: player {position.winner} wins"
    return f"player {player} to {'place' if position.location(player) is None else 'move'}"


def _describe(position: Position, moves: Sequence[Square], marked: Sequence[Square]) -> str:
    lists = [("Blocked", position.blocked), ("Legal moves", marked), ("Moves played", moves)]
    knights = (f"Player {player} on {format_square(at)}." for player, at in _knights(position))
    squares = (f"{name}: {format_moves(group)}." for name, group in lists if group)
    return " ".join([f"Board {position.width}x{position.height}.", *knights, *squares])


def _write_style() -> str:
    colors = {name: pair for name, *pair in re.findall(r"(\w+) +(#\w+) (#\w+)", COLORS)}
    light, dark = (";".join(f"--lk-{n}:{colors[n][i]}" for n in colors) for i in (0, 1))
    dark = f"@media screen and (prefers-color-scheme:dark){{.lk-diagram{{{dark}}}}}"
    rules = re.sub(r".*#.*\n", lambda m: m[0].replace("#", "1") + m[0].replace("#", "2"), RULES)
    paint = r"([a-z]+):@(\w+)"
    rules = re.sub(paint, lambda m: f"{m[1]}:{colors[m[2]][0]};{m[1]}:var(--lk-{m[2]})", rules)
    return f".lk-diagram{{{light}}}{dark}{rules}".replace("\n", "")


STYLE = _write_style()
