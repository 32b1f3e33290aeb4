"""Specs: a safe subset of Python's call syntax, read with `ast` and never run.

Here is what specs of heuristics and of players share: finding names of files in the text, reading
numbers and arguments, putting numbers in place of names, and saying which known name was probably
meant.
"""

import ast
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches

from lastknight.errors import NotationError

LONGEST = 8000
"""The most characters of a spec; a model of 60 weighted terms has about 3,000."""

# path/my_heuristics.py:name, in quotes where the path has spaces or signs that a spec uses.
_NAME = r"\.py:[A-Za-z_]\w*"
_IN_FILE = re.compile(rf"""'[^']*{_NAME}'|"[^"]*{_NAME}"|[^\s'"(),=*+]+{_NAME}""")


@dataclass(frozen=True, slots=True)
class Expression:
    """A spec taken apart: its syntax tree, and the names that stand for things in files."""

    text: str
    tree: ast.expr
    files: dict[str, str]


def parse_expression(text: str, *, what: str) -> Expression:
    """Take a spec apart.

    Raises NotationError for what is not an expression.
    """
    if not isinstance(text, str):
        raise NotationError(f"expected {what} as text, got {text!r}")
    if len(text) > LONGEST:
        raise NotationError(f"not {what}: more than {LONGEST} characters")
    files: dict[str, str] = {}

    def stand_in(match: re.Match[str]) -> str:
        name = f"in_file_{len(files)}"
        files[name] = match[0].strip("'\"")
        return name

    try:
        tree = ast.parse(_IN_FILE.sub(stand_in, text.strip()), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise NotationError(f"not {what}: {shorten(text)}") from None
    return Expression(text, tree, files)


def write_in_file(text: str) -> str:
    """A name in a file, `path.py:name`, as a spec has it: in quotes if it needs them.

    >>> write_in_file("mine.py:chase"), write_in_file("my class/ann.py:chase")
    ('mine.py:chase', "'my class/ann.py:chase'")
    """
    is_plain = text.isprintable() and not set(text) & set(" (),=*+")
    return text if is_plain else f"'{text}'"


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
    files = {name: write_in_file(place) for name, place in expression.files.items()}
    filled = ast.unparse(_Filling(numbers, files).visit(expression.tree))
    if not files:
        return filled
    return re.sub(r"\bin_file_\d+\b", lambda match: files.get(match[0], match[0]), filled)


class _Filling(ast.NodeTransformer):
    """Puts numbers in place of names, except where a name is called or stands for a file."""

    def __init__(self, numbers: Mapping[str, float], files: Mapping[str, str]) -> None:
        self._numbers = {name: value for name, value in numbers.items() if name not in files}

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
    return repr(text if len(text) <= 60 else text[:57] + "...")


def read_number(node: ast.expr, *, what: str) -> float:
    """A literal number, with or without a sign.

    Raises NotationError for anything else.
    """
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub | ast.UAdd):
        number = read_number(node.operand, what=what)
        return -number if isinstance(node.op, ast.USub) else number
    is_number = isinstance(node, ast.Constant) and type(node.value) in (int, float)
    if not is_number:
        raise NotationError(f"{what} must be a number, got {ast.unparse(node)}")
    assert isinstance(node, ast.Constant)
    value = node.value
    assert isinstance(value, int | float)
    return value


def read_keywords(node: ast.Call) -> dict[str, ast.expr]:
    """The arguments of a call given by name.

    Raises NotationError for ** and for a name given twice.
    """
    found: dict[str, ast.expr] = {}
    for keyword in node.keywords:
        if keyword.arg is None or keyword.arg in found:
            raise NotationError(f"each argument has one name, once: {ast.unparse(node)}")
        found[keyword.arg] = keyword.value
    return found


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """The known name that is nearest, as a part of a sentence; nothing if none is near."""
    nearest = get_close_matches(name, list(known), n=1)
    return f"; did you mean {nearest[0]!r}?" if nearest else "."
