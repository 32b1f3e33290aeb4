"""Openings: drawn fairly, listed whole, and refused where no game could follow."""

from collections import Counter
from itertools import pairwise

import pytest
from scipy.stats import chi2

import lastknight as lk
from lastknight.matches.openings import (
    census_openings,
    list_openings,
    random_openings,
    read_openings,
)


def all_sequences(position, plies):
    """Every move sequence of this length after which the game goes on, found the slow way."""
    if plies == 0:
        return [] if position.is_over else [()]
    return [
        (move, *rest)
        for move in position.legal_moves()
        for rest in all_sequences(position.play(move), plies - 1)
    ]


def after(start, moves):
    for move in moves:
        start = start.play(move)
    return start


BOARDS = {
    "3x3": lk.Position(width=3, height=3),
    "3x4": lk.Position(width=3, height=4),
    "4x4 blocked": lk.Position(width=4, height=4, blocked="b2 d4"),
    "under way": lk.Position.from_moves("a1 c3 b3", width=4, height=4),
}


@pytest.mark.parametrize("draw", [0, 4])
@pytest.mark.parametrize("plies", [2, 3])
def test_every_sequence_of_moves_is_equally_likely_at_every_draw(plies, draw):
    start = BOARDS["3x3"]
    possible = all_sequences(start, plies)
    seeds = 30 * len(possible)
    counts = Counter(
        random_openings(start, plies, draw + 1, seed=seed)[draw].moves for seed in range(seeds)
    )
    assert set(counts) <= set(possible)
    expected = seeds / len(possible)
    distance = sum((counts[moves] - expected) ** 2 / expected for moves in possible)
    low, high = chi2.ppf([0.0005, 0.9995], len(possible) - 1)
    assert low < distance < high


@pytest.mark.parametrize(
    ("blocked", "plies", "expected"),
    [
        ("", 4, ["e4 c4 c5 a3", "f4 g4 g6 f6"]),
        ("", 8, ["e4 d5 g3 f4 f1 e6 d2 c5", "f4 c7 e2 d5 c1 c3 b3 b5"]),
        ("a1 d4", 8, ["f4 e3 d3 g4 c5 e5 a6 g6", "g4 d5 e5 e7 c6 f5 a7 e3"]),
    ],
)
def test_a_seed_draws_the_openings_that_it_always_drew(blocked, plies, expected):
    drawn = random_openings(lk.Position(blocked=blocked), plies, 2, seed=5)
    assert [str(opening) for opening in drawn] == expected


@pytest.mark.parametrize("start", ["3x4", "under way"])
def test_long_openings_are_all_drawn_once_although_mirror_images_are_counted_once(start):
    possible = all_sequences(BOARDS[start], 6)
    drawn = random_openings(BOARDS[start], 6, len(possible), seed=2)
    assert sorted(opening.moves for opening in drawn) == sorted(possible)


def test_drawing_long_openings_counts_each_large_subtree_once():
    leaves = 0

    class Counted(lk.Position):
        def perft(self, depth):
            nonlocal leaves
            found = super().perft(depth)
            leaves += found
            return found

    random_openings(Counted(), 8, 100, seed=1)
    assert leaves < lk.Position().perft(8) / 4  # one opening took about half of them


def test_openings_repeat_only_after_all_have_been_drawn():
    drawn = [opening.moves for opening in random_openings(lk.Position(), 2, 5000, seed=3)]
    first, second, third = drawn[:2352], drawn[2352:4704], drawn[4704:]
    assert sorted(first) == sorted(second) == all_sequences(lk.Position(), 2)
    assert first != second
    assert len(set(third)) == len(third) == 296


@pytest.mark.parametrize("plies", [0, 1, 3])
@pytest.mark.parametrize("start", BOARDS.values(), ids=BOARDS)
def test_one_round_of_draws_has_every_opening_that_does_not_end_the_game(start, plies):
    possible = all_sequences(start, plies)
    drawn = random_openings(start, plies, 2 * len(possible), seed=8)
    assert Counter(opening.moves for opening in drawn) == dict.fromkeys(possible, 2)
    assert all(opening.position == after(start, opening.moves) for opening in drawn)
    assert not any(opening.position.is_over for opening in drawn)


@pytest.mark.parametrize(("start", "plies"), [(lk.Position(), 2), (BOARDS["3x3"], 3)])
def test_drawing_more_openings_keeps_the_first_ones(start, plies):
    lists = [random_openings(start, plies, count, seed=11) for count in (0, 1, 7, 60, 3000)]
    for shorter, longer in pairwise(lists):
        assert longer[: len(shorter)] == shorter
    assert random_openings(start, plies, 60, seed=12) != lists[3]


def test_long_openings_are_drawn_without_listing_them_all():
    drawn = random_openings(lk.Position(width=11, height=9), 5, 20, seed=1)
    assert len({opening.moves for opening in drawn}) == 20
    assert all(len(opening.moves) == 5 for opening in drawn)


