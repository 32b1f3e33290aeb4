"""Names in files: classes that play or heuristics, told apart without trusting the file."""

import os
from pathlib import Path

import pytest

import lastknight as lk
from command_line import run
from lastknight.players import is_player_spec

GET_MOVE = "    def get_move(self, game, time_left):\n        return game.get_legal_moves()[0]\n"
THING = f"class Thing:\n{GET_MOVE}"
CHASE = "def chase(position, player):\n    return len(position.legal_moves(player))\n"
LIMIT = 2**20


@pytest.fixture
def write(folder):
    """Write the file that specs name, and perhaps others next to it."""

    def write(source: str | bytes, **others: str) -> Path:
        data = source.encode() if isinstance(source, str) else source
        (folder / "it.py").write_bytes(data)
        for name, text in others.items():
            (folder / f"{name}.py").write_text(text)
        return folder / "it.py"

    return write


@pytest.fixture
def unparsed(monkeypatch):
    """No user's source is parsed in this process."""

    def parse(_source, *, name):
        pytest.fail(f"{name} was parsed outside the sandbox")

    monkeypatch.setattr("lastknight.aind.source.parse_source", parse)


@pytest.fixture
def no_process(monkeypatch):
    """No process is started to read a file."""
    monkeypatch.setattr(
        "lastknight.sandbox.reading.start_process", lambda *_, **__: pytest.fail("it was started")
    )


def sparse(path: Path, size: int) -> None:
    """Give a file a size without writing it; reading it would take all memory."""
    path.touch()
    os.truncate(path, size)


SOURCES = {
    # source: whether `Thing` is a player
    THING: True,
    "if True:\n    " + THING.rstrip().replace("\n", "\n    ") + "\n": True,
    f"class \\\n  Thing:\n{GET_MOVE}": True,
    f"class\tThing:\n{GET_MOVE}": True,
    f"def Thing(position, player): return 1\n{THING}": True,
    f"{THING}def Thing(position, player): return 1\n": False,
    "def Thing(position, player): return 1\n": False,
    f"{THING.replace('Thing', 'Other')}Thing = Other\n": True,
    "from helper import Thing\n": True,
    "Thing = 2\n": False,
    "Thing = 2  # not a class Thing\n": False,
    "def f():\n    class Thing: pass\n": False,
    f"# coding: latin-1\n# {chr(228)}\n{THING}": True,
    f"# coding: utf-7\n{THING}": True,
}


@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.usefixtures("unparsed")
def test_a_class_in_a_file_is_found_in_the_sandbox(write, source):
    write(source.encode("latin-1"), helper=THING)
    assert is_player_spec("it.py:Thing") is SOURCES[source]


LATER = {
    # name: source
    "thing": THING.replace("Thing", "thing"),
    "ärger": THING.replace("Thing", "ärger"),
    "Ärger": THING.replace("Thing", "Ärger"),
    "attack": THING.replace("Thing", "\N{FULLWIDTH LATIN SMALL LETTER A}ttack"),
    "spin": "# coding: utf-7\n" + THING.replace("class Thing", "+AGMAbABhAHMAcw- spin"),
}


@pytest.mark.parametrize("name", LATER)
@pytest.mark.usefixtures("unparsed")
def test_a_class_is_found_whatever_its_name_looks_like(write, name):
    write(LATER[name])
    assert is_player_spec(f"it.py:{name}")
    assert isinstance(lk.player(f"it.py:{name}(nodes=5)"), lk.AgentPlayer)


@pytest.mark.usefixtures("no_process", "unparsed")
def test_heuristics_need_no_process(write):
    write(f"# coding: utf-8\n# a class chase is not defined here\n{THING}{CHASE}")
    for spec in ("it.py:chas", "it.py:chase + open", "it.py:Thing - open", "nowhere.py:chase"):
        assert not is_player_spec(spec)
    assert is_player_spec("AlphaBeta(it.py:Thing, nodes=5)")
    assert is_player_spec("nowhere.py:Thing(nodes=5)")


@pytest.mark.usefixtures("no_process")
def test_a_file_of_heuristics_may_be_large(write):
    write(f"{CHASE}# {'x' * LIMIT}\n")
    assert str(lk.player("it.py:chase")) == "AlphaBeta(it.py:chase, nodes=15000)"


@pytest.mark.parametrize("name", ["Thing", "Thing(nodes=5)", "thing(nodes=5)"])
@pytest.mark.usefixtures("no_process", "unparsed")
def test_a_file_that_is_too_large_for_an_agent_is_refused_unread(capsys, folder, name):
    sparse(folder / "it.py", 2**40)
    code, out, err = run(capsys, "match", f"it.py:{name}", "Random")
    said = "lastknight: it.py is larger than 1,048,576 bytes\n"
    assert (code, out, err) == (2, "", said)


@pytest.mark.usefixtures("unparsed")
def test_a_large_file_with_a_class_is_refused_unparsed(write, folder):
    write(f"{THING.replace('Thing', 'thing')}# {'x' * LIMIT}\n")
    with pytest.raises(lk.AgentError, match=r"^it.py is larger than 1,048,576 bytes$"):
        lk.player("it.py:thing")
    sparse(folder / "it.py", 2**40)
    with pytest.raises(lk.AgentError, match=r"^it.py is larger than 33,554,432 bytes$"):
        lk.player("it.py:thing")


@pytest.mark.usefixtures("unparsed")
@pytest.mark.parametrize("source", ["class Thing(:\n", "class Thing: pass\n" + "(" * 5000])
def test_a_source_that_cannot_be_parsed_is_refused_in_one_line(write, source):
    write(source)
    with pytest.raises(lk.AgentError, match=r"^it\.py, line ") as caught:
        lk.player("it.py:Thing")
    assert "\n" not in str(caught.value)
    assert isinstance(lk.player("it.py:Thing(nodes=5)"), lk.AgentPlayer)  # it will forfeit


@pytest.mark.parametrize(
    "words",
    ["match it.py:Thing(nodes=5) Random", "match it.py:Thing Random", "aind tournament it.py"],
)
def test_a_pipe_is_not_waited_for(capsys, folder, words):
    os.mkfifo(folder / "it.py")
    code, out, err = run(capsys, *words.split())
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "cannot read it.py" in err
