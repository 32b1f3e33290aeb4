"""Bad values in the Python interface: whatever is given, a value or an error of ours.

The table goes over public names and their arguments; parsers are fuzzed with any text.
"""

import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lastknight as lk
from bad_values import BAD, check_refusal, refusal
from lastknight import spec
from lastknight.discovery.parameters import read_range, read_start
from lastknight.matches.costs import read_costs
from lastknight.matches.json_text import parse_json
from lastknight.matches.openings import parse_openings
from lastknight.players.searchers import SEARCHERS
from lastknight.players.specs import _PLAIN
from lastknight.solving.opening_tables import parse_table
from lastknight.stats.sprt import parse_sprt
from lastknight.text_file import decode, decode_source

POSITION = lk.Position.from_moves("d4 b1")
PLAYERS = ("Greedy(open)", "Random")
AGENT = Path(__file__).parent / "agents" / "board_reader.py"


def match(**options):
    return lk.play_match(*PLAYERS, **{"pairs": 1, "workers": 1} | options)


def tournament(**options):
    return lk.run_tournament(PLAYERS, **{"pairs": 1, "workers": 1} | options)


def tune(**options):
    given = {"nodes": 20, "pairs": 80, "check_pairs": 0, "workers": 1} | options
    return lk.tune("improved - w * center", {"w": (0, 1)}, **given)


