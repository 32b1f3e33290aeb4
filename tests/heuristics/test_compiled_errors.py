"""A compiled heuristic that fails gives one line; other processes find it or say why not."""

from __future__ import annotations

import math
import pickle
import subprocess
import sys

import pytest

import lastknight as lk
from lastknight.heuristics.compiled import CompiledHeuristic, compiled
from lastknight.heuristics.view import Squares, View

WEIGHTS = (0.5, 1.25, 3.0)
TABLE = {8: 1, 3: 2}


def raising(kind: str) -> CompiledHeuristic:
    def division(view):
        return 1 / (view.own - 8)

    def remainder(view):
        return 5 % (view.own - 8)

    def subscript(view):
        return WEIGHTS[view.own]

    def unplaced(view):
        return view.row(view.own_location - 25)

    def square(view):
        return len(Squares(view.own_location - 25))

    def steps(view):
        return len(view.steps(view.squares))

    def column(view):
        return view.column(-1)

    def off_the_board(view):
        return view.square(view.height, 0)

    def own_error(view):
        if view.own == 8:
            raise ValueError("no such thing")
        return 1

    def not_a_number(view):
        return math.inf - math.inf + view.own

    return compiled(locals()[kind])


# One of the moves is to d4, from where the player has 8 moves.
BEFORE = lk.Position.parse(".2...../......./......./......./......./......./.......:1")
RAISES = {
    "division": ZeroDivisionError,
    "remainder": ZeroDivisionError,
    "subscript": IndexError,
    "unplaced": IndexError,
    "square": IndexError,
    "steps": IndexError,
    "column": IndexError,
    "off_the_board": IndexError,
    "own_error": ValueError,
    "not_a_number": type(None),
}


@pytest.mark.parametrize("kind", RAISES)
def test_an_exception_is_reported_with_the_position(kind, capfd):
    heuristic = raising(kind)
    position = lk.Position.from_moves("d4 b1")
    for ask in (heuristic, heuristic.uncompiled):
        with pytest.raises(lk.HeuristicError) as failure:
            ask(position, 1)
        assert str(position) in str(failure.value)
        assert isinstance(failure.value.__cause__, RAISES[kind])
    with pytest.raises(lk.HeuristicError, match=r"not a number at [.x12/]+:[12]"):
        lk.Greedy(heuristic).choose(BEFORE, seed=1)
    assert capfd.readouterr() == ("", "")


def test_an_infinite_value_is_the_largest_number():
    @compiled
    def huge(view):
        return view.own * math.inf

    position = lk.Position.from_moves("d4 b1")
    assert huge(position, 1) == huge.uncompiled(position, 1) == sys.float_info.max


def not_compiled(kind: str) -> CompiledHeuristic:
    def attribute(view):
        return view.mobility

    def name(view):
        return view.own + unheard_of  # noqa: F821

    def arguments(view):
        return view.row()

    def operation(view):
        return view.own_moves + 1

    def table(view):
        return {1: 2.0}[TABLE[view.own]]

    def generator(view):
        return sum(len(view.moves(move)) for move in view.own_moves)

    def imports(view):
        import math as mathematics  # noqa: PLC0415

        return mathematics.sqrt(view.own)

    def nothing(view):
        view.own  # noqa: B018

    def sometimes_nothing(view):
        return view.own if view.own > view.opp else None

    def a_set(view):
        return view.own_moves

    def cube(view):
        return view.own**3

    def inverse(view):
        return view.own**-1

    def root(view):
        return view.own**0.5

    return compiled(locals()[kind])


REASONS = {
    "attribute": r"Unknown attribute 'mobility' of type View \(test_compiled_errors.py, line \d+\)",
    "name": "name 'unheard_of' is not defined",
    "arguments": r"there is no row\(View\)",
    "operation": r"there is no add\(Squares, int\)",
    "table": "Untyped global name 'TABLE'",
    "generator": "generators do not compile; make a list",
    "imports": "IMPORT_NAME",
    "nothing": "must return a number on every path, not None",
    "sometimes_nothing": "must return a number on every path, not None",
    "a_set": "must return a number on every path, not Squares",
    "cube": r"only the power x \*\* 2 gives the same",
    "inverse": r"only the power x \*\* 2 gives the same",
    "root": r"only the power x \*\* 2 gives the same",
}


