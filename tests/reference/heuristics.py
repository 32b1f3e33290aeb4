"""Every heuristic of the catalogue, written naively over the reference position.

`value(name, position, player)` is the only entrance. In all of them the player to move who has no
legal move is worth -inf and the other +inf; each function below is for all other positions.

A player who is not placed may go to any blank square. So whatever is said of moves (their number,
the squares they lead to, what lies within so many of them) has a meaning for that player too, and
is not 0; only what is said of the square a player stands on is 0, or false.
"""

from __future__ import annotations

import re
from math import hypot, inf
from pathlib import Path
from typing import TYPE_CHECKING

from reference.rules import OTHER, Position, Square, is_over, legal_moves, steps_from

if TYPE_CHECKING:
    from collections.abc import Callable

ALIASES = {"diff_legal_moves": "improved"}


def value(name: str, position: Position, player: int, **parameters: float) -> float:
    """Return what the heuristic says of the position, from the player's point of view."""
    heuristic = HEURISTICS[ALIASES.get(name, name)]
    if is_over(position):
        return -inf if player == position.to_move else inf
    return float(heuristic(position, player, **parameters))


def count(position: Position, player: int) -> int:
    return len(legal_moves(position, player))


def is_outermost(position: Position, square: Square) -> bool:
    row, column = square
    return row in (0, position.height - 1) or column in (0, position.width - 1)


def null(_position: Position, _player: int) -> float:
    return 0


def open_(position: Position, player: int) -> float:
    return count(position, player)


def improved(position: Position, player: int) -> float:
    return count(position, player) - count(position, OTHER[player])


def center(position: Position, player: int) -> float:
    """Far from the middle scores higher. Decided: an unplaced player is worth 0."""
    location = position.location(player)
    if location is None:
        return 0
    row, column = location
    return (position.height / 2 - row) ** 2 + (position.width / 2 - column) ** 2


