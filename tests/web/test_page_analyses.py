"""What only the lab of a server has, in a real browser: analyses, pictures, other pages."""

import re

import pytest

import lastknight as lk
from lastknight.report import write_report
from lastknight.web.queries.experiment_details import chart
from report_facts import one_facts


def test_charts_are_drawn_by_the_page_and_say_each_point(visit, server):
    """From the report's own descriptions; whole labels, and a line for the chosen point."""
    write_report(one_facts(), server.folder / "charted")
    with lk.Store(server.folder / "charted" / "games.db") as store:
        players = [f"AlphaBeta({name}, nodes=50)" for name in ("ratio", "open", "improved")]
        for player in players[:2]:
            lk.play_match(player, players[2], pairs=4, store=store)
    one = visit(width=390, height=800)
    page = one.go("#/experiments/charted")
    page.locator("summary", has_text="Charts").click()
    charts = page.locator(".charts .chart")
    charts.nth(4).wait_for()
    assert page.locator(".charts img, .chart-drawing").count() == 0
    assert page.locator(".charts", has_text="Strength at equal nodes").count() == 1
    assert page.locator(".line-panel").count() > 0
    for label in page.locator(".chart-label").all():
        assert label.evaluate("one => one.scrollWidth <= one.clientWidth")
    described = one.server.ask("api/experiments/charted/charts/ratings")
    (rows,) = described["datasets"].values()
    chart = page.locator(".chart", has_text="Ratings, and the possible ranks")
    assert chart.locator(".chart-mark").count() == len(rows)
    chart.locator(".chart-rows").press("ArrowDown")
    readout = chart.locator(".series-readout")
    names = chart.locator(".chart-label").all_inner_texts()
    assert readout.inner_text().startswith(names[0].split()[0])
    chart.locator(".chart-mark").nth(1).hover()
    assert readout.inner_text().startswith(names[1].split()[0])
    panel = page.locator(".line-panel").first
    panel.locator("svg").press("ArrowRight")
    assert re.match(r"ply \d+: candidate [\d.]+", panel.locator(".series-readout").inner_text())
    one.check_accessibility()
    # Each direct pairing of the analysis has its history.
    choice = page.get_by_label("Pairing of the history")
    assert choice.locator("option").count() == 2
    with page.expect_response(re.compile(r"charted\.2/history")):
        choice.select_option(index=1)
    page.locator(".series-line").first.wait_for()


@pytest.fixture(scope="module")
def analysis(server):
    """The folder of an analysis with a report."""
    folder = server.folder / "analysis"
    write_report(one_facts(), folder)
    with lk.Store(folder / "games.db") as store:
        players = [f"AlphaBeta({name}, nodes=50)" for name in ("ratio", "improved")]
        lk.play_match(*players, pairs=3, store=store)
    return folder.name


def test_an_analysis_shows_its_report_its_games_and_can_be_compared(visit, analysis, match):
    """Each of these ended in 'is an analysis; name an experiment of it'."""
    one = visit()
    page = one.go(f"#/experiments/{analysis}")
    page.locator(".experiment-head .state.finished").wait_for()
    assert page.get_by_role("button", name="Resume").count() == 0
    found = one.server.ask(f"api/experiments/{analysis}")
    sentences = page.locator(".sentence").all_inner_texts()
    assert sentences[: len(found["matches"])] == [row["sentence"] for row in found["matches"]]
    page.locator("summary", has_text="Games").click()
    page.get_by_role("combobox", name="Result").select_option("the player won")
    page.get_by_text("choose a player to list games").wait_for()
    one.said.clear()
    page.get_by_role("combobox", name="Player").select_option("AlphaBeta(ratio, nodes=50)")
    page.locator(".found-games tbody tr, .found-games p", has_text="").first.wait_for()
    page.locator(".small-boards a").first.click()
    page.wait_for_selector(".replay")
    page = one.go(f"#/compare?a={analysis}&b={match}")
    page.get_by_text("They have no pairing in common.").wait_for()


