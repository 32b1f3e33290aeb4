"""Patterns of a position as numbers: an entry of a pattern table for each.

Every pattern is reduced by symmetry. A knight's eight steps are numbered in a circle; a symmetry of
the board permutes them, and exactly one symmetry takes a given step to step 0.
"""

import numpy as np

STEPS = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))
SYMMETRIES = [
    (sign, other, is_swapped) for sign in (1, -1) for other in (1, -1) for is_swapped in (0, 1)
]
CLOSED, BLANK, ATTACKER, DEFENDER = range(4)


def transform(symmetry, vector):
    """The image of a vector from the centre of the board."""
    sign, other, is_swapped = symmetry
    first, second = vector[::-1] if is_swapped else vector
    return sign * first, other * second


TURNS = np.array([[STEPS.index(transform(one, step)) for step in STEPS] for one in SYMMETRIES])
"""For each symmetry: where it takes each step."""
_CODES = np.arange(256)
TURNED = (((_CODES[:, None] >> np.arange(8)) & 1) @ (1 << TURNS).T).T
"""For each symmetry: the image of each set of steps, as bits."""
ONE_KNIGHT = TURNED.min(axis=0)
TWO_KNIGHTS = (TURNED[:, :, None] * 256 + TURNED[:, None, :]).min(axis=0)
BRANCH_BITS = np.array([1 << TURNS[list(TURNS[:, step]).index(0)] for step in range(8)])
"""For each step: the bits of the eight steps that follow, seen as if it were step 0."""


class Knight:
    """One side's knight in many positions: its steps, and the steps that follow."""

    def __init__(self, location, blank, targets):
        rows = np.arange(len(location))
        self.steps = targets[location]
        self.is_open = blank[rows[:, None], self.steps]
        self.next_steps = targets[self.steps]
        self.is_next_open = blank[rows[:, None, None], self.next_steps]
        self.code = self.is_open @ (1 << np.arange(8))

    def reached(self, squares, moves):
        """Flags of the squares that it reaches in one or two moves."""
        found = np.zeros((len(self.steps), squares), bool)
        if moves == 1:
            reached, is_open = self.steps, self.is_open
        else:
            reached = self.next_steps.reshape(-1, 64)
            is_open = (self.is_next_open & self.is_open[:, :, None]).reshape(-1, 64)
        row, place = np.nonzero(is_open)
        found[row, reached[row, place]] = True
        return found

    def branches(self, contested):
        """For each open step: which steps follow, and whether the other side gets there too."""
        codes = np.einsum("nse,se->ns", self.is_next_open, BRANCH_BITS)
        rows = np.arange(len(self.steps))[:, None]
        return np.where(self.is_open, 2 * codes + contested[rows, self.steps], -1)


class Patterns:
    """The entries of labelled positions in which one side is to move, by group and table.

    A table has an array, positions x places: the entry at each place, or -1 for none.
    """

    def __init__(self, labels):
        self.width, self.height = labels.recipe.start.width, labels.recipe.start.height
        self.squares = self.width * self.height
        records = labels.records
        bits = np.unpackbits(records["blank"].copy().view(np.uint8), axis=1, bitorder="little")
        # One more square stands for all beyond the edge; it is never blank.
        self.blank = np.pad(bits[:, : self.squares].astype(bool), ((0, 0), (0, 1)))
        is_first = (records["to_move"] == 1) == labels.is_attacker
        first, second = records["locations"].astype(np.int64).T
        self.locations = np.where(is_first, first, second), np.where(is_first, second, first)
        targets = self.step_targets()
        self.knights = [Knight(one, self.blank, targets) for one in self.locations]
        # With the attacker to move, both knights can reach a square in one move; else never.
        self.moves = 1 if labels.is_attacker.all() else 2

    def step_targets(self):
        """The square that each step leads to from each square."""
        found = np.full((self.squares + 1, 8), self.squares)
        for square in range(self.squares):
            row, column = divmod(square, self.width)
            for index, (down, right) in enumerate(STEPS):
                if 0 <= row + down < self.height and 0 <= column + right < self.width:
                    found[square, index] = (row + down) * self.width + column + right
        return found

    def group(self, name):
        """The tables of a group: `knights`, `joint` or `board`."""
        return {"knights": self.of_knights, "joint": self.joint, "board": self.of_board}[name]()

    def of_knights(self):
        """Each knight's open steps, and what follows each."""
        attacker, defender = self.knights
        for own, other in ((attacker, defender), (defender, attacker)):
            yield ONE_KNIGHT[own.code][:, None]
            yield own.branches(other.reached(self.squares + 1, self.moves))

    def joint(self):
        """Both knights' open steps; how the knights stand to each other, and both mobilities."""
        attacker, defender = self.knights
        yield TWO_KNIGHTS[attacker.code, defender.code][:, None]
        (row, column), (other_row, other_column) = (
            np.divmod(one, self.width) for one in self.locations
        )
        offsets = np.sort(np.abs([row - other_row, column - other_column]), axis=0)
        mobilities = [one.is_open.sum(axis=1) for one in self.knights]
        yield np.ravel_multi_index([*offsets, *mobilities], (16, 16, 9, 9))[:, None]

    def of_board(self):
        """The squares of corners and centre (3x3) and edges: closed, blank, or with a knight."""
        state = np.where(self.blank, BLANK, CLOSED)
        rows = np.arange(len(state))
        for location, knight in zip(self.locations, (ATTACKER, DEFENDER), strict=True):
            state[rows, location] = knight
        block = [(row, column) for row in range(3) for column in range(3)]
        middle = self.height // 2 - 1, self.width // 2 - 1
        yield self.images(state, block)
        yield self.images(state, [(middle[0] + row, middle[1] + column) for row, column in block])
        yield self.images(state, [(0, column) for column in range(self.width)])

    def images(self, state, places):
        """The states of places and of all their mirror images, a column for each image."""
        found = {}
        last = np.array([self.height - 1, self.width - 1])
        for one in SYMMETRIES:
            if self.width != self.height and one[2]:
                continue
            # Twice the distance from the centre is a whole number.
            image = [
                (np.array(transform(one, 2 * np.array(at) - last)) + last) // 2 for at in places
            ]
            squares = [int(row * self.width + column) for row, column in image]
            codes = state[:, squares] @ 4 ** np.arange(len(places))
            key = frozenset(squares)
            found[key] = np.minimum(found.get(key, codes), codes)
        return np.column_stack(list(found.values()))
