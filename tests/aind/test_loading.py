"""Loading agents: their own modules, our board, and nothing left behind."""

import random
import statistics
import sys
import textwrap
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import lastknight as lk
from lastknight.aind import Board, load, sample_players
from lastknight.aind.loading import make_player
from lastknight.aind.source import is_agent_file, parse_source
from lastknight.aind.turns import ask

AGENTS = Path(__file__).parents[1] / "agents"


@pytest.fixture
def write(tmp_path):
    """Write files of a folder, and give the folder."""

    def files(**sources):
        for name, source in sources.items():
            path = tmp_path / f"{name.replace('__', '/')}.py"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(textwrap.dedent(source))
        return tmp_path

    return files


@pytest.fixture(autouse=True)
def no_traces():
    """Whatever is loaded, the interpreter is as before."""
    before, path, hooks = set(sys.modules), list(sys.path), list(sys.meta_path)
    yield
    new = {name for name in set(sys.modules) - before if not name.startswith("lastknight")}
    assert {name.partition(".")[0] for name in new} <= set(sys.stdlib_module_names) | {"numpy"}
    assert sys.path == path
    assert sys.meta_path == hooks


def clock(units=200):
    """A clock that falls by one with every look at it."""
    left = iter(range(units, -(10**9), -1))
    return lambda: float(next(left))


def test_a_new_agent():
    agent = load(AGENTS / "new" / "game_agent.py")
    assert list(agent.heuristics) == [
        "custom_score", "custom_score_2", "custom_score_3", "distance",
    ]  # fmt: skip
    assert list(agent.players) == ["MinimaxPlayer", "AlphaBetaPlayer"]
    assert agent.generation(agent.players["AlphaBetaPlayer"]) == "new"
    assert agent.path == (AGENTS / "new" / "game_agent.py").resolve()
    assert agent.custom_score is agent.module.custom_score
    assert agent.module.__name__ == "game_agent"
    with pytest.raises(AttributeError):
        agent.custom_score_9  # noqa: B018


def test_an_old_agent():
    agent = load(str(AGENTS / "old" / "game_agent.py"))
    assert list(agent.heuristics) == ["custom_score"]
    assert list(agent.players) == ["CustomPlayer"]
    assert agent.generation(agent.CustomPlayer) == "old"
    assert agent.Board is Board
    assert agent.improved_score is sample_players.improved_score


def test_siblings_are_found_early_and_late():
    agent = load(AGENTS / "siblings" / "game_agent.py")
    player = make_player(agent, "AlphaBetaPlayer")
    board = Board(player, "other").forecast_move((3, 3)).forecast_move((0, 1))
    random.seed(1)
    assert ask(player, board, time_left=clock()) in board.get_legal_moves()
    names = sorted(file.name for file in agent.files)
    assert names == ["friend.py", "game_agent.py", "late.py", "weights.py"]
    assert agent.friend.game_agent is agent.module
    assert agent.statistics is statistics


def test_a_package_with_relative_imports():
    agent = load(AGENTS / "package" / "team" / "game_agent.py")
    player = make_player(agent, "AlphaBetaPlayer")
    board = Board(player, "other").forecast_move((3, 3)).forecast_move((0, 1))
    assert agent.custom_score(board, player) == 8 - 1.5 * 3
    assert ask(player, board, time_left=clock()) in board.get_legal_moves()


def test_agents_of_the_same_name_do_not_clash():
    paths = [AGENTS / folder / "game_agent.py" for folder in ("new", "old", "siblings", "twin")]
    agents = [load(path) for path in paths]
    again = load(paths[-1])
    assert len({id(agent.module) for agent in [*agents, again]}) == 5
    board = Board("one", "two").forecast_move((3, 3)).forecast_move((0, 1))
    assert agents[3].custom_score(board, "one") == 7
    again.weights.WEIGHTS = 8
    assert agents[3].custom_score(board, "one") == 7
    assert again.custom_score(board, "one") == 8
    assert agents[2].custom_score(board, "one") == pytest.approx(3.5)


def test_changes_to_the_courses_modules_stay_with_the_agent(write):
    folder = write(
        vandal="""
            import isolation, sample_players
            isolation.Board = None
            sample_players.improved_score = None
        """
    )
    load(folder / "vandal.py")
    agent = load(AGENTS / "old" / "game_agent.py")
    assert agent.Board is Board
    assert callable(agent.improved_score)


