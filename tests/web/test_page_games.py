"""The page in a real browser: games kept, stepped through, ended, saved and learned from."""

import json
import re

import pytest

import lastknight as lk

LINE = "d4,f3,b5,e5,c3,g4,a4,f6"
WHOLE = "d4,f3,b5,e5,c3,g4,a4,f6,b2,e4,d1,c5,e3,b3,f1,d2,g3,c4,e2,a5,c1"
OFF = "engine=off&two=you"

# The boxes of what is written on squares, and of the squares.
BOXES = """
cells => cells.map((cell) => {
  const box = (one) => {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    return [left, top, right, bottom];
  };
  return {
    tile: box(cell.querySelector(".tile")),
    marks: [...cell.querySelectorAll(".value, .winner circle")].map(box),
  };
})
"""


def overlap(one, other):
    slack = 0.5
    return all(
        one[side] + slack < other[side + 2] and other[side] + slack < one[side + 2]
        for side in (0, 1)
    )


@pytest.mark.parametrize("width", [390, 1400])
def test_values_fit_their_squares(visit, width):
    """Four heuristics, large numbers, winners and the marks of why? at once."""
    shown = ["improved", "123456.7 * improved", "-1234.5 * open", "0 - 12.75 * reach(k=2)"]
    query = "&".join(f"show={one.replace(' ', '%20')}" for one in shown)
    one = visit(width=width, height=900)
    page = one.go(f"#/play?moves={LINE}&{OFF}&winners=1&why=improved&{query}")
    for selector in (".board .winner", ".board .value.order3", ".board .counted"):
        page.locator(selector).first.wait_for()
    cells = page.locator(".board .cell:has(.value)").evaluate_all(BOXES)
    assert len(cells) == len(lk.Position.from_moves(LINE.replace(",", " ")).legal_moves())
    for cell in cells:
        left, top, right, bottom = cell["tile"]
        assert len(cell["marks"]) == 5
        for number, mark in enumerate(cell["marks"]):
            assert left <= mark[0] < mark[2] <= right, (mark, cell["tile"])
            assert top - 1 <= mark[1] < mark[3] <= bottom + 1, (mark, cell["tile"])
            others = cell["marks"][number + 1 :]
            # Lines of text may touch, but not by more than the empty part of a line.
            shrunk = [mark[0], mark[1] + 2, mark[2], mark[3] - 2]
            assert not any(overlap(shrunk, other) for other in others), cell


def test_a_game_outlives_other_views_and_new_games(visit):
    """Also where the reader leaves at once after a move, before the page has written it."""
    one = visit()
    page = one.go(f"#/play?moves=d4,f3&{OFF}")
    one.square("b5").evaluate(
        """cell => {
          cell.dispatchEvent(new MouseEvent("click", { bubbles: true }));
          document.querySelector("a[href='#/lab']").click();
        }"""
    )
    page.locator(".lab").wait_for()
    for _ in range(2):
        one.follow("Play")
        one.wait_for_address("moves=d4,f3,b5")
    assert page.locator(".moves .ply-button").count() == 4
    page.keyboard.press("n")
    page.locator("[data-act=start]").click()
    page.get_by_text("no moves yet").wait_for()
    page.locator("[data-act=games]").click()
    page.get_by_role("button", name="3 moves, unfinished").first.click()
    one.wait_for_address("moves=d4,f3,b5")
    page.locator("[data-act=games]").click()
    page.get_by_role("button", name="Delete").click()
    page.get_by_text("No games yet.").wait_for()


def test_a_typed_spec_starts_a_game_at_the_first_click(visit):
    one = visit()
    page = one.go("#/play?engine=off")
    page.keyboard.press("n")
    dialog = page.locator("dialog")
    dialog.get_by_label("Player 2", exact=True).select_option("own")
    field = dialog.get_by_label("Player 2: spec")
    field.fill("AlphaBeta(imporved, depth=2)")
    dialog.get_by_text("did you mean 'improved'?").wait_for()
    dialog.locator("[data-act=start]").click()
    dialog.locator(".problem[role=alert]", has_text="Player 2: ").wait_for()
    field.fill("AlphaBeta(improved, depth=2)")
    dialog.locator("[data-act=start]").click()
    dialog.wait_for(state="detached")
    one.wait_for_address("two=AlphaBeta(improved,+depth%3D2)")


def test_a_game_is_stepped_through_by_keys_wheel_and_buttons(visit):
    one = visit()
    page = one.go(f"#/play?moves={LINE}&{OFF}")
    count = page.locator(".ply-count")
    one.square("d4").click()  # the mouse does not take the arrow keys
    for keys, at in ((["ArrowLeft"] * 2, 6), (["ArrowRight"], 7), (["Home"], 0), (["End"], 8)):
        for key in keys:
            page.keyboard.press(key)
        assert count.inner_text() == f"{at} of 8"
    page.locator(".board").hover()
    page.mouse.wheel(0, -120)
    page.get_by_text("7 of 8", exact=True).wait_for()
    page.get_by_role("button", name="One move back").click()
    page.get_by_role("button", name="To the start").click()
    assert count.inner_text() == "0 of 8"
    assert page.get_by_role("button", name="One move back").is_disabled()


