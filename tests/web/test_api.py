"""The board's API: every answer is the same as the call in Python."""

import pytest

import lastknight as lk
from lastknight.web.routes.catalog import LEVELS
from web_client import events_of, running

POSITION = "d4 f3 b5 e5 c3 g4"
MINE = "def mine(position, player):\n    return len(position.legal_moves(player))\n"


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    folder = tmp_path_factory.mktemp("web")
    (folder / "mine.py").write_text(MINE)
    with running(folder, workers=1, files=(f"{folder}/mine.py:mine",)) as client:
        yield client


def ask(client, path, **parameters):
    answer = client.get(f"/api/{path}", params=parameters)
    assert answer.status_code == 200, answer.text
    return answer.json()


def refuse(client, path, **parameters):
    answer = client.get(f"/api/{path}", params=parameters)
    assert 400 <= answer.status_code < 500
    assert answer.json().keys() == {"error"}
    return answer.json()["error"]


def test_everything_in_the_catalogue_can_be_used(client):
    catalog = ask(client, "catalog")
    for entry in catalog["heuristics"]:
        assert str(lk.heuristic(entry["spec"])) == entry["spec"]
    for level in catalog["levels"]:
        assert str(lk.player(level["spec"])) == level["spec"]
    assert [level["name"] for level in catalog["levels"]][:: len(catalog["levels"]) - 1] == [
        "Random",
        "Perfect",
    ]
    text = str(lk.Position.from_moves(POSITION))
    specs = [entry["spec"] for entry in catalog["heuristics"]] + catalog["files"]
    values = ask(client, "values", position=text, heuristic=specs[:20])
    assert len(values["heuristics"]) == len(specs)


def test_every_level_beats_the_one_below():
    """Up to Strong; from there on a game takes longer than a test may."""
    specs = [level.spec for level in LEVELS[:5]]
    for stronger, weaker in zip(specs[1:], specs, strict=False):
        match = lk.play_match(stronger, weaker, pairs=100, seed=2)
        assert match.elo.low > 0, f"{stronger} against {weaker}: {match.elo}"


def test_a_line_has_every_position(client):
    line = ask(client, "line", moves="d4,b1,c2")
    position = lk.Position.from_moves("d4 b1 c2")
    assert [one["text"] for one in line["positions"]] == [
        str(lk.Position.from_moves(moves)) for moves in ("", "d4", "d4 b1", "d4 b1 c2")
    ]
    last = line["positions"][-1]
    assert last["legal_moves"] == [lk.format_square(move) for move in position.legal_moves()]
    assert last["locations"] == ["c2", "b1"]
    assert (last["to_move"], last["winner"], last["is_over"]) == (2, None, False)


def test_a_line_can_have_a_board_of_its_own(client):
    line = ask(client, "line", width=3, height=4, blocked="a1,c4")
    assert line["start"] == str(lk.Position(3, 4, "a1 c4"))
    assert line["blocked"] == ["a1", "c4"]
    assert ask(client, "line", start=line["start"])["start"] == line["start"]


def test_an_illegal_move_is_named(client):
    assert refuse(client, "line", moves="d4,d4").startswith("move 2: ")
    assert "not a square" in refuse(client, "line", moves="d4,nonsense")


@pytest.mark.parametrize(
    "spec", ["Random", "Greedy(ratio)", "AlphaBeta(improved, nodes=3000)", "Perfect"]
)
def test_choices_are_those_of_the_player(client, spec):
    position = lk.Position.from_moves(POSITION)
    found = ask(client, "choose", position=str(position), player=spec, seed=7)
    choice = lk.player(spec).choose(position, seed=7)
    assert lk.parse_square(found["move"]) == choice.move
    assert (found["nodes"], found["depth"], found["solved"]) == (
        choice.nodes,
        choice.depth,
        choice.solved,
    )


def test_thinking_goes_deeper_and_ends_with_the_choice(client):
    text = str(lk.Position.from_moves("d4 b1"))
    asked = {"position": text, "player": "AlphaBeta(improved, nodes=3000)", "seed": 7}
    events = events_of(client.get("/api/think", params=asked).text)
    assert [name for name, _ in events] == ["iteration"] * (len(events) - 1) + ["choice"]
    depths = [data["depth"] for _, data in events[:-1]]
    assert depths == list(range(1, len(events)))
    chosen = ask(client, "choose", **asked)
    last = events[-1][1]
    assert {**last, "seconds": 0} == {**chosen, "seconds": 0}
    assert events[-2][1]["line"] == last["line"]


@pytest.mark.parametrize(
    ("spec", "depths"),
    [
        ("AlphaBeta(improved, depth=5)", [1, 2, 3, 4, 5]),
        ("Minimax(open)", [1, 2, 3]),
        ("Greedy(open)", [1]),
        ("Expert(nodes=5000)", [1, 2, 3, 4, 5, 6, 7]),
        ("Random", []),
        ("Perfect", []),
    ],
)
def test_every_player_can_be_watched_thinking(client, spec, depths):
    text = str(lk.Position.from_moves("d4 b1"))
    asked = {"position": text, "player": spec}
    events = events_of(client.get("/api/think", params=asked).text)
    assert [data["depth"] for _, data in events[:-1]] == depths
    assert events[-1][0] == "choice"
    assert {**events[-1][1], "seconds": 0} == {**ask(client, "choose", **asked), "seconds": 0}


