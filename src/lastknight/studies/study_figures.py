"""The figures of a study: from the games of a part to each number, next to the original one.

The standard error of a win rate comes from pairs on random openings. It comes from single games
(binomial) where players place their knights themselves, and for the original numbers, whose pairs
are unknown. One win and one loss are added to counts first, so that no error is 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from math import hypot, sqrt
from statistics import fmean, stdev

from lastknight.matches.chunks import Chunk, spent_by_ply, wins_of
from lastknight.matches.counting import gather
from lastknight.matches.plan import Plan
from lastknight.matches.tally import Tally
from lastknight.studies.study import StudyPart


@dataclass(frozen=True, slots=True, kw_only=True)
class StudyFigure:
    """One number of a study."""

    part: str
    measure: str
    """win rate, ratio or depth."""
    round: int = 0
    """Counting from 1; 0 for all rounds together."""
    player: str
    opponent: str = ""
    """Empty for all opponents together."""
    value: float
    error: float | None
    games: int
    """Our games behind the value."""
    wins: int | None = None
    """Our wins, for a win rate."""
    original_value: float | None = None
    original_error: float | None = None
    original_games: int | None = None
    original_wins: int | None = None

    @property
    def difference(self) -> float | None:
        """Our value minus the original one, in standard errors of that difference.

        >>> StudyFigure(part="A", measure="depth", player="x", games=100, value=9.5, error=0.3,
        ...             original_value=9.0, original_error=0.4).difference
        1.0
        """
        if self.original_value is None or self.error is None or self.original_error is None:
            return None
        return (self.value - self.original_value) / hypot(self.error, self.original_error)

    def as_json(self) -> dict[str, object]:
        """The same as plain data, with the difference."""
        return {**asdict(self), "difference": self.difference}


@dataclass(frozen=True, slots=True)
class PartResult:
    """The result of a part."""

    part: StudyPart
    players: Mapping[str, str]
    """The spec of the player behind each label."""
    figures: tuple[StudyFigure, ...]
    games: int
    distinct_games: int

    def figure(
        self, player: str, opponent: str = "", *, round_: int = 0, measure: str = "win rate"
    ) -> StudyFigure:
        """One figure, by default over all opponents and all rounds."""
        wanted = (measure, round_, player, opponent)
        return next(
            figure
            for figure in self.figures
            if (figure.measure, figure.round, figure.player, figure.opponent) == wanted
        )


def evaluate(
    part: StudyPart, plan: Plan, chunks: Sequence[Chunk], *, players: Mapping[str, str]
) -> PartResult:
    """The figures of a part from its chunks, in the order of `play_plans`."""
    matches = gather(plan, chunks)
    figures = list(_rates(part, plan, chunks))
    if part.form == "relative":
        figures += _ratios(part, figures)
    if part.form == "depth":
        figures += _depths(part, plan, chunks)
    return PartResult(
        part,
        players,
        tuple(figures),
        sum(match.tally.games for match in matches),
        sum(match.distinct_games for match in matches),
    )


def game_error(wins: int, games: int) -> float:
    """The standard error of a win rate, with every game independent.

    >>> round(game_error(50, 100), 3), round(game_error(10, 10), 3)
    (0.05, 0.087)
    """
    rate = (wins + 1) / (games + 2)
    return sqrt(rate * (1 - rate) / games)


def pair_error(tally: Tally) -> float:
    """The standard error of a win rate, with every pair independent.

    >>> round(pair_error(Tally(ww=30, split=40, ll=30)), 3)
    0.039
    """
    ww, split, ll = tally.ww + 1, tally.split + 1, tally.ll + 1
    pairs = ww + split + ll
    rate = (ww + split / 2) / pairs
    return sqrt(((ww + split / 4) / pairs - rate * rate) / tally.pairs)


def pooled_error(errors: Sequence[float]) -> float:
    """The standard error of the mean of rates from equally many games.

    >>> round(pooled_error([0.1] * 4), 3)
    0.05
    """
    return hypot(*errors) / len(errors)


def mean_error(values: Sequence[float]) -> float | None:
    """The standard error of a mean from the spread of the values; None for a single value.

    >>> round(mean_error([1.0, 1.1, 1.2, 1.3]), 3)
    0.065
    """
    return stdev(values, fmean(values)) / sqrt(len(values)) if len(values) > 1 else None


def _rates(part: StudyPart, plan: Plan, chunks: Sequence[Chunk]) -> Iterator[StudyFigure]:
    """Win rates by round and over all rounds, by opponent and over all opponents."""
    opponents = range(len(part.opponents))
    in_round = len(plan.drawn) // part.rounds * 2
    games = [wins_of(chunks, pairing) for pairing in range(len(plan.pairings))]
    rounds = [0] if part.rounds == 1 else [*range(1, part.rounds + 1), 0]
    for round_ in rounds:
        cut = slice(in_round * (round_ - 1), in_round * round_) if round_ else slice(None)
        for place in range(len(part.players)):
            tallies = {
                other: Tally.of_wins(games[place * len(opponents) + other][cut])
                for other in opponents
            }
            for other, tally in tallies.items():
                yield _rate(part, round_, place, {other: tally})
            if len(opponents) > 1:
                yield _rate(part, round_, place, tallies)


def _rate(part: StudyPart, round_: int, place: int, tallies: Mapping[int, Tally]) -> StudyFigure:
    """A player's win rate against the opponents whose tallies these are."""
    wins = sum(tally.wins for tally in tallies.values())
    games = sum(tally.games for tally in tallies.values())
    errors = [
        game_error(tally.wins, tally.games) if part.openings == "empty" else pair_error(tally)
        for tally in tallies.values()
    ]
    original = part.original
    original_games = part.games * len(tallies) * (1 if round_ else part.rounds)
    original_wins = original_value = None
    rounds = original.wins[round_ - 1 : round_] if round_ else original.wins
    if rounds:
        original_wins = sum(rows[other][place] for rows in rounds for other in tallies)
        original_value = original_wins / original_games
    elif original.averages and len(tallies) == len(part.opponents) and not round_:
        original_value = original.averages[place] / 100
    error = None
    if original_value is not None:
        error = game_error(round(original_value * original_games), original_games)
    return StudyFigure(
        part=part.name,
        measure="win rate",
        round=round_,
        player=part.players[place].label,
        opponent=part.opponents[min(tallies)].label if len(tallies) == 1 else "",
        value=wins / games,
        error=pooled_error(errors),
        games=games,
        wins=wins,
        original_value=original_value,
        original_error=error,
        original_games=None if original_value is None else original_games,
        original_wins=original_wins,
    )


