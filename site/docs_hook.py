"""A hook of mkdocs: positions and games in code get links that open them on the page's board."""

from __future__ import annotations

import re
from typing import Any

_SQUARE = "[a-g][1-7]"
_GAME = re.compile(
    rf"""(?:from_moves\(|lastknight\ (?:show|solve|play\ --start)\ )
         ["']({_SQUARE}(?:\ {_SQUARE})+)["']""",
    re.VERBOSE,
)
# Fenced, or indented by four spaces.
_BLOCK = re.compile(
    r"^```.*?^```$ | (?:^[ ]{4}[^\n]*\n(?:\n(?=[ ]{4}))*)+", re.MULTILINE | re.DOTALL | re.VERBOSE
)
_BOARD = "../index.html#/play"


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Add the links of a page, each below the block that its game is in."""
    return _BLOCK.sub(lambda block: block[0] + _links(block[0]), markdown)


def _links(block: str) -> str:
    games = dict.fromkeys(match[1] for match in _GAME.finditer(block))
    links = [
        f'<a href="{_BOARD}?moves={game.replace(" ", ",")}&amp;winners=1">'
        f"Open {_short(game)} on the board</a>"
        for game in games
    ]
    return f"\n\n{' · '.join(links)}\n\n" if links else ""


def _short(game: str) -> str:
    moves = game.split()
    return game if len(moves) <= 4 else f"{' '.join(moves[:3])} … {moves[-1]}"
