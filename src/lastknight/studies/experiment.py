"""Running a study: its parts become plans, their games become figures next to the seed's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass

from lastknight.errors import ArgumentError
from lastknight.matches.chunks import Chunk, spent_by_ply
from lastknight.matches.engine import Progress
from lastknight.matches.plan import Plan
from lastknight.matches.runners import Runner
from lastknight.matches.store import Store
from lastknight.players import Player, name_of
from lastknight.studies.clocks import Clock, measure_clocks
from lastknight.studies.evaluation import PartResult, evaluate
from lastknight.studies.playing import play_plans
from lastknight.studies.study import Part, Seat, Study

MOST_SCALE = 1000


@dataclass(frozen=True, slots=True)
class StudyResult:
    """What came out of a study."""

    study: Study
    parts: tuple[PartResult, ...]
    clocks: tuple[Clock, ...]
    scale: int
    seed: int

    def as_json(self) -> dict[str, object]:
        """The same as plain data."""
        return {
            "study": self.study.id,
            "title": self.study.title,
            "scale": self.scale,
            "seed": self.seed,
            "clocks": [asdict(clock) for clock in self.clocks],
            "parts": [
                {
                    "part": result.part.name,
                    "title": result.part.title,
                    "players": dict(result.players),
                    "games": result.games,
                    "distinct_games": result.distinct_games,
                }
                for result in self.parts
            ],
            "figures": self.rows(),
            "notes": list(self.study.notes),
        }

    def rows(self) -> list[dict[str, object]]:
        """All figures as plain data."""
        return [figure.as_json() for part in self.parts for figure in part.figures]


def run_study(  # noqa: PLR0913  (all but one are keywords)
    study: Study,
    *,
    scale: int = 1,
    seed: int = 1,
    workers: int | None = None,
    runner: Runner | None = None,
    store: Store | None = None,
    costs: Mapping[str, float] | None = None,
    progress: Progress | None = None,
) -> StudyResult:
    """Play a study at the seed's size, or so many times larger, and compare.

    `costs` are known relative costs by spec; others are measured, and kept in the store. Raises
    ArgumentError for a scale that is not a whole number from 1 on.

    >>> from lastknight.studies.study import read_study
    >>> costs = {"null": 1, "ratio": 1.2, "longest_path": 5, "ratio_chase": 1.9}
    >>> result = run_study(read_study("004-t3"), costs=costs)
    >>> result.parts[0].figure("null_score", measure="depth").seed_value
    10.06
    """
    clocks = find_clocks(study, costs=costs or {}, store=store)
    plans = plan_study(study, clocks, scale=scale, seed=seed)
    played = play_plans(plans, workers=workers, runner=runner, store=store, progress=progress)
    parts = []
    for part, plan, chunks in zip(study.parts, plans, played, strict=True):
        if part.form == "depth" and any(map(_is_cut, chunks)):
            # The store has a longer run: the sums by ply of a cut chunk are not its own.
            (chunks,) = play_plans([plan], workers=workers, runner=runner)  # noqa: PLW2901
        players = {
            seat.label: name_of(_player(seat, clocks)) for seat in (*part.players, *part.opponents)
        }
        parts.append(evaluate(part, plan, chunks, players=players))
    return StudyResult(study, tuple(parts), tuple(clocks), scale, seed)


def find_clocks(
    study: Study, *, costs: Mapping[str, float], store: Store | None = None
) -> list[Clock]:
    """For each heuristic that plays under a clock: its cost, known, kept or measured."""
    seats = [seat for part in study.parts for seat in (*part.players, *part.opponents)]
    return measure_clocks(
        ((seat.heuristic, seat.seconds) for seat in seats), costs=costs, store=store
    )


def plan_study(
    study: Study, clocks: Sequence[Clock], *, scale: int = 1, seed: int = 1
) -> list[Plan]:
    """The plan of each part; a round is the next so many pairs of every pairing.

    Raises ArgumentError for a scale that is not a whole number from 1 on.
    """
    if type(scale) is not int or not 1 <= scale <= MOST_SCALE:
        raise ArgumentError(f"scale is a whole number from 1 to {MOST_SCALE}, got {scale!r}")
    return [_plan(part, clocks, scale=scale, seed=seed) for part in study.parts]


def _plan(part: Part, clocks: Sequence[Clock], *, scale: int, seed: int) -> Plan:
    first, second = (
        [_player(seat, clocks) for seat in seats] for seats in (part.players, part.opponents)
    )
    entrants = {name_of(player): player for player in (*first, *second)}
    places = {name: place for place, name in enumerate(entrants)}
    # A pairing may be of a player with itself: the seeds' tables have such cells.
    pairings = tuple((places[name_of(a)], places[name_of(b)]) for a in first for b in second)
    return Plan(
        tuple(entrants.values()),
        pairings,
        pairs=part.games // 2 * scale * part.rounds,
        openings=part.openings,
        plies=part.plies,
        seed=seed,
    )


def _player(seat: Seat, clocks: Sequence[Clock]) -> Player:
    for clock in clocks:
        if (clock.heuristic, clock.seconds) == (str(seat.heuristic), seat.seconds):
            return seat.player(clock.cost)
    return seat.player()


def _is_cut(chunk: Chunk) -> bool:
    """Whether the sums by ply are of more games than the chunk has."""
    choices = sum(ply.choices for side in (0, 1) for ply in spent_by_ply([chunk], side))
    return round(choices) != sum(chunk.plies)
