"""The page's looks: both colour schemes, narrow screens, touch, and without its server."""

import re
from pathlib import Path

import pytest

import lastknight as lk
import lastknight.web
from lastknight import diagram
from lastknight.matches.tournament import play_match
from lastknight.report import write_report
from lastknight.report.charts.palette import COLORS
from report_facts import one_facts
from sampling import IS_WHOLE

PAGE = Path(lastknight.web.__file__).parent / "page"
LINE = "d4,f3,b5,e5,c3,g4,a4,f6"
VIEWS = {
    "play": f"#/play?moves={LINE}&at=6&also=6.a2&show=improved&why=improved&winners=1&review=1",
    "fresh": "#/play",
    "puzzle": "#/puzzles/2",
    "puzzles": "#/puzzles",
    "mistakes": f"#/mistakes?moves={LINE}",
    "lab": "#/lab",
    "experiment": "#/experiments/{match}",
    "tournament": "#/experiments/{tournament}",
    "running": "#/experiments/{running}",
    "analysis": "#/experiments/{analysis}",
    "game": "#/games/{match}/0.1.1?at=9",
    "compare": "#/compare?a={match}&b={match}",
    "nowhere": "#/nowhere",
}
TITLES = {
    "play": "You \N{EN DASH} Strong",
    "fresh": "You \N{EN DASH} Strong",
    "puzzle": "Puzzle 2",
    "puzzles": "Puzzle 1",
    "mistakes": "Mistake 1 of 1",
    "lab": "Lab",
    "experiment": "AlphaBeta(improved, nodes=50) against Greedy(open)",
    "tournament": "Greedy(open), Greedy(improved), Greedy(center) and 5 more, all against all",
    "running": "improved against improved (AlphaBeta, 3,000 nodes)",
    "analysis": "analysis in looks",
    "game": "Game 0.1.1: AlphaBeta(improved, nodes=50) \N{EN DASH} Greedy(open)",
    "compare": "Compare {match} and {match}",
    "nowhere": "Not found",
}
WAITS = {
    "play": (".board .winner", ".graph .proved", ".part"),
    "tournament": (".cross",),
    "running": (".state.running", ".standings tbody tr", ".series-line"),
    "analysis": (".standings tbody tr",),
}
DIALOGS = {
    "help": ("#/play?engine=off", "#help"),
    "new game": ("#/play?engine=off", "button:has-text('New game')"),
    "games": ("#/play?engine=off", "button:has-text('Games…')"),
    "name and note": ("#/experiments/{match}", "button:has-text('Name and note')"),
    "delete": ("#/experiments/{match}", "button:has-text('Delete…')"),
}
WIDTHS = (390, 768, 1400)
SCANNED = ((390, "light"), (1400, "dark"))
"""Where every run looks for barriers; WHOLE=1 looks at all widths in both schemes."""
PAPER = {"light": "rgb(255, 253, 249)", "dark": "rgb(20, 23, 29)"}


@pytest.fixture(scope="module")
def ids(server, match):
    """Experiments of every kind that are over, by name."""
    players = [f"Greedy({name})" for name in ("open", "improved", "center", "ratio", "outer")]
    players += ["Random", "Greedy(blank_ratio)", "Greedy(center_weighted)"]
    tournament = server.play(kind="tournament", players=players, pairs=1)
    write_report(one_facts(), server.folder / "looks")
    with lk.Store(server.folder / "looks" / "games.db") as store:
        play_match("Random", "Greedy(open)", pairs=2, store=store)
    return {"match": match, "tournament": tournament, "analysis": "looks"}


@pytest.fixture
def running(server):
    """An experiment that runs during a test."""
    slow = "AlphaBeta(improved, nodes=3000)"
    request = {"kind": "match", "players": [slow, slow], "pairs": 100_000, "workers": 1}
    found = server.ask("api/experiments", request | {"sprt": {"elo0": 0, "elo1": 0.2}})["id"]
    yield found
    server.ask(f"api/experiments/{found}/stop", {})


BROKEN_WORDS = r"""() => {
  const found = [];
  const walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.parentElement.closest("code, pre, option, svg, .spoken")) continue;
    for (const word of node.data.matchAll(/\p{L}[\p{L}\d=]+[()]?/gu)) {
      const range = document.createRange();
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (lines.size > 1) found.push(word[0]);
    }
  }
  return found;
}"""


