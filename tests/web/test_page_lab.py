"""The lab in a real browser, with a server and without: from the form to results, and puzzles."""

import os
import re

import pytest

import lastknight as lk
from lab_visits import Lab, check_match
from lastknight.stats import Sprt
from lastknight.stats.words import describe_rate

SMALL = {"players": ["AlphaBeta(improved, nodes=50)", "Greedy(open)"], "pairs": 4}


@pytest.fixture
def lab(visit):
    return Lab(visit())


def minus(sentence):
    """A sentence as the page writes it."""
    return sentence.replace(" -", " \N{MINUS SIGN}")


def number_of(page):
    """The experiment that the page shows."""
    page.wait_for_url(re.compile(r"experiments/\d+"))
    return re.search(r"experiments/(\d+)", page.url)[1]


def test_a_live_match_reaches_its_verdict(lab):
    """From the form to the decision of the stop rule, at the pair where the program decides."""
    page = lab.page
    for builder, method in (("Player A", "Expert"), ("Player B", "Random")):
        page.get_by_role("group", name=builder).get_by_label("Method").select_option(method)
    page.get_by_role("group", name="Player A").get_by_label("Amount").fill("100")
    lab.press("Start")
    page.locator(".sprt", has_text="decided: 50 Elo or more").wait_for()
    lab.wait_for_state("finished")
    detail = lab.ask(f"experiments/{number_of(page)}")
    (final,) = detail["matches"]
    check_match(final, lk.play_match(*detail["players"], pairs=500, sprt=Sprt(0, 50)))
    assert page.locator(".sentence").first.inner_text() == minus(final["sentence"])
    assert detail["command"] in page.locator("pre").inner_text()
    cells = page.locator(".standings tbody td").all_inner_texts()
    assert cells[2] == f"{final['ww']} / {final['split']} / {final['ll']}"
    (live,) = detail["standing"]["pairings"]
    for name in ("ww", "split", "ll", "wins", "losses"):  # without pairs that were under way
        assert live[name] == final[name]
    counted = final["ww"] + final["split"] + final["ll"]
    said = page.get_by_text(f"The first {counted} pairs decided the test").count()
    assert said == (detail["standing"]["played"] > counted)
    page.locator(".small-boards a").first.wait_for()
    # Games that had begun are played to their end; the history still ends at the decision.
    last = lab.ask(f"experiments/{number_of(page)}/history", pairing=0)["points"][-1]["pairs"]
    said = page.locator("[aria-label=History]").inner_text()
    assert re.findall(r"after ([0-9,]+) pairs", said)[0] == f"{last:,}"


def test_the_lab_says_where_experiments_are_kept(lab, request):
    is_site = "site" in request.node.name.rpartition("[")[2]
    kept = "kept in this browser" if is_site else "share one file"
    assert kept in lab.page.locator(".lab-head").inner_text()


def test_a_match_is_stopped_resumed_and_ends_as_if_it_had_never_stopped(lab):
    """It says how many pairs are left while it runs, and promises none once they are played."""
    page = lab.page
    players = ["AlphaBeta(improved, nodes=400)"] * 2
    # One worker of the server finishes its pairs in order, however large its chunks are.
    # It must not end before it is stopped, however slow the page is.
    asked = {"players": players, "sprt": {"elo0": 0, "elo1": 0.5}, "seed": 3, "workers": 1}
    number = lab.start(**asked, pairs=100_000)
    lab.show(number)
    left = re.compile(r"about [\d,]+ pairs left, more than planned")
    page.locator(".sprt", has_text=left).wait_for()
    lab.press("Stop")
    lab.wait_for_state("stopped")
    lab.press("Resume")
    lab.wait_for_state("running")
    lab.press("Stop")
    lab.wait_for_state("stopped")
    played = lab.ask(f"experiments/{number}/summary")["played"]
    assert 0 < played < 100_000
    lab.go("#/lab")
    page.locator(f".experiment-row[data-key='{number}'] .state.stopped").wait_for()
    page.reload()
    pairs = played + 32 * (os.cpu_count() or 1)  # at least all that the site had under way
    assert lab.start(**asked, pairs=pairs) == number
    found = lab.finish(number)
    assert found["played"] >= pairs
    expected = lk.play_match(*players, pairs=found["played"], sprt=Sprt(0, 0.5), seed=3)
    check_match(found["matches"][0], expected)
    history = lab.ask(f"experiments/{number}/history", pairing=0)
    assert history["points"][-1]["llr"] == pytest.approx(expected.facts()["llr"], abs=1e-6)
    lab.show(number)
    page.locator(".sprt", has_text="inconclusive after all its pairs").wait_for()
    assert page.get_by_text("pairs left").count() == 0
    page.get_by_text("the interval that stays valid at every look").wait_for()


