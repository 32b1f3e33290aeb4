"""The files of a stranger's agent, read once and kept as bytes; nothing here runs them.

What is hashed is what plays: editing a file during a run changes nothing.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

from lastknight.aind.source import defined_names, imported_modules, parse_source
from lastknight.errors import AgentError, ArgumentError, NotationError

SCOPES = ("alone", "imports", "folder")
"""What comes with a file: nothing; the modules next to it that it imports; its whole folder."""
COURSE_FILES = ("game_agent.py", "competition_agent.py")
"""What courses call the file that students hand in; it comes with its folder."""
LARGEST = 32 * 2**20  # bytes; half of what an agent may write
_MOST_FILES = 1000
_SKIPPED = ("__pycache__", "venv", "env", "node_modules")


@dataclass(frozen=True)
class AgentFiles:
    """The files of an agent by their paths in its folder, and which of them is the main one."""

    main: str
    files: dict[str, bytes] = field(repr=False)

    @classmethod
    def read(cls, path: str | Path, *, scope: str | None = None) -> AgentFiles:
        """Read a file and what comes with it.

        Raises NotationError when it cannot be read, ArgumentError for an unknown scope or for too
        many or too large files.
        """
        main = Path(path)
        if scope is not None and scope not in SCOPES:
            raise ArgumentError(f"files is one of {', '.join(SCOPES)}, got {scope!r}")
        files = {main.name: _read_main(main)}
        scope = scope or default_scope(main)
        if scope == "imports":
            files |= _read_imports(main.parent, files[main.name])
        elif scope == "folder":
            files |= _read_folder(main.parent)
        return cls(main.name, files)

    @property
    def digest(self) -> str:
        """A hash of all names and contents."""
        total = sha256()
        for name, content in sorted(self.files.items()):
            total.update(f"{name}\0{len(content)}\0".encode())
            total.update(content)
        return total.hexdigest()

    @property
    def source(self) -> str:
        """The text of the main file."""
        return self.files[self.main].decode("utf-8", "backslashreplace")

    @property
    def names(self) -> set[str] | None:
        """Every name the main file defines or imports; None when its text does not say."""
        try:
            return defined_names(parse_source(self.files[self.main], name=self.main))
        except AgentError:
            return None


def default_scope(path: Path) -> str:
    """What comes with a file by default: the folder of a course's file, the imports of others."""
    return "folder" if path.name in COURSE_FILES else "imports"


def _read_main(path: Path) -> bytes:
    try:
        size, is_file = path.stat().st_size, path.is_file()
        if is_file and size <= LARGEST:
            return path.read_bytes()
        reason = f"larger than {LARGEST >> 20} MiB" if is_file else "not a file"
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
    raise NotationError(f"cannot read {path}: {reason}")


def _read_folder(folder: Path) -> dict[str, bytes]:
    """Every file in a folder but hidden ones, virtual environments and links that lead outside."""
    found: dict[str, bytes] = {}
    total = 0
    for path in _walk(folder):
        content = _content(path, folder)
        if content is None:
            continue
        total += len(content)
        if total > LARGEST or len(found) >= _MOST_FILES:
            raise ArgumentError(
                f"{folder} has more than {LARGEST >> 20} MiB or {_MOST_FILES} files; "
                "put the agent into a folder of its own, or use files=imports"
            )
        found[str(path.relative_to(folder))] = content
    return found


def _walk(folder: Path) -> Iterator[Path]:
    for place, folders, names in os.walk(folder):
        here = Path(place)
        folders[:] = sorted(
            name
            for name in folders
            if not name.startswith(".")
            and name not in _SKIPPED
            and not (here / name / "pyvenv.cfg").exists()
        )
        yield from (here / name for name in sorted(names) if not name.startswith("."))


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


def _read_imports(folder: Path, source: bytes) -> dict[str, bytes]:
    """The modules and packages in a folder that a source imports, directly or indirectly."""
    found: dict[str, bytes] = {}
    sources = [source]
    while sources:
        for name in _imports(sources.pop()):
            new = {f"{name}.py": _content(folder / f"{name}.py", folder)}
            if (folder / name / "__init__.py").is_file():
                package = _read_folder(folder / name)
                new |= {f"{name}/{path}": content for path, content in package.items()}
            for path, content in new.items():
                if content is not None and path not in found:
                    found[path] = content
                    sources += [content] if path.endswith(".py") else []
    return found


def _imports(source: bytes) -> set[str]:
    try:
        return imported_modules(parse_source(source, name="source"))
    except AgentError:
        return set()
