"""Importing games: all of a file or nothing of it, and nothing that was never played."""

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import lastknight as lk
from lastknight.cli import main
from lastknight.errors import LastknightError, NotationError
from lastknight.matches.archive import export_csv, export_jsonl
from lastknight.matches.game_import import import_games, import_jsonl
from lastknight.matches.store import Store

DEEP = "[" * 100_000


@pytest.fixture(scope="module")
def lines(tmp_path_factory):
    """An exported match."""
    with Store(tmp_path_factory.mktemp("export") / "games.db") as store:
        lk.play_match("Greedy(open)", "Random", pairs=6, store=store, workers=1)
        return list(export_jsonl(store, store.experiments()[0]))


@pytest.fixture
def store(tmp_path):
    with Store(tmp_path / "games.db") as store:
        yield store


def changed(line, **fields):
    return json.dumps(json.loads(line) | fields) + "\n"


def replan(line, **fields):
    head = json.loads(line)
    return json.dumps(head | {"plan": head["plan"] | fields}) + "\n"


def test_an_import_holds_what_was_exported(store, lines):
    assert import_jsonl(store, lines) == 12
    assert import_jsonl(store, lines) == 12
    (experiment,) = store.experiments()
    head, *games = export_jsonl(store, experiment)
    before = json.loads(lines[0])
    del before["about"]["command"]  # strangers do not get to write commands
    assert json.loads(head) == before
    assert games == lines[1:]
    assert list(store.damage()) == []


HEADS = {
    "nothing": lambda line: "",
    "not JSON": lambda line: "plan",
    "not text": lambda line: b"\xff\xfe",
    "nested": lambda line: '{"plan": ' + DEEP,
    "no object": lambda line: "[1]",
    "no plan": lambda line: "{}",
    "empty plan": lambda line: changed(line, plan={}),
    "about is a list": lambda line: changed(line, about=[]),
    "half a character": lambda line: changed(line, about={"command": "\ud800"}),
    "players": lambda line: replan(line, players=[1, 2]),
    "one player": lambda line: replan(line, players=["Random"]),
    "pairings": lambda line: replan(line, pairings=[[0, 9]]),
    "pairing of three": lambda line: replan(line, pairings=[[0, 1, 1]]),
    "negative pairing": lambda line: replan(line, pairings=[[0, -1]]),
    "openings": lambda line: replan(line, openings="all"),
    "listed openings": lambda line: replan(line, openings=["d4 d4"]),
    "census of 8 plies": lambda line: replan(line, openings="census", plies=8),
    "plies": lambda line: replan(line, plies=10**9),
    "plies as text": lambda line: replan(line, plies="2"),
    "start": lambda line: replan(line, start="a board"),
    "seed": lambda line: replan(line, seed=-1),
    "long seed": lambda line: line.replace('"seed": 1', '"seed": ' + "9" * 5000),
    "start ply": lambda line: replan(line, openings="self-play", start_ply="late"),
}


@pytest.mark.parametrize("name", HEADS)
def test_a_refused_experiment_leaves_nothing(store, lines, name):
    with pytest.raises(NotationError, match="line 1"):
        import_jsonl(store, [HEADS[name](lines[0]), *lines[1:]])
    assert store.experiments() == []


GAMES = {
    "type of pair": {"pair": "3"},
    "negative pair": {"pair": -1},
    "pair far away": {"pair": 2_000_000_000},
    "pairing": {"pairing": 1},
    "true pairing": {"pairing": True},
    "game": {"game": 3},
    "moves": {"moves": 5},
    "illegal moves": {"moves": "a1 a1"},
    "endless moves": {"moves": "a1 " * 100_000},
    "winner": {"winner": []},
    "reason": {"reason": "magic"},
    "name": {"a": "\x1b[2J"},
    "opening": {"opening": "d4"},
    "note": {"note": {}},
    "long note": {"note": "x" * 1_000_000},
    "choices": {"choices": [[1, 2]]},
    "more choices than moves": {"choices": [[0.0, 1, 1, 1, 0.0, False]] * 200},
    "negative nodes": {"choices": [[0.0, 1, -1, 1, 0.0, False]]},
}


@pytest.mark.parametrize("name", GAMES)
def test_one_refused_game_refuses_them_all(store, lines, name):
    bad = changed(lines[7], **GAMES[name])
    with pytest.raises(NotationError):
        import_jsonl(store, [*lines[:7], bad, *lines[8:]])
    assert store.experiments() == []


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_any_changed_line_is_refused_or_read(tmp_path, lines, data):
    values = st.one_of(
        st.none(),
        st.booleans(),
        st.integers(),
        st.floats(),
        st.text(),
        st.lists(st.integers()),
        st.sampled_from([10**400, "\ud800", [[[]]], {"a": []}]),
    )
    place = data.draw(st.integers(0, len(lines) - 1))
    record = json.loads(lines[place])
    part = record["plan"] if place == 0 else record
    part[data.draw(st.sampled_from(sorted(part)))] = data.draw(values)
    with Store(tmp_path / "any.db") as store:
        before = store.experiments()
        try:
            import_jsonl(store, [*lines[:place], json.dumps(record), *lines[place + 1 :]])
        except LastknightError:
            assert store.experiments() == before
        for experiment in store.experiments():
            list(export_csv(store, experiment))


def test_a_file_that_is_too_large_is_refused(store, tmp_path):
    path = tmp_path / "long.jsonl"
    path.write_text("x" * (2**24 + 5))
    with pytest.raises(NotationError, match="bytes"):
        import_games(store, path)
    path.write_bytes(b"\x80\x81")
    with pytest.raises(NotationError, match="UTF-8"):
        import_games(store, path)


def test_strangers_names_cannot_paint_the_terminal(tmp_path, lines, capsys):
    painted = "Random\x1b[2J\u202e\nexperiment"
    path = tmp_path / "painted.jsonl"
    head = replan(lines[0], players=["Greedy(open)", painted])
    path.write_text(head + "".join(changed(one, b=painted) for one in lines[1:]))
    database = str(tmp_path / "games.db")
    assert main(["games", database, "--import", str(path)]) == 0
    assert main(["games", database]) == 0
    assert main(["games", database, "--show", "0.0.1"]) == 0
    assert main(["games", database, "--import", str(tmp_path / "no\x1b[2J.jsonl")]) == 2
    shown = "".join(capsys.readouterr())
    assert not {"\x1b", "\u202e"} & set(shown)
    assert "\\x1b[2J\\u202e" in shown


def test_a_refused_import_leaves_the_list_as_it_was(tmp_path, lines, capsys):
    good, bad, database = tmp_path / "good", tmp_path / "bad", str(tmp_path / "games.db")
    good.write_text("".join(lines))
    bad.write_text(changed(lines[0], plan={"players": ["A"]}) + "".join(lines[1:]))
    assert main(["games", database, "--import", str(good)]) == 0
    main(["games", database])
    before = capsys.readouterr().out.partition("\n")[2]
    assert main(["games", database, "--import", str(bad)]) == 2
    error = capsys.readouterr().err
    assert error.startswith(f"lastknight: {bad}, line 1: the plan's pairings: ")
    assert main(["games", database]) == 0
    assert capsys.readouterr().out in before
