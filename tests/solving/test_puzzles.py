"""Puzzles: exactly one move wins, and the grades are what the heuristics do."""

import pytest

import lastknight as lk
from lastknight.cli import main
from lastknight.solving.puzzles import (
    LEVELS,
    NODES,
    Puzzle,
    choose_puzzle,
    format_puzzles,
    graders,
    make_puzzles,
    only_winning_move,
    read_puzzles,
)


@pytest.mark.parametrize("number", range(1, 121, 10))
def test_shipped_puzzles_are_what_they_say(number):
    puzzle, count = choose_puzzle(number)
    assert count == 120
    assert only_winning_move(puzzle.position) == puzzle.move
    missed = [
        spec
        for spec in graders()
        if lk.AlphaBeta(spec, nodes=NODES).choose(puzzle.position, seed=1).move != puzzle.move
    ]
    assert list(puzzle.missed_by) == missed


def test_levels_are_of_the_same_size_and_come_in_order():
    grades = [puzzle.grade for puzzle in read_puzzles()]
    assert grades == sorted(grades)
    assert [sum(p.level == level for p in read_puzzles()) for level in LEVELS] == [40, 40, 40]
    assert len({puzzle.position.canonical() for puzzle in read_puzzles()}) == 120


def test_puzzles_can_be_written_and_read_back():
    for puzzle in read_puzzles():
        assert Puzzle.parse(str(puzzle)) == puzzle
    with pytest.raises(lk.NotationError, match="not a puzzle"):
        Puzzle.parse("1../.../.x2:1 c2 nonsense")


def test_the_same_seed_makes_the_same_puzzles(tmp_path, capsys):
    file = tmp_path / "puzzles.txt"
    assert main(["puzzles", "--make", str(file), "--each", "1", "--seed", "5"]) == 0
    assert "3 puzzles" in capsys.readouterr().out
    again = format_puzzles(
        make_puzzles(1, seed=5), command="lastknight puzzles --make FILE --each 1 --seed 5"
    )
    assert file.read_text(encoding="utf-8") == again


def test_a_puzzle_is_shown_with_and_without_its_answer(capsys):
    assert main(["puzzles", "3", "--level", "hard"]) == 0
    shown = capsys.readouterr().out
    puzzle, _ = choose_puzzle(3, "hard")
    assert f"player {puzzle.position.to_move} to move" in shown
    assert "the move is" not in shown
    assert main(["puzzles", "3", "--level", "hard", "--answer"]) == 0
    assert f"the move is {lk.format_square(puzzle.move)}" in capsys.readouterr().out
    assert main(["puzzles", "41", "--level", "hard"]) == 2
    assert "from 1 to 40" in capsys.readouterr().err
