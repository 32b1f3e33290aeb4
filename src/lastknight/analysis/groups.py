"""Groups: the direct games of a candidate by side, by opening and by length, and how they ended."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from lastknight import stats
from lastknight.analysis.facts import Ending, Group, Length, Ply
from lastknight.analysis.matches import Met
from lastknight.matches.openings import Opening
from lastknight.matches.play import REASONS
from lastknight.matches.tally import Tally

_SIDES = ("moves first", "moves second")


def group_games(candidate: int, met: Met) -> list[Group]:
    """All groups of a candidate's games as A against the baseline."""
    return [
        *_by_side(candidate, met),
        *_by_opening(candidate, met, _colours, ("knights on one colour", "knights on two colours")),
        *_by_opening(
            candidate,
            met,
            _edges,
            ("no knight on the edge", "one knight on the edge", "both on the edge"),
        ),
        *_by_length(candidate, met),
    ]


def count_lengths(candidate: int, met: Met) -> list[Length]:
    """How many games lasted how long, the opening included."""
    won: Counter[int] = Counter()
    lost: Counter[int] = Counter()
    for opening, a_won, _, plies in _games(met):
        (won if a_won else lost)[len(opening.moves) + plies] += 1
    return [
        Length(candidate, plies, won[plies], lost[plies]) for plies in sorted(won.keys() | lost)
    ]


def count_endings(candidate: int, met: Met) -> list[Ending]:
    """How games ended, reason by reason; the first note of each kind of forfeit."""
    counts: Counter[tuple[str, bool]] = Counter()
    notes: dict[str, str] = {}
    for chunk in met.chunks:
        for index, (a_won, reason, _) in enumerate(chunk.games()):
            counts[reason, a_won] += 1
            if (note := chunk.notes.get(index)) and reason != REASONS[0]:
                notes.setdefault(reason, note.strip().splitlines()[-1])
    return [
        Ending(
            candidate, reason, counts[reason, True], counts[reason, False], notes.get(reason, "")
        )
        for reason in REASONS
        if counts[reason, True] or counts[reason, False]
    ]


def average_plies(heuristic: int, met: Met, *, side: int) -> list[Ply]:
    """What the searches of A or B did at every ply, on average."""
    before = len(met.plan.drawn[0].moves)
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
        for ply, spent in enumerate(met.spent[side], before)
        if spent.choices
    ]


def _games(met: Met) -> Iterator[tuple[Opening, bool, bool, int]]:
    """Of every game its opening, whether A won, whether A moved first, and how long it was."""
    for chunk in met.chunks:
        for index, (a_won, plies) in enumerate(zip(chunk.a_won, chunk.plies, strict=True)):
            opening = met.plan.drawn[chunk.first_pair + index // 2]
            yield opening, bool(a_won), index % 2 == 0, plies


def _by_side(candidate: int, met: Met) -> list[Group]:
    counts: Counter[tuple[bool, bool]] = Counter()
    for _, a_won, is_first, _ in _games(met):
        counts[is_first, a_won] += 1
    groups = []
    for order, (is_first, label) in enumerate(zip((True, False), _SIDES, strict=True)):
        wins, losses = counts[is_first, True], counts[is_first, False]
        groups.append(_group(candidate, "side", (order, label), (wins, wins + losses)))
    return groups


def _by_length(candidate: int, met: Met) -> list[Group]:
    """Three groups of about as many games, from the shortest games to the longest."""
    games = sorted((len(opening.moves) + plies, a_won) for opening, a_won, _, plies in _games(met))
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


def _group(candidate: int, by: str, place: tuple[int, str], counts: tuple[int, int]) -> Group:
    """A group of single games: its place and label, how many were won of how many."""
    rate = stats.wilson(*counts)
    return Group(candidate, by, place[1], place[0], *counts, rate, None)


def _by_opening(
    candidate: int, met: Met, kind: Callable[[Opening], int | None], labels: tuple[str, ...]
) -> list[Group]:
    """Whole pairs by a property of their opening, clustered by opening as everywhere."""
    tallies: dict[int, dict[object, Tally]] = {}
    for chunk in met.chunks:
        for number, (first, second) in enumerate(chunk.outcomes(), chunk.first_pair):
            opening = met.plan.drawn[number]
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
            Group(
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
    """0 where both knights stand on one colour, 1 where they do not."""
    one, two = (opening.position.location(player) for player in (1, 2))
    return None if one is None or two is None else (sum(one) + sum(two)) % 2


def _edges(opening: Opening) -> int | None:
    """How many of the knights stand on the outermost ring."""
    position = opening.position
    squares = [position.location(player) for player in (1, 2)]
    if None in squares:
        return None
    return sum(
        square is not None
        and (square[0] in (0, position.height - 1) or square[1] in (0, position.width - 1))
        for square in squares
    )
