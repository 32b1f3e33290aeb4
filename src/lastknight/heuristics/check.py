"""Checks of a heuristic: always a number, the same number twice, and for mirror images.

It also finds heuristics with the same value everywhere, which may hide an error.

Positions come from random games; the same seed gives the same positions.
"""

from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import dataclass, field
from math import inf, isclose, isfinite
from time import thread_time

from lastknight._core import Rng
from lastknight.errors import HeuristicError
from lastknight.heuristics.heuristic import Heuristic
from lastknight.position import Position

_ENOUGH_TO_VARY = 10
"""Positions in which a heuristic should have more than one value."""
_FEWEST = 5
"""Positions in which even the slowest heuristic is checked."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A fault, how many positions show it, and the first of them."""

    count: int
    position: Position
    text: str


@dataclass(frozen=True, slots=True)
class CheckedHeuristic:
    """The faults of a heuristic on some positions, each evaluated for both players."""

    spec: str
    positions: int
    raised: Finding | None
    not_a_number: Finding | None
    unstable: Finding | None
    asymmetric: Finding | None
    constant: Finding | None = None
    """One value in all positions, for both players."""
    missed: Finding | None = None
    """Attributes of its player that it looked up, and that no player of its file has."""
    seconds: float = field(default=0.0, compare=False)
    """CPU time of a value, on average."""

    @property
    def is_searchable(self) -> bool:
        """Whether a search can use it: it never fails and always returns a number."""
        return self.raised is None and self.not_a_number is None

    @property
    def is_sound(self) -> bool:
        """Whether games with it can be reproduced: searchable, and the same value twice."""
        return self.is_searchable and self.unstable is None


def sample_positions(start: Position, count: int, *, seed: int) -> list[Position]:
    """Unfinished positions of random games from a start, every ply of each game."""
    return [position for _, position in zip(range(count), _walk(start, seed), strict=False)]


def check_heuristic(
    subject: Heuristic,
    positions: Sequence[Position],
    *,
    most_seconds: float = inf,
    tick: Callable[[Position], object] = lambda _: None,
) -> CheckedHeuristic:
    """Evaluate positions and their mirror images for both players; `tick` gets each of them first.

    Slow heuristics are checked in fewer positions, as many as this CPU time affords. A course
    agent's heuristic is called only where both players are placed, as in the course, and may return
    inf before the end of the game.

    >>> check_heuristic(heuristic("improved"), [Position.from_moves("d4 b1")]).is_sound
    True
    """
    found: dict[str, list[tuple[Position, str]]] = {}
    if subject.is_course:
        positions = [position for position in positions if _are_both_placed(position)]
    timed = _Timed(subject)
    for number, position in enumerate(positions):
        if timed.seconds > most_seconds and number >= _FEWEST:
            positions = positions[:number]
            break
        tick(position)
        for kind, text in _problems(timed, position):
            found.setdefault(kind, []).append((position, text))
    findings = {kind: Finding(len(cases), *cases[0]) for kind, cases in found.items()}
    return CheckedHeuristic(
        str(subject),
        len(positions),
        findings.get("raised"),
        findings.get("not_a_number"),
        findings.get("unstable"),
        findings.get("asymmetric"),
        _find_constant(timed.seen, positions),
        _find_missed(subject, positions),
        timed.seconds / max(timed.calls, 1),
    )


class _Timed:
    """A heuristic, the CPU time it has taken, and its first two values."""

    def __init__(self, subject: Heuristic) -> None:
        self.subject = subject
        self.seconds, self.calls = 0.0, 0
        self.seen: set[float] = set()

    def __call__(self, position: Position, player: int) -> float:
        start = thread_time()
        try:
            value = self.subject(position, player)
        finally:
            self.seconds += thread_time() - start
            self.calls += 1
        if len(self.seen) < 2:
            self.seen.add(value)
        return value


def _find_constant(seen: Set[float], positions: Sequence[Position]) -> Finding | None:
    """The one value it has, if it has only one."""
    if len(seen) != 1 or len(positions) < _ENOUGH_TO_VARY:
        return None
    return Finding(len(positions), positions[0], f"{min(seen):g} in all positions")


def _find_missed(subject: Heuristic, positions: Sequence[Position]) -> Finding | None:
    names = subject.missed_attributes()
    if not names:
        return None
    listed = ", ".join(f"player.{name}" for name in dict.fromkeys(names))
    return Finding(len(positions), positions[0], listed)


def _are_both_placed(position: Position) -> bool:
    return position.location(1) is not None and position.location(2) is not None


def _walk(start: Position, seed: int) -> Iterator[Position]:
    for game in range(2**32):
        rng = Rng(seed, stream=game)
        position = start
        while moves := position.legal_moves():
            yield position
            position = position.play(moves[rng.below(len(moves))])
        if start.is_over:
            return


def _problems(timed: _Timed, position: Position) -> Iterator[tuple[str, str]]:
    for player in (1, 2):
        try:
            value, again = timed(position, player), timed(position, player)
            images = [timed(image, player) for image in position.symmetries()]
        except HeuristicError as error:
            is_nan = "not a number" in str(error)
            yield ("not_a_number" if is_nan else "raised"), str(error)
            return
        if not isfinite(value) or (abs(value) > 1e300 and not timed.subject.is_course):
            yield "not_a_number", f"infinite, or too large to compare, for player {player}"
        if value != again:
            yield "unstable", f"{value} and then {again} for player {player}"
        elif not all(isclose(value, image, rel_tol=1e-9, abs_tol=1e-9) for image in images):
            yield "asymmetric", f"{min(images)} to {max(images)} for player {player}"
