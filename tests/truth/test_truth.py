"""Against perfect play: the sample, the proofs and every number, checked by brute force."""

from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import pairwise, product

import pytest

import lastknight as lk
from lastknight.errors import ArgumentError
from lastknight.matches.engine import run_plan
from lastknight.matches.game_record import records_of
from lastknight.matches.plan import Plan
from lastknight.players import Choice
from lastknight.stats import Estimate
from lastknight.truth import Question, Verdicts, measure, prove, rows_of
from lastknight.truth import verdicts as verdicts_module
from lastknight.truth.accuracy import measure_agreement, measure_picks
from lastknight.truth.mistakes import find_thrown
from lastknight.truth.sampling import GROUP_PLIES, draw_positions, sample_positions
from lastknight.truth.verdicts import reach_of

START = lk.Position(5, 5)
FEW = {"games": 40, "positions": 12, "start": START, "pairs": 4, "critical": 30}
QUICK = tuple(lk.player(f"AlphaBeta({spec}, nodes=60)") for spec in ("improved", "open"))


@cache
def brute(position: lk.Position) -> int:
    """Who wins, by trying everything."""
    mover = position.to_move
    if any(brute(position.play(move)) == mover for move in position.legal_moves()):
        return mover
    return 3 - mover


def play_games(pairings, *, pairs, start, seed):
    plan = Plan(QUICK, pairings, pairs=pairs, start=start, seed=seed)
    return list(records_of(plan, run_plan(plan)))


@pytest.fixture(scope="module")
def games():
    return play_games(((0, 0), (0, 1)), pairs=12, start=START, seed=3)


@pytest.fixture(scope="module")
def sample(games):
    return sample_positions(games, Verdicts(), source="tests", most=15, seed=3)


def perfect(position, player):
    """What a heuristic would say that knows everything."""
    return 1.0 if brute(position) == player else -1.0


def ask(*heuristics, players=(), **options) -> Question:
    made = tuple(lk.heuristic(one) for one in heuristics)
    return Question(made, tuple(players), **FEW | {"depths": (1, 2)} | options)


