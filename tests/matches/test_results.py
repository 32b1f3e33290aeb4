"""Tallies, chunks and results: what is counted is what was played."""

from array import array
from dataclasses import replace
from itertools import groupby

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lastknight as lk
from lastknight import stats
from lastknight.matches.chunks import PLIES, TOTALS, pack
from lastknight.matches.counting import gather, rate
from lastknight.matches.engine import run_plan
from lastknight.matches.openings import census_openings
from lastknight.matches.plan import Plan
from lastknight.matches.play import REASONS, KeptChoice, PlayedGame
from lastknight.matches.results import Match
from lastknight.matches.tally import Tally
from lastknight.matches.tournament import play_match
from lastknight.stats import Sprt

A_TWICE, SPLIT, B_TWICE = (True, True), (True, False), (False, False)


def game(won, reason="no_moves", moves=((1, 2),), note=""):
    choices = (KeptChoice(0.0, 2, 10, 5, 0.0, False),) * len(moves)
    return PlayedGame(tuple(moves), won, reason, note, choices)


def chunk_of(outcomes, first_pair=0, pairing=0, **options):
    """A chunk with the given pairs of winners."""
    games = [game(won, **options) for pair in outcomes for won in pair]
    return pack(pairing, first_pair, games, width=7)


def plan_of(openings, pairs=None):
    return Plan((lk.Random(), lk.Greedy("open")), ((0, 1),), pairs=pairs, openings=openings)


def distinct_openings(count):
    """Openings of which none is another one mirrored."""
    return [str(opening) for opening in census_openings(lk.Position(), 2)[:count]]


COUNTS = st.integers(1, 80)
tallies = st.builds(Tally, *[st.integers(0, 50)] * 6)
finished = st.builds(
    game,
    st.booleans(),
    st.sampled_from(REASONS),
    st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), max_size=5),
    st.sampled_from(["", "what happened"]),
)
pairs_of_games = st.lists(st.tuples(finished, finished), max_size=12)


@given(tallies, tallies)
def test_tallies_add_and_swap(one, other):
    both = one + other
    for name in ("pairs", "games", "wins", "losses", "first_wins", "a_forfeits", "b_forfeits"):
        assert getattr(both, name) == getattr(one, name) + getattr(other, name)
    assert one.games == 2 * one.pairs == one.wins + one.losses
    swapped = one.swapped()
    assert (swapped.wins, swapped.losses) == (one.losses, one.wins)
    assert (swapped.a_forfeits, swapped.b_forfeits) == (one.b_forfeits, one.a_forfeits)
    assert swapped.first_wins == one.first_wins
    assert swapped.swapped() == one
    assert both.swapped() == swapped + other.swapped()
    assert one + Tally() == one


def count(pairs):
    """The tally of pairs of games, one by one."""
    tally = Tally()
    for first, second in pairs:
        won = first.a_won + second.a_won
        losers = ["b" if g.a_won else "a" for g in (first, second) if g.reason != "no_moves"]
        tally += Tally(
            ww=won == 2,
            split=won == 1,
            ll=won == 0,
            first_wins=first.a_won + (not second.a_won),
            a_forfeits=losers.count("a"),
            b_forfeits=losers.count("b"),
        )
    return tally


@given(pairs_of_games)
def test_a_chunk_counts_its_games(pairs):
    chunk = pack(1, 4, [g for pair in pairs for g in pair], width=7)
    assert chunk.pairs == len(pairs)
    assert list(chunk.outcomes()) == [(first.a_won, second.a_won) for first, second in pairs]
    assert chunk.tally() == count(pairs)
    clean = [pair for pair in pairs if {g.reason for g in pair} == {"no_moves"}]
    assert chunk.clean_tally() == count(clean)


