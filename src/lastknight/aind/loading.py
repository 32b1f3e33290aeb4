"""Loading agents from files: finding their heuristics and players, and creating players.

importing.py resolves an agent's imports. The agent's code runs without restrictions here;
`lastknight.sandbox` is what confines it.
"""

from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

from lastknight.aind import sample_players
from lastknight.aind.importing import Importer
from lastknight.aind.turns import generation_of, parameters_of
from lastknight.errors import AgentError
from lastknight.ranges import read_path

_CUSTOM = "custom_score"
# Constructor arguments that are required by some, or known to the oldest agents.
_COURSE_ARGUMENTS = {
    "search_depth": 3,
    "depth": 3,
    "iterative": True,
    "method": "alphabeta",
    "timeout": 10.0,
    "data": None,
}


class Agent:
    """A course agent: its module, and the heuristics and player classes in it.

    Any other attribute is looked up in the module: `agent.custom_score`.
    """

    __slots__ = ("_importer", "heuristics", "module", "path", "players")

    def __init__(self, path: Path, module: ModuleType, importer: Importer) -> None:
        self.path = path
        """The file."""
        self.module = module
        """The module made from the file."""
        self._importer = importer
        own = {module.__name__, *(sibling.__name__ for sibling in self.siblings)}
        public = {name: value for name, value in vars(module).items() if not name.startswith("_")}
        scores = {name: value for name, value in public.items() if _is_score(name, value, own)}
        self.heuristics: dict[str, Callable[..., Any]] = dict(
            sorted(scores.items(), key=lambda item: not item[0].startswith(_CUSTOM))
        )
        """Functions f(game, player) in file order, those named custom_score* first."""
        self.players: dict[str, type] = {
            name: value
            for name, value in public.items()
            if isinstance(value, type)
            and value.__module__ in own
            and callable(getattr(value, "get_move", None))
        }
        """Classes with get_move, from the file and its siblings."""

    @property
    def files(self) -> list[Path]:
        """The files imported so far: its own, and siblings."""
        return self._importer.files

    @property
    def siblings(self) -> list[ModuleType]:
        """The modules made from files next to it, imported so far."""
        modules = {id(found): found for found in self._importer.modules.values()}
        return [
            found
            for found in modules.values()
            if found is not self.module and getattr(found, "__file__", None) is not None
        ]

    @property
    def importer(self) -> Importer:
        """Its modules, and how its imports are resolved."""
        return self._importer

    def generation(self, cls: type) -> str:
        """Which get_move a class has: "new" (game, time_left), or "old" with legal_moves too."""
        return generation_of(cls.get_move.__get__(object()))  # type: ignore[attr-defined]

    def __getattr__(self, name: str) -> Any:
        return getattr(self.module, name)

    def __repr__(self) -> str:
        return f"load({str(self.path)!r})"


def load(path: str | Path, *, folder: str | Path | None = None, is_alone: bool = False) -> Agent:
    """Import an agent from its file; `isolation` and `sample_players` are ours.

    It can import modules from its own folder, and from `folder` if given. `sys.modules` and
    `sys.path` are left as they were, unless it is alone in this process. Raises AgentError if the
    file cannot be read or imported, with the exception it raised as the __cause__.
    """
    file = read_path("path", path).resolve()
    if not file.is_file():
        raise AgentError(f"cannot read {path}: expected a file such as game_agent.py")
    folders = [file.parent]
    if folder is not None:
        folders.append(read_path("folder", folder).resolve())
    if (top := _package_root(file.parent)) not in folders:
        folders.append(top)
    importer = Importer(file, folders, is_alone=is_alone)
    try:
        return Agent(file, importer.run(), importer)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise AgentError(f"{path} cannot be imported: {_summary(error)}") from error


def make_player(
    agent: Agent,
    name: str,
    *,
    score: str | Callable[..., Any] | None = None,
    depth: int | None = None,
    method: str | None = None,
) -> Any:
    """Create a player of an agent, whatever arguments its constructor takes.

    A score is a function, or the name of one in the agent or among the sample scores. With a depth
    an old player does a fixed-depth search. A method, "minimax" or "alphabeta", is for old players,
    which use alphabeta by default. Raises AgentError if there is no such class, if it does not take
    one of these arguments, or if it fails.
    """
    cls = agent.players.get(name)
    if cls is None:
        known = ", ".join(agent.players) or "none (a player is a class with get_move)"
        raise AgentError(f"{agent.path} has no player {name!r}; its players: {known}")
    takes = parameters_of(cls.__init__.__get__(object()))  # type: ignore[misc]
    given: dict[str, Any] = {}
    if takes is not None:
        names = takes.names
        given = {word: _COURSE_ARGUMENTS[word] for word in ("iterative", "method") if word in names}
        for word in names[: takes.required]:
            value = agent.heuristics.get(_CUSTOM) if word == "score_fn" else None
            given.setdefault(word, _COURSE_ARGUMENTS.get(word, value))
    wanted = {"score_fn": _find_score(agent, score), "search_depth": depth, "method": method}
    for word, value in wanted.items():
        if value is None:
            continue
        known_as = _parameter(takes, word)
        if known_as is None:
            raise AgentError(f"{name} of {agent.path} takes no {word}; leave it out")
        given[known_as] = value
    if depth is not None and "iterative" in given:
        given["iterative"] = False
    try:
        return cls(**given)
    except Exception as error:
        raise AgentError(f"cannot create {name} of {agent.path}: {_summary(error)}") from error


def _package_root(folder: Path) -> Path:
    """The folder that contains the outermost package this folder belongs to."""
    while (folder / "__init__.py").is_file() and folder.parent != folder:
        folder = folder.parent
    return folder


def _is_score(name: str, value: Any, own: set[str]) -> bool:
    if isinstance(value, type | ModuleType) or not callable(value):
        return False
    takes = parameters_of(value)
    if takes is None:
        return name.startswith(_CUSTOM)
    is_fit = takes.required <= 2 and (takes.takes_more or len(takes.names) >= 2)
    if name.startswith(_CUSTOM):
        return is_fit
    is_own = getattr(value, "__module__", None) in own
    return is_own and is_fit and takes.names[:1] == ("game",)


def _find_score(agent: Agent, score: str | Callable[..., Any] | None) -> Any:
    if score is None or callable(score):
        return score
    found = agent.heuristics.get(score) or getattr(agent.module, score, None)
    if found is None and score in sample_players.__all__:
        found = getattr(sample_players, score)
    if not callable(found):
        known = ", ".join([*agent.heuristics, "improved_score"])
        raise AgentError(f"{agent.path} has no score {score!r}; its scores: {known}")
    return found


def _parameter(takes: Any, word: str) -> str | None:
    """The constructor's name for a score or a depth."""
    if takes is None:
        return None
    others = {"search_depth": "depth", "score_fn": "score"}
    known = next((name for name in (word, others.get(word)) if name in takes.keywords), None)
    return known or (word if takes.takes_keywords else None)


def _summary(error: BaseException) -> str:
    """An error on one line."""
    kind = type(error).__name__
    try:
        text = " ".join(str(error.args[0] if isinstance(error, SyntaxError) else error).split())
    except Exception:
        return kind
    where = f"line {error.lineno}: " if isinstance(error, SyntaxError) and error.lineno else ""
    text = text if len(text) <= 160 else text[:157] + "..."
    return f"{where}{kind}: {text}" if text else f"{where}{kind}"
