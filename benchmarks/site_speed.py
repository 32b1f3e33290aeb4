"""The site without a server, measured: `python benchmarks/site_speed.py`.

Speeds of the search are ratios to the native core in the same run; they take turns, and the fastest
round of each counts. Proofs and Perfect's moves are measured in Node, in CPU time; what a person
waits for is measured in Chromium, against a plain file server. Needs the tools of `make test`.
"""

import gzip
import random
import statistics
import sys
from pathlib import Path
from time import process_time

from playwright.sync_api import Browser, sync_playwright

import lastknight as lk

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from page_visits import Visit, start_browser
from site_visits import FileServer, NodeAnswers, build_site

ROUNDS = 7
NODES = 1_000_000
HEURISTICS = ("improved", "ratio", "reach(k=3)", "champion")
POSITIONS = 300
CLICKS = 30
VISITS = 5

# Clicks a legal square while a long search runs; time runs until a frame with the move is drawn.
CLICK = """
([position, isSearching]) => new Promise(async (resolve) => {
  const { listen } = await import("./server.js");
  const stopping = new AbortController();
  const player = "AlphaBeta(reach(k=3), nodes=5000000)";
  const search = async () => {
    try {
      for await (const _ of listen("/api/think", { position, player }, stopping));
    } catch {}
  };
  if (isSearching) search();
  await new Promise((done) => setTimeout(done, 150));
  const moves = () => document.querySelectorAll(".moves .ply-button").length;
  const before = moves();
  const from = performance.now();
  const watcher = new MutationObserver(() => {
    if (moves() <= before) return;
    watcher.disconnect();
    const painted = new MessageChannel();
    painted.port1.onmessage = () => {
      stopping.abort();
      resolve(performance.now() - from);
    };
    requestAnimationFrame(() => painted.port2.postMessage(null));
  });
  watcher.observe(document.querySelector("main"), { childList: true, subtree: true });
  document.querySelector(".board .open").dispatchEvent(new MouseEvent("click", { bubbles: true }));
})
"""


def search_ratios(node: NodeAnswers) -> dict[str, float]:
    """Nodes per CPU second in WebAssembly over native ones, by heuristic."""
    position = lk.Position.from_moves("d4 b1 c2")
    ratios = {}
    for heuristic in HEURISTICS:
        player = lk.player(f"AlphaBeta({heuristic}, nodes={NODES})")
        native, site = [], []
        for _ in range(ROUNDS):
            start = process_time()
            player.choose(position, seed=1)
            native.append(process_time() - start)
            node.answer(choose=str(player), position=str(position), seed=1)
            site.append(node.cpu_seconds)
        ratios[heuristic] = min(native) / min(site)
    return ratios


def reached(plies: int, rng: random.Random) -> lk.Position:
    """A position after so many random moves in which the game goes on."""
    while True:
        position = lk.Position()
        while len(position.legal_moves()) and len(position.blank) > 49 - plies:
            position = position.play(rng.choice(position.legal_moves()))
        if not position.is_over:
            return position


def answer_times(node: NodeAnswers, path: str, plies: list[int], **asked: str) -> list[float]:
    """Milliseconds of CPU for each answer, in positions of their own."""
    rng, times = random.Random(1), []
    for ply in plies:
        node.ask(path, position=str(reached(ply, rng)), **asked)
        times.append(1000 * node.cpu_seconds)
    return times[len(times) // 20 :]  # the first ones also compile


def click_times(browser: Browser, files: FileServer, *, is_searching: bool) -> list[float]:
    """Milliseconds from a click to a frame with the move, while a long search runs or not."""
    visit = Visit(browser.new_page(), files)
    visit.go("#/play?two=you&engine=off")
    position = str(lk.Position.from_moves("d4 b1"))
    times = []
    for _ in range(CLICKS):
        if not visit.legal_moves():
            visit.go("#/play?two=you&engine=off")
        times.append(visit.page.evaluate(CLICK, [position, is_searching]))
    visit.page.close()
    return times


def first_board_times(browser: Browser, files: FileServer) -> list[tuple[float, float]]:
    """Milliseconds to a board that can be played on, with an empty cache: waiting, and of CPU.

    The CPU is that of the page's own thread; on a busy machine it says more than the clock.
    """
    times = []
    for _ in range(VISITS):
        context = browser.new_context()
        page = context.new_page()
        session = context.new_cdp_session(page)
        session.send("Performance.enable", {"timeDomain": "threadTicks"})
        page.goto(f"{files.address}#/play?two=you")
        page.locator(".board .open").first.wait_for()
        waited = page.evaluate("performance.now()")
        metrics = session.send("Performance.getMetrics")["metrics"]
        cpu = next(one["value"] for one in metrics if one["name"] == "TaskDuration")
        times.append((waited, 1000 * cpu))
        context.close()
    return times


def compressed_size(folder: Path) -> int:
    """Bytes of all files that a first visit loads, each compressed as hosts do."""
    paths = [path for place in (folder, folder / "backend") for path in place.iterdir()]
    return sum(len(gzip.compress(path.read_bytes())) for path in paths if path.is_file())


def percentile(times: list[float], share: int = 99) -> float:
    """The time that this percentage of the answers stays below."""
    return statistics.quantiles(times, n=100, method="inclusive")[share - 1]


def main() -> None:
    """Measure and print."""
    folder = build_site()
    node = NodeAnswers(folder)
    rows = [
        (f"search with {name}, over native", f"{ratio:.2f}", "at least 0.5")
        for name, ratio in search_ratios(node).items()
    ]
    winners = answer_times(node, "/api/solve", [12] * POSITIONS)
    rows.append(("exact winners after 12 plies, 99 %", f"{percentile(winners):.0f} ms", "20 ms"))
    plies = [ply % 30 for ply in range(POSITIONS)]
    perfect = answer_times(node, "/api/choose", plies, player="Perfect")
    rows.append(("Perfect's move, 99 %", f"{percentile(perfect):.0f} ms", "500 ms"))
    files = FileServer(folder, node)
    with sync_playwright() as playwright:
        browser = start_browser(playwright)
        for name, is_searching in (("during a search", True), ("without one", False)):
            clicks = click_times(browser, files, is_searching=is_searching)
            rows.append((f"click {name}, 95 %", f"{percentile(clicks, 95):.0f} ms", "100 ms"))
        first = first_board_times(browser, files)
        waited, cpu = (statistics.median(times) for times in zip(*first, strict=True))
        rows.append(("first board, median", f"{waited:.0f} ms", "1000 ms"))
        rows.append(("first board, CPU of its thread", f"{cpu:.0f} ms", "1000 ms"))
        browser.close()
    rows.append(("download, compressed", f"{compressed_size(folder) / 1e6:.2f} MB", "1 MB"))
    for name, value, aim in rows:
        print(f"{name:42}{value:>10}   aim: {aim}")
    files.stop()
    node.stop()


if __name__ == "__main__":
    main()
