"""The lab in a real browser: experiments started, watched, stopped, replayed and compared."""

import re

import lastknight as lk
from lastknight.stats.words import say_rate
from lastknight.web.queries.experiment_details import chart


def test_a_live_match_reaches_its_verdict(visit):
    """From the form to the decision of the stop rule."""
    one = visit()
    page = one.go("#/lab")
    for builder, method in (("Player A", "Expert"), ("Player B", "Random")):
        page.get_by_role("group", name=builder).get_by_label("Method").select_option(method)
    page.get_by_role("group", name="Player A").get_by_label("Amount").fill("100")
    page.get_by_role("button", name="Start").click()
    page.locator(".sprt", has_text="decided: 50 Elo or more").wait_for()
    page.locator(".state.finished").wait_for()
    number = re.search(r"experiments/(\d+)", page.url)[1]
    detail = one.server.ask(f"api/experiments/{number}")
    assert page.locator(".sentence").first.inner_text() == detail["matches"][0]["sentence"]
    assert detail["command"] in page.locator("pre").inner_text()
    first = detail["standing"]["pairings"][0]
    cells = page.locator(".standings tbody td").all_inner_texts()
    assert cells[0] == f"{first['ww']} / {first['split']} / {first['ll']}"
    page.locator(".small-boards a").first.wait_for()


def test_an_experiment_is_stopped_and_resumed(visit):
    one = visit()
    player = "AlphaBeta(improved, nodes=2000)"
    request = {"kind": "match", "players": [player, player], "pairs": 5000}
    number = one.server.ask("api/experiments", request)["id"]
    page = one.go(f"#/experiments/{number}")
    page.get_by_role("button", name="Stop").click()
    page.locator(".state.stopped").wait_for()
    page.get_by_role("button", name="Resume").click()
    page.locator(".state.running").wait_for()
    page.get_by_role("button", name="Stop").click()
    page.locator(".state.stopped").wait_for()
    page.goto(f"{one.server.address}#/lab")
    page.locator(".experiment-row", has_text=player).locator(".state.stopped").wait_for()


def test_mistakes_in_the_form_show_the_servers_error(visit):
    one = visit()
    page = one.go("#/lab")
    page.get_by_role("button", name="Tournament").click()
    page.get_by_label("Players, one per line").fill("AlphaBeta(imporved, depth=2)\nRandom")
    page.get_by_role("button", name="Start").click()
    page.locator(".problem", has_text="did you mean 'improved'?").wait_for()
    assert "400" in one.said.pop()


def test_a_later_start_is_checked_and_named(visit):
    """The start ply of the form is that of the command line, and results say where games began."""
    one = visit()
    page = one.go("#/lab")
    for builder in ("Player A", "Player B"):
        group = page.get_by_role("group", name=builder)
        group.get_by_label("Method").select_option("Greedy")
    page.get_by_label("Stop").select_option("after all pairs")
    page.locator("input[name=pairs]").fill("4")
    page.locator("summary", has_text="later start").click()
    page.get_by_label("Start ply").fill("60")
    page.get_by_role("button", name="Start").click()
    page.locator(".problem", has_text="start_ply is a whole number from 3 to 48").wait_for()
    assert "400" in one.said.pop()
    page.get_by_label("Start ply").fill("10")
    page.get_by_role("button", name="Start").click()
    page.locator(".state.finished").wait_for()
    assert "--start-ply 10" in page.locator("pre").inner_text()
    page.get_by_text("Games from positions after 10 plies of quick self-play.").first.wait_for()


def test_results_by_role_are_those_of_the_terminal(visit, match):
    one = visit()
    page = one.go(f"#/experiments/{match}")
    found = one.server.ask(f"api/experiments/{match}")["matches"][0]
    cells = page.get_by_label("Table of results by role").locator("tbody td").all_inner_texts()
    names = ("a_attacker", "a_defender", "b_attacker", "b_defender")
    assert cells == [
        say_rate(lk.stats.Estimate(*(found[f"{name}_{part}"] for part in ("rate", "low", "high"))))
        for name in names
    ]


def test_results_by_role_fit_a_narrow_screen(visit, match):
    page = visit(width=390, height=800).go(f"#/experiments/{match}")
    region = page.get_by_label("Table of results by role")
    assert region.evaluate("one => one.scrollWidth <= one.clientWidth")


def test_a_running_test_says_how_many_pairs_are_left(visit):
    one = visit()
    player = "AlphaBeta(improved, nodes=15000)"
    request = {"kind": "match", "players": [player, player], "pairs": 30_000}
    sprt = {"elo0": 0, "elo1": 1}
    number = one.server.ask("api/experiments", {**request, "sprt": sprt})["id"]
    page = one.go(f"#/experiments/{number}")
    page.locator(
        ".sprt", has_text=re.compile(r"about [\d,]+ pairs left, more than planned")
    ).wait_for()
    page.get_by_role("button", name="Stop").click()
    page.locator(".state.stopped").wait_for()


