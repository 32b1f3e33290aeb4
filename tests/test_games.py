"""A game is its start, its moves and its players; its text brings it back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import lastknight as lk

# Made here, so that no test waits for its modules to load.
RANDOM = lk.Random()


def random_game(seed: int, width: int, height: int) -> lk.Game:
    game = lk.Game(lk.Position(width, height), players=("random", "random"))
    while game.winner is None:
        seeds = lk.Rng(seed, stream=len(game.moves))
        game = game.play(RANDOM.choose(game.position, seed=seeds.next()).move)
    return game


@given(st.integers(0, 10**6), st.integers(1, 11), st.integers(1, 11))
def test_text_brings_the_game_back(seed, width, height):
    game = random_game(seed, width, height)
    assert lk.Game.parse(str(game)) == game
    assert lk.Game.parse(str(game.undo(2))) == game.undo(2)


def test_the_text_is_readable():
    game = lk.Game(lk.Position(width=2, height=3), players=("ann", "bob"))
    assert str(game.play("a1").play("a2").play("b3")) == (
        "player 1: ann\n"
        "player 2: bob\n"
        "start: ../../..:1\n"
        "moves: a1 a2 b3\n"
        "result: player 1 wins, player 2 cannot move\n"
    )


def test_undo_stops_at_the_start():
    game = lk.Game(lk.Position()).play("d4").play("b1")
    assert game.undo().moves == ((3, 3),)
    assert game.undo(9).moves == ()
    assert game.undo(9).position == lk.Position()


def test_positions_run_from_start_to_end():
    game = random_game(1, 5, 5)
    assert game.positions[0] == game.start
    assert game.positions[-1] == game.position
    assert len(game.positions) == len(game.moves) + 1
    assert game.position == lk.Position.from_moves(game.moves, width=5, height=5)


GOOD = "player 1: a\nplayer 2: b\nstart: ../../..:1\nmoves: a1\nresult: unfinished\n"


@pytest.mark.parametrize(
    ("old", "new", "error"),
    [
        ("moves", "plies", lk.NotationError),
        ("result: unfinished\n", "", lk.NotationError),
        ("unfinished", "player 2 wins, player 1 cannot move", lk.NotationError),
        ("a1", "c1", lk.IllegalMove),
        ("a1", "?", lk.NotationError),
        (":1", ":9", lk.NotationError),
        ("player 1: a", "player 1:", lk.NotationError),
    ],
)
def test_text_that_is_wrong_is_refused(old, new, error):
    assert lk.Game.parse(GOOD).moves == ((0, 0),)
    with pytest.raises(error):
        lk.Game.parse(GOOD.replace(old, new))


def test_a_game_that_breaks_the_rules_cannot_be_created():
    with pytest.raises(lk.IllegalMove):
        lk.Game(lk.Position(), moves=((3, 3), (3, 3)))


@pytest.mark.parametrize("end", ["resigned", "ran out of time"])
def test_a_game_can_be_given_up(end):
    text = GOOD.replace("unfinished", f"player 1 wins, player 2 {end}")
    game = lk.Game.parse(text)
    assert (game.winner, game.forfeit, str(game)) == (1, f"player 2 {end}", text)
    assert game.undo().winner is None
    with pytest.raises(lk.NotationError):
        lk.Game.parse(text.replace("player 2 ", "player 1 "))


def test_variations_and_comments_stay_with_the_game():
    text = f"{GOOD}variation: 0 a2 b3\ncomment: 0.1 a corner: why?\n"
    assert str(lk.Game.parse(text)) == text
    with pytest.raises(lk.NotationError, match="expected variation or comment"):
        lk.Game.parse(f"{GOOD}remark: none\n")
