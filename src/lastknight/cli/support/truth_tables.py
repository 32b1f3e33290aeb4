"""The tables that `lastknight truth` prints, and the board with the first mistake."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rich.console import Console
from rich.table import Table

from lastknight.cli.support.screen import render_board
from lastknight.notation import format_moves
from lastknight.position import Position
from lastknight.stats import Estimate
from lastknight.truth import Truth
from lastknight.truth.measurements import Mistake, PlayerTruth, WinningMoves

_NOTHING = "\N{EN DASH}"
_SMALL = 0.001
_FEW = 3
"""Up to this many subjects get a column each, with intervals."""


def print_truth(console: Console, truth: Truth) -> None:
    """Print everything that was measured."""
    _print_sample(console, truth)
    if truth.heuristics:
        _print_heuristics(console, truth)
    if truth.winning_moves is not None:
        _print_winning_moves(console, truth.winning_moves)
    if truth.players:
        _print_players(console, truth)
    console.print("In brackets: 95 % intervals, clustered by opening. --json has all numbers.")


def _print_sample(console: Console, truth: Truth) -> None:
    sample = truth.sample
    table = Table(box=None, show_header=False, pad_edge=False)
    table.add_row("games", f"{sample.games:,}: {sample.source}")
    left_out = f"; {sample.unknown:,} more are beyond the solver's limit" if sample.unknown else ""
    table.add_row("positions", f"{sample.positions:,} from {sample.clusters:,} openings{left_out}")
    won = 100 * sample.won / sample.positions
    table.add_row("won", f"{sample.won:,} by the player to move ({won:.1f} %)")
    any_move = f"; any move wins in {_rate(sample.chance)}" if sample.critical else ""
    table.add_row("critical", f"{sample.critical:,} have winning and losing moves{any_move}")
    console.print(table)
    console.print()
    groups = _table("plies", "positions", "won", "critical")
    for group, plies in zip(sample.groups, _plies(truth), strict=True):
        groups.add_row(plies, f"{group.positions:,}", f"{group.won:,}", f"{group.critical:,}")
    console.print(groups)
    console.print()


def _print_heuristics(console: Console, truth: Truth) -> None:
    table = _table("heuristic", "sign agrees", "AUC of positions", "order of moves")
    for one in truth.heuristics:
        said = one.overall
        numbers = (_rate(said.sign), _area(said.auc), _area(said.order))
        table.add_row(one.heuristic, *map(str, numbers))
    console.print(table)
    console.print()
    console.print("AUC of positions, by ply")
    cells = {one.heuristic: [_area(group.auc) for group in one.groups] for one in truth.heuristics}
    _print_crossed(console, "plies", _plies(truth), cells)
    depths = [str(deep.depth) for deep in truth.heuristics[0].depths]
    if depths and truth.sample.critical:
        console.print("A winning move is picked in critical positions, by depth of the search")
        cells = {
            one.heuristic: [_rate(deep.picks.rate) for deep in one.depths]
            for one in truth.heuristics
        }
        _print_crossed(console, "depth", depths, cells)


def _print_winning_moves(console: Console, found: WinningMoves) -> None:
    sample = found.sample
    console.print(
        f"Winning moves found by alpha-beta of {found.nodes:,} nodes in {sample.critical:,} "
        f"critical positions from {sample.clusters:,} openings, compared with {found.baseline} "
        f"({_rate(found.rate(found.baseline)).value})",
        soft_wrap=True,
    )
    table = _table("heuristic", "found", "only it", "only other", "difference", "adjusted p", "")
    for one in found.best_first:
        table.add_row(
            one.heuristic,
            _rate(found.rate(one.heuristic)).value,
            f"{one.only_candidate:,}",
            f"{one.only_baseline:,}",
            str(_Cell(one.difference, 100, 2, "")),
            f"{one.p_adjusted:.2g}" if one.p_adjusted >= _SMALL else f"< {_SMALL}",
            one.word,
        )
    console.print(table)
    console.print(
        "Differences are in percentage points; their intervals and p-values are adjusted for all "
        "heuristics compared."
    )
    console.print()


def _print_players(console: Console, truth: Truth) -> None:
    table = _table("player", "picks a winning move", "thrown away per game")
    for one in truth.players:
        thrown = _NOTHING
        if one.thrown is not None:
            thrown = f"{_area(one.thrown.per_game)} in {one.thrown.games:,} games"
        table.add_row(one.player, str(_rate(one.overall.rate)), thrown)
    console.print(table)
    console.print()
    if truth.sample.critical:
        console.print("A winning move is picked in critical positions, by ply")
        cells = {one.player: [_rate(group.rate) for group in one.groups] for one in truth.players}
        _print_crossed(console, "plies", _plies(truth), cells)
    for one in truth.players:
        _print_thrown(console, one)


def _print_thrown(console: Console, one: PlayerTruth) -> None:
    found = one.thrown
    if found is None:
        return
    console.print(
        f"{one.player} lost {found.lost:,} of {found.games:,} games against {found.opponent}, "
        f"{found.lost_won:,} of them after it could have won; of {found.won_positions:,} won "
        f"positions it threw {found.thrown:,} away.",
        soft_wrap=True,
    )
    if found.first is not None:
        console.print()
        _print_mistake(console, found.first)
    console.print()


def _print_mistake(console: Console, mistake: Mistake) -> None:
    moves = mistake.moves.split()
    console.print(f"The first decisive mistake, game {mistake.game} after {mistake.ply} plies:")
    console.print(render_board(console, Position.parse(mistake.position)))
    would = "would have" if len(mistake.winning) > 1 else "alone would have"
    console.print(
        f"player {mistake.player} plays {mistake.played} and loses; "
        f"{' or '.join(mistake.winning)} {would} won"
    )
    console.print(f"moves so far: {format_moves(moves[: mistake.ply])}", soft_wrap=True)


def _print_crossed(
    console: Console, what: str, labels: Sequence[str], cells: Mapping[str, Sequence[_Cell]]
) -> None:
    """Few subjects as columns, with intervals; many as rows, with the values alone."""
    if len(cells) <= _FEW:
        table = _table(what, *cells)
        for place, label in enumerate(labels):
            table.add_row(label, *(str(column[place]) for column in cells.values()))
    else:
        table = _table(what, *(label.replace(" to ", "-") for label in labels))
        for name, row in cells.items():
            table.add_row(name, *(cell.value for cell in row))
    console.print(table)
    console.print()


def _table(first: str, *others: str) -> Table:
    table = Table(box=None, pad_edge=False)
    table.add_column(first, overflow="fold")
    for heading in others:
        table.add_column(heading, justify="right", no_wrap=len(others) <= 3)
    return table


def _plies(truth: Truth) -> list[str]:
    return [f"{group.first_ply} to {group.last_ply}" for group in truth.sample.groups]


@dataclass(frozen=True)
class _Cell:
    """An estimate as text, with its interval or without."""

    found: Estimate
    factor: float
    digits: int
    unit: str

    @property
    def value(self) -> str:
        if self.found.value is None:
            return _NOTHING
        return f"{self._number(self.found.value)}{self.unit}"

    def __str__(self) -> str:
        if self.found.value is None or self.found.low is None or self.found.high is None:
            return self.value
        return f"{self.value} ({self._number(self.found.low)} to {self._number(self.found.high)})"

    def _number(self, value: float) -> str:
        return f"{self.factor * value:.{self.digits}f}"


def _rate(found: Estimate) -> _Cell:
    return _Cell(found, 100, 1, " %")


def _area(found: Estimate) -> _Cell:
    return _Cell(found, 1, 2, "")