def test_mistakes_in_the_form_are_named_and_a_later_start_and_error_rates_are_kept(lab):
    """The form's are those of the command line, and results say where games began."""
    page = lab.page
    lab.press("Tournament")
    page.get_by_label("Players, one per line").fill("AlphaBeta(imporved, depth=2)\nRandom")
    page.locator(".spec-note", has_text="line 1: unknown heuristic 'imporved'; did you").wait_for()
    lab.press("Start")
    page.locator("p.problem", has_text="did you mean 'improved'?").wait_for()
    lab.visit.check_refused(400)
    lab.press("Match")
    for builder in ("Player A", "Player B"):
        group = page.get_by_role("group", name=builder)
        group.get_by_label("Method").select_option("Greedy")
    page.get_by_label("Stop").select_option("own")
    page.locator("input[name=alpha]").fill("0.9")
    page.locator("input[name=beta]").fill("0.1")
    page.locator("input[name=pairs]").fill("4")
    page.locator("summary", has_text="later start").click()
    page.get_by_label("Start ply").fill("60")
    lab.press("Start")
    page.locator("p.problem", has_text="alpha").wait_for()
    lab.visit.check_refused(4)
    page.locator("input[name=alpha]").fill("0.01")
    lab.press("Start")
    page.locator(".problem", has_text="start_ply must be a whole number from 3 to 48").wait_for()
    lab.visit.check_refused(400)
    page.get_by_label("Start ply").fill("10")
    lab.press("Start")
    lab.wait_for_state("finished")
    command = page.locator("pre").inner_text()
    assert "--alpha 0.01 --beta 0.1" in command
    assert "--start-ply 10" in command
    page.get_by_text("Games from positions after 10 plies of quick self-play.").first.wait_for()
    detail = lab.ask(f"experiments/{number_of(page)}")
    test = Sprt(0, 20, alpha=0.01, beta=0.1)
    expected = lk.play_match(*detail["players"], pairs=4, sprt=test, start_ply=10)
    check_match(detail["matches"][0], expected)
    page.get_by_role("link", name="Clone or edit…").click()
    page.get_by_text("Copied from an experiment").wait_for()
    shown = {"alpha": "0.01", "beta": "0.1", "start_ply": "10", "pairs": "4"}
    for name, value in shown.items():
        assert page.locator(f"input[name={name}]").input_value() == value


def test_a_result_has_roles_a_chart_and_games_to_replay(lab):
    page = lab.page
    found = lab.play(**SMALL, seed=5)
    number, (match,) = found["id"], found["matches"]
    lab.show(number)
    cells = page.get_by_label("Table of results by role").locator("tbody td").all_inner_texts()
    names = ("a_attacker", "a_defender", "b_attacker", "b_defender")
    assert cells == [
        describe_rate(
            lk.stats.Estimate(*(match[f"{name}_{part}"] for part in ("rate", "low", "high")))
        )
        for name in names
    ]
    page.locator("summary", has_text="Chart").click()
    chart = page.locator(".chart", has_text="Strength, with intervals")
    chart.wait_for()
    assert chart.locator(".chart-label").all_inner_texts() == [f"{match['a']} - {match['b']}"]
    chart.locator(".chart-rows").press("ArrowDown")
    assert chart.locator(".series-readout").inner_text().startswith(f"{match['a']} - {match['b']}")
    page.locator("summary", has_text="Games").click()
    games = lab.ask(f"experiments/{number}/games")["games"]
    page.get_by_label("Opening").fill("d4 zz")
    page.get_by_text("not a square: 'zz'").wait_for()
    lab.visit.check_refused(400)
    page.get_by_label("Opening").fill(" ".join(games[2]["opening"]))
    page.get_by_role("link", name="0.1.2", exact=True).click()
    page.wait_for_selector(".replay")
    game = lab.ask(f"experiments/{number}/games/0.1.2")
    if game["choices"] is None:  # a browser does not play it again
        note = page.get_by_text("Replays with both players' thinking need the installed program")
        assert f"--import lastknight-experiment-{number}.jsonl" in note.inner_text()
        assert page.get_by_text("The installed program shows its thinking.").count() == 2
    for player in (1, 2):
        thoughts = [choice for choice in game["choices"] or () if choice["player"] == player]
        rows = page.locator(f".thinking.p{player} tbody tr")
        assert rows.count() == len(thoughts)
        if thoughts:
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