def test_a_link_keeps_the_main_line_and_comments(visit):
    one, other = visit(), visit()
    page = one.go(f"#/play?moves={LINE}&at=6&{OFF}")
    one.square("a2").click()
    page.get_by_label("Comment on this move").fill("better?")
    page.get_by_label("Comment on this move").press("Enter")
    one.wait_for_address(f"moves={LINE}", "also=6.a2", "line=1", "say=1.7.better")
    again = other.go(page.url.removeprefix(one.server.address))
    assert again.locator(".variation .comment").inner_text() == "better?"
    assert again.locator(".variation [aria-current]").inner_text().endswith("a2")
    again.get_by_role("button", name="Make the variation a2 the main line").click()
    other.wait_for_address("moves=d4,f3,b5,e5,c3,g4,a2", "also=6.a4,f6")


def test_the_best_moves_are_arrows_and_lines(visit):
    one = visit()
    page = one.go(f"#/play?moves={LINE}&two=you&engine=AlphaBeta(improved,+nodes%3D3000)")
    page.locator(".board .arrow.rank0").wait_for()
    page.get_by_label("Lines of the engine").select_option("3")
    page.locator(".board .arrow.rank2").wait_for(state="attached")
    first = page.locator(".line").first.get_by_role("button").first.inner_text()
    assert page.locator(".arrow.rank0").get_attribute("data-to") == first
    assert page.locator(".lines .line").count() == 3
    page.get_by_label("Arrows for the best moves").click()
    assert page.locator(".board .arrow").count() == 0


def test_games_end_in_other_ways_too(visit):
    """Resigning, swapping sides, flipping, and running out of time."""
    one = visit()
    page = one.go("#/play?moves=d4,f3&two=Random&engine=off")
    page.locator("[data-act=flip]").click()
    boxes = [one.square(name).bounding_box() for name in ("a1", "g7")]
    assert boxes[0]["x"] > boxes[1]["x"]
    assert boxes[0]["y"] > boxes[1]["y"]
    page.locator("[data-act=resign]").click()
    one.wait_for_status("You lost. Player 1 resigned: player 2 wins after 2 moves.")
    page.get_by_role("img", name="Evaluation: player 2 wins", exact=True).wait_for()
    assert "You lost." in page.locator("#announcements").inner_text()
    one.wait_for_address("lost=0.2.1.resigned")
    assert page.locator(".board .legal, .board .dot, .board .mover").count() == 0
    page.keyboard.press("ArrowLeft")
    assert page.locator("[data-act=resign]").count() == 0
    for moves in ("", "moves=d4,f3&"):
        page = one.go(f"#/play?{moves}two=Random&engine=off")
        before = page.locator(".moves .ply-button").count()
        page.locator("[data-act=swap]").click()
        one.wait_for_address("one=Random", "two=you")
        page.locator(".moves .ply-button").nth(before).wait_for()


def test_the_clock_goes_on_after_a_look_at_the_lab(visit):
    one = visit()
    one.page.clock.install()
    page = one.go(f"#/play?clock=5%2B0&{OFF}")
    one.square("d4").click()
    page.clock.fast_forward("01:30")
    page.locator(".player.p2 .clock", has_text="3:").wait_for()
    one.follow("Lab")
    page.clock.fast_forward("00:30")
    one.follow("Play")
    page.locator(".player.p2 .clock", has_text=re.compile("3:[23]")).wait_for()
    page.locator(".player.p1 .clock", has_text="5:00").wait_for()


def test_the_clock_ends_a_game(visit):
    one = visit()
    one.page.clock.install()
    page = one.go(f"#/play?clock=1%2B0&{OFF}")
    one.square("d4").click()
    page.clock.fast_forward("00:20")
    page.locator(".player.p2 .clock", has_text="0:4").wait_for()
    page.clock.fast_forward("00:45")
    one.wait_for_status("Player 2 ran out of time: player 1 wins after 1 move.")


def test_a_game_is_saved_and_read_again(visit, tmp_path):
    one = visit()
    page = one.go(f"#/play?moves={LINE}&also=6.a2,e3&say=0.3.a+try&{OFF}&two=Random")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save file").click()
    path = tmp_path / "game.txt"
    saved.value.save_as(path)
    game = lk.Game.parse(path.read_text(encoding="utf-8"))
    assert lk.format_moves(game.moves) == LINE.replace(",", " ")
    assert game.notes == ("variation: 6 a2 e3", "comment: 0.3 a try")
    page.locator("[data-act=games]").click()
    page.get_by_text("Import a game").click()
    page.get_by_label("Game as text").fill("1. d4 d4")
    page.locator("[data-act=import]").click()
    page.locator("dialog .problem", has_text="move 2").wait_for()
    page.get_by_label("Game file").set_input_files(path)
    one.wait_for_address(f"moves={LINE}", "also=6.a2,e3", "say=0.3.a+try")
    one.check_refused(400)


