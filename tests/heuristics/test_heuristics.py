"""The values of the catalogue, against the slow reference and hand-worked positions.

Specs, compositions and user-written heuristics are tested elsewhere.
"""

from __future__ import annotations

import functools
import random
from inspect import getdoc
from math import inf, isclose, isinf
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import lastknight as lk
from reference import heuristics as slow
from reference import rules

if TYPE_CHECKING:
    from collections.abc import Iterator

HAND_WORKED = Path(__file__).parents[1] / "data" / "heuristics.txt"
TOLERANCE = 1e-12

# Width and height. 11x9 and 16x8 need two words of 64 squares.
SHAPES = [(3, 3), (5, 5), (6, 8), (7, 7), (8, 8), (11, 9), (1, 9), (16, 8)]

# Few enough for the slow reference to try every path.
FEW_BLANKS = 12

# A heuristic: name and parameters. Everything in the catalogue is included automatically.
Case = tuple[str, dict[str, float]]
KNOWN = {**lk.heuristics(), **lk.building_blocks()}
CASES: list[Case] = [
    *[(name, {}) for name in [*KNOWN, *slow.ALIASES]],
    *[(name, {p.name: p.low}) for name, entry in KNOWN.items() for p in entry.parameters],
    *[("value", {"power": p, "weight": w}) for p in (1, 2, 3) for w in (1, 2, 0.3)],
    ("value", {"power": 0, "weight": -1.7}),
    *[(name, {"k": k}) for name in ("reach", "reach_own") for k in range(1, 6)],
    *[(name, {"k": 3}) for name, entry in lk.building_blocks().items() if entry.parameters],
    *[(name, {"k": k}) for name in ("exact_reach", "exact_private") for k in (4, 5)],
]


def spec_of(case: Case) -> str:
    name, parameters = case
    if not parameters:
        return name
    return f"{name}({', '.join(f'{key}={value}' for key, value in parameters.items())})"


def shape_id(shape: tuple[int, int]) -> str:
    return f"{shape[0]}x{shape[1]}"


@pytest.fixture(params=CASES, ids=spec_of)
def case(request: pytest.FixtureRequest) -> Case:
    name, parameters = request.param
    return name, parameters


@pytest.fixture(params=SHAPES, ids=shape_id)
def shape(request: pytest.FixtureRequest) -> tuple[int, int]:
    width, height = request.param
    return width, height


def agrees(value: float, expected: float) -> bool:
    return value == expected or isclose(value, expected, rel_tol=TOLERANCE)


