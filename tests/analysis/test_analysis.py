"""The analysis: its facts, recomputed independently from the stored games, and its rules."""

import json
from collections import Counter
from dataclasses import replace
from math import log2, log10
from types import SimpleNamespace

import pytest

import lastknight as lk
from lastknight.analysis import (
    Inquiry,
    Session,
    analyse,
    choose_companions,
    planned_work,
    read_candidates,
    read_opponents,
)
from lastknight.analysis.conclusions import advise, find_crossings
from lastknight.analysis.direct import play_direct
from lastknight.analysis.equal_time import EqualTime, compare_cost
from lastknight.analysis.match_facts import Budget, Direct, MatchRecord
from lastknight.analysis.scoring import direct_facts, ranking_facts
from lastknight.matches.archive import stored_games
from lastknight.stats import Estimate, RankSet

BOARD = {"width": 5, "height": 5}
COSTS = {"ratio": 1.5, "outer": 1.0, "open": 1.0, "center": 1.0, "reach(k=3)": 2.0}


def inquire(**options) -> Inquiry:
    start = lk.Position(5, 5)
    candidates = read_candidates(["ratio", "outer"], start=start).heuristics
    given = {
        "candidates": candidates,
        "companions": choose_companions(candidates),
        "opponents": read_opponents(["Random", "Minimax(open, depth=2)", "improved"], nodes=150),
        "nodes": 150,
        "start": start,
        "effort": "quick",
        "pairs": 60,
        "known_costs": COSTS,
    }
    return Inquiry(**given | options)


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    return tmp_path_factory.mktemp("analysis") / "games.db"


@pytest.fixture(scope="module")
def facts(path):
    with lk.Store(path) as store:
        return analyse(Session(inquire(), store=store), command=["lastknight", "analyze", "x"])


@pytest.fixture(scope="module")
def played(path, facts):
    """A function that gives the stored games of two players' meeting, known by its size too."""
    assert facts
    meetings: dict[tuple[int, str, str], list] = {}
    with lk.Store(path) as store:
        for experiment in store.experiments():
            for game in stored_games(store, experiment):
                meetings.setdefault((experiment.id, game.a, game.b), []).append(game)

    def find(a: str, b: str, record: MatchRecord) -> list:
        found = [games for (_, *names), games in meetings.items() if names == [a, b]]
        (games,) = [games for games in found if len(games) == record.games]
        return games

    return find


def player_of(facts, place: int, nodes: int = 150) -> str:
    return f"AlphaBeta({facts.heuristics[place].spec}, nodes={nodes})"


def check_record(record: MatchRecord, games: list) -> None:
    """A record is what its games say, counted here one by one."""
    wins = Counter((game.pair, game.a_won) for game in games)
    pairs = {game.pair for game in games}
    ww = sum(wins[pair, True] == 2 for pair in pairs)
    ll = sum(wins[pair, True] == 0 for pair in pairs)
    assert (record.ww, record.ll, record.pairs) == (ww, ll, len(pairs))
    assert record.games == len(games) == 2 * len(pairs)
    assert record.wins == sum(game.a_won for game in games)
    assert record.losses == record.games - record.wins
    assert record.win_rate.value == pytest.approx(record.wins / record.games)
    if ww and ll:
        assert record.elo.value == pytest.approx(200 * log10(ww / ll))
    first_wins = sum(game.a_won != game.second for game in games)
    assert record.first_wins == first_wins
    as_attacker = [game.a_won for game in games if attacks_in(game)]
    assert (record.roles.a_attacker.wins, record.roles.a_attacker.games) == (
        sum(as_attacker),
        len(as_attacker),
    )
    distinct = {(game.opening.moves, game.second, game.moves) for game in games}
    assert record.distinct_games == len(distinct)
    assert record.openings == len({game.opening.canonical for game in games})


def attacks_in(game) -> bool:
    """Whether A attacks, seen at the end of a game."""
    last = game.positions[-1]
    one, two = (sum(last.location(player)) % 2 for player in (1, 2))
    return (last.to_move == game.a_player) == (one == two)


