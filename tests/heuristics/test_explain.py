"""The terms of a heuristic add up to its value and name the squares that were counted."""

from __future__ import annotations

import functools
import random
from math import inf, isclose

import pytest

import lastknight as lk
from lastknight.heuristics.explain import Term, explain
from reference import heuristics as slow
from reference import rules

SHAPES = [(3, 3), (5, 5), (7, 7), (6, 8), (11, 9), (16, 8)]
MIDDLE = lk.Position.from_moves("d4 f3 b5 e5 c3 g4")


@functools.cache
def positions() -> list[rules.Position]:
    """Unfinished positions of many shapes, some with a player to be placed, many almost full."""
    rng = random.Random("explain")
    made: list[rules.Position] = []
    for width, height in SHAPES:
        made += [rules.random_position(rng, width, height, plies=plies) for plies in range(6)]
        made += [
            rules.scattered_position(rng, width, height, blocked_fraction=fraction)
            for fraction in (0.2, 0.5, 0.7, 0.85) * 4
        ]
    return [position for position in made if not rules.is_over(position)]


def total(terms: tuple[Term, ...]) -> float:
    """The value that terms make up, as `Term.sign` says."""
    sums: list[float] = []
    for term in terms:
        if term.sign == "*":
            sums[-1] *= term.number
        elif term.sign == "/":
            sums[-1] /= term.number
        else:
            sums.append(term.number if term.sign == "+" else -term.number)
    return sum(sums)


def agrees(one: float, two: float) -> bool:
    return isclose(one, two, rel_tol=1e-12, abs_tol=1e-12)


@pytest.mark.parametrize("name", sorted({**lk.heuristics(), **lk.building_blocks()}))
def test_terms_add_up_to_the_value(name: str) -> None:
    subject = lk.heuristic(name)
    has_paths = name == "longest_path"
    for position in positions():
        for player in (1, 2):
            if has_paths and 12 < len(position.blank) <= position.width * position.height / 2:
                continue  # the reference would try every path
            found = explain(subject, lk.Position.parse(position.text), player)
            assert found.value == subject(lk.Position.parse(position.text), player)
            assert agrees(total(found.terms), found.value), (position.text, player, found)
            assert agrees(found.value, slow.value(name, position, player))
            assert found.sentence == ""


def test_positions_have_all_that_matters() -> None:
    unplaced = [p for p in positions() if p.location(1) is None or p.location(2) is None]
    assert len(positions()) > 60
    assert len(unplaced) > 5


PARAMETERS = ["value(power=2, weight=2)", "value(power=3, weight=-0.5)", "reach(k=0)", "reach(k=5)"]


@pytest.mark.parametrize("spec", PARAMETERS)
def test_terms_follow_the_parameters(spec: str) -> None:
    for position in positions():
        found = explain(lk.heuristic(spec), lk.Position.parse(position.text), 1)
        assert agrees(total(found.terms), found.value)


def reached(position: rules.Position, player: int) -> list[rules.Square]:
    return sorted(slow.reachable(position, player, 4))


def inner_moves(position: rules.Position, player: int) -> list[rules.Square]:
    moves = rules.legal_moves(position, player)
    return [square for square in moves if not slow.is_outermost(position, square)]


@pytest.mark.parametrize(
    ("name", "squares_of"),
    [
        ("open", rules.legal_moves),
        ("improved", rules.legal_moves),
        ("outer", inner_moves),
        ("reach", reached),
        ("reach_own", reached),
        ("value", rules.legal_moves),
        ("blank_ratio", rules.legal_moves),
        ("ratio", rules.legal_moves),
        ("center_weighted", rules.legal_moves),
    ],
)
def test_terms_name_the_squares_of_each_player(name, squares_of) -> None:
    for position in positions():
        for player in (1, 2):
            terms = explain(lk.heuristic(name), lk.Position.parse(position.text), player).terms
            assert [term.player for term in terms] == [player, rules.OTHER[player]][: len(terms)]
            for term in terms:
                assert list(term.squares) == squares_of(position, term.player)
                if name in ("open", "improved", "outer", "reach", "reach_own"):
                    assert term.number == len(term.squares)


def test_standing_on_the_edge_is_among_the_squares_of_edge_ratio() -> None:
    opp, own = explain(lk.heuristic("edge_ratio"), lk.Position.from_moves("d4 b1"), 1).terms
    assert (opp.player, opp.sign, opp.squares) == (2, "+", ((0, 1), (2, 0)))
    assert isclose(opp.number, 2 / 3)
    assert (own.player, own.sign, own.number, own.squares) == (1, "-", 0, ())


def test_terms_of_the_champion_have_different_labels() -> None:
    for position in positions():
        terms = explain(lk.heuristic("champion"), lk.Position.parse(position.text), 1).terms
        assert len({term.label for term in terms}) == len(terms)


