"""Which options go together: rules that a command, or a group of options, declares.

They are checked before any work, so an option without effect is refused, not ignored.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from lastknight.errors import ArgumentError

Given = Mapping[str, Any]
"""What was typed: the values of options by name, and of arguments by their name in capitals."""


@dataclass(frozen=True)
class Rule:
    """Options that must not be given under some condition."""

    options: tuple[str, ...]
    applies: Callable[[Given], bool]
    """The condition, given what was typed."""
    explain: Callable[[Sequence[str]], str]
    """The error message for the options that were typed."""

    def check(self, given: Given) -> None:
        """Raise ArgumentError if one of the options was typed and the condition holds."""
        wrong = [option for option in self.options if option in given]
        if wrong and self.applies(given):
            raise ArgumentError(self.explain(wrong))


def needs(options: str, other: str) -> Rule:
    """Options, separated by spaces, that have no effect without another."""

    def explain(wrong: Sequence[str]) -> str:
        words = " and ".join(wrong)
        have = "has" if len(wrong) == 1 else "have"
        return f"{words} {have} no effect without {other}; add {other}, or leave out {words}"

    return Rule(tuple(options.split()), lambda given: other not in given, explain)


def one_of(*options: str) -> Rule:
    """Options that contradict each other: at most one may be given."""
    return Rule(
        options,
        lambda given: sum(option in given for option in options) > 1,
        lambda wrong: f"choose one of {' and '.join(wrong)}",
    )


def unused(options: str, *, when: Callable[[Given], bool], reason: str) -> Rule:
    """Options, separated by spaces, that have no effect because of what else was given."""
    return Rule(
        tuple(options.split()),
        when,
        lambda wrong: f"{reason}; leave out {' and '.join(wrong)}",
    )


def excludes(option: str, others: str, *, reason: str) -> Rule:
    """An option that leaves others, separated by spaces, without effect."""
    return unused(others, when=lambda given: option in given, reason=reason)


def check_rules(rules: Iterable[Rule], given: Given) -> None:
    """Raise ArgumentError for the first rule that is broken."""
    for rule in rules:
        rule.check(given)