def test_the_attackers_wins_are_recounted_from_the_games(facts, played):
    games = [game for one in facts.direct for game in direct_games(facts, played, one.candidate)]
    assert facts.audit.role_games == facts.audit.games == len(games)
    assert facts.audit.attacker_wins == sum(game.a_won == attacks_in(game) for game in games)
    assert facts.ranking.attacker_rate.low < facts.ranking.attacker_rate.value


def test_who_takes_part(facts):
    assert [one.name for one in facts.heuristics] == [
        "ratio",
        "outer",
        "improved",
        "open",
        "center",
        "reach(k=3)",
    ]
    assert [one.is_candidate for one in facts.heuristics] == [True, True] + 4 * [False]
    assert facts.conditions.baseline == 2
    assert set(facts.featured) == {0, 1}
    assert facts.heuristics[0].cost == 1.5


def direct_games(facts, played, candidate: int) -> list:
    record = facts.direct[candidate].record
    return played(player_of(facts, candidate), player_of(facts, 2), record)


def test_direct_records_are_recounted_from_the_games(facts, played):
    for direct in facts.direct:
        assert direct.record.pairs == 60
        check_record(direct.record, direct_games(facts, played, direct.candidate))


def test_the_classic_table_is_recounted_from_the_games(facts, played):
    assert facts.classic.opponents[0].name == "Random"
    for cell in facts.classic.cells:
        opponent = facts.classic.opponents[cell.opponent].player
        games = played(player_of(facts, cell.heuristic), opponent, cell.record)
        check_record(cell.record, games)
    for heuristic, rate in enumerate(facts.classic.win_rates):
        cells = [cell.record for cell in facts.classic.cells if cell.heuristic == heuristic]
        wins, played = sum(r.wins for r in cells), sum(r.games for r in cells)
        assert rate.value == pytest.approx(wins / played)


def test_groups_and_lengths_are_recounted_from_the_games(facts, played):
    for candidate in facts.featured:
        games = direct_games(facts, played, candidate)
        groups = [group for group in facts.groups if group.candidate == candidate]
        roles = {group.label: group for group in groups if group.by == "role"}
        for label, attacks in (("attacker", True), ("defender", False)):
            own = [game for game in games if attacks_in(game) == attacks]
            assert roles[label].games == len(own) == len(games) / 2
            assert roles[label].wins == sum(game.a_won for game in own)
        for by in ("opening", "length"):
            assert sum(g.games for g in groups if g.by == by) in {len(games), 2 * len(games)}
        lengths = Counter(len(game.opening.moves) + len(game.moves) for game in games)
        found = {
            one.plies: one.won + one.lost for one in facts.lengths if one.candidate == candidate
        }
        assert found == lengths
        ended = [ending for ending in facts.endings if ending.candidate == candidate]
        assert [ending.reason for ending in ended] == ["no_moves"]
        assert ended[0].won == sum(game.a_won for game in games)


def test_budgets_have_their_limits(facts, played):
    kinds = {(budget.candidate, budget.kind) for budget in facts.budgets}
    assert kinds == {(c, kind) for c in (0, 1) for kind in ("depth", "nodes")}
    for budget in facts.budgets:
        spec = facts.heuristics[budget.candidate].spec
        limit = "depth" if budget.kind == "depth" else "nodes"
        a = f"AlphaBeta({spec}, {limit}={budget.limit})"
        b = f"AlphaBeta(improved, {limit}={budget.limit})"
        check_record(budget.record, played(a, b, budget.record))
        assert budget.depth > 0


def test_ratings_have_the_baseline_at_nothing_and_the_best_first(facts):
    ratings = facts.ranking.ratings
    values = [rating.elo.value for rating in ratings]
    assert values == sorted(values, reverse=True)
    assert next(rating for rating in ratings if rating.heuristic == 2).elo.value == 0
    assert len(facts.ranking.differences) == facts.ranking.comparisons == 15
    assert sum(rating.games for rating in ratings) == 2 * facts.ranking.games