# What each call makes of a bad value in one place.
CALLS = {
    "Position(width)": lambda bad: lk.Position(width=bad),
    "Position(height)": lambda bad: lk.Position(height=bad),
    "Position(blocked)": lambda bad: lk.Position(blocked=bad),
    "Position.from_moves": lk.Position.from_moves,
    "Position.parse": lk.Position.parse,
    "Position.play": POSITION.play,
    "Position.legal_moves": POSITION.legal_moves,
    "Position.location": POSITION.location,
    "Position.perft": lambda bad: POSITION.perft(bad if bad is not True else "no"),
    "Position.svg(moves)": lambda bad: POSITION.svg(moves=bad),
    "Position.svg(size)": lambda bad: POSITION.svg(size=bad),
    "Game.parse": lk.Game.parse,
    "Game(start)": lk.Game,
    "Game(moves)": lambda bad: lk.Game(POSITION, moves=bad),
    "Game(players)": lambda bad: lk.Game(POSITION, players=bad),
    "Game(forfeit)": lambda bad: lk.Game(POSITION, forfeit=bad),
    "Game(notes)": lambda bad: lk.Game(POSITION, notes=bad),
    "Game.play": lambda bad: lk.Game(POSITION).play(bad),
    "Game.undo": lambda bad: lk.Game(POSITION).undo(bad),
    "Store": lambda bad: lk.Store(bad).close(),
    "AgentPlayer(path)": lambda bad: lk.AgentPlayer(bad, "CustomPlayer"),
    "AgentPlayer(name)": lambda bad: lk.AgentPlayer(AGENT, bad),
    "AgentPlayer(score)": lambda bad: lk.AgentPlayer(AGENT, "CustomPlayer", score=bad),
    "AgentPlayer(seconds)": lambda bad: lk.AgentPlayer(AGENT, "CustomPlayer", seconds=bad),
    "AgentPlayer(files)": lambda bad: lk.AgentPlayer(AGENT, "CustomPlayer", files=bad),
    "AgentPlayer(sandbox)": lambda bad: lk.AgentPlayer(AGENT, "CustomPlayer", sandbox=bad),
    "parse_square": lk.parse_square,
    "format_square": lk.format_square,
    "parse_moves": lk.parse_moves,
    "format_moves": lk.format_moves,
    "Rng(seed)": lk.Rng,
    "Rng(stream)": lambda bad: lk.Rng(1, stream=bad),
    "Rng.below": lambda bad: lk.Rng(1).below(bad),
    "heuristic": lk.heuristic,
    "heuristic(position)": lambda bad: lk.heuristic("open")(bad, 1),
    "heuristic(player)": lambda bad: lk.heuristic("open")(POSITION, bad),
    "heuristic + bad": lambda bad: lk.heuristic("open") + bad,
    "switch(first)": lambda bad: lk.switch(bad, "open", blank=0.5),
    "switch(blank)": lambda bad: lk.switch("open", "open", blank=bad),
    "switch(role)": lambda bad: lk.switch("open", "open", role=bad),
    "compiled": lk.compiled,
    "player": lk.player,
    "AlphaBeta(heuristic)": lambda bad: lk.AlphaBeta(bad, depth=1),
    "AlphaBeta(depth)": lambda bad: lk.AlphaBeta("open", depth=bad),
    "AlphaBeta(nodes)": lambda bad: lk.AlphaBeta("open", nodes=bad),
    "AlphaBeta(seconds)": lambda bad: lk.AlphaBeta("open", seconds=bad),
    "Minimax(depth)": lambda bad: lk.Minimax("open", depth=bad),
    "Expert(nodes)": lambda bad: lk.Expert(nodes=bad),
    "choose(position)": lambda bad: lk.Greedy("open").choose(bad),
    "choose(seed)": lambda bad: lk.Greedy("open").choose(POSITION, seed=bad),
    "choose(on_depth)": lambda bad: lk.Greedy("open").choose(POSITION, on_depth=bad),
    "Perfect.choose": lambda bad: lk.Perfect().choose(bad),
    "solve": lk.solve,
    "solve(nodes)": lambda bad: lk.solve(POSITION, nodes=bad or 5),
    "solve(threads)": lambda bad: lk.solve(POSITION, nodes=5, threads=bad),
    "solve(progress)": lambda bad: lk.solve(POSITION, nodes=5, progress=bad),
    "play_match(a)": lambda bad: lk.play_match(bad, "Random", pairs=1, workers=1),
    "play_match(pairs)": lambda bad: match(pairs=bad or -1),
    "play_match(openings)": lambda bad: match(openings=bad),
    "play_match(plies)": lambda bad: match(plies=bad),
    "play_match(start_ply)": lambda bad: match(start_ply=bad),
    "play_match(start)": lambda bad: match(start=bad),
    "play_match(seed)": lambda bad: match(seed=bad),
    "play_match(workers)": lambda bad: match(workers=bad or -1),
    "play_match(runner)": lambda bad: match(runner=bad, workers=None) if bad else None,
    "play_match(move_seconds)": lambda bad: match(move_seconds=bad),
    "play_match(sprt)": lambda bad: match(sprt=bad),
    "play_match(store)": lambda bad: match(store=bad),
    "play_match(progress)": lambda bad: match(progress=bad),
    "run_tournament(players)": lambda bad: lk.run_tournament(bad, pairs=1, workers=1),
    "run_tournament(opponents)": lambda bad: tournament(opponents=bad),
    "run_tournament(start)": lambda bad: tournament(start=bad),
    "run_tournament(anchor)": lambda bad: tournament(anchor=bad),
    "tune(spec)": lambda bad: lk.tune(bad, {"w": (0, 1)}, nodes=20, pairs=80, check_pairs=0),
    "tune(ranges)": lambda bad: lk.tune("improved - w * center", bad, pairs=80, check_pairs=0),
    "tune(sprt)": lambda bad: tune(sprt=bad if bad is not None else 3),
    "tune(start)": lambda bad: tune(start=bad if bad is not None else 3),
    "tune(store)": lambda bad: tune(store=bad),
    "tune(progress)": lambda bad: tune(progress=bad if bad is not None else 3),
    "tune(seed)": lambda bad: tune(seed=bad),
    "tune(against)": lambda bad: tune(against=bad if bad is not None else 3),
    "discover(features)": lambda bad: lk.discover(features=bad, positions=-1),
    "discover(board)": lambda bad: lk.discover(board=bad, positions=-1),
    "discover(pairs)": lambda bad: lk.discover(pairs=bad, positions=-1),
    "discover(quick)": lambda bad: lk.discover(quick=bad, positions=-1),
    "Cluster": lambda bad: lk.Cluster(bad if not isinstance(bad, int) else None),
    "Squares": lambda bad: lk.Squares(bad if type(bad) is not int else 0),
}