def test_thinking_searches_once(client):
    """The nodes of the depths are those of one search, not of one search per depth."""
    text = str(lk.Position.from_moves("d4 b1"))
    asked = {"position": text, "player": "AlphaBeta(improved, nodes=3000)", "seed": 7}
    events = events_of(client.get("/api/think", params=asked).text)
    reported = []
    lk.AlphaBeta("improved", nodes=3000).choose(
        lk.Position.parse(text), seed=7, on_depth=reported.append
    )
    assert [data["nodes"] for _, data in events[:-1]] == [choice.nodes for choice in reported]


def test_a_search_beyond_the_limits_is_refused_not_changed(client):
    text = str(lk.Position.from_moves("d4 b1"))
    for spec in ("AlphaBeta(open, nodes=100000000)", "AlphaBeta(open, seconds=60)"):
        assert "at most" in refuse(client, "choose", position=text, player=spec)
    deep = refuse(client, "choose", position=text, player="AlphaBeta(open, depth=40)")
    assert "reduce its depth" in deep


def test_values_are_those_of_the_player_to_move(client):
    position = lk.Position.from_moves(POSITION)
    found = ask(client, "values", position=str(position), heuristic=["improved", "ratio"])
    for row in found["heuristics"]:
        value = lk.heuristic(row["spec"])
        assert row["here"] == value(position, position.to_move)
        for move in row["moves"]:
            after = position.play(move["move"])
            assert move["value"] == value(after, position.to_move)


def test_a_heuristic_that_fails_leaves_the_others_their_values(client):
    position = str(lk.Position.from_moves(POSITION))
    asked = ["improved", "imporved", "ratio"]
    first, failed, last = ask(client, "values", position=position, heuristic=asked)["heuristics"]
    assert [first["problem"], last["problem"]] == [None, None]
    assert len(first["moves"]) == len(last["moves"]) > 0
    assert (failed["spec"], failed["here"], failed["moves"]) == ("imporved", None, [])
    assert "did you mean 'improved'?" in failed["problem"]


@pytest.mark.parametrize(
    ("what", "spec", "found"),
    [
        ("heuristic", "improved-.5*center", "improved - 0.5 * center"),
        ("player", "Minimax(open,depth=3)", "Minimax(open, depth=3)"),
        ("player", "AlphaBeta(open, nodes=100000000)", "AlphaBeta(open, nodes=100000000)"),
    ],
)
def test_a_spec_is_checked_and_written_in_full(client, what, spec, found):
    assert ask(client, "check", what=what, spec=spec) == {"spec": found, "problem": None}


@pytest.mark.parametrize(
    ("what", "spec", "problem"),
    [
        ("heuristic", "imporved", "did you mean 'improved'?"),
        ("heuristic", "", "a heuristic"),
        ("heuristic", "other.py:mine", "is not among the files"),
        ("player", "AlphaBeta(improved)", "needs a limit"),
        ("player", "AlphaBeta(improved, nodes=100000000)", "at most"),
    ],
)
def test_a_check_says_what_is_wrong(client, what, spec, problem):
    found = ask(client, "check", what=what, spec=spec, on_board=True)
    assert found["spec"] is None
    assert problem in found["problem"]


def test_a_check_runs_the_users_function(client):
    mine = ask(client, "catalog")["files"][0]
    assert ask(client, "check", what="heuristic", spec=f"{mine} - open")["problem"] is None


@pytest.mark.parametrize(
    ("path", "asked", "line"),
    [
        ("line", {"width": 0}, "width must be at least 1, got '0'"),
        ("line", {"width": 900}, "width must be at most 128, got '900'"),
        ("line", {"width": ""}, "width must be a whole number, got nothing"),
        ("line", {"width": "7.5"}, "width must be a whole number, got '7.5'"),
        ("solve", {}, "position is missing"),
        ("solve", {"position": "." * 500}, "position must have at most 400 characters"),
        ("puzzles", {"level": "silly"}, "level must be 'easy', 'medium' or 'hard', got 'silly'"),
        ("experiments/a%20b", {}, "experiment must match "),
    ],
)
def test_a_wrong_value_is_described_in_our_words(client, path, asked, line):
    assert refuse(client, path, **asked).startswith(line)