def test_perfect_play_covers_the_featured_candidates_and_the_baseline(facts):
    truth, base = facts.truth, facts.conditions.baseline
    specs = [facts.heuristics[place].spec for place in (*facts.featured, base)]
    assert [one.heuristic for one in truth.heuristics] == specs
    assert [one.player for one in truth.players] == [f"AlphaBeta({s}, nodes=150)" for s in specs]
    assert truth.sample.unknown == 0
    assert truth.sample.positions > 20
    assert all(one.overall.positions == truth.sample.positions for one in truth.heuristics)
    for one in truth.players:
        thrown = one.thrown
        assert thrown.games == 16
        if thrown.first is not None:
            solution = lk.solve(lk.Position.parse(thrown.first.position))
            assert solution.winner == thrown.first.player
            wins = [lk.format_square(m) for m, w in solution.moves.items() if w == solution.winner]
            assert list(thrown.first.winning) == wins
            assert thrown.first.played not in wins


def test_all_candidates_choose_in_the_same_critical_positions(facts):
    found = facts.truth.winning_moves
    base = facts.conditions.baseline
    specs = [one.spec for one in facts.heuristics[: base + 1]]
    assert [one.heuristic for one in found.found] == specs
    assert [one.heuristic for one in found.compared] == specs[:-1]
    assert found.nodes == 150
    assert {one.picks.critical for one in found.found} == {found.sample.critical}
    assert found.sample.critical > 50


def test_any_player_can_be_an_opponent():
    specs = ["Perfect", "Expert(nodes=500)", "Greedy(open)", "AlphaBeta(ratio, depth=2)"]
    found = read_opponents([*specs, "ratio - open"], nodes=300)
    assert [str(player) for player in found.values()] == [
        *specs,
        "AlphaBeta(ratio - open, nodes=300)",
    ]


def test_perfect_play_is_left_out_beyond_the_solver():
    start = lk.Position(9, 9)
    small = {"pairs": 2, "companions": (), "opponents": read_opponents(["Random"], nodes=60)}
    facts = analyse(Session(inquire(start=start, nodes=60, **small)), command=[])
    assert facts.truth is None
    assert facts.moments


def test_perfect_play_leaves_out_a_heuristic_that_fails():
    def failing(position, player):
        if len(position.blank) == 9:
            raise ZeroDivisionError
        return float(len(position.legal_moves(player)))

    small = {"pairs": 20, "companions": (), "opponents": read_opponents(["Random"], nodes=60)}
    subject = lk.heuristic(failing)
    inquiry = inquire(candidates=(subject,), known_costs={str(subject): 1.0}, nodes=60, **small)
    facts = analyse(Session(inquiry, workers=1), command=[])
    assert [one.heuristic for one in facts.truth.heuristics] == ["improved"]
    assert sum(ending.lost for ending in facts.endings if ending.reason == "crash") > 0


def test_moments_are_mistakes_that_brute_force_confirms(facts):
    def wins(position):
        return any(not wins(position.play(move)) for move in position.legal_moves())

    assert facts.moments
    for moment in facts.moments:
        position = lk.Position.parse(moment.position)
        moves = lk.parse_moves(moment.moves)
        assert lk.Position.from_moves(moves[: moment.ply], **BOARD) == position
        assert moves[moment.ply] == lk.parse_square(moment.played)
        winning = [m for m in position.legal_moves() if not wins(position.play(m))]
        assert [lk.format_square(move) for move in winning] == list(moment.winning)
        assert moment.is_proved == bool(winning)
        assert lk.parse_square(moment.played) not in winning
        loser = lk.Position.from_moves(moves, **BOARD).to_move
        assert position.to_move == loser
        assert moment.is_win == (loser != moment.candidate_player)
        assert moment.values[0][0] == moment.played


def test_the_audit_finds_the_games_distinct_and_replayable(facts):
    audit = facts.audit
    assert audit.games == sum(direct.record.games for direct in facts.direct) == 240
    assert audit.replayed == audit.identical == 20
    assert audit.forfeits == 0
    assert audit.openings == 60
    assert audit.canonical_openings <= audit.openings


def test_facts_are_json(facts):
    data = json.loads(json.dumps(facts.as_json(), allow_nan=False))
    assert data["direct"][0]["record"]["elo"].keys() == {"value", "low", "high"}
    assert data["origin"]["command"] == "lastknight analyze x"


