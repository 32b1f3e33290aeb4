"""Prose: sentences with placeholders, and how they become HTML, Markdown and plain text.

A sentence is fixed words with placeholders `{path|format}`; the path names a fact (see `figures`)
and the format says how it is written. No digit reaches a page another way, and nothing of the data
is ever taken for markup. Besides numbers there are

    {audit.games|count game}        a number with its noun: 1 game, 2 games
    {direct.0.record.elo|estimate}  value and interval, one-sided ones in words
    {direct.0.record.elo|span}      the interval alone, for tables; |point is the value alone
    {heuristics.3.name|name}        a name, set as code;  {endings.0.note|text} any other text
    {heuristics.3.cost|times?not measured}   words for what is unknown
    **strong**, `code` and [words](#anchor); a line break stays one
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from html import escape

from lastknight.errors import ArgumentError
from lastknight.report.text.figures import Figures
from lastknight.report.text.formats import MINUS, NOTHING, THIN, TIED, plural, write_number
from lastknight.stats import Estimate

_TOKEN = re.compile(
    r"\{(?P<name>[^{}|]+)\|(?P<format>[^{}?]+)(?:\?(?P<otherwise>[^{}]*))?\}"
    r"|(?P<strong>\*\*)|`(?P<code>[^`]+)`|\[(?P<link>[^\]]+)\]\(#(?P<anchor>[\w-]+)\)"
)
_UNKNOWN = "unknown"
APOSTROPHE = "\N{RIGHT SINGLE QUOTATION MARK}"


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of a sentence: of what kind, its text, and where that comes from."""

    kind: str
    """words, number, name, text, code, strong, end (of strong) or link."""
    text: str
    path: str = ""
    """The path in the facts; the anchor of a link."""
    value: float = 0.0
    """Of a number."""
    format_name: str = ""


def resolve(sentence: str, figures: Figures) -> list[Piece]:
    """The pieces of a sentence, its placeholders filled from the figures.

    Raises ArgumentError for a placeholder that names nothing, or nothing of its format.
    """
    return list(_mark_strong(_pieces(sentence, figures)))


def to_html(sentence: str, figures: Figures) -> str:
    """The sentence as HTML, every number in a `data` element that names its source."""
    return "".join(_PAINTERS[piece.kind](piece) for piece in resolve(sentence, figures))


def to_markdown(sentence: str, figures: Figures) -> str:
    """The sentence as Markdown."""
    text = "".join(_markdown(piece) for piece in resolve(sentence, figures))
    return text.replace(TIED, " ")


def to_plain(sentence: str, figures: Figures) -> str:
    """The sentence as plain text, for a terminal and for labels that are read aloud."""
    text = "".join(
        piece.text for piece in resolve(sentence, figures) if piece.kind not in {"strong", "end"}
    )
    return text.replace(MINUS, "-").replace(THIN, " ").replace(TIED, " ")


def _pieces(sentence: str, figures: Figures) -> Iterator[Piece]:
    start = 0
    for token in _TOKEN.finditer(sentence):
        yield from _words(sentence[start : token.start()])
        start = token.end()
        if token["name"]:
            yield from _fill(figures, token["name"], token["format"], token["otherwise"])
        elif token["strong"]:
            yield Piece("strong", "**")
        elif token["code"]:
            yield Piece("code", token["code"])
        else:
            yield Piece("link", token["link"], token["anchor"])
    yield from _words(sentence[start:])


def _words(text: str) -> Iterator[Piece]:
    if any(sign in text for sign in "{}"):
        raise ArgumentError(f"a placeholder is {{path|format}}, got {text!r}")
    if text:
        yield Piece("words", text)


def _mark_strong(pieces: Iterable[Piece]) -> Iterator[Piece]:
    is_open = False
    for piece in pieces:
        if piece.kind == "strong":
            is_open = not is_open
            yield piece if is_open else Piece("end", piece.text)
        else:
            yield piece