@given(pairs_of_games)
def test_a_chunk_returns_the_games_it_was_made_from(pairs):
    games = [g for pair in pairs for g in pair]
    chunk = pack(0, 0, games, width=7)
    again = [(won, reason, [divmod(s, 7) for s in moves]) for won, reason, moves in chunk.games()]
    assert again == [(g.a_won, g.reason, list(g.moves)) for g in games]
    assert chunk.notes == {index: g.note for index, g in enumerate(games) if g.note}


@given(pairs_of_games, st.integers(0, 12))
def test_the_head_of_a_chunk_has_its_first_games(pairs, kept):
    def chunk(pairs):
        return pack(0, 0, [g for pair in pairs for g in pair], width=7)

    head, expected = chunk(pairs).head(kept), chunk(pairs[:kept])
    assert list(head.games()) == list(expected.games())
    assert head.notes == expected.notes
    assert (head.tally(), head.clean_tally()) == (expected.tally(), expected.clean_tally())


def test_the_cost_of_choices_is_summed_by_side_and_ply():
    def played(*nodes):
        choices = tuple(KeptChoice(0.0, 2, n, 7, 0.5, n > 3) for n in nodes)
        return PlayedGame(((0, 0),) * len(nodes), True, "no_moves", choices=choices)

    chunk = pack(0, 0, [played(1, 2, 3), played(4, 5), played(10)], width=7)
    totals = np.frombuffer(chunk.totals).reshape(2, PLIES, len(TOTALS))
    by_name = {name: totals[:, :3, index].tolist() for index, name in enumerate(TOTALS)}
    assert by_name["choices"] == [[2, 1, 1], [1, 1, 0]]
    assert by_name["nodes"] == [[11, 5, 3], [4, 2, 0]]
    assert by_name["depth"] == [[4, 2, 2], [2, 2, 0]]
    assert by_name["evaluations"] == [[14, 7, 7], [7, 7, 0]]
    assert by_name["seconds"] == [[1.0, 0.5, 0.5], [0.5, 0.5, 0]]
    assert by_name["solved"] == [[1, 1, 0], [1, 0, 0]]
    assert not totals[:, 3:].any()


def test_the_core_writes_its_sums_in_the_same_order():
    plan = Plan((lk.Random(), lk.Greedy("open")), ((0, 1),), pairs=3)
    (chunk,) = run_plan(plan, workers=1)
    choices = array("d", chunk.totals)[0 :: len(TOTALS)]
    assert sum(choices) == sum(chunk.plies)
    assert choices[0] == choices[PLIES] == 3


def test_a_match_sums_its_chunks():
    openings = ["d4 b1", "d4 a1", "d4 c1", "d4 b2", "c3 a1"]
    chunks = [
        chunk_of([A_TWICE, SPLIT], 3),
        chunk_of([A_TWICE, A_TWICE, B_TWICE]),
    ]
    (match,) = gather(plan_of(openings), chunks)
    assert (match.a, match.b) == ("Random", "Greedy(open)")
    assert match.pairs == (3, 1, 1)
    assert (match.wins, match.losses, match.score) == (7, 3, 0.7)
    assert match.tally == match.without_forfeits == chunks[0].tally() + chunks[1].tally()
    assert match.elo == stats.pair_elo(3, 1)
    assert match.clustered.p_value == stats.exact_test(3, 1)
    assert match.sprt is None
    assert match.sentence == match.verdict.sentence


def test_a_match_without_games_has_no_numbers():
    (match,) = gather(plan_of(["d4 b1"]), [])
    assert (match.wins, match.losses, match.pairs, match.score) == (0, 0, (0, 0, 0), None)
    assert (match.distinct_games, match.distinct_openings) == (0, 0)
    assert "nan" not in match.sentence
    assert "inf" not in match.sentence.replace("information", "")


