"""The course's tournament: the entrants and opponents that a student's file gives, old or new.

As in the course, opponents are made from the student's own classes with the sample scores, so that
results mean what they meant there; or they are lastknight's players, which are fast.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from lastknight.aind.source import Outline
from lastknight.errors import AgentError
from lastknight.league.rules import native_nodes
from lastknight.league.submissions import NAME
from lastknight.matches.plan import Plan
from lastknight.players import AgentPlayer, AlphaBeta, Minimax, Player, Random, name_of
from lastknight.sandbox import Allowance, Sandbox
from lastknight.sandbox.printable import printable_line
from lastknight.sandbox.reading import read_outline

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
"""The course's number of openings per match; each is played from both sides."""


@dataclass(frozen=True, slots=True)
class CoursePlayer:
    """A player and its name in the table."""

    label: str
    player: Player


@dataclass(frozen=True, slots=True)
class Course:
    """The tournament of one file."""

    generation: Generation
    entrants: tuple[CoursePlayer, ...]
    """The columns; the others are compared with the first."""
    opponents: tuple[CoursePlayer, ...]
    """The rows."""
    remarks: tuple[str, ...] = ()
    """What differs from the course, and why."""

    def plan(self, *, pairs: int | None = None, seed: int = 1) -> Plan:
        """Every entrant against every opponent, on the same openings, 2 random plies each."""
        listed = (*self.entrants, *self.opponents)
        players = {name_of(one.player): one.player for one in listed}
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
    path: Path, limit: Allowance, *, sandbox: Sandbox, native_opponents: bool = False
) -> Course:
    """The tournament of a student's file.

    Raises AgentError if the file is not a course agent.
    """
    outline = read_outline(path, sandbox=sandbox)
    maker = _Maker(path, limit, sandbox, outline, native_opponents=native_opponents)
    if outline.has_player("AlphaBetaPlayer"):
        return _new_course(maker)
    if "CustomPlayer" in outline.old:
        return _old_course(maker)
    if outline.has_player("CustomPlayer"):
        return _competition(maker)
    raise AgentError(
        f"{path.name} has no AlphaBetaPlayer and no CustomPlayer, which the course's tournament "
        "needs; 'lastknight match' and 'lastknight league' take any player"
    )


@dataclass
class _Maker:
    """Makes the players of a tournament from a file."""

    path: Path
    limit: Allowance
    sandbox: Sandbox
    outline: Outline
    native_opponents: bool

    @property
    def file(self) -> str:
        """The name of the file, to print."""
        return printable_line(self.path.name, limit=NAME)

    def agent(
        self,
        kind: str,
        *,
        score: str | None = None,
        depth: int | None = None,
        method: str | None = None,
    ) -> Player:
        """A player class of the file; searches to a depth, or deepens while there is time."""
        return AgentPlayer(
            self.path,
            kind,
            score=score,
            depth=depth,
            method=method,
            seconds=self.limit.seconds,
            nodes=self.limit.nodes,
            sandbox=self.sandbox,
        )

    def native(self, search: str, score: str, *, depth: int | None = None) -> Player:
        """Our player in place of one of the course's."""
        heuristic = SCORES[score][1]
        if search == "MM":
            return Minimax(heuristic, depth=_MINIMAX_DEPTH)
        if depth is not None:
            return AlphaBeta(heuristic, depth=depth)
        return AlphaBeta(heuristic, nodes=native_nodes(self.limit))

    @property
    def native_remark(self) -> str:
        """What to say when opponents are ours."""
        return (
            f"opponents are lastknight's own players: Minimax to depth {_MINIMAX_DEPTH}, AlphaBeta "
            f"with {native_nodes(self.limit):,} nodes"
        )


def _new_course(maker: _Maker) -> Course:
    remarks: list[str] = []
    customs = ["custom_score", "custom_score_2", "custom_score_3"]
    found = [name for name in customs if maker.outline.has_score(name)]
    if missing := [name for name in customs if name not in found]:
        remarks.append(f"{maker.file} has no {', '.join(missing)}: left out")
    columns = {"AB_Improved": "improved_score"}
    columns |= {name.replace("custom_score", "AB_Custom"): name for name in found}
    entrants = [
        CoursePlayer(label, maker.agent("AlphaBetaPlayer", score=name))
        for label, name in columns.items()
    ]
    kinds = {"MM": "MinimaxPlayer", "AB": "AlphaBetaPlayer"}
    if maker.native_opponents:
        kinds = {}
        remarks.append(maker.native_remark)
    elif not maker.outline.has_player("MinimaxPlayer"):
        kinds.pop("MM")
        remarks.append(f"{maker.file} has no MinimaxPlayer: MM players are lastknight's")

    def opponent(search: str, score: str) -> Player:
        if search not in kinds:
            return maker.native(search, score)
        return maker.agent(kinds[search], score=SCORES[score][0])

    return Course("new", tuple(entrants), _opponents(_NEW, opponent), tuple(remarks))


def _old_course(maker: _Maker) -> Course:
    methods = {"MM": ("minimax", _MINIMAX_DEPTH), "AB": ("alphabeta", _OLD_DEPTH)}

    def opponent(search: str, score: str) -> Player:
        method, depth = methods[search]
        if maker.native_opponents:
            return maker.native(search, score, depth=depth)
        return maker.agent("CustomPlayer", score=SCORES[score][0], depth=depth, method=method)

    remarks = [maker.native_remark] if maker.native_opponents else []
    columns = {"ID_Improved": "improved_score", "Student": "custom_score"}
    if not maker.outline.has_score("custom_score"):
        columns.pop("Student")
        remarks.append(f"{maker.file} has no custom_score: left out")
    entrants = [
        CoursePlayer(label, maker.agent("CustomPlayer", score=score, method="alphabeta"))
        for label, score in columns.items()
    ]
    return Course("old", tuple(entrants), _opponents(_OLD, opponent), tuple(remarks))


def _competition(maker: _Maker) -> Course:
    """A competition agent has its own score, so it plays alone, against our players."""
    return Course(
        "new",
        (CoursePlayer("CustomPlayer", maker.agent("CustomPlayer")),),
        _opponents(_NEW, maker.native),
        (f"{maker.file} is a competition agent: it takes no score", maker.native_remark),
    )


def _opponents(
    scores: Sequence[str], opponent: Callable[[str, str], Player]
) -> tuple[CoursePlayer, ...]:
    """Random, then every search with every score."""
    return (
        CoursePlayer("Random", Random()),
        *(
            CoursePlayer(f"{search}_{score}", opponent(search, score))
            for search in ("MM", "AB")
            for score in scores
        ),
    )
