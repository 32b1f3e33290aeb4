"""Breakdown: the direct games of candidates by role, opening, length and ply, and their endings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from lastknight import stats
from lastknight.analysis.meetings import MeetingResult
from lastknight.matches.openings import Opening
from lastknight.matches.play import REASONS
from lastknight.matches.tally import Tally
from lastknight.stats import Estimate


@dataclass(frozen=True)
class GameGroup:
    """Some of a candidate's direct games against the baseline."""

    candidate: int
    by: str
    """role, opening or length."""
    label: str
    order: int
    wins: int
    games: int
    win_rate: Estimate
    elo: Estimate | None
    """Pair-Elo, for groups of whole pairs."""


@dataclass(frozen=True)
class Length:
    """How many direct games of a candidate lasted this many plies, the opening included."""

    candidate: int
    plies: int
    won: int
    lost: int


@dataclass(frozen=True)
class Ply:
    """A heuristic's searches at one ply of its direct games, on average."""

    heuristic: int
    ply: int
    choices: int
    depth: float
    nodes: float
    evaluations: float
    nanoseconds: float
    """Search time per evaluation."""
    solved: float
    """The share of choices that saw the end of the game."""


@dataclass(frozen=True)
class GameEnding:
    """How many direct games of a candidate ended for one reason."""

    candidate: int
    reason: str
    """no_moves, or the kind of forfeit."""
    won: int
    lost: int
    note: str
    """The first error message of a forfeit."""


@dataclass(frozen=True, kw_only=True)
class Breakdown:
    """What the direct games of the featured candidates show besides who won the match.

    A new field gets a default, so that an older report.json can still be read.
    """

    groups: tuple[GameGroup, ...]
    lengths: tuple[Length, ...]
    plies: tuple[Ply, ...]
    endings: tuple[GameEnding, ...]


def break_down(played: Sequence[tuple[int, MeetingResult]], baseline: int) -> Breakdown:
    """Break down the matches of candidates against the baseline, each candidate as A.

    The baseline's plies are those of its match against the first candidate.
    """
    plies = [ply for one, match in played for ply in _average_plies(one, match, side=0)]
    return Breakdown(
        groups=tuple(group for one in played for group in _group_games(*one)),
        lengths=tuple(length for one in played for length in _count_lengths(*one)),
        plies=(*plies, *_average_plies(baseline, played[0][1], side=1)),
        endings=tuple(ending for one in played for ending in _count_endings(*one)),
    )


def _group_games(candidate: int, match: MeetingResult) -> list[GameGroup]:
    """All groups of a candidate's games."""
    return [
        *_by_role(candidate, match),
        *_by_opening(
            candidate, match, _colours, ("knights on one colour", "knights on two colours")
        ),
        *_by_opening(
            candidate,
            match,
            _edges,
            ("no knight on the edge", "one knight on the edge", "both on the edge"),
        ),
        *_by_length(candidate, match),
    ]


def _count_lengths(candidate: int, match: MeetingResult) -> list[Length]:
    """Games by length, the opening included."""
    won: Counter[int] = Counter()
    lost: Counter[int] = Counter()
    for opening, a_won, plies in _games(match):
        (won if a_won else lost)[len(opening.moves) + plies] += 1
    return [
        Length(candidate, plies, won[plies], lost[plies]) for plies in sorted(won.keys() | lost)
    ]


def _count_endings(candidate: int, match: MeetingResult) -> list[GameEnding]:
    """How games ended, by reason, with the first note of each kind of forfeit."""
    counts: Counter[tuple[str, bool]] = Counter()
    notes: dict[str, str] = {}
    for chunk in match.chunks:
        for index, (a_won, reason, _) in enumerate(chunk.games()):
            counts[reason, a_won] += 1
            if (note := chunk.notes.get(index)) and reason != REASONS[0]:
                notes.setdefault(reason, (note.strip().splitlines() or [""])[-1])
    return [
        GameEnding(
            candidate, reason, counts[reason, True], counts[reason, False], notes.get(reason, "")
        )
        for reason in REASONS
        if counts[reason, True] or counts[reason, False]
    ]


