"""How a command is declared: its example, its groups of options, and what its help shows."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from copy import copy
from dataclasses import dataclass, fields, is_dataclass
from functools import partial, wraps
from inspect import Parameter, Signature, getdoc, signature
from pathlib import Path
from typing import Annotated, Any, cast, get_args, get_type_hints

import typer
from typer.core import TyperArgument, TyperCommand, TyperGroup, TyperOption
from typer.exceptions import TyperException

from lastknight.cli.support.rules import Rule, check_rules
from lastknight.cli.support.standard_output import STDOUT, reserved_stdout
from lastknight.errors import ArgumentError, show

Function = Callable[..., None]

START = "Start here"
HEURISTICS = "Design and test heuristics"
MATCHES = "Play matches"
AGENTS = "Run course agents"
EXPLORE = "Play and explore"
CLAIMS = "Check the five analyses"
PROGRAM = "Measure lastknight"
PANELS = (START, HEURISTICS, MATCHES, AGENTS, EXPLORE, CLAIMS, PROGRAM)
"""The groups of commands, in the order of the help."""


# typer's words for arguments that a command does not take.
_EXTRA = re.compile(r"^Got unexpected extra argument\(s\) \((.*)\)$", re.DOTALL)


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
        """What it does: its docstring."""
        return wrap_help(getdoc(self.run) or "")


COMMANDS: list[Command] = []
"""Every command whose module was imported."""


def wrap_help(text: str) -> str:
    """The text with each paragraph on one line, for the terminal to wrap."""
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in text.split("\n\n"))


def command(
    example: str, *, panel: str, group: Group | None = None, rules: Sequence[Rule] = ()
) -> Callable[[Function], Function]:
    """Declare a function as a command, with an example for its help.

    A parameter that is a dataclass stands for all options of that class, under its `panel`; the
    `rules` of the class hold for the command too.
    """

    def declare(function: Function) -> Function:
        COMMANDS.append(Command(_expand(function, rules), example, panel, group))
        return function

    return declare


def _expand(function: Function, rules: Sequence[Rule]) -> Function:
    """The function as typer sees it: with every option of its groups as a parameter."""
    context = Parameter("context", Parameter.KEYWORD_ONLY, annotation=typer.Context)
    parameters = [context]
    groups: dict[str, Any] = {}
    for parameter in signature(function, eval_str=True).parameters.values():
        if is_dataclass(parameter.annotation):
            groups[parameter.name] = parameter.annotation
            parameters += _options(parameter.annotation)
        else:
            parameters.append(parameter.replace(kind=Parameter.KEYWORD_ONLY))

    shared = [rule for group in groups.values() for rule in getattr(group, "rules", ())]

    @wraps(function)
    def run(context: typer.Context, **given: Any) -> None:
        typed = _typed(context)
        check_rules((*shared, *rules), typed)
        from lastknight.cli.support.outputs import keeping_claims  # noqa: PLC0415  (slow to load)
        from lastknight.heuristics.import_trial import trying_first  # noqa: PLC0415  (slow to load)

        with (
            _naming_options(typed),
            keeping_claims(context),
            reserved_stdout() if STDOUT in given.values() else nullcontext(),
            trying_first(_try_import),
        ):
            for name, group in groups.items():
                given[name] = group(**{one.name: given.pop(one.name) for one in fields(group)})
            function(**given)

    run.__annotations__ = {one.name: one.annotation for one in parameters}
    vars(run)["__signature__"] = Signature(parameters)
    return run


def _typed(context: typer.Context) -> dict[str, Any]:
    """The options and arguments that were typed, not those that kept their defaults."""
    return {
        _name(parameter): context.params[parameter.name]
        for parameter in context.command.params
        if (source := context.get_parameter_source(str(parameter.name))) is not None
        and source.name == "COMMANDLINE"
        and context.params[parameter.name] is not False  # as --resume leaves --fresh
    }


@contextmanager
def _naming_options(typed: Mapping[str, Any]) -> Iterator[None]:
    """Name the option, as in `--start-ply`, in errors that name the argument of a function."""
    try:
        yield
    except ArgumentError as error:
        argument, _, rest = str(error).partition(" ")
        option = f"--{argument.replace('_', '-')}"
        if option in typed and rest.endswith(f"got {show(typed[option])}"):
            raise ArgumentError(f"{option} {rest}") from None
        raise


def _name(parameter: Any) -> str:
    """How rules and messages name a parameter."""
    return str(parameter.opts[0] if isinstance(parameter, TyperOption) else parameter.name.upper())


def _try_import(path: str) -> None:
    from lastknight.cli.support.import_trial import try_import  # noqa: PLC0415  (slow to load)

    try_import(path)


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

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse the arguments; mistakes are reported in our words, with this command's help."""
        with _own_words(ctx):
            typed, *_ = self.make_parser(ctx).parse_args(args=list(args))
            _refuse_empty(ctx, self.get_params(ctx), typed)
            return super().parse_args(ctx, args)

    def get_params(self, ctx: Any) -> list[Any]:
        """All parameters, with the names that the help shows."""
        return list(map(_named, super().get_params(ctx)))

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """The usage line, without typer's braces around required arguments."""
        pieces = super().collect_usage_pieces(ctx)
        return [piece.replace("{", "").replace("}", "") for piece in pieces]