def test_a_weight_is_in_the_label() -> None:
    own, opp = explain(lk.heuristic("center_weighted"), lk.Position.from_moves("d4 b1"), 1).terms
    assert (own.label, own.number) == ("own moves, times 2", 16)
    assert (opp.label, opp.number) == ("opponent's moves", 3)


@pytest.mark.parametrize(
    "spec",
    [
        "improved - 0.5 * center",
        "2 * (open + ratio) - shared_moves",
        "switch(ratio, reach(k=2), blank=0.9)",
        "open * ratio",
        "open / (improved + 20)",
        "ratio - open * (ratio_chase - 3)",
        "-improved",
        "ratio * -2.5 + 7",
    ],
)
def test_compositions_are_explained_by_their_terms(spec: str) -> None:
    for player in (1, 2):
        found = explain(lk.heuristic(spec), MIDDLE, player)
        assert agrees(total(found.terms), lk.heuristic(spec)(MIDDLE, player))
        assert any(term.squares for term in found.terms)


def test_a_switch_says_which_part_counts() -> None:
    found = explain(lk.heuristic("switch(ratio, reach(k=2), blank=0.5)"), MIDDLE, 1)
    assert found.sentence == "43 of 49 squares are blank, so ratio counts."
    assert found.terms == explain(lk.heuristic("ratio"), MIDDLE, 1).terms
    last = lk.Position(3, 2, "a2 b2 c1").play("a1").play("b1")
    found = explain(lk.heuristic("switch(ratio, reach(k=2), blank=0.5)"), last, 1)
    assert found.sentence.startswith("1 of 6 squares is blank, so ")


def test_a_composition_in_a_file_is_explained_like_its_spec(tmp_path) -> None:
    spec = "switch(improved - 0.5 * center, (1 - blank_fraction) * open, role=attacker)"
    parts = f"five = lk.heuristic('5')\nfound = lk.heuristic({spec!r})\n"
    (tmp_path / "mine.py").write_text(f"import lastknight as lk\n{parts}")
    for name, same in (("five", "5"), ("found", spec)):
        for player in (1, 2):
            named = explain(lk.heuristic(f"{tmp_path}/mine.py:{name}"), MIDDLE, player)
            assert named.terms
            assert named == explain(lk.heuristic(same), MIDDLE, player)


def test_a_switch_cuts_a_long_part_in_its_sentence() -> None:
    long = " + ".join(["open", *("ratio" for _ in range(50))])
    found = explain(lk.heuristic(f"switch({long}, open, blank=0.5)"), MIDDLE, 1)
    assert found.sentence.endswith("... counts.")
    assert len(found.sentence) < 120


def test_at_the_end_of_the_game_nothing_is_counted() -> None:
    over = lk.Position.parse("1x/xx:1")
    for spec in ("improved", "ratio - open"):
        found = explain(lk.heuristic(spec), over, 2)
        assert (found.value, found.terms) == (inf, ())
        assert "game is over" in found.sentence


def crowded(view):
    """Own moves that the opponent has, too."""
    return len(view.own_moves & view.opp_moves) - view.column(view.own_location)


def blanks(view):
    return view.blanks


def test_a_compiled_function_is_explained_by_what_it_read() -> None:
    found = explain(lk.compiled(crowded), MIDDLE, 1)
    (term,) = found.terms
    assert (term.label, term.sign, term.number) == ("crowded", "+", found.value)
    both = {*MIDDLE.legal_moves(1), *MIDDLE.legal_moves(2), MIDDLE.location(1)}
    assert set(term.squares) == both
    assert term.player is None
    assert "own_moves, opp_moves, own_location" in found.sentence
    assert "Own moves that the opponent has, too." in found.sentence
    (only,) = explain(lk.compiled(blanks), MIDDLE, 1).terms
    assert (only.number, only.squares) == (43, ())


def test_a_composition_with_a_compiled_function_adds_up() -> None:
    mixed = 2 * lk.compiled(crowded) - lk.heuristic("ratio")
    found = explain(mixed, MIDDLE, 2)
    assert agrees(total(found.terms), mixed(MIDDLE, 2))
    assert [term.sign for term in found.terms] == ["+", "-", "/"]


def test_a_python_function_is_explained_by_its_docstring() -> None:
    def patient(position, player):
        """Waits."""
        return float(len(position.legal_moves(player)))

    found = explain(lk.heuristic(patient), MIDDLE, 1)
    assert found.terms == ()
    assert "patient is your own function" in found.sentence
    assert "Waits." in found.sentence
    mixed = explain(lk.heuristic(patient) - lk.heuristic("improved"), MIDDLE, 1)
    assert mixed.terms[0].label == "patient"
    assert agrees(total(mixed.terms), mixed.value)