def test_a_tournament_says_what_its_ratings_rest_on(visit):
    one = visit()
    players = ["Greedy(open)", "Greedy(improved)"]
    request = {"kind": "tournament", "players": players, "against": ["Random"], "pairs": 6}
    number = one.server.ask("api/experiments", request)["id"]
    page = one.go(f"#/experiments/{number}")
    page.get_by_text("The ratings come mostly from games with Random: 100 %").wait_for()
    page.get_by_label("Table of results by role").wait_for()


def test_a_stored_game_is_replayed_with_both_players_thinking(visit, match):
    one = visit()
    page = one.go(f"#/experiments/{match}")
    page.locator("summary", has_text="Games").click()
    page.get_by_role("link", name="0.1.2").click()
    page.wait_for_selector(".replay")
    game = one.server.ask(f"api/experiments/{match}/games/0.1.2")
    for player in (1, 2):
        thoughts = [choice for choice in game["choices"] if choice["player"] == player]
        rows = page.locator(f".thinking.p{player} tbody tr")
        assert rows.count() == len(thoughts)
        first = f"{thoughts[0]['ply']} {thoughts[0]['move']}"
        assert rows.first.locator("button").inner_text() == first
    page.get_by_label("To the start").click()
    for ply in range(1, 4):
        page.keyboard.press("r")
        assert page.locator(".ply-count").inner_text() == f"{ply} of {len(game['line'])}"
    position = lk.Position.from_moves(" ".join(game["line"][:3]))
    label = page.locator(".board").get_attribute("aria-label")
    assert f"player 1 on {lk.format_square(position.location(1))}" in label
    page.get_by_role("link", name="Analyse on the board").click()
    page.wait_for_selector(".moves [aria-current]")
    assert page.locator(".moves [aria-current]").inner_text().endswith(game["line"][2])


def test_charts_are_drawn_in_the_colours_of_the_page(visit, match):
    """The chart is drawn in this process: how long the server takes is not the page's business."""
    one = visit(color_scheme="dark")
    store = str(one.server.folder / "lastknight.db")
    name = one.server.ask(f"api/experiments/{match}")["charts"][0]
    asked = {"experiment": match, "store": store, "name": name, "scheme": "light"}
    drawn = chart(**asked)["svg"]
    kind = "image/svg+xml"
    one.page.route("**/charts/*.svg", lambda route: route.fulfill(body=drawn, content_type=kind))
    page = one.go(f"#/experiments/{match}")
    page.locator("summary", has_text="Chart").click()
    page.wait_for_selector(".chart-drawing [stroke='#d2601f']", state="attached")
    paint = "getComputedStyle(document.querySelector('.chart [stroke=\"#d2601f\"]')).stroke"
    assert page.evaluate(paint) == "rgb(255, 157, 92)"
    one.check_accessibility("svg-img-alt", "color-contrast")


def test_two_experiments_are_compared(visit, match):
    one = visit()
    players = ["AlphaBeta(improved, nodes=50)", "Greedy(open)"]
    other = one.server.play(players=players, pairs=4, seed=6)
    page = one.go("#/lab")
    page.locator(f"[data-id='{match}']").check()
    page.locator(f"[data-id='{other}']").check()
    page.locator(".compare-line a").click()
    page.locator(".difference").wait_for()
    found = one.server.ask(f"api/compare?a={match}&b={other}")
    assert page.locator(".difference .sentence").inner_text() == found["differences"][0]["sentence"]
    assert page.locator(".difference .interval").count() == 3
    for line in found["conditions"]:
        page.get_by_text(line).wait_for()


def test_a_puzzle_is_solved(visit):
    """A wrong move is reported as wrong, the right one solves the puzzle."""
    one = visit()
    puzzle = one.server.ask("api/puzzles?number=3")
    position = lk.Position.parse(puzzle["position"])
    wins = [move for move, who in lk.solve(position).moves.items() if who == position.to_move]
    wrong = next(move for move in position.legal_moves() if move not in wins)
    assert len(wins) == 1
    page = one.go("#/puzzles/3")
    one.square(lk.format_square(wrong)).click()
    one.wait_for_status(f"{lk.format_square(wrong)} gives the win away")
    one.square(lk.format_square(wins[0])).click()
    one.wait_for_status(f"Right: {lk.format_square(wins[0])} wins")
    page.get_by_role("link", name="Next").click()
    page.get_by_role("heading", name="Puzzle 4").wait_for()


def test_the_answer_to_a_puzzle_is_played_out(visit):
    """The line shown is the one of the winning move, not of any other."""
    one = visit()
    puzzle = one.server.ask("api/puzzles?number=2")
    position = lk.Position.parse(puzzle["position"])
    first = lk.format_square(position.legal_moves()[0])
    answer = one.server.ask(f"api/puzzles/answer?number=2&move={first}")
    assert not answer["right"]
    page = one.go("#/puzzles/2")
    page.get_by_role("button", name="Show the answer").click()
    one.wait_for_status(f"The answer: {answer['best']} wins")
    page.locator(f".board .hole[aria-label='{answer['best']}, gone']").wait_for()
    assert page.locator(f".board .hole[aria-label='{first}, gone']").count() == 0
