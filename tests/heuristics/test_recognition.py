"""What counts as a heuristic in a user's file, and what is said of the rest."""

import pytest

import lastknight as lk
from lastknight.heuristics.files import find_in_file, names_in_file, passed_over_in_file

HEAD = """
import functools
from math import dist, hypot
import lastknight as lk
from lastknight import Position
VALUE = 3
"""

# The text of a file, its heuristics, and what is passed over.
FILES = {
    "a position and a player": ("def a(position, player): return 0.0", ["a"], []),
    "other usual names": (
        "def a(pos, me): return 0.0\ndef b(board, side): return 0.0\ndef c(state, own): return 0.0",
        ["a", "b", "c"],
        [],
    ),
    "a weight with a default": ("def a(position, player, weight=2): return 0.0", ["a"], []),
    "a weight without one": (
        "def a(position, player, w): return 0.0",
        [],
        ["a(position, player, w)"],
    ),
    "annotations": ("def a(p: Position, who: int) -> float: return 0.0", ["a"], []),
    "annotations as text": ("def a(p: 'lk.Position', player): return 0.0", ["a"], []),
    "a helper": ("def distance(square, other): return 0.0", [], ["distance(square, other)"]),
    "a helper of a position": (
        "def reachable(position, square): return 0.0",
        [],
        ["reachable(position, square)"],
    ),
    "an annotated helper": (
        "def a(position: Position, square: int) -> list: return []",
        [],
        ["a(position, square)"],
    ),
    "a helper and a heuristic": (
        "def helper(a, b): return 0\ndef mine(position, player): return helper(1, 2)",
        ["mine"],
        ["helper(a, b)"],
    ),
    "a helper of one argument": ("def row(square): return square // 7", [], []),
    "a view without a decorator": ("def chase(view): return view.own", [], ["chase(view)"]),
    "an underscore": ("def _a(position, player): return 0.0", [], []),
    "what is imported": ("", [], []),
    "classes and values": ("class A:\n    def b(self, player): return 0.0", [], []),
    "an object": (
        "class W:\n    def __call__(self, position, player): return 0.0\nw = W()",
        ["w"],
        [],
    ),
    "a hostile object": (
        "class W:\n    def __getattribute__(self, name): raise SystemExit(name)\nw = W()".replace(
            "SystemExit", "ValueError"
        ),
        [],
        [],
    ),
    "a cache": ("@functools.cache\ndef a(position, player): return 0.0", ["a"], []),
    "decorated": (
        "@lk.heuristic\ndef a(x, y): return 0.0\n@lk.compiled\ndef b(view): return view.own",
        ["a", "b"],
        [],
    ),
    "composed": ("a = lk.heuristic('improved') - 2", ["a"], []),
    "a list": (
        "def a(x, y): return 0.0\ndef b(position, player): return 0.0\nHEURISTICS = [a]",
        ["a"],
        [],
    ),
    "a list of names": ("def a(x, y): return 0.0\nHEURISTICS = ('a', 'a')", ["a"], []),
    "public names": (
        "def a(x, y): return 0.0\ndef b(position, player): return 0.0\n__all__ = ['a', 'VALUE']",
        ["a"],
        [],
    ),
}


@pytest.mark.parametrize("kind", FILES)
def test_a_file_has_the_heuristics_that_a_person_expects(kind, tmp_path):
    source, names, over = FILES[kind]
    path = tmp_path / "mine.py"
    path.write_text(HEAD + source)
    assert passed_over_in_file(str(path)) == over
    if names:
        assert names_in_file(str(path)) == names
        return
    with pytest.raises(lk.NotationError, match="defines no heuristic") as failure:
        names_in_file(str(path))
    assert "heuristics take (position, player)" in str(failure.value)
    assert "names that begin with _ are ignored" in str(failure.value)
    assert all(one in str(failure.value) for one in over)


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("HEURISTICS = 3", "HEURISTICS in .* must be a list .*, got 3"),
        ("HEURISTICS = []", r"must be a list .*, got \[\]"),
        ("HEURISTICS = ['nothing']", "lists 'nothing', which it does not define"),
        ("HEURISTICS = [lambda position, player: 0]", "which has no name there"),
        ("class A: pass\nHEURISTICS = [A]", "A of HEURISTICS in .* is a class"),
        (
            "def a(x): pass\nHEURISTICS = [a]",
            r"takes \(x\); a heuristic takes \(position, player\)",
        ),
    ],
)
def test_a_list_of_something_else_is_refused(source, words, tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(source)
    with pytest.raises(lk.NotationError, match=words):
        names_in_file(str(path))


def test_a_name_that_the_user_gives_counts_if_it_can_be_called(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(
        "def _hidden(x, y): return 7.0\ndef one(x): return x\nclass A: pass\nVALUE = 3\n"
        "def chase(view): return view.own\ndef shown(position, player): return 1.0\n"
    )
    assert lk.heuristic(f"{path}:_hidden")(lk.Position(), 1) == 7.0
    for name, words in {
        "one": r"mine.py:one takes \(x\); a heuristic takes \(position, player\)",
        "A": "mine.py:A is a class",
        "VALUE": "mine.py:VALUE is not a function",
        "chase": r"takes \(view\).*; write @lk.compiled above it",
        "nothere": r"has no 'nothere'\. It has shown$",
        "show": r"has no 'show'; did you mean 'shown'\? It has shown$",
    }.items():
        with pytest.raises(lk.NotationError, match=words):
            lk.heuristic(f"{path}:{name}")
    path.write_text("VALUE = 3\n")
    with pytest.raises(lk.NotationError, match="It has no heuristic"):
        find_in_file(f"{path}:nothere")