@pytest.mark.parametrize(
    "outcomes",
    [[SPLIT], [A_TWICE], [SPLIT] * 30, [A_TWICE] * 20 + [B_TWICE] * 3, [A_TWICE, B_TWICE] * 40],
)
def test_with_distinct_openings_the_verdict_is_that_of_the_pairs(outcomes):
    openings = distinct_openings(len(outcomes))
    (match,) = gather(plan_of(openings), [chunk_of(outcomes)])
    assert match.verdict == stats.verdict(*match.pairs, name="Random", opponent="Greedy(open)")


@pytest.mark.parametrize(("outcome", "score"), [(A_TWICE, 1.0), (B_TWICE, 0.0)])
def test_a_match_won_to_nil_has_numbers_too(outcome, score):
    (match,) = gather(plan_of(distinct_openings(9)), [chunk_of([outcome] * 9)])
    assert match.score == score
    known = match.elo.low if score else match.elo.high
    assert match.elo.value is None
    assert known > 0 if score else known < 0
    assert match.verdict.word == ("better" if score else "worse")


def test_forfeits_count_as_games_and_can_be_left_out():
    games = [
        game(True),
        game(True),
        game(False, "crash", note="Traceback"),
        game(True),
        game(True, "timeout"),
        game(True, "illegal_move"),
        game(False),
        game(False),
    ]
    (match,) = gather(plan_of("empty", pairs=4), [pack(0, 0, games, width=7)])
    assert match.pairs == (2, 1, 1)
    assert (match.tally.a_forfeits, match.tally.b_forfeits) == (1, 2)
    assert match.without_forfeits == Tally(ww=1, ll=1, first_wins=2)


def forfeited(pairs, *, first_pair=0, reason="crash", note="Traceback\nValueError: no"):
    games = [game(False, reason, note=note)] * 2 * pairs
    return pack(0, first_pair, games, width=7)


@pytest.mark.parametrize("pairs", [1, 4, 40])
def test_a_match_that_forfeits_decide_says_so_instead_of_a_verdict(pairs):
    (match,) = gather(plan_of("empty", pairs=pairs), [forfeited(pairs)])
    assert match.verdict.word == match.facts()["verdict"] == "forfeited"
    assert match.sentence.endswith("is decided by forfeits, which say nothing about strength.")
    (said,) = match.cautions
    name = f"{match.a} lost {2 * pairs} games by forfeit (crash), the first, 0.0.1, because: "
    assert said == match.facts()["forfeits"] == f"{name}ValueError: no"


def test_a_sequential_test_that_forfeits_decide_says_so_too():
    plan = plan_of(distinct_openings(200))
    (match,) = gather(plan, [forfeited(200)], sprt=Sprt(0, 50))
    assert match.sprt.decide(match.tally.ww, match.tally.ll) == "elo0"
    assert "decided by forfeits" in match.sentence


def test_a_sequential_test_that_repeated_openings_leave_open_is_not_decided_by_forfeits():
    """The forfeits are most of the decided pairs, but few of the games."""
    lost, split = Tally(ll=22, a_forfeits=22), Tally(split=98)
    by_opening = (lost,) * 5 + (split,) * 5
    match = Match("A", "B", sum(by_opening, Tally()), sum([split] * 5, Tally()), by_opening, 100)
    match = replace(match, sprt=Sprt(0, 50))
    assert match.sprt.decide(match.tally.ww, match.tally.ll) == "elo0"
    assert match.facts()["decision"] is None
    assert match.verdict.word != "forfeited"


def test_a_test_that_pairs_without_forfeits_do_not_support_is_decided_by_forfeits():
    by_opening = tuple(Tally(ww=1) for _ in range(100)) + tuple(Tally(ll=1) for _ in range(60))
    won, lost = Tally(ww=100, b_forfeits=30), Tally(ll=60)
    clean = by_opening[30:]
    match = Match("A", "B", won + lost, sum(clean, Tally()), by_opening, 100, Sprt(0, 50))
    match = replace(match, clean_by_opening=clean)
    assert match.decision == "elo1"
    assert match.verdict.word == "forfeited"
    fewer = by_opening[5:]
    kept = replace(match, without_forfeits=sum(fewer, Tally()), clean_by_opening=fewer)
    assert kept.verdict.word != "forfeited"


