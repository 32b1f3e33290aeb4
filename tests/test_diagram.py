"""What a reader finds in a diagram, in text and in SVG; how it looks is for the eye."""

import re
from xml.etree import ElementTree as ET

import pytest

import lastknight as lk
from lastknight.diagram import CELL

# On 3x3 no move leads out of the centre: player 2 is lost as soon as it stands there.
GAME = lk.parse_moves("a1 b2 b3")

BOARDS = {
    "one square": ".:1",
    "one square, taken": "1:2",
    "all gone": "xx/xx:2",
    "only player 2": "..../.2../....:1",
    "11x9": "x........../" + "..1......2./" + "/".join(["....x......"] * 7) + ":2",
    "one row": "1" + "." * 126 + "2:1",
    "one column": "1/" + "./" * 126 + "2:1",
}


@pytest.fixture(params=BOARDS.values(), ids=BOARDS)
def position(request):
    return lk.Position.parse(request.param)


@pytest.fixture
def finished():
    return lk.Position.from_moves(GAME, width=3, height=3, blocked=["c1"])


def read(svg: str) -> ET.Element:
    """The root of the picture, with plain names for the elements."""
    root = ET.fromstring(svg)
    for element in root.iter():
        assert element.tag.startswith("{http://www.w3.org/2000/svg}")
        element.tag = element.tag.partition("}")[2]
    return root


def find(root: ET.Element, *names: str) -> list[ET.Element]:
    """The elements that bear all these classes."""
    return [e for e in root.iter() if set(names) <= set(e.get("class", "").split())]


def inside(root: ET.Element, *names: str) -> list[ET.Element]:
    return [child for group in find(root, *names) for child in group]


