"""Draw the pictures of the page: `python docs/draw_page.py` takes them in Chromium.

A server of its own plays a few small experiments first, so that there is something to see. Needs
the tools that `make test` installs; writes docs/pictures/page-*.png.
"""

import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))
from page_visits import Server, Visit, start_browser  # noqa: E402  (just made importable)

PICTURES = ROOT / "docs" / "pictures"
GAME = "d4,f3,b5,e5,c3,g4,a4,f6,b2,e4,d1,c5,e3,b3,f1,d2,g3,c4,e2,a5,c1"
SHOWN = "show=improved&show=reach(k%3D3)&winners=1&review=1"
REACH, IMPROVED = "AlphaBeta(reach(k=3), nodes=1000)", "AlphaBeta(improved, nodes=1000)"

# Players so close that the match takes its time.
CLOSE = {
    "kind": "match",
    "players": [f"AlphaBeta(reach(k={k}), nodes=4000)" for k in (3, 2)],
    "pairs": 20_000,
    "sprt": {"elo0": 0, "elo1": 5},
}


def take(browser: Browser, server: Server, name: str, route: str, **options: Any) -> Page:
    """Open a view and keep its picture once what it waits for is there."""
    waits = options.pop("waits", ())
    size = options.pop("size", (1280, 860))
    viewport = {"width": size[0], "height": size[1]}
    context = browser.new_context(viewport=viewport, reduced_motion="reduce", **options)
    page = Visit(context.new_page(), server).go(route)
    for selector in waits:
        page.wait_for_selector(selector)
    page.wait_for_timeout(700)  # bars come to rest
    page.screenshot(path=PICTURES / f"page-{name}.png")
    context.close()
    return page


def main() -> None:
    """Take all of them."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server, browser = Server(Path(folder)), start_browser(playwright)
        try:
            draw(browser, server)
        finally:
            browser.close()
            server.stop()


def draw(browser: Browser, server: Server) -> None:
    """The views, one after the other."""
    board = f"#/play?moves={GAME}&at=8&also=6.a2,e3&two=AlphaBeta(improved,+nodes%3D15000)&{SHOWN}"
    waits = (".board .winner", ".graph .fault", ".engine .line button", ".value.order1")
    why = f"#/play?moves={GAME}&at=12&show=improved&why=improved&review=1"
    take(browser, server, "play", board, waits=waits)
    take(browser, server, "why", why, waits=(".part", ".graph .fault"), color_scheme="dark")
    take(browser, server, "narrow", board, waits=waits, size=(400, 800), has_touch=True)
    take(browser, server, "puzzle", "#/puzzles/75")
    first = server.play(players=[REACH, IMPROVED], pairs=200, seed=2)
    second = server.play(players=[REACH, IMPROVED], pairs=200, seed=3, plies=4)
    rate = '.big-figure:has-text("per second"):not(:has-text("\N{EN DASH}"))'
    for name, seed in (("live", 4), ("live-dark", 5)):
        scheme = "dark" if name.endswith("dark") else "light"
        number = server.ask("api/experiments", {**CLOSE, "seed": seed})["id"]
        waits = (".small-boards a", ".interval .point", rate)
        take(browser, server, name, f"#/experiments/{number}", waits=waits, color_scheme=scheme)
    take(browser, server, "lab", "#/lab", waits=(".experiment-row",))
    take(browser, server, "replay", f"#/games/{first}/0.3.1?at=14", waits=(".thinking table",))
    take(browser, server, "compare", f"#/compare?a={first}&b={second}", waits=(".difference",))


if __name__ == "__main__":
    main()
