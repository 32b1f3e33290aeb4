"""The files of a stranger's agent, read once and kept as bytes; nothing here runs them.

What is hashed is what plays: editing a file during a run changes nothing.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

from lastknight.aind.source import Outline, outline_of
from lastknight.errors import AgentError, ArgumentError, NotationError, show
from lastknight.sandbox.printable import printable_line
from lastknight.sandbox.reading import outline_in_sandbox
from lastknight.sandbox.walls import Sandbox
from lastknight.sandbox.written_results import is_results_file, is_results_folder

# Characters of a path in a message.
_LONGEST_SHOWN = 200
SCOPES = ("alone", "imports", "folder")
"""What comes with a file: nothing; the modules next to it that it imports; its whole folder."""
COURSE_FILES = ("game_agent.py", "competition_agent.py")
"""What courses call the file that students hand in; it comes with its folder."""
LARGEST = 32 * 2**20  # bytes; half of what an agent may write
_MOST_FILES = 1000
# Folders within folders: going through them is recursive, here and in the agent's process.
_DEEPEST = 100
_CURE = "put the agent into a folder of its own, or use files=imports"
# Each is read in a process of its own to see what it imports.
_MOST_IMPORTED = 100
_SKIPPED = ("__pycache__", "venv", "env", "node_modules")
_HIDDEN = (".git", ".hg", ".svn", ".venv", ".env", ".tox", ".nox", ".idea", ".vscode")
_HIDDEN_CACHES = ("cache", "_checkpoints")


@dataclass(frozen=True)
class AgentFiles:
    """The files of an agent by their paths in its folder, and which of them is the main one."""

    main: str
    files: dict[str, bytes] = field(repr=False)

    @classmethod
    def read(
        cls, path: str | Path, *, scope: str | None = None, sandbox: Sandbox | None = None
    ) -> AgentFiles:
        """Read a file and what comes with it.

        What it imports is read off its source in the sandbox; without one, the source is the user's
        own. Raises NotationError when it cannot be read, ArgumentError for an unknown scope, and
        for files that are too many, too large, or in folders that cannot be gone through.
        """
        if not isinstance(path, str | Path):
            raise ArgumentError(f"path must be the path of a file, got {show(path)}")
        main = Path(path)
        if scope is not None and scope not in SCOPES:
            raise ArgumentError(f"files must be one of {', '.join(SCOPES)}, got {show(scope)}")
        files = {main.name: _read_main(main)}
        scope = scope or default_scope(main)
        if scope == "imports":
            files |= _read_imports(main, files[main.name], sandbox)
        elif scope == "folder":
            files |= _read_folder(main.parent)
        return cls(main.name, files)

    @property
    def digest(self) -> str:
        """A hash of all names and contents."""
        total = sha256()
        for name, content in sorted(self.files.items()):
            # A name that is not UTF-8 stands for its bytes.
            total.update(f"{name}\0{len(content)}\0".encode("utf-8", "surrogateescape"))
            total.update(content)
        return total.hexdigest()

    def outlines(self, sandbox: Sandbox | None) -> Iterator[Outline]:
        """What each of its Python files says; those that cannot be parsed are left out."""
        for name, content in self.files.items():
            if name.endswith(".py") and (outline := _outline(content, name, sandbox)) is not None:
                yield outline

    @property
    def source(self) -> str:
        """The text of the main file."""
        return self.files[self.main].decode("utf-8", "backslashreplace")


def default_scope(path: Path) -> str:
    """What comes with a file by default: the folder of a course's file, the imports of others."""
    return "folder" if path.name in COURSE_FILES else "imports"


def _read_main(path: Path) -> bytes:
    try:
        size, is_file = path.stat().st_size, path.is_file()
        if is_file and size <= LARGEST:
            return path.read_bytes()
        reason = f"larger than {LARGEST >> 20} MiB" if is_file else "not a file"
    except OSError as error:
        reason = error.strerror or str(error)
    except ValueError:  # a NUL, or half a character
        reason = "no file has such a name"
    raise NotationError(f"cannot read {printable_line(str(path), limit=_LONGEST_SHOWN)}: {reason}")


