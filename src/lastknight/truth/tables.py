"""Tables: a truth as flat rows, one for each number with its interval, for spreadsheets."""

from __future__ import annotations

from collections.abc import Iterator

from lastknight.stats import Estimate
from lastknight.truth.records import Agreement, HeuristicTruth, Picks, PlayerTruth, PlyGroup, Truth

Row = dict[str, object]


def rows_of(truth: Truth) -> list[Row]:
    """Every estimate of a truth: of what, by what, over which plies, from how many.

    Rows of all plies come first and have none named; `count` is the positions, critical positions
    or games behind the number.
    """
    plies = (None, *truth.sample.groups)
    rows: list[Row] = []
    for one in truth.heuristics:
        rows += _heuristic_rows(one, plies)
    for player in truth.players:
        rows += _player_rows(player, plies)
    return rows


def _heuristic_rows(one: HeuristicTruth, plies: tuple[PlyGroup | None, ...]) -> Iterator[Row]:
    agreements: tuple[Agreement, ...] = (one.overall, *one.groups)
    for group, found in zip(plies, agreements, strict=True):
        for measure, estimate, count in (
            ("sign", found.sign, found.positions),
            ("auc", found.auc, found.positions),
            ("order", found.order, found.critical),
        ):
            yield _row(one.heuristic, measure, group, count, estimate)
    for deep in one.depths:
        picks = deep.picks
        yield _row(one.heuristic, "picks", None, picks.critical, picks.rate) | {"depth": deep.depth}


def _player_rows(one: PlayerTruth, plies: tuple[PlyGroup | None, ...]) -> Iterator[Row]:
    picks: tuple[Picks, ...] = (one.overall, *one.groups)
    for group, found in zip(plies, picks, strict=True):
        yield _row(one.player, "picks", group, found.critical, found.rate)
    if one.thrown is not None:
        yield _row(one.player, "thrown", None, one.thrown.games, one.thrown.per_game)


def _row(subject: str, measure: str, group: PlyGroup | None, count: int, estimate: Estimate) -> Row:
    return {
        "subject": subject,
        "measure": measure,
        "first_ply": None if group is None else group.first_ply,
        "last_ply": None if group is None else group.last_ply,
        "depth": None,
        "count": count,
        "value": estimate.value,
        "low": estimate.low,
        "high": estimate.high,
    }