def test_the_same_with_any_number_of_workers_and_after_a_stop(facts, tmp_path):
    class EnoughError(Exception):
        pass

    seen = 0

    def stop(*_):
        nonlocal seen
        seen += 1
        if seen == 12:
            raise EnoughError

    with lk.Store(tmp_path / "games.db") as store:
        with pytest.raises(EnoughError):
            analyse(Session(inquire(), workers=1, store=store, watch=stop), command=[])
        again = analyse(Session(inquire(), workers=1, store=store), command=[])

    def timeless(found):
        plies = tuple(replace(ply, nanoseconds=0) for ply in found.plies)
        direct = tuple(replace(one, seconds_to_decide=None) for one in found.direct)
        undecided = tuple(replace(one, seconds=None) for one in found.undecided)
        champion = replace(found.champion, cost=None)
        return replace(
            found,
            origin=None,
            plies=plies,
            direct=direct,
            undecided=undecided,
            champion=champion,
        )

    assert timeless(again) == timeless(facts)


def test_another_seed_gives_other_numbers(facts):
    other = analyse(Session(inquire(seed=2, pairs=20)), command=[])
    assert [one.record.wins for one in other.direct] != [one.record.wins for one in facts.direct]


def test_progress_adds_up_to_about_what_was_planned():
    inquiry = inquire(pairs=10)
    seen: Counter[str] = Counter()
    analyse(Session(inquiry, watch=lambda name, work, games: seen.update({name: work})), command=[])
    planned = planned_work(inquiry)
    assert seen.keys() <= planned.keys(), "ratios are played only for what is better"
    for chapter, work in seen.items():
        assert 0.3 < work / planned[chapter] < 3, chapter


@pytest.mark.parametrize(
    "openings", ["empty", "census", ["a1 c3", "b2 d4", "c3 a2", "d1 a1"]], ids=str
)
def test_other_openings(openings):
    start = lk.Position(4, 4)
    facts = analyse(
        Session(inquire(start=start, openings=openings, pairs=4, companions=())), command=[]
    )
    kind = openings if isinstance(openings, str) else "list"
    assert facts.conditions.openings == kind
    assert facts.direct[0].record.pairs == (33 if openings == "census" else 4)


def test_a_heuristic_of_the_users_that_fails_now_and_then_forfeits(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(
        "def mine(position, player):\n"
        '    """Mine."""\n'
        "    if str(position).count('x') == 9:\n"
        "        raise ValueError('nine')\n"
        "    return 1.0\n",
        encoding="utf-8",
    )
    mine = lk.heuristic(f"{path}:mine")
    inquiry = inquire(candidates=(mine,), companions=(), pairs=2, opponents={"Random": lk.Random()})
    facts = analyse(Session(inquiry), command=[])
    assert facts.heuristics[0].name == "mine"
    assert facts.heuristics[0].meaning == "Mine."
    assert "def mine" in facts.heuristics[0].code
    crashes = [ending for ending in facts.endings if ending.reason == "crash"]
    assert crashes
    assert "nine" in crashes[0].note
    assert facts.audit.forfeits == sum(ending.lost for ending in crashes)
    assert facts.direct[0].without_forfeits.pairs < facts.direct[0].record.pairs
    assert facts.heuristics[0].cost > 0, "measured in the games"
    assert {budget.kind for budget in facts.budgets} == {"depth", "nodes"}
    with pytest.raises(lk.HeuristicError, match=r"is unreliable.*nine"):
        read_candidates([str(path)], start=lk.Position(5, 5))


@pytest.mark.parametrize("spec", ["improved / 0", "improved / open"])
def test_a_spec_without_a_number_everywhere_is_left_out(spec):
    with pytest.raises(lk.HeuristicError, match=r"is unreliable: .*'lastknight check' shows more"):
        read_candidates([spec], start=lk.Position())
    found = read_candidates([spec, "ratio"], start=lk.Position())
    assert [str(one) for one in found.heuristics] == ["ratio"]
    assert len(found.left_out) == 1
    with pytest.raises(lk.NotationError, match="did you mean 'improved'"):
        read_candidates(["imporved", "ratio"], start=lk.Position())


def test_a_heuristic_that_fails_does_not_take_the_others_with_it(tmp_path):
    path = tmp_path / "both.py"
    path.write_text(
        "import os\n"
        "def good(position, player):\n    return len(position.legal_moves(player))\n"
        "def leaves(position, player):\n    os._exit(3)\n"
    )
    found = read_candidates([str(path)], start=lk.Position(5, 5))
    assert [str(one) for one in found.heuristics] == [f"{path}:good"]
    (reason,) = found.left_out
    assert reason.startswith(f"{path}:leaves is unreliable: it gave no answer: the process ended")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"candidates": ()}, "needs a heuristic"),
        ({"effort": "huge"}, "one of quick, default, thorough, got 'huge'"),
        ({"nodes": 1}, "from 2 to 1000000000, got 1"),
        ({"companions": (lk.heuristic("ratio"),)}, "heuristic ratio is listed twice"),
    ],
)
def test_what_cannot_be_asked(options, words):
    with pytest.raises(lk.ArgumentError, match=words):
        inquire(**options)