def test_names_a_student_added_to_the_courses_files(write):
    folder = write(
        sample_players="from isolation import Board\ndef mine(game, player): return 3\n",
        isolation__isolation="HELPER = 4\nclass Board: pass\n",
        isolation____init__="from .isolation import Board\n",
        game_agent="""
            from isolation import Board
            from isolation.isolation import HELPER
            from sample_players import improved_score, mine
            def custom_score(game, player): return mine(game, player) + HELPER
        """,
    )
    agent = load(folder / "game_agent.py")
    assert agent.Board is Board
    assert agent.custom_score(None, None) == 7
    missing = write(game_agent="from sample_players import yours\n")
    with pytest.raises(lk.AgentError, match=r"ImportError: cannot import name 'yours'"):
        load(missing / "game_agent.py")


def test_a_submission_under_another_name_is_still_the_game_agent(write):
    folder = write(
        one="X = 1\nimport extra\ndef custom_score(game, player): return extra.double()\n",
        extra="import game_agent\ndef double(): return 2 * game_agent.X\n",
    )
    assert load(folder / "one.py").custom_score(None, None) == 2


@pytest.mark.parametrize("name", ["random", "copy", "math", "__main__", "isolation", "my agent"])
def test_any_file_name_will_do(write, name):
    source = """
        import random, copy, math
        from isolation import Board
        print = None
        def custom_score(game, player): return math.floor(random.random())
        if __name__ == "__main__":
            raise RuntimeError("run")
    """
    folder = write(x=source)
    path = folder / f"{name}.py"
    (folder / "x.py").rename(path)
    agent = load(path)
    assert agent.custom_score(None, None) == 0
    assert agent.random is random
    assert agent.Board is Board


def test_a_file_may_have_the_name_of_a_module_that_nobody_has_imported_yet(write, monkeypatch):
    folder = write(colorsys="import colorsys\nclass Own: pass\n")
    monkeypatch.delitem(sys.modules, "colorsys", raising=False)
    agent = load(folder / "colorsys.py")
    assert callable(agent.colorsys.rgb_to_hsv)
    with agent.importer.listed():
        assert sys.modules[agent.Own.__module__].Own is agent.Own


def test_folders_that_an_agent_adds_to_the_path(write):
    folder = write(
        lib__tool="VALUE = 5\n",
        lib__later="VALUE = 6\n",
        game_agent="""
            import os, sys
            sys.path.insert(0, os.path.join(os.path.dirname(__file__), "lib"))
            import tool
            def custom_score(game, player):
                import later
                return tool.VALUE + later.VALUE
        """,
    )
    assert load(folder / "game_agent.py").custom_score(None, None) == 11


def test_entries_an_agent_adds_to_sys_modules_are_removed(write):
    folder = write(
        tool="VALUE = 5\n",
        game_agent="""
            import os, sys
            from importlib.util import module_from_spec, spec_from_file_location
            place = os.path.join(os.path.dirname(__file__), "tool.py")
            spec = spec_from_file_location("my_tool", place)
            sys.modules["my_tool"] = tool = module_from_spec(spec)
            spec.loader.exec_module(tool)
            sys.path = ["elsewhere"]
        """,
    )
    path = sys.path
    assert load(folder / "game_agent.py").tool.VALUE == 5
    assert "my_tool" not in sys.modules
    assert sys.path is path


def test_another_folder_can_be_given(write):
    folder = write(
        shared="VALUE = 5\n", one__game_agent="import shared\nVALUE = shared.VALUE + 1\n"
    )
    assert load(folder / "one" / "game_agent.py", folder=folder).VALUE == 6
    with pytest.raises(lk.AgentError, match="No module named 'shared'"):
        load(folder / "one" / "game_agent.py")


def test_modules_that_look_themselves_up_while_they_run(write):
    folder = write(
        game_agent="""
            from __future__ import annotations
            import enum, typing
            from dataclasses import dataclass, field
            @dataclass
            class Memory:
                name: str
                moves: typing.ClassVar[int] = 3
                seen: list[int] = field(default_factory=list)
            class Side(enum.Enum):
                OWN = 1
        """
    )
    agent = load(folder / "game_agent.py")
    assert agent.Memory("x").seen == []
    assert agent.Memory.moves == 3


