"""The site's answers, computed in Node, are those of the installed program.

Expected values come from lastknight here and now, so there is no file of them to go stale.
"""

import pytest

import lastknight as lk
from lastknight.players import bench
from lastknight.web.queries import evaluations, proofs
from site_positions import POSITIONS, bench_searches, expected, plain

CATALOGUE = [str(lk.heuristic(name)) for name in lk.heuristics()]
COMPOSED = [
    "improved - 0.5*center",
    "-(reach(k=2)+1)*2.5",
    "ratio/open",
    "ratio*open-3",
    "switch(ratio, improved, blank=0.5)",
    "switch(reach, open*2, role=attacker) - 0.001*outer",
    "switch(reach, open*2, role=defender)",
    "shared(k=2) * -1",
    "exact_private(k=3)/2 + region_own - dead_ends",
    "1e-7*improved + 1234567*open",
    "3",
    "imporved",
]
PLAYERS = [
    "Random",
    "Greedy(open)",
    "Minimax(improved)",
    "AlphaBeta(ratio, depth=4)",
    "AlphaBeta(champion, nodes=3000)",
    "Expert(nodes=20000)",
    "switch(reach, open, blank=0.5)",
    "AlphaBeta(improved, nodes=6000000)",
    "AlphaBeta(improved, seconds=6)",
]


@pytest.mark.parametrize("position", POSITIONS, ids=str)
def test_values_and_terms_are_the_same(node, position):
    specs = [*CATALOGUE, *COMPOSED][:20]
    found = node.ask("/api/values", position=position, heuristic=specs)
    wanted = expected(evaluations.values, position=str(position), heuristics=specs)
    assert plain(found) == plain(wanted)
    for spec in (*CATALOGUE, *COMPOSED):
        for player in (1, 2):
            asked = {"position": str(position), "heuristic": spec, "player": player}
            found = node.ask("/api/why", **asked)
            assert plain(found) == plain(expected(evaluations.why, **asked)), (spec, player)


@pytest.mark.parametrize("position", POSITIONS, ids=str)
def test_choices_depths_lines_and_nodes_are_the_same(node, position):
    for player in PLAYERS:
        asked = {"position": str(position), "player": player, "seed": 7, "lines": 3}
        found = node.ask("/api/think", **asked)
        assert plain(found) == plain(expected(evaluations.think, **asked)), player


def test_perfect_chooses_the_same(node):
    for position in POSITIONS:
        if position.width * position.height <= 64:
            asked = {"position": str(position), "player": "Perfect", "seed": 0}
            found = node.ask("/api/choose", **asked)
            assert plain(found) == plain(expected(evaluations.choose, **asked)), position


def test_winners_are_the_same(node):
    for position in POSITIONS:
        if position.width * position.height < 64:
            found = node.ask("/api/solve", position=position)
            wanted = expected(proofs.solve, position=str(position))
            for answer in (found, wanted):
                del answer["result"]["nodes"]  # they depend on what was proved before
            assert plain(found) == plain(wanted), position


def test_reviews_are_the_same(node):
    position, moves = lk.Position(), []
    while not position.is_over:
        move = lk.player("Random").choose(position, seed=len(moves)).move
        moves.append(lk.format_square(move))
        position = position.play(move)
    start = str(lk.Position())
    found = node.ask("/api/review", start=start, moves=",".join(moves))
    wanted = expected(proofs.review, start=start, moves=" ".join(moves))
    for answer in (found, wanted):
        del answer["result"]["nodes"]
    assert plain(found) == plain(wanted)
    assert found["result"]["mistakes"]


@pytest.mark.parametrize("level", [None, "easy", "medium", "hard"])
def test_puzzles_are_the_same(node, level):
    given = {} if level is None else {"level": level}
    for number in (1, 7, 10**5):
        found = node.ask("/api/puzzles", number=number, **given)
        assert plain(found) == plain(expected(proofs.puzzle, number=number, level=level))
    position = lk.Position.parse(node.ask("/api/puzzles", number=7, **given)["result"]["position"])
    legal = [lk.format_square(move) for move in position.legal_moves()]
    for move in (*legal, "a1", "zz", "d4 d5"):
        found = node.ask("/api/puzzles/answer", number=7, move=move, **given)
        wanted = expected(proofs.answer, number=7, level=level, move=move)
        assert plain(found) == plain(wanted)


def test_games_are_read_as_by_the_server(node):
    line = node.ask("/api/line", width=5, height=4, blocked="a1,b2", moves="c3,d1,b1")["result"]
    assert line["moves"] == ["c3", "d1", "b1"]
    assert line["blocked"] == ["a1", "b2"]
    played = lk.Position(5, 4, "a1 b2").play("c3").play("d1").play("b1")
    assert line["positions"][-1]["text"] == str(played)
    refused = {
        "/api/line": ({"moves": "d4,d4"}, "move 2: "),
        "/api/solve": ({"position": "nonsense"}, "not a position"),
        "/api/choose": ({"position": str(played)}, "player is missing"),
        "/api/puzzles": ({"number": "many"}, "number must be a whole number, got 'many'"),
        "/api/nothing": ({}, "no such address"),
    }
    for path, (asked, said) in refused.items():
        assert said in node.ask(path, **asked)["error"]


def test_canonical_positions_and_leaf_counts_are_the_same(node):
    for position in POSITIONS:
        assert node.call("canonical", str(position)) == str(position.canonical())
        assert node.call("perft", str(position), 3) == position.perft(3)


def test_the_fingerprint_of_the_core_is_the_same(node):
    """As lastknight.players.bench counts it, with the same positions and players."""
    positions, players = bench_searches()
    counted = sum(node.call("perft", position, depth) for position, depth in positions)
    for player in players:
        for position, _ in positions:
            found = node.answer(choose=player, position=position, seed=1)
            counted += found["result"]["nodes"]
    assert counted == bench.count_fingerprint()
