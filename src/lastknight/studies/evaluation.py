"""Evaluation: from the games of a part to its figures, next to the seed's."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from lastknight.matches.chunks import Chunk, spent_by_ply
from lastknight.matches.plan import Plan
from lastknight.matches.results import gather
from lastknight.matches.tally import Tally
from lastknight.studies.figures import (
    Figure,
    game_error,
    mean_error,
    pair_error,
    pooled_error,
)
from lastknight.studies.playing import count, outcomes
from lastknight.studies.study import Part


@dataclass(frozen=True, slots=True)
class PartResult:
    """What came out of a part."""

    part: Part
    players: Mapping[str, str]
    """The player behind each label."""
    figures: tuple[Figure, ...]
    games: int
    distinct_games: int

    def figure(
        self, player: str, opponent: str = "", *, round_: int = 0, measure: str = "win rate"
    ) -> Figure:
        """One figure; of all opponents and of all rounds together if not said otherwise."""
        wanted = (measure, round_, player, opponent)
        return next(
            figure
            for figure in self.figures
            if (figure.measure, figure.round, figure.player, figure.opponent) == wanted
        )


def evaluate(
    part: Part, plan: Plan, chunks: Sequence[Chunk], *, players: Mapping[str, str]
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


def _rates(part: Part, plan: Plan, chunks: Sequence[Chunk]) -> Iterable[Figure]:
    """Win rates: round by round, and all together; cell by cell, and over all opponents."""
    opponents = range(len(part.opponents))
    in_round = len(plan.drawn) // part.rounds * 2
    games = [outcomes(chunks, pairing) for pairing in range(len(plan.pairings))]
    rounds = [0] if part.rounds == 1 else [*range(1, part.rounds + 1), 0]
    for round_ in rounds:
        cut = slice(in_round * (round_ - 1), in_round * round_) if round_ else slice(None)
        for place, seat in enumerate(part.players):
            tallies = [count(games[place * len(opponents) + other][cut]) for other in opponents]
            for other, tally in enumerate(tallies):
                yield _rate(part, round_, seat.label, place, others=[other], tallies=[tally])
            if len(opponents) > 1:
                yield _rate(part, round_, seat.label, place, others=opponents, tallies=tallies)


def _rate(  # noqa: PLR0913
    part: Part,
    round_: int,
    label: str,
    place: int,
    *,
    others: Sequence[int],
    tallies: Sequence[Tally],
) -> Figure:
    wins, games = (sum(getattr(tally, name) for tally in tallies) for name in ("wins", "games"))
    errors = [
        game_error(tally.wins, tally.games) if part.openings == "empty" else pair_error(tally)
        for tally in tallies
    ]
    is_total = len(others) == len(part.opponents)
    seed_games = part.games * len(others) * (1 if round_ else part.rounds)
    seed_wins = seed_value = None
    rounds = part.seed.wins[round_ - 1 : round_] if round_ else part.seed.wins
    if rounds:
        seed_wins = sum(rows[other][place] for rows in rounds for other in others)
        seed_value = seed_wins / seed_games
    elif part.seed.averages and is_total and not round_:
        seed_value = part.seed.averages[place] / 100
    known = round(seed_value * seed_games) if seed_value is not None else None
    return Figure(
        part.name,
        "win rate",
        round_,
        label,
        part.opponents[others[0]].label if len(others) == 1 else "",
        wins / games,
        pooled_error(errors),
        games,
        wins,
        seed_value,
        None if known is None else game_error(known, seed_games),
        seed_games if known is not None else None,
        seed_wins,
    )


def _ratios(part: Part, rates: Sequence[Figure]) -> Iterable[Figure]:
    """Each win rate over the first player's of the same round, and the mean over the rounds."""
    totals = {(f.round, f.player): f for f in rates if not f.opponent}
    first = part.players[0].label
    for place, seat in enumerate(part.players):
        seeds = part.seed.ratios[place] if part.seed.ratios else ()
        ours = []
        for round_ in range(1, part.rounds + 1):
            own, base = totals[round_, seat.label], totals[round_, first]
            ratio = own.value / max(base.value, 0.5 / base.games)
            ours.append(ratio)
            seed = seeds[round_ - 1] if seeds else None
            yield Figure(
                part.name, "ratio", round_, seat.label, "", ratio, None, own.games, own.wins, seed
            )
        has_seed = bool(seeds) and place > 0
        yield Figure(
            part.name,
            "ratio",
            0,
            seat.label,
            "",
            sum(ours) / len(ours),
            mean_error(ours) if place else None,
            totals[0, seat.label].games,
            seed_value=sum(seeds) / len(seeds) if seeds else None,
            seed_error=mean_error(seeds) if has_seed else None,
        )


def _depths(part: Part, plan: Plan, chunks: Sequence[Chunk]) -> Iterable[Figure]:
    """The mean depth of the players' choices; errors by the spread of single games."""
    for place, seat in enumerate(part.players):
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
        yield Figure(
            part.name,
            "depth",
            0,
            seat.label,
            "",
            depth / max(choices, 1),
            None if spread is None else spread / games**0.5,
            games,
            seed_value=part.seed.depths[place] if part.seed.depths else None,
            seed_error=None if spread is None else spread / part.games**0.5,
            seed_games=part.games,
        )