@pytest.mark.parametrize("kind", REASONS)
def test_a_compile_error_is_one_line(kind):
    heuristic = not_compiled(kind)
    with pytest.raises(lk.HeuristicError, match=REASONS[kind]) as failure:
        heuristic(lk.Position(), 1)
    message = str(failure.value)
    assert message.startswith(f"heuristic {kind} ")
    assert "\n" not in message
    with pytest.raises(lk.HeuristicError, match=REASONS[kind]):
        lk.AlphaBeta(heuristic, nodes=10).choose(lk.Position(), seed=1)


def two_arguments(view, weight):
    return weight * view.own


def any_arguments(*views):
    return len(views)


def keyword(view, *, weight=1):
    return weight * view.own


def yields(view):
    yield view.own


async def waits(view):
    return view.own


@pytest.mark.parametrize("wrong", ["improved", 3, len, View])
def test_only_a_function_is_accepted(wrong):
    with pytest.raises(lk.ArgumentError, match="a function of one argument"):
        compiled(wrong)


@pytest.mark.parametrize("wrong", [two_arguments, any_arguments, keyword, yields, waits])
def test_a_function_of_something_else_fails_when_it_is_used(wrong):
    heuristic = compiled(wrong)
    for _ in range(2):
        with pytest.raises(lk.HeuristicError, match="a function of one argument") as failure:
            heuristic(lk.Position(), 1)
        assert str(failure.value).startswith(f"heuristic {wrong.__name__} cannot be compiled: it ")
        assert "0x" not in str(failure.value)


# Other processes.


def run(program: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", program],
        capture_output=True,
        text=True,
        check=False,
        env=environment or None,
    )


def test_nothing_of_numba_is_imported_before_the_first_use():
    program = """
import sys, lastknight as lk
@lk.compiled
def chase(view):
    return view.own
chase.uncompiled(lk.Position(), 1)
assert not {"numba", "llvmlite"} & set(sys.modules)
chase(lk.Position(), 1)
assert "numba" in sys.modules
"""
    done = run(program)
    assert done.returncode == 0, done.stderr


def test_without_numba_the_first_use_says_what_to_install():
    program = """
import sys
sys.modules["numba"] = None
import lastknight as lk
chase = lk.compiled(lambda view: view.own)
print(chase.uncompiled(lk.Position(), 1))
try:
    chase(lk.Position(), 1)
except lk.HeuristicError as error:
    print(error)
"""
    done = run(program)
    assert "pip install 'lastknight[compiled]'" in done.stdout, done.stderr


def test_a_broken_numba_is_reported(monkeypatch):
    monkeypatch.setitem(sys.modules, "lastknight.heuristics.machine_code", None)
    with pytest.raises(lk.HeuristicError, match="numba is installed, but"):
        compiled(lambda view: view.own)(lk.Position(), 1)


FILE = """
import lastknight as lk

@lk.compiled
def chase(view):
    return 10 * view.own - view.opp

def plain(view):
    return view.own

made = lk.compiled(plain)
"""


def test_another_process_finds_it_by_module_and_name(tmp_path, monkeypatch):
    (tmp_path / "their_heuristics.py").write_text(FILE, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    import their_heuristics as theirs  # noqa: PLC0415

    sent = [theirs.chase, theirs.made, theirs.chase.uncompiled, theirs.chase + 2 * theirs.made]
    again = pickle.loads(pickle.dumps(sent))
    assert again == sent
    assert again[0] is theirs.chase
    position = lk.Position.from_moves("d4 b1")
    program = f"""
import pickle, sys
sys.path.insert(0, {str(tmp_path)!r})
import lastknight as lk
position = lk.Position.from_moves("d4 b1")
print([heuristic(position, 1) for heuristic in pickle.loads({pickle.dumps(sent)!r})])
"""
    done = run(program)
    assert done.stdout.strip() == str([h(position, 1) for h in sent]), done.stderr


def test_a_function_inside_another_cannot_be_sent():
    heuristic = compiled(lambda view: view.own)
    with pytest.raises(TypeError, match="cannot be sent to another process"):
        pickle.dumps(heuristic)


def test_two_of_one_name_are_not_equal():
    def make() -> CompiledHeuristic:
        @compiled
        def same(view):
            return view.own

        return same

    first, second = make(), make()
    assert first == compiled(first.function)
    assert first != second
    assert first != first.uncompiled
