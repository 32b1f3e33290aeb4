"""The rules of a league: what is played, by whom, and the plan that follows from them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations

from lastknight.errors import ArgumentError
from lastknight.league.course import Limits
from lastknight.league.submissions import Submission
from lastknight.matches.plan import Plan
from lastknight.players import AgentPlayer, AlphaBeta, Greedy, Player, Random, name_of
from lastknight.sandbox import Sandbox


@dataclass(frozen=True)
class Rules:
    """How a league is played.

    Raises ArgumentError for a number out of its range.
    """

    limits: Limits = field(default_factory=Limits)
    pairs: int = 10
    plies: int = 2
    seed: int = 1
    is_among_themselves: bool = True
    """Whether submissions meet each other, or baselines only."""
    boards: int = 3
    """How many mistakes of a submission are shown."""
    sandbox: Sandbox = field(default_factory=Sandbox.detect)

    def __post_init__(self) -> None:
        for name, value, least in (("pairs", self.pairs, 1), ("boards", self.boards, 0)):
            if value < least:
                raise ArgumentError(f"{name} is a whole number from {least} on, got {value}")


def baselines(limits: Limits) -> list[Player]:
    """Players of ours that every submission meets, the last one as strong as a good submission."""
    return [Random(), Greedy("improved"), AlphaBeta("improved", nodes=limits.native_nodes)]


def player_of(submission: Submission, rules: Rules) -> AgentPlayer:
    """A submission as a player.

    Raises ArgumentError or NotationError for files that cannot be read or are too many.
    """
    limits = rules.limits
    return AgentPlayer(
        submission.path,
        submission.player,
        seconds=limits.seconds if limits.nodes is None else None,
        nodes=limits.nodes,
        files="alone" if submission.folder is None else "folder",
        sandbox=rules.sandbox,
    )


def plan_league(players: Sequence[tuple[str, AgentPlayer]], rules: Rules) -> Plan:
    """Submissions, by name, against each other and against the baselines, which come last.

    The baselines meet as well: their games are quick, and tie the ratings together.
    """
    labels = [f"{name}: {player.name}({rules.limits})" for name, player in players]
    ours = baselines(rules.limits)
    count, total = len(labels), len(labels) + len(ours)
    pairings = list(combinations(range(count), 2)) if rules.is_among_themselves else []
    pairings += [(one, other) for one in range(count) for other in range(count, total)]
    pairings += combinations(range(count, total), 2)
    return Plan(
        (*(player for _, player in players), *ours),
        tuple(pairings),
        pairs=rules.pairs,
        plies=rules.plies,
        seed=rules.seed,
        labels=(*labels, *map(name_of, ours)),
        is_league=True,
    )