def _ratios(part: StudyPart, rates: Sequence[StudyFigure]) -> Iterator[StudyFigure]:
    """Each win rate divided by the first player's in the same round, and the mean over rounds."""
    totals = {(figure.round, figure.player): figure for figure in rates if not figure.opponent}
    first = part.players[0].label
    for place, player in enumerate(part.players):
        theirs = part.original.ratios[place] if part.original.ratios else ()
        ours = []
        for round_ in range(1, part.rounds + 1):
            own, base = totals[round_, player.label], totals[round_, first]
            ours.append(own.value / max(base.value, 0.5 / base.games))
            yield StudyFigure(
                part=part.name,
                measure="ratio",
                round=round_,
                player=player.label,
                value=ours[-1],
                error=None,
                games=own.games,
                wins=own.wins,
                original_value=theirs[round_ - 1] if theirs else None,
            )
        yield StudyFigure(
            part=part.name,
            measure="ratio",
            player=player.label,
            value=sum(ours) / len(ours),
            error=mean_error(ours) if place else None,
            games=totals[0, player.label].games,
            original_value=sum(theirs) / len(theirs) if theirs else None,
            original_error=mean_error(theirs) if theirs and place else None,
        )


def _depths(part: StudyPart, plan: Plan, chunks: Sequence[Chunk]) -> Iterator[StudyFigure]:
    """The mean depth of each player's searches, with errors from the spread between games."""
    for place, player in enumerate(part.players):
        own = [chunk for chunk in chunks if chunk.pairing == place * len(part.opponents)]
        spent = spent_by_ply(own, 0)
        choices, depth = sum(ply.choices for ply in spent), sum(ply.depth for ply in spent)
        games = 2 * len(plan.drawn)
        means = [
            sum(choice.depth for choice in mine) / len(mine)
            for chunk in own
            for number, kept in enumerate(chunk.kept_choices())
            if (mine := kept[number % 2 :: 2])
        ]
        error = mean_error(means)
        spread = None if error is None else error * len(means) ** 0.5
        yield StudyFigure(
            part=part.name,
            measure="depth",
            player=player.label,
            value=depth / max(choices, 1),
            error=None if spread is None else spread / games**0.5,
            games=games,
            original_value=part.original.depths[place] if part.original.depths else None,
            original_error=None if spread is None else spread / part.games**0.5,
            original_games=part.games,
        )
