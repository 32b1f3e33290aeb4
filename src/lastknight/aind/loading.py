"""Agents from files: their heuristics and players found, and players made of them.

How the imports of an agent are answered is in importing.py. The code of an agent is run as it is:
what it may do to the machine is limited in `lastknight.sandbox`, not here.
"""

from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

from lastknight.aind import sample_players
from lastknight.aind.importing import Importer
from lastknight.aind.turns import ask, generation_of, parameters_of
from lastknight.errors import AgentError

__all__ = ["Agent", "ask", "load", "make_player"]

_CUSTOM = "custom_score"
# What a constructor is given where it insists on an argument, or where it knows one of the oldest.
_COURSE_ARGUMENTS = {
    "search_depth": 3,
    "depth": 3,
    "iterative": True,
    "method": "alphabeta",
    "timeout": 10.0,
    "data": None,
}


class Agent:
    """A course agent: its module, the heuristics and the player classes found in it.

    Any other name is looked up in the module: `agent.custom_score`.
    """

    __slots__ = ("_importer", "heuristics", "module", "path", "players")

    def __init__(self, path: Path, module: ModuleType, importer: Importer) -> None:
        self.path = path
        """The file."""
        self.module = module
        """The module that the file became."""
        self._importer = importer
        own = {module.__name__, *(sibling.__name__ for sibling in self.siblings)}
        public = {name: value for name, value in vars(module).items() if not name.startswith("_")}
        scores = {name: value for name, value in public.items() if _is_score(name, value, own)}
        self.heuristics: dict[str, Callable[..., Any]] = dict(
            sorted(scores.items(), key=lambda item: not item[0].startswith(_CUSTOM))
        )
        """Functions f(game, player) in the order of the file, those named custom_score* first."""
        self.players: dict[str, type] = {
            name: value
            for name, value in public.items()
            if isinstance(value, type)
            and value.__module__ in own
            and callable(getattr(value, "get_move", None))
        }
        """Classes with get_move, of the file and of its siblings."""

    @property
    def files(self) -> list[Path]:
        """The files that it has imported so far: its own, and siblings."""
        return self._importer.files

    @property
    def siblings(self) -> list[ModuleType]:
        """The modules made from files next to it, as far as it has imported them."""
        modules = {id(found): found for found in self._importer.modules.values()}
        return [
            found
            for found in modules.values()
            if found is not self.module and getattr(found, "__file__", None) is not None
        ]

    def generation(self, cls: type) -> str:
        """Which get_move a class has: "new" (game, time_left), or "old" with legal_moves too."""
        return generation_of(cls.get_move.__get__(object()))  # type: ignore[attr-defined]

    def __getattr__(self, name: str) -> Any:
        return getattr(self.module, name)

    def __repr__(self) -> str:
        return f"load({str(self.path)!r})"


def load(path: str | Path, *, folder: str | Path | None = None) -> Agent:
    """Import an agent from its file, with `isolation` and `sample_players` resolved to ours.

    Modules in the file's own folder are its siblings, and those in `folder` if one is given.
    Nothing is left behind in `sys.modules` and `sys.path`. Raises AgentError when the file cannot
    be read or imported; what it raised is then the __cause__.
    """
    file = Path(path).resolve()
    if not file.is_file():
        raise AgentError(f"cannot read {path}: an agent is a file such as game_agent.py")
    folders = [file.parent, *([Path(folder).resolve()] if folder is not None else [])]
    if (top := _package_root(file.parent)) not in folders:
        folders.append(top)
    importer = Importer(file, folders)
    try:
        return Agent(file, importer.run(), importer)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise AgentError(f"{path} cannot be imported: {_words(error)}") from error


def make_player(
    agent: Agent,
    name: str,
    *,
    score: str | Callable[..., Any] | None = None,
    depth: int | None = None,
    method: str | None = None,
) -> Any:
    """An instance of a player class of an agent, whatever its constructor takes.

    A score is a function, or the name of one in the agent or among the sample scores. With a depth
    an old player searches to it and no further. A method, "minimax" or "alphabeta", is for old
    players; they use alphabeta unless told. Raises AgentError where the class is not there, does
    not take what is asked for, or fails.
    """
    cls = agent.players.get(name)
    if cls is None:
        known = ", ".join(agent.players) or "no player, a class with get_move"
        raise AgentError(f"{agent.path} has no player {name!r}; it has {known}")
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
        raise AgentError(f"{name} of {agent.path} cannot be made: {_words(error)}") from error


def _package_root(folder: Path) -> Path:
    """The folder from which a file in this one is imported by its full name."""
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
        raise AgentError(f"{agent.path} has no score {score!r}; there are {known}")
    return found


def _parameter(takes: Any, word: str) -> str | None:
    """The name under which a constructor takes a score or a depth."""
    if takes is None:
        return None
    others = {"search_depth": "depth", "score_fn": "score"}
    known = next((name for name in (word, others.get(word)) if name in takes.keywords), None)
    return known or (word if takes.takes_keywords else None)


def _words(error: BaseException) -> str:
    """An error in one line."""
    kind = type(error).__name__
    try:
        text = " ".join(str(error.args[0] if isinstance(error, SyntaxError) else error).split())
    except Exception:
        return kind
    where = f"line {error.lineno}: " if isinstance(error, SyntaxError) and error.lineno else ""
    text = text if len(text) <= 160 else text[:157] + "..."
    return f"{where}{kind}: {text}" if text else f"{where}{kind}"
