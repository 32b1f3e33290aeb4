"""How a command is declared: its example, its groups of options, and what its help shows."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from dataclasses import dataclass, fields, is_dataclass
from functools import wraps
from inspect import Parameter, Signature, getdoc, signature
from pathlib import Path
from typing import Annotated, Any, cast, get_args, get_type_hints

from typer.core import TyperArgument, TyperCommand, TyperGroup, TyperOption

Function = Callable[..., None]

HEURISTICS = "Find out what heuristics are worth"
MATCHES = "Let players meet"
AGENTS = "Run agents of the course"
CLAIMS = "Check the five analyses"
EXPLORE = "Play and explore"
PROGRAM = "Measure the program"
PANELS = (HEURISTICS, MATCHES, AGENTS, CLAIMS, EXPLORE, PROGRAM)
"""What commands are for, in the order of the help."""


@dataclass(frozen=True)
class Group:
    """A command with commands of its own, such as `lastknight aind`."""

    name: str
    help: str


@dataclass(frozen=True)
class Command:
    """A declared command."""

    run: Function
    example: str
    panel: str
    """One of `PANELS`."""
    group: Group | None

    @property
    def help(self) -> str:
        """What it does: the docstring, with each paragraph on one line for the terminal to wrap."""
        paragraphs = (getdoc(self.run) or "").split("\n\n")
        return "\n\n".join(" ".join(paragraph.split()) for paragraph in paragraphs)


COMMANDS: list[Command] = []
"""Every command whose module was imported."""


def command(
    example: str, *, panel: str, group: Group | None = None
) -> Callable[[Function], Function]:
    """Declare a function as a command, with an example for its help.

    A parameter that is a dataclass stands for all options of that class, under its `panel`.
    """

    def declare(function: Function) -> Function:
        COMMANDS.append(Command(_expand(function), example, panel, group))
        return function

    return declare


def _expand(function: Function) -> Function:
    """The function as typer sees it: with every option of its groups as a parameter."""
    parameters: list[Parameter] = []
    groups: dict[str, Any] = {}
    for parameter in signature(function, eval_str=True).parameters.values():
        if is_dataclass(parameter.annotation):
            groups[parameter.name] = parameter.annotation
            parameters += _options(parameter.annotation)
        else:
            parameters.append(parameter.replace(kind=Parameter.KEYWORD_ONLY))

    @wraps(function)
    def run(**given: Any) -> None:
        for name, group in groups.items():
            given[name] = group(**{one.name: given.pop(one.name) for one in fields(group)})
        function(**given)

    run.__annotations__ = {one.name: one.annotation for one in parameters}
    vars(run)["__signature__"] = Signature(parameters)
    return run


def _options(group: Any) -> list[Parameter]:
    found = []
    hints = get_type_hints(group, include_extras=True)
    for one in fields(group):
        kind, info = get_args(hints[one.name])
        option = copy(info)  # groups share options, each shows them in its own panel
        option.rich_help_panel = group.panel
        hint = cast("Any", Annotated)[kind, option]
        found.append(
            Parameter(one.name, Parameter.KEYWORD_ONLY, default=one.default, annotation=hint)
        )
    return found


class ReadableCommand(TyperCommand):
    """A command whose help names arguments as `A B` and options as `--pairs N`."""

    def get_params(self, ctx: Any) -> list[Any]:
        """All parameters, with the names that the help shows."""
        return list(map(_named, super().get_params(ctx)))

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """The usage line, without typer's braces around required arguments."""
        pieces = super().collect_usage_pieces(ctx)
        return [piece.replace("{", "").replace("}", "") for piece in pieces]


class ReadableGroup(TyperGroup):
    """A group of commands with the same help."""

    def get_params(self, ctx: Any) -> list[Any]:
        """All parameters, with the names that the help shows."""
        return list(map(_named, super().get_params(ctx)))


_PLACEHOLDERS = {int: "N", float: "X", Path: "FILE"}


def _named(parameter: Any) -> Any:
    """The parameter with a placeholder in place of its Python type; a flag has none."""
    if isinstance(parameter, TyperArgument):
        parameter.metavar = parameter.metavar or parameter.name.upper()
        vars(parameter)["display_type_rich"] = lambda ctx: None  # noqa: ARG005  (typer's)
    elif isinstance(parameter, TyperOption) and parameter.metavar is None:
        kind = parameter.type_descriptor.annotation
        parameter.metavar = "" if parameter.is_flag else _PLACEHOLDERS.get(kind, "TEXT")
    return parameter