def squares(circles: list[ET.Element]) -> list[tuple[int, int]]:
    places = [(float(circle.get("cy", "")), float(circle.get("cx", ""))) for circle in circles]
    return [(int(y // CELL), int(x // CELL)) for y, x in places]


def plies(root: ET.Element, player: int) -> dict[int, tuple[int, int]]:
    elements = inside(root, "lk-plies", f"lk-{player}")
    numbers = [int(e.text or "") for e in elements if e.tag == "text"]
    stones = [e for e in elements if e.tag == "circle"]
    return dict(zip(numbers, squares(stones), strict=True))


@pytest.mark.parametrize(
    ("text", "diagram"),
    [
        (
            "1.../..x2/....:1",
            """\
   a b c d
1  1 . . .
2  . . x 2
3  . * . .
player 1 to move""",
        ),
        (
            "1..:2",
            """\
   a b c
1  1 . .
player 2 to place""",
        ),
        (
            "x1x/.x./.2.:2",
            """\
   a b c
1  x 1 x
2  . x .
3  . 2 .
player 2 cannot move: player 1 wins""",
        ),
        (
            "xx/xx:1",
            """\
   a b
1  x x
2  x x
player 1 cannot move: player 2 wins""",
        ),
    ],
)
def test_text(text, diagram):
    assert lk.Position.parse(text).diagram() == diagram


def test_text_is_aligned_ascii(position):
    *grid, words = position.diagram().split("\n")
    assert position.diagram().isascii()
    assert len(grid) == position.height + 1
    assert len({len(line) for line in grid}) == 1
    assert len(grid[0].split()) == position.width
    assert [line.split()[0] for line in grid[1:]] == [str(n + 1) for n in range(position.height)]
    assert words.startswith(f"player {position.to_move} ")


def test_text_of_wide_boards_keeps_columns_under_their_names():
    header, row, _ = lk.Position.parse("." * 27 + "2.:1").diagram().split("\n")
    assert header.index("ab") + 1 == row.index("2")


def test_svg_shows_every_square_and_knight_once(position):
    root = read(position.svg())
    holes = inside(root, "lk-holes")
    assert len(holes) == len(position.blocked)
    tiles = inside(root, "lk-light") + inside(root, "lk-dark")
    assert len(tiles) + len(holes) == position.width * position.height
    for player in (1, 2):
        assert len(find(root, "lk-knight", f"lk-{player}")) == bool(position.location(player))


def test_svg_needs_nothing_from_outside(position):
    svg = position.svg()
    assert svg.replace("http://www.w3.org/2000/svg", "").count("//") == 0
    assert not re.search(r"href|src=|url\(|@import|@font-face|<script|\bon\w+=|<!", svg)


def test_svg_can_share_a_page_with_others(finished):
    svg = finished.svg(moves=GAME)
    assert " id=" not in svg
    classes = {name for names in re.findall(r'class="(.*?)"', svg) for name in names.split()}
    assert {name[:3] for name in classes} == {"lk-"}
    style = read(svg).findtext("style") or ""
    rules = re.sub(r"@media[^{]*\{(.*?\})\}", r"\1", style)
    selectors = ",".join(re.findall(r"([^{}]+)\{", rules)).split(",")
    assert {selector[:4] for selector in selectors} == {".lk-"}


def test_svg_has_every_colour_in_light_and_dark():
    style = read(lk.Position().svg()).findtext("style") or ""
    before, dark = re.split(r"@media[^{]*prefers-color-scheme: ?dark[^{]*", style)
    light_names = re.findall(r"(--lk-\w+):", before)
    assert light_names == re.findall(r"(--lk-\w+):", dark)
    assert set(re.findall(r"var\((.*?)\)", style)) == set(light_names)


@pytest.mark.parametrize("moves", ["d4 b1", "d4 b1 c2"])
def test_svg_marks_who_moves_and_where_to(moves):
    position = lk.Position.from_moves(moves)
    root = read(position.svg())
    marks = inside(root, "lk-moves", f"lk-{position.to_move}")
    assert squares(marks) == position.legal_moves()
    assert len(find(root, "lk-halo")) == len(find(root, "lk-halo", f"lk-{position.to_move}")) == 1
    assert not find(read(position.svg(legal_moves=False)), "lk-moves")


def test_svg_before_the_placement_shows_who_places():
    root = read(lk.Position.from_moves("d4").svg())
    assert find(root, "lk-hand", "lk-2")
    assert not find(root, "lk-moves")
    assert not find(root, "lk-halo")


def test_svg_of_a_finished_game_has_nobody_to_move(finished):
    root = read(finished.svg())
    assert not find(root, "lk-moves")
    assert not find(root, "lk-halo")
    fallen = [knight for knight in find(root, "lk-knight") if "rotate" in knight.get("transform")]
    assert fallen == find(root, "lk-knight", "lk-2")


def test_svg_numbers_the_plies_of_a_game(finished):
    root = read(finished.svg(moves=GAME))
    assert plies(root, 1) == {1: (0, 0), 3: (2, 1)}
    assert plies(root, 2) == {2: (1, 1)}
    assert not find(read(finished.svg()), "lk-plies")


@pytest.mark.parametrize(
    "moves",
    [
        "a1 b2",
        "b3 b2 a1",
        "c3 b2 b3",
        "a1 b2 a1 b2 b3",
        "a1 b2 b3 c3",
        "c1",
        "a1 b9 b3",
    ],
)
def test_svg_refuses_moves_of_another_game(finished, moves):
    with pytest.raises(lk.ArgumentError, match=re.escape(str(finished))):
        finished.svg(moves=moves)


def test_svg_has_coordinates_around_the_board():
    position = lk.Position(width=28, height=4)
    labels = [label.text for label in inside(read(position.svg()), "lk-labels")]
    assert labels == [*"abcdefghijklmnopqrstuvwxyz", "aa", "ab", "1", "2", "3", "4"]
    assert "<text" not in position.svg(coordinates=False)


@pytest.mark.parametrize("size", [None, 1, 300])
def test_svg_has_a_size_in_proportion(position, size):
    root = read(position.svg(size=size))
    width, height = float(root.get("width", "")), float(root.get("height", ""))
    *_, box_width, box_height = map(float, root.get("viewBox", "").split())
    assert width / height == pytest.approx(box_width / box_height, rel=1e-3)
    assert min(width, height) > 24 if size is None else width == size


@pytest.mark.parametrize("size", [0, -300, float("nan")])
def test_svg_refuses_a_size_of_nothing(size):
    with pytest.raises(lk.ArgumentError, match=str(size)):
        lk.Position().svg(size=size)


def test_svg_describes_the_position_in_words(finished):
    root = read(lk.Position.from_moves("a1 c3", width=4, height=3, blocked=["d2"]).svg())
    assert root.get("role") == "img"
    assert root.findtext("title") == "Knight's Isolation: player 1 to move"
    words = "Board 4x3. Player 1 on a1. Player 2 on c3. Blocked: d2. Legal moves: c2 b3."
    assert root.findtext("desc") == words
    root = read(finished.svg(moves=GAME))
    assert root.findtext("title") == "Knight's Isolation: player 2 cannot move: player 1 wins"
    words = "Board 3x3. Player 1 on b3. Player 2 on b2. Blocked: a1 c1. Moves played: a1 b2 b3."
    assert root.findtext("desc") == words


def test_svg_is_small_and_the_same_every_time():
    moves = [(0, 0)]
    position = lk.Position().play(moves[0])
    while not position.is_over:
        moves.append(position.legal_moves()[0])
        position = position.play(moves[-1])
    svg = position.svg(moves=moves)
    assert svg == lk.Position.from_moves(moves).svg(moves=moves)
    assert svg.isascii()
    assert len(svg) < 15_000
