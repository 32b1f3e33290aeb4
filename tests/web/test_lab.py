"""The lab: experiments are the same as on the command line, in the same file."""

import json
import shlex
from pathlib import Path
from time import sleep

import pytest

import lastknight as lk
from lastknight.cli import main
from lastknight.matches.archive import stored_games
from lastknight.matches.store import Store
from lastknight.matches.tournament import play_match
from lastknight.report import write_report
from lastknight.report.text.game_links import link_to
from report_facts import one_facts
from web_client import events_of, running

MINE = "def mine(position, player):\n    return len(position.legal_moves(player))\n"
MATCH = {
    "kind": "match",
    "players": ["AlphaBeta(ratio, depth=2)", "AlphaBeta(improved, depth=2)"],
    "pairs": 150,
    "seed": 5,
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("lab")


@pytest.fixture(scope="module")
def client(folder):
    (folder / "mine.py").write_text(MINE)
    with running(folder, workers=1, files=(f"{folder}/mine.py:mine",)) as client:
        yield client


@pytest.fixture(scope="module")
def played(client):
    """A match started in the page and watched to its end: its id and its events."""
    number = start(client, MATCH)
    events = events_of(client.get(f"/api/experiments/{number}/live").text)
    return number, events


def start(client, request):
    answer = client.post("/api/experiments", json=request)
    assert answer.status_code == 200, answer.text
    return answer.json()["id"]


def ask(client, path, **parameters):
    answer = client.get(f"/api/{path}", params=parameters)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_a_match_is_watched_to_its_end(played):
    _, events = played
    assert [name for name, _ in events][-1] == "end"
    assert {name for name, _ in events[:-1]} == {"standing"}
    assert events[-1][1] == {"state": "finished"}
    last = events[-2][1]
    assert (last["state"], last["played"], last["planned"]) == ("finished", 150, 150)
    counts = [standing["played"] for _, standing in events[:-1]]
    assert counts == sorted(counts)
    row = last["pairings"][0]
    assert row["elo"]["low"] < row["elo"]["value"] < row["elo"]["high"]
    for board in last["boards"]:
        game = lk.Game(
            lk.Position.parse(board["start"]), tuple(map(lk.parse_square, board["moves"]))
        )
        assert game.winner == board["winner"]
        assert str(game.position) == board["position"]


def test_its_numbers_are_the_same_as_in_python(client, played):
    number, _ = played
    match = play_match(*MATCH["players"], pairs=150, seed=5)
    found = ask(client, f"experiments/{number}")
    assert found["matches"] == [json.loads(json.dumps(match.facts()))]
    row = found["standing"]["pairings"][0]
    assert (row["ww"], row["split"], row["ll"]) == match.pairs
    assert found["ratings"] is None


def test_its_command_plays_no_game_again(client, played, folder, capsys):
    number, _ = played
    command = shlex.split(ask(client, f"experiments/{number}")["command"])
    with lk.Store(folder / "games.db") as store:
        before = store.done(int(number))
    assert main([*command[1:], "--json", "-"]) == 0, capsys.readouterr().err
    result = json.loads(capsys.readouterr().out)
    assert result["sentence"] == ask(client, f"experiments/{number}")["matches"][0]["sentence"]
    with lk.Store(folder / "games.db") as store:
        assert store.done(int(number)) == before


def test_its_command_is_stored_as_its_request_says(client, played):
    number, _ = played
    about = ask(client, f"experiments/{number}")["about"]
    assert about["request"]["players"] == MATCH["players"]
    words = ["lastknight", "match", *MATCH["players"], "--pairs", "150", "--seed", "5"]
    assert shlex.split(about["command"]) == words


def test_any_game_can_be_replayed_with_both_players_thinking(client, played):
    number, _ = played
    listed = ask(client, f"experiments/{number}/games", pair=149)
    assert [row["name"] for row in listed["games"]] == ["0.149.1", "0.149.2"]
    assert listed["next"] is None
    page = ask(client, f"experiments/{number}/games", count=3)
    assert [row["name"] for row in page["games"]] == ["0.0.1", "0.0.2", "0.1.1"]
    following = ask(client, f"experiments/{number}/games", count=1, after=page["next"])
    assert following["games"][0]["name"] == "0.1.2"
    game = ask(client, f"experiments/{number}/games/0.17.2")
    assert game["players"] == [MATCH["players"][1], MATCH["players"][0]]
    line = lk.Game(lk.Position.parse(game["start"]), tuple(map(lk.parse_square, game["line"])))
    assert line.winner == 1 + game["players"].index(MATCH["players"][game["winner"] == "b"])
    assert [one["move"] for one in game["choices"]] == game["moves"]
    assert {one["player"] for one in game["choices"]} == {1, 2}
    late = ask(client, f"experiments/{number}/games/0.149.2")  # beyond those that keep it
    assert [one["move"] for one in late["choices"]] == late["moves"]
    assert all(one["nodes"] > 0 for one in late["choices"])
    missing = client.get(f"/api/experiments/{number}/games/0.999.1")
    assert (missing.status_code, missing.json()["error"]) == (
        400,
        f"experiment {number} has no game 0.999.1",
    )


def test_a_stopped_and_resumed_match_has_the_same_numbers(client, tmp_path):
    request = MATCH | {"pairs": 100_000, "players": ["AlphaBeta(ratio, nodes=2000)", "Random"]}
    number = start(client, request)
    again = client.post("/api/experiments", json=request)
    assert (again.status_code, again.json()["error"]) == (
        409,
        f"experiment {number} is already running",
    )
    with client.stream("GET", f"/api/experiments/{number}/live") as live:
        for line in live.iter_lines():
            if line.startswith("data: ") and json.loads(line[6:])["played"]:
                break
    answer = client.post(f"/api/experiments/{number}/stop", json={})
    assert answer.status_code == 200, answer.text
    stopped = ask(client, f"experiments/{number}")
    assert stopped["state"] == "stopped"
    assert 0 < stopped["played"] < 100_000
    assert stopped["error"] is None
    # It may end while a request to stop it is under way, so stopping it twice is no mistake.
    assert client.post(f"/api/experiments/{number}/stop", json={}).json() == {"id": number}
    assert client.post(f"/api/experiments/{number}/resume", json={}).json() == {"id": number}
    client.post(f"/api/experiments/{number}/stop", json={})
    resumed = ask(client, f"experiments/{number}")
    assert resumed["played"] >= stopped["played"]
    pairs = resumed["matches"][0]
    games = ask(client, f"experiments/{number}/games", count=100)["games"]
    assert games
    # Chunks are stored in any order, so the first games may not be those of the first pairs.
    whole = tmp_path / "whole.db"
    play_match(
        *request["players"], pairs=1 + max(game["pair"] for game in games), seed=5, store=whole
    )
    with Store(whole) as store:
        won = {
            (one.pair, one.number): one.a_won for one in stored_games(store, *store.experiments())
        }
    for game in games:
        assert (game["winner"] == "a") == won[game["pair"], game["game"]]
    assert pairs["a"] == request["players"][0]


def test_an_sprt_stops_when_it_has_decided(client):
    request = {
        "kind": "match",
        "players": ["AlphaBeta(improved, depth=2)", "Random"],
        "sprt": {"elo0": 0, "elo1": 50},
    }
    number = start(client, request)
    *_, (_, last), (_, end) = events_of(client.get(f"/api/experiments/{number}/live").text)
    assert end == {"state": "finished"}
    assert last["sprt"]["decision"] == "elo1"
    assert last["sprt"]["llr"] >= last["sprt"]["high"]
    assert last["played"] < last["planned"] == 50_000
    assert next(one for one in ask(client, "experiments") if one["id"] == number)["state"] == (
        "finished"
    )


def test_a_tournament_has_ratings_and_a_chart(client):
    request = {"kind": "tournament", "players": ["Greedy(open)", "Greedy(improved)", "Random"]}
    number = start(client, request | {"pairs": 20})
    client.get(f"/api/experiments/{number}/live")
    found = ask(client, f"experiments/{number}")
    ratings = {row["player"]: row["elo"] for row in found["ratings"]}
    assert list(ratings) == sorted(ratings, key=ratings.__getitem__, reverse=True)
    assert ratings[request["players"][0]] == 0
    assert found["standing"]["ratings"] == found["ratings"]
    assert len(found["matches"]) == 3
    chart = ask(client, f"experiments/{number}/charts/standings")
    assert "layer" in chart
    drawn = client.get(f"/api/experiments/{number}/charts/standings.svg?scheme=dark")
    assert drawn.headers["content-type"] == "image/svg+xml"
    assert drawn.text.startswith("<svg")


def test_experiments_of_the_command_line_are_listed_and_resumed(client, folder):
    words = ["match", "Greedy(open)", "Random", "--pairs", "8", "--file", str(folder / "games.db")]
    assert main(words) == 0
    newest = ask(client, "experiments")[0]
    assert newest["players"] == ["Greedy(open)", "Random"]
    assert (newest["state"], newest["played"], newest["planned"]) == ("finished", 8, 8)
    assert shlex.split(newest["command"]) == ["lastknight", *words]
    resumed = client.post(f"/api/experiments/{newest['id']}/resume", json={})
    assert resumed.json() == {"id": newest["id"]}


def test_a_heuristic_of_a_file_plays_as_the_one_it_is(client, folder):
    players = [f"Greedy({folder}/mine.py:mine)", "Greedy(open)"]
    number = start(client, {"kind": "match", "players": players, "pairs": 3})
    client.get(f"/api/experiments/{number}/live")
    found = ask(client, f"experiments/{number}")
    assert (found["state"], found["error"]) == ("finished", None)
    match = play_match("Greedy(open)", "Greedy(open)", pairs=3)
    assert found["matches"][0]["wins"] == match.wins


def test_the_history_ends_with_the_result(client, played):
    number, _ = played
    found = ask(client, f"experiments/{number}")["standing"]["pairings"][0]
    history = ask(client, f"experiments/{number}/history")
    assert (history["a"], history["b"]) == tuple(MATCH["players"])
    pairs = [point["pairs"] for point in history["points"]]
    assert pairs == sorted(set(pairs))
    assert pairs[-1] == 150
    last = history["points"][-1]
    assert (last["elo"], last["low"]) == pytest.approx((found["elo"]["value"], found["elo"]["low"]))


def test_more_experiments_wait_for_their_turn(client):
    """Two run at once; the third starts when one of them ends, and can be taken out before."""
    slow = MATCH | {"pairs": 100_000, "players": ["AlphaBeta(open, nodes=3000)", "Random"]}
    first, second, third, fourth = (start(client, slow | {"seed": seed}) for seed in range(4))

    def states():
        listed = {one["id"]: one["state"] for one in ask(client, "experiments")}
        return [listed[name] for name in (first, second, third, fourth)]

    assert states() == ["running", "running", "waiting", "waiting"]
    assert ask(client, f"experiments/{fourth}")["standing"]["place"] == 2
    assert client.post(f"/api/experiments/{third}/delete", json={}).status_code == 409
    for name in (third, first):
        assert client.post(f"/api/experiments/{name}/stop", json={}).status_code == 200
    with client.stream("GET", f"/api/experiments/{fourth}/live") as live:
        for line in live.iter_lines():
            if line.startswith("data: ") and json.loads(line[6:])["played"]:
                break
    assert states() == ["stopped", "running", "stopped", "running"]
    for name in (second, fourth):
        client.post(f"/api/experiments/{name}/stop", json={})


def test_an_experiment_is_named_noted_and_deleted(client):
    number = start(client, MATCH | {"seed": 77, "pairs": 2})
    client.get(f"/api/experiments/{number}/live")
    label = {"name": "  first  try ", "note": "with the old weights"}
    assert client.post(f"/api/experiments/{number}/label", json=label).status_code == 200
    found = ask(client, f"experiments/{number}/summary")
    assert (found["title"], found["note"]) == ("first try", "with the old weights")
    assert found in ask(client, "experiments")
    assert client.post(f"/api/experiments/{number}/delete", json={}).status_code == 200
    assert number not in {one["id"] for one in ask(client, "experiments")}
    assert client.get(f"/api/experiments/{number}").status_code == 400
    again = start(client, MATCH | {"seed": 77, "pairs": 2})
    client.get(f"/api/experiments/{again}/live")
    assert ask(client, f"experiments/{again}/summary")["note"] == ""


def test_an_experiment_is_cloned_by_the_form_it_came_from(client, played):
    number, _ = played
    form = ask(client, f"experiments/{number}")["form"]
    assert client.post("/api/experiments", json=form).json() == {"id": number}
    client.get(f"/api/experiments/{number}/live")


def test_two_experiments_are_compared(client, played):
    number, _ = played
    other = start(client, MATCH | {"seed": 6, "pairs": 40})
    client.get(f"/api/experiments/{other}/live")
    label = {"name": "other openings", "note": ""}
    assert client.post(f"/api/experiments/{other}/label", json=label).status_code == 200
    found = ask(client, "compare", a=number, b=other)
    assert found["b"]["title"] == "other openings"
    assert found["conditions"] == ["random seed: 5 and 6"]
    row = found["differences"][0]
    assert row["difference"]["low"] < row["difference"]["value"] < row["difference"]["high"]
    assert row["difference"]["value"] == pytest.approx(row["first"]["elo"] - row["second"]["elo"])
    assert row["sentence"].startswith(" against ".join(MATCH["players"]))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"players": ["Random"]}, "two players"),
        ({"players": ["Random", "Rondom"]}, "did you mean 'Random'"),
        ({"openings": "census"}, "leave out the number of pairs"),
        ({"sprt": {"elo0": 5, "elo1": 0}}, "elo0"),
        ({"kind": "tournament", "sprt": {"elo0": 0, "elo1": 5}}, "only a match has an SPRT"),
        ({"kind": "analysis", "heuristics": ["improved"]}, "other than the baseline"),
        ({"width": 1, "height": 1}, "board"),
        ({"pairs": 0}, "pairs must be at least 1"),
        ({"surprise": 1}, "surprise is not a field"),
        ({"openings": "/etc/passwd"}, "openings must be"),
    ],
)
def test_a_wrong_form_gets_a_clear_error(client, change, said):
    before = len(ask(client, "experiments"))
    answer = client.post("/api/experiments", json=MATCH | change)
    assert 400 <= answer.status_code < 500
    assert said in answer.json()["error"]
    assert "\n" not in answer.json()["error"]
    assert len(ask(client, "experiments")) == before