def test_loading_writes_nothing(write):
    folder = write(game_agent="import other\n", other="")
    load(folder / "game_agent.py")
    assert sorted(path.name for path in folder.iterdir()) == ["game_agent.py", "other.py"]


def test_dubious_code_gives_no_warning(write):
    folder = write(game_agent="PATTERN = '\\d'\nif PATTERN is 'x':\n    pass\n")
    assert load(folder / "game_agent.py").PATTERN == "\\d"


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("def broken(:\n", "line 1: SyntaxError: "),
        ("x = 1\nprint 'hello'\n", "line 2: SyntaxError: Missing parentheses"),
        ("\tx = 1\n        y = 2\n", "line 1: IndentationError"),
        ("raise ValueError('no\\nway')", "ValueError: no way"),
        ("raise ValueError('long ' * 1000)", "ValueError: long long"),
        ("import sys; sys.exit(3)", "SystemExit: 3"),
        ("raise BaseException", "BaseException"),
        ("import nothing_of_this_name", "ModuleNotFoundError: No module named 'nothing_of"),
        ("from . import nothing", "ImportError"),
        ("import helper_that_fails", "ZeroDivisionError: division by zero"),
        ("x = '\0'", "SyntaxError|ValueError"),
        ("class Odd(Exception):\n    def __str__(self): return 1/0\nraise Odd", "Odd"),
        ("def f(): f()\nf()", "RecursionError"),
    ],
)
def test_a_file_that_cannot_be_imported_says_why_in_one_line(tmp_path, source, words):
    (tmp_path / "game_agent.py").write_text(source)
    (tmp_path / "helper_that_fails.py").write_text("1 / 0")
    with pytest.raises(lk.AgentError, match=words) as caught:
        load(tmp_path / "game_agent.py")
    assert "\n" not in str(caught.value)
    assert "game_agent.py cannot be imported: " in str(caught.value)
    assert len(str(caught.value)) < 300 + len(str(tmp_path))
    assert caught.value.__cause__ is not None


def test_odd_objects_in_a_file_are_left_alone(write):
    folder = write(
        game_agent="""
            class Endless:
                def __getattr__(self, name): return self
                def __call__(self): return self
            class Prickly:
                def __getattr__(self, name): raise ValueError(name)
                def __call__(self, game, player): return 1
            custom_score, thing, thorn = Endless(), Endless(), Prickly()
            custom_score_2 = Prickly
        """
    )
    agent = load(folder / "game_agent.py")
    assert list(agent.players) == []
    assert list(agent.heuristics) == ["custom_score"]


def test_a_missing_file_is_refused(tmp_path):
    for path in (tmp_path / "nowhere.py", tmp_path):
        with pytest.raises(lk.AgentError, match="expected a file such as"):
            load(path)


def test_many_threads_may_load_at_once():
    paths = [AGENTS / folder / "game_agent.py" for folder in ("new", "old", "siblings", "twin")]
    with ThreadPoolExecutor(8) as pool:
        agents = list(pool.map(load, paths * 10))
    assert [agent.path for agent in agents] == [path.resolve() for path in paths * 10]