def test_more_lines_are_the_best_of_the_other_moves(client):
    position = lk.Position.from_moves("d4 f3 b5 e5 c3 g4 a4 f6")
    asked = {"position": str(position), "player": "AlphaBeta(improved, nodes=3000)", "lines": 3}
    *_, (name, others), (_, choice) = events_of(client.get("/api/think", params=asked).text)
    assert name == "others"
    firsts = [one["line"][0] for one in others["lines"]]
    assert len({choice["move"], *firsts}) == 3
    legal = {lk.format_square(move) for move in position.legal_moves()}
    assert {choice["move"], *firsts} <= legal
    numbers = [
        {"win": 1e9, "loss": -1e9}.get(one["score"], one["score"]) for one in others["lines"]
    ]
    assert numbers == sorted(numbers, reverse=True)
    for one in others["lines"]:
        moves = ["d4", "f3", "b5", "e5", "c3", "g4", "a4", "f6"] + one["line"]
        lk.Position.from_moves(" ".join(moves))


@pytest.mark.parametrize("spec", ["Random", "Perfect", "Greedy(open)", "Minimax(open, depth=2)"])
def test_every_player_can_be_asked_for_more_lines(client, spec):
    asked = {"position": str(lk.Position.from_moves("d4 b1")), "player": spec, "lines": 5}
    events = events_of(client.get("/api/think", params=asked).text)
    assert [name for name, _ in events][-2:] == ["others", "choice"]


def test_infinite_values_are_words(client):
    found = ask(client, "values", position="1.x/.../.2.:1", heuristic="improved")
    assert found["heuristics"][0]["moves"] == [{"move": "c2", "value": "win"}]


def test_winners_are_those_of_the_solver(client):
    for moves in (POSITION, "d4 b1", "d4"):
        position = lk.Position.from_moves(moves)
        found = ask(client, "solve", position=str(position))
        assert found["winner"] == lk.solve(position).winner
        assert found["reason"] is None
        if moves == POSITION:
            expected = lk.solve(position).moves
            assert {lk.parse_square(m["move"]): m["winner"] for m in found["moves"]} == expected
    assert ask(client, "solve", position=str(lk.Position()))["winner"] == 2


@pytest.mark.parametrize("text", [".../.../...:2", "..2/.../...:1", "1../.../...:2"])
def test_winners_are_right_whoever_places_first(client, text):
    """The opening tables are for player 1 placing first; other orders are proved."""
    position = lk.Position.parse(text)
    assert ask(client, "solve", position=text)["winner"] == lk.solve(position).winner


def test_an_unproved_position_says_so(client):
    found = ask(client, "solve", position=str(lk.Position.from_moves("f6 b1", width=11, height=11)))
    assert found["winner"] is None
    assert "not proved within" in found["reason"]


def test_terms_name_their_squares(client):
    position = lk.Position.from_moves(POSITION)
    found = ask(client, "why", position=str(position), heuristic="improved", player=2)
    assert [part["player"] for part in found["parts"]] == [2, 1]
    for part in found["parts"]:
        moves = position.legal_moves(part["player"])
        assert part["squares"] == [lk.format_square(move) for move in moves]


def test_a_function_of_the_users_keeps_its_secret(client):
    spec = ask(client, "catalog")["files"][0]
    text = str(lk.Position.from_moves(POSITION))
    found = ask(client, "why", position=text, heuristic=spec)
    assert found["parts"] == []
    assert "your own function" in found["sentence"]
    mixed = ask(client, "why", position=text, heuristic=f"{spec} - improved")
    assert mixed["parts"][0]["label"] == spec


def test_a_review_finds_every_mistake(client):
    moves = "d4 f3 b5 e5 c3 g4 a4 f6 c5 d7 d3 b6 e1 c4 c2"
    positions = (
        lk.Position.from_moves(""),
        *(lk.Position.from_moves(" ".join(moves.split()[: ply + 1])) for ply in range(15)),
    )
    asked = {"start": str(positions[0]), "moves": moves.replace(" ", ",")}
    *plies, (name, done) = events_of(client.get("/api/review", params=asked).text)
    assert name == "done"
    assert sorted(data["ply"] for _, data in plies) == list(range(16))
    winners = [lk.solve(position, threads=2).winner for position in positions[2:]]
    for _, data in plies:
        if data["ply"] >= 3:
            before, after = (winners[data["ply"] - 3 + step] for step in (0, 1))
            mover = positions[data["ply"] - 1].to_move
            assert data["winner"] == after
            assert data["mistake"] == (before == mover != after)
            for move in data["best_moves"]:
                assert lk.solve(positions[data["ply"] - 1].play(move)).winner == mover
    assert done["mistakes"] == sorted(data["ply"] for _, data in plies if data["mistake"])
    assert done["mistakes"]


def test_puzzles_are_served_and_checked(client):
    puzzle = ask(client, "puzzles", number=2, level="hard")
    assert puzzle["level"] == "hard"
    assert puzzle["grade"] == len(puzzle["missed_by"]) >= 10
    position = lk.Position.parse(puzzle["position"])
    rights = []
    for move in position.legal_moves():
        name = lk.format_square(move)
        found = ask(client, "puzzles/answer", number=2, level="hard", move=name)
        assert found["line"][0] == name
        rights += [name] if found["right"] else []
    assert rights == [found["best"]]
    assert lk.solve(position.play(found["best"])).winner == position.to_move
    assert "number must be from 1 to" in refuse(client, "puzzles", number=100000)