@pytest.mark.parametrize("kind", BAD)
@pytest.mark.parametrize("name", CALLS)
def test_a_bad_value_gives_a_value_or_a_lastknight_error(name, kind, folder):  # noqa: ARG001
    bad = BAD[kind]
    if (
        name in ("play_match(progress)", "play_match(runner)", "choose(on_depth)", "tune(progress)")
        and kind == "class"
    ):
        return  # it can be called
    check_refusal(CALLS[name], bad)


def test_text_works_where_the_command_line_takes_it(folder):
    (folder / "openings.txt").write_text("d4 b1\nc3 e5  # a comment\n")
    assert match(openings="openings.txt", pairs=None).tally.pairs == 2
    assert match(openings="d4 b1; c3 e5", pairs=None).tally.pairs == 2
    assert match(start="d4", plies=1).tally.pairs == 1
    assert match(sprt="quick", pairs=2).sprt == parse_sprt("0:50")
    assert match(store="x.db").tally.pairs == 1
    assert Path("x.db").is_file()
    assert tune(store="y.db", sprt="quick", board="d4").pairs == 80
    for ranges in ("w=0:1", ["w=0:1"]):
        spec = "improved - w * center"
        found = lk.tune(spec, ranges, nodes=20, pairs=80, check_pairs=0, workers=1)
        assert found.pairs == 80
    assert Path("y.db").is_file()
    assert lk.solve("d4 b1", nodes=1000).position == POSITION
    assert lk.solve(str(POSITION), nodes=1000).position == POSITION


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"sprt": "quickly"}, "the SPRT must be one of quick"),
        ({"seed": None}, "seed must be a whole number"),
        ({"progress": True}, "progress must be a function to call, or None, got True"),
        (
            {"move_seconds": math.nan},
            "move_seconds must be a number of seconds above 0, at most 1000000",
        ),
        ({"move_seconds": -1}, "at most 1000000; got -1"),
        ({"store": 3}, "store must be a Store, the path of its file, or None, got 3"),
        ({"openings": "nowhere.txt"}, "an existing file, or moves such as"),
        ({"start": 7}, "expected a position, its text, or moves"),
    ],
)
def test_a_match_is_refused_before_it_is_played(options, words):
    with pytest.raises(lk.LastknightError) as caught:
        match(**options)
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: lk.Game(1), "a game must start from a Position, got 1"),
        (lambda: lk.Game(POSITION, players=1), "the players of a game must be a tuple, got 1"),
        (lambda: lk.Store(None), "a store needs the path of its file, got None"),
        (lambda: lk.Store(1), "got 1"),
        (lambda: lk.AgentPlayer(None, None), "expected the path of an agent's file, .* got None"),
        (lambda: lk.AgentPlayer(AGENT, None), "needs the name of a class in its file, got None"),
        (
            lambda: lk.AgentPlayer(AGENT, "A", files="all"),
            "files must be one of alone, imports, folder",
        ),
    ],
)
def test_a_constructor_says_what_it_takes(call, words):
    with pytest.raises(lk.ArgumentError, match=words):
        call()


def test_a_string_is_not_a_list_of_players():
    with pytest.raises(lk.ArgumentError, match="players must be a list of players, got 'Random'"):
        lk.run_tournament("Random")
    with pytest.raises(lk.ArgumentError, match="features must be a list of heuristics, got 'open'"):
        lk.discover(features="open")


def test_a_player_is_not_a_heuristic():
    assert sorted(spec.PLAYERS) == sorted([*_PLAIN, "Expert", *SEARCHERS])
    for name in spec.PLAYERS:
        for text in (name, name.lower(), f"{name}(open, depth=1)", f"open - {name}"):
            with pytest.raises(lk.NotationError, match=f"^{name} is a player, not a heuristic"):
                lk.heuristic(text)