def test_a_tournament_has_ratings_a_chart_and_says_what_they_rest_on(lab):
    page = lab.page
    players = ["Greedy(open)", "Greedy(improved)"]
    found = lab.play(kind="tournament", players=players, against=["Random"], pairs=6)
    lab.show(found["id"])
    page.get_by_text("The ratings come mostly from games with Random: 100 %").wait_for()
    page.get_by_label("Table of results by role").wait_for()
    page.locator("summary", has_text="Chart").click()
    labels = page.locator(".chart .chart-label")
    labels.first.wait_for()
    assert labels.all_inner_texts() == [row["player"] for row in found["ratings"]]


def test_experiments_are_compared_cloned_named_and_deleted(lab):
    page = lab.page
    one, other = (lab.play(**SMALL, seed=seed)["id"] for seed in (5, 6))
    lab.go("#/puzzles")
    lab.go("#/lab")
    page.locator(f"[data-id='{one}']").check()
    page.locator(f"[data-id='{other}']").check()
    page.locator(".compare-line a").click()
    page.locator(".difference").wait_for()
    found = lab.ask("compare", a=one, b=other)
    sentence = minus(found["differences"][0]["sentence"])
    assert page.locator(".difference .sentence").first.inner_text() == sentence
    assert page.locator(".difference .interval").count() == 3
    assert any("random seed" in line for line in found["conditions"])
    for line in found["conditions"]:
        page.get_by_text(line).wait_for()
    lab.show(other)
    lab.press("Name and note")
    page.get_by_role("textbox", name="Name").fill("a first try")
    page.get_by_role("textbox", name="Note").fill("with too few pairs")
    lab.press("Save")
    page.get_by_role("heading", name="a first try").wait_for()
    page.get_by_role("link", name="Clone or edit").click()
    page.get_by_text("Copied from an experiment.").wait_for()
    assert page.locator("input[name=seed]").input_value() == "6"
    page.locator("input[name=pairs]").fill("5")
    lab.press("Start")
    page.wait_for_url(f"**/#/experiments/{other}")
    page.get_by_text("5 of 5").wait_for()
    lab.press("Delete")
    lab.press("Delete for good")
    page.get_by_role("heading", name="Lab").wait_for()
    assert other not in {row["id"] for row in lab.ask("experiments")}


def test_counts_of_one_are_singular(lab):
    """In figures, games, histories and sentences."""
    page = lab.page
    found = lab.play(players=["Random", "Random"], pairs=1, openings="empty", width=1, height=1)
    lab.show(found["id"])
    figures = page.locator(".big-figure").all_inner_texts()
    assert figures[0].split() == ["1", "of", "1", "pairs"]
    assert page.locator(".small-boards .muted").first.inner_text() == "1 move"
    label = page.locator(".small-boards .board").first.get_attribute("aria-label")
    assert label.endswith("won after 1 move")
    page.locator(".small-boards a").first.click()
    page.get_by_text("won after 1 move (no legal move)").wait_for()
    assert "Board after 1 move:" in page.locator(".board").get_attribute("aria-label")
    players = ["AlphaBeta(improved, nodes=1)", "AlphaBeta(open, nodes=1)"]
    found = lab.play(players=players, pairs=2, sprt={"elo0": 0, "elo1": 50})
    assert found["title"].endswith("1 node)")
    lab.show(found["id"])
    history = page.locator("[aria-label=History]")
    chart = history.locator("svg").first
    chart.wait_for()
    chart.press("ArrowLeft")
    chart.press("ArrowLeft")
    history.locator(".series-readout", has_text="after 1 pair: ").first.wait_for()


def test_puzzles_are_solved_and_shown(visit):
    """A wrong move is reported as wrong; the line shown is that of the winning move only."""
    one = visit()
    puzzle = one.server.ask("api/puzzles?number=3")
    position = lk.Position.parse(puzzle["position"])
    wins = [move for move, who in lk.solve(position).moves.items() if who == position.to_move]
    wrong = next(move for move in position.legal_moves() if move not in wins)
    assert len(wins) == 1
    page = one.go("#/puzzles/3")
    one.square(lk.format_square(wrong)).click()
    one.wait_for_status(f"{lk.format_square(wrong)} gives away the win")
    one.square(lk.format_square(wins[0])).click()
    one.wait_for_status(f"Right: {lk.format_square(wins[0])} wins")
    page.get_by_role("link", name="Next puzzle").click()
    page.get_by_role("heading", name="Puzzle 4").wait_for()
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
