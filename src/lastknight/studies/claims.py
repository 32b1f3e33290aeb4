"""Claims of the five analyses, as data, each with the tests that check it.

How a test is judged is in `claim_rules`; `claim_run` plays the games.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, ValidationInfo, field_validator, model_validator

from lastknight.heuristics import Heuristic
from lastknight.studies.data_files import (
    DataModel,
    HeuristicSpec,
    Integer,
    Number,
    parse_data,
    read_data,
)
from lastknight.studies.original_players import OriginalPlayer, speed_of

Kind = Literal[
    "better", "not_better", "equivalent", "rate", "gap", "ahead", "shrinks", "evens", "squares"
]
"""What a test compares; see `claim_rules`."""

# The fields that a kind of test needs besides kind, a and under; other kinds need only b.
_NEEDED = {
    "equivalent": {"b", "within"},
    "rate": {"b", "value", "within"},
    "gap": {"b", "value", "within"},
    "shrinks": {"b", "deeper"},
    "evens": {"b", "deeper"},
    "squares": set(),
}


class Condition(DataModel):
    """The limit and the openings under which two heuristics meet."""

    text: str
    """The condition in a few words."""
    depth: Integer | None = None
    nodes: Integer | None = None
    """For both players, whatever a node costs them."""
    seconds: Number | None = None
    clock_of: Literal["004"] | None = None
    """The analysis whose clock the seconds are read on, if it is calibrated."""
    openings: str
    plies: Integer
    times: Integer
    """The number of pairs, as a multiple of that under the most expensive condition."""

    @model_validator(mode="after")
    def _check_limit(self) -> Condition:
        if [self.depth, self.nodes, self.seconds].count(None) != 2:
            raise ValueError("a condition must have a depth, nodes or seconds, and only one")
        return self

    @property
    def nodes_per_second(self) -> int:
        """The nodes that stand for a second under this condition."""
        return speed_of(self.clock_of or "")

    def player(self, subject: Heuristic) -> OriginalPlayer:
        """A heuristic as a player under this condition."""
        return OriginalPlayer(
            label=str(subject),
            kind="AlphaBeta",
            heuristic=subject,
            depth=self.depth,
            nodes=self.nodes,
            seconds=self.seconds,
        )


def _look_up(name: object, info: ValidationInfo) -> object:
    """The condition with this name in the same file."""
    conditions = (info.context or {}).get("conditions")
    if not isinstance(conditions, dict) or not isinstance(name, str) or name not in conditions:
        raise ValueError(f"unknown condition {name!r}")
    return conditions[name]


ConditionName = Annotated[Condition, BeforeValidator(_look_up)]


class ClaimTest(DataModel):
    """A comparison that tests a claim."""

    kind: Kind
    a: HeuristicSpec
    b: HeuristicSpec | None = None
    under: ConditionName
    deeper: ConditionName | None = None
    """For `shrinks` and `evens`: where the heuristics should differ less."""
    value: Number | None = None
    """For `rate` and `gap`: the claimed number, in percent or points."""
    within: Number | None = None
    """The tolerance: in points, or in Elo for `equivalent`."""

    @model_validator(mode="after")
    def _check_fields(self) -> ClaimTest:
        needed = _NEEDED.get(self.kind, {"b"})
        if self.model_fields_set != {"kind", "a", "under"} | needed:
            names = ", ".join(["a", "under", *sorted(needed)])
            raise ValueError(f"{self.kind} needs {names} and nothing else")
        return self

    @property
    def text(self) -> str:
        """What is played, in a few words."""
        if self.kind == "squares":
            return f"{self.a} against itself from every square ({self.under.text})"
        if self.kind in ("gap", "ahead"):
            return f"{self.a} and {self.b} in the tournament of study 000 ({self.under.text})"
        where = self.under.text
        if self.deeper is not None:
            where = f"{where}, then {self.deeper.text}"
        return f"{self.a} against {self.b} ({where})"


class Claim(DataModel):
    """Something an analysis says, in our words, and the evidence it gives.

    >>> claim = read_claims()[0]
    >>> claim.id, claim.analysis, claim.experiment
    ('000-1', '000', 'center_weighted against improved (150 ms)')
    """

    id: str
    claim: str
    evidence: str
    """What the analysis bases it on."""
    tests: Annotated[tuple[ClaimTest, ...], Field(min_length=1)]

    @property
    def analysis(self) -> str:
        """The number of the analysis that makes the claim."""
        return self.id.partition("-")[0]

    @property
    def experiment(self) -> str:
        """Everything that is played to test it."""
        return "; ".join(test.text for test in self.tests)


class ClaimsFile(DataModel):
    """The data file of claims."""

    conditions: dict[str, Condition]
    claims: Annotated[tuple[Claim, ...], Field(min_length=1)]

    @field_validator("claims")
    @classmethod
    def _check_ids(cls, claims: tuple[Claim, ...]) -> tuple[Claim, ...]:
        ids = [claim.id for claim in claims]
        for name in ids:
            if ids.count(name) > 1:
                raise ValueError(f"id {name!r} is used twice")
        return claims


def read_claims() -> tuple[Claim, ...]:
    """All claims, in the order of the analyses."""
    return parse_claims(read_data("claims.toml"))


def parse_claims(text: str) -> tuple[Claim, ...]:
    """Read claims from the text of a data file.

    Raises ArgumentError, in one line, if the text is not one.
    """
    return parse_data(text, ClaimsFile, source="claims").claims
