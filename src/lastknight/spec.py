"""Specs: a safe subset of Python's call syntax, read with `ast` and never run.

What specs of heuristics and of players share: finding files in the text, reading numbers and
arguments, replacing names with numbers, and suggesting the name that was probably meant.
"""

import ast
import re
import sys
import warnings
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from os.path import isdir, isfile

from lastknight.errors import NotationError, cut, show

LONGEST = 8000
"""The most characters of a spec; a model of 60 weighted terms has about 3,000."""
DEEPEST = 200
"""The most levels of a spec's syntax tree; each term of a sum adds one."""

PLAYERS = ("Random", "Perfect", "Expert", "AlphaBeta", "Greedy", "Minimax")
"""The names of players, to recognise one where a heuristic is expected."""

_EXAMPLES = {"a player": "AlphaBeta(improved, nodes=15000)"}
_EXAMPLE = "improved - 0.5 * center"
_LARGEST = sys.float_info.max
# path/my_heuristics.py:name, in quotes where the path has spaces or signs that a spec uses.
_NAME = r"\.py:[^\W\d]\w*"
_IN_FILE = re.compile(rf"""'[^']*{_NAME}'|"[^"]*{_NAME}"|[^\s'"(),=*+]+{_NAME}""")
_ONLY_IN_FILE = re.compile(rf"""[^'"].*{_NAME}""", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Expression:
    """A spec taken apart: its syntax tree, and the names in it that stand for things in files."""

    text: str
    tree: ast.expr
    files: dict[str, str]
    """`path.py:name` by the name in the tree, which is the same in quotes if it needs them."""


def parse_expression(text: str, *, what: str) -> Expression:
    """Take a spec apart.

    A name in a file needs no quotes if it is the whole spec, whatever its path.
    Raises NotationError for what is not an expression, and for a whole file.
    """
    if not isinstance(text, str):
        raise NotationError(f"expected {what} as text, got {show(text)}")
    if len(text) > LONGEST:
        raise NotationError(f"not {what}: more than {LONGEST} characters")
    check_utf8(text)
    places: dict[str, str] = {}
    prefix = "in_file_"
    while prefix in text:
        prefix += "_"

    def stand_in(match: re.Match[str]) -> str:
        name = f"{prefix}{len(places)}"
        place = match[0]
        places[name] = place[1:-1] if place[0] in "'\"" else place
        return name

    _check_no_path(text.strip(), what)
    in_file = _ONLY_IN_FILE if _is_only_in_file(text.strip()) else _IN_FILE
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # such as "1if" or "3 is x", refused below
            tree = ast.parse(in_file.sub(stand_in, text.strip()), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise NotationError(
            f"not {what}: {shorten(text)}{_describe_open(text)}; write one like "
            f"{_EXAMPLES.get(what, _EXAMPLE)}{_describe_quotes(text)}"
        ) from None
    if _depth(tree) > DEEPEST:
        raise NotationError(f"not {what}: {shorten(text)} is nested too deeply")
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id in places:
            node.id = write_in_file(places[node.id])
    return Expression(text, tree, {write_in_file(place): place for place in places.values()})


def check_utf8(text: str) -> None:
    """Raise NotationError for a spec or a path that cannot be stored, sent or printed as text."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise NotationError(f"{shorten(text)} is not UTF-8; rename the file or folder") from None


def _check_no_path(text: str, what: str) -> None:
    """Raise NotationError for the path of a file or folder, without a name in it.

    A single word may also name a heuristic or a player, so whoever looks it up checks for folders.
    """
    meant = "what plays" if "player" in what else "one heuristic"
    if text.endswith(".py") and isfile(text):  # noqa: PTH113  (False for names no file can have)
        raise NotationError(f"{text} is a whole file; name {meant}, such as {text}:NAME")
    if not text.isidentifier() and isdir(text):  # noqa: PTH112
        place = text.rstrip("/")
        raise NotationError(f"{text} is a folder; name {meant}, such as {place}/mine.py:NAME")


def _is_only_in_file(text: str) -> bool:
    """Whether a spec consists of a name in an existing file."""
    path = text.rpartition(":")[0]
    return _ONLY_IN_FILE.fullmatch(text) is not None and isfile(path)  # noqa: PTH113


def _describe_quotes(text: str) -> str:
    """What to do about a path with spaces, if the spec may have one."""
    has_quotes = "'" in text or '"' in text
    if has_quotes or " " not in text.partition(".py:")[0] or ".py:" not in text:
        return ""
    return "; a path with spaces goes in quotes, like 'my files/mine.py:NAME'"


def _describe_open(text: str) -> str:
    """How many parentheses open and close, if the numbers differ."""
    opened, closed = text.count("("), text.count(")")
    if opened == closed:
        return ""
    return f", with {opened} '(' and {closed} ')'"


def _depth(tree: ast.expr) -> int:
    """The levels of a syntax tree, counted without recursion."""
    depth, level = 0, [tree]
    while level:
        depth += 1
        level = [child for node in level for child in ast.iter_child_nodes(node)]  # type: ignore[misc]
    return depth


def write_in_file(text: str) -> str:
    """A name in a file, `path.py:name`, as a spec has it: in quotes if it needs them.

    >>> write_in_file("mine.py:chase"), write_in_file("my class/ann.py:chase")
    ('mine.py:chase', "'my class/ann.py:chase'")
    """
    if text.isprintable() and not set(text) & set(" (),=*+'\""):
        return text
    return f'"{text}"' if "'" in text else f"'{text}'"


def names_in(text: str, *, what: str = "a spec") -> tuple[str, ...]:
    """The names in a spec that stand for a value, each once; not what is called, nor files.

    Raises NotationError for what is not an expression.

    >>> names_in("improved - w * value(power=2, weight=v) + mine.py:chase")
    ('improved', 'w', 'v')
    """
    expression = parse_expression(text, what=what)
    called = {id(node.func) for node in ast.walk(expression.tree) if isinstance(node, ast.Call)}
    found = [
        (node.lineno, node.col_offset, node.id)
        for node in ast.walk(expression.tree)
        if isinstance(node, ast.Name) and id(node) not in called and node.id not in expression.files
    ]
    return tuple(dict.fromkeys(name for *_, name in sorted(found)))


def fill_names(text: str, numbers: Mapping[str, float], *, what: str = "a spec") -> str:
    """The spec with numbers in place of some of its names; what is called keeps its name.

    Raises NotationError for what is not an expression.

    >>> fill_names("improved - w * value(power=2, weight=v)", {"w": -0.5, "v": 3})
    'improved - -0.5 * value(power=2, weight=3)'
    """
    expression = parse_expression(text, what=what)
    return ast.unparse(_Filling(numbers).visit(expression.tree))


class _Filling(ast.NodeTransformer):
    """Puts numbers in place of names, except where a name is called."""

    def __init__(self, numbers: Mapping[str, float]) -> None:
        self._numbers = numbers

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id not in self._numbers:
            return node
        value = self._numbers[node.id]
        constant = ast.Constant(abs(value))
        return ast.UnaryOp(ast.USub(), constant) if value < 0 else constant

    def visit_Call(self, node: ast.Call) -> ast.expr:
        node.args = [self.visit(part) for part in node.args]
        node.keywords = [self.visit(part) for part in node.keywords]
        return node


def shorten(text: str) -> str:
    """A text in quotes, cut where it is long, so that a message stays a line."""
    return repr(cut(text))


def read_number(node: ast.expr, *, what: str) -> float:
    """A literal number, with or without a sign.

    Raises NotationError for anything else.
    """
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub | ast.UAdd):
        number = read_number(node.operand, what=what)
        return -number if isinstance(node.op, ast.USub) else number
    is_number = isinstance(node, ast.Constant) and type(node.value) in (int, float)
    if not is_number:
        raise NotationError(f"{what} must be a number, got {cut(ast.unparse(node))}")
    assert isinstance(node, ast.Constant)
    value = node.value
    assert isinstance(value, int | float)
    if isinstance(value, int) and abs(value) > _LARGEST:
        raise NotationError(f"{what} is too large: {cut(ast.unparse(node))}")
    return value


def read_keywords(node: ast.Call) -> dict[str, ast.expr]:
    """The arguments of a call given by name.

    Raises NotationError for ** and for a name given twice.
    """
    found: dict[str, ast.expr] = {}
    for keyword in node.keywords:
        if keyword.arg is None or keyword.arg in found:
            raise NotationError(f"name each argument, and only once: {cut(ast.unparse(node))}")
        found[keyword.arg] = keyword.value
    return found


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """The known name that is nearest, as a part of a sentence; nothing if none is near."""
    nearest = get_close_matches(name, list(known), n=1)
    return f"; did you mean {nearest[0]!r}?" if nearest else "."
