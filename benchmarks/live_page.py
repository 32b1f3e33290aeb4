"""A live page watched for five minutes, in a real browser: `python benchmarks/live_page.py`.

A match runs, and a reader has scrolled a table, focused a button, selected a name and opened the
games. Prints by time: updates so far, nodes and listeners that are held, and the heap. Fails if
anything of the reader's was lost, or if more is held at the end than once the page was full. Needs
Chromium and the tools that `make test` installs; `--seconds` watches longer or shorter.
"""

import argparse
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import CDPSession, Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from page_visits import Server, Visit, start_browser

# Players so close and slow that the match does not end.
PLAYER = "AlphaBeta(improved, nodes=40000)"
MATCH = {
    "kind": "match",
    "players": [PLAYER, PLAYER],
    "pairs": 100_000,
    "workers": 1,
    "sprt": {"elo0": 0, "elo1": 0.2},
}
LOOKS = 15
# An update between the collection of garbage and the count adds what it draws and throws away, so
# the smallest of some counts is what is held.
COUNTS = 4

# What the reader does before the watch, and what must be left of it.
SETTLE = """() => {
  document.querySelector(".found-games").closest("details").open = true;
  document.querySelector('[aria-label="Table of standings"]').scrollLeft = 60;
  document.querySelector(".buttons button").focus();
  getSelection().selectAllChildren(document.querySelector(".standings tbody th"));
  scrollTo(0, 150);
  window.updates = 0;
  const games = document.querySelector(".big-figures");
  const seen = { childList: true, characterData: true, subtree: true };
  new MutationObserver(() => (window.updates += 1)).observe(games, seen);
}"""
READ = """() => ({
  scroll: [scrollY, document.querySelector('[aria-label="Table of standings"]').scrollLeft],
  focus: document.activeElement.textContent,
  selection: String(getSelection()),
  opened: [...document.querySelectorAll("details")].map((one) => one.open),
})"""


def count(session: CDPSession) -> tuple[int, int, float]:
    """Nodes and listeners that are held, and megabytes of the heap."""
    found = []
    for _ in range(COUNTS):
        session.send("HeapProfiler.collectGarbage")
        counted = session.send("Memory.getDOMCounters")
        heap = session.send("Runtime.getHeapUsage")["usedSize"] / 1e6
        found.append((counted["nodes"], counted["jsEventListeners"], heap))
    return min(found)


def watch(page: Page, seconds: float) -> list[str]:
    """Watch a page; returns what went wrong."""
    page.locator(".series-line").first.wait_for()
    page.locator(".small-boards a").first.wait_for()
    page.evaluate(SETTLE)
    page.locator(".found-games tbody tr").first.wait_for()
    session = page.context.new_cdp_session(page)
    before: Any = page.evaluate(READ)
    began = time.monotonic()
    counts = []
    print(f"{'seconds':>7} {'updates':>8} {'nodes':>7} {'listeners':>9} {'heap':>8}")
    for look in range(LOOKS + 1):
        page.wait_for_timeout(max(0, 1000 * (began + look * seconds / LOOKS - time.monotonic())))
        nodes, listeners, heap = count(session)
        counts.append((nodes, listeners, heap))
        passed, updates = time.monotonic() - began, page.evaluate("window.updates")
        print(f"{passed:7.0f} {updates:8,} {nodes:7,} {listeners:9,} {heap:5.1f} MB", flush=True)
    after = page.evaluate(READ)
    lost = [name for name in before if before[name] != after[name]]
    wrong = [f"{name}: {before[name]} -> {after[name]}" for name in lost]
    # Boards differ by the length of their games, and the history has a few ticks more or less.
    early, late = counts[1 : LOOKS // 3], counts[-LOOKS // 3 :]
    for place, what, slack in ((0, "nodes", 1.1), (1, "listeners", 1.1), (2, "heap", 1.5)):
        most, least = max(one[place] for one in early), min(one[place] for one in late)
        if least > slack * most:
            wrong.append(f"{what} grew: at most {most:.1f} at first, at least {least:.1f} at last")
    return wrong


def main() -> None:
    """Watch a match on a phone."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=300.0)
    seconds = parser.parse_args().seconds
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server, browser = Server(Path(folder)), start_browser(playwright)
        try:
            number = server.ask("api/experiments", MATCH)["id"]
            page = browser.new_page(viewport={"width": 390, "height": 700})
            wrong = watch(Visit(page, server).go(f"#/experiments/{number}"), seconds)
        finally:
            browser.close()
            server.stop()
    print("\n".join(wrong) or "Scroll, focus, selection and what was opened are as they were.")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
