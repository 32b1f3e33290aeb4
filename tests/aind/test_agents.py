"""A corpus of agents that each rely on something real ones do, playing games by the rules."""

import random
from itertools import combinations
from pathlib import Path

import pytest

from lastknight.aind import Board, load
from lastknight.aind.loading import make_player
from lastknight.aind.turns import ask
from reference import rules

AGENTS = Path(__file__).parents[1] / "agents"

# Every honest player of the corpus, and what it is there for.
HONEST = {
    "new/game_agent.py:AlphaBetaPlayer": "new interface; deepens forever; decorated score",
    "new/game_agent.py:MinimaxPlayer": "fixed depth",
    "old/game_agent.py:CustomPlayer": "old interface; isolation.isolation, sample scores",
    "oldest/game_agent.py:CustomPlayer": "__board_state__ and its kin, read and written; subclass",
    "competition/competition_agent.py:CustomPlayer": "data=None; hash, caches, _Board__get_moves",
    "siblings/game_agent.py:AlphaBetaPlayer": "sibling modules, late and circular imports",
    "package/team/game_agent.py:AlphaBetaPlayer": "a package with relative imports",
    "board_reader.py:AlphaBetaPlayer": "_board_state read, written, replaced; Board subclassed",
    "odd_scores.py:TuplePlayer": "tuples as scores; numpy",
    "diary_writer.py:AlphaBetaPlayer": "writes to the current directory, prints, global memory",
}
JUNK = ("Nobody", "Floats", "Resigner", "Lists", "Texts")


def seated(spec):
    """A player of the corpus by its spec."""
    path, _, name = spec.rpartition(":")
    return make_player(load(AGENTS / path), name)


class Clock:
    """Falls by one with every look: what ends an endless deepening, at the same node each time."""

    def __init__(self, units):
        self.left = float(units)

    def __call__(self):
        self.left -= 1
        return self.left


def play(players, opening, *, units=150, width=7, height=7):
    """A game by the course's rules from an opening, checked move by move with the reference."""
    board, position = Board(*players, width, height), rules.start(width, height)
    for move in opening:
        board.apply_move(move)
        position = rules.play(position, move)
    while not rules.is_over(position):
        assert sorted(board.get_legal_moves()) == rules.legal_moves(position)
        clock = Clock(units)
        move = ask(board.active_player, board.copy(), time_left=clock)
        assert clock.left >= 0, f"{board.active_player} is over time"
        if move not in board.get_legal_moves():
            return board.inactive_player, "forfeit"
        board.apply_move(move)
        position = rules.play(position, move)
    assert board.is_loser(board.active_player)
    assert board.is_winner(players[rules.winner(position) - 1])
    return board.inactive_player, "no moves"


@pytest.mark.parametrize("pairing", list(combinations(HONEST, 2)), ids=" - ".join)
def test_honest_agents_play_whole_games(pairing, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    random.seed(str(pairing))
    players = [seated(spec) for spec in pairing]
    squares = rules.start(7, 7).squares
    units = 5000 if any("Minimax" in spec for spec in pairing) else 150
    winner, reason = play(players, random.sample(squares, 2), units=units)
    assert winner in players
    assert reason == "no moves"


def test_agents_play_on_boards_of_any_shape(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for width, height in [(5, 4), (3, 7), (9, 8)]:
        for spec in HONEST:
            players = (seated(spec), seated("old/game_agent.py:CustomPlayer"))
            opening = [(height - 1, 0), (0, width - 1)]
            assert play(players, opening, width=width, height=height)[0] in players


def test_the_same_seed_and_clock_give_the_same_game():
    def moves():
        random.seed(11)
        players = [seated("new/game_agent.py:AlphaBetaPlayer") for _ in range(2)]
        board = Board(*players).forecast_move((3, 3)).forecast_move((1, 2))
        made = []
        while board.get_legal_moves():
            made.append(ask(board.active_player, board.copy(), time_left=Clock(300)))
            board.apply_move(made[-1])
        return made

    assert moves() == moves()


@pytest.mark.parametrize("name", JUNK)
def test_only_a_legal_move_counts(name):
    junk, honest = seated(f"junk_movers.py:{name}"), seated("old/game_agent.py:CustomPlayer")
    assert play((junk, honest), [(3, 3), (0, 0)]) == (honest, "forfeit")
    board = Board(junk, honest)
    assert board.play(100_000) == (honest, [], "forfeit")


def test_whole_floats_count_as_a_move():
    junk = seated("junk_movers.py:WholeFloats")
    board = Board(junk, seated("junk_movers.py:Nobody"))
    winner, history, reason = board.play(100_000)
    assert (winner, reason) == (junk, "forfeit")
    assert len(history) == 1


def test_using_all_the_time_is_too_late():
    late, honest = seated("junk_movers.py:Sleeper"), seated("old/game_agent.py:CustomPlayer")
    assert Board(late, honest).play(time_limit=1) == (honest, [], "timeout")


def test_some_crash_on_an_empty_board_and_play_after_two_plies():
    crasher = seated("early_crasher.py:AlphaBetaPlayer")
    honest = seated("old/game_agent.py:CustomPlayer")
    with pytest.raises(TypeError):
        Board(crasher, honest).play(100_000)
    assert play((crasher, honest), [(3, 3), (0, 0)])[1] == "no moves"


def test_agents_keep_state_between_games(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    agent = load(AGENTS / "diary_writer.py")
    for _ in range(2):
        player = make_player(agent, "AlphaBetaPlayer")
        play((player, seated("odd_scores.py:TuplePlayer")), [(3, 3), (0, 0)])
    assert len((tmp_path / "diary.txt").read_text().splitlines()) >= len(agent.SEEN) > 5
    assert "X" in capsys.readouterr().out
    cache = load(AGENTS / "competition" / "competition_agent.py")
    assert cache.CACHE == {}