def _fill(figures: Figures, name: str, wanted: str, otherwise: str | None) -> Iterator[Piece]:
    """The pieces of one placeholder."""
    found = figures.at(name)
    format_name, _, noun = wanted.partition(" ")
    if isinstance(found, Estimate):
        yield from _pieces(_estimate(found, name, wanted), figures)
    elif found is None:
        yield Piece("words", _UNKNOWN if otherwise is None else otherwise)
    elif isinstance(found, str):
        if format_name not in {"name", "text", "code"}:
            raise ArgumentError(f"{name} is text, and {wanted!r} is no format of text")
        yield Piece(format_name, found, name)
    elif isinstance(found, bool) or not isinstance(found, int | float):
        raise ArgumentError(f"{name} is not a number or text")
    else:
        text = write_number(found, format_name)
        yield Piece("number", text, name, found, format_name)
        if noun:
            yield Piece("words", f" {plural(found, noun)}")


def _estimate(estimate: Estimate, name: str, wanted: str) -> str:
    """The sentence that stands for an estimate: its value, its ends or both."""
    form, _, unit = wanted.partition(" ")
    format_name = unit if unit in {"rate", "area"} else "elo"
    after = f"{TIED}Elo" if unit == "Elo" else ""
    value = f"{{{name}.value|{format_name}}}{after}"
    low, high = f"{{{name}.low|{format_name}_low}}", f"{{{name}.high|{format_name}_high}}"
    if form == "point":
        return NOTHING if estimate.value is None else value
    if estimate.value is not None and estimate.value == estimate.low == estimate.high:
        return NOTHING if form == "span" else value  # nothing is left to chance
    if estimate.low is None and estimate.high is None:
        ends = "no bounds"
    elif estimate.low is None:
        ends = f"at most {high}"
    elif estimate.high is None:
        ends = f"at least {low}"
    else:
        ends = f"{low} to {high}" if form == "span" else f"from {low} to {high}"
    if form == "span":
        return ends
    if form not in {"estimate", "interval"}:
        raise ArgumentError(f"{name} is an estimate, and {wanted!r} is no format of one")
    if estimate.value is None or form == "interval":
        return ends if ends == "no bounds" else ends + after
    return f"{value}, {ends}"


def _paint_words(text: str) -> str:
    return escape(text.replace("'", APOSTROPHE), quote=False).replace("\n", "<br>")


def _paint_number(piece: Piece) -> str:
    return (
        f'<data value="{piece.value!r}" title="{escape(piece.path)}" '
        f'data-as="{piece.format_name}">{escape(piece.text)}</data>'
    )


_PAINTERS: dict[str, Callable[[Piece], str]] = {
    "words": lambda piece: _paint_words(piece.text),
    "number": _paint_number,
    "name": lambda piece: f"<code>{escape(piece.text)}</code>",
    "code": lambda piece: f"<code>{escape(piece.text)}</code>",
    "text": lambda piece: (
        f'<span class="said" title="{escape(piece.path)}">{escape(piece.text)}</span>'
    ),
    "strong": lambda _: "<strong>",
    "end": lambda _: "</strong>",
    "link": lambda piece: f'<a href="#{escape(piece.path)}">{escape(piece.text)}</a>',
}


def _markdown(piece: Piece) -> str:
    if piece.kind in {"name", "code"}:
        return f"`{piece.text.replace('`', ' ')}`"
    if piece.kind == "text":
        return escape_markdown(piece.text)
    if piece.kind == "link":
        return f"[{piece.text}](#{piece.path})"
    if piece.kind == "words":
        return piece.text.replace("*", "\\*").replace("\n", "<br>")
    return piece.text


def escape_markdown(text: str) -> str:
    r"""Text of any kind as one line that Markdown shows as it is.

    >>> escape_markdown("a*b <script>")
    'a\\*b &lt;script&gt;'
    """
    line = " ".join(escape(text, quote=False).split())
    return re.sub(r"([\\`*_\[\]|#~])", r"\\\1", line)
