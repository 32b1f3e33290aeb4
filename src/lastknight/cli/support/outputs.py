"""Everything a command writes goes through here.

Paths are checked before any work. A result that cannot be written after all is printed, and kept
elsewhere.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryFile, mkdtemp
from types import MappingProxyType
from typing import Annotated, Any, ClassVar

import typer

from lastknight.cli.support.standard_output import STDOUT, print_result
from lastknight.errors import ArgumentError, LastknightError


@dataclass(frozen=True)
class _Claim:
    """An option that writes to a path."""

    option: str
    is_added_to: bool
    """Whether the file is added to, not replaced."""


_CLAIMED = "outputs"
_claims: ContextVar[Mapping[str, _Claim]] = ContextVar("claims", default=MappingProxyType({}))


def check_file(context: typer.Context, param: typer.CallbackParam, value: Path | None) -> Any:
    """Refuse a file that cannot be written, or that another option already writes to."""
    if value is not None and value != STDOUT:
        with _refusing(f"cannot write {value}"):
            try_file(value)
    return _claim(context, param, value)


def check_named_file(context: typer.Context, param: typer.CallbackParam, value: Path | None) -> Any:
    """The same for a file that is read again later, so it must have a name."""
    if value == STDOUT:
        raise typer.BadParameter("name a file; - is only for results that can be printed")
    return check_file(context, param, value)


def check_store(context: typer.Context, param: typer.CallbackParam, value: Path | None) -> Any:
    """The same for a file of games or labels, which is added to and not replaced."""
    if value == STDOUT:
        raise typer.BadParameter("name a file; - is only for results that can be printed")
    if value is not None:
        with _refusing(f"cannot write {value}"):
            _try_place(value)
    return _claim(context, param, value, is_added_to=True)


def check_folder(context: typer.Context, param: typer.CallbackParam, value: Path | None) -> Any:
    """Refuse a folder that is a file, or that cannot be created or written to."""
    if value is not None:
        with _refusing(f"cannot write in the folder {value}"):
            _try_folder(value)
    return _claim(context, param, value)


def folder_option(text: str, *names: str) -> Any:
    """The option for a command's output folder, checked before any work."""
    return typer.Option(
        "--output", "-o", *names, callback=check_folder, metavar="FOLDER", help=text
    )


def try_file(path: Path) -> None:
    """Raise OSError if the file cannot be written, or holds games or labels.

    The file itself is not created to find out: another process may do so at the same moment.
    """
    _try_place(path)
    from lastknight.sandbox.written_results import (  # noqa: PLC0415  (slow to load)
        is_results_file,
    )

    if is_results_file(path):
        raise OSError("that would replace games or labels; name another file")


def _try_place(path: Path) -> None:
    if path.is_dir():
        raise OSError("it is a folder, name a file")
    if not path.parent.is_dir():
        raise OSError(f"there is no folder {path.parent}")
    try:
        path.stat()
    except FileNotFoundError:
        TemporaryFile(dir=path.parent).close()
    else:
        if path.suffix == ".py":
            raise OSError("that would replace a program; name another file")
        if not os.access(path, os.W_OK):
            raise OSError("it is read-only")


def _try_folder(path: Path) -> None:
    """Raise OSError if files cannot be written to the folder, which may not exist yet."""
    there = next(one for one in (path, *path.absolute().parents) if one.exists())
    if not there.is_dir():
        raise OSError(f"{there} is a file")
    TemporaryFile(dir=there).close()
    name_limit = os.pathconf(there, "PC_NAME_MAX")
    if any(len(os.fsencode(part)) > name_limit for part in path.parts):
        raise OSError("its name is too long")


@contextmanager
def _refusing(what: str) -> Iterator[None]:
    """Report a path that cannot be written as a mistake in the option."""
    try:
        yield
    except OSError as error:
        raise typer.BadParameter(f"{what}: {describe_reason(error)}") from None


def _claim(
    context: typer.Context,
    param: typer.CallbackParam,
    value: Path | None,
    *,
    is_added_to: bool = False,
) -> Path | None:
    """The path, unless another option of the same command has it."""
    if value is not None:
        claimed = context.meta.setdefault(_CLAIMED, {})
        other = claimed.setdefault(os.path.realpath(value), _Claim(param.opts[0], is_added_to))
        if other.option != param.opts[0]:
            raise typer.BadParameter(f"{other.option} already writes to {value}")
    return value