def test_pairs_without_forfeits_are_clustered_by_opening_too():
    """Ten alike on each of four openings say what four pairs say."""
    clean = (Tally(ww=10),) * 3 + (Tally(ll=10),)
    forfeited = (Tally(ww=90, b_forfeits=90),)
    by_opening = clean + forfeited
    total = sum(by_opening, Tally())
    match = Match("A", "B", total, sum(clean, Tally()), by_opening, 100)
    match = replace(match, clean_by_opening=clean)
    assert match.clean.p_value > 0.3
    assert match.is_decided_by_forfeits("better")
    alone = tuple(Tally(ww=1) for _ in range(30)) + (Tally(ll=1),) * 10
    assert not replace(match, clean_by_opening=alone).is_decided_by_forfeits("better")


def test_the_pairs_without_forfeits_are_counted_by_opening():
    games = [game(True), game(True), game(False, "crash"), game(False), game(True), game(False)]
    plan = plan_of(distinct_openings(3))
    (match,) = gather(plan, [pack(0, 0, games, width=7)])
    assert sorted(map(str, match.clean_by_opening)) == sorted(
        map(str, [Tally(ww=1), Tally(split=1)])
    )
    assert sum(one.pairs for one in match.clean_by_opening) == match.without_forfeits.pairs


def test_a_few_forfeits_leave_the_verdict_and_are_explained():
    (match,) = gather(
        plan_of(distinct_openings(101)),
        [forfeited(1, reason="timeout"), pack(0, 1, [game(False)] * 200, width=7)],
    )
    assert match.verdict.word == "worse"
    assert match.cautions[0].startswith(f"{match.a} lost 2 games by forfeit (timeout), the first")


def test_a_verdict_needs_the_pairs_without_forfeits():
    """Five pairs on the board and forfeits in forty: a difference, but not of strength."""
    board = pack(0, 40, [game(False), game(True)] * 5, width=7)
    (match,) = gather(plan_of("empty", pairs=45), [forfeited(40), board])
    assert match.verdict.word == "forfeited"


def test_the_first_forfeit_is_the_same_whatever_chunk_comes_first():
    late = forfeited(1, first_pair=1, reason="breach", note="late")
    early = forfeited(1, note="early")
    for chunks in ([early, late], [late, early]):
        (match,) = gather(plan_of("empty", pairs=2), chunks)
        assert "(breach 2, crash 2)" in match.cautions[0]
        assert match.cautions[0].endswith("the first, 0.0.1, because: early")


def test_strangers_text_in_a_reason_stays_on_its_line():
    (match,) = gather(plan_of("empty", pairs=1), [forfeited(1, note="x\n\x1b[2J" + "y" * 999)])
    assert "\\x1b[2Jyyy" in match.cautions[0]
    assert len(match.cautions[0]) < 450


def test_mirrored_openings_count_as_one():
    openings = ["a1 c3", "g7 e5", "a1 c4", "a1 c3"]
    chunk = chunk_of([A_TWICE, B_TWICE, SPLIT, A_TWICE])
    (match,) = gather(plan_of(openings), [chunk])
    assert match.distinct_openings == 2
    assert sorted((t.ww, t.split, t.ll) for t in match.by_opening) == [(0, 1, 0), (2, 0, 1)]


