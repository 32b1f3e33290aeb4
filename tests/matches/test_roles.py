"""Roles: who attacks, and what each player wins as attacker and as defender."""

from math import comb

import numpy as np
import pytest

import lastknight as lk
from lastknight import stats
from lastknight.matches.chunks import pack
from lastknight.matches.counting import attacker_result, gather, rate
from lastknight.matches.engine import run_plan
from lastknight.matches.game_record import records_of
from lastknight.matches.openings import census_openings
from lastknight.matches.plan import Plan
from lastknight.matches.play import PlayedGame
from lastknight.matches.roles import RoleCount, RoleRecord, is_first_attacking

# On d4 and b4 both knights stand on one colour, so the side to move attacks; on d4 and b1 not.
ONE_COLOUR, TWO_COLOURS = "d4 b4", "d4 b1"


def plan_of(openings, pairs=None):
    return Plan((lk.Random(), lk.Greedy("open")), ((0, 1),), pairs=pairs, openings=openings)


def chunk_of(outcomes):
    games = [PlayedGame(((1, 2),), won, "no_moves", "", None) for pair in outcomes for won in pair]
    return pack(0, 0, games, width=7)


def record_of(openings, outcomes):
    (match,) = gather(plan_of(openings), [chunk_of(outcomes)])
    return match.roles


def test_nobody_attacks_before_both_knights_are_placed():
    assert lk.Position().attacker is None
    assert lk.Position.from_moves("d4").attacker is None
    assert is_first_attacking(lk.Position.from_moves("d4")) is None


@pytest.mark.parametrize("shape", [(7, 7), (4, 6), (5, 3)])
def test_the_attacker_stays_the_same_and_alone_can_take_a_square(shape):
    generator = np.random.default_rng(1)
    for _ in range(50):
        position = lk.Position(*shape)
        roles = set()
        while not position.is_over:
            if position.attacker is not None:
                roles.add(position.attacker)
                shared = set(position.legal_moves(1)) & set(position.legal_moves(2))
                assert not shared or position.attacker == position.to_move
            moves = position.legal_moves()
            position = position.play(moves[generator.integers(len(moves))])
        assert len(roles) <= 1


def test_symmetries_keep_the_role():
    for opening in census_openings(lk.Position(), 3):
        assert opening.canonical.attacker == opening.position.attacker


def test_the_role_of_a_game_comes_from_its_opening():
    # In the first game A moves first after the opening, in the second B.
    won_first, won_second = (True, False), (False, True)
    found = record_of([ONE_COLOUR], [won_first])
    assert (found.a_attacker.wins, found.a_defender.wins) == (1, 0)
    found = record_of([TWO_COLOURS], [won_first])
    assert (found.a_attacker.wins, found.a_defender.wins) == (0, 1)
    found = record_of([ONE_COLOUR, TWO_COLOURS], [won_first, won_second])
    assert (found.a_attacker.wins, found.a_defender.wins) == (2, 0)
    assert (found.b_attacker.wins, found.b_defender.wins) == (2, 0)
    assert (found.attacker.wins, found.attacker.games) == (4, 4)


def test_roles_are_recounted_from_played_games():
    plan = Plan(
        (lk.Greedy("open"), lk.Greedy("improved"), lk.Random()),
        ((0, 1), (0, 2), (1, 2)),
        pairs=60,
        plies=3,
    )
    chunks = list(run_plan(plan, workers=1))
    games = list(records_of(plan, chunks))
    for pairing, match in enumerate(gather(plan, chunks)):
        own = [game for game in games if game.pairing == pairing]
        for attacks, result in ((True, match.roles.a_attacker), (False, match.roles.a_defender)):
            in_role = [game.a_won for game in own if game.a_attacks == attacks]
            assert (result.wins, result.games) == (sum(in_role), len(in_role))
            assert result.games == 60
    total = attacker_result(plan, chunks)
    assert (total.wins, total.games) == (sum(g.a_won == g.a_attacks for g in games), 360)
    assert rate(plan, chunks).attacker == total


def test_openings_without_both_knights_have_no_roles():
    plan = plan_of("empty", pairs=2)
    chunk = chunk_of([(True, False), (True, True)])
    (match,) = gather(plan, [chunk])
    assert match.roles is None
    assert attacker_result(plan, [chunk]) is None
    assert match.facts()["a_attacker_rate"] is match.facts()["role_games"] is None
    mixed = record_of(["d4", ONE_COLOUR], [(True, True), (True, False)])
    assert mixed.a_attacker.games == 1


def test_facts_of_both_players_mirror_each_other():
    outcomes = [(True, False)] * 3 + [(True, True), (False, False)]
    openings = [str(one) for one in census_openings(lk.Position(), 2)[:5]]
    (match,) = gather(plan_of(openings), [chunk_of(outcomes)])
    facts, roles = match.facts(), match.roles
    assert facts["role_games"] == 5
    assert facts["a_attacker_wins"] + facts["b_defender_wins"] == 5
    assert facts["a_defender_wins"] + facts["b_attacker_wins"] == 5
    assert facts["a_attacker_wins"] + facts["a_defender_wins"] == facts["wins"]
    assert facts["attacker_wins"] == facts["a_attacker_wins"] + facts["b_attacker_wins"]
    assert roles.a_attacker.rate == stats.wilson(facts["a_attacker_wins"], 5)
    assert roles.b_defender.rate.low == pytest.approx(1 - roles.a_attacker.rate.high)
    assert facts["first_wins"] == match.tally.first_wins


def test_repeated_openings_widen_the_intervals():
    once = RoleRecord.of([RoleCount(1, k < 15, 0) for k in range(20)])
    often = RoleRecord.of([RoleCount(10, 10 * (k < 15), 0) for k in range(20)])
    naive = stats.wilson(150, 200)
    assert often.a_attacker.rate.value == once.a_attacker.rate.value == naive.value
    assert often.a_attacker.rate.low < naive.low - 0.1
    even = RoleRecord.of([RoleCount(10, 5, 5)] * 20)  # as even as chance would never make them
    assert even.a_attacker.rate.low == pytest.approx(stats.wilson(100, 200).low, abs=0.01)
    assert even.a_attacker.rate.low <= stats.wilson(100, 200).low


@pytest.mark.parametrize("repeats", [1, 4])
def test_intervals_cover_the_rate(repeats):
    """Exactly, for deterministic players: Wilson's coverage swings around 95 % with the rate."""
    openings, rates = 100, (0.5, 0.8, 0.85, 0.875, 0.9, 0.95)
    ends = []
    for won in range(openings + 1):
        counts = [RoleCount(repeats, repeats * (k < won), 0) for k in range(openings)]
        ends.append(RoleRecord.of(counts).a_attacker.rate)
    coverage = [
        sum(
            comb(openings, won) * p**won * (1 - p) ** (openings - won)
            for won, found in enumerate(ends)
            if found.low <= p <= found.high
        )
        for p in rates
    ]
    assert min(coverage) > 0.93
    assert 0.94 < sum(coverage) / len(rates) < 0.97
