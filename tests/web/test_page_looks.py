"""The page's looks: both colour schemes, narrow screens, touch, and without its server."""

import re
from pathlib import Path

import pytest

import lastknight.web
from lastknight import diagram
from lastknight.report.charts.palette import COLORS

PAGE = Path(lastknight.web.__file__).parent / "page"
LINE = "d4,f3,b5,e5,c3,g4,a4,f6"
VIEWS = {
    "play": f"#/play?moves={LINE}&at=6&also=6.a2&show=improved&why=improved&winners=1&review=1",
    "puzzles": "#/puzzles/2",
    "lab": "#/lab",
    "experiment": "#/experiments/{match}",
    "game": "#/games/{match}/0.1.1?at=9",
    "compare": "#/compare?a={match}&b={match}",
}

WAITS = {"play": (".board .winner", ".graph .proved", ".part")}


@pytest.mark.parametrize("name", VIEWS)
def test_views_are_accessible_in_both_schemes_and_fit_400_pixels(name, visit, match):
    one = visit(width=400, height=800, has_touch=True)
    page = one.go(VIEWS[name].format(match=match))
    for selector in WAITS.get(name, ()):
        page.wait_for_selector(selector)
    assert page.evaluate("document.documentElement.scrollWidth") <= 400
    one.check_accessibility()
    light = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.emulate_media(color_scheme="dark")
    dark = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert [light, dark] == ["rgb(255, 253, 249)", "rgb(20, 23, 29)"]
    one.check_accessibility("color-contrast")
    page.set_viewport_size({"width": 1280, "height": 860})
    one.check_accessibility("color-contrast")
    assert page.evaluate("document.documentElement.scrollWidth") <= 1280


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


@pytest.mark.parametrize("path", sorted(PAGE.glob("*.js")), ids=lambda path: path.name)
def test_modules_open_with_a_sentence_and_are_short(path):
    lines = path.read_text(encoding="utf-8").splitlines()
    assert lines[0].startswith("// ")
    assert len(lines) <= 300