def _read_folder(folder: Path) -> dict[str, bytes]:
    """Every file in a folder but those of tools, our own, and links that lead outside.

    An empty folder is an entry of its own whose name ends with a slash. Raises ArgumentError when
    that is too much, or cannot be gone through.
    """
    try:
        return _collect(folder)
    except OSError as error:  # such as a path that is too long
        reason = (error.strerror or str(error)).lower()
        raise ArgumentError(f"cannot read all of {folder}: {reason}; {_CURE}") from None


def _collect(folder: Path) -> dict[str, bytes]:
    found: dict[str, bytes] = {}
    total = 0
    for path in _walk(folder):
        is_folder = path.is_dir()
        content = b"" if is_folder else _content(path, folder)
        if content is None:
            continue
        total += len(content)
        if total > LARGEST or len(found) >= _MOST_FILES:
            raise ArgumentError(
                f"{folder} has more than {LARGEST >> 20} MiB or {_MOST_FILES} files; {_CURE}"
            )
        found[f"{path.relative_to(folder)}{'/' if is_folder else ''}"] = content
    return found


def _walk(folder: Path) -> Iterator[Path]:
    for place, folders, names in os.walk(folder):
        here = Path(place)
        if len(here.relative_to(folder).parts) > _DEEPEST:
            raise ArgumentError(f"{folder} has folders nested more than {_DEEPEST} deep; {_CURE}")
        folders[:] = sorted(
            name
            for name in folders
            if not _is_of_a_tool(here / name) and not is_results_folder(here / name)
        )
        if not folders and not names and here != folder:
            yield here
        yield from (here / name for name in sorted(names) if not is_results_file(here / name))


def _is_of_a_tool(folder: Path) -> bool:
    """Whether a folder belongs to a tool: version control, editors, environments, caches."""
    name = folder.name
    is_hidden = name.startswith(".") and (name in _HIDDEN or name.endswith(_HIDDEN_CACHES))
    return is_hidden or name in _SKIPPED or (folder / "pyvenv.cfg").exists()


def _content(path: Path, folder: Path) -> bytes | None:
    """The bytes of a regular file; None when there is none or a link leads outside the folder."""
    try:
        if not path.is_file() or not path.resolve().is_relative_to(folder.resolve()):
            return None
        if path.stat().st_size > LARGEST:
            raise ArgumentError(f"{path} is larger than {LARGEST >> 20} MiB")
        return path.read_bytes()
    except OSError:
        return None


def _read_imports(main: Path, source: bytes, sandbox: Sandbox | None) -> dict[str, bytes]:
    """The modules and packages in its folder that a file imports, directly or indirectly."""
    folder = main.parent
    found: dict[str, bytes] = {}
    sources = [(main.name, source)]
    while sources:
        place, text = sources.pop()
        outline = _outline(text, place, sandbox)
        for name in () if outline is None else outline.modules:
            new = {f"{name}.py": _content(folder / f"{name}.py", folder)}
            if _content(folder / name / "__init__.py", folder) is not None:
                package = _read_folder(folder / name)
                new |= {f"{name}/{path}": content for path, content in package.items()}
            for path, content in new.items():
                if content is not None and path not in found:
                    found[path] = content
                    sources += [(path, content)] if path.endswith(".py") else []
            if len(found) > _MOST_IMPORTED or sum(map(len, found.values())) > LARGEST:
                raise ArgumentError(
                    f"an agent imports more than {_MOST_IMPORTED} files or {LARGEST >> 20} MiB of "
                    f"{printable_line(str(folder), limit=_LONGEST_SHOWN)}; use files=folder"
                )
    return found


def _outline(source: bytes, name: str, sandbox: Sandbox | None) -> Outline | None:
    try:
        if sandbox is None:
            return outline_of(source, name=name)
        return outline_in_sandbox(source, name, sandbox)
    except AgentError:
        return None