def check_fit(page, width):
    """Nothing is wider than the window; tables scroll inside their cards."""
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("name", VIEWS)
def test_views_are_accessible_and_fit_in_both_schemes(name, visit, ids, request):
    """At 390, 768 and 1400 pixels, and at 200 % zoom, which halves the pixels of a window."""
    if name == "running":
        ids = ids | {name: request.getfixturevalue(name)}
    one = visit(width=WIDTHS[0], height=800, has_touch=True)
    page = one.go(VIEWS[name].format(**ids))
    for selector in WAITS.get(name, ()):
        page.locator(selector).first.wait_for()
    assert page.title().endswith(f"{TITLES[name].format(**ids)} · lastknight")
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 860})
        check_fit(page, width)
        for scheme, paper in PAPER.items():
            page.emulate_media(color_scheme=scheme)
            assert page.evaluate("getComputedStyle(document.body).backgroundColor") == paper
            if IS_WHOLE or (width, scheme) in SCANNED:
                one.check_accessibility(*(() if scheme == "light" else ("color-contrast",)))
    for width in (320, WIDTHS[1] // 2, WIDTHS[2] // 2):
        page.set_viewport_size({"width": width, "height": 430})
        check_fit(page, width)


@pytest.mark.parametrize("name", DIALOGS)
def test_dialogs_are_accessible_and_fit(name, visit, ids):
    route, opener = DIALOGS[name]
    one = visit(width=390, height=700)
    page = one.go(route.format(**ids))
    page.locator(opener).first.click()
    dialog = page.locator("dialog[open]")
    dialog.wait_for()
    for width in (320, *WIDTHS):
        page.set_viewport_size({"width": width, "height": 700})
        assert dialog.evaluate("one => one.scrollWidth <= one.clientWidth")
        box = dialog.bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
    for scheme in PAPER:
        page.emulate_media(color_scheme=scheme)
        one.check_accessibility()


@pytest.mark.parametrize("width", WIDTHS)
def test_the_cross_table_shows_scores_beside_the_names(width, visit, ids):
    page = visit(width=width, height=800).go(f"#/experiments/{ids['tournament']}")
    region = page.get_by_label("Cross table")
    head = region.locator("tbody th").first
    score = region.locator("tbody tr").first.locator("td").nth(1)
    names, first = head.bounding_box(), score.bounding_box()
    assert names["x"] + names["width"] <= first["x"]
    assert first["x"] + first["width"] <= width
    rights = "cells => new Set(cells.map((one) => one.getBoundingClientRect().right)).size"
    column = region.locator("tr > :nth-child(3)")
    assert column.evaluate_all(rights) == 1
    assert column.first.evaluate("one => getComputedStyle(one).textAlign") == "right"
    region.evaluate("one => (one.scrollLeft = one.scrollWidth)")
    assert head.bounding_box() == names
    last = region.locator("tbody tr").first.locator("td").last.bounding_box()
    assert last["x"] + last["width"] <= width


def test_results_by_role_fit_a_narrow_screen(visit, match):
    page = visit(width=390, height=800).go(f"#/experiments/{match}")
    region = page.get_by_label("Table of results by role")
    assert region.evaluate("one => one.scrollWidth <= one.clientWidth")


@pytest.mark.parametrize("name", ["lab", "experiment", "tournament", "compare"])
def test_no_word_is_broken_on_the_narrowest_screen(name, visit, ids):
    page = visit(width=320, height=800).go(VIEWS[name].format(**ids))
    page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
    if name in ("experiment", "tournament"):
        page.locator(".chart-label").first.wait_for()
    assert page.evaluate(BROKEN_WORDS) == []


def test_numbers_of_pairs_below_a_history_are_not_cut(visit):
    """The last one was: its middle stands at the edge of the drawing."""
    page = visit().go("#/lab")
    found = page.evaluate(
        """async () => {
          const { SeriesChart } = await import("./series_chart.js");
          const chart = new SeriesChart({ title: "Elo", unit: "pair-Elo" });
          document.body.append(chart.element);
          const points = [0, 1000, 2000].map((x) => ({ x, y: 1, low: 0, high: 2 }));
          chart.draw({ points, rules: [], describe: () => "" });
          await new Promise((done) => setTimeout(done, 100));
          const edge = chart.drawing.getBoundingClientRect().right;
          const texts = [...chart.drawing.querySelectorAll("text")];
          return texts
            .filter((one) => one.textContent === "2,000")
            .map((one) => edge - one.getBoundingClientRect().right);
        }"""
    )
    assert len(found) == 1
    assert found[0] >= -0.5


def test_numbers_are_written_in_one_form(visit):
    page = visit().go("#/lab")
    found = page.evaluate(
        """async () => {
          const { formatValue, formatScore, withMinus } = await import("./format.js");
          return [
            [-2380, 494000, 1500000, -0.5, 12345.6].map(formatValue),
            [-2380, 12].map(formatScore),
            withMinus("A is worse: -23 Elo, from -40 to +1 (-40 to 1), improved - 0.5 * center"),
          ];
        }"""
    )
    assert found == [
        ["−2.4k", "494k", "1.5M", "−0.5", "12k"],  # noqa: RUF001
        ["−2.4k", "+12"],  # noqa: RUF001
        "A is worse: −23 Elo, from −40 to +1 (−40 to 1), improved - 0.5 * center",  # noqa: RUF001
    ]


def test_a_negative_term_of_an_explanation_turns_its_sign(visit):
    """A function that gave -5 was shown as +-5."""
    page = visit().go("#/lab")
    terms = [["+", 5], ["+", -5], ["-", -9], ["-", 4.25], ["*", -2]]
    found = page.evaluate(
        """async (terms) => {
          const { formatTerm } = await import("./heuristics_panel.js");
          return terms.map(([sign, number]) => formatTerm(sign, number));
        }""",
        terms,
    )
    assert found == ["+5", "−5", "+9", "−4.25", "× −2"]  # noqa: RUF001


def test_the_bar_shows_a_winning_chance_where_the_champion_is_the_engine(visit):
    """Its values are log odds in thousandths; -150 on the empty board nearly filled the bar."""
    page = visit().go("#/lab")
    found = page.evaluate(
        """async () => {
          const { formatEvaluation, shareOf } = await import("./evaluation_bar.js");
          const engine = "AlphaBeta(champion, nodes=2000000)";
          return [
            ...[-150, 0, 2197, "win"].map((score) => shareOf(score, engine)),
            shareOf(4, "AlphaBeta(improved, nodes=100)"),
            ...[-7700, 0, 7700].map((score) => formatEvaluation(score, engine)),
            formatEvaluation(4, "AlphaBeta(improved, nodes=100)"),
          ];
        }"""
    )
    assert [round(share, 2) for share in found[:5]] == [0.46, 0.5, 0.9, 1, 0.75]
    assert found[5:] == ["<1 %", "50 %", ">99 %", "+4"]


def test_touch_places_and_moves(visit):
    one = visit(width=400, height=800, has_touch=True, is_mobile=True)
    one.go("#/play?two=Random&engine=off")
    one.square("d4").tap()
    one.wait_for_turn()
    moves = one.legal_moves()
    one.square(moves[0]).tap()
    one.wait_for_turn()
    assert one.page.locator("[data-knight='1']").count() == 1
    one.page.wait_for_url(re.compile(rf"moves=d4,\w+,{moves[0]}"))


def test_the_chosen_colours_are_remembered(visit):
    one = visit(color_scheme="light")
    page = one.go("#/play?engine=off")
    switch = page.locator("#theme")
    switch.click()
    switch.click()
    assert switch.get_attribute("aria-label") == "Colours: dark"
    page.reload()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(20, 23, 29)"


def test_the_page_reconnects_to_a_restarted_server(visit):
    """The game continues with the move that the server could not answer before."""
    one = visit()
    page = one.go("#/play?two=Greedy(open)&engine=off")
    one.server.stop()
    try:
        one.square("d4").click()
        page.locator("#notice", has_text="The server does not answer").wait_for()
    finally:
        one.server.start()
    page.wait_for_selector("[data-knight='2']")
    assert page.locator("#notice").is_hidden()
    one.wait_for_status("Your turn: move.")
    assert all("ERR_CONNECTION_REFUSED" in line for line in one.said)
    one.said.clear()


def test_a_wrong_address_shows_the_reason(visit):
    one = visit()
    for route, line in (
        ("#/play?moves=d4,d4", "move 2"),
        ("#/experiments/99999", "99999"),
        ("#/nowhere", "There is no view 'nowhere'"),
    ):
        page = one.go(route)
        page.locator(".failed", has_text=line).wait_for()
    one.said.clear()


def test_colours_and_knight_are_the_same_as_in_diagrams_and_reports():
    css = (PAGE / "theme.css").read_text(encoding="utf-8")
    names = {"paper": "paper", "ink": "ink", "line": "line", "orange": "p1", "blue": "p2"}
    for color, name in names.items():
        light, dark = COLORS[color]
        assert f"--{name}: light-dark({light}, {dark})" in css
    script = re.sub(r'" \+\s+"', "", (PAGE / "knight.js").read_text(encoding="utf-8"))
    for path in (diagram.MANE, diagram.BODY, diagram.FACE):
        assert f'"{path}"' in script


def test_nothing_comes_from_the_network():
    for path in PAGE.iterdir():
        text = path.read_text(encoding="utf-8")
        links = re.findall(r"""(?:https?:)?//[\w.-]+\.\w+/[^\s"']*""", text)
        assert not [link for link in links if "www.w3.org" not in link], path.name


@pytest.mark.parametrize(
    "path", sorted([*PAGE.glob("*.js"), *PAGE.glob("*.css")]), ids=lambda path: path.name
)
def test_files_open_with_a_sentence_and_are_short(path):
    lines = path.read_text(encoding="utf-8").splitlines()
    assert lines[0].startswith("// " if path.suffix == ".js" else "/* ")
    assert len(lines) <= 400


def test_every_stylesheet_is_linked_once():
    linked = re.findall(r'href="(\w+\.css)"', (PAGE / "index.html").read_text(encoding="utf-8"))
    assert sorted(linked) == sorted(path.name for path in PAGE.glob("*.css"))
