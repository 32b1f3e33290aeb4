"""Openings, players that misbehave and the comparison of games, for tests of runners."""

import os
from array import array

import lastknight as lk
from lastknight.matches.chunks import TOTALS
from lastknight.matches.openings import random_openings


def openings(count, *, start=None, plies=2, seed=6):
    drawn = random_openings(start or lk.Position(), plies, count, seed=seed)
    return [opening.position for opening in drawn]


def merged(chunks):
    """For each pairing its games, notes and sums, in the order of the pairs."""
    found = {}
    for chunk in sorted(chunks, key=lambda chunk: (chunk.pairing, chunk.first_pair)):
        games, notes, totals = found.setdefault(chunk.pairing, ([], [], array("d")))
        assert len(games) == 2 * chunk.first_pair, "a pair is missing or appears twice"
        games.extend(chunk.games())
        notes.extend(chunk.notes.get(index) for index in range(2 * chunk.pairs))
        added = array("d", chunk.totals)
        del added[TOTALS.index("seconds") :: len(TOTALS)]
        totals[:] = array("d", map(sum, zip(totals, added, strict=True))) if totals else added
    return found


class Polite(lk.Random):
    """Random, but written in Python."""

    def choose(self, position, *, seed=0):
        return super().choose(position, seed=seed)

    def __str__(self):
        return "Polite"


class Naughty(Polite):
    """Random, but every now and then it does something else."""

    def __init__(self, deed, often=9):
        object.__setattr__(self, "deed", deed)
        object.__setattr__(self, "often", often)

    def choose(self, position, *, seed=0):
        if seed % self.often == 0:
            return self.deed()
        return super().choose(position, seed=seed)


def raise_error():
    raise ValueError("I do not know")


def die_at_once():
    os._exit(3)
