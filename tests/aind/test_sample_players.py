"""The course's sample scores and players, checked against the catalogue and the rules."""

import random

import pytest

import lastknight as lk
from lastknight.aind import Board, sample_players
from lastknight.aind.isolation import board_of
from lastknight.aind.turns import ask
from reference import rules

CATALOGUE = {
    "null_score": "null",
    "open_move_score": "open",
    "improved_score": "improved",
    "center_score": "center",
}


def test_scores_are_those_of_the_catalogue():
    """On positions of games and scattered ones, some finished, some with players unplaced."""
    rng = random.Random(6)
    pairs = [
        (lk.heuristic(name), getattr(sample_players, score)) for score, name in CATALOGUE.items()
    ]
    finished = 0
    for number in range(2000):
        width, height = rng.choice([(7, 7), (7, 7), (5, 4), (3, 8), (9, 9)])
        if number % 2:
            position = rules.random_position(rng, width, height, plies=rng.randrange(40))
        else:
            position = rules.scattered_position(rng, width, height, blocked_fraction=rng.random())
        finished += rules.is_over(position)
        ours = lk.Position.parse(position.text)
        board = board_of(ours, "first", "second")
        for heuristic, function in pairs:
            assert function(board, "first") == heuristic(ours, 1), position.text
            assert function(board, "second") == heuristic(ours, 2), position.text
            assert type(function(board, "first")) is float
    assert finished > 100


@pytest.mark.parametrize("player", [sample_players.RandomPlayer, sample_players.GreedyPlayer])
@pytest.mark.parametrize("rest", [(lambda: 1.0,), ([(9, 9)], lambda: 1.0)])
def test_sample_players_take_both_kinds_of_get_move(player, rest):
    one = player()
    board = Board(one, "two").forecast_move((3, 3)).forecast_move((0, 1))
    assert one.get_move(board, *rest) in board.get_legal_moves()
    stuck = Board(one, "two", 3, 3).forecast_move((1, 1)).forecast_move((0, 0))
    assert one.get_move(stuck, *rest) == (-1, -1)


def test_a_random_player_plays_every_move_and_follows_the_seed():
    board = Board("one", "two").forecast_move((3, 3)).forecast_move((0, 1))
    player = sample_players.RandomPlayer()

    def choices():
        random.seed(3)
        return [player.get_move(board, None) for _ in range(60)]

    assert choices() == choices()
    assert set(choices()) == set(board.get_legal_moves())


def test_a_greedy_player_plays_the_best_move():
    player = sample_players.GreedyPlayer()
    board = Board(player, "two").forecast_move((0, 0)).forecast_move((6, 6))
    assert player.get_move(board, None) == (2, 1)  # both are worth 5, and (2, 1) is the larger
    centre = sample_players.GreedyPlayer(score_fn=sample_players.center_score)
    board = Board(centre, "two").forecast_move((3, 3)).forecast_move((6, 6))
    assert centre.get_move(board, None) == (2, 1)  # as far from (3.5, 3.5) as (1, 2)


def test_a_human_is_asked_until_the_answer_is_a_move(monkeypatch, capsys):
    answers = iter(["", "x", "-1", "3", "2"])
    monkeypatch.setattr("builtins.input", lambda _prompt: next(answers))
    board = Board("one", "two").forecast_move((0, 1)).forecast_move((3, 3))
    assert sample_players.HumanPlayer().get_move(board, None) == (2, 2)
    shown = capsys.readouterr().out
    assert "[0] (1, 3)\t[1] (2, 0)\t[2] (2, 2)" in shown
    assert shown.count("a number from 0 to 2") == 4
    stuck = Board("one", "two", 3, 3).forecast_move((1, 1)).forecast_move((0, 0))
    assert sample_players.HumanPlayer().get_move(stuck, None) == (-1, -1)


def test_games_of_sample_players_end_by_the_rules():
    for seed in range(10):
        random.seed(seed)
        one, two = sample_players.GreedyPlayer(), sample_players.RandomPlayer()
        winner, history, reason = Board(one, two).play(time_limit=100_000)
        position = rules.start(7, 7)
        for move in history:
            position = rules.play(position, tuple(move))
        assert winner is {1: one, 2: two}[rules.winner(position)]
        assert reason == "illegal move"


def test_a_board_calls_each_kind_of_get_move():
    class Old:
        def get_move(self, game, legal_moves, time_left):
            assert sorted(legal_moves) == sorted(game.get_legal_moves())
            assert time_left() == 5
            return "old"

    class New:
        def get_move(self, _game, time_left):
            return time_left()

    class OldWithDefaults:
        def get_move(self, _game, legal_moves=(), time_left=None):
            return len(legal_moves), time_left()

    board = Board("one", "two", 3, 3)
    assert ask(Old(), board, time_left=lambda: 5) == "old"
    assert ask(New(), board, time_left=lambda: 5) == 5
    assert ask(OldWithDefaults(), board, time_left=lambda: 5) == (9, 5)