def center_weighted(position: Position, player: int) -> float:
    """Decided: an unplaced player does not stand on the centre.

    The centre is (width//2, height//2) read as (row, column): on a board that is not square it
    may not be the middle, and may even be off the board, where nobody stands.
    """
    own, opp = count(position, player), count(position, OTHER[player])
    middle = (position.width // 2, position.height // 2)
    if position.location(player) == middle:
        return 2 * own - opp
    if position.location(OTHER[player]) == middle:
        return own - 2 * opp
    return own - opp


def blank_ratio(position: Position, player: int) -> float:
    """No division by 0: with no blank square left the game is over."""
    blanks = len(position.blank)
    return count(position, player) / blanks - count(position, OTHER[player]) / blanks


def edge_ratio(position: Position, player: int) -> float:
    """Decided: an unplaced player has all blank squares as moves and stands on no ring."""

    def e(who: int) -> float:
        moves = legal_moves(position, who)
        if len(moves) == 0:
            return 0
        on_ring = len([square for square in moves if is_outermost(position, square)])
        location = position.location(who)
        if location is not None and is_outermost(position, location):
            on_ring += 1
        return on_ring / len(moves)

    return e(OTHER[player]) - e(player)


def max_distance(position: Position, player: int) -> float:
    """Decided: 0 as soon as one of the two is unplaced, for the one term needs both locations."""
    own, opp = position.location(player), position.location(OTHER[player])
    if own is None or opp is None:
        return 0
    return abs((own[0] + own[1]) - (opp[0] + opp[1]))


def outer(position: Position, player: int) -> float:
    def inside(who: int) -> int:
        return len([s for s in legal_moves(position, who) if not is_outermost(position, s)])

    return inside(player) - inside(OTHER[player])


def value_(position: Position, player: int, *, power: float = 1, weight: float = 1) -> float:
    """Decided: an unplaced player's sum is over all blank squares. Defaults: the plain ValueScore.

    V counts knight moves on the empty board of this size: blocked squares do not lower it.
    """

    def worth(who: int) -> float:
        total = 0.0
        for square in legal_moves(position, who):
            total += (len(steps_from(square, position.width, position.height)) / 8) ** power
        return total

    return worth(player) - weight * worth(OTHER[player])


def reachable(position: Position, player: int, moves: int) -> set[Square]:
    """Return the blank squares the player can be on after 1 to `moves` moves of its own.

    Ring by ring: a shortest way never visits a square twice, so squares blocked by the player's
    own passing do not matter. Decided: an unplaced player reaches every blank square with its
    first move, as K = 0 being `improved` demands.
    """
    blank = set(position.blank)
    reached = set(legal_moves(position, player))
    edge = reached
    for _ in range(moves - 1):
        steps = {to for at in edge for to in steps_from(at, position.width, position.height)}
        edge = (steps & blank) - reached
        reached = reached | edge
    return reached


def reach(position: Position, player: int, *, k: int = 3) -> float:
    """Default: k = 3, the value of the published tables."""
    return reach_own(position, player, k=k) - reach_own(position, OTHER[player], k=k)


def reach_own(position: Position, player: int, *, k: int = 3) -> float:
    return len(reachable(position, player, k + 1))


def shared_moves(position: Position, player: int) -> float:
    """Only (2, 1) is a move of both knights here.

    By hand: 1.2/.../...:1 1 shared_moves 1
    """
    return len(set(legal_moves(position, player)) & set(legal_moves(position, OTHER[player])))


def ratio(position: Position, player: int) -> float:
    return count(position, player) / max(count(position, OTHER[player]), 1e-6)


def path_length(position: Position, player: int) -> int:
    """Count the most moves the player can make in a row, every square at most once.

    Decided: for an unplaced player the placement is the first of these moves, to any blank square.
    """

    def longest(targets: list[Square], blank: frozenset[Square]) -> int:
        best = 0
        for square in targets:
            if square in blank:
                onward = steps_from(square, position.width, position.height)
                best = max(best, 1 + longest(onward, blank - {square}))
        return best

    return longest(legal_moves(position, player), frozenset(position.blank))


def longest_path(position: Position, player: int) -> float:
    """Half is of all squares of the board, those blocked from the start among them."""
    if 2 * len(position.blank) > position.width * position.height:
        return ratio(position, player)
    return path_length(position, player) - path_length(position, OTHER[player])


def ratio_chase(position: Position, player: int) -> float:
    """Decided: with a player unplaced the distance is 0 and `ratio` is left."""
    own, opp = position.location(player), position.location(OTHER[player])
    if own is None or opp is None:
        return ratio(position, player)
    distance = hypot(own[0] - opp[0], own[1] - opp[1])
    diagonal = hypot(position.height - 1, position.width - 1)
    return ratio(position, player) - distance / diagonal


def first_reached(position: Position, player: int, k: int) -> set[Square]:
    earlier = reachable(position, player, k - 1) if k > 1 else set()
    return reachable(position, player, k) - earlier


def exact_reach(position: Position, player: int, *, k: int = 2) -> float:
    return len(first_reached(position, player, k))


def exact_private(position: Position, player: int, *, k: int = 2) -> float:
    return len(first_reached(position, player, k) - reachable(position, OTHER[player], k))


def private(position: Position, player: int, *, k: int = 2) -> float:
    return len(reachable(position, player, k) - reachable(position, OTHER[player], k))


def exact_shared(position: Position, player: int, *, k: int = 2) -> float:
    both = first_reached(position, player, k) & first_reached(position, OTHER[player], k)
    return len(both)


def shared(position: Position, player: int, *, k: int = 2) -> float:
    return len(reachable(position, player, k) & reachable(position, OTHER[player], k))


def exits_of(position: Position, square: Square) -> int:
    blank = set(position.blank)
    return len(blank.intersection(steps_from(square, position.width, position.height)))


def exits(position: Position, player: int) -> float:
    return sum(exits_of(position, square) for square in legal_moves(position, player))


def dead_ends(position: Position, player: int) -> float:
    return [exits_of(position, square) for square in legal_moves(position, player)].count(0)


def dead_squares(position: Position, _player: int) -> float:
    return [exits_of(position, square) for square in position.blank].count(0)


def region_of(position: Position, player: int) -> set[Square]:
    return reachable(position, player, position.width * position.height)


def region(position: Position, player: int) -> float:
    return len(region_of(position, player))


def path_bound(position: Position, player: int) -> float:
    """Take a square of either colour in turn for as long as there is one, whatever the steps.

    Decided: an unplaced player may begin with either colour.
    """
    squares = region_of(position, player)
    longest = 0
    for start in {sum(square) % 2 for square in legal_moves(position, player)}:
        left = [len([s for s in squares if sum(s) % 2 == colour]) for colour in (0, 1)]
        colour, length = start, 0
        while left[colour] > 0:
            left[colour] -= 1
            length += 1
            colour = 1 - colour
        longest = max(longest, length)
    return longest


def knight_distance(position: Position, player: int) -> float:
    """Decided: 0 if there is no way over blank squares, or if a player is unplaced."""
    own, opp = position.location(player), position.location(OTHER[player])
    if own is None or opp is None:
        return 0
    seen, edge, moves = {own}, {own}, 0
    while edge:
        moves += 1
        onward = {s for at in edge for s in steps_from(at, position.width, position.height)}
        if opp in onward:
            return moves
        edge = onward.intersection(position.blank) - seen
        seen |= edge
    return 0


def blank_fraction(position: Position, _player: int) -> float:
    return len(position.blank) / (position.width * position.height)


def role(position: Position, player: int) -> float:
    """Decided: 0 until both are placed."""
    one, two = position.location(1), position.location(2)
    if one is None or two is None:
        return 0
    is_one_colour = sum(one) % 2 == sum(two) % 2
    attacker = position.to_move if is_one_colour else OTHER[position.to_move]
    return 1 if player == attacker else -1


def to_move(position: Position, player: int) -> float:
    return 1 if player == position.to_move else -1


def both_sides(own: Callable[..., float]) -> dict[str, Callable[..., float]]:
    """Name the difference, and the count of each side."""

    def opp(position: Position, player: int, **parameters: int) -> float:
        return own(position, OTHER[player], **parameters)

    def difference(position: Position, player: int, **parameters: int) -> float:
        return own(position, player, **parameters) - opp(position, player, **parameters)

    name = own.__name__
    return {name: difference, f"{name}_own": own, f"{name}_opp": opp}


TWO_SIDED = (exact_reach, exact_private, private, exits, dead_ends, region, path_bound)

BLOCKS: dict[str, Callable[..., float]] = {
    **{name: twin for own in TWO_SIDED for name, twin in both_sides(own).items()},
    "exact_shared": exact_shared,
    "shared": shared,
    "dead_squares": dead_squares,
    "knight_distance": knight_distance,
    "blank_fraction": blank_fraction,
    "role": role,
    "to_move": to_move,
}


def champion_weights() -> dict[str, list[tuple[int, ...]]]:
    """Read the lists of weights from the header: each weight is a level, a slope and a curve."""
    header = Path(__file__).parents[2] / "core" / "champion_weights.hpp"
    lists = {}
    for name, body in re.findall(r"(\w+)\[\] = \{(.*?)\n\};", header.read_text(), re.DOTALL):
        weights = re.findall(r"\{(-?\d+), (-?\d+), (-?\d+)\}", body)
        lists[name] = [tuple(map(int, weight)) for weight in weights]
    return lists


WEIGHTS = champion_weights()


def champion(position: Position, player: int) -> float:
    """Decided: `reach(k=3)` until both are placed.

    Every feature of the header in its order, times its weight in this phase. The weights speak of
    the attacker's chances; a defender's value is the negative.

    In the second position each knight has one move and then none. Of the squares 4/6 are blank, as
    32 of 49, which is phase 7: 277 + 36 * 7/12 + 590 * 49/144 = 498.8 for the attacker's one move
    and 188 + 744 * 7/12 + 326 * 49/144 = 732.9 for the defender's, both rounded down.

    By hand: 1../.../...:2 1 champion -1
    By hand: 1.2/...:1 1 champion 1230
    """
    locations = position.location(1), position.location(2)
    if locations[0] is None or locations[1] is None:
        return reach(position, player, k=3)
    attacker_moves = (sum(locations[0]) + sum(locations[1])) % 2 == 0
    attacker = position.to_move if attacker_moves else OTHER[position.to_move]
    role = "attacker" if player == attacker else "defender"
    mover = "attacker" if attacker_moves else "defender"
    fronts = {who: exact_fronts(position, who) for who in (attacker, OTHER[attacker])}
    features: list[int] = []
    for first, *later in fronts.values():
        features += [int(len(first) == moves) for moves in range(9)]
        for front in later:
            exits = [len(onward_from(position, square)) for square in front]
            exits = [4 if number == 8 else number for number in exits]
            features.append(len(front))
            features += [len([e for e in exits if e & digit]) for digit in (1, 2, 4)]
    same, other = ((1, 1), (2, 2), (4, 4), (2, 4), (4, 2)), ((2, 3), (3, 2), (3, 4), (4, 3))
    own, opp = fronts[attacker], fronts[OTHER[attacker]]
    features += [len(own[a - 1] & opp[d - 1]) for a, d in (same if attacker_moves else other)]

    blanks = len(position.blank) * 49 // (position.width * position.height)
    phase = min(max(blanks, 8), 40) - 25
    total = 0
    weights = WEIGHTS[f"{role}_weights_{mover}_moves"]
    for feature, (level, slope, curve) in zip(features, weights, strict=True):
        total += feature * ((144 * level + 12 * phase * slope + phase**2 * curve) // 144)
    return total if player == attacker else -total


def exact_fronts(position: Position, player: int) -> list[set[Square]]:
    """Return the blank squares the player can stand on after exactly 1, 2, 3 and 4 moves.

    Only blank squares count, but one may be visited again.
    """
    fronts = [set(legal_moves(position, player))]
    for _ in range(3):
        fronts.append({exit_ for square in fronts[-1] for exit_ in onward_from(position, square)})
    return fronts


def onward_from(position: Position, square: Square) -> set[Square]:
    steps = steps_from(square, position.width, position.height)
    return set(steps).intersection(position.blank)


HEURISTICS: dict[str, Callable[..., float]] = {
    "null": null,
    "open": open_,
    "improved": improved,
    "center": center,
    "center_weighted": center_weighted,
    "blank_ratio": blank_ratio,
    "edge_ratio": edge_ratio,
    "max_distance": max_distance,
    "outer": outer,
    "value": value_,
    "reach": reach,
    "reach_own": reach_own,
    "shared_moves": shared_moves,
    "ratio": ratio,
    "longest_path": longest_path,
    "ratio_chase": ratio_chase,
    **BLOCKS,
    "champion": champion,
}

# Which symmetries of the board leave a heuristic's value as it is, by the order of
# rules.symmetry_maps: identity, left-right, top-bottom, half turn; then, on a square board,
# transposed, and the same three again on the transposed board. All of them do for the heuristics
# that are not named here.
FOUR, EIGHT = {0, 1, 2, 3}, {0, 1, 2, 3, 4, 5, 6, 7}
SYMMETRIES: dict[str, dict[str, set[int]]] = {
    # Measured from (3.5, 3.5) on 7x7, half a square off the middle of rows 0 to 6, and on 8x8 from
    # (4, 4), as far off the middle of rows 0 to 7: only row and column can change places.
    "center": {"odd": {0, 4}, "even": {0, 4}, "oblong": {0}},
    # On an odd board the centre stays where it is; (4, 4) of 8x8 is one of four squares around the
    # middle; on an oblong board it is not in the middle at all, its row and column being exchanged.
    "center_weighted": {"odd": EIGHT, "even": {0, 4}, "oblong": {0}},
    # The sums of row and column stay, or all change to the same number less themselves.
    "max_distance": {"odd": {0, 3, 4, 7}, "even": {0, 3, 4, 7}, "oblong": {0, 3}},
}
ALL_SYMMETRIES = {"odd": EIGHT, "even": EIGHT, "oblong": FOUR}

# Specs whose value for one player is the negative of that for the other.
ANTISYMMETRIC = {
    "null",
    "improved",
    "diff_legal_moves",
    "center_weighted",
    "blank_ratio",
    "edge_ratio",
    "outer",
    "value",
    "value(power=0)",
    "value(power=1, weight=1)",
    "value(power=2, weight=1)",
    "value(power=3, weight=1)",
    "reach",
    *[f"reach(k={k})" for k in range(6)],
    *[own.__name__ for own in TWO_SIDED],
    *[
        f"{name}(k={k})"
        for name in ("exact_reach", "exact_private", "private")
        for k in range(1, 6)
    ],
    "role",
    "to_move",
}
# Heuristics whose value depends on who is to move, at the same squares.
BY_SIDE_TO_MOVE = {"champion"}
# Specs whose value is the same for both players.
SYMMETRIC = {
    "null",
    "max_distance",
    "shared_moves",
    "dead_squares",
    "knight_distance",
    "blank_fraction",
    *[f"{name}{k}" for name in ("shared", "exact_shared") for k in ("", "(k=1)", "(k=3)")],
}
# Whose value depends on the side to move; the others only look at the squares.
ASKS_WHO_IS_TO_MOVE = {"role", "to_move"}
