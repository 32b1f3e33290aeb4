"""The command line: one command per file, discovered automatically. Only this package prints.

A command's file is imported when that command runs, so the program starts quickly. A user's mistake
prints one line on standard error and exits with code 2, never with a traceback.
"""

import signal
import sys
import warnings
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any, cast

import typer
from typer.core import TyperCommand
from typer.exceptions import Abort, TyperException

import lastknight
from lastknight.cli.support.commands import (
    COMMANDS,
    Command,
    ReadableCommand,
    ReadableGroup,
)
from lastknight.cli.support.contents import GUESSES, Listed, list_commands
from lastknight.cli.support.standard_output import open_closed_streams, print_anything
from lastknight.errors import DamageWarning, LastknightError

_INTERRUPTED = 130
# Words in a message that are longer than this, such as a path or a spec, are cut.
_LONGEST_WORD = 300


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"lastknight {lastknight.__version__}")
        raise typer.Exit


def _start(
    context: typer.Context,
    version: Annotated[  # noqa: ARG001  (acts through its callback)
        bool,
        typer.Option(
            "--version", "-V", callback=_print_version, is_eager=True, help="Print the version."
        ),
    ] = False,
) -> None:
    _show_help(context)


def _show_help(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        print(context.get_help())


class _Commands(Mapping[str, Any]):
    """All commands by name, each imported on first access."""

    @property
    def contents(self) -> Mapping[str, Listed]:
        """The entries in the list of commands."""
        return list_commands(Path(__file__).parent)

    def __getitem__(self, name: str) -> Any:
        """The command, or the group of commands."""
        module = f"{__name__}.{self.contents[name].module}"
        import_module(module)
        _raise_interrupts()
        return _make_command([one for one in COMMANDS if one.run.__module__ == module])

    def __iter__(self) -> Iterator[str]:
        return iter(self.contents)

    def __len__(self) -> int:
        return len(self.contents)


def _raise_interrupts() -> None:
    """From now on Ctrl-C raises KeyboardInterrupt: a command stops cleanly and keeps its games."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_DFL:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _make_command(declared: Sequence[Command]) -> Any:
    """The command of a module, or its commands as a group."""
    group = declared[0].group
    inner = typer.Typer(add_completion=False)
    if group is not None:
        inner = typer.Typer(
            name=group.name,
            cls=ReadableGroup,
            help=group.help,
            epilog=f"Example: {declared[0].example}",
            callback=_show_help,
            invoke_without_command=True,
            add_completion=False,
        )
    for one in declared:
        inner.command(cls=ReadableCommand, help=one.help, epilog=f"Example: {one.example}")(one.run)
    return typer.main.get_command(inner)


class _Program(ReadableGroup):
    """The program: lists all commands without importing them."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self._all = _Commands()
        self.commands = cast("Any", self._all)  # nothing is added later

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002  (typer's)
        """The names of all commands."""
        return list(self._all)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ARG002
        """The entry for a command in the help; None if there is none."""
        found = self._all.contents.get(cmd_name)
        if found is None:
            return None
        return TyperCommand(name=found.name, help=found.help, rich_help_panel=found.panel)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command itself; this imports it."""
        try:
            name, _, rest = super().resolve_command(ctx, args)
        except TyperException as error:
            if args[0].lower() in GUESSES:
                meant = GUESSES[args[0].lower()]
                error.message = f"No such command {args[0]!r}. Did you mean {meant!r}?"
            raise
        return name, self._all[str(name)], rest


def _make_app() -> typer.Typer:
    """The program, with its options."""
    return typer.Typer(
        name="lastknight",
        cls=_Program,
        help="The heuristics laboratory for knight's Isolation.",
        epilog="Examples: lastknight analyze ratio --quick, lastknight serve, "
        "lastknight COMMAND --help",
        context_settings={"help_option_names": ["--help", "-h"]},
        rich_markup_mode="rich",
        add_completion=False,
        pretty_exceptions_enable=False,
        callback=_start,
        invoke_without_command=True,
    )


app = _make_app()


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code."""
    warnings.showwarning = _show_warning
    open_closed_streams()
    print_anything()
    words = list(sys.argv[1:] if arguments is None else arguments)
    if words[:1] == ["help"]:
        words = [*words[1:], "--help"]
    elif words == ["version"]:
        words = ["--version"]
    try:
        code = app(args=words, prog_name="lastknight", standalone_mode=False)
    except TyperException as error:
        context = getattr(error, "ctx", None)
        path = "lastknight" if context is None else context.command_path
        message = error.format_message()
        end = "" if message.endswith((".", "?")) else "."
        return _refuse(f"{message}{end} See '{path} --help'.")
    except LastknightError as error:
        return _refuse(str(error))
    except UnicodeDecodeError as error:
        return _refuse(f"a file is not UTF-8 text: {error.reason} at byte {error.start}")
    except OSError as error:
        return _refuse(_describe_os_error(error))
    except (Abort, KeyboardInterrupt):
        return _INTERRUPTED
    return code if isinstance(code, int) else 0


def _describe_os_error(error: OSError) -> str:
    """The operating system's error without its number."""
    name = error.filename
    reason = (error.strerror or str(error)).lower()
    if not name:
        return reason
    if isinstance(error, IsADirectoryError):
        return f"{name} is a folder; name a file"
    return f"cannot open {name}: {reason}"


def _refuse(message: str) -> int:
    _print_message(message)
    return 2


def _print_message(message: str) -> None:
    from lastknight.sandbox.printable import printable  # noqa: PLC0415  (slow to load)

    words = (
        word if len(word) <= _LONGEST_WORD else f"{word[:_LONGEST_WORD]}..."
        for word in message.split()
    )
    print("lastknight: " + printable(" ".join(words)), file=sys.stderr)


def _show_warning(message: Warning | str, category: type[Warning], *where: Any, **_: Any) -> None:
    if issubclass(category, DamageWarning):
        _print_message(str(message))
    else:
        print(warnings.formatwarning(message, category, *where[:2]), end="", file=sys.stderr)
