"""The course's tournament: which entrants and opponents a student's file gives, by its generation.

Opponents are made from the student's own classes with the sample scores, as in the course, so that
results mean what they meant there; or they are players of ours, which are fast.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from lastknight.aind.source import Outline, read_outline
from lastknight.errors import AgentError
from lastknight.matches.costs import nodes_for
from lastknight.matches.plan import Plan
from lastknight.players import AgentPlayer, AlphaBeta, Minimax, Player, Random, name_of
from lastknight.sandbox import Sandbox

Generation = Literal["new", "old"]

SCORES = {
    "Null": ("null_score", "null"),
    "Open": ("open_move_score", "open"),
    "Center": ("center_score", "center"),
    "Improved": ("improved_score", "improved"),
}
"""The sample scores by their names in the table: the course's function, and our heuristic."""
_NEW = ("Open", "Center", "Improved")
_OLD = ("Null", "Open", "Improved")
_MINIMAX_DEPTH = 3
_OLD_DEPTH = 5
PAIRS: dict[Generation, int] = {"new": 5, "old": 10}
"""How many openings a match has in the course; each is played from both sides."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What a move may take: seconds, or nodes where they are given."""

    seconds: float = 0.15
    nodes: int | None = None

    @property
    def native_nodes(self) -> int:
        """The nodes that a player of ours gets for it."""
        return nodes_for(self.seconds) if self.nodes is None else self.nodes

    def __str__(self) -> str:
        if self.nodes is not None:
            return f"{self.nodes:,} nodes a move"
        return f"{1000 * self.seconds:g} ms a move"


@dataclass(frozen=True, slots=True)
class Seat:
    """A name in the table, and who sits there."""

    label: str
    player: Player


@dataclass(frozen=True, slots=True)
class Course:
    """The tournament of one file."""

    generation: Generation
    entrants: tuple[Seat, ...]
    """The columns; the first one is what the others are compared with."""
    opponents: tuple[Seat, ...]
    """The rows."""
    remarks: tuple[str, ...] = ()
    """What is not as in the course, and why."""

    def plan(self, *, pairs: int | None = None, seed: int = 1) -> Plan:
        """Every entrant against every opponent, on the same openings, 2 random plies each."""
        seats = (*self.entrants, *self.opponents)
        players = {name_of(seat.player): seat.player for seat in seats}
        places = {name: place for place, name in enumerate(players)}
        return Plan(
            tuple(players.values()),
            tuple(
                (places[name_of(entrant.player)], places[name_of(opponent.player)])
                for opponent in self.opponents
                for entrant in self.entrants
            ),
            pairs=PAIRS[self.generation] if pairs is None else pairs,
            seed=seed,
            is_league=True,
        )


def read_course(
    path: Path, limits: Limits, *, sandbox: Sandbox, native_opponents: bool = False
) -> Course:
    """The tournament of a student's file.

    Raises AgentError for a file that is none of a course.
    """
    outline = read_outline(path)
    maker = _Maker(path, limits, sandbox, outline, native_opponents=native_opponents)
    if outline.has_player("AlphaBetaPlayer"):
        return _new_course(maker)
    if "CustomPlayer" in outline.old:
        return _old_course(maker)
    if outline.has_player("CustomPlayer"):
        return _competition(maker)
    raise AgentError(
        f"{path.name} has no AlphaBetaPlayer and no CustomPlayer, which the course's tournament "
        "is about; 'lastknight match' and 'lastknight league' take any player"
    )


@dataclass
class _Maker:
    """Makes the players of a tournament from a file."""

    path: Path
    limits: Limits
    sandbox: Sandbox
    outline: Outline
    native_opponents: bool

    def agent(
        self,
        kind: str,
        *,
        score: str | None = None,
        depth: int | None = None,
        method: str | None = None,
    ) -> Player:
        """A player class of the file; to a depth, or deepening while there is time."""
        timed = self.limits.seconds if self.limits.nodes is None else None
        return AgentPlayer(
            self.path,
            kind,
            score=score,
            depth=depth,
            method=method,
            seconds=timed,
            nodes=self.limits.nodes,
            sandbox=self.sandbox,
        )

    def native(self, search: str, score: str, *, depth: int | None = None) -> Player:
        """The player of ours that stands for one of the course."""
        heuristic = SCORES[score][1]
        if search == "MM":
            return Minimax(heuristic, depth=_MINIMAX_DEPTH)
        if depth is not None:
            return AlphaBeta(heuristic, depth=depth)
        return AlphaBeta(heuristic, nodes=self.limits.native_nodes)


