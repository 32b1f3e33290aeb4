"""What a tuning found: parameters with their spread, the path of the search, and the checks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal

from lastknight.matches.results import Match
from lastknight.stats import Estimate

Word = Literal["better", "no gain shown", "inconclusive"]
"""What a sequential test says."""
_WORDS: dict[object, Word] = {"elo1": "better", "elo0": "no gain shown", None: "inconclusive"}


def describe_decision(decision: object) -> Word:
    """The word for the decision of a sequential test.

    >>> describe_decision("elo1"), describe_decision(None)
    ('better', 'inconclusive')
    """
    return _WORDS[decision]


def describe_test(match: Match) -> Word:
    """What the sequential test of a match shows; forfeits show nothing."""
    is_forfeited = match.verdict.word == "forfeited"
    return describe_decision(None if is_forfeited else match.facts()["decision"])


@dataclass(frozen=True)
class TunedParameter:
    """A parameter: its range, and where the runs of the search took it."""

    name: str
    low: float
    high: float
    is_whole: bool
    start: float
    value: float
    """The number found."""
    spread: Estimate
    """The mean of the runs' ends with a 95 % interval, cut off at the ends of the range."""
    ends: tuple[float, ...]
    """Where each run ended: the mean of the second half of its path."""


@dataclass(frozen=True)
class TuningStep:
    """One iteration of one run: what played, and how it went on."""

    iteration: int
    run: int
    pairs: int
    """Pairs of all runs after this iteration."""
    up: tuple[float, ...]
    """The parameters of the one player, in the order of the parameters."""
    down: tuple[float, ...]
    """Those of the other."""
    ww: int
    split: int
    ll: int
    forfeits: int
    """Games that either lost by forfeit."""
    after: tuple[float, ...]
    """The parameters after the step, not rounded."""


@dataclass(frozen=True)
class Check:
    """The tuned player against another on openings that the search never played."""

    opponent: str
    role: Literal["start", "against"]
    """Whether the opponent is the start of the search or the one asked for."""
    verdict: Word
    sentence: str
    match: Mapping[str, Any]
    """The match as plain data, as in the JSON of `lastknight match`."""

    @classmethod
    def of(cls, match: Match, role: Literal["start", "against"]) -> Check:
        """The check that a match with a sequential test makes."""
        return cls(match.b, role, describe_test(match), match.sentence, match.facts())


@dataclass(frozen=True)
class Tuning:
    """The result of `lk.tune`."""

    spec: str
    """The spec with its parameters."""
    tuned: str
    """The spec with the numbers found."""
    player: str
    """The player with the numbers found."""
    start_player: str
    """The player with the numbers at the start."""
    parameters: tuple[TunedParameter, ...]
    path: tuple[TuningStep, ...]
    checks: tuple[Check, ...]
    pairs: int
    """Pairs of the search."""
    runs: int
    seed: int
    command: str
    version: str

    @property
    def values(self) -> dict[str, float]:
        """The numbers found, by parameter."""
        return {one.name: one.value for one in self.parameters}

    @property
    def forfeits(self) -> int:
        """Games of the search that were lost by forfeit."""
        return sum(step.forfeits for step in self.path)

    @property
    def verdict(self) -> Word | Literal["unchecked", "unchanged"]:
        """What the check against the start says; a result is `better` only if the test says so."""
        if self.player == self.start_player:
            return "unchanged"
        found = [one.verdict for one in self.checks if one.role == "start"]
        return found[0] if found else "unchecked"

    @property
    def sentence(self) -> str:
        """The result in words."""
        numbers = ", ".join(f"{name} = {value:g}" for name, value in self.values.items())
        return f"{numbers}: {_SENTENCES[self.verdict]}"

    def facts(self) -> dict[str, Any]:
        """The result as plain data, without the path."""
        data = asdict(self)
        del data["path"]
        more = {"forfeits": self.forfeits, "verdict": self.verdict, "sentence": self.sentence}
        return {**data, **more}

    def rows(self) -> list[dict[str, object]]:
        """The path of the search as flat rows, for a CSV file."""
        names = [one.name for one in self.parameters]
        return [
            {
                "iteration": step.iteration,
                "run": step.run,
                "pairs": step.pairs,
                **{f"{name}_up": value for name, value in zip(names, step.up, strict=True)},
                **{f"{name}_down": value for name, value in zip(names, step.down, strict=True)},
                "ww": step.ww,
                "split": step.split,
                "ll": step.ll,
                "forfeits": step.forfeits,
                **dict(zip(names, step.after, strict=True)),
            }
            for step in self.path
        ]


_SENTENCES = {
    "better": "better than the start, confirmed on fresh openings by the sequential test.",
    "no gain shown": "no gain over the start shown; the sequential test accepts no difference.",
    "inconclusive": "the sequential test did not decide whether it beats the start.",
    "unchecked": "not checked; there is no evidence yet that it beats the start.",
    "unchanged": "the search returned to its start.",
}
