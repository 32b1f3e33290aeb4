"""Fit the champion's weights to labelled positions.

    champion.py LABELS HEADER

Four sets of weights: for an attacker's and a defender's own evaluation, each with the attacker and
with the defender to move. All are logistic regressions of "the attacker wins" with a ridge penalty,
every weight a quadratic in the number of blank squares. An attacker's weights are fitted to proved
winners. A defender, who is lost by proof almost everywhere, takes a blend of the weights fitted to
proved winners and of those fitted to results of games played on by imperfect players.
"""

import sys
from pathlib import Path

import numpy as np

RECORD = np.dtype(
    [
        ("blank", "<u8"), ("attacker", "u1"), ("defender", "u1"), ("attacker_moves", "u1"),
        ("attacker_wins", "u1"), ("was_played", "u1"), ("attacker_won", "u1"), ("unused", "u1", 2),
    ]
)  # fmt: skip
RIDGE = {"proved": 3.0, "played": 30.0}
PROVED_SHARE = 0.4  # of a defender's weights
SCALE = 1000  # a value of 1000 multiplies the odds by e
MIDDLE, SPAN = 25, 12  # blank squares: the phase is (blanks - MIDDLE) / SPAN
MOVES = range(9)
FRONT = ("squares", "odd", "two", "four")  # of squares 2, 3 and 4 moves away: all, and by exits
SAME = ((1, 1), (2, 2), (4, 4), (2, 4), (4, 2))  # shared squares: attacker's moves, defender's
OTHER = ((2, 3), (3, 2), (3, 4), (4, 3))

COLUMN = sum(1 << 7 * row for row in range(7))
BOARD = (1 << 49) - 1


def mask(*columns: int) -> np.uint64:
    """The board without some columns."""
    return np.uint64(BOARD & ~sum(COLUMN << column for column in columns))


def steps(squares: np.ndarray) -> list[np.ndarray]:
    """The squares moved by each of the eight knight steps."""
    near = (squares & mask(6)) << 1, (squares & mask(0)) >> 1
    far = (squares & mask(5, 6)) << 2, (squares & mask(0, 1)) >> 2
    moved = [(near, 14), (far, 7)]
    return [each for sets, by in moved for s in sets for each in (s << by, s >> by)]


def spread(squares: np.ndarray, blank: np.ndarray) -> np.ndarray:
    """The blank squares one move away from a set."""
    return np.bitwise_or.reduce(steps(squares)) & blank


def digits(blank: np.ndarray) -> list[np.ndarray]:
    """Squares with a one, a two, a four in their number of exits; eight counts as four."""
    planes = [np.zeros_like(blank) for _ in range(4)]
    for step in steps(blank):
        carry = step
        for place, plane in enumerate(planes):
            planes[place], carry = plane ^ carry, plane & carry
    return [planes[0], planes[1], planes[2] | planes[3]]


def features(records: np.ndarray, attacker_moves: int) -> np.ndarray:
    """A column for each weight, in the order of the header."""
    blank = records["blank"]
    exits = digits(blank)
    count = np.bitwise_count
    fronts = {}
    for role in ("attacker", "defender"):
        at = np.uint64(1) << records[role].astype(np.uint64)
        fronts[role] = [spread(at, blank)]
        for _ in range(3):
            fronts[role].append(spread(fronts[role][-1], blank))
    columns = []
    for role in ("attacker", "defender"):
        first, *later = fronts[role]
        columns += [count(first) == moves for moves in MOVES]
        for front in later:
            columns += [count(front), *(count(front & digit) for digit in exits)]
    for a, d in SAME if attacker_moves else OTHER:
        columns.append(count(fronts["attacker"][a - 1] & fronts["defender"][d - 1]))
    return np.column_stack(columns).astype(np.float32)