def test_mistakes_become_puzzles(visit):
    one = visit()
    page = one.go(f"#/play?moves={WHOLE}&{OFF}&review=1")
    page.get_by_role("link", name="Learn from your mistakes").click()
    page.get_by_role("heading", name="Mistake 1 of").wait_for()
    played = page.locator(".task-line b").inner_text()
    one.square(played).click()
    one.wait_for_status(f"{played}, as in the game, gives away the win")
    page.locator("[data-act=answer]").click()
    one.wait_for_status("The answer: ")
    while page.locator("[data-act=next]").count():
        page.locator("[data-act=next]").click()
    page.get_by_role("heading", name="All mistakes reviewed").wait_for()


def test_progress_at_puzzles_is_kept(visit):
    one = visit()
    page = one.go("#/puzzles/1")
    legal = one.legal_moves()[0]
    best = one.server.ask(f"api/puzzles/answer?number=1&move={legal}")["best"]
    one.square(best).click()
    one.wait_for_status(f"Right: {best} wins.")
    kept = json.loads(page.evaluate("localStorage.getItem('lastknight.puzzles')"))
    assert (kept["streak"], kept["best"]) == (1, 1)
    assert kept["rating"] > 1000
    page.get_by_role("link", name="Next puzzle").click()
    page.get_by_role("heading", name="Puzzle 2").wait_for()
    page.get_by_role("button", name="Show the answer").click()
    one.wait_for_status("The answer")
    assert page.locator(".tally").inner_text().replace("\n", " ").endswith("solved 1 of 2 tried")
    kept = json.loads(page.evaluate("localStorage.getItem('lastknight.puzzles')"))
    assert (kept["streak"], kept["best"]) == (0, 1)


def test_a_puzzle_that_does_not_exist_is_refused_in_its_field(visit):
    """It replaced the puzzle by a page with an error and no way back to the puzzles."""
    page = visit().go("#/puzzles/2")
    number = page.get_by_label("Number, 1 to")
    for typed in ("121", "0", ""):
        number.fill(typed)
        number.press("Enter")
        assert number.evaluate("one => !one.validity.valid")
    page.get_by_role("heading", name="Puzzle 2").wait_for()
    number.fill("5")
    number.press("Enter")
    page.get_by_role("heading", name="Puzzle 5").wait_for()


def test_the_board_keeps_its_place_and_the_keyboard_its_way(visit):
    """Below 58 rem the board does not move with a move; m leads from legal move to legal move."""
    one = visit(width=390, height=844)
    page = one.go("#/play?moves=d4,f3&two=Random&seed=4&engine=Greedy(improved)")
    places = set()
    for _ in range(3):
        places.add(round(page.locator(".board").bounding_box()["y"]))
        one.square(one.legal_moves()[0]).click()
        places.add(round(page.locator(".board").bounding_box()["y"]))
        one.wait_for_turn()
        page.locator(".line .ply-button").first.wait_for()
        places.add(round(page.locator(".board").bounding_box()["y"]))
    assert len(places) == 1
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    legal = one.legal_moves()
    seen = []
    for _ in legal:
        page.keyboard.press("m")
        seen.append(page.evaluate("document.activeElement.dataset.square"))
    assert sorted(seen) == sorted(legal)
    label = page.evaluate("document.activeElement.getAttribute('aria-label')")
    assert "legal move" in label
    stops = page.locator(".moves [tabindex='0'], .moves:is([tabindex])").count()
    assert stops == 1


def test_a_view_stays_until_the_next_has_loaded(visit):
    one = visit()
    # The site's service worker would answer before the route is asked.
    one.page.add_init_script("delete Navigator.prototype.serviceWorker")
    page = one.go(f"#/play?{OFF}")
    for held in ("**/api/puzzles?*", "**/puzzles.txt"):
        page.route(held, lambda route: None)
    page.get_by_role("link", name="Puzzles").click()
    page.locator("main[aria-busy]").wait_for()
    assert page.locator(".board").is_visible()
    page.get_by_role("link", name="Play", exact=True).click()
    page.locator("main[data-ready=play]").wait_for()
    assert page.locator(".board").count() == 1
    page.unroute_all(behavior="ignoreErrors")


def test_buttons_stay_where_they_are_when_something_is_copied(visit):
    """The message stood before "Save file", which hopped away from the pointer."""
    one = visit()
    page = one.go("#/play?moves=d4,b1&two=you&engine=off")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    save = page.get_by_role("button", name="Save file")
    before = save.bounding_box()
    page.get_by_role("button", name="Copy moves").click()
    page.locator(".take-along", has_text="moves copied").wait_for()
    assert page.evaluate("navigator.clipboard.readText()") == "d4 b1"
    assert save.bounding_box() == before
