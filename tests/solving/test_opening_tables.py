"""Opening tables: what is shipped, computed again; their text; and the proved patterns."""

import random

import pytest

import lastknight as lk
from lastknight.solving import opening_tables
from lastknight.solving.opening_tables import (
    SHIPPED,
    compute_table,
    empty_table,
    parse_table,
    read_table,
)
from reference import rules
from reference.search import solve as brute_force


@pytest.mark.parametrize("shape", [shape for shape in SHIPPED if shape[0] * shape[1] <= 36])
def test_shipped_tables_match_recomputed_ones(shape):
    assert str(compute_table(empty_table(*shape), threads=2)) == str(read_table(*shape))


@pytest.mark.parametrize("shape", [(6, 7), (7, 7), (7, 6)])
def test_a_sample_of_the_large_shipped_tables(shape):
    table = read_table(*shape)
    for first, second in random.Random(1).sample(sorted(table.winners), 25):
        position = lk.Position(*shape).play(first).play(second)
        assert lk.solve(position).winner == table.winners[first, second]


@pytest.mark.parametrize("shape", [(3, 3), (3, 4), (4, 3), (4, 4)])
def test_small_tables_agree_with_brute_force(shape):
    memo = {}
    table = read_table(*shape)
    assert table.winner == brute_force(rules.start(*shape), memo)
    for (first, second), winner in table.winners.items():
        placed = rules.play(rules.play(rules.start(*shape), first), second)
        assert winner == brute_force(placed, memo)


def test_every_board_has_a_complete_table():
    for shape in SHIPPED:
        for width, height in (shape, shape[::-1]):
            table = read_table(width, height)
            assert (table.width, table.height) == (width, height)
            assert table.is_complete
            assert table.winner == 2


def test_mirrored_openings_have_one_winner():
    table = read_table(5, 6)
    for first, second in [((0, 1), (3, 3)), ((5, 4), (2, 1)), ((2, 2), (0, 0))]:
        position = lk.Position(5, 6).play(first).play(second)
        winners = {
            table.winner_of(image.location(1), image.location(2)) for image in position.symmetries()
        }
        assert winners == {lk.solve(position).winner}


@pytest.mark.parametrize("shape", SHIPPED)
def test_texts_are_read_back(shape):
    table = read_table(*shape)
    assert parse_table(str(table)) == table


def test_a_table_can_be_computed_in_parts():
    parts = []

    def stop_at_ten(table, _left):
        parts.append(table)
        if len(parts) == 10:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        compute_table(empty_table(4, 5), progress=stop_at_ten)
    read_again = parse_table(str(parts[-1]))
    assert read_again == parts[-1]
    assert not read_again.is_complete
    assert read_again.winner is None
    left = []
    whole = compute_table(read_again, progress=lambda table, count: left.append(count))
    assert whole == read_table(4, 5)
    assert left == list(range(whole.openings - 11, -1, -1))


@pytest.mark.parametrize("shape", [(3, 3), (4, 5), (5, 5)])
def test_openings_that_take_long_have_their_moves_tried_in_turn(shape, monkeypatch):
    monkeypatch.setattr(opening_tables, "_FIRST_LIMIT", 3)
    assert compute_table(empty_table(*shape), threads=2) == read_table(*shape)


@pytest.mark.parametrize(
    "text", ["", "7", "7x7\n", "3x3\na1 x12\n", "axb\n", "3x3\nz9 x22/222/222\n", "999x999\n"]
)
def test_other_text_is_refused(text):
    with pytest.raises((lk.NotationError, lk.BoardError)):
        parse_table(text)


def test_boards_without_a_table_are_refused():
    with pytest.raises(lk.ArgumentError, match="no table for 8x7; sides must be"):
        read_table(8, 7)


def colour(square):
    return sum(square) % 2


@pytest.mark.parametrize("shape", [(4, 7), (5, 5), (5, 6), (5, 7), (6, 6), (6, 7), (7, 7), (8, 8)])
def test_the_attacker_wins_except_against_mirrors(shape):
    # The pattern the docs state: player 1 wins exactly from squares of one colour, except where a
    # half turn gives the other a mirror: from the opposite square of an even board, and from a step
    # away of the centre of an odd one.
    width, height = shape
    for (first, second), winner in read_table(*shape).winners.items():
        opposite = (height - 1 - first[0], width - 1 - first[1])
        expected = 1 if colour(first) == colour(second) else 2
        if width % 2 == height % 2 == 0 and second == opposite:
            expected = 2
        if first == opposite and second in rules.steps_from(first, width, height):
            expected = 1
        assert winner == expected
