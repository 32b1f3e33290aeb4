"""A wrong call of a native function says in one line what it takes and what it got."""

import inspect
from types import ModuleType

import pytest

import lastknight as lk
from lastknight import _core
from lastknight.aind.isolation import Board

POSITION = lk.Position.from_moves("d4 b1")
VALUES = {
    "position": POSITION,
    "rng": lk.Rng(1),
    "heuristic": lk.heuristic("open").core,
    "player": lk.Greedy("open").core(),
    "solver": _core.Solver(3, 3),
    "stop": _core.StopFlag(),
}


def is_native(value):
    """Whether nanobind made it; its classes are lower than those that Python adds to."""
    kind = type(value).__name__
    if kind.startswith("nb_type"):
        return value.__module__ == "lastknight._core"
    return kind in ("nb_func", "nb_method", "nb_bound_method")


def find_calls(owner, prefix):
    """Every native callable that is a member of something, or of a class there."""
    for name, value in inspect.getmembers_static(owner):
        where = f"{prefix}.{name}"
        if isinstance(value, property) and is_native(value.fget):
            yield f"{where}.fget", value.fget
        elif isinstance(value, type) and isinstance(owner, ModuleType):
            yield from find_calls(value, where)
        if is_native(value) and name != "__class__":
            yield where, getattr(owner, name)


CALLS = dict(find_calls(_core, "_core"))
for _name in lk.__all__:
    _value = getattr(lk, _name)
    if is_native(_value):
        CALLS[_name] = _value
    CALLS.update(find_calls(_value, _name))
for _name, _value in VALUES.items():
    for _member, _ in inspect.getmembers_static(type(_value)):
        if _member in ("__class__", "__init__"):  # it is set up already
            continue
        if is_native(getattr(_value, _member, None)):
            CALLS[f"{_name}.{_member}"] = getattr(_value, _member)
OPERATORS = {name for name in CALLS if name.endswith(".__eq__")}  # say NotImplemented instead


def refusal(call, *arguments, **keywords):
    """What a call raises; None if it is a right one."""
    try:
        call(*arguments, **keywords)
    except Exception as error:
        return error
    return None


def check_words(error):
    message = str(error)
    assert "incompatible function arguments" not in message
    assert "\n" not in message


def test_the_public_interface_is_among_the_calls():
    found = {"position.play", "position.legal_moves", "Position.perft", "Rng", "rng.below"}
    found |= {"parse_square", "format_square", "_core.course_moves", "_core.Heuristic.native"}
    assert found <= set(CALLS)
    assert len(CALLS) > 100


@pytest.mark.parametrize("name", sorted(set(CALLS) - OPERATORS))
def test_a_wrong_number_of_arguments_or_an_unknown_one_is_explained(name):
    call = CALLS[name]
    check_words(refusal(call))  # right where it takes none
    for arguments, keywords in (
        ([object()] * 9, {}),
        ([], {"unheard_of": 1}),
        ([1], {"unheard_of": 1}),
    ):
        error = refusal(call, *arguments, **keywords)
        check_words(error)
        assert isinstance(error, lk.CallError) or "no constructor" in str(error)


@pytest.mark.parametrize("name", [name for name, _ in inspect.getmembers(Board, callable)])
def test_the_course_board_never_shows_a_native_message(name):
    board = Board("one", "two")
    if name.startswith("_") or name == "play":
        return
    for arguments in ((), (1, 2, 3, 4, 5)):
        check_words(refusal(getattr(board, name), *arguments))


@pytest.mark.parametrize(
    ("attempt", "words"),
    [
        (
            POSITION.play,
            'play() takes (move: str | Sequence[int]), such as play("d4"); got no arguments',
        ),
        (
            lambda: POSITION.legal_moves(1, 2),
            "legal_moves() takes (player: int | None = None); got (int, int)",
        ),
        (
            lambda: POSITION.perft(deep=2),
            "perft() takes (depth: int), such as perft(2); got (deep=int)",
        ),
        (lambda: POSITION.canonical(1), "canonical() takes no arguments; got (int)"),
        (
            lk.Rng,
            "Rng() takes (seed: int, stream: int = 0), such as Rng(1, stream=2); got no arguments",
        ),
        (
            lambda: lk.Position.location(3, 1),
            "location() takes (self, player: int), such as location(1); got (int, int)",
        ),
        (lambda: POSITION.location(*range(9)), "location(1); got 9 arguments"),
        (lambda: POSITION.location(**{"a\nb" * 99: 1}), "...'=int)"),
    ],
)
def test_the_message_says_what_it_takes_and_what_it_got(attempt, words):
    with pytest.raises(lk.CallError) as caught:
        attempt()
    assert words in str(caught.value)
    assert isinstance(caught.value, lk.ArgumentError)
    assert isinstance(caught.value, TypeError)


def test_an_error_of_the_function_itself_passes_unchanged():
    def refuse(_nodes):
        raise TypeError("mine")

    with pytest.raises(TypeError, match=r"^mine$"):
        lk.AlphaBeta("open", depth=3).choose(POSITION, on_depth=refuse)


def test_a_position_whose_class_forgot_to_set_it_up_is_refused():
    class Unfinished(lk.Position):
        def __init__(self):
            pass

    for attempt in (lambda p: p.play("d4"), lk.Position.symmetries, lk.Position.canonical):
        with pytest.raises(lk.ArgumentError, match=r"must call super\(\).__init__"):
            attempt(Unfinished())
