"""How an agent's imports are resolved: each agent has its own modules, kept out of `sys.modules`.

`isolation` and `sample_players` are ours, files next to the agent are its siblings, and everything
else is left to Python. The agent's builtins have their own `__import__`, so this also holds for an
import inside a function that runs much later.
"""

import builtins
import importlib
import sys
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import cached_property
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from threading import RLock
from types import ModuleType
from typing import Any

from lastknight.aind import isolation, sample_players

_OURS: Mapping[str, tuple[ModuleType, tuple[str, ...]]] = {
    "isolation": (isolation, ("Board", "TIME_LIMIT_MILLIS")),
    "isolation.isolation": (isolation, ("Board", "TIME_LIMIT_MILLIS")),
    "sample_players": (sample_players, tuple(sample_players.__all__)),
}
_MAIN = "game_agent"
_LOOKUPS = (b"sys.modules", b"pickle", b"shelve", b"joblib")
_AGENT_LOCK = RLock()


class Importer:
    """The modules of one agent, and the `__import__` that its code sees."""

    def __init__(self, path: Path, folders: Sequence[Path], *, is_alone: bool = False) -> None:
        self.path, self.is_alone = path, is_alone
        self.folders = [*folders]
        self.modules: dict[str, ModuleType] = {}
        self._files: dict[Path, ModuleType] = {}
        self._outside: set[str] = set(sys.stdlib_module_names)
        self._python_path = [*sys.path]
        self._builtins = {**vars(builtins), "__import__": self.import_name}

    def run(self) -> ModuleType:
        """Import the agent's own file; exceptions propagate unchanged."""
        with _AGENT_LOCK:
            path, known = sys.path, set(sys.modules)
            self._python_path = [*path]
            try:
                stem = self.path.stem
                is_taken = stem in (*_OURS, "__main__", *sys.stdlib_module_names)
                return self._load("agent" if is_taken else stem, self.path)
            finally:
                self.folders = self._search_folders()
                if not self.is_alone:
                    self._forget(set(sys.modules) - known)
                sys.path = path
                sys.path[:] = self._python_path

    def _forget(self, names: set[str]) -> None:
        """Remove from `sys.modules` what the agent has put there itself from its own folders."""
        for name in names:
            file = getattr(sys.modules.get(name), "__file__", None)
            if file is not None and Path(file).parent in self.folders:
                del sys.modules[name]

    @contextmanager
    def listed(self) -> Iterator[None]:
        """Put the agent's modules into `sys.modules`, where its own code and pickle look for them.

        They stay there if the agent is alone in this process.
        """
        with _AGENT_LOCK:
            new = {name: one for name, one in self.modules.items() if name not in sys.modules}
            sys.modules.update(new)
            try:
                yield
            finally:
                for name, module in () if self.is_alone else new.items():
                    if sys.modules.get(name) is module:
                        del sys.modules[name]

    @cached_property
    def looks_itself_up(self) -> bool:
        """Whether its code may look for its modules in `sys.modules`, itself or by pickling."""
        texts = (file.read_bytes() for file in self._files if file.is_file())
        return any(word in text for text in texts for word in _LOOKUPS)

    def when_asked(self) -> AbstractContextManager[None]:
        """List the modules while the agent's code runs, if it needs that and they are not."""
        return self.listed() if self.looks_itself_up and not self.is_alone else nullcontext()

    @property
    def files(self) -> list[Path]:
        """The files imported so far, the agent's main file first."""
        return list(self._files)

    def import_name(
        self,
        name: str,
        globals: Mapping[str, Any] | None = None,  # noqa: A002  (as Python names them)
        locals: Mapping[str, Any] | None = None,  # noqa: A002
        fromlist: Sequence[str] | None = (),
        level: int = 0,
    ) -> ModuleType:
        """Resolve an import statement of the agent; takes the arguments of `__import__`."""
        top = name.partition(".")[0]
        if top == "importlib" and not level:
            builtins.__import__(name, None, None, (), 0)
            return self._importlib() if name == top or not fromlist else sys.modules[name]
        if not level and (top in self._outside or not self._is_owned(top)):
            self._outside.add(top)
            return builtins.__import__(name, globals, locals, fromlist or (), level)
        with _AGENT_LOCK:
            module = self._relative(name, globals or {}, level) if level else self._absolute(name)
            if not fromlist:
                return module if level else self.modules[top]
            for part in getattr(module, "__all__", ()) if "*" in fromlist else fromlist:
                if hasattr(module, "__path__") and not hasattr(module, part):
                    self._child(module, part)
            return module

    def _is_owned(self, top: str) -> bool:
        if top in _OURS or top in self.modules or top == _MAIN:
            return True
        found = self._find(top, self._search_folders())
        # A folder without __init__.py yields to any module of that name.
        return found is not None and (found.is_file() or PathFinder.find_spec(top) is None)

    def _search_folders(self) -> list[Path]:
        added = [Path(entry).resolve() for entry in sys.path if entry not in self._python_path]
        return [*self.folders, *(folder for folder in added if folder not in self.folders)]

    def _absolute(self, name: str) -> ModuleType:
        """The module of a dotted name, its parents first."""
        if name in self.modules:
            return self.modules[name]
        parent, _, child = name.rpartition(".")
        if name in _OURS:
            return self._make_ours(name)
        if parent:
            module = self._child(self._absolute(parent), child)
            if module is None:
                raise ModuleNotFoundError(f"No module named {name!r}", name=name)
            return module
        found = self._find(name, self._search_folders())
        if found is None and name == _MAIN:
            found = self.path
        if found is None:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        return self._load(name, found)

    def _relative(self, name: str, importer: Mapping[str, Any], level: int) -> ModuleType:
        """The module that `from .name import` refers to in the module with these globals."""
        package = importer.get("__package__") or ""
        if package:
            parents = package.split(".")
            if level > len(parents):
                raise ImportError("attempted relative import beyond top-level package")
            base = ".".join(parents[: len(parents) - level + 1])
            return self._absolute(f"{base}.{name}" if name else base)
        # Outside a package Python refuses relative imports; here the folder acts as the package.
        folder = Path(str(importer.get("__file__", self.path))).parents[level - 1]
        module = self._load(folder.name, folder)
        for part in name.split(".") if name else ():
            child = self._child(module, part)
            if child is None:
                raise ModuleNotFoundError(f"No module named {part!r} in {folder.name}", name=name)
            module = child
        return module

    def _child(self, package: ModuleType, name: str) -> ModuleType | None:
        """A module inside a package; None if there is none."""
        full = f"{package.__name__}.{name}"
        if full in self.modules or full in _OURS:
            return self.modules.get(full) or self._make_ours(full)
        found = self._find(name, [Path(entry) for entry in getattr(package, "__path__", ())])
        if found is None:
            return None
        return self._load(full, found, package)

    def _find(self, name: str, folders: Sequence[Path]) -> Path | None:
        """The file of a module, or the folder of a package without `__init__.py`."""
        for folder in folders:
            for file in (folder / name / "__init__.py", folder / f"{name}.py"):
                if file.is_file():
                    return file
        return next((folder / name for folder in folders if (folder / name).is_dir()), None)

    def _load(self, name: str, file: Path, package: ModuleType | None = None) -> ModuleType:
        """Import a file, once; a folder is a package without code of its own."""
        key = (file / "__init__.py" if (file / "__init__.py").is_file() else file).resolve()
        if key in self._files:
            self.modules.setdefault(name, self._files[key])
            return self._files[key]
        is_package = key.name == "__init__.py" or key.is_dir()
        module = ModuleType(name)
        module.__spec__ = ModuleSpec(name, None, origin=str(key), is_package=is_package)
        module.__package__ = name if is_package else name.rpartition(".")[0]
        module.__dict__["__builtins__"] = self._builtins
        if is_package:
            module.__path__ = [str(key if key.is_dir() else key.parent)]
        if key.is_file():
            module.__file__ = str(key)
        self.modules[name] = self._files[key] = module
        if package is not None:
            setattr(package, name.rpartition(".")[2], module)
        try:
            if key.is_file():
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")
                    code = compile(key.read_bytes(), str(key), "exec", dont_inherit=True)
                with self.listed():
                    exec(code, vars(module))
        except BaseException:
            self.modules.pop(name, None)
            self._files.pop(key, None)
            raise
        return module

    def _make_ours(self, name: str) -> ModuleType:
        """A module of ours under the course's name; missing names are looked up in a sibling."""
        module, names = _OURS[name]
        shell = ModuleType(name, module.__doc__)
        vars(shell).update({known: getattr(module, known) for known in names})
        shell.__dict__["__getattr__"] = self._siblings_own(name)
        self.modules[name] = shell
        if name == "isolation":
            shell.__path__ = []
            shell.__dict__["isolation"] = self._make_ours("isolation.isolation")
        elif name == "isolation.isolation":
            self._absolute("isolation")
        return shell

    def _siblings_own(self, name: str) -> Callable[[str], Any]:
        """Looks up names that students added to their copies of the course's files."""

        def look(missing: str) -> Any:
            place = None if missing.startswith("__") else self._find_copy(name)
            if place is not None:
                with _AGENT_LOCK:
                    copy = self._load(f"{name} of this folder", place)
                if missing in vars(copy):
                    return vars(copy)[missing]
            raise AttributeError(f"module {name!r} has no attribute {missing!r}")

        return look

    def _find_copy(self, name: str) -> Path | None:
        folder, _, child = name.rpartition(".")
        folders = [place / folder for place in self.folders] if folder else self.folders
        found = self._find(child, folders)
        return found if found is not None and found.is_file() else None

    def _importlib(self) -> ModuleType:
        """Python's importlib with an import_module that also finds the agent's modules."""

        def import_module(name: str, package: str | None = None) -> ModuleType:
            level = len(name) - len(name.lstrip("."))
            return self.import_name(name[level:], {"__package__": package}, None, ("*",), level)

        shell = ModuleType("importlib", importlib.__doc__)
        shell.__dict__["__getattr__"] = lambda name: getattr(importlib, name)
        shell.__dict__["import_module"] = import_module
        return shell
