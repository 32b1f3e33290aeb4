"""Parameters of specs: put in safely, whole where the spec wants it, refused in one line."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lastknight as lk
from lastknight.discovery.parameters import Range, Space, read_range, read_start
from lastknight.errors import ArgumentError, LastknightError, NotationError
from lastknight.players import player
from lastknight.spec import fill_names, names_in


def space(spec, *ranges, check=lk.heuristic):
    return Space.of(spec, [read_range(one) for one in ranges], check=check)


@pytest.mark.parametrize(
    ("spec", "numbers", "filled"),
    [
        ("improved - w * center", {"w": 0.5}, "improved - 0.5 * center"),
        ("improved - w * center", {"w": -0.5}, "improved - -0.5 * center"),
        ("value(power=1, weight=w)", {"w": 2}, "value(power=1, weight=2)"),
        (
            "switch(ratio, w * open, blank=b)",
            {"w": 2, "b": 0.5},
            "switch(ratio, 2 * open, blank=0.5)",
        ),
        (
            "AlphaBeta(improved - w * center, nodes=n)",
            {"w": 1.5, "n": 500},
            "AlphaBeta(improved - 1.5 * center, nodes=500)",
        ),
        ("w * w(w)", {"w": 3}, "3 * w(3)"),
        ("w * my/file.py:w", {"w": 3}, "3 * my/file.py:w"),
        ("w * 'my file.py:w' + mine.py:v", {"w": 3, "v": 9}, "3 * 'my file.py:w' + mine.py:v"),
        ("in_file_0 * mine.py:v", {"in_file_0": 3}, "3 * mine.py:v"),
    ],
)
def test_numbers_take_the_place_of_names(spec, numbers, filled):
    assert fill_names(spec, numbers) == filled


def test_names_are_listed_in_order_without_calls_files_and_keywords():
    assert names_in("b + reach(k=a) * mine.py:b - a") == ("b", "a")


def test_a_filled_spec_is_what_it_says():
    found = space("improved - w * center", "w=0:2")
    filled = lk.heuristic(found.fill(found.numbers([0.25])))
    position = lk.Position.from_moves("d4 b1")
    direct = lk.heuristic("improved - 0.5 * center")
    assert filled(position, 1) == direct(position, 1)


@pytest.mark.parametrize(
    ("spec", "ranges", "check", "whole"),
    [
        ("reach(k=n)", ["n=1:4"], lk.heuristic, [True]),
        ("reach(k=n)", ["n=1:3"], lk.heuristic, [True]),
        ("value(power=p, weight=w)", ["p=0:4", "w=0:2"], lk.heuristic, [True, False]),
        ("reach(k=n) - w * center", ["w=0:2", "n=1:4"], lk.heuristic, [False, True]),
        ("AlphaBeta(w * open, nodes=n)", ["w=1:3", "n=50:500"], player, [False, True]),
        ("Minimax(open, depth=d)", ["d=1:3"], player, [True]),
    ],
)
def test_a_parameter_is_whole_where_the_spec_takes_nothing_else(spec, ranges, check, whole):
    found = space(spec, *ranges, check=check)
    assert [one.is_whole for one in found.ranges] == whole
    for part in (0, 0.1, 0.37, 0.5, 0.99, 1):
        check(found.fill(found.numbers([part] * len(ranges))))


@given(st.floats(0, 1), st.integers(-50, 50), st.integers(1, 60))
def test_probes_of_a_whole_number_always_differ(part, low, span):
    one = Range("n", low, low + span, is_whole=True)
    up, down = (min(max(part + sign * one.least_probe, 0), 1) for sign in (1, -1))
    assert one.number(up) > one.number(down)
    assert low <= one.number(down)
    assert one.number(up) <= low + span


@given(st.floats(0, 1), st.floats(-1e6, 1e6), st.floats(1e-3, 1e6))
def test_numbers_stay_in_their_range_and_near_the_exact_ones(part, low, span):
    one = Range("w", low, low + span)
    assert one.low <= one.number(part) <= one.high
    assert abs(one.number(part) - (one.low + part * one.span)) <= one.span / 1000


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("w", "write a range as w=0:2"),
        ("w=", "write a range as w=0:2"),
        ("w=1", "write a range as w=0:2"),
        ("w=a:b", "write a range as w=0:2"),
        ("w=0:1:2", "write a range as w=0:2"),
        ("w=2:0", "from low to high: w=0:2, got 2:0"),
        ("w=1:1", "contains only 1"),
        ("w=nan:1", "finite"),
        ("w=0:inf", "finite"),
        ("w=-1e308:1e308", "too wide"),
        ("=0:1", "a name such as w"),
        ("2w=0:1", "a name such as w"),
        ("w v=0:1", "a name such as w"),
        ("lambda=0:1", "a name such as w"),
        ("in_file_0=0:1", "a name such as w"),
        ("center=0:1", "already has a meaning"),
        ("Perfect=0:1", "already has a meaning"),
        ("w" * 300 + "=1", "write a range"),
    ],
)
def test_bad_ranges_are_refused_in_one_line(text, said):
    with pytest.raises(ArgumentError, match=said) as caught:
        read_range(text)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize(
    ("spec", "ranges", "kind", "said"),
    [
        ("improved - w * center", [], ArgumentError, "got 0 ranges"),
        ("improved - w * center", ["w=0:1", "w=0:2"], ArgumentError, "two ranges"),
        ("improved - w * center", ["w=0:1", "v=0:2"], ArgumentError, "has no v"),
        ("improved - weight * center", ["weigth=0:1"], ArgumentError, "did you mean 'weight'"),
        ("improved - center", ["w=0:1"], ArgumentError, "has no w"),
        ("value(power=1, w=2)", ["w=0:1"], ArgumentError, "has no w"),
        ("improved - w * v * center", ["w=0:1"], NotationError, "v=0:2"),
        ("improved - w * centre", ["w=0:1"], NotationError, "did you mean 'center'"),
        ("improved - w *", ["w=0:1"], NotationError, "not a heuristic"),
        ("__import__('os') * w", ["w=0:1"], NotationError, "unknown heuristic '__import__'"),
        ("open.real * w", ["w=0:1"], NotationError, "not a heuristic"),
        ("[w for w in open]", ["w=0:1"], NotationError, "not a heuristic"),
        ("reach(k=n)", ["n=0.5:3"], ArgumentError, "whole number"),
        ("reach(k=n)", ["n=-3:3"], ArgumentError, "0 to 127"),
        ("value(power=1, weight=w)", ["w=0:5000"], ArgumentError, "-1000 to 1000"),
    ],
)
def test_specs_and_ranges_that_do_not_fit_are_refused(spec, ranges, kind, said):
    with pytest.raises(kind, match=said) as caught:
        space(spec, *ranges)
    assert "\n" not in str(caught.value)


@given(st.text(alphabet="wv=:-+.0129eEnaif ,\t()", max_size=12))
@settings(max_examples=300)
def test_any_text_is_a_range_or_one_clear_line(text):
    try:
        found = read_range(text)
    except LastknightError:
        return
    assert found.low < found.high


@given(st.text(alphabet="w*+-/ ()center,=0.5k[]{}:'\"", max_size=24))
@settings(max_examples=300)
def test_any_spec_is_filled_or_refused(spec):
    try:
        found = space(spec, "w=0:2")
    except LastknightError:
        return
    assert found.fill([1.5])


def test_the_start_is_the_middle_unless_given():
    found = space("reach(k=n) - w * center", "n=1:5", "w=0:2")
    assert found.numbers(found.start({})) == (3, 1)
    assert found.numbers(found.start({"w": 0.5})) == (3, 0.5)


@pytest.mark.parametrize(
    ("given_start", "said"),
    [
        ({"w": 3}, "must be from 0 to 2, got 3"),
        ({"w": float("nan")}, "finite"),
        ({"n": 1.5}, "whole number"),
        ({"v": 1}, "not a parameter"),
    ],
)
def test_a_start_that_does_not_fit_is_refused(given_start, said):
    found = space("reach(k=n) - w * center", "n=1:5", "w=0:2")
    with pytest.raises(ArgumentError, match=said):
        found.start(given_start)


@pytest.mark.parametrize("texts", [["w"], ["w=x"], ["w=1", "w=2"]])
def test_malformed_starts_are_refused(texts):
    with pytest.raises(ArgumentError):
        read_start(texts)
