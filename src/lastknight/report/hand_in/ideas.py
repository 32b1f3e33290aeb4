"""Ideas: what each heuristic of a hand-in computes, in words and as a formula or as code."""

from __future__ import annotations

import ast
import re

from lastknight.aind.source import parse_source
from lastknight.analysis.subjects import HeuristicFacts
from lastknight.errors import AgentError
from lastknight.heuristics import building_blocks, heuristics
from lastknight.heuristics.catalogue import Entry
from lastknight.report.text.blocks import Block, Heading, Listing, Paragraph
from lastknight.report.text.located import locate, source_of
from lastknight.report.text.phrases import listing
from lastknight.report.text.quantities import code, said

_MOST_LINES = 27
"""Of all functions together; the rest is left to the source file."""
_MOST_PARTS = 6
_LONGEST_IDEA = 300
_LONGEST_FORMULA = 400


def describe_idea(one: HeuristicFacts, *, of: int) -> list[Block]:
    """The name of a heuristic, its idea and its formula; `of` many share the page."""
    blocks: list[Block] = [Heading(code(one.name))]
    source = _function(one, most=_MOST_LINES // of)
    if source:
        idea = "Its code shows what it computes:"
        if one.meaning:
            idea = said(cut(one.meaning, _LONGEST_IDEA))
        return [*blocks, Paragraph(idea), Listing(source, "python")]
    if formula := formula_of(one):
        return [*blocks, Paragraph(f"{said(one.meaning)} Formula: {formula}.")]
    spec = one.formula or one.spec
    shown = code(cut(spec, _LONGEST_FORMULA))
    return [*blocks, Paragraph(f"Formula: {shown}. {_describe_parts(_parts(spec))}")]


def formula_of(one: HeuristicFacts) -> str:
    """The catalogue's formula of a heuristic; nothing for any other one."""
    parts = _parts(one.spec)
    is_known = len(parts) == 1 and one.kind == "native"
    return _known(parts[0].formula, parts[0]) if is_known else ""


def _describe_parts(parts: list[Entry]) -> str:
    """What the heuristics in a spec mean."""
    if not parts:
        return "It combines its author's functions."
    said_parts = [
        f"{_known(part.name, part)} is {_known(part.formula, part)} "
        f"({said(locate(_as_clause(part.meaning), 'catalogue'))})"
        for part in parts[:_MOST_PARTS]
    ]
    return f"In it, {listing(said_parts)}."


def cut(text: str, limit: int) -> str:
    """A text of the facts, or its beginning."""
    if len(text) <= limit:
        return text
    return locate(f"{text[: limit - 1]}…", source_of(text))


def _as_clause(meaning: str) -> str:
    """A sentence as part of another one."""
    return meaning[:1].lower() + meaning[1:].rstrip(".")


def _known(text: str, entry: Entry) -> str:
    """A text of the catalogue, set as code."""
    return code(locate(text, f"catalogue.{entry.name}"))


def _parts(spec: str) -> list[Entry]:
    """The entries of the catalogue that a spec names, each once, in their order."""
    known = {**heuristics(), **building_blocks()}
    names = re.findall(r"(?<![\w./:])[a-z]\w*(?![\w./:=])", spec)
    return [known[name] for name in dict.fromkeys(names) if name in known]


def _function(one: HeuristicFacts, *, most: int) -> str:
    """The code of a user's function without its docstring, or its first lines; empty if none."""
    name = one.spec.rpartition(":")[2].strip("'")
    try:
        tree = parse_source((one.code or "").encode(), name=name)
    except AgentError:
        return ""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.name == name:
            if ast.get_docstring(node) is not None and len(node.body) > 1:
                node.body = node.body[1:]
            node.decorator_list = []
            lines = ast.unparse(node).splitlines()
            if len(lines) > most:
                lines = [*lines[: most - 1], f"    ...  # the rest is in {one.spec}"]
            return "\n".join(lines)
    return ""