def test_an_analysis_next_to_the_file_is_there_with_its_report(client, folder):
    place = folder / "analysis"
    write_report(one_facts(), place)
    lk.Store(place / "games.db").close()
    (place / "command.txt").write_text("lastknight analyze ratio\n")
    found = next(one for one in ask(client, "experiments") if one["id"] == "analysis")
    assert found["kind"] == "analysis"
    assert found["command"] == "lastknight analyze ratio"
    page = client.get(found["report"])
    assert page.content == link_to("/", (place / "report.html").read_bytes())
    assert 'href="/#/play?' in page.text
    assert "script-src" not in page.headers["content-security-policy"]
    assert client.get("/reports/analysis/").headers["location"] == found["report"]
    names = ask(client, "experiments/analysis")["charts"]
    assert "direct" in names
    assert "vconcat" in ask(client, "experiments/analysis/charts/direct")
    assert client.get("/reports/analysis/games.db").status_code == 404


def test_an_analysis_runs_in_a_new_folder(client, folder):
    number = start(client, {"kind": "analysis", "heuristics": ["ratio"], "nodes": 5000})
    assert (number, Path(folder / number).is_dir()) == ("analysis-1", True)
    found = next(one for one in ask(client, "experiments/analysis-1").items())
    assert found == ("id", "analysis-1")
    part = f"/api/experiments/{number}.1"
    while client.get(part).status_code != 200:
        sleep(0.05)
    refused = client.post(f"{part}/stop", json={})
    assert (refused.status_code, refused.json()["error"]) == (
        400,
        "analysis-1.1 is part of an analysis; stop analysis-1 instead",
    )
    assert client.post(f"/api/experiments/{number}/stop", json={}).status_code == 200
    detail = ask(client, f"experiments/{number}")
    assert detail["state"] == "stopped"
    assert detail["command"] == (
        f"lastknight analyze ratio --quick --nodes 5000 --output {folder / number}"
    )
    assert client.post(f"/api/experiments/{number}/resume", json={}).json() == {"id": number}
    assert client.post(f"/api/experiments/{number}/stop", json={}).status_code == 200
    assert detail["form"]["heuristics"] == ["ratio"]
    (folder / number / "mine.txt").write_text("not from the analysis")
    refused = client.post(f"/api/experiments/{number}/delete", json={})
    assert (refused.status_code, refused.json()["error"]) == (
        400,
        f"mine.txt in the folder {number} is not from this analysis; delete the folder yourself",
    )
    (folder / number / "mine.txt").unlink()
    assert client.post(f"/api/experiments/{number}/delete", json={}).status_code == 200
    assert not (folder / number).exists()