def logistic(x: np.ndarray, y: np.ndarray, ridge: float) -> np.ndarray:
    """Newton's method on columns scaled to unit deviation."""
    deviation = x.std(axis=0)
    deviation[deviation == 0] = 1
    x = x / deviation
    weights = np.zeros(x.shape[1])
    for _ in range(12):
        p = 1 / (1 + np.exp(-(x @ weights.astype(np.float32))))
        gradient = x.T @ (p - y) + ridge * weights
        scaled = np.sqrt(p * (1 - p))[:, None] * x
        step = np.linalg.solve(
            (scaled.T @ scaled).astype(float) + ridge * np.eye(len(weights)), gradient
        )
        weights -= step
        if np.abs(step).max() < 1e-4:
            break
    return weights / deviation


def fit(records: np.ndarray, attacker_moves: int, label: str, ridge: float) -> np.ndarray:
    """Weights by [power of the phase, feature]."""
    x = features(records, attacker_moves)
    used = x.any(axis=0)
    x = np.column_stack([np.ones(len(x), np.float32), x[:, used]])
    blanks = np.bitwise_count(records["blank"]).astype(np.float32)[:, None]
    phase = (blanks - MIDDLE) / SPAN
    x = np.hstack([x, x * phase, x * phase**2])
    weights = logistic(x, records[label].astype(np.float32), ridge)
    result = np.zeros((3, len(used)))
    result[:, used] = weights.reshape(3, -1)[:, 1:]
    return result


def table(records: np.ndarray) -> dict[tuple[str, int], np.ndarray]:
    """All weights, by whose evaluation it is and whether the attacker is to move."""
    weights = {}
    for attacker_moves in (1, 0):
        here = records[records["attacker_moves"] == attacker_moves]
        proved = fit(here, attacker_moves, "attacker_wins", RIDGE["proved"])
        played = fit(here[here["was_played"] == 1], attacker_moves, "attacker_won", RIDGE["played"])
        weights["attacker", attacker_moves] = proved
        weights["defender", attacker_moves] = PROVED_SHARE * proved + (1 - PROVED_SHARE) * played
    return weights


def names(attacker_moves: int) -> list[str]:
    """What each feature is, in the order of the columns."""
    result = []
    for role in ("attacker", "defender"):
        result += [f"{role}: {moves} moves" for moves in MOVES]
        result += [f"{role} in {k}: {part}" for k in (2, 3, 4) for part in FRONT]
    return result + [f"shared {a}, {d}" for a, d in (SAME if attacker_moves else OTHER)]


HEAD = """\
// The champion's weights, written by research/champion.py: do not edit. How they enter the value is
// in heuristics.hpp.
//
// Logistic regressions of "the attacker wins" on 7x7, in thousandths. Each line has a weight at 25
// blank squares and how it changes with the phase p = (blanks - 25) / 12: the factors of p and p^2.
// An attacker's own evaluation is fitted to winners proved by the solver; a defender's is a blend
// of that and of a fit to results of games that imperfect players played on.
#pragma once

namespace lastknight {

struct ChampionWeight {
  int level, slope, curve;
};
"""


def header(weights: dict[tuple[str, int], np.ndarray]) -> str:
    """The text of core/champion_weights.hpp."""
    text = HEAD
    for (role, attacker_moves), values in weights.items():
        to_move = "attacker" if attacker_moves else "defender"
        text += f"\n// A {role}'s evaluation with the {to_move} to move.\n"
        text += f"constexpr ChampionWeight {role}_weights_{to_move}_moves[] = {{\n"
        columns = np.rint(values.T * SCALE).astype(int)
        entries = ["{" + ", ".join(map(str, column)) + "}," for column in columns]
        width = max(map(len, entries))
        for name, entry in zip(names(attacker_moves), entries, strict=True):
            text += f"    {entry:{width}}  // {name}\n"
        text += "};\n"
    return text + "\n}  // namespace lastknight\n"


if __name__ == "__main__":
    labels, path = sys.argv[1:]
    Path(path).write_text(header(table(np.fromfile(labels, RECORD))))
