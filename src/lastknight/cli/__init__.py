"""The command line: one command per file, found by itself. Only this package prints.

A user's mistake ends in one line on standard error and exit code 2, never in a traceback.
"""

import sys
from collections.abc import Sequence
from importlib import import_module
from pkgutil import iter_modules
from typing import Annotated

import typer
from typer.exceptions import Abort, TyperException

import lastknight
from lastknight.cli.support.commands import (
    COMMANDS,
    PANELS,
    Group,
    ReadableCommand,
    ReadableGroup,
)
from lastknight.errors import LastknightError


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"lastknight {lastknight.__version__}")
        raise typer.Exit


def _start(
    context: typer.Context,
    version: Annotated[  # noqa: ARG001  (acts through its callback)
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version."
        ),
    ] = False,
) -> None:
    _show_help(context)


def _show_help(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        print(context.get_help())


def _make_app() -> typer.Typer:
    """All commands, in the panels of the help."""
    app = typer.Typer(
        name="lastknight",
        cls=ReadableGroup,
        help="The heuristics laboratory for knight's Isolation.",
        epilog="A first look: lastknight play human random",
        rich_markup_mode="rich",
        add_completion=False,
        pretty_exceptions_enable=False,
        callback=_start,
        invoke_without_command=True,
    )
    for module in iter_modules(__path__):
        if not module.ispkg:
            import_module(f"{__name__}.{module.name}")
    groups: dict[Group, typer.Typer] = {}
    for one in sorted(COMMANDS, key=lambda one: PANELS.index(one.panel)):
        if one.group is not None and one.group not in groups:
            inner = typer.Typer(cls=ReadableGroup, callback=_show_help, invoke_without_command=True)
            app.add_typer(
                inner, name=one.group.name, help=one.group.help, rich_help_panel=one.panel
            )
            groups[one.group] = inner
        target = app if one.group is None else groups[one.group]
        panel = one.panel if one.group is None else None
        target.command(
            cls=ReadableCommand,
            help=one.help,
            epilog=f"Example: {one.example}",
            rich_help_panel=panel,
        )(one.run)
    return app


app = _make_app()


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code."""
    try:
        code = app(args=arguments, prog_name="lastknight", standalone_mode=False)
    except TyperException as error:
        return _refuse(f"{error.format_message()} See 'lastknight --help'.")
    except (LastknightError, OSError) as error:
        return _refuse(str(error))
    except (Abort, KeyboardInterrupt):
        return 130
    return code if isinstance(code, int) else 0


def _refuse(message: str) -> int:
    print("lastknight: " + " ".join(message.split()), file=sys.stderr)
    return 2
