"""Players as values: their specs, their limits, and choices by position and seed alone."""

import pickle
from collections import Counter

import pytest

import lastknight as lk


@pytest.fixture
def position():
    return lk.Position.from_moves("d4 b1")


def test_random_chooses_every_legal_move_equally_often(position):
    counts = Counter(lk.Random().choose(position, seed=seed).move for seed in range(8_000))
    assert sorted(counts) == position.legal_moves()
    assert all(850 < count < 1150 for count in counts.values())


@pytest.mark.parametrize("spec", ["Random", "Greedy(open)", "AlphaBeta(ratio, depth=2)"])
def test_there_is_nothing_to_choose_when_the_game_is_over(spec):
    over = lk.Position(width=1, height=1).play("a1")
    with pytest.raises(lk.ArgumentError, match="the game is over"):
        lk.player(spec).choose(over, seed=1)


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("Random", "Random"),
        ("Random()", "Random"),
        ("Greedy(improved)", "Greedy(improved)"),
        ("Minimax(open)", "Minimax(open, depth=3)"),
        ("AlphaBeta(ratio,nodes=15_000)", "AlphaBeta(ratio, nodes=15000)"),
        (
            "AlphaBeta(improved - open, seconds=.5, depth=4)",
            "AlphaBeta(improved - open, depth=4, seconds=0.5)",
        ),
    ],
)
def test_specs_are_written_in_one_way(text, canonical, position):
    player = lk.player(text)
    assert str(player) == canonical
    assert repr(player) == f"player({canonical!r})"
    assert lk.player(canonical) == player
    sent = pickle.loads(pickle.dumps(player))
    assert sent == player
    assert sent.choose(position, seed=5).move == player.choose(position, seed=5).move


def test_players_are_made_from_specs_heuristics_and_functions(position):
    def mine(where, player):
        return len(where.legal_moves(player)) - len(where.legal_moves(3 - player))

    made = [lk.AlphaBeta(h, depth=3) for h in ("improved", lk.heuristic("improved"), mine)]
    moves = {player.choose(position, seed=2).move for player in made}
    assert len(moves) == 1
    assert made[0] == made[1]
    assert made[0] != lk.AlphaBeta("improved", depth=4)
    assert made[0] != lk.Minimax("improved", depth=3)


@pytest.mark.parametrize(
    ("attempt", "words"),
    [
        (lambda: lk.AlphaBeta("ratio"), "AlphaBeta needs a limit: depth, nodes or seconds"),
        (lambda: lk.AlphaBeta("ratio", depth=0), "depth is a whole number from 1 to 128, got 0"),
        (lambda: lk.AlphaBeta("ratio", depth=2.0), "depth is a whole number"),
        (lambda: lk.AlphaBeta("ratio", nodes=-5), "nodes is a whole number from 1"),
        (lambda: lk.AlphaBeta("ratio", nodes=True), "nodes is a whole number"),
        (lambda: lk.AlphaBeta("ratio", seconds=0), "seconds is above 0, got 0"),
        (lambda: lk.AlphaBeta("ratio", seconds=float("inf")), "seconds is above 0"),
        (lambda: lk.AlphaBeta("ratio", seconds="1"), "seconds is above 0"),
        (lambda: lk.Minimax("ratio", depth=None), "Minimax needs a limit"),
        (lambda: lk.player("AlphaBeta(ratio, nodes=1.5)"), "nodes is a whole number"),
    ],
)
def test_limits_out_of_range_are_refused(attempt, words):
    with pytest.raises(lk.ArgumentError) as caught:
        attempt()
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("AlphaBeta", "AlphaBeta needs a heuristic: AlphaBeta(improved, depth=3)"),
        ("Minimax()", "Minimax takes one heuristic"),
        ("Greedy(open, ratio)", "Greedy takes one heuristic: Greedy(improved)"),
        ("Greedy(open, depth=2)", "Greedy takes no limit, not 'depth'"),
        ("AlphaBeta(open, breadth=2)", "takes depth, nodes, seconds, not 'breadth'"),
        ("AlphaBeta(open, depth=x)", "depth of AlphaBeta must be a number, got x"),
        ("AlhpaBeta(open)", "unknown player 'AlhpaBeta'; did you mean 'AlphaBeta'?"),
        ("AlphaBeta(opne, depth=1)", "did you mean 'open'?"),
        ("Random(3)", "unknown player 'Random'"),
        ("3 + 4", "one is written AlphaBeta(improved, nodes=15000)"),
        ("", "not a player: ''"),
    ],
)
def test_other_text_is_refused(text, words):
    with pytest.raises(lk.NotationError) as caught:
        lk.player(text)
    assert words in str(caught.value)
