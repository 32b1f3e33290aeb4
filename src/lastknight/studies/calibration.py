"""Calibration: the speed at which our players search as deep as an analysis says its own did.

All players get the same nodes, at speeds that double from one to the next, and the mean depth is
interpolated on the logarithm of the speed. The depth of `improved` alone sets the speed of the
clock. Those of the others give the costs that their heuristics must have had, and are a check: the
study compares them with the costs measured here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from math import exp, hypot, log

from lastknight.errors import ArgumentError
from lastknight.matches.costs import round_to_two_digits
from lastknight.matches.engine import ProgressCallback, play_plans
from lastknight.matches.plan import Plan
from lastknight.matches.runners import Runner
from lastknight.matches.store import Store
from lastknight.studies.original_players import Clock
from lastknight.studies.study import Study
from lastknight.studies.study_figures import StudyFigure, evaluate
from lastknight.studies.study_run import find_clocks, plan_study, uncut

SPEEDS = tuple(50_000 * 2**step for step in range(5))
"""The nodes per second that are tried."""


@dataclass(frozen=True, slots=True)
class PlayerSpeed:
    """The nodes per second at which a player searches as deep as the original one."""

    player: str
    heuristic: str
    depths: tuple[StudyFigure, ...]
    """At each of `SPEEDS`."""
    speed: float | None
    """None if the original depth is not within those reached."""
    error: float | None
    """The standard error, from both sides' games."""
    cost: float | None
    """The cost that the heuristic must have had: the speed of `improved` divided by this one."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """The speed of an analysis' clock, from the depths it prints."""

    study: Study
    seconds: float
    players: tuple[PlayerSpeed, ...]
    scale: int
    seed: int

    @property
    def baseline(self) -> PlayerSpeed:
        """The player that sets the speed: `improved`."""
        return _baseline(self.players)

    @property
    def nodes_per_second(self) -> int | None:
        """The speed of the clock, to two digits."""
        speed = self.baseline.speed
        return None if speed is None else int(round_to_two_digits(speed))

    def as_json(self) -> dict[str, object]:
        """The same as plain data."""
        return {
            "study": self.study.id,
            "scale": self.scale,
            "seed": self.seed,
            "seconds": self.seconds,
            "nodes_per_second": self.nodes_per_second,
            "error": self.baseline.error,
            "players": [
                {key: value for key, value in asdict(player).items() if key != "depths"}
                for player in self.players
            ],
            "figures": self.rows(),
        }

    def rows(self) -> list[dict[str, object]]:
        """The depth of each player at each speed."""
        return [
            {"nodes_per_second": speed, **figure.as_json()}
            for player in self.players
            for speed, figure in zip(SPEEDS, player.depths, strict=True)
        ]


def calibrate(  # noqa: PLR0913  (all but one are keywords)
    study: Study,
    *,
    scale: int = 1,
    seed: int = 1,
    workers: int | None = None,
    runner: Runner | None = None,
    store: Store | None = None,
    progress: ProgressCallback | None = None,
) -> Calibration:
    """Find the speed of a study's clock from the depths that its analysis prints.

    Raises ArgumentError for a study without depths, and for a scale out of range.

    >>> from lastknight.studies.study import read_study
    >>> calibrate(read_study("000"))
    Traceback (most recent call last):
    ...
    lastknight.errors.ArgumentError: study 000 has no search depths to calibrate by; choose 004-t3
    """
    plans = plan_calibration(study, scale=scale, seed=seed)
    played = play_plans(plans, workers=workers, runner=runner, store=store, progress=progress)
    (part,) = study.parts
    rungs = [
        evaluate(part, plan, uncut(part, plan, chunks, workers, runner), players={})
        for plan, chunks in zip(plans, played, strict=True)
    ]
    players = []
    for one in part.players:
        depths = tuple(rung.figure(one.label, measure="depth") for rung in rungs)
        speed, error = speed_at_depth(SPEEDS, depths)
        players.append(PlayerSpeed(one.label, str(one.heuristic), depths, speed, error, cost=None))
    known = _baseline(players).speed
    return Calibration(
        study, _seconds(study), tuple(_with_cost(one, known) for one in players), scale, seed
    )


def plan_calibration(study: Study, *, scale: int = 1, seed: int = 1) -> list[Plan]:
    """One plan for each of `SPEEDS`: the study's games with every cost at 1."""
    parts = study.parts
    if len(parts) != 1 or parts[0].form != "depth" or not parts[0].original.depths:
        raise ArgumentError(f"study {study.id} has no search depths to calibrate by; choose 004-t3")
    return [
        plan
        for speed in SPEEDS
        for plan in plan_study(study, _equal_clocks(study, speed), scale=scale, seed=seed)
    ]


def speed_at_depth(
    speeds: Sequence[int], depths: Sequence[StudyFigure]
) -> tuple[float | None, float | None]:
    """The speed at which the original depth is reached, and its standard error.

    Depth grows with the logarithm of the speed, so it is interpolated on that. None if the
    original depth is not within those reached.

    >>> depths = [StudyFigure(part="", measure="depth", player="", games=100, value=value,
    ...     error=0.03, original_value=8.0, original_error=0.04) for value in (7.0, 9.0)]
    >>> [round(number) for number in speed_at_depth([100, 400], depths)]
    [200, 6]
    """
    rungs = list(zip(speeds, depths, strict=True))
    for (slow, shallow), (fast, deep) in pairwise(rungs):
        target = shallow.original_value
        if target is None or not shallow.value <= target < deep.value:
            continue
        rise = deep.value - shallow.value
        share = (target - shallow.value) / rise
        speed = slow * exp(share * log(fast / slow))
        errors = (shallow.error, deep.error, shallow.original_error, deep.original_error)
        if None in errors:
            return speed, None
        own_shallow, own_deep, *original = (error or 0.0 for error in errors)
        error = hypot((1 - share) * own_shallow, share * own_deep, max(original))
        return speed, speed * error * log(fast / slow) / rise
    return None, None


def _equal_clocks(study: Study, speed: int) -> list[Clock]:
    specs = {str(one.heuristic) for one in study.parts[0].players}
    return find_clocks(study, costs=dict.fromkeys(specs, 1.0), nodes_per_second=speed)


def _seconds(study: Study) -> float:
    return next(one.seconds for one in study.parts[0].players if one.seconds is not None)


def _baseline(players: Sequence[PlayerSpeed]) -> PlayerSpeed:
    return next(one for one in players if one.heuristic == "improved")


def _with_cost(one: PlayerSpeed, baseline: float | None) -> PlayerSpeed:
    if one.speed is None or baseline is None:
        return one
    cost = round_to_two_digits(baseline / one.speed)
    return PlayerSpeed(one.player, one.heuristic, one.depths, one.speed, one.error, cost)
