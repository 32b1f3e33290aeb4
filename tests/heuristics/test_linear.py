"""Weighted sums of building blocks: evaluated at once, with the value of their parts."""

from __future__ import annotations

import ast
import functools
import operator
import pickle
import random
from math import isclose

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lastknight as lk
from lastknight.heuristics.check import sample_positions
from lastknight.heuristics.explain import explain

SHAPES = [(3, 3), (7, 7), (8, 8), (11, 9)]
MIDDLE = lk.Position.from_moves("d4 f3 b5 e5 c3 g4")
MODEL = (
    "switch(0.31 * exact_reach_own(k=1) - 0.42 * exact_reach_opp(k=1) + 0.2 * exact_reach(k=2)"
    " + blank_fraction * (0.7 * exact_reach_own(k=3) - 0.1 * exact_private_opp(k=2)),"
    " 0.9 * improved - 0.3 * shared_moves + 1.5 * role - 0.25 * reach(k=3), role=attacker)"
)


@functools.cache
def positions() -> list[lk.Position]:
    """Positions of many shapes and plies, some before both knights are placed."""
    made: list[lk.Position] = []
    for width, height in SHAPES:
        start = lk.Position(width, height)
        placed = start.play(start.legal_moves()[1])
        made += [start, placed, *sample_positions(start, 25, seed=7)]
    return made


OPERATORS = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}


def by_parts(text: str, position: lk.Position, player: int) -> float:
    """The value of a spec from the values of its parts, one by one."""

    def value(node: ast.expr) -> float:
        match node:
            case ast.BinOp():
                return OPERATORS[type(node.op)](value(node.left), value(node.right))
            case ast.Constant():
                return float(node.value)
            case ast.UnaryOp():
                return -value(node.operand)
            case ast.Call(func=ast.Name(id="switch")):
                (keyword,) = node.keywords
                if keyword.arg == "role":
                    is_attacker = position.attacker == player
                    is_defender = position.attacker == 3 - player
                    is_first = {"attacker": is_attacker, "defender": is_defender}[keyword.value.id]
                else:
                    squares = position.width * position.height
                    is_first = len(position.blank) > keyword.value.value * squares
                return value(node.args[0 if is_first else 1])
        return lk.heuristic(ast.unparse(node))(position, player)

    return value(ast.parse(text, mode="eval").body)


def agrees(value: float, expected: float) -> bool:
    return isclose(value, expected, rel_tol=1e-11, abs_tol=1e-9)


def test_a_model_is_one_weighted_sum_with_the_value_of_its_parts() -> None:
    model = lk.heuristic(MODEL)
    assert model.core.is_linear
    for position in positions():
        for player in (1, 2):
            assert agrees(model(position, player), by_parts(MODEL, position, player))


BLOCKS = [
    "exact_reach(k=2)", "exact_reach_own(k=3)", "exact_private_opp(k=2)", "private(k=4)",
    "exact_shared(k=1)", "shared(k=3)", "exits_own", "dead_ends", "dead_squares", "region_opp",
    "path_bound", "knight_distance", "improved", "open", "reach(k=2)", "reach_own(k=1)", "null",
    "shared_moves",
]  # fmt: skip
PHASES = ["blank_fraction", "role", "to_move"]
ANY_BLOCK, ROLES = st.sampled_from(BLOCKS), st.sampled_from(["attacker", "defender"])
NUMBERS = st.floats(-5, 5).map(lambda number: f"({number!r})")
FACTORS = st.recursive(
    st.one_of(NUMBERS, st.sampled_from(PHASES)),
    lambda part: st.one_of(
        st.builds("({} {} {})".format, part, st.sampled_from("+-*"), part),
        st.builds("switch({}, {}, role={})".format, part, part, ROLES),
        st.builds("switch({}, {}, blank=0.7)".format, part, part),
    ),
    max_leaves=4,
)
SUMS = st.recursive(
    st.one_of(FACTORS, ANY_BLOCK, st.builds("{} * {}".format, FACTORS, ANY_BLOCK)),
    lambda part: st.one_of(
        st.builds("({} {} {})".format, part, st.sampled_from("+-"), part),
        st.builds("({} * {})".format, part, FACTORS),
        st.builds("switch({}, {}, role={})".format, part, part, ROLES),
        st.builds("switch({}, {}, blank={})".format, part, part, st.sampled_from([0.3, 0.8])),
    ),
    max_leaves=12,
)


@settings(max_examples=150)
@given(text=SUMS, seed=st.integers(0, 1000))
def test_linear_specs_are_one_sum_and_keep_their_value(text: str, seed: int) -> None:
    whole = lk.heuristic(f"0 * open + {text}")
    assert whole.core.is_linear
    again = lk.heuristic(str(whole))
    for position in random.Random(seed).sample(positions(), 6):
        for player in (1, 2):
            value = whole(position, player)
            assert agrees(value, by_parts(text, position, player))
            assert value == again(position, player) == whole(position, player)


OTHERS = ["ratio", "center", "open * improved", "1 / (open + 1)"]


@settings(max_examples=60)
@given(
    parts=st.lists(st.one_of(SUMS, st.sampled_from(OTHERS)), min_size=2, max_size=6),
    signs=st.lists(st.sampled_from("+-"), min_size=6, max_size=6),
)
def test_sums_with_other_heuristics_keep_their_value(parts: list[str], signs: list[str]) -> None:
    text = "ratio"
    for sign, part in zip(signs, parts, strict=False):
        text = f"{text} {sign} ({part})"
    whole = lk.heuristic(text)
    for position in positions()[::13]:
        for player in (1, 2):
            assert agrees(whole(position, player), by_parts(text, position, player))


