"""Running a study: its parts become plans, and their games become figures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from lastknight.matches.chunks import Chunk, spent_by_ply
from lastknight.matches.engine import ProgressCallback, play_plans
from lastknight.matches.plan import Plan
from lastknight.matches.runners import Runner
from lastknight.matches.store import Store, opened_store
from lastknight.players import name_of
from lastknight.ranges import check_kind, check_seed, check_whole
from lastknight.studies.original_players import (
    Clock,
    OriginalPlayer,
    measure_clocks,
    timed_heuristics,
)
from lastknight.studies.study import Study, StudyPart, read_study
from lastknight.studies.study_figures import PartResult, evaluate

MOST_SCALE = 1000


@dataclass(frozen=True, slots=True)
class StudyResult:
    """The result of a study."""

    study: Study
    parts: tuple[PartResult, ...]
    clocks: tuple[Clock, ...]
    scale: int
    seed: int
    nodes_per_second: int

    def as_json(self) -> dict[str, object]:
        """The same as plain data."""
        return {
            "study": self.study.id,
            "title": self.study.title,
            "scale": self.scale,
            "seed": self.seed,
            "nodes_per_second": self.nodes_per_second,
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
    study: Study | str,
    *,
    scale: int = 1,
    seed: int = 1,
    workers: int | None = None,
    runner: Runner | None = None,
    store: Store | str | Path | None = None,
    costs: Mapping[str, float] | None = None,
    nodes_per_second: int | None = None,
    progress: ProgressCallback | None = None,
) -> StudyResult:
    """Play a study at its original size, or `scale` times larger, and compare the numbers.

    The study may be given by its name, the store by its file. `costs` gives relative costs by spec;
    the others are measured and stored. `nodes_per_second` takes the place of the study's own speed.
    Raises ArgumentError for a scale out of range.

    >>> costs = {"null": 1, "ratio": 1.2, "longest_path": 5, "ratio_chase": 1.9}
    >>> result = run_study("004-t3", costs=costs)
    >>> result.parts[0].figure("null_score", measure="depth").original_value
    10.06
    """
    if isinstance(study, str):
        study = read_study(study)
    check_kind("study", study, Study)
    check_whole("scale", scale, 1, MOST_SCALE)
    check_seed(seed)
    if nodes_per_second is not None:
        check_whole("nodes_per_second", nodes_per_second, 1, 10**9)
    speed = nodes_per_second or study.nodes_per_second
    known = costs or {}
    check_kind("costs", known, Mapping)
    with opened_store(store) as opened:
        clocks = find_clocks(study, costs=known, store=opened, nodes_per_second=speed)
        plans = plan_study(study, clocks, scale=scale, seed=seed)
        played = play_plans(plans, workers=workers, runner=runner, store=opened, progress=progress)
    parts = []
    for part, plan, chunks in zip(study.parts, plans, played, strict=True):
        players = {
            original.label: name_of(original.player(clocks))
            for original in (*part.players, *part.opponents)
        }
        whole = uncut(part, plan, chunks, workers, runner)
        parts.append(evaluate(part, plan, whole, players=players))
    return StudyResult(study, tuple(parts), tuple(clocks), scale, seed, speed)


def _players(study: Study) -> Iterator[OriginalPlayer]:
    return (one for part in study.parts for one in (*part.players, *part.opponents))


def costs_used(studies: Iterable[Study]) -> set[str]:
    """The heuristics whose costs matter in these studies."""
    return timed_heuristics(one for study in studies for one in _players(study))


def find_clocks(
    study: Study,
    *,
    costs: Mapping[str, float],
    store: Store | None = None,
    nodes_per_second: int | None = None,
) -> list[Clock]:
    """The clocks of a study, with costs that are given, stored or measured now."""
    speed = nodes_per_second or study.nodes_per_second
    return measure_clocks(_players(study), costs=costs, store=store, nodes_per_second=speed)


def plan_study(
    study: Study, clocks: Sequence[Clock], *, scale: int = 1, seed: int = 1
) -> list[Plan]:
    """The plan of each part; rounds are consecutive slices of each pairing's pairs.

    Raises ArgumentError for a scale out of range.
    """
    check_whole("scale", scale, 1, MOST_SCALE)
    return [_plan(part, clocks, scale=scale, seed=seed) for part in study.parts]


def _plan(part: StudyPart, clocks: Sequence[Clock], *, scale: int, seed: int) -> Plan:
    first, second = (
        [original.player(clocks) for original in side] for side in (part.players, part.opponents)
    )
    entrants = {name_of(player): player for player in (*first, *second)}
    places = {name: place for place, name in enumerate(entrants)}
    # A player may meet itself: the original tables have such cells.
    pairings = tuple((places[name_of(a)], places[name_of(b)]) for a in first for b in second)
    return Plan(
        tuple(entrants.values()),
        pairings,
        pairs=part.games // 2 * scale * part.rounds,
        openings=part.openings,
        plies=part.plies,
        seed=seed,
    )


def uncut(
    part: StudyPart,
    plan: Plan,
    chunks: Sequence[Chunk],
    workers: int | None,
    runner: Runner | None,
) -> Sequence[Chunk]:
    """The chunks of a part, played again if depths are asked for and the store has a longer run.

    Depths come from the sums by ply, which cover a whole chunk and cannot be cut with it.
    """
    if part.form != "depth" or not any(map(_is_cut, chunks)):
        return chunks
    (whole,) = play_plans([plan], workers=workers, runner=runner)
    return whole


def _is_cut(chunk: Chunk) -> bool:
    """Whether the sums by ply cover more games than the chunk has."""
    choices = sum(ply.choices for side in (0, 1) for ply in spent_by_ply([chunk], side))
    return round(choices) != sum(chunk.plies)