class ReadableGroup(TyperGroup):
    """A group of commands with the same help."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse the arguments, as for a command."""
        with _own_words(ctx):
            return super().parse_args(ctx, args)

    def get_params(self, ctx: Any) -> list[Any]:
        """All parameters, with the names that the help shows."""
        return list(map(_named, super().get_params(ctx)))


def _refuse_empty(ctx: Any, parameters: Collection[Any], typed: dict[str, Any]) -> None:
    """Refuse an empty text, such as an unset shell variable; as a path it would mean this folder.

    Only lists of squares and moves may be empty. For numbers, the parser's own error is clear.
    """
    for parameter in parameters:
        value = typed.get(parameter.name)
        texts = value if isinstance(value, list | tuple) else [value]
        kind = parameter.type_descriptor.annotation
        if parameter.name in _MAY_BE_EMPTY or not {kind, *get_args(kind)} & {str, Path}:
            continue
        if any(isinstance(text, str) and not text.strip() for text in texts):
            wanted = f"; expected {parameter.metavar}" if parameter.opts[0][:1] == "-" else ""
            raise typer.BadParameter(f"it is empty{wanted}", ctx=ctx, param=parameter)


def _describe_extra(ctx: Any, said: re.Match[str]) -> str:
    """The message for arguments that a command does not take."""
    if not any(isinstance(parameter, TyperArgument) for parameter in ctx.command.params):
        return f"{ctx.command_path} takes no arguments, got {show(said[1])}"
    return f"unexpected argument {show(said[1])}; put text with spaces in quotes"


@contextmanager
def _own_words(ctx: Any) -> Iterator[None]:
    """Reword errors in the arguments, and attach the command that they belong to."""
    try:
        yield
    except TyperException as error:
        usage = cast("Any", error)
        if getattr(usage, "ctx", None) is None:
            usage.ctx = ctx
        error.message = _EXTRA.sub(partial(_describe_extra, ctx), error.message)
        said = getattr(error.__cause__, "errors", None)  # of pydantic, which typer uses
        parameter = getattr(usage, "param", None)
        if said is not None and parameter is not None:
            wanted = _describe_expected(parameter.type_descriptor)
            error.message = f"expected {wanted}, got {show(said()[0]['input'])}"
        raise


def _describe_expected(kind: Any) -> str:
    """The values that a parameter accepts, such as `a whole number from 1 to 65535`."""
    types = (kind.annotation, *get_args(kind.annotation))
    low, high = (
        int(bound) if isinstance(bound, float) and bound.is_integer() else bound
        for bound in (kind.parameter_info.min, kind.parameter_info.max)
    )
    if low is not None and high is not None:
        span = f" from {low} to {high}"
    else:
        bounds = ((" of at least", low), (" of at most", high))
        span = "".join(f"{words} {bound}" for words, bound in bounds if bound is not None)
    return f"a {'whole ' if int in types else ''}number{span}"


_MAY_BE_EMPTY = ("blocked", "position")
_PLACEHOLDERS = {int: "N", float: "X", Path: "FILE"}


def _named(parameter: Any) -> Any:
    """The parameter with a placeholder instead of its Python type; flags have none."""
    if isinstance(parameter, TyperArgument):
        parameter.metavar = parameter.metavar or parameter.name.upper()
        vars(parameter)["display_type_rich"] = lambda ctx: None  # noqa: ARG005  (typer's)
    elif isinstance(parameter, TyperOption) and parameter.metavar is None:
        kind = parameter.type_descriptor.annotation
        parameter.metavar = "" if parameter.is_flag else _PLACEHOLDERS.get(kind, "TEXT")
    return parameter