def record(ww: int, ll: int) -> MatchRecord:
    from_counts = Estimate(None, None, None)
    if ww and ll:
        middle = 200 * log10(ww / ll)
        from_counts = Estimate(middle, middle - 40, middle + 40)
    p_value = 0.001 if from_counts.low is not None and (from_counts.low > 0) else 0.4
    rate = Estimate(0.5, 0.4, 0.6)
    return MatchRecord(ww, 10, ll, 50, 100, 50, 50, rate, from_counts, p_value, 50, 0, 0, 100, 50)


def direct(candidate: int, word: str) -> Direct:
    """A direct match; earlier candidates are stronger."""
    return Direct(
        candidate=candidate,
        record=record(20, 10),
        elo=Estimate(60.0 - candidate, 20.0, 100.0),
        level=0.01,
        looks=2,
        p_adjusted=0.01,
        word=word,
        sentence="",
        pairs_to_decide=None,
        seconds_to_decide=None,
        detectable=None,
        without_forfeits=record(20, 10),
        score_elo=Estimate(0.0, 0.0, 0.0),
    )


def equal_time(candidate: int, word: str) -> EqualTime:
    some = Estimate(1.0, 0.5, 2.0)
    return EqualTime(candidate, (), some, some, 1.0, some, some, word)


def budget(candidate: int, kind: str, limit: int, counts: tuple[int, int]) -> Budget:
    return Budget(candidate, kind, limit, record(*counts), 3.0, 3.0)


@pytest.mark.parametrize(
    ("words", "costs", "expected"),
    [
        (("better", "better"), ("below", "below"), (0, "clear", 0)),
        (("better", "better"), ("within", "below"), (1, "clear", 1)),
        (("better", "better"), ("above", "within"), (1, "even", 1)),
        (("better", "worse"), ("above", "below"), (0, "costly", 0)),
        (("better", "worse"), (), (0, "even", 0)),
        (("inconclusive", "equivalent"), (), (2, "none", 0)),
        (("worse", "worse"), (), (2, "none", 0)),
    ],
)
def test_advice_follows_the_verdicts_and_the_cost(words, costs, expected):
    found = advise(
        [direct(place, word) for place, word in enumerate(words)],
        [equal_time(place, word) for place, word in enumerate(costs)],
        baseline=2,
    )
    assert (found.heuristic, found.strength, found.subject) == expected
    assert len(set(found.reasons)) == 3


@pytest.mark.parametrize(
    ("cost", "word"),
    [
        (Estimate(2.5, 2.4, 2.6), "below"),
        (Estimate(2.5, 2.4, 3.1), "within"),
        (Estimate(3.4, 3.3, 3.5), "within"),
        (Estimate(4.5, 4.2, 4.6), "above"),
        (Estimate(None, None, None), "within"),
    ],
)
def test_a_cost_is_compared_with_the_interval_of_the_break_even(cost, word):
    """The line may be even at costs from 3 to 4."""

    def at(cost):
        elo = log2(3.4 / cost)
        return Estimate(elo, elo - log2(3.4 / 3), elo + log2(4 / 3.4))

    assert compare_cost(cost, SimpleNamespace(at=at)) == word


def test_candidates_leave_when_they_are_decided():
    inquiry = inquire(
        candidates=tuple(map(lk.heuristic, ("null", "0 + improved"))),
        companions=(),
        pairs=None,
        known_costs={"null": 1.0, "0 + improved": 1.0},
    )
    null, same = play_direct(Session(inquiry))
    assert null.decision.word == "worse"
    assert null.result.match.tally.pairs < same.result.match.tally.pairs == inquiry.looks()[-1]
    assert same.decision.word in {"equivalent", "inconclusive"}
    for one in (null, same):
        low, high = one.decision.elo.low, one.decision.elo.high
        is_apart = (low is not None and low > 0) or (high is not None and high < 0)
        assert is_apart == (one.decision.word in {"better", "worse"})