def test_an_analysis_takes_own_expressions(visit):
    one = visit()
    page = one.go("#/lab")
    page.get_by_role("button", name="Analysis").click()
    own = page.get_by_label("Own expressions")
    own.fill("improved - 0.5 * centre")
    page.locator(".spec-note", has_text="line 1: unknown heuristic 'centre'").wait_for()
    own.fill("improved - 0.5 * center")
    page.locator(".spec-note", has_text="✓").wait_for()
    page.get_by_label("Baseline").first.select_option("own expression…")
    page.get_by_label("Baseline: expression").fill("improved - open")
    with page.expect_request("**/api/experiments") as asked:
        page.route("**/api/experiments", lambda route: route.fulfill(json={"id": "1"}))
        page.get_by_role("button", name="Start").click()
    sent = asked.value.post_data_json
    assert sent["heuristics"] == ["improved - 0.5 * center"]
    assert sent["baseline"] == "improved - open"
    assert sent["nodes"] is None


def test_unknown_charts_are_the_servers_pictures_in_the_colours_of_the_page(visit, match):
    """It is drawn in this process: how long the server takes is not the page's business."""
    one = visit(color_scheme="dark")
    store = str(one.server.folder / "lastknight.db")
    name = one.server.ask(f"api/experiments/{match}")["charts"][0]
    asked = {"experiment": match, "store": store, "name": name, "scheme": "light"}
    drawn = chart(**asked)["svg"]
    kind = "image/svg+xml"
    one.page.route("**/charts/*", lambda route: route.fulfill(json={"mark": "arc"}))
    one.page.route("**/charts/*.svg", lambda route: route.fulfill(body=drawn, content_type=kind))
    page = one.go(f"#/experiments/{match}")
    page.locator("summary", has_text="Chart").click()
    page.wait_for_selector(".chart-drawing [stroke='#d2601f']", state="attached")
    paint = "getComputedStyle(document.querySelector('.chart [stroke=\"#d2601f\"]')).stroke"
    assert page.evaluate(paint) == "rgb(255, 157, 92)"
    one.check_accessibility("svg-img-alt", "color-contrast")


@pytest.mark.parametrize(
    ("part", "line"),
    [("server", "The page could not be loaded completely"), ("lab", "This view could not be")],
)
def test_what_cannot_be_loaded_is_not_awaited_forever(visit, part, line):
    one = visit()
    one.page.route(f"**/{part}.js", lambda route: route.abort())
    one.page.goto(f"{one.server.address}#/lab")
    one.page.get_by_text(line).wait_for()
    assert all("ERR_FAILED" in said for said in one.said)
    one.said.clear()


def test_a_request_to_a_busy_server_is_retried(visit, match):
    """What took too long is not a dead end: the reader is told, and the page comes."""
    one = visit()
    refused = []

    def refuse_twice(route):
        if len(refused) < 2:
            refused.append(route.request.url)
            route.fulfill(status=503, json={"error": "stopped after 10 s; ask for less"})
        else:
            route.continue_()

    one.page.route(f"**/api/experiments/{match}", refuse_twice)
    one.page.goto(f"{one.server.address}#/experiments/{match}")
    one.page.locator(".busy", has_text="The server is busy").wait_for()
    one.page.locator(".standings tbody tr").wait_for()
    assert len(refused) == 2
    assert all("503" in line for line in one.said)
    one.said.clear()


def test_two_pages_agree_about_a_resumed_experiment(visit):
    one, other = visit(), visit()
    player = "AlphaBeta(improved, nodes=2500)"
    request = {"kind": "match", "players": [player, player], "pairs": 100_000}
    number = one.server.ask("api/experiments", request)["id"]
    one.go(f"#/experiments/{number}")
    other.go(f"#/experiments/{number}")
    one.page.get_by_role("button", name="Stop").click()
    for visited in (one, other):
        visited.page.locator(".state.stopped").wait_for()
    # With no game yet, it would be started.
    one.page.get_by_role("button", name=re.compile("Resume|Start")).click()
    for visited in (one, other):
        visited.page.locator(".state.running").wait_for()
    other.page.get_by_role("button", name="Stop").click()
    one.page.locator(".state.stopped").wait_for()
