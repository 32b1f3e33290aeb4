"""The rules of the native position against the slow reference, and against known counts."""

from __future__ import annotations

import functools
import random
from pathlib import Path

import pytest

import lastknight as lk
from reference import rules

PERFT = Path(__file__).parent / "data" / "perft.txt"

# Width and height. 16x8 and 128x1 fill all 128 squares a board may have.
SHAPES = [(3, 3), (5, 5), (6, 8), (7, 7), (8, 8), (11, 9), (1, 9), (16, 8), (128, 1)]
BLOCKED_FRACTIONS = [0.0, 0.15, 0.4]
KINDS = ["played", "scattered"]
POSITIONS_PER_CASE = 60


@functools.cache
def positions(kind: str, shape: tuple[int, int], blocked_fraction: float) -> list[rules.Position]:
    """Make the same random positions in every run."""
    rng = random.Random(f"{kind} {shape} {blocked_fraction}")
    width, height = shape
    made = []
    for _ in range(POSITIONS_PER_CASE):
        if kind == "scattered":
            made.append(
                rules.scattered_position(rng, width, height, blocked_fraction=blocked_fraction)
            )
        else:
            plies = rng.randrange(width * height)
            made.append(
                rules.random_position(
                    rng, width, height, blocked_fraction=blocked_fraction, plies=plies
                )
            )
    return made


@pytest.fixture(params=KINDS)
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(params=BLOCKED_FRACTIONS)
def blocked_fraction(request: pytest.FixtureRequest) -> float:
    return float(request.param)


@pytest.fixture(params=SHAPES, ids=lambda shape: "{}x{}".format(*shape))
def shape(request: pytest.FixtureRequest) -> tuple[int, int]:
    width, height = request.param
    return width, height


@pytest.fixture
def sample(kind: str, shape: tuple[int, int], blocked_fraction: float) -> list[rules.Position]:
    return positions(kind, shape, blocked_fraction)


def check_same(pos: lk.Position, expected: rules.Position) -> None:
    """Everything a position can be asked, except what comes after it."""
    assert str(pos) == expected.text
    assert (pos.width, pos.height) == (expected.width, expected.height)
    assert pos.to_move == expected.to_move
    assert pos.blank == expected.blank
    assert pos.blocked == expected.blocked
    for player in (1, 2):
        assert pos.location(player) == expected.location(player)
        assert pos.legal_moves(player) == rules.legal_moves(expected, player)
    assert pos.legal_moves() == rules.legal_moves(expected)
    assert pos.is_over == rules.is_over(expected)
    assert pos.winner == rules.winner(expected)


def test_parsed_positions_answer_like_the_reference(sample: list[rules.Position]) -> None:
    for expected in sample:
        check_same(lk.Position.parse(expected.text), expected)


def test_every_legal_move_leads_where_the_reference_says(sample: list[rules.Position]) -> None:
    for before in sample:
        pos = lk.Position.parse(before.text)
        for number, square in enumerate(rules.legal_moves(before)):
            after, expected = pos.play(square), rules.play(before, square)
            assert after == lk.Position.parse(expected.text)
            assert hash(after) == hash(lk.Position.parse(expected.text))
            if number < 8:  # all of a placed knight's; the slow reference has to stop somewhere
                check_same(after, expected)


def test_every_other_square_is_refused(sample: list[rules.Position]) -> None:
    for before in sample:
        pos = lk.Position.parse(before.text)
        legal = set(rules.legal_moves(before))
        off_board = [(-1, 0), (0, -1), (before.height, 0), (0, before.width), (1000, 1000)]
        for square in [s for s in before.squares if s not in legal] + off_board:
            with pytest.raises(lk.IllegalMove):
                pos.play(square)
        assert str(pos) == before.text