def _average_plies(heuristic: int, match: MeetingResult, *, side: int) -> list[Ply]:
    """The searches of A or B at each ply, on average; none if openings differ in length."""
    lengths = {len(opening.moves) for opening in match.plan.drawn}
    if len(lengths) > 1:
        return []
    (before,) = lengths
    return [
        Ply(
            heuristic,
            ply,
            int(spent.choices),
            spent.depth / spent.choices,
            spent.nodes / spent.choices,
            spent.evaluations / spent.choices,
            1e9 * spent.seconds / max(spent.evaluations, 1.0),
            spent.solved / spent.choices,
        )
        for ply, spent in enumerate(match.spent[side], before)
        if spent.choices
    ]


def _games(match: MeetingResult) -> Iterator[tuple[Opening, bool, int]]:
    """For each game its opening, whether A won, and its plies."""
    for chunk in match.chunks:
        for index, (a_won, plies) in enumerate(zip(chunk.a_won, chunk.plies, strict=True)):
            opening = match.plan.drawn[chunk.first_pair + index // 2]
            yield opening, bool(a_won), plies


def _by_role(candidate: int, match: MeetingResult) -> list[GameGroup]:
    roles = match.match.roles
    if roles is None:
        return []
    found = {"attacker": roles.a_attacker, "defender": roles.a_defender}
    return [
        GameGroup(candidate, "role", label, order, one.wins, one.games, one.rate, None)
        for order, (label, one) in enumerate(found.items())
    ]


def _by_length(candidate: int, match: MeetingResult) -> list[GameGroup]:
    """Three groups of about equal size, from the shortest games to the longest."""
    games = sorted((len(opening.moves) + plies, a_won) for opening, a_won, plies in _games(match))
    if not games:
        return []
    ends = [games[len(games) // 3][0], games[2 * len(games) // 3][0]]
    parts: dict[int, list[tuple[int, bool]]] = {0: [], 1: [], 2: []}
    for plies, a_won in games:
        parts[sum(plies > end for end in ends)].append((plies, a_won))
    groups = []
    for order, part in parts.items():
        if part:
            low, high = part[0][0], part[-1][0]
            label = f"{low} plies" if low == high else f"{low} to {high} plies"
            wins = sum(a_won for _, a_won in part)
            groups.append(_group(candidate, "length", (order, label), (wins, len(part))))
    return groups


def _group(candidate: int, by: str, place: tuple[int, str], counts: tuple[int, int]) -> GameGroup:
    """A group of single games, from its order and label and its wins and games."""
    rate = stats.wilson(*counts)
    return GameGroup(candidate, by, place[1], place[0], *counts, rate, None)


def _by_opening(
    candidate: int,
    match: MeetingResult,
    kind: Callable[[Opening], int | None],
    labels: tuple[str, ...],
) -> list[GameGroup]:
    """Whole pairs by a property of their opening, clustered by opening."""
    tallies: dict[int, dict[object, Tally]] = {}
    for chunk in match.chunks:
        for number, (first, second) in enumerate(chunk.outcomes(), chunk.first_pair):
            opening = match.plan.drawn[number]
            found = kind(opening)
            if found is not None:
                won = first + second
                one = Tally(ww=won == 2, split=won == 1, ll=won == 0)
                forms = tallies.setdefault(found, {})
                forms[opening.canonical] = forms.get(opening.canonical, Tally()) + one
    groups = []
    for order, forms in sorted(tallies.items()):
        rows = [(tally.ww, tally.split, tally.ll) for tally in forms.values()]
        clustered = stats.clustered_pairs(rows)
        total = sum(forms.values(), Tally())
        groups.append(
            GameGroup(
                candidate,
                "opening",
                labels[order],
                order,
                total.wins,
                total.games,
                clustered.win_rate,
                clustered.elo,
            )
        )
    return groups


def _colours(opening: Opening) -> int | None:
    """0 if both knights stand on squares of one colour, else 1."""
    one, two = (opening.position.location(player) for player in (1, 2))
    return None if one is None or two is None else (sum(one) + sum(two)) % 2


def _edges(opening: Opening) -> int | None:
    """How many knights stand on the edge of the board."""
    position = opening.position
    squares = [position.location(player) for player in (1, 2)]
    if None in squares:
        return None
    return sum(
        square is not None
        and (square[0] in (0, position.height - 1) or square[1] in (0, position.width - 1))
        for square in squares
    )
