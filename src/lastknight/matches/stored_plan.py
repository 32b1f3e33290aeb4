"""The plan of an experiment as it stands in a store or an archive, perhaps a stranger's.

`check_stored_plan` is the border: what passes can be listed, drawn, replayed and counted.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import Field, TypeAdapter, ValidationError

from lastknight.errors import LastknightError, NotationError
from lastknight.matches.openings import KINDS, MOST_PLIES, check_census, list_openings
from lastknight.matches.self_play import SELF_PLAY, check_start_ply
from lastknight.position import Position

_Count = Annotated[int, Field(strict=True, ge=0)]
_Text = Annotated[str, Field(strict=True, max_length=100_000)]
_Seed = Annotated[int, Field(strict=True, ge=0, lt=2**64)]
_Plies = Annotated[int, Field(strict=True, ge=0, le=MOST_PLIES)]


@dataclass(frozen=True, kw_only=True)
class _StoredPlan:
    """The fields of `Plan.identity`; older files may lack the last ones."""

    players: Annotated[list[_Text], Field(min_length=1, max_length=10_000)]
    pairings: Annotated[list[tuple[_Count, _Count]], Field(min_length=1, max_length=1_000_000)]
    openings: _Text | Annotated[list[_Text], Field(min_length=1, max_length=1_000_000)]
    plies: _Plies | None
    start: _Text
    seed: _Seed
    start_ply: _Count | None = None
    sources: list[_Text | None] | None = None
    move_seconds: float | None = None


_PLAN = TypeAdapter(_StoredPlan)


def check_stored_plan(plan: Mapping[str, Any]) -> None:
    """Raise NotationError unless this is the plan of an experiment."""
    try:
        found = _PLAN.validate_python(plan)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"][:2]))
        raise NotationError(f"the plan's {where}: {first['msg'].lower()}") from None
    most = max(max(pairing) for pairing in found.pairings)
    if most >= len(found.players):
        raise NotationError(
            f"the plan pairs player {most}, but has only {len(found.players)} players"
        )
    try:
        _check_openings(found, Position.parse(found.start))
    except LastknightError as error:
        raise NotationError(f"the plan: {error}") from None


def _check_openings(plan: _StoredPlan, start: Position) -> None:
    if isinstance(plan.openings, list):
        list_openings(start, plan.openings)
    elif plan.openings == SELF_PLAY:
        check_start_ply(plan.start_ply, start, plies=2 if plan.plies is None else plan.plies)
    elif plan.openings not in KINDS:
        raise NotationError(f"openings must be {', '.join(KINDS)} or a list, got {plan.openings!r}")
    elif plan.openings == "census":
        check_census(start, 2 if plan.plies is None else plan.plies)