class TestPlayers:
    def test_constructors_get_what_they_take(self):
        agent = load(AGENTS / "new" / "game_agent.py")
        player = make_player(agent, "MinimaxPlayer", score="custom_score_2", depth=2)
        assert player.score is agent.custom_score_2
        assert player.search_depth == 2
        player = make_player(agent, "AlphaBetaPlayer", score="improved_score")
        assert player.score is sample_players.improved_score
        assert player.search_depth == 3
        player = make_player(agent, "AlphaBetaPlayer", score=agent.distance)
        assert player.score is agent.distance

    def test_old_players_deepen_unless_given_a_depth(self):
        agent = load(AGENTS / "old" / "game_agent.py")
        player = make_player(agent, "CustomPlayer")
        assert (player.iterative, player.method) == (True, "alphabeta")
        player = make_player(agent, "CustomPlayer", depth=5, method="minimax")
        assert (player.iterative, player.method, player.search_depth) == (False, "minimax", 5)

    def test_competition_players_take_neither(self):
        agent = load(AGENTS / "competition" / "competition_agent.py")
        assert make_player(agent, "CustomPlayer").book == {}
        for given in ({"score": "improved_score"}, {"depth": 2}, {"method": "minimax"}):
            with pytest.raises(lk.AgentError, match="takes no "):
                make_player(agent, "CustomPlayer", **given)

    @pytest.mark.parametrize(
        ("constructor", "expected"),
        [
            ("search_depth, score_fn, timeout", (3, True, 10.0)),
            ("search_depth, *, score_fn=custom_score, timeout=1", (3, True, 1)),
        ],
    )
    def test_required_arguments_are_passed(self, write, constructor, expected):
        folder = write(
            game_agent=f"""
                def custom_score(game, player): return 1
                class Player:
                    def __init__(self, {constructor}):
                        self.given = (search_depth, score_fn is custom_score, timeout)
                    def get_move(self, game, time_left): return None
            """
        )
        assert make_player(load(folder / "game_agent.py"), "Player").given == expected

    def test_keyword_arguments(self, write):
        folder = write(
            game_agent="""
                class Player:
                    def __init__(self, **settings): self.settings = settings
                    def get_move(self, game, time_left): return None
            """
        )
        player = make_player(load(folder / "game_agent.py"), "Player", depth=2)
        assert player.settings == {"search_depth": 2}

    @pytest.mark.parametrize(
        ("name", "given", "words"),
        [
            ("Nobody", {}, "has no player 'Nobody'; its players: MinimaxPlayer, AlphaBetaPlayer"),
            ("IsolationPlayer", {}, "has no player 'IsolationPlayer'"),
            ("MinimaxPlayer", {"score": "x"}, "has no score 'x'; its scores: custom_score, "),
        ],
    )
    def test_missing_names_are_reported(self, name, given, words):
        with pytest.raises(lk.AgentError, match=words):
            make_player(load(AGENTS / "new" / "game_agent.py"), name, **given)

    def test_a_failing_constructor_is_reported(self, write):
        folder = write(
            game_agent="""
                class Player:
                    def __init__(self): raise OSError("no book")
                    def get_move(self, game, time_left): return None
            """
        )
        with pytest.raises(lk.AgentError, match=r"cannot create .*: OSError: no book"):
            make_player(load(folder / "game_agent.py"), "Player")


@pytest.mark.parametrize(
    ("source", "is_agent"),
    [
        ("from isolation import Board", True),
        ("import isolation.isolation as x", True),
        ("def f():\n    import sample_players", True),
        ("def custom_score(game, player): return 0", True),
        ("class A:\n    def get_move(self, game, time_left): pass", True),
        ("import helper", True),
        ("from helper import x", True),
        ("import plain", False),
        ("import lastknight as lk\ndef mine(position, player): return 0", False),
        ("def show(game): pass", False),
        ("import circle", False),
        (f"import {'m' * 300}", False),
        ("broken(", False),
    ],
)
def test_agents_are_recognised_by_their_source(write, source, is_agent):
    folder = write(
        it=source + "\nraise SystemExit('never run')" * ("(" not in source[-1]),
        helper="import sample_players\nraise SystemExit\n",
        plain="x = 1",
        circle="import it",
    )
    assert is_agent_file(folder / "it.py") is is_agent
    assert not is_agent_file(folder / "nowhere.py")


@pytest.mark.parametrize(("last", "is_agent"), [("import isolation", True), ("x = 1", False)])
def test_a_long_chain_of_imports_is_followed_to_its_end(write, last, is_agent):
    count = 1501
    chain = {f"m{place}": f"import m{place + 1}" for place in range(count)}
    folder = write(**chain, **{f"m{count}": last})
    assert is_agent_file(folder / "m0.py") is is_agent


@pytest.mark.parametrize("sign", ["-", "not ", "(", "f(", "["])
def test_a_source_that_is_nested_too_deeply_is_refused_with_a_reason(sign):
    with pytest.raises(lk.AgentError) as caught:
        parse_source((f"x = {sign * 20_000}1").encode(), name="it.py")
    assert str(caught.value).rpartition(": ")[2]