@pytest.mark.parametrize("baseline", ["max_distance", "center"])
def test_the_strongest_candidates_play_all_their_pairs(baseline):
    """Even those that won everything so far, whose Elo is unknown."""
    specs = ("improved", "reach(k=2)", "outer", "reach(k=1)")
    inquiry = inquire(
        candidates=tuple(map(lk.heuristic, specs)),
        companions=(),
        baseline=lk.heuristic(baseline),
        pairs=None,
        known_costs=dict.fromkeys(specs, 1.0),
    )
    found = play_direct(Session(inquiry))
    assert inquiry.featured_count == 3
    better = [one for one in found if one.decision.word == "better"]
    strongest = sorted(better, key=lambda one: -one.elo.value)[:3]
    assert any(one.looks < len(inquiry.looks()) for one in strongest)
    for one in strongest:
        assert one.result.match.tally.pairs == inquiry.looks()[-1]
        assert one.elo.low < one.elo.value < one.elo.high
        assert one.elo.value == one.result.match.elo.value


def test_looks_continue_the_games_of_a_plain_match(tmp_path):
    inquiry = inquire(pairs=None, companions=(), candidates=(lk.heuristic("ratio"),))
    with lk.Store(tmp_path / "games.db") as store:
        (found,) = play_direct(Session(inquiry, store=store))
        tally = found.result.match.tally
        players = "AlphaBeta(ratio, nodes=150)", "AlphaBeta(improved, nodes=150)"
        match = lk.play_match(*players, pairs=tally.pairs, start=inquiry.start, store=store)
        assert match.tally == tally
        assert len(list(store.experiments())) == 1


@pytest.mark.parametrize(("confidence", "survive"), [(0.95, 1), (0.9, 2), (0.99, 0)])
def test_differences_are_shown_at_the_confidence_of_the_analysis(confidence, survive):
    p_values = [[1.0, 0.04, 0.07], [0.04, 1.0, 0.5], [0.07, 0.5, 1.0]]
    none = Estimate(0.0, 0.0, 0.0)
    ratings = SimpleNamespace(
        ratings=[none] * 3,
        order=(0, 1, 2),
        ranks=[RankSet(1, 3)] * 3,
        differences=[[none] * 3] * 3,
        p_values=p_values,
        first_move=none,
        games=6,
        openings=3,
    )
    tournament = SimpleNamespace(
        names=("a", "b", "c"), ratings=ratings, matches={}, attacker=None, transitivity=None
    )
    found = ranking_facts(tournament, confidence=confidence)
    assert (found.comparisons, found.survive) == (3, survive)


def test_curves_cross_where_the_elo_changes_its_sign():
    budgets = [
        budget(0, "nodes", 100, (30, 10)),
        budget(0, "nodes", 1000, (25, 20)),
        budget(0, "nodes", 10000, (10, 30)),
        budget(0, "depth", 100, (11, 10)),
        budget(0, "depth", 1000, (10, 11)),
        budget(1, "nodes", 100, (30, 10)),
        budget(1, "nodes", 1000, (10, 30)),
    ]
    found = find_crossings(budgets)
    assert [(one.candidate, one.kind, one.low, one.is_sure) for one in found] == [
        (0, "nodes", 1000, False),
        (1, "nodes", 100, True),
    ], "where both ends may be 0 nothing crosses"
    assert found[1].at == pytest.approx(100 * 10**0.5)


def test_the_baseline_under_another_name_is_hardly_ever_called_better_or_worse():
    secret = lk.heuristic("0 + improved")
    alarms = 0
    for seed in range(20):
        inquiry = inquire(
            candidates=(secret,), companions=(), seed=seed, pairs=120, known_costs={str(secret): 1}
        )
        results = play_direct(Session(inquiry))
        (found,) = direct_facts(results, ["secret"], "improved", workers=1)
        assert found.record.pairs == 120
        alarms += found.word in ("better", "worse")
    assert alarms <= 2
