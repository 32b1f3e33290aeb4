"""The site in a real browser: plain files only, offline after the first visit, and its policy."""

import json
import struct

import pytest

import lastknight as lk
from lastknight.players import bench
from lastknight.web.queries import evaluations, proofs
from site_positions import POSITIONS, bench_searches, expected, plain

LINE = "d4,f3,b5,e5,c3,g4,a4,f6"
pytestmark = pytest.mark.parametrize("backend", ["site"], indirect=True)

# Whatever the policy stopped, collected from the first line of the page on.
COLLECT = """
window.violations = [];
document.addEventListener("securitypolicyviolation", (event) => {
  window.violations.push(`${event.violatedDirective}: ${event.blockedURI}`);
});
"""

# The sum of the leaves and of the searched nodes, with a core of its own.
COUNT = """async ([positions, players]) => {
  const { Core } = await import("./backend/core.js");
  const { readPlayer } = await import("./backend/player_specs.js");
  const catalog = await (await fetch("catalog.json")).json();
  const core = await Core.start(await WebAssembly.compileStreaming(fetch("core.wasm")));
  let count = 0;
  for (const [position, depth] of positions) {
    count += core.call("perft", position, depth);
    for (const player of players)
      count += core.choose(readPlayer(core, catalog, player).handle, position, 1).nodes;
  }
  return count;
}"""
ASK = """async (questions) => {
  const { ask } = await import("./server.js");
  return Promise.all(questions.map(([path, given]) => ask(path, given)));
}"""


@pytest.fixture
def watched(visit, backend):
    """A visit that asks nobody else and violates no policy, whatever it does."""
    one = visit()
    asked = []
    one.page.context.on("request", lambda request: asked.append(request.url))
    one.page.add_init_script(COLLECT)
    yield one
    assert one.page.evaluate("window.violations") == []
    foreign = [url for url in asked if not url.startswith((backend.address, "about:", "blob:"))]
    assert asked
    assert not foreign


def test_the_whole_board_works_and_contacts_no_other_server(watched):
    page = watched.go(f"#/play?moves={LINE}&two=Perfect&show=improved&winners=1&why=improved")
    for selector in (".board .value.order0", ".board .winner", ".board .counted"):
        page.locator(selector).first.wait_for()
    moves = lk.Position.from_moves(LINE.replace(",", " ")).legal_moves()
    assert page.locator(".board .winner").count() == len(moves)
    watched.square(lk.format_square(moves[0])).click()
    watched.wait_for_turn()
    watched.check_accessibility()
    page.keyboard.press("?")
    page.locator("dialog", has_text="need the installed program: pip install").wait_for()


def test_it_works_offline_after_the_first_visit(watched):
    page = watched.go("#/play?engine=off&two=you")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.context.set_offline(True)
    watched.go(f"#/play?moves={LINE}&engine=off&winners=1&show=reach")
    for selector in (".board .winner", ".board .value.order0"):
        page.locator(selector).first.wait_for()
    watched.go("#/puzzles")
    page.locator(".board").wait_for()
    assert not page.locator(".failed").count()
    watched.said.clear()  # the browser's own words about the network


def test_python_code_is_refused_where_it_is_typed(watched):
    page = watched.go("#/play?engine=off&two=you")
    page.get_by_label("Heuristic spec").fill("mine.py:chase")
    page.get_by_label("Heuristic spec").press("Enter")
    page.get_by_text("which needs the installed program: pip install").wait_for()


def test_a_proof_does_not_keep_the_board_waiting(watched):
    """A long search runs, and moves and values are answered meanwhile; a new one replaces it."""
    page = watched.go("#/play?two=you&engine=off")
    answers = page.evaluate(
        """async (position) => {
            const { ask, listen, isStop } = await import("./server.js");
            const stopping = new AbortController();
            const order = [];
            const player = "AlphaBeta(champion, nodes=5000000)";
            const long = (async () => {
                const asked = { position, player };
                try {
                    for await (const { event } of listen("/api/think", asked, stopping))
                        if (event === "choice") order.push("long");
                } catch (error) {
                    order.push(isStop(error) ? "stopped" : error.message);
                }
            })();
            await ask("/api/values", { position, heuristic: ["improved"] });
            order.push("values");
            stopping.abort();
            await long;
            await ask("/api/choose", { position, player: "Greedy(open)" });
            order.push("choice");
            return order;
        }""",
        str(lk.Position.from_moves("d4 b1")),
    )
    assert answers == ["values", "stopped", "choice"]


def test_it_can_be_installed(watched, site_folder):
    page = watched.go("#/play?engine=off&two=you")
    assert page.locator("link[rel=manifest]").get_attribute("href") == "manifest.webmanifest"
    manifest = json.loads((site_folder / "manifest.webmanifest").read_text(encoding="utf-8"))
    assert manifest["start_url"] == "./"
    for icon in manifest["icons"]:
        content = (site_folder / icon["src"]).read_bytes()
        if icon["type"] == "image/png":
            width, height = struct.unpack(">II", content[16:24])
            assert icon["sizes"] == f"{width}x{height}"


def test_the_core_gives_the_same_answers_in_the_browser(watched):
    """Its fingerprint, and values, moves, nodes and winners on the positions of test_answers."""
    page = watched.go("#/puzzles")
    assert page.evaluate(COUNT, list(bench_searches())) == bench.count_fingerprint()
    specs = ["champion", "reach(k=2)", "switch(ratio, improved, blank=0.5) - 0.5 * center"]
    player = "AlphaBeta(champion, nodes=1000)"
    asked, answers = [], []
    for position in map(str, POSITIONS):
        asked.append(("/api/values", {"position": position, "heuristic": specs}))
        answers.append(expected(evaluations.values, position=position, heuristics=specs))
        choice = {"position": position, "player": player, "seed": 7}
        if not lk.Position.parse(position).is_over:
            asked.append(("/api/choose", choice))
            answers.append(expected(evaluations.choose, **choice))
    solved = str(lk.Position(5, 4))
    asked.append(("/api/solve", {"position": solved}))
    answers.append(expected(proofs.solve, position=solved))
    found = page.evaluate(ASK, asked)
    for answer in (found[-1], answers[-1]["result"]):
        del answer["nodes"]  # they depend on what was proved before
    for question, one, answer in zip(asked, found, answers, strict=True):
        assert plain(one) == plain(answer["result"]), question


def test_a_file_that_could_not_be_loaded_is_asked_for_again(visit):
    """Its worker stays, and remembered the failure for good."""
    one = visit(service_workers="block")
    one.page.context.route("**/puzzles.txt", lambda route: route.abort())
    page = one.go("#/puzzles/1")
    page.get_by_text("cannot load puzzles.txt; check the connection and try again").wait_for()
    page.context.unroute("**/puzzles.txt")
    page.evaluate("location.hash = '#/puzzles/2'")
    page.locator(".board").wait_for()
    one.said.clear()
