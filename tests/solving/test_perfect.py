"""Perfect and Expert: never lose what is won, and keep to their limits."""

import pickle
import random

import pytest

import lastknight as lk
from lastknight.matches.openings import census_openings
from lastknight.solving.opening_tables import read_table
from lastknight.solving.perfect import choose_perfect
from sampling import sampled


def play_on(position, players):
    """Play to the end; the winner."""
    while not position.is_over:
        mover = position.to_move
        choice = players[mover - 1].choose(position, seed=len(position.blank))
        position = position.play(choice.move)
    return position.winner


@pytest.mark.parametrize("part", range(sampled(16)))
def test_perfect_never_loses_an_opening_it_should_win(part):
    table = read_table(7, 7)
    opponent = lk.AlphaBeta("improved", nodes=2_000)
    for opening in census_openings(lk.Position(), 2)[part::16]:
        winner = table.winner_of(*opening.moves)
        players = [lk.Perfect(), opponent] if winner == 1 else [opponent, lk.Perfect()]
        assert play_on(opening.position, players) == winner


@pytest.mark.parametrize("shape", [(3, 3), (4, 5), (5, 5), (6, 6), (7, 7)])
def test_perfect_wins_every_empty_board_as_second(shape):
    start = lk.Position(*shape)
    assert play_on(start, [lk.AlphaBeta("improved", nodes=500), lk.Perfect()]) == 2
    assert play_on(start, [lk.Perfect(), lk.Perfect()]) == 2


def test_perfect_says_who_wins():
    choice = lk.Perfect().choose(lk.Position.from_moves("d4 e6"))
    assert (choice.move, choice.score, choice.solved) == ((1, 2), float("inf"), True)
    choice = lk.Perfect().choose(lk.Position.from_moves("d4 b1"))
    assert (choice.score, choice.solved) == (float("-inf"), True)


def test_perfect_sets_a_trap_when_lost():
    rng = random.Random(4)
    found = 0
    while found < 10:
        position = lk.Position()
        while len(position.blank) > 25 and not position.is_over:
            position = position.play(rng.choice(position.legal_moves()))
        if position.is_over or lk.solve(position).winner == position.to_move:
            continue
        found += 1
        parts = {}
        for move in position.legal_moves():
            after = lk.solve(position.play(move)).moves
            mistakes = [winner == position.to_move for winner in after.values()]
            parts[move] = sum(mistakes) / len(mistakes) if mistakes else 0
        assert parts[lk.Perfect().choose(position).move] == max(parts.values())


def test_expert_wins_what_it_can_prove():
    rng = random.Random(5)
    for _ in range(20):
        position = lk.Position(8, 8)
        while len(position.blank) > 34 and not position.is_over:
            position = position.play(rng.choice(position.legal_moves()))
        if position.is_over:
            continue
        choice = lk.Expert(nodes=200_000).choose(position)
        assert choice.solved
        winner = lk.solve(position).winner
        assert (choice.score > 0) == (winner == position.to_move)
        if choice.score > 0:
            assert lk.solve(position.play(choice.move)).winner == winner


@pytest.mark.parametrize("shape", [(3, 3), (7, 7), (8, 8), (11, 9), (16, 8)])
def test_expert_plays_legal_moves_on_any_board(shape):
    winner = play_on(lk.Position(*shape), [lk.Expert(nodes=300), lk.Expert(nodes=100)])
    assert winner in (1, 2)


def test_expert_keeps_its_limit_and_repeats_itself():
    position = lk.Position.from_moves("d4 b1", width=11, height=9)
    choice = lk.Expert(nodes=20_000).choose(position, seed=1)
    assert choice.nodes == 20_000
    again = lk.Expert(nodes=20_000).choose(position, seed=2)
    assert (again.move, again.score, again.depth) == (choice.move, choice.score, choice.depth)
    assert lk.Expert(seconds=0.05).choose(position).move in position.legal_moves()


def test_expert_is_stronger_than_plain_alpha_beta():
    rng = random.Random(6)
    wins = 0
    for _ in range(15):
        start = lk.Position(8, 8)
        for _ in range(2):
            start = start.play(rng.choice(start.legal_moves()))
        expert, plain = lk.Expert(nodes=5_000), lk.AlphaBeta("improved", nodes=5_000)
        wins += play_on(start, [expert, plain]) == 1
        wins += play_on(start, [plain, expert]) == 2
    assert wins > 18


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("Perfect", "Perfect"),
        ("Perfect()", "Perfect"),
        ("Expert(nodes=5_000)", "Expert(nodes=5000)"),
        ("Expert(seconds=.5, nodes=7)", "Expert(nodes=7, seconds=0.5)"),
    ],
)
def test_specs(text, canonical):
    player = lk.player(text)
    assert str(player) == canonical
    assert repr(player) == f"player({canonical!r})"
    assert lk.player(canonical) == player
    assert pickle.loads(pickle.dumps(player)) == player


@pytest.mark.parametrize(
    ("attempt", "error", "words"),
    [
        (lk.Expert, lk.ArgumentError, "Expert needs a limit: nodes or seconds"),
        (lambda: lk.Expert(nodes=0), lk.ArgumentError, "nodes must be a whole number from 1"),
        (lambda: lk.player("Expert(depth=3)"), lk.NotationError, "Expert takes nodes, seconds"),
        (lambda: lk.player("Expert()"), lk.ArgumentError, "Expert needs a limit"),
        (lambda: lk.player("Expert"), lk.NotationError, "Expert needs a limit: Expert(nodes="),
        (lambda: lk.player("Perfcet"), lk.NotationError, "did you mean 'Perfect'?"),
    ],
)
def test_mistakes_are_refused(attempt, error, words):
    with pytest.raises(error) as caught:
        attempt()
    assert words in str(caught.value)


@pytest.mark.parametrize("player", [lk.Perfect(), lk.Expert(nodes=10)], ids=str)
def test_there_is_nothing_to_choose_when_the_game_is_over(player):
    with pytest.raises(lk.ArgumentError, match="the game is over"):
        player.choose(lk.Position(width=1, height=1).play("a1"))


def test_a_move_depends_on_the_position_alone():
    """Whatever this process proved before; a lost position has many equal moves."""
    lost = lk.Position.from_moves("c3 b2 d1 a4", width=5, height=5)
    first = choose_perfect(lost)
    for move in lost.legal_moves():
        lk.solve(lost.play(move))
        choose_perfect(lost.play(move))
    assert choose_perfect(lost) == first