def test_openings_may_be_any_list_or_a_path(folder):
    (folder / "openings.txt").write_text("d4 b1\nc3 e5\n")
    numbers = np.array([[[3, 3], [0, 1]]])
    assert match(openings=Path("openings.txt"), pairs=None).tally.pairs == 2
    assert match(openings=(text for text in ("d4 b1", "c3 e5")), pairs=None).tally.pairs == 2
    assert refusal(lambda: match(openings=numbers, pairs=1)) is None
    assert refusal(lambda: match(openings=np.array([1, 2]))).startswith("opening 1: ")


def test_the_squares_of_a_set_may_be_numbers_of_an_array():
    assert lk.Squares(*np.array([1, 70])).to_bits() == (1 << 1) + (1 << 70)
    assert refusal(lk.Squares, np.array([1, 2])).startswith("squares are whole numbers from 0, got")


def test_a_diagram_takes_moves_as_text():
    drawn = POSITION.svg(moves=[(3, 3), (0, 1)])
    assert POSITION.svg(moves="d4 b1") == POSITION.svg(moves=["d4", "b1"]) == drawn


def test_names_that_are_far_too_long_are_cut():
    for call in (lk.heuristic, lk.player):
        assert len(refusal(call, "x" * 5000)) < 300


# Text near what a parser takes, and any text at all.
PIECES = st.sampled_from(
    [
        *("improved", "open", "Random", "AlphaBeta", "Perfect", "switch", "reach"),
        *("x", "mine.py:f"),
        *("(", ")", ",", "=", "+", "-", "*", "/", ":", ";", ".", "'", '"', "[", "]", "**", "\n"),
        *("1", "0.5", "1e999", "9" * 400, "depth=", "nodes=", "blank=", "d4", "b1"),
        *("a1", "#", "\0"),
        *("...", "..x", "1.2", ":1", ":2", "\ud800", "é", "lambda", "if", "w=0:1", "0:20"),
    ]
)
TEXTS = st.one_of(
    st.lists(PIECES, max_size=12).map("".join),
    st.lists(PIECES, max_size=8).map(" ".join),
    st.text(max_size=60),
)
PARSERS = {
    "heuristic": lk.heuristic,
    "player": lk.player,
    "Position.parse": lk.Position.parse,
    "Position.from_moves": lk.Position.from_moves,
    "Position.play": POSITION.play,
    "parse_square": lk.parse_square,
    "parse_moves": lk.parse_moves,
    "Position.svg(moves)": lambda bad: POSITION.svg(moves=bad),
    "Position.svg(size)": lambda bad: POSITION.svg(size=bad),
    "Game.parse": lk.Game.parse,
    "parse_openings": lambda text: parse_openings(lk.Position(), text),
    "parse_sprt": parse_sprt,
    "read_range": read_range,
    "read_costs": lambda text: read_costs([text]),
    "read_start": lambda text: read_start([text]),
    "parse_table": parse_table,
    "parse_json": lambda text: parse_json(text, "the text"),
    "decode": lambda text: decode(as_bytes(text), "the file"),
    "decode_source": lambda text: decode_source(as_bytes(text), "the file"),
}


@pytest.mark.parametrize("name", PARSERS)
@settings(max_examples=150)
@given(text=TEXTS)
def test_any_text_gives_a_value_or_a_lastknight_error(name, text):
    assert "\n" not in (refusal(PARSERS[name], text) or "")


def as_bytes(text):
    return text.encode("utf-8", "replace")


@settings(max_examples=60)
@given(content=st.one_of(st.binary(max_size=80), st.text(max_size=80).map(as_bytes)))
def test_any_file_of_openings_or_heuristics_gives_a_lastknight_error(tmp_path_factory, content):
    folder = tmp_path_factory.mktemp("files")
    for name in ("openings.txt", "mine.py"):
        (folder / name).write_bytes(content)
    for attempt in (
        lambda: parse_openings(lk.Position(), str(folder / "openings.txt")),
        lambda: lk.heuristic(f"{folder}/mine.py:chase"),
        lambda: lk.player(f"{folder}/mine.py:Chase"),
    ):
        assert "\n" not in (refusal(attempt) or "")
