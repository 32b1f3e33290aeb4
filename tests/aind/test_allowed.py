"""What the course's own tool allows works here too: in the sandbox, and for heuristics."""

import pytest

import lastknight as lk
from lastknight.aind import Board, load
from lastknight.aind.isolation import board_of
from lastknight.heuristics.check import check_heuristic, sample_positions
from walled import player_class, write_agent

OPENING = lk.Position.from_moves("d4 b1")
FIRST = "return game.get_legal_moves()[0]"

LOOKS = """
import pickle, sys


class Memory:
    def __init__(self):
        self.seen = [1]


def custom_score(game, player):
    here = sys.modules[__name__]
    copy = pickle.loads(pickle.dumps(Memory()))
    return float(len(game.get_legal_moves(player)) + (here.Memory is type(copy)))
"""
LOOKS_UP = "assert custom_score(game, self) == len(game.get_legal_moves()) + 1"

MOVES = """
class Move:
    def __init__(self, square):
        self.square = square

    def __eq__(self, other):
        return self.square == tuple(other)

    __hash__ = None

    def __getitem__(self, place):
        return self.square[place]
"""

PATCHED = """
from isolation import Board

copies = []
original = Board.copy


def counting_copy(self):
    copies.append(self.move_count)
    return original(self)


Board.copy = counting_copy
"""
PATCHES = "for move in game.get_legal_moves(): game.forecast_move(move)\nassert len(copies) == 8"

FILLED = """
from isolation import Board


class Narrow(Board):
    def __init__(self, board):
        self.__dict__.update(board.__dict__)

    def move_is_legal(self, move):
        return move[0] > 3 and super().move_is_legal(move)
"""
FILLS = """
board = Narrow(game)
assert {row for row, _ in board.get_legal_moves()} == {4, 5}
assert all(type(board.forecast_move(move)) is Board for move in board.get_legal_moves())
"""

OPPONENT = """
rival = game.get_opponent(self)
rival.visits = getattr(rival, "visits", 0) + 1
assert rival.visits == 1 + (game.move_count - 2) // 2
assert callable(rival.score) and rival.time_left() > 0 and {rival: 1}[game.inactive_player] == 1
"""

ALLOWED = {
    "looking itself up and pickling": player_class(f"{LOOKS_UP}\n{FIRST}", before=LOOKS),
    "moves that compare equal": player_class(
        "return Move(game.get_legal_moves()[0])", before=MOVES
    ),
    "a patched copy": player_class(f"copies.clear()\n{PATCHES}\n{FIRST}", before=PATCHED),
    "a board filled from another": player_class(f"{FILLS.strip()}\n{FIRST}", before=FILLED),
    "attributes of the opponent": player_class(f"{OPPONENT.strip()}\n{FIRST}"),
}


@pytest.mark.parametrize("name", ALLOWED)
def test_the_course_allows_it(name, tmp_path):
    path = write_agent(tmp_path, ALLOWED[name])
    player = lk.AgentPlayer(path, "CustomPlayer", nodes=500)
    with player.seat() as seat:
        after = OPENING.play(seat.choose(OPENING, seed=1).move)
        if name == "attributes of the opponent":  # the same object all game long
            seat.choose(after.play(after.legal_moves()[0]), seed=2)


def test_empty_folders_and_hidden_files_come_with_an_agent(tmp_path):
    body = "import os\nprint(sorted(os.listdir('.')), open('.weights').read())\n"
    path = write_agent(tmp_path, player_class(body + FIRST), "game_agent.py")
    (tmp_path / ".weights").write_text("0.5")
    (tmp_path / "logs").mkdir()
    (tmp_path / ".data").mkdir()
    (tmp_path / ".data" / "book").write_text("e4")
    for tool in (".git", ".mypy_cache", "__pycache__"):
        (tmp_path / tool).mkdir()
        (tmp_path / tool / "much").write_text("x")
    with lk.AgentPlayer(path, "CustomPlayer").seat() as seat:
        seat.choose(OPENING, seed=1)
        said = seat.output()
    assert said == "['.data', '.weights', 'game_agent.py', 'logs'] 0.5"


def test_a_heuristic_may_look_itself_up(tmp_path):
    path = write_agent(tmp_path, LOOKS, "game_agent.py")
    assert lk.heuristic(f"{path}:custom_score")(OPENING, 1) == 9


def test_replaced_methods_are_used_everywhere():
    class Own(Board):
        pass

    board = board_of(OPENING, "a", "b")
    assert board._is_plain
    assert not Own("a", "b")._is_plain
    Own.copy = Board.copy
    assert Board._is_plain, "a change to a subclass is its own"


# ---- scores that need a player


NEEDS = """
class AlphaBetaPlayer:
    def __init__(self, search_depth=3, score_fn=None, timeout=10.0):
        self.weight, self.time_left = 3, None

    def get_move(self, game, time_left):
        return game.get_legal_moves()[0]


def custom_score(game, player):
    return float(player.weight * len(game.get_legal_moves(player)))


def custom_score_2(game, player):
    try:
        return float(player.book[game.hash()] + len(game.get_legal_moves(player)))
    except Exception:
        return 0.0


def custom_score_3(game, player):
    return len(game.get_legal_moves(player)) + 0 * player.time_left() if game.move_count < 0 else 7


def custom_score_4(game, player):
    return len(game.get_legal_moves(player)) if hasattr(player, "weight") else 0
"""


@pytest.fixture(scope="module")
def needs(tmp_path_factory):
    return write_agent(tmp_path_factory.mktemp("needs"), NEEDS, "game_agent.py")


@pytest.mark.parametrize(("name", "value"), [("custom_score", 24), ("custom_score_4", 8)])
def test_a_score_that_needs_its_player_gets_a_real_one(name, value, needs):
    heuristic = lk.heuristic(f"{needs}:{name}")
    assert heuristic(OPENING, 1) == value
    assert heuristic.missed_attributes() == []
    assert (2 * heuristic)(OPENING, 1) == 2 * value


@pytest.mark.parametrize(
    ("name", "constant", "missed"),
    [
        ("custom_score", None, None),
        ("custom_score_2", "0 in all positions", "player.book"),
        ("custom_score_3", "7 in all positions", None),
        ("custom_score_4", None, None),
    ],
)
def test_the_check_notices_constants_and_swallowed_errors(name, constant, missed, needs):
    found = check_heuristic(
        lk.heuristic(f"{needs}:{name}"), sample_positions(lk.Position(), 40, seed=1)
    )
    assert (found.constant and found.constant.text) == constant
    assert (found.missed and found.missed.text) == missed


def test_players_made_in_this_process_may_look_themselves_up(tmp_path):
    move = "return (game.get_legal_moves() or [(-1, -1)])[0]"
    path = write_agent(tmp_path, player_class(f"{LOOKS_UP}\n{move}", before=LOOKS))
    agent = load(path)
    one, two = agent.CustomPlayer(), agent.CustomPlayer()
    _, history, reason = Board(one, two).play(time_limit=60_000)
    assert (reason, len(history) > 2) == ("illegal move", True)
