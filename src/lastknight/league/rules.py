"""The rules of a league: what is played, by whom, and the plan that follows from them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations

from lastknight.errors import ArgumentError, show
from lastknight.league.submissions import Submission
from lastknight.matches.costs import nodes_for
from lastknight.matches.plan import MOST_PAIRS, Plan
from lastknight.players import AgentPlayer, AlphaBeta, Greedy, Player, Random, name_of
from lastknight.ranges import check_kind, check_seed, check_whole, read_list
from lastknight.sandbox import Allowance, Sandbox
from lastknight.sandbox.allowance import COURSE_SECONDS

_MOST_BOARDS = 50


@dataclass(frozen=True)
class Rules:
    """How a league is played.

    Raises ArgumentError for a number out of its range.
    """

    limit: Allowance = Allowance(seconds=COURSE_SECONDS)  # noqa: RUF009  (a frozen value)
    """What a move may take."""
    pairs: int = 10
    plies: int = 2
    seed: int = 1
    is_among_themselves: bool = True
    """Whether submissions play each other, or baselines only."""
    boards: int = 3
    """Mistakes shown for each submission."""
    sandbox: Sandbox = field(default_factory=Sandbox.detect)

    def __post_init__(self) -> None:
        check_kind("limit", self.limit, Allowance)
        check_kind("sandbox", self.sandbox, Sandbox)
        check_seed(self.seed)
        check_whole("pairs", self.pairs, 1, MOST_PAIRS)
        check_whole("boards", self.boards, 0, _MOST_BOARDS)


def native_nodes(limit: Allowance) -> int:
    """The nodes a native player gets in place of an agent's limit."""
    return nodes_for(limit.seconds or 0) if limit.nodes is None else limit.nodes


def baselines(limit: Allowance) -> list[Player]:
    """Native players that every submission meets, the last as strong as a good submission."""
    return [Random(), Greedy("improved"), AlphaBeta("improved", nodes=native_nodes(limit))]


def player_of(submission: Submission, rules: Rules) -> AgentPlayer:
    """A submission as a player.

    Raises ArgumentError or NotationError if its files cannot be read, are too many or too large.
    """
    return AgentPlayer(
        submission.path,
        submission.player,
        seconds=rules.limit.seconds,
        nodes=rules.limit.nodes,
        files="alone" if submission.folder is None else "folder",
        sandbox=rules.sandbox,
    )


def plan_league(players: Sequence[tuple[str, AgentPlayer]], rules: Rules) -> Plan:
    """The plan of submissions, by name, against each other and the baselines, which come last.

    The baselines play each other too: their games are quick, and tie the ratings together. Raises
    ArgumentError for anything but pairs of a name and an agent.
    """
    check_kind("rules", rules, Rules)
    for entry in read_list("players", players, of="names and agents"):
        if not isinstance(entry, tuple) or [*map(type, entry)] != [str, AgentPlayer]:
            raise ArgumentError(f"players must be pairs of a name and an agent, got {show(entry)}")
    labels = [f"{name}: {player.name}({rules.limit})" for name, player in players]
    ours = baselines(rules.limit)
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