def _new_course(maker: _Maker) -> Course:
    remarks: list[str] = []
    customs = ["custom_score", "custom_score_2", "custom_score_3"]
    found = [name for name in customs if maker.outline.has_score(name)]
    if missing := [name for name in customs if name not in found]:
        remarks.append(f"{maker.path.name} has no {', '.join(missing)}: left out")
    columns = {name: name.replace("custom_score", "AB_Custom") for name in found}
    entrants = [Seat("AB_Improved", maker.agent("AlphaBetaPlayer", score="improved_score"))]
    entrants += [
        Seat(label, maker.agent("AlphaBetaPlayer", score=name)) for name, label in columns.items()
    ]
    kinds = {"MM": "MinimaxPlayer", "AB": "AlphaBetaPlayer"}
    if maker.native_opponents:
        remarks.append(_native_remark(maker.limits))
    elif not maker.outline.has_player("MinimaxPlayer"):
        remarks.append(f"{maker.path.name} has no MinimaxPlayer: MM players are lastknight's")
        kinds.pop("MM")
    opponents = [Seat("Random", Random())]
    for search in ("MM", "AB"):
        for score in _NEW:
            is_native = maker.native_opponents or search not in kinds
            player = (
                maker.native(search, score)
                if is_native
                else maker.agent(kinds[search], score=SCORES[score][0])
            )
            opponents.append(Seat(f"{search}_{score}", player))
    return Course("new", tuple(entrants), tuple(opponents), tuple(remarks))


def _old_course(maker: _Maker) -> Course:
    def student(score: str) -> Player:
        return maker.agent("CustomPlayer", score=score, method="alphabeta")

    opponents = [Seat("Random", Random())]
    methods = {"MM": ("minimax", _MINIMAX_DEPTH), "AB": ("alphabeta", _OLD_DEPTH)}
    for search, (method, depth) in methods.items():
        for score in _OLD:
            player = (
                maker.native(search, score, depth=depth)
                if maker.native_opponents
                else maker.agent(
                    "CustomPlayer",
                    score=SCORES[score][0],
                    depth=depth,
                    method=method,
                )
            )
            opponents.append(Seat(f"{search}_{score}", player))
    entrants = [Seat("ID_Improved", student("improved_score"))]
    remarks = [_native_remark(maker.limits)] if maker.native_opponents else []
    if maker.outline.has_score("custom_score"):
        entrants.append(Seat("Student", student("custom_score")))
    else:
        remarks.append(f"{maker.path.name} has no custom_score: left out")
    return Course("old", tuple(entrants), tuple(opponents), tuple(remarks))


def _competition(maker: _Maker) -> Course:
    """A competition agent has a score of its own: it plays alone, against players of ours."""
    opponents = [Seat("Random", Random())]
    opponents += _natives(maker, _NEW)
    return Course(
        "new",
        (Seat("CustomPlayer", maker.agent("CustomPlayer")),),
        tuple(opponents),
        (
            f"{maker.path.name} is a competition agent: it takes no score",
            _native_remark(maker.limits),
        ),
    )


def _natives(maker: _Maker, scores: Sequence[str]) -> list[Seat]:
    return [
        Seat(f"{search}_{score}", maker.native(search, score))
        for search in ("MM", "AB")
        for score in scores
    ]


def _native_remark(limits: Limits) -> str:
    return (
        f"opponents are lastknight's own players: Minimax to depth {_MINIMAX_DEPTH}, AlphaBeta "
        f"with {limits.native_nodes:,} nodes"
    )
