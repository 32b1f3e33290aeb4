"""The record of a finished game: the same from a plan and from a store, and true to the rules."""

from dataclasses import dataclass

import pytest

import lastknight as lk
from lastknight.errors import ArgumentError
from lastknight.matches.archive import sample_games, stored_games
from lastknight.matches.engine import run_plan
from lastknight.matches.game_record import records_of
from lastknight.matches.plan import Plan
from lastknight.matches.play import PlayedGame

START = lk.Position(5, 5)
PLAYERS = tuple(lk.player(f"AlphaBeta({spec}, nodes=60)") for spec in ("improved", "open"))
PLAN = Plan(PLAYERS, ((0, 1),), pairs=5, start=START, seed=9)


def test_a_plan_and_a_store_give_the_same_games(tmp_path):
    with lk.Store(tmp_path / "games.db") as store:
        games = list(records_of(PLAN, run_plan(PLAN, store=store)))
        (experiment,) = store.experiments()
        assert list(stored_games(store, experiment)) == games
        some = sample_games(store, experiment, most=5)
        names = ["0.0.1", "0.0.2", "0.2.1", "0.2.2", "0.4.1", "0.4.2"]
        assert [game.name for game in some] == names
        assert sample_games(store, experiment, most=100) == games
    assert [game.name for game in games] == [f"0.{pair}.{n}" for pair in range(5) for n in (1, 2)]
    assert all(len(game.choices) == len(game.moves) for game in games)


def test_an_experiment_without_games_has_no_sample(tmp_path):
    with lk.Store(tmp_path / "games.db") as store:
        empty = store.open_experiment(PLAN.identity(), {})
        with pytest.raises(ArgumentError, match="has no games"):
            sample_games(store, empty, most=10)


def test_records_follow_the_rules():
    games = list(records_of(PLAN, run_plan(PLAN)))
    for game, other in zip(games[::2], games[1::2], strict=True):
        assert game.opening == other.opening
        assert (game.a_player, other.a_player) == (1, 2)
        assert game.cluster == other.cluster
    for game in games:
        last = lk.Position.from_moves(game.all_moves, width=5, height=5)
        assert game.positions[-1] == last
        assert game.a_won == (last.winner == game.a_player)
        assert game.winner == (game.a if game.a_won else game.b)
        assert game.contested == tuple(range(2, len(game.all_moves)))
        text = game.game
        assert (text.start, text.moves) == (START, game.all_moves)
        assert text.players[game.a_player - 1] == game.a


def test_a_note_has_three_parts():
    note = "A| hello\nB| good\nB| day\nits process ended with exit code 3"
    game = PlayedGame((), True, "crash", note)
    assert game.is_forfeit
    assert game.end_note == "its process ended with exit code 3"
    assert game.outputs == ("hello", "good\nday")


class Wordy(lk.Random):
    """It gives a score that is not a number."""

    def choose(self, position, *, seed=0):
        return lk.Choice(super().choose(position, seed=seed).move, score="high")

    def __str__(self):
        return "Wordy"


@dataclass(frozen=True)
class Odd:
    """It gives odd numbers with its choices."""

    numbers: tuple[tuple[str, object], ...]

    def choose(self, position, *, seed=0):
        return lk.Choice(lk.Random().choose(position, seed=seed).move, **dict(self.numbers))

    def __str__(self):
        return "Odd"


@pytest.mark.parametrize(
    "numbers",
    [{"nodes": -5}, {"nodes": 1.5}, {"depth": -1}, {"evaluations": 2**64}, {"score": 10**400}],
)
def test_odd_numbers_with_a_choice_are_a_forfeit(numbers):
    plan = Plan((Odd(tuple(numbers.items())), lk.Random()), ((0, 1),), pairs=1)
    games = list(records_of(plan, run_plan(plan, workers=1)))
    assert [(game.a_won, game.reason) for game in games] == [(False, "crash")] * 2
    assert "the counts of a Choice must be numbers" in games[0].end_note


@pytest.mark.parametrize("numbers", [{"seconds": 1e300}, {"nodes": 2**40}, {"depth": 1000}])
def test_large_numbers_with_a_choice_are_kept_as_far_as_they_fit(numbers):
    plan = Plan((Odd(tuple(numbers.items())), lk.Random()), ((0, 1),), pairs=1)
    assert not any(game.is_forfeit for game in records_of(plan, run_plan(plan, workers=1)))


def test_a_score_that_is_not_a_number_is_a_forfeit():
    plan = Plan((Wordy(), lk.Random()), ((0, 1),), pairs=1)
    games = list(records_of(plan, run_plan(plan)))
    assert [(game.a_won, game.reason) for game in games] == [(False, "crash")] * 2
    assert "the counts of a Choice must be numbers" in games[0].end_note