def test_positions_come_from_the_games_are_distinct_and_spread_over_openings(games):
    drawn = draw_positions(games, most=10, seed=1)
    seen = {position.canonical(): game for game in games for position in game.positions}
    assert len({one.position.canonical() for one in drawn}) == len(drawn)
    groups = Counter((one.ply - 2) // GROUP_PLIES for one in drawn)
    assert max(groups.values()) == 10
    for one in drawn:
        assert one.position.canonical() in seen
        assert 25 - len(one.position.blank) == one.ply
        assert not one.position.is_over
        assert None not in (one.position.location(1), one.position.location(2))
    first = [one.cluster for one in drawn if one.ply < 2 + GROUP_PLIES]
    assert len(set(first)) == min(10, len({game.cluster for game in games}))
    assert draw_positions(games, most=10, seed=1) == drawn
    assert draw_positions(games, most=10, seed=2) != drawn


def test_winners_after_every_move_are_those_of_brute_force(sample):
    assert sample.unknown == 0
    for one in sample.positions:
        assert one.moves.keys() == set(one.position.legal_moves())
        for move, winner in one.moves.items():
            assert winner == brute(one.position.play(move))
        assert one.is_won == (brute(one.position) == one.mover)
    record = sample.record()
    assert record.positions == sum(group.positions for group in record.groups)
    assert record.critical == sum(group.critical for group in record.groups) > 5
    critical = [one for one in sample.positions if 0 < len(one.winning) < len(one.moves)]
    chance = sum(len(one.winning) / len(one.moves) for one in critical) / len(critical)
    assert record.chance.value == pytest.approx(chance)
    plies = [(group.first_ply, group.last_ply) for group in record.groups]
    assert plies == sorted(plies)
    assert all(last + 1 == first for (_, last), (first, _) in pairwise(plies))


def test_a_heuristic_that_knows_everything_is_never_wrong_and_its_opposite_always():
    found = measure(ask(perfect, lambda position, player: -perfect(position, player), "null"))
    right, wrong, null = (one.overall for one in found.heuristics)
    for name in ("sign", "auc", "order"):
        assert getattr(right, name).value == getattr(right, name).high == 1
        assert getattr(wrong, name).value == getattr(wrong, name).low == 0
    assert right.auc.low > 0.6
    assert null.sign.value == 0.5
    assert [deep.picks.rate.value for deep in found.heuristics[0].depths] == [1.0, 1.0]
    assert found.heuristics[1].depths[0].picks.picked == 0


def test_agreement_is_what_counting_by_hand_gives(sample):
    subject = lk.heuristic("improved")
    overall, groups = measure_agreement(subject, sample)
    said = [(subject(one.position, one.mover), one.is_won) for one in sample.positions]
    signs = [0.5 if value == 0 else float((value > 0) == won) for value, won in said]
    assert overall.sign.value == pytest.approx(sum(signs) / len(signs))
    won = [value for value, is_won in said if is_won]
    lost = [value for value, is_won in said if not is_won]
    points = sum((a > b) + (a == b) / 2 for a, b in product(won, lost))
    assert overall.auc.value == pytest.approx(points / len(won) / len(lost))
    orders = []
    for one in sample.critical:
        after = {move: subject(one.position.play(move), one.mover) for move in one.moves}
        pairs = [(after[a], after[b]) for a in one.winning for b in one.moves.keys() - one.winning]
        orders.append(sum((a > b) + (a == b) / 2 for a, b in pairs) / len(pairs))
    assert overall.order.value == pytest.approx(sum(orders) / len(orders))
    assert sum(group.positions for group in groups) == overall.positions
    assert sum(group.critical for group in groups) == overall.critical == len(sample.critical)


class Contrary:
    """A player that loses where it can."""

    def choose(self, position, *, seed=0):  # noqa: ARG002
        moves = position.legal_moves()
        lost = [move for move in moves if brute(position.play(move)) != position.to_move]
        return Choice((lost or moves)[0])


def test_picks(sample):
    count = len(sample.critical)
    overall, groups = measure_picks(lk.Perfect(), sample)
    assert (overall.critical, overall.picked, overall.rate.value) == (count, count, 1.0)
    assert overall.rate.low < 0.9
    assert sum(group.critical for group in groups) == count
    assert measure_picks(Contrary(), sample)[0].picked == 0
    deep = lk.AlphaBeta("null", depth=25)
    assert measure_picks(deep, sample, threads=3)[0].picked == count
    quick = lk.AlphaBeta("improved", depth=2)
    assert measure_picks(quick, sample, threads=3) == measure_picks(quick, sample, threads=1)
    assert measure_picks(quick, sample, step=2)[0].critical == (count + 1) // 2


def test_won_positions_thrown_away_are_those_of_brute_force(games):
    own = [game for game in games if game.name.startswith("1.")]
    for is_a in (True, False):
        found = find_thrown(own, Verdicts(), is_a=is_a, opponent="x")
        thrown, firsts, had, lost, regretted = 0, [], 0, 0, 0
        for game in own:
            player = game.a_player if is_a else 3 - game.a_player
            won = [
                ply
                for ply in game.contested
                if game.positions[ply].to_move == player and brute(game.positions[ply]) == player
            ]
            given = [ply for ply in won if brute(game.positions[ply + 1]) != player]
            thrown, had = thrown + len(given), had + len(won)
            firsts += [(game, given[0])] if given else []
            is_lost = game.positions[-1].winner != player
            lost, regretted = lost + is_lost, regretted + (is_lost and bool(won))
        assert (found.games, found.thrown, found.won_positions) == (len(own), thrown, had)
        assert (found.lost, found.lost_won) == (lost, regretted)
        assert found.per_game.value == pytest.approx(thrown / len(own))
        game, ply = firsts[0]
        assert (found.first.game, found.first.ply) == (game.name, ply)
        position = lk.Position.parse(found.first.position)
        assert position == game.positions[ply]
        winning = [
            lk.format_square(move)
            for move in position.legal_moves()
            if brute(position.play(move)) == position.to_move
        ]
        assert list(found.first.winning) == winning
        assert found.first.played == lk.format_square(game.all_moves[ply])
        assert found.first.played not in winning
        assert found.first.player == position.to_move


def test_perfect_throws_nothing_away():
    found = measure(ask(players=[lk.Perfect(), lk.Random()]))
    perfect_player, random_player = found.players
    assert (perfect_player.thrown.thrown, perfect_player.thrown.lost_won) == (0, 0)
    assert perfect_player.thrown.first is None
    assert perfect_player.thrown.per_game.low == 0 < perfect_player.thrown.per_game.high
    assert random_player.thrown.thrown > 0
    assert perfect_player.overall.rate.value == 1


def test_results_do_not_depend_on_workers_or_on_a_stop(tmp_path):
    question = ask("ratio", "outer", players=[lk.player("AlphaBeta(open, nodes=50)")])
    plain = measure(question, workers=1)
    assert measure(question, workers=3) == plain

    class StopError(Exception):
        pass

    def stop(what, done, _):
        if what == "positions proved" and done > 30:
            raise StopError

    with lk.Store(tmp_path / "games.db") as store:
        with pytest.raises(StopError):
            measure(question, workers=2, store=store, watch=stop)
        kept = sum(1 for _ in store.chunks(store.experiments()[0].id))
        assert kept > 0
        assert measure(question, workers=2, store=store) == plain
    with lk.Store(tmp_path / "games.db") as store:
        assert measure(question, workers=1, store=store) == plain


def test_stored_proofs_are_reused(tmp_path, games, monkeypatch):
    positions = [position for game in games[:4] for position in game.positions[2:]]
    with lk.Store(tmp_path / "games.db") as store:
        first = Verdicts(store=store)
        first.learn(positions)
        winners = [first.winner(position) for position in positions]
    assert winners == [brute(position) for position in positions]
    monkeypatch.setattr(verdicts_module, "prove", lambda *_, **__: pytest.fail("proved again"))
    with lk.Store(tmp_path / "games.db") as store:
        again = Verdicts(store=store)
        mirrored = [position.symmetries()[-1] for position in positions]
        again.learn(mirrored)
        assert [again.winner(position) for position in mirrored] == winners


def test_unproved_positions_are_counted_and_do_not_depend_on_earlier_proofs():
    question = ask("improved", start=lk.Position(6, 6), nodes=400, depths=())
    found = measure(question, workers=1)
    assert found.sample.unknown > 0
    assert found.sample.positions > 0
    everything = measure(ask("improved", start=lk.Position(6, 6), depths=()))
    assert everything.sample.unknown == 0
    drawn = found.sample.positions + found.sample.unknown
    assert drawn == everything.sample.positions
    assert measure(question, workers=3) == found
    games = play_games(((0, 1),), pairs=2, start=lk.Position(9, 9), seed=1)
    short = [replace(one, moves=one.moves[:1]) for one in games]
    with pytest.raises(ArgumentError, match="proves none of these positions within 1 nodes"):
        sample_positions(short, Verdicts(1), source="tests", most=5, seed=1)


def test_the_reach_of_the_solver():
    assert reach_of(lk.Position(7, 7)) is None
    assert reach_of(lk.Position(8, 8)) > 100_000
    opening = lk.Position.from_moves("d4 b1")
    assert prove(opening) == lk.solve(opening).winner
    assert prove(opening, nodes=10) is None
    over = lk.Position.parse("1xx/xxx/xx2:1")
    assert prove(over) == over.winner == 2


def test_rows_have_every_estimate():
    found = measure(ask("open", players=[lk.Random()]))
    rows = rows_of(found)
    groups = len(found.sample.groups)
    paired = 3  # found by it and by the baseline, and the difference
    assert len(rows) == 3 * (1 + groups) + 2 + (1 + groups) + 1 + paired
    assert len({tuple(list(row.values())[:5]) for row in rows}) == len(rows)
    one = found.heuristics[0]
    assert rows[1] == {
        "subject": "open",
        "measure": "auc",
        "first_ply": None,
        "last_ply": None,
        "depth": None,
        "count": one.overall.positions,
        "value": one.overall.auc.value,
        "low": one.overall.auc.low,
        "high": one.overall.auc.high,
        "only_candidate": None,
        "only_baseline": None,
        "p_value": None,
        "p_adjusted": None,
    }
    (thrown,) = [row for row in rows if row["measure"].startswith("thrown")]
    assert thrown["value"] == found.players[0].thrown.per_game.value


def test_data_are_plain():
    found = measure(ask("open", games=4))
    data = found.as_json()
    assert data["sample"]["groups"][0]["first_ply"] == 2
    first = data["heuristics"][0]["overall"]["sign"]
    assert Estimate(**first) == found.heuristics[0].overall.sign


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"games": 0}, "games must be a whole number from 1 to 1000000"),
        ({"positions": 0}, "positions must be a whole number from 1 to 1000000"),
        ({"pairs": -1}, "pairs must be a whole number from 0 to 1000000"),
        ({"players": [lk.Random(), lk.Random()]}, "Random is listed twice"),
    ],
)
def test_bad_questions_are_refused(options, words):
    with pytest.raises(ArgumentError, match=words):
        ask("improved", **options)
    with pytest.raises(ArgumentError, match="nothing to measure"):
        ask()
    with pytest.raises(ArgumentError, match="open is listed twice"):
        ask("open", "open")
    with pytest.raises(ArgumentError, match="workers"):
        Verdicts(workers=0)
