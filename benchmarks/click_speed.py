"""From a click to the drawn answer, in a real browser: `python benchmarks/click_speed.py`.

A person clicks squares against AlphaBeta(improved, nodes=15000) with the engine on, and with values
and exact winners on the squares as well; as it opens, the page has less to do. Time runs from the
click's event in the page until a frame with the answer's knight is painted. Needs Chromium and the
tools that `make test` installs.
"""

import statistics
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from page_visits import Server, Visit, start_browser

GAMES = 4
ENGINE = "&engine=AlphaBeta(champion,+nodes%3D2000000)"
VIEWS = {
    "engine on": ENGINE,
    "values and winners shown": f"{ENGINE}&show=improved&show=reach(k%3D3)&winners=1",
}

# Clicks a square, and waits until both the answer is drawn and a frame with it is on the screen.
CLICK = """
(name) => new Promise((resolve) => {
  const moves = () => document.querySelectorAll(".moves .ply-button").length;
  const before = moves();
  const from = performance.now();
  const isAnswered = () => document.querySelector(".player.won") || moves() >= before + 2;
  const watcher = new MutationObserver(() => {
    if (!isAnswered()) return;
    watcher.disconnect();
    const painted = new MessageChannel();
    painted.port1.onmessage = () => resolve(performance.now() - from);
    requestAnimationFrame(() => painted.port2.postMessage(null));
  });
  watcher.observe(document.querySelector("main"), { childList: true, subtree: true });
  const cell = document.querySelector(`.board [data-square="${name}"]`);
  cell.dispatchEvent(new MouseEvent("click", { bubbles: true }));
})
"""


def measure(visit: Visit, options: str) -> list[float]:
    """Milliseconds of every click of some games."""
    times = []
    for game in range(GAMES):
        player = "AlphaBeta(improved, nodes=15000)"
        visit.go(f"#/play?two={player}&seed={game}{options}")
        while moves := visit.legal_moves():
            square = moves[len(times) % len(moves)]
            times.append(visit.page.evaluate(CLICK, square))
            visit.page.wait_for_timeout(400)  # a person looks at the answer
    return times


def main() -> None:
    """Print a table."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server, browser = Server(Path(folder)), start_browser(playwright)
        try:
            print(f"{'view':28} {'clicks':>6} {'median':>8} {'95 %':>8} {'worst':>8}")
            for name, options in VIEWS.items():
                times = sorted(measure(Visit(browser.new_page(), server), options))
                late = times[int(0.95 * len(times))]
                figures = (statistics.median(times), late, times[-1])
                cells = " ".join(f"{figure:5.0f} ms" for figure in figures)
                print(f"{name:28} {len(times):>6} {cells}")
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main()
