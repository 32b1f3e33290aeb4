"""Prose: sentences that carry the facts they show, as HTML, Markdown and plain text.

A sentence is a string of fixed words and fragments. A fragment is written into it by `quantities`
and comes from the facts, so no digit reaches a page another way, and nothing in the data is ever
taken for markup. Fixed words know **strong**, `code` and [links](#anchor); a line break stays one.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import astuple, dataclass
from html import escape

from lastknight.errors import ArgumentError
from lastknight.report.text.formats import MINUS, THIN, TIED

# A fragment inside a sentence is ASCII JSON between two characters that our text never contains.
_START, _END = "\ue000", "\ue001"
_TOKEN = re.compile(
    rf"{_START}(?P<fragment>[^{_END}]+){_END}"
    r"|(?P<strong>\*\*)|`(?P<code>[^`]+)`|\[(?P<link>[^\]]+)\]\((?P<target>[\w#./-]+)\)"
)
APOSTROPHE = "\N{RIGHT SINGLE QUOTATION MARK}"


@dataclass(frozen=True, slots=True)
class Fragment:
    """A stretch of a sentence: its kind, its text, and the fact it shows."""

    kind: str
    """words, number, text, code, strong, end (of strong) or link."""
    text: str
    source: str = ""
    """Where the fact stands; the target of a link."""
    value: float = 0.0
    """The value of a number."""
    form: str = ""
    """The format of a number."""

    def __str__(self) -> str:
        return f"{_START}{json.dumps(astuple(self))}{_END}"


def to_html(sentence: str) -> str:
    """The sentence as HTML, every number in a `data` element that names its source.

    Raises ArgumentError, as the other two do, for a digit in the fixed words.

    >>> to_html("Use **this** < that.")
    'Use <strong>this</strong> &lt; that.'
    """
    return "".join(_PAINTERS[part.kind](part) for part in _fragments(sentence))


def to_markdown(sentence: str) -> str:
    """The sentence as Markdown."""
    return "".join(_markdown(part) for part in _fragments(sentence)).replace(TIED, " ")


def to_plain(sentence: str) -> str:
    """The sentence as plain text, for terminals and for labels that are read aloud."""
    text = "".join(part.text for part in _fragments(sentence))
    return text.replace(MINUS, "-").replace(THIN, " ").replace(TIED, " ")


def _fragments(sentence: str) -> Iterator[Fragment]:
    start, is_strong = 0, False
    for token in _TOKEN.finditer(sentence):
        yield from _words(sentence[start : token.start()])
        start = token.end()
        if token["fragment"]:
            yield Fragment(*json.loads(token["fragment"]))
        elif token["strong"]:
            is_strong = not is_strong
            yield Fragment("strong" if is_strong else "end", "")
        elif token["code"]:
            yield Fragment("code", token["code"])
        else:
            yield Fragment("link", token["link"], token["target"])
    yield from _words(sentence[start:])


def _words(text: str) -> Iterator[Fragment]:
    if any(sign.isdigit() for sign in text):
        raise ArgumentError(f"a number in prose comes from the facts, got {text!r}")
    if text:
        yield Fragment("words", text)


def _paint_code(part: Fragment) -> str:
    option = ' class="option"' if part.text.startswith("--") else ""
    return f"<code{option}>{escape(part.text)}</code>"


def _paint_number(part: Fragment) -> str:
    return (
        f'<data value="{part.value!r}" title="{escape(part.source)}" '
        f'data-as="{part.form}">{escape(part.text)}</data>'
    )


def _paint_text(part: Fragment) -> str:
    return f'<span class="said" title="{escape(part.source)}">{escape(part.text)}</span>'


def _paint_words(part: Fragment) -> str:
    text = part.text.replace("'", APOSTROPHE)
    return escape(text, quote=False).replace("\n", "<br>")


_PAINTERS: dict[str, Callable[[Fragment], str]] = {
    "words": _paint_words,
    "number": _paint_number,
    "code": _paint_code,
    "text": _paint_text,
    "strong": lambda _: "<strong>",
    "end": lambda _: "</strong>",
    "link": lambda part: f'<a href="{escape(part.source)}">{escape(part.text)}</a>',
}


def _markdown(part: Fragment) -> str:
    match part.kind:
        case "code":
            return f"`{part.text.replace('`', ' ')}`"
        case "text":
            return escape_markdown(part.text)
        case "link":
            return f"[{part.text}]({part.source})"
        case "words":
            return part.text.replace("*", "\\*").replace("\n", "<br>")
        case "strong" | "end":
            return "**"
    return part.text


def escape_markdown(text: str) -> str:
    r"""Any text as one line that Markdown shows as it is.

    >>> escape_markdown("a*b <script>")
    'a\\*b &lt;script&gt;'
    """
    line = " ".join(escape(text, quote=False).split())
    return re.sub(r"([\\`*_\[\]|#~])", r"\\\1", line)
