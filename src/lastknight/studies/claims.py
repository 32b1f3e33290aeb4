"""Claims: what the five analyses say, as data, each with the comparisons that test it.

What a comparison says of its claim is the business of `judging`, playing it that of `ledger`.
"""

from __future__ import annotations

from dataclasses import dataclass

from lastknight.errors import ArgumentError
from lastknight.heuristics import Heuristic, heuristic
from lastknight.studies.fields import Fields, data_text, parse_data
from lastknight.studies.study import Seat

KINDS = (
    "better",
    "not_better",
    "equivalent",
    "rate",
    "gap",
    "ahead",
    "shrinks",
    "evens",
    "squares",
)
"""What a comparison can be about; see `judging`."""


@dataclass(frozen=True, slots=True)
class Condition:
    """Under what limit and from which openings two heuristics meet."""

    name: str
    text: str
    """In a few words."""
    depth: int | None
    seconds: float | None
    openings: str
    plies: int
    times: int
    """How many times as many pairs as under the dearest condition."""

    def seat(self, subject: Heuristic) -> Seat:
        """A heuristic as a player under this condition."""
        return Seat(str(subject), "AlphaBeta", subject, self.depth, self.seconds)


@dataclass(frozen=True, slots=True)
class Check:
    """A comparison that tests a claim."""

    kind: str
    a: Heuristic
    b: Heuristic | None
    under: Condition
    deeper: Condition | None
    """For `shrinks` and `evens`: where the heuristics are to differ less."""
    value: float | None
    """For `rate` and `gap`: the number that was claimed, in percent or points."""
    within: float | None
    """How near is near enough: points, or Elo for `equivalent`."""

    @property
    def text(self) -> str:
        """What is played, in a few words."""
        if self.kind == "squares":
            return f"{self.a} against itself from every square ({self.under.text})"
        if self.kind in ("gap", "ahead"):
            return f"{self.a} and {self.b} in the tournament of 000 ({self.under.text})"
        where = self.under.text
        if self.deeper is not None:
            where = f"{where}, then {self.deeper.text}"
        return f"{self.a} against {self.b} ({where})"


@dataclass(frozen=True, slots=True)
class Claim:
    """Something a seed says, in our words, and what it rests on there.

    >>> claim = read_claims()[0]
    >>> claim.id, claim.seed, claim.experiment
    ('000-1', '000', 'center_weighted against improved (150 ms)')
    """

    id: str
    claim: str
    evidence: str
    """The seed's own."""
    checks: tuple[Check, ...]

    @property
    def seed(self) -> str:
        """The seed it is from."""
        return self.id.partition("-")[0]

    @property
    def experiment(self) -> str:
        """All that is played to test it."""
        return "; ".join(check.text for check in self.checks)


def read_claims() -> tuple[Claim, ...]:
    """All claims, in the order of the seeds."""
    return parse_claims(data_text("claims.toml"))


def parse_claims(text: str) -> tuple[Claim, ...]:
    """Claims from the text of a data file.

    Raises ArgumentError, in one line, for text that is not one.
    """
    fields = parse_data(text, what="claims")
    fields.check_known(("conditions", "claims"))
    conditions = {c.name: c for c in map(_read_condition, fields.tables("conditions"))}
    claims = tuple(_read_claim(table, conditions) for table in fields.tables("claims"))
    ids = [claim.id for claim in claims]
    if not ids or len(set(ids)) < len(ids):
        raise ArgumentError("claims: there are claims, and every id is another one")
    return claims


def _read_condition(fields: Fields) -> Condition:
    fields.check_known(Condition.__slots__)
    depth, seconds = fields.get_or_none("depth", int), fields.get_or_none("seconds", float)
    if (depth is None) == (seconds is None):
        raise ArgumentError(f"{fields.where}: a condition has a depth or seconds, one of them")
    return Condition(
        fields.get("name", str),
        fields.get("text", str),
        depth,
        seconds,
        fields.get("openings", str),
        fields.get("plies", int),
        fields.get("times", int),
    )


def _read_claim(fields: Fields, conditions: dict[str, Condition]) -> Claim:
    fields.check_known(("id", "claim", "evidence", "checks"))
    checks = tuple(_read_check(table, conditions) for table in fields.tables("checks"))
    if not checks:
        raise ArgumentError(f"{fields.where}: a claim is tested by at least one comparison")
    texts = [fields.get(name, str) for name in ("id", "claim", "evidence")]
    return Claim(texts[0], texts[1], texts[2], checks)


def _read_check(fields: Fields, conditions: dict[str, Condition]) -> Check:
    fields.check_known(Check.__slots__)
    kind = fields.get("kind", str)
    needed = {
        "equivalent": {"b", "within"},
        "rate": {"b", "value", "within"},
        "gap": {"b", "value", "within"},
        "shrinks": {"b", "deeper"},
        "evens": {"b", "deeper"},
        "squares": set(),
    }.get(kind, {"b"})
    if kind not in KINDS:
        raise ArgumentError(f"{fields.where}: kind is one of {', '.join(KINDS)}, got {kind!r}")
    if set(fields.table) != {"kind", "a", "under"} | needed:
        names = ", ".join(["a", "under", *sorted(needed)])
        raise ArgumentError(f"{fields.where}: {kind} needs {names} and nothing else")

    def condition(name: str) -> Condition:
        if name not in conditions:
            raise ArgumentError(f"{fields.where}: there is no condition {name!r}")
        return conditions[name]

    b, deeper = fields.get_or_none("b", str), fields.get_or_none("deeper", str)
    return Check(
        kind,
        heuristic(fields.get("a", str)),
        None if b is None else heuristic(b),
        condition(fields.get("under", str)),
        None if deeper is None else condition(deeper),
        fields.get_or_none("value", float),
        fields.get_or_none("within", float),
    )
