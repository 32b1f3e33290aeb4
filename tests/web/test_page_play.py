"""The page in a real browser: playing, undoing, and marks on the squares."""

import re

import lastknight as lk

MINUS = "\N{MINUS SIGN}"
LINE = "d4,f3,b5,e5,c3,g4,a4,f6"


def test_a_game_is_played_to_its_end_by_mouse(visit):
    """Placing by dragging, moving by click and by dragging, until a knight cannot move."""
    one = visit()
    page = one.go("#/play?start=...../...../...../...../.....:1&two=Random&seed=3&engine=off")
    hand, goal = page.locator(".hand.waiting"), one.square("c3")
    hand.hover()
    page.mouse.down()
    goal.hover()
    page.mouse.up()
    one.wait_for_turn()
    for ply in range(30):
        moves = one.legal_moves()
        if not moves:
            break
        if ply % 2:
            own = page.locator(".board .mover")
            own.drag_to(one.square(moves[0]))
        else:
            one.square(moves[0]).click()
        one.wait_for_turn()
    one.wait_for_status("wins after")
    one.wait_for_address("review=1")
    moves = page.evaluate("new URLSearchParams(location.hash.split('?')[1]).get('moves')")
    position = lk.Position.from_moves(moves.replace(",", " "), width=5, height=5)
    assert position.is_over
    assert f"player {position.winner} wins" in page.locator(".status").inner_text()
    page.wait_for_selector(".graph .proved")


def test_a_game_is_played_to_its_end_by_keyboard(visit):
    """Tab to the board, arrow keys between squares, Enter; u and r; help with a question mark."""
    one = visit()
    page = one.go("#/play?start=1...%2F....%2F....%2F...2:1&two=you")
    while "cell" not in (page.evaluate("document.activeElement.getAttribute('role')") or ""):
        page.keyboard.press("Tab")
    start = lk.Position.parse("1.../..../..../...2:1")
    at, position = (2, 2), start
    while not position.is_over:
        goal = position.legal_moves()[0]
        for here, there, keys in ((at[0], goal[0], "Up Down"), (at[1], goal[1], "Left Right")):
            back, on = keys.split()
            for _ in range(abs(there - here)):
                page.keyboard.press(f"Arrow{on if there > here else back}")
        label = page.evaluate("document.activeElement.getAttribute('aria-label')")
        assert label.startswith(f"{lk.format_square(goal)}, legal move")
        page.keyboard.press("Enter")
        at, position = goal, position.play(goal)
    one.wait_for_status(f"player {position.winner} wins")
    assert f"player {position.winner} wins" in page.locator("#announcements").inner_text()
    page.keyboard.press("u")
    one.wait_for_status(f"Player {position.winner}: move.")
    page.keyboard.press("r")
    one.wait_for_status("wins")
    page.keyboard.press("?")
    page.wait_for_selector("dialog.help[open]")


def test_one_press_of_tab_leads_to_the_square_and_one_beyond(visit):
    """The drawing around the squares was a tab stop as well."""
    page = visit().go("#/play?moves=d4,f3,b5,e5&two=you&engine=off")
    page.locator("#help").focus()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.dataset.square") == "d4"
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.tagName") == "BUTTON"


def test_undo_keeps_the_moves_as_a_tree(visit):
    one = visit()
    page = one.go(f"#/play?moves={LINE}&two=you&engine=off")
    page.keyboard.press("u")
    page.keyboard.press("u")
    one.square("a2").click()
    assert page.locator(".variation").inner_text().replace("\n", "").startswith("7a2")
    one.wait_for_address(f"moves={LINE}", "also=6.a2", "line=1")
    page.get_by_role("button", name="move 8, player 2 to f6").click()
    one.wait_for_address("also=6.a2", without="line=")
    page.get_by_role("button", name="Remove the variation a2").click()
    one.wait_for_address(without="also")
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Redo").click()
    assert page.locator(".moves [aria-current]").get_attribute("aria-label").startswith("move 7")


def test_a_program_answers_a_move_that_was_made_before(visit):
    one = visit()
    page = one.go(f"#/play?moves={LINE}&two=Random&engine=off")
    page.get_by_role("button", name="Undo").click()
    one.square("a4").click()
    one.wait_for_status("Your turn: move.")
    page.keyboard.press("ArrowLeft")
    one.wait_for_status("Paused.")
    page.get_by_role("button", name="Let it move").click()
    one.wait_for_status("Your turn: move.")


def test_values_of_heuristics_are_on_the_squares(visit):
    one = visit()
    page = one.go(f"#/play?moves={LINE}&engine=off")
    page.get_by_label("Add a heuristic").select_option("improved")
    page.get_by_label("Heuristic spec").fill("open - 0.5 * reach(k=1)")
    page.get_by_label("Heuristic spec").press("Enter")
    page.wait_for_selector(".board .value.order1")
    position = lk.Position.from_moves(LINE.replace(",", " "))
    for order, spec in enumerate(("improved", "open - 0.5 * reach(k=1)")):
        heuristic = lk.heuristic(spec)
        for move in position.legal_moves():
            text = one.square(lk.format_square(move)).locator(f".value.order{order}").text_content()
            assert float(text.replace(MINUS, "-")) == round(heuristic(position.play(move), 1), 2)
    page.get_by_label("why improved?").click()
    counted = page.locator(".board .cell:has(.counted.p1)")
    counted.first.wait_for()
    assert counted.count() == len(position.legal_moves(1))
    page.get_by_label("Heuristic spec").fill("imporved")
    page.get_by_label("Heuristic spec").press("Enter")
    page.get_by_text("did you mean 'improved'?").wait_for()
    assert page.get_by_label("Heuristic spec").input_value() == "imporved"
    assert page.locator(".chip").count() == 2