def test_the_census_has_315_openings_of_two_plies_and_6535_of_four():
    two = census_openings(lk.Position(), 2)
    assert len(two) == 315
    four = census_openings(lk.Position(), 4)
    canonical = {opening.canonical for opening in four}
    assert len(four) == len(canonical) == 6535
    reached = {
        position.play(third).play(fourth).canonical()
        for opening in two
        for position in [opening.position]
        for third in position.legal_moves()
        for fourth in position.play(third).legal_moves()
    }
    assert len(reached) == 6545
    assert reached - canonical == {position for position in reached if position.is_over}


@pytest.mark.parametrize("plies", [0, 1, 2, 3])
@pytest.mark.parametrize("start", BOARDS.values(), ids=BOARDS)
def test_a_census_has_one_of_each_set_of_mirrored_openings(start, plies):
    openings = census_openings(start, plies)
    classes = {after(start, moves).canonical() for moves in all_sequences(start, plies)}
    assert {opening.canonical for opening in openings} == classes
    assert len(openings) == len(classes)
    assert all(opening.position == after(start, opening.moves) for opening in openings)


def test_mirrored_openings_have_one_canonical_position():
    a, b, other = list_openings(lk.Position(), ["a1 c3", "g7 e5", "a1 c4"])
    assert a.canonical == b.canonical != other.canonical


@pytest.mark.parametrize("draw", [census_openings, lambda *a: random_openings(*a, 5, seed=1)])
def test_a_board_without_games_of_this_length_is_refused(draw):
    with pytest.raises(lk.ArgumentError, match="every game on this board is over after 4 plies"):
        draw(lk.Position(width=2, height=2), 4)
    with pytest.raises(lk.ArgumentError, match="every game on this board is over after 1 ply"):
        draw(lk.Position(width=1, height=1), 1)


@pytest.mark.parametrize("plies", [-1, 9, 2.0, True, "2", None])
@pytest.mark.parametrize("draw", [census_openings, lambda *a: random_openings(*a, 5, seed=1)])
def test_a_length_out_of_range_is_refused(draw, plies):
    with pytest.raises(lk.ArgumentError, match="an opening must have 0 to 8 plies, got"):
        draw(lk.Position(), plies)


def test_openings_are_listed_as_text_or_squares():
    openings = list_openings(lk.Position(), ["d4 b1", [(3, 3), (0, 0)], ["c3", "a1"], ""])
    assert [str(opening) for opening in openings] == ["d4 b1", "d4 a1", "c3 a1", ""]
    assert openings[1].position == lk.Position.from_moves("d4 a1")


@pytest.mark.parametrize(
    ("listed", "error", "words"),
    [
        (["d4 b1", "d4 d4"], lk.IllegalMove, "opening 2: "),
        (["d4 h8"], lk.IllegalMove, "opening 1: h8, (7, 7), is not on the 7x7 board"),
        (["d4 b1", "d4 a1", "d4 zz"], lk.NotationError, "opening 3: not a square: 'zz'"),
        (["d4 b1", [(3, 3), None]], lk.NotationError, "opening 2: not a square: None"),
        (["d4 b1", 5], lk.NotationError, "opening 2: expected a list of squares, got 5"),
        ([], lk.ArgumentError, "the list of openings is empty"),
    ],
)
def test_the_error_names_an_opening_that_cannot_be_played(listed, error, words):
    with pytest.raises(error) as caught:
        list_openings(lk.Position(), listed)
    assert words in str(caught.value)


def test_the_error_names_an_opening_that_ends_the_game():
    with pytest.raises(lk.ArgumentError, match="opening 2: the game is over after b2 a1"):
        list_openings(BOARDS["3x3"], ["a1 b2", "b2 a1"])


def test_a_file_has_an_opening_on_each_line(tmp_path):
    path = tmp_path / "openings.txt"
    path.write_text("# my openings\n\nd4 b1\n  d4 a1  # the corner\n", encoding="utf-8")
    assert [str(opening) for opening in read_openings(lk.Position(), path)] == ["d4 b1", "d4 a1"]


@pytest.mark.parametrize(
    ("content", "error", "words"),
    [
        (b"d4 b1\n\nd4 d4\n", lk.IllegalMove, "openings.txt: opening 2: "),
        (b"d4 b1\nhello\n", lk.NotationError, "opening 2: not a square: 'hello'"),
        (b"# nothing\n", lk.ArgumentError, "the list of openings is empty"),
        (b"\xff\xfe\x00", lk.NotationError, "openings.txt is not UTF-8: byte 1 is 0xff"),
    ],
)
def test_a_file_without_openings_is_refused(tmp_path, content, error, words):
    path = tmp_path / "openings.txt"
    path.write_bytes(content)
    with pytest.raises(error) as caught:
        read_openings(lk.Position(), path)
    assert words in str(caught.value)