@pytest.mark.parametrize(
    ("text", "is_linear"),
    [
        ("improved - 2 * open", True),
        ("exact_reach(k=2) * (blank_fraction * role)", True),
        ("3 - role", True),
        ("reach(k=15) + open", True),
        ("reach(k=16) + open", False),  # more moves than are counted level by level
        ("open * improved", False),
        ("open / 3", False),  # so that it is exact to the last bit
        ("1 / role", False),
        ("1e99 * open * 1e99", False),
        ("ratio + open", False),
    ],
)
def test_what_is_one_weighted_sum(text: str, is_linear: bool) -> None:
    assert lk.heuristic(text).core.is_linear == is_linear
    for player in (1, 2):
        assert agrees(lk.heuristic(text)(MIDDLE, player), by_parts(text, MIDDLE, player))


def test_huge_weights_stay_finite_and_a_quotient_by_no_role_is_clamped() -> None:
    largest = 1.7976931348623157e308
    assert lk.heuristic("1e200 * open * 1e200")(MIDDLE, 1) == largest
    assert lk.heuristic("1 / role")(lk.Position(), 1) == largest


def test_a_search_with_a_weighted_sum_finds_what_its_parts_find() -> None:
    """Weights are eighths, so both ways are exact; `/ 1` keeps parts apart."""
    text = "0.5 * exact_reach(k=2) + 0.125 * private_own(k=3) - 2 * dead_ends + 0.25 * exits_own"
    parts = " + ".join(
        f"{weight} * {block} / 1"
        for weight, block in [
            (0.5, "exact_reach(k=2)"),
            (0.125, "private_own(k=3)"),
            (-2, "dead_ends"),
            (0.25, "exits_own"),
        ]
    )
    assert not lk.heuristic(parts).core.is_linear
    for position in (MIDDLE, lk.Position.from_moves("d4 f5", width=11, height=9)):
        one, two = (lk.AlphaBeta(spec, depth=5).choose(position, seed=3) for spec in (text, parts))
        assert (one.move, one.score, one.nodes) == (two.move, two.score, two.nodes)


def test_a_switch_by_role_asks_who_attacks() -> None:
    both = lk.switch("open", "center", role="attacker")
    other = lk.switch("open", "center", role="defender")
    assert str(both) == "switch(open, center, role=attacker)"
    assert lk.heuristic(str(both)) == both
    assert pickle.loads(pickle.dumps(both)) == both
    for position in positions():
        for player in (1, 2):
            is_attacker, is_defender = position.attacker == player, position.attacker == 3 - player
            first, second = (lk.heuristic(name)(position, player) for name in ("open", "center"))
            assert both(position, player) == (first if is_attacker else second)
            assert other(position, player) == (first if is_defender else second)


def test_a_switch_by_role_is_explained() -> None:
    text = "switch(exact_reach(k=2), 2 * open, role=attacker)"
    attacker = MIDDLE.attacker
    assert attacker is not None
    found = explain(lk.heuristic(text), MIDDLE, attacker)
    assert found.sentence == f"Player {attacker} is the attacker, so exact_reach(k=2) counts."
    assert [term.label for term in found.terms] == [
        "squares first reached in 2 own moves",
        "squares first reached in 2 opponent's moves",
    ]
    found = explain(lk.heuristic(text), MIDDLE, 3 - attacker)
    assert found.sentence == f"Player {3 - attacker} is the defender, so 2 * open counts."
    assert [term.label for term in found.terms] == ["2 * own moves"]
    found = explain(lk.heuristic(text), lk.Position(), 1)
    assert "no roles before both knights are placed, so 2 * open counts" in found.sentence


def test_a_whole_model_is_explained_by_its_terms() -> None:
    for player in (1, 2):
        found = explain(lk.heuristic(MODEL), MIDDLE, player)
        assert found.value == lk.heuristic(MODEL)(MIDDLE, player)
        labels = " ".join(term.label for term in found.terms)
        is_attacker = player == MIDDLE.attacker
        assert ("squares first reached in 1 own move" in labels) == is_attacker
        assert ("squares within 4 own moves" in labels) != is_attacker
        assert any(term.squares for term in found.terms)


def test_blocks_name_their_squares() -> None:
    (term,) = explain(lk.heuristic("exact_reach_own(k=1)"), MIDDLE, 2).terms
    assert term.squares == tuple(MIDDLE.legal_moves(2))
    (term,) = explain(lk.heuristic("exact_shared(k=1)"), MIDDLE, 1).terms
    assert set(term.squares) == {*MIDDLE.legal_moves(1)} & {*MIDDLE.legal_moves(2)}
    (term,) = explain(lk.heuristic("role"), MIDDLE, 1).terms
    assert term.label == ("attacker" if MIDDLE.attacker == 1 else "defender")
    (term,) = explain(lk.heuristic("to_move"), MIDDLE, 3 - MIDDLE.to_move).terms
    assert (term.label, term.sign, term.squares) == (
        "opponent to move",
        "-",
        (MIDDLE.location(MIDDLE.to_move),),
    )


def test_a_model_of_sixty_terms_is_read_written_and_sent() -> None:
    rng = random.Random(1)
    terms = [f"{rng.uniform(-2, 2)!r} * exact_private_own(k={k % 4 + 1})" for k in range(30)]
    text = f"switch({' + '.join(terms)}, {' + '.join(terms)}, role=attacker)"
    model = lk.heuristic(text)
    assert len(text) > 2000
    assert model.core.is_linear
    assert lk.heuristic(str(model)) == pickle.loads(pickle.dumps(model))