def test_exact_winners_have_a_colour_and_a_sign(visit):
    one = visit()
    page = one.go(f"#/play?moves={LINE}&engine=off")
    page.keyboard.press("w")
    page.wait_for_selector(".board .winner")
    position = lk.Position.from_moves(LINE.replace(",", " "))
    for move, winner in lk.solve(position).moves.items():
        cell = one.square(lk.format_square(move))
        assert cell.locator(f".winner.p{winner} .sign").count() == 1
        assert f"player {winner} wins" in cell.get_attribute("aria-label")
    page.get_by_role("button", name="exact winners").press("Enter")
    assert page.locator(".board .winner").count() == 0
    # Redrawing keeps the keyboard focus.
    assert page.evaluate("document.activeElement.textContent") == "exact winners"


def test_the_address_reproduces_the_view(visit):
    """Another browser shows the same board, tree, values and panels for the same address."""
    route = f"#/play?moves={LINE}&at=5&also=6.a2,e3&show=improved&winners=1&why=improved&engine=off"
    one, other = visit(), visit()
    first = one.go(route)
    first.keyboard.press("r")
    first.wait_for_selector(".board .winner")
    first.wait_for_selector(".reasons .part")
    one.wait_for_address("at=6")
    second = other.go(first.url.removeprefix(one.server.address))
    second.wait_for_selector(".board .winner")
    second.wait_for_selector(".reasons .part")
    drawn = (
        "document.querySelector('.board').outerHTML + document.querySelector('.moves').outerHTML"
    )
    assert first.evaluate(drawn) == second.evaluate(drawn)
    assert second.locator(".moves [aria-current]").get_attribute("aria-label").startswith("move 6")


def test_mistakes_are_one_click_away(visit):
    one = visit()
    page = one.go(f"#/play?moves={LINE}&engine=off")
    page.get_by_role("button", name="Find mistakes").click()
    page.get_by_role("button", name="mistake of player 2: move 2 to f3").click()
    one.wait_for_address("at=2")
    assert page.locator(".graph .fault").count() == 1


def test_two_programs_can_be_watched(visit):
    one = visit()
    page = one.go("#/play?one=Random&two=Greedy(improved)&engine=off")
    page.get_by_role("button", name="Watch").click()
    page.wait_for_selector("[aria-label^='move 3']")
    page.get_by_role("button", name="Pause").click()
    played = page.locator(".moves .ply-button").count()
    page.wait_for_timeout(700)
    assert page.locator(".moves .ply-button").count() == played


def test_a_new_game_is_set_up_in_a_dialog(visit):
    one = visit()
    page = one.go("#/play")
    page.keyboard.press("n")
    page.get_by_label("Width").fill("5")
    page.get_by_label("Height").fill("4")
    page.get_by_label("Blocked squares").fill("a1 z9")
    page.locator("[data-act=start]").click()
    page.locator("dialog .problem").get_by_text("z9").wait_for()
    page.get_by_label("Blocked squares").fill("a1")
    page.locator("[data-act=start]").click()
    page.locator(".board .hole[aria-label='a1, gone']").wait_for()
    assert page.locator(".board .cell").count() == 20
    one.check_refused(400)


def test_the_engine_shows_its_thinking(visit):
    one = visit()
    page = one.go(f"#/play?moves={LINE}&two=you")
    page.wait_for_selector(".engine .line button")
    figures = page.locator(".engine .figures").inner_text()
    assert "depth" in figures
    assert re.match(r"winning chance [<>]?\d+ % for player \d|score player \d wins", figures)
    label = page.locator(".evaluation").get_attribute("aria-label")
    assert label.endswith(("for player 1", "proved"))


def test_the_engine_rests_while_a_person_plays_a_program(visit):
    """It would give the best moves away. What the reader chooses instead is remembered."""
    one = visit()
    page = one.go(f"#/play?moves={LINE}")
    rests, thinks = page.get_by_text("Off while you play."), page.locator(".engine .line button")
    power = page.get_by_label("Engine on")
    rests.wait_for()
    page.locator("[data-act=resign]").click()
    page.keyboard.press("ArrowLeft")
    thinks.first.wait_for()
    one.go(f"#/play?moves={LINE}")
    power.click()
    thinks.first.wait_for()
    one.go(f"#/play?moves={LINE}&seed=1")
    thinks.first.wait_for()
    power.click()
    rests.wait_for()
    assert power.get_attribute("aria-pressed") == "false"


def test_the_page_has_the_same_rules_as_the_server(visit):
    """The page's own copy of the rules against the server's, over whole random games."""
    one = visit()
    page = one.go("#/play?engine=off")
    for seed, (width, height) in enumerate(((7, 7), (3, 4), (30, 4))):
        position = lk.Position(width, height, [(0, 0)])
        moves = []
        while not position.is_over:
            choice = lk.player("Random").choose(position, seed=seed + len(moves))
            moves.append(lk.format_square(choice.move))
            position = position.play(choice.move)
        line = one.server.ask(
            f"api/line?width={width}&height={height}&blocked=a1&moves={','.join(moves)}"
        )
        seen = page.evaluate(
            """async ([start, moves]) => {
                const { Position } = await import("/position.js");
                const tell = (p) =>
                    ({ text: String(p), legal_moves: p.legalMoves(), winner: p.winner });
                const seen = [Position.parse(start)];
                for (const move of moves) seen.push(seen.at(-1).play(move));
                return seen.map(tell);
            }""",
            [line["start"], moves],
        )
        keys = ("text", "legal_moves", "winner")
        assert seen == [{key: one[key] for key in keys} for one in line["positions"]]