def test_games_are_distinct_by_opening_sides_and_moves():
    def distinct(openings, *moves):
        games = [game(True, moves=played) for played in moves]
        (match,) = gather(plan_of(openings, len(moves) // 2), [pack(0, 0, games, width=7)])
        return match.distinct_games

    here, there, longer, turned = [(1, 2)], [(2, 1)], [(1, 2), (2, 1)], [(2, 1), (1, 2)]
    assert distinct(["d4 b1"], here, here) == 2  # the sides differ
    assert distinct(["d4 b1"], here, here, here, here) == 2
    assert distinct(["d4 b1"], here, here, there, here) == 3
    assert distinct(["d4 b1"], here, here, longer, longer, turned, turned, [], []) == 8
    assert distinct(["d4 b1", "d4 a1"], here, here, here, here) == 4
    assert distinct(["a1 c3", "g7 e5"], here, here, here, here) == 4  # mirrored, not equal


def test_repeated_openings_give_intervals_by_opening():
    openings = ["d4 b1", "d4 a1", "c3 a1", "c3 b1", "b3 a1", "d3 g1"]
    outcomes = [A_TWICE, A_TWICE, B_TWICE, A_TWICE, SPLIT, A_TWICE]
    (once,) = gather(plan_of(openings), [chunk_of(outcomes)])
    (often,) = gather(plan_of(openings, 60), [chunk_of(outcomes * 10)])
    assert once.elo == stats.pair_elo(4, 1)
    assert often.distinct_openings == once.distinct_openings == 6
    assert often.pairs == (40, 10, 10)
    counts = [(t.ww, t.split, t.ll) for t in often.by_opening]
    assert often.elo == stats.clustered_pairs(counts).elo
    naive = stats.pair_elo(40, 10)
    assert often.elo.high - often.elo.low > 1.5 * (naive.high - naive.low)
    assert 1 > often.clustered.p_value > once.clustered.p_value
    assert stats.exact_test(40, 10) < 0.001 < often.clustered.p_value


def test_one_opening_alone_has_no_interval():
    for outcomes in ([A_TWICE] * 13, [B_TWICE] * 13, [A_TWICE, SPLIT, B_TWICE] * 5, [SPLIT] * 9):
        (match,) = gather(plan_of("empty", len(outcomes)), [chunk_of(outcomes)])
        assert match.distinct_openings == 1
        assert (match.elo.low, match.elo.high) == (None, None)
        assert match.verdict.word == "inconclusive"
        assert match.clustered.p_value == 1


def test_deterministic_players_play_few_distinct_games():
    """Where the first legal move is always the best, every pair from one opening is the same."""

    def in_order(position, player):
        row, column = position.location(player) or (0, 0)
        return -(position.width * row + column)

    options = {"a": lk.Greedy(in_order), "b": lk.Greedy(in_order), "openings": ["d4 b1", "d4 a1"]}
    match = play_match(**options, pairs=10)
    assert match.tally.pairs == 10
    assert match.distinct_games == 4


def test_a_real_match_is_consistent():
    match = play_match("AlphaBeta(improved, depth=2)", "Greedy(open)", pairs=200, seed=2)
    ww, split, ll = match.pairs
    assert ww + split + ll == 200
    assert (match.wins, match.losses) == (2 * ww + split, 2 * ll + split)
    assert match.score == match.wins / 400
    assert sum(match.by_opening[1:], match.by_opening[0]) == Tally(ww, split, ll)
    assert match.clustered == stats.clustered_pairs(
        [(t.ww, t.split, t.ll) for t in match.by_opening]
    )
    assert match.elo == match.verdict.elo == match.clustered.elo
    assert match.elo.low < match.elo.value < match.elo.high
    assert match.verdict.word == ("better" if match.elo.low > 0 else "inconclusive")
    assert 380 <= match.distinct_games <= 400
    turned = play_match("Greedy(open)", "AlphaBeta(improved, depth=2)", pairs=200, seed=2)
    assert turned.verdict.word != match.verdict.word or match.verdict.word == "inconclusive"


def test_a_decided_sequential_test_ignores_later_pairs():
    sprt = Sprt(0, 100)
    needed = next(ww for ww in range(1, 100) if sprt.decide(ww, 0) == "elo1")
    plan = plan_of(distinct_openings(60))
    chunks = [
        chunk_of([A_TWICE] * 4, 0),
        chunk_of([SPLIT, *[A_TWICE] * 40], 4),
        chunk_of([B_TWICE], 45),
    ]
    (match,) = gather(plan, chunks, sprt=sprt)
    assert match.pairs == (needed, 1, 0)
    (match,) = gather(plan, chunks[::-1], sprt=sprt)
    assert match.pairs == (needed, 1, 0)
    (match,) = gather(plan, [chunks[0], chunks[2]], sprt=sprt)
    assert match.pairs == (4, 0, 0), "what comes after a gap does not count"
    (match,) = gather(plan, chunks)
    assert match.pairs == (44, 1, 1)


def test_a_sequential_test_ends_when_the_players_repeat_themselves():
    plan = plan_of(distinct_openings(4), pairs=40)
    (match,) = gather(plan, [chunk_of([A_TWICE, SPLIT, A_TWICE, B_TWICE] * 10)], sprt=Sprt(0, 50))
    assert match.pairs == (4, 2, 2)
    assert match.facts()["decision"] is None
    assert match.sentence == (
        "Random against Greedy(open) is inconclusive: 6 decided pairs on repeated openings, "
        "worth 2, do not decide between 0 and +50 Elo. "
        "The players repeat themselves: play other openings."
    )


@settings(max_examples=60)
@given(st.lists(st.sampled_from([A_TWICE, SPLIT, B_TWICE]), min_size=1, max_size=60), COUNTS)
def test_inconclusive_never_stands_next_to_an_interval_without_0(outcomes, openings):
    plan = plan_of(distinct_openings(openings), pairs=len(outcomes))
    (match,) = gather(plan, [chunk_of(outcomes)])
    facts = match.facts()
    low, high = facts["elo_low"], facts["elo_high"]
    is_above, is_below = low is not None and low > 0, high is not None and high < 0
    word = "better" if is_above else "worse" if is_below else facts["verdict"]
    assert facts["verdict"] == match.verdict.word == word
    assert (facts["p_value"] <= 0.05) == (is_above or is_below)


def test_ratings_use_who_moved_first_and_who_won():
    plan = Plan((lk.Random(), lk.Greedy("open"), lk.Greedy("improved")), ((0, 1), (2, 1)), pairs=40)
    chunks = [
        chunk_of([SPLIT, SPLIT, SPLIT, A_TWICE] * 10),
        chunk_of([SPLIT, B_TWICE] * 20, pairing=1),
    ]
    result = rate(plan, chunks)
    one, other, won, opening = [], [], [], []
    groups = group_numbers(plan)
    for pairing, chunk in enumerate(chunks):
        a, b = plan.pairings[pairing]
        for pair, outcome in enumerate(chunk.outcomes()):
            one.append(a)
            other.append(b)
            won.append(outcome)
            opening.append(groups[pair])
    expected = stats.rate_pairs(one, other, won, opening=opening, players=3)
    assert result.ratings == expected
    assert result.ratings.ratings[2].value < result.ratings.ratings[1].value < 0
    assert result.ratings.first_move.value > 0
    assert list(result.matches) == [(0, 1), (2, 1)]
    assert rate(plan, chunks[::-1]) == result
    assert rate(plan, chunks, anchor="Greedy(open)").ratings.ratings[1].value == 0
    with pytest.raises(
        lk.ArgumentError, match="the anchor must be one of the players, got 'Nobody'"
    ):
        rate(plan, chunks, anchor="Nobody")


def group_numbers(plan):
    """The number of each pair's opening, equal for mirrored ones, counted from the first."""
    texts = [str(opening.canonical) for opening in plan.drawn]
    order = [text for text, _ in groupby(texts)]
    numbers = {text: index for index, text in enumerate(dict.fromkeys(order))}
    return [numbers[text] for text in texts]