def pocket_position(rng: random.Random, width: int, height: int) -> rules.Position:
    """Block everything but a pocket of blanks, close together, where long paths are."""
    top = rng.randrange(max(1, height - 3))
    left = rng.randrange(max(1, width - 3))
    squares = rules.start(width, height).squares
    pocket = [(r, c) for r, c in squares if top <= r < top + 4 and left <= c < left + 4]
    blanks = set(rng.sample(pocket, min(FEW_BLANKS, len(pocket), len(squares) // 2)))
    cells = {s: rules.BLANK if s in blanks else rules.BLOCKED for s in squares}
    others = [s for s in pocket if s not in blanks] or [s for s in squares if s not in blanks]
    for player in (1, 2):
        if others and rng.random() < 0.8:
            cells[others.pop(rng.randrange(len(others)))] = rules.KNIGHT[player]
    return rules.from_cells(width, height, cells, to_move=rng.choice([1, 2]))


@functools.cache
def positions(shape: tuple[int, int]) -> list[rules.Position]:
    """Make the same random positions in every run: played, scattered, and almost full boards."""
    rng = random.Random(f"heuristics {shape}")
    width, height = shape
    made = []
    for number in range(16):
        plies = number if number < 3 else rng.randrange(width * height)
        fraction = rng.choice([0.0, 0.1, 0.3])
        made.append(
            rules.random_position(rng, width, height, blocked_fraction=fraction, plies=plies)
        )
    made += [
        rules.scattered_position(rng, width, height, blocked_fraction=fraction)
        for fraction in (0.1, 0.3, 0.5, 0.5, 0.7, 0.7, 0.85) * 2
    ]
    made += [pocket_position(rng, width, height) for _ in range(12)]
    return made


def is_affordable(name: str, position: rules.Position) -> bool:
    """Whether the slow reference comes to an end: paths are long where there are many blanks."""
    blanks = len(position.blank)
    asks_paths = name == "longest_path" and 2 * blanks <= position.width * position.height
    return not asks_paths or blanks <= FEW_BLANKS


def other_player_to_move(position: rules.Position) -> rules.Position:
    return rules.Position(position.rows, rules.OTHER[position.to_move])


def swap_players(position: rules.Position) -> rules.Position:
    """Give each player's knight, and the move, to the other."""
    exchange = str.maketrans("12", "21")
    rows = tuple(row.translate(exchange) for row in position.rows)
    return rules.Position(rows, rules.OTHER[position.to_move])


def native(spec: str, position: rules.Position, player: int) -> float:
    return lk.heuristic(spec)(lk.Position.parse(position.text), player)


def test_values_are_those_of_the_reference(case: Case, shape: tuple[int, int]) -> None:
    name, parameters = case
    heuristic = lk.heuristic(spec_of(case))
    for position in positions(shape):
        if is_affordable(name, position):
            pos = lk.Position.parse(position.text)
            for player in (1, 2):
                value = heuristic(pos, player)
                expected = slow.value(name, position, player, **parameters)
                assert agrees(value, expected), (position.text, player, value, expected)


def test_the_positions_have_all_that_matters() -> None:
    """Unplaced players, finished games won by each, and enough positions for longest paths."""
    every = [position for shape in SHAPES for position in positions(shape)]
    for player in (1, 2):
        assert sum(rules.winner(p) == player for p in every) >= 5
        assert sum(p.location(player) is None and not rules.is_over(p) for p in every) >= 10
    assert sum(is_affordable("longest_path", p) for p in every) >= 100
    long_paths = [
        position
        for position in every
        if 2 * len(position.blank) <= position.width * position.height
        and is_affordable("longest_path", position)
        and not rules.is_over(position)
        and max(slow.path_length(position, player) for player in (1, 2)) >= 5
    ]
    assert len(long_paths) >= 15


def test_every_heuristic_of_the_catalogue_is_tested() -> None:
    names = set(KNOWN)
    assert names == set(slow.HEURISTICS)
    assert set(lk.building_blocks()) == set(slow.BLOCKS)
    by_hand = {spec.partition("(")[0] for _, _, spec, _ in read_hand_worked()}
    assert by_hand == names | set(slow.ALIASES)


def read_hand_worked() -> list[tuple[str, int, str, float]]:
    """Read the file, and the `By hand:` lines in the docstrings of the reference."""
    lines = HAND_WORKED.read_text(encoding="ascii").splitlines()
    docs = [line for twin in slow.HEURISTICS.values() for line in (getdoc(twin) or "").splitlines()]
    lines += [line.removeprefix("By hand: ") for line in docs if line.startswith("By hand: ")]
    fields = [line.split(" ") for line in lines if line and not line.startswith("#")]
    return [(text, int(player), spec, float(value)) for text, player, spec, value in fields]


@pytest.mark.parametrize(("text", "player", "spec", "value"), read_hand_worked())
def test_hand_worked_value(text: str, player: int, spec: str, value: float) -> None:
    assert agrees(lk.heuristic(spec)(lk.Position.parse(text), player), value)


def read_case(spec: str) -> Case:
    """Take a spec of the file apart without asking the code under test."""
    name, _, inside = spec.removesuffix(")").partition("(")
    pairs = [part.split("=") for part in inside.split(",") if part]
    return name, {key: float(text) if "." in text else int(text) for key, text in pairs}


def test_hand_worked_file_agrees_with_the_reference() -> None:
    for text, player, spec, value in read_hand_worked():
        name, parameters = read_case(spec)
        expected = slow.value(name, rules.parse(text), player, **parameters)
        assert agrees(value, expected), (text, player, spec)


# Steps of a knight from each square of an empty 7x7 board. The table of the second analysis has 4
# where 6 is right at (1, 4) and (5, 4).
STEPS_ON_7X7 = """
    2 3 4 4 4 3 2
    3 4 6 6 6 4 3
    4 6 8 8 8 6 4
    4 6 8 8 8 6 4
    4 6 8 8 8 6 4
    3 4 6 6 6 4 3
    2 3 4 4 4 3 2
"""


@pytest.mark.parametrize("power", [1, 2, 3])
def test_value_of_every_square_of_7x7(power: int) -> None:
    """With one blank square and nobody placed, value is V - 2 V."""
    table = [[int(steps) for steps in line.split()] for line in STEPS_ON_7X7.split("\n") if line]
    heuristic = lk.heuristic(f"value(power={power}, weight=2)")
    squares = rules.start(7, 7).squares
    for square in squares:
        pos = lk.Position(blocked=[other for other in squares if other != square])
        row, column = square
        assert heuristic(pos, 1) == -((table[row][column] / 8) ** power)


# Walks on the blank part of a board that is blocked elsewhere: the number of the move that leads to
# each square, from the knight on 0. All but the second are on every blank square, and no path can
# be longer. On 5x5 the squares are of two colours, 13 and 12, which every move changes: from one of
# the 12 a path visits at most 12 of the 13 others, for it comes to 11 of its own between them.
WALKS = {
    "every square of 5x5": """
         0 13  8 19  2
        23 18  1 14  9
        12  7 22  3 20
        17 24  5 10 15
         6 11 16 21  4
    """,
    "5x5 from a square of the rarer colour": """
        23  0 21  6 17
        20  5 18  1 10
        13 22  9 16  7
         4 19 14 11  2
         . 12  3  8 15
    """,
    "every square of 5x6": """
         0 17  8 25  2
        15 24  1 18  9
        22  7 16  3 26
        29 14 23 10 19
         6 21 12 27  4
        13 28  5 20 11
    """,
    "every square of 6x6": """
         0 27  8 19  2 29
         9 20  1 28 15 18
        34  7 26 17 30  3
        21 10 33 14 25 16
         6 35 12 23  4 31
        11 22  5 32 13 24
    """,
    "every square of 8x8": """
         0 15 26 21  2 17 46 51
        25 22  1 16 45 50  3 18
        14 27 24 49 20 47 52 55
        23 34 29 44 61 54 19  4
        28 13 60 33 48 43 56 53
        35 30 37 40 59 62  5  8
        12 39 32 63 10  7 42 57
        31 36 11 38 41 58  9  6
    """,
}


@pytest.mark.parametrize("name", WALKS)
@pytest.mark.parametrize("left", [0, 3, 8])
def test_longest_path_that_visits_all_it_can(name: str, left: int) -> None:
    """The walk is drawn, so the path is at least as long; why not longer is said above."""
    lines = [line.split() for line in WALKS[name].split("\n") if line.strip()]
    where = {
        entry: (row, left + column)
        for row, line in enumerate(lines)
        for column, entry in enumerate(line)
    }
    length = max(int(entry) for entry in where if entry != ".")
    cells = dict.fromkeys(rules.start(16, 8).squares, rules.BLOCKED)
    cells |= dict.fromkeys(where.values(), rules.BLANK)
    cells[where["0"]] = rules.KNIGHT[1]
    cells[7, 0 if left == 8 else 15] = rules.KNIGHT[2]
    position = rules.from_cells(16, 8, cells, to_move=1)
    assert rules.legal_moves(position, 2) == []
    assert native("longest_path", position, 1) == length
    assert native("longest_path", position, 2) == -length
    for number in range(1, length + 1):
        position = other_player_to_move(rules.play(position, where[str(number)]))


@pytest.mark.parametrize("first", range(64))
def test_paths_along_two_rows(first: int) -> None:
    """On two rows a knight only goes two columns on, to the other row.

    So each square lies on one of four ways along the board, by column modulo 4 in the upper row,
    and a knight can go to the left or to the right end of its way. Blocked are the ways that
    nobody stands on.
    """
    second = (first * 23 + 10) % 64
    if (first - second) % 4 == 0:
        second ^= 1
    blank = {
        (row, column)
        for row in (0, 1)
        for column in range(64)
        if any((column - 2 * row - start) % 4 == 0 for start in (first, second))
    }
    cells = {s: rules.BLANK if s in blank else rules.BLOCKED for s in rules.start(64, 2).squares}
    cells |= {(0, first): rules.KNIGHT[1], (0, second): rules.KNIGHT[2]}
    position = rules.from_cells(64, 2, cells, to_move=1)

    def ends(column: int) -> tuple[int, int]:
        return column // 2, (63 - column) // 2

    assert native("longest_path", position, 1) == max(ends(first)) - max(ends(second))
    for k in range(1, 17):
        expected = sum(steps >= k for steps in ends(first))
        assert native(f"exact_reach_own(k={k})", position, 1) == expected
    for k in (0, 1, 2, 3, 7, 14, 15, 16, 30, 31, 127):
        expected = sum(min(k + 1, steps) for steps in ends(first))
        assert native(f"reach_own(k={k})", position, 1) == expected
        expected -= sum(min(k + 1, steps) for steps in ends(second))
        assert native(f"reach(k={k})", position, 1) == expected


def test_longest_path_is_ratio_while_more_than_half_is_blank(shape: tuple[int, int]) -> None:
    """Half of an odd board is not whole: 24 of 49 squares are less than half, 25 are more.

    With half of the squares blank, all of one colour, no knight can move once it is placed.
    """
    width, height = shape
    squares = sorted(rules.start(width, height).squares, key=lambda s: ((s[0] + s[1]) % 2, s))
    half = len(squares) // 2
    above = lk.Position(width, height, blocked=squares[half + 1 :])
    assert lk.heuristic("longest_path")(above, 1) == lk.heuristic("ratio")(above, 1) == 1
    below = lk.Position(width, height, blocked=squares[half:])
    assert lk.heuristic("longest_path")(below, 1) == 0
    placed = below.play(squares[0])
    assert lk.heuristic("longest_path")(placed, 1) == -1
    assert lk.heuristic("longest_path")(placed, 2) == 1


@functools.cache
def open_positions(shape: tuple[int, int]) -> list[rules.Position]:
    """Make unfinished positions with both knights placed, one often on the centre.

    Few squares are blocked, or so many that longest paths are found at once.
    """
    rng = random.Random(f"open {shape}")
    width, height = shape
    centre = (width // 2, height // 2)
    made: list[rules.Position] = []
    while len(made) < 60:
        fraction = rng.choice([0.2, 0.2, 0.75])
        position = rules.scattered_position(rng, width, height, blocked_fraction=fraction)
        one, two = position.location(1), position.location(2)
        if one is None or two is None:
            continue
        if len(made) % 2 == 0 and two != centre:
            cells = {s: position.cell(s) for s in position.squares}
            cells |= {one: rules.BLANK, centre: rules.KNIGHT[1]}
            position = rules.from_cells(width, height, cells, position.to_move)
        if not rules.is_over(position):
            made.append(position)
    return made


@pytest.mark.parametrize(
    ("shape", "kind"),
    [
        ((5, 5), "odd"),
        ((7, 7), "odd"),
        ((6, 6), "even"),
        ((8, 8), "even"),
        ((6, 8), "oblong"),
        ((11, 9), "oblong"),
    ],
)
def test_which_symmetries_leave_a_value_as_it_is(
    case: Case, shape: tuple[int, int], kind: str
) -> None:
    heuristic = lk.heuristic(spec_of(case))
    unchanged = set(slow.ALL_SYMMETRIES[kind])
    for position in open_positions(shape):
        images = [lk.Position.parse(image.text) for image in rules.symmetries(position)]
        for player in (1, 2):
            value = heuristic(images[0], player)
            unchanged = {n for n in unchanged if agrees(heuristic(images[n], player), value)}
    assert unchanged == slow.SYMMETRIES.get(case[0], slow.ALL_SYMMETRIES)[kind]


def open_samples() -> Iterator[lk.Position]:
    for shape in ((5, 5), (7, 7), (11, 9)):
        for position in open_positions(shape):
            yield lk.Position.parse(position.text)


def test_values_of_the_players_are_opposite_for_differences_only(case: Case) -> None:
    """For those that are differences, and for no others: a search must not rely on it."""
    heuristic = lk.heuristic(spec_of(case))
    pairs = [(heuristic(pos, 1), heuristic(pos, 2)) for pos in open_samples()]
    opposite = all(agrees(one, -two) for one, two in pairs)
    assert opposite == (spec_of(case) in slow.ANTISYMMETRIC)


def test_what_is_the_same_for_both_players(case: Case) -> None:
    heuristic = lk.heuristic(spec_of(case))
    same = all(agrees(heuristic(pos, 1), heuristic(pos, 2)) for pos in open_samples())
    assert same == (spec_of(case) in slow.SYMMETRIC)


def test_longest_paths_are_a_difference_once_half_is_gone() -> None:
    heuristic = lk.heuristic("longest_path")
    for shape in SHAPES:
        for position in positions(shape):
            if is_affordable("longest_path", position):
                pos = lk.Position.parse(position.text)
                one, two = heuristic(pos, 1), heuristic(pos, 2)
                if 2 * len(pos.blank) <= pos.width * pos.height:
                    assert one == -two
                elif not pos.is_over and one * two > 0:
                    assert agrees(one * two, 1)


def test_players_are_only_numbers(case: Case, shape: tuple[int, int]) -> None:
    for position in positions(shape):
        if is_affordable(case[0], position):
            for player in (1, 2):
                swapped = native(spec_of(case), swap_players(position), rules.OTHER[player])
                assert native(spec_of(case), position, player) == swapped


def test_it_does_not_matter_who_is_to_move(case: Case, shape: tuple[int, int]) -> None:
    """Except at the end, where it is all that matters, and for what asks about it."""
    if case[0] in slow.ASKS_WHO_IS_TO_MOVE:
        for position in open_samples():
            other = lk.Position.parse(str(position)[:-1] + str(3 - position.to_move))
            if not other.is_over:
                assert lk.heuristic(case[0])(position, 1) == -lk.heuristic(case[0])(other, 1)
        return
    for position in positions(shape):
        if case[0] in slow.BY_SIDE_TO_MOVE or not is_affordable(case[0], position):
            continue
        for player in (1, 2):
            value = native(spec_of(case), position, player)
            other = native(spec_of(case), other_player_to_move(position), player)
            if rules.is_over(position):
                assert value == (-inf if player == position.to_move else inf)
            elif rules.is_over(other_player_to_move(position)):
                assert other == (inf if player == position.to_move else -inf)
                assert not isinf(value)
            else:
                assert value == other


def test_the_alias_is_the_same_heuristic(shape: tuple[int, int]) -> None:
    for position in positions(shape):
        for player in (1, 2):
            alias = native("diff_legal_moves", position, player)
            assert alias == native("improved", position, player)


def test_heuristics_that_contain_others(shape: tuple[int, int]) -> None:
    for position in positions(shape):
        for player in (1, 2):
            value = functools.partial(native, position=position, player=player)
            assert value("reach(k=0)") == value("improved")
            assert value("reach_own(k=0)") == value("open")
            assert value("value(power=0)") == value("improved")
            assert value("value(power=2, weight=0)") >= value("value(power=3, weight=0)")


def test_reach_grows_until_there_is_nothing_new(shape: tuple[int, int]) -> None:
    for position in positions(shape):
        if rules.is_over(position):
            continue
        for player in (1, 2):
            sizes = [native(f"reach_own(k={k})", position, player) for k in range(8)]
            assert sizes == sorted(sizes)
            farthest = native("reach_own(k=127)", position, player)
            assert sizes[-1] <= farthest == native("reach_own(k=126)", position, player)
            assert farthest <= len(position.blank)


@pytest.mark.parametrize("player", [0, 3, -1])
def test_a_player_is_1_or_2(player: int) -> None:
    with pytest.raises(lk.ArgumentError, match=f"a player must be 1 or 2, got {player}"):
        lk.heuristic("improved")(lk.Position(), player)


@pytest.mark.parametrize(
    ("raised", "words"),
    [
        (ValueError("two\nlines\t of it"), "raised ValueError: two lines of it; player 1, "),
        (MemoryError(), "raised MemoryError; player 1, position "),
    ],
)
def test_what_a_heuristic_raises_is_said_on_one_line(raised, words):
    def fails(_, player):
        raise raised if player else ValueError

    with pytest.raises(lk.HeuristicError) as caught:
        lk.heuristic(fails)(lk.Position(), 1)
    assert str(caught.value).startswith(f"heuristic fails {words}")
    assert "\n" not in str(caught.value)
    lost = lk.play_match(fails, "Random", pairs=1, workers=1).forfeits[0]
    assert lost is not None
    assert f"heuristic fails {words}" in str(lost)