@contextmanager
def keeping_claims(context: typer.Context) -> Iterator[None]:
    """While a command runs, `check_unclaimed` knows where its options write."""
    token = _claims.set(context.meta.get(_CLAIMED, {}))
    try:
        yield
    finally:
        _claims.reset(token)


def check_unclaimed(path: Path) -> None:
    """Refuse a file for games or labels that another option of the command would replace.

    For files that no option names: defaults, and those in a folder. Raises ArgumentError.
    """
    claim = _claims.get().get(os.path.realpath(path))
    if claim is not None and not claim.is_added_to:
        raise ArgumentError(
            f"{claim.option} would replace {path}, which this command writes too; name another file"
        )


def describe_reason(error: OSError) -> str:
    """The reason for an error, without its number."""
    return (error.strerror or str(error)).lower()


def deliver(texts: Mapping[Path, str], show: Callable[[], None]) -> None:
    """Write each text to its file, then print the result by `show`, unless a text was printed.

    Raises LastknightError, after that, if a file could not be written; it is kept elsewhere.
    """
    problems = []
    for path, text in texts.items():
        if path == STDOUT:
            print_result(text)
            continue
        try:
            path.write_text(text, encoding="utf-8", newline="")
        except OSError as error:
            problems.append(f"cannot write {path}: {describe_reason(error)}; {_keep(path, text)}")
    if STDOUT not in texts:
        show()
    if problems:
        raise LastknightError("; ".join(problems))


def _keep(path: Path, text: str) -> str:
    """Keep what could not be written in a temporary folder, or print it; returns where it is."""
    with suppress(OSError):
        kept = Path(mkdtemp(prefix="lastknight-")) / path.name
        kept.write_text(text, encoding="utf-8", newline="")
        return f"it is kept in {kept}"
    print_result(text)
    return "it is printed instead"


def deliver_folder(
    folder: Path, write: Callable[[Path], list[Path]], show: Callable[[list[Path]], None]
) -> None:
    """Write files into a folder, then print the result by `show`, which gets the files.

    Raises LastknightError, after that, if they could not be written; they are kept elsewhere.
    """
    try:
        files = write(folder)
    except OSError as error:
        problem = f"cannot write into {folder}: {describe_reason(error)}"
    else:
        show(files)
        return
    try:
        kept = Path(mkdtemp(prefix="lastknight-"))
        show(write(kept))
    except OSError:
        show([])
        raise LastknightError(f"{problem}; free some space and run the same command") from None
    raise LastknightError(f"{problem}; its files are kept in {kept}")


def make_folder(path: Path) -> Path:
    """A folder for results, created if needed.

    Raises LastknightError if that fails, as for a default name in a read-only folder.
    """
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise LastknightError(
            f"cannot create the folder {path}: {describe_reason(error)}; name another with --output"
        ) from None
    return path


@dataclass(frozen=True)
class JsonOptions:
    """A result as JSON."""

    panel: ClassVar = "Output"

    json_file: Annotated[
        Path | None,
        typer.Option(
            "--json", callback=check_file, help="Write the result to a file as JSON; - prints it."
        ),
    ] = None

    def write(
        self, facts: object, show: Callable[[], None], also: Mapping[Path, str] | None = None
    ) -> None:
        """Write the result to its files, and print it as text unless one of them is printed.

        `also` are other files of the result and their text.
        """
        texts = dict(also or {})
        if self.json_file is not None:
            texts[self.json_file] = json.dumps(facts, indent=2) + "\n"
        deliver(texts, show)


@dataclass(frozen=True)
class OutputOptions(JsonOptions):
    """A result as JSON and as CSV."""

    csv_file: Annotated[
        Path | None,
        typer.Option(
            "--csv", callback=check_file, help="Write the result to a file as CSV; - prints it."
        ),
    ] = None

    @property
    def is_printed(self) -> bool:
        """Whether JSON or CSV goes to standard output, and so no text does."""
        return STDOUT in (self.json_file, self.csv_file)

    def write_all(
        self,
        facts: object,
        rows: Sequence[Mapping[str, object]],
        show: Callable[[], None],
        also: Mapping[Path, str] | None = None,
    ) -> None:
        """The same with the rows of the CSV file."""
        texts = dict(also or {})
        if self.csv_file is not None:
            from lastknight.report.text.spreadsheets import (  # noqa: PLC0415  (slow to load)
                csv_text,
            )

            texts[self.csv_file] = csv_text(rows)
        self.write(facts, show, texts)