def test_symmetries_and_canonical_form(sample: list[rules.Position]) -> None:
    for expected in sample[:20]:
        pos = lk.Position.parse(expected.text)
        images = pos.symmetries()
        assert images[0] == pos
        assert len(images) == (8 if pos.width == pos.height else 4)
        wanted = sorted(image.text for image in rules.symmetries(expected))
        assert sorted(str(image) for image in images) == wanted
        assert str(pos.canonical()) == rules.canonical(expected).text == wanted[0]


@pytest.mark.parametrize("size", [(1, 1), (2, 2), (3, 2), (3, 3), (4, 4), (5, 3)])
@pytest.mark.parametrize("kind", KINDS)
def test_perft_of_small_boards(kind: str, size: tuple[int, int]) -> None:
    for expected in positions(kind, size, 0.15):
        pos = lk.Position.parse(expected.text)
        for depth in range(4):
            assert pos.perft(depth) == rules.perft(expected, depth), (expected.text, depth)


def test_a_whole_game_from_its_moves(shape: tuple[int, int], blocked_fraction: float) -> None:
    width, height = shape
    rng = random.Random(f"game {shape} {blocked_fraction}")
    squares = rules.start(width, height).squares
    for _ in range(5):
        blocked = rng.sample(squares, int(blocked_fraction * len(squares)))
        expected = rules.start(width, height, blocked)
        pos = lk.Position(width, height, blocked)
        check_same(pos, expected)
        moves = []
        while not rules.is_over(expected):
            moves.append(rng.choice(rules.legal_moves(expected)))
            expected = rules.play(expected, moves[-1])
            pos = pos.play(moves[-1])
        check_same(pos, expected)
        for written in (moves, lk.format_moves(moves)):
            assert pos == lk.Position.from_moves(
                written, width=width, height=height, blocked=blocked
            )


def read_perft() -> list[tuple[str, int, int]]:
    lines = PERFT.read_text(encoding="ascii").splitlines()
    fields = [line.split(" ") for line in lines if line and not line.startswith("#")]
    return [(text, int(depth), int(count)) for text, depth, count in fields]


@pytest.mark.parametrize(("text", "depth", "count"), read_perft())
def test_perft_file(text: str, depth: int, count: int) -> None:
    assert lk.Position.parse(text).perft(depth) == count


def test_perft_file_agrees_with_the_reference() -> None:
    small = [line for line in read_perft() if line[2] <= 2_500 and line[1] <= 6]
    assert len(small) >= 30
    for text, depth, count in small:
        assert rules.perft(rules.parse(text), depth) == count, (text, depth)


def after_plies(plies: int) -> list[lk.Position]:
    """List the position after every move sequence of 7x7, one for each sequence."""
    reached = [lk.Position()]
    for _ in range(plies):
        reached = [pos.play(square) for pos in reached for square in pos.legal_moves()]
    return reached


def test_two_ply_openings_of_7x7() -> None:
    reached = after_plies(2)
    assert len(reached) == len(set(reached)) == 2_352
    assert len({pos.canonical() for pos in reached}) == 315


def test_four_ply_openings_of_7x7() -> None:
    """Counted as positions: a position does not tell who left which of two blocked squares."""
    reached = after_plies(4)
    assert len(reached) == 52_672
    assert len(set(reached)) == 52_296
    assert len({pos.canonical() for pos in reached}) == 6_545


#     start      b3         a2         c1      The knights go round the ring of eight squares
#     1 . .      x . .      x . .      x . 1   that a 3x3 board is to them; after c1 player 2,
#     . . .      . . .      2 . .      2 . .   on a2, has only c1 and c3 to go to, and both
#     . . 2      . 1 2      . 1 x      . x x   are taken.
def test_a_hand_worked_game() -> None:
    pos = lk.Position.from_moves("a1 c3", width=3, height=3)
    assert pos.legal_moves() == [(1, 2), (2, 1)]
    assert pos.legal_moves(player=2) == [(0, 1), (1, 0)]
    pos = pos.play("b3")
    assert str(pos) == "x../.../.12:2"
    pos = pos.play("a2").play("c1")
    assert str(pos) == "x.1/2../.xx:2"
    assert pos.is_over
    assert pos.winner == 1
