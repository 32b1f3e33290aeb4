"""Leagues of native players: plans, resuming, results, mistakes."""

import re
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import lastknight as lk
from lastknight import league
from lastknight.league.gathering import _rank_facts
from lastknight.league.performance import find_mistakes, read_performances
from lastknight.league.rules import native_nodes
from lastknight.matches.counting import rate_players
from lastknight.matches.engine import play_plans
from lastknight.matches.game_record import records_of
from lastknight.matches.plan import Plan
from lastknight.matches.runners import run_locally
from lastknight.sandbox import Allowance
from lastknight.truth.verdicts import Verdicts
from reference import rules as reference


def small(
    pairs: int = 3, *, names: tuple[str, ...] = ("Greedy(improved)", "Greedy(open)", "Random")
):
    """A league of native players, all against all."""
    players = tuple(map(lk.player, names))
    return Plan(
        players, tuple(combinations(range(len(names)), 2)), pairs=pairs, seed=1, is_league=True
    )


def play(plan, **options):
    """The chunks of each pairing."""
    (chunks,) = play_plans([plan], **options)
    return [
        [chunk for chunk in chunks if chunk.pairing == pairing]
        for pairing in range(len(plan.pairings))
    ]


def moves_of(chunks):
    return b"".join(chunk.moves for chunk in chunks)


def test_a_league_is_a_plan_that_the_engine_plays():
    """It neither plays, stores nor resumes games itself."""
    for path in Path(league.__file__).parent.glob("*.py"):
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"sqlite3|matches\.(engine|store|archive|runners)", text), path.name


def test_a_league_is_resumed(tmp_path):
    whole = play(small())
    with lk.Store(tmp_path / "games.db") as store:
        play(small(pairs=1), store=store)
        seen = []
        resumed = play(small(), store=store, progress=seen.append)
        assert seen[-1].resumed == 3
        assert (seen[-1].played, seen[-1].planned) == (9, 9)
    assert list(map(moves_of, resumed)) == list(map(moves_of, whole))


def test_all_pairings_advance_together():
    asked = []

    def runner(works, **options):
        asked.extend((work.first_pair, work.pairing, len(work.openings)) for work in works)
        return run_locally(works, workers=1, **options)

    play(small(pairs=2), runner=runner)
    assert asked == [(pair, pairing, 1) for pair in range(2) for pairing in range(3)]


def test_a_late_submission_plays_only_its_own_games(tmp_path):
    played = []

    def counting(works, **options):
        played.extend(pair for work in works for pair in work.pieces(1))
        return run_locally(works, workers=1, **options)

    mine = tmp_path / "mine.py"
    code = "def mine(position, player):\n    return len(position.legal_moves(player))"
    mine.write_text(f"{code}\n")
    with lk.Store(tmp_path / "games.db") as store:
        first = play(small(names=("Greedy(improved)", "Random")), runner=counting, store=store)
        names = ("Greedy(improved)", f"Greedy({mine}:mine)", "Random")
        found = play(small(names=names), runner=counting, store=store)
        assert len(played) == 3 + 6
        assert moves_of(found[1]) == moves_of(first[0])
        mine.write_text(f"{code} + 1\n")
        play(small(names=names), runner=counting, store=store)
        assert len(played) == 3 + 6 + 6
        assert [one.about["sources"] for one in store.experiments()] == [{}] * 5


def test_each_pairing_is_stored_as_a_match_of_its_own(tmp_path):
    plan = replace(small(pairs=2), labels=("ann: Custom(60 nodes)", "bob: Custom(60 nodes)", "R"))
    with lk.Store(tmp_path / "games.db") as store:
        play(plan, store=store)
        found = store.experiments()
        assert [set(store.done(one.id)) for one in found] == [{(0, 0), (0, 1)}] * 3
    assert found[1].plan == {  # the key of the experiment: older stores must be found again
        "players": ["ann: Custom(60 nodes)", "R"],
        "sources": [None, None],
        "pairings": [[0, 1]],
        "openings": "random",
        "plies": 2,
        "start": str(lk.Position()),
        "seed": 1,
        "move_seconds": None,
    }


def test_games_do_not_depend_on_who_else_plays():
    two = play(small(names=("Greedy(improved)", "Random")))
    three = play(small(), workers=2)
    assert moves_of(two[0]) == moves_of(three[1])


def test_wins_agree_with_the_reference_rules():
    plan = small(pairs=4)
    (chunks,) = play_plans([plan])
    records = read_performances(plan, chunks)
    wins = [0, 0, 0]
    for game in records_of(plan, chunks):
        position = reference.start(7, 7)
        for move in game.all_moves:
            position = reference.play(position, move)
        a, b = plan.pairings[game.pairing]
        wins[a if reference.winner(position) == game.a_player else b] += 1
    assert [record.total.wins for record in records] == wins
    assert [sum(record.won.values()) for record in records] == wins
    assert sum(record.total.games for record in records) == 2 * 24


def test_ratings_are_those_of_a_tournament():
    names = ("Greedy(improved)", "Random")
    plan = small(pairs=30, names=names)
    ratings = rate_players(plan, play_plans([plan])[0], anchor=1)
    same = lk.run_tournament(names, pairs=30, anchor=names[1])
    assert ratings == same.ratings
    assert ratings.ratings[0].low > 0


def test_mistakes_are_won_positions_given_away():
    plan = small(pairs=6, names=("Greedy(open)", "Random"))
    records = read_performances(plan, play_plans([plan])[0])
    found = find_mistakes(records[1].losses, Verdicts(), boards=2)
    assert found.games == len(records[1].losses)
    assert found.thrown >= found.had_won >= len(found.boards) > 0
    for thrown in found.boards:
        mistake = thrown.mistake
        position = lk.Position.parse(mistake.position)
        winners = lk.solve(position).moves
        assert position.to_move == mistake.player
        assert winners[lk.parse_square(mistake.played)] != mistake.player
        assert {lk.parse_square(move) for move in mistake.winning} == {
            move for move, winner in winners.items() if winner == mistake.player
        }


def test_limits_as_text_and_in_nodes():
    timed, counted = Allowance(seconds=0.02), Allowance(nodes=300)
    assert (str(timed), native_nodes(timed)) == ("20 ms a move", 2000)
    assert (str(counted), native_nodes(counted)) == ("300 nodes a move", 300)


def test_the_only_submission_has_no_rank():
    alone = rate_players(small(names=("Random", "Greedy(open)")), one_chunk(), anchor=1)
    facts = _rank_facts(alone.ranks[0], alone, 1)
    assert facts == {"rank": "only one", "best_rank": None, "worst_rank": None}


def one_chunk():
    return [chunk for chunks in play(small(names=("Random", "Greedy(open)"))) for chunk in chunks]
