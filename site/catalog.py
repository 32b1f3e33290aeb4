"""Data files that the site uses in place of a server, from lastknight's own functions."""

from dataclasses import asdict
from importlib.resources import files
from typing import Any

from lastknight.heuristics.catalogue import ALIASES, CATALOGUE
from lastknight.solving.opening_tables import SHIPPED
from lastknight.solving.puzzles import graders
from lastknight.web import settings as limits
from lastknight.web.routes.catalog import catalog
from lastknight.web.settings import Settings

_DATA = files("lastknight") / "data"
_LIMITS = ("MOST_NODES", "MOST_PROOF_NODES", "MOST_SECONDS", "MOST_HEURISTICS", "MOST_SPEC")
_TEXT_LIMITS = ("MOST_POSITION", "MOST_MOVES")


def site_catalog() -> dict[str, Any]:
    """The answer to /api/catalog, the names that specs use, and the limits of requests."""
    return {
        "answer": catalog(Settings()).model_dump(),
        "entries": [
            {"name": entry.name, "parameters": [asdict(one) for one in entry.parameters]}
            for entry in CATALOGUE.values()
        ],
        "aliases": dict(ALIASES),
        "graders": list(graders()),
        "limits": {name.lower(): getattr(limits, name) for name in (*_LIMITS, *_TEXT_LIMITS)},
    }


def opening_tables() -> str:
    """All shipped opening tables in one text, with an empty line between them."""
    tables = (_DATA / "openings" / f"{width}x{height}.txt" for width, height in SHIPPED)
    return "\n".join(table.read_text(encoding="utf-8") for table in tables)


def puzzles() -> str:
    """The shipped puzzles."""
    return (_DATA / "puzzles.txt").read_text(encoding="utf-8")
