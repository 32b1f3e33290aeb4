"""Made-up facts for the tests of the report: of many heuristics and of one, with every oddity."""

from dataclasses import replace
from itertools import combinations
from random import Random

from lastknight import Position, format_moves, format_square, stats
from lastknight.analysis.breakdown import GameEnding, GameGroup, Length, Ply
from lastknight.analysis.ceiling import Ceiling
from lastknight.analysis.champion import Champion
from lastknight.analysis.conclusions import Advice, Crossing, Undecided
from lastknight.analysis.equal_time import EqualTime, RatioMatch
from lastknight.analysis.facts import AnalysisConditions, Audit, Facts, Origin
from lastknight.analysis.match_facts import (
    Budget,
    Classic,
    ClassicCell,
    Difference,
    Direct,
    MatchRecord,
    Opponent,
    Ranking,
    Rating,
)
from lastknight.analysis.moments import Moment
from lastknight.analysis.subjects import HeuristicFacts
from lastknight.matches.roles import RoleCount, RoleRecord
from lastknight.stats import Estimate, RankSet
from lastknight.stats.transitivity import Surprise, Transitivity
from lastknight.truth.measurements import (
    Agreement,
    DepthPicks,
    FoundWins,
    HeuristicTruth,
    Mistake,
    PairedWins,
    Picks,
    PlayerTruth,
    PlyGroup,
    Sample,
    ThrownWins,
    Truth,
    WinningMoves,
)

MANY = (
    "improved",
    "null",
    "open",
    "center",
    "center_weighted",
    "blank_ratio",
    "edge_ratio",
    "max_distance",
    "outer",
    "value(power=1, weight=1)",
    "value(power=2, weight=2)",
    "value(power=3, weight=2)",
    "reach(k=1)",
    "reach(k=3)",
    "reach_own(k=3)",
    "ratio",
    "longest_path",
    "ratio_chase",
)
FEW = ("chase", "improved", "open", "center", "null")
OPPONENTS = ("Random", "MM_Open", "MM_Center", "MM_Improved", "AB_Open", "AB_Center", "AB_Improved")
STRENGTHS = {"null": -310, "max_distance": -180, "center": -150, "edge_ratio": -60, "open": -40}
STRENGTHS |= {"reach(k=3)": 85, "ratio": 42, "longest_path": 60, "chase": 24, "reach(k=1)": 30}
SCRIPT = "ZeroDivisionError: <script>alert('1 | 2')</script>"
CODE = '''def chase(view):
    """Open squares, and a step closer < 2 & fewer."""
    return view.own - 0.5 * view.distance
'''


def record(random: Random, elo: float, pairs: int, *, forfeits: int = 0) -> MatchRecord:
    """A made-up record of one who is so many Elo stronger."""
    ww_rate, split_rate, _ = stats.pair_probabilities(elo, bias=150)
    drawn = [random.random() for _ in range(pairs)]
    ww = sum(number < ww_rate for number in drawn)
    split = sum(ww_rate <= number < ww_rate + split_rate for number in drawn)
    return counted(ww, split, pairs - ww - split, forfeits=forfeits)


def counted(ww: int, split: int, ll: int, *, forfeits: int = 0) -> MatchRecord:
    pairs = ww + split + ll
    return MatchRecord(
        ww=ww,
        split=split,
        ll=ll,
        pairs=pairs,
        games=2 * pairs,
        wins=2 * ww + split,
        losses=2 * ll + split,
        win_rate=stats.win_rate(ww, split, ll),
        elo=stats.pair_elo(ww, ll),
        p_value=stats.exact_test(ww, ll),
        first_wins=round(1.07 * pairs),
        a_forfeits=forfeits,
        b_forfeits=0,
        distinct_games=2 * pairs - 3,
        openings=min(pairs, 315),
        roles=RoleRecord.of(
            [RoleCount(1, 1, 1)] * ww + [RoleCount(1, 1, 0)] * split + [RoleCount(1, 0, 0)] * ll
        ),
    )


def many_facts(seed: int = 1) -> Facts:
    """Seventeen heuristics next to the baseline."""
    return _facts(MANY, candidates=range(1, len(MANY)), featured=(13, 16, 15), seed=seed)


def one_facts(seed: int = 1) -> Facts:
    """One heuristic of the user's next to four baselines; with forfeits, and a claim."""
    facts = _facts(FEW, candidates=(0,), featured=(0,), seed=seed)
    direct = facts.direct[0]
    forfeited = replace(direct.record, a_forfeits=3)
    ledger = (
        {
            "id": "000-1",
            "analysis": "000",
            "claim": "center_weighted beats improved by 3.3 points",
            "experiment": "4,000 pairs at 15,000 nodes",
            "evidence": "65.7 % against 62.4 % of 210 games",
            "ours": "-1.0 Elo, from -9 to +7",
            "estimate": {"value": -1.0, "low": -9.0, "high": 7.0},
            "unit": "Elo",
            "pairs": 4000,
            "verdict": "contradicted",
            "survives": True,
            "p_value": 0.002,
        },
    )
    user = replace(
        facts.heuristics[0], kind="compiled", origin="chase.py", code=CODE, meaning="", cost=None
    )
    return replace(
        facts,
        heuristics=(user, *facts.heuristics[1:]),
        direct=(replace(direct, record=forfeited),),
        endings=(*facts.endings, GameEnding(0, "crash", 0, 3, SCRIPT)),
        audit=replace(facts.audit, forfeits=3),
        ledger=ledger,
    )


def _facts(names: tuple[str, ...], *, candidates, featured: tuple[int, ...], seed: int) -> Facts:
    random = Random(seed)
    baseline = names.index("improved")
    heuristics = tuple(_heuristic(name, place in candidates) for place, name in enumerate(names))
    direct = _direct(random, heuristics, baseline, len(list(candidates)))
    budgets = _budgets(random, heuristics, featured)
    undecided = tuple(
        Undecided(
            f"{names[one.candidate]} against improved at equal nodes",
            one.candidate,
            "nodes",
            one.record.pairs,
            one.pairs_to_decide,
            one.seconds_to_decide,
        )
        for one in direct
        if one.word == "inconclusive"
    )
    return Facts(
        origin=Origin(
            "0.1.0", "2024-11-16", "lastknight analyze --seed 1", 58.4, 61_204, "x86_64, 2 cores"
        ),
        conditions=AnalysisConditions(
            width=7,
            height=7,
            start=str(Position()),
            nodes=15_000,
            seconds=0.15,
            openings="random",
            plies=2,
            seed=1,
            effort="default",
            baseline=baseline,
            opponents=OPPONENTS,
            equivalence=20.0,
            looks=(100, 400),
            pairs={"direct": 400, "classic": 40, "ranking": 40, "budgets": 150},
        ),
        heuristics=heuristics,
        featured=featured,
        direct=direct,
        classic=_classic(random, heuristics),
        ranking=_ranking(random, heuristics),
        budgets=budgets,
        crossings=(
            Crossing(featured[0], "depth", 2, 3, 2.4, True),
            Crossing(featured[0], "nodes", 5000, 15000, 9120.0, False),
        ),
        groups=_groups(random, featured),
        lengths=_lengths(random, featured),
        plies=_plies(random, (*featured, baseline)),
        endings=tuple(GameEnding(place, "no_moves", 430, 370, "") for place in featured),
        moments=_moments(random, featured),
        audit=Audit(61_204, 60_912, 2_352, 315, 0, 50, 50, 32_555, 61_204, 53_553),
        undecided=undecided,
        ceiling=ceiling(),
        champion=champion(),
        equal_time=tuple(_equal_time(random, heuristics[place].cost, place) for place in featured),
        advice=Advice(featured[0], "even", ("direct", "time", "role"), featured[0]),
        truth=_truth(random, [names[place] for place in (*featured, baseline)]),
    )


def _heuristic(name: str, is_candidate: bool) -> HeuristicFacts:
    cost = {"longest_path": 12.4, "reach(k=3)": 3.1, "improved": 1.0}.get(name, 1.2)
    return HeuristicFacts(name, name, "native", f"What {name} means.", "004", is_candidate, cost)


def _direct(random: Random, heuristics, baseline: int, count: int) -> tuple[Direct, ...]:
    found = []
    for place, one in enumerate(heuristics):
        if not one.is_candidate:
            continue
        pairs = 90 if one.name == "longest_path" else 400
        match = record(random, STRENGTHS.get(one.name, 0), pairs)
        if one.name == "null":
            match = counted(0, 11, 389)
        said = stats.judge(match.elo, min(1.0, count * match.p_value), pairs=match.pairs)
        level = 0.05 / count
        wide = stats.pair_elo(match.ww, match.ll, confidence=1 - level)
        found.append(
            Direct(
                candidate=place,
                record=match,
                elo=wide,
                level=level,
                looks=2,
                p_adjusted=min(1.0, count * match.p_value),
                word=said.word,
                sentence=said.sentence,
                pairs_to_decide=None if one.name == "ratio_chase" else said.pairs_to_decide,
                seconds_to_decide=None if one.name == "outer" else 190.0,
                detectable=26.4,
                without_forfeits=match,
                score_elo=match.win_rate.through(stats.score_elo),
            )
        )
    del baseline
    return tuple(found)


def _classic(random: Random, heuristics) -> Classic:
    opponents = tuple(
        Opponent(name, f"AlphaBeta({name}, nodes=15000)" if name[:2] == "AB" else name)
        for name in OPPONENTS
    )
    cells, rates = [], []
    for place, one in enumerate(heuristics):
        total = [0, 0, 0]
        for number, opponent in enumerate(OPPONENTS):
            is_itself = one.name == "improved" and opponent == "AB_Improved"
            elo = STRENGTHS.get(one.name, 0) + (600 if number == 0 else 150 - 30 * number)
            match = None if is_itself else record(random, elo, 40)
            cells.append(ClassicCell(place, number, match))
            if match is not None:
                total = [
                    a + b for a, b in zip(total, (match.ww, match.split, match.ll), strict=True)
                ]
        rates.append(stats.win_rate(*total))
    return Classic(opponents, tuple(cells), tuple(rates))


def _ranking(random: Random, heuristics) -> Ranking:
    values = [
        0.0 if one.name == "improved" else STRENGTHS.get(one.name, 0) + random.uniform(-6, 6)
        for one in heuristics
    ]
    order = sorted(range(len(values)), key=lambda place: -values[place])
    differences, p_values = [], [[1.0] * len(values) for _ in values]
    for a, b in combinations(range(len(values)), 2):
        gap = values[a] - values[b]
        p = 0.0001 if abs(gap) > 30 else 0.6
        p_values[a][b] = p_values[b][a] = p
        differences.append(Difference(a, b, Estimate(gap, gap - 25, gap + 25), p))
    ranks: list[RankSet] = stats.rank_sets(values, p_values)
    ratings = tuple(
        Rating(
            place,
            Estimate(values[place], values[place] - 14.2, values[place] + 15.1)
            if values[place]
            else Estimate(0.0, 0.0, 0.0),
            ranks[place].best,
            ranks[place].worst,
            str(ranks[place]),
            600 + round(values[place]),
            1360,
        )
        for place in order
    )
    survive = sum(one.p_adjusted <= 0.05 for one in differences)
    first = Estimate(31.2, 24.4, 38.3)
    attacker = stats.wilson(10_710, 12_240)
    counts = (12_240, 315, len(differences), survive)
    fit = Transitivity(0, 0.812, 0.012, Surprise(1, 2, 0.55, 0.78))
    return Ranking(ratings, tuple(differences), first, *counts, attacker, fit)


def _budgets(random: Random, heuristics, featured: tuple[int, ...]) -> tuple[Budget, ...]:
    found = []
    for place in featured:
        one = heuristics[place]
        knows = STRENGTHS.get(one.name, 0)
        for depth in (1, 2, 3, 4):
            match = counted(40, 60, 0) if depth == 1 else record(random, knows + 20 / depth, 150)
            found.append(Budget(place, "depth", depth, match, float(depth), float(depth)))
        for step, nodes in enumerate((150, 500, 1500, 5000, 15_000)):
            depth = 2.1 + 0.9 * step
            equal = record(random, knows + 40 - 12 * step, 150)
            found.append(Budget(place, "nodes", nodes, equal, depth, depth + 0.1))
    return tuple(found)


def _equal_time(random: Random, cost: float | None, place: int) -> EqualTime:
    """Made-up matches at node ratios; the second candidate never loses its lead."""
    matches = tuple(
        RatioMatch(ratio, round(15_000 / ratio), record(random, 85 - 75 * number, 300))
        for number, ratio in enumerate((1.0, 1.5, 2.0, 3.0))
    )
    return EqualTime(
        candidate=place,
        matches=matches,
        break_even=Estimate(2.41, 1.96, None if cost and cost > 10 else 3.02),
        per_doubling=Estimate(72.4, 51.2, 93.6),
        curvature_p=0.31,
        cost=Estimate(None, None, None) if cost is None else Estimate(cost, cost - 0.1, cost + 0.1),
        elo=Estimate(None, None, None) if cost is None else Estimate(-21.4, -48.2, 5.4),
        word="within",
    )


def ceiling() -> Ceiling:
    """Made-up perfect play: it wins every game as attacker."""
    played = RoleRecord.of([RoleCount(1, 1, 1)] * 24 + [RoleCount(1, 1, 0)] * 76)
    return Ceiling(
        "Perfect", 100, 88, stats.win_rate(24, 76, 0), played.a_attacker, played.a_defender
    )


def champion() -> Champion:
    """Made-up games of the champion: it loses no pair, so its Elo has one bound only."""
    return Champion("champion", counted(54, 146, 0), Estimate(4.02, 3.96, 4.07))


def _groups(random: Random, featured: tuple[int, ...]) -> tuple[GameGroup, ...]:
    labels = {
        "role": ("attacker", "defender"),
        "opening": ("knights 1 to 2 apart", "knights 3 to 4 apart", "knights 5 or more apart"),
        "length": ("up to 18 plies", "19 to 26 plies", "27 plies or more"),
    }
    found = []
    for place in featured:
        for by, names in labels.items():
            for order, label in enumerate(names):
                games = random.randrange(80, 400)
                wins = round(games * random.uniform(0.42, 0.62))
                rate = stats.wilson(wins, games)
                elo = stats.pair_elo(wins // 3, wins // 4) if by == "opening" else None
                found.append(GameGroup(place, by, label, order, wins, games, rate, elo))
    return tuple(found)


def _lengths(random: Random, featured: tuple[int, ...]) -> tuple[Length, ...]:
    return tuple(
        Length(place, plies, random.randrange(1, 60), random.randrange(1, 50))
        for place in featured
        for plies in range(11, 38)
    )


def _plies(random: Random, heuristics: tuple[int, ...]) -> tuple[Ply, ...]:
    return tuple(
        Ply(
            place,
            ply,
            max(3, 800 - 25 * ply),
            5.2 + 0.25 * ply + random.random() + 0.4 * number,
            14_900.0,
            11_000.0,
            80.0 + 30 * number - ply,
            min(1.0, ply / 30),
        )
        for number, place in enumerate(heuristics)
        for ply in range(3, 34)
    )


def _moments(random: Random, featured: tuple[int, ...]) -> tuple[Moment, ...]:
    found = []
    for place in featured[:2]:
        for number in range(4):
            moves, position = [], Position()
            while not position.is_over:
                moves.append(random.choice(position.legal_moves()))
                position = position.play(moves[-1])
            ply = max(2, len(moves) - 5)
            at = Position.from_moves(moves[:ply])
            legal = [format_square(move) for move in at.legal_moves()]
            played = format_square(moves[ply])
            winning = tuple(move for move in legal if move != played)[:2]
            values = tuple(
                (move, float("inf") if number == 3 else 3.25 * k - 1, 1.0 - k)
                for k, move in enumerate((played, *winning))
            )
            is_win = number < 2
            found.append(
                Moment(
                    candidate=place,
                    is_win=is_win,
                    game=f"0.{17 + number}.1",
                    moves=format_moves(moves),
                    ply=ply,
                    position=str(at),
                    candidate_player=3 - at.to_move if is_win else at.to_move,
                    played=played,
                    winning=winning if number % 2 == 0 else (),
                    is_proved=number % 2 == 0,
                    values=values,
                )
            )
    return tuple(found)


def _truth(random: Random, specs: list[str]) -> Truth:
    """Made-up perfect play; the first group has nothing critical, and the last one class only."""
    unknown = Estimate(None, None, None)
    groups = tuple(
        PlyGroup(2 + 4 * k, 5 + 4 * k, 40, 6 * k, 22, unknown if k == 0 else rate(random, 0.5, 0.1))
        for k in range(6)
    )
    heuristics = tuple(
        HeuristicTruth(
            spec,
            Agreement(240, 90, *(rate(random, 0.7, 0.04) for _ in range(3))),
            tuple(
                Agreement(
                    40,
                    6 * k,
                    rate(random, 0.6, 0.1),
                    unknown if k == 5 else rate(random, 0.5 + 0.07 * k, 0.1),
                    unknown if k == 0 else rate(random, 0.8, 0.1),
                )
                for k in range(6)
            ),
            tuple(
                DepthPicks(depth, Picks(90, 70 + 3 * depth, stats.wilson(70 + 3 * depth, 90)))
                for depth in range(1, 4 if spec == "longest_path" else 7)
            ),
        )
        for spec in specs
    )
    players = tuple(
        PlayerTruth(
            f"AlphaBeta({spec}, nodes=15000)",
            Picks(90, 85, stats.wilson(85, 90)),
            tuple(Picks(6 * k, 6 * k, stats.wilson(6 * k, 6 * k)) for k in range(6)),
            None if number == 1 else _thrown(number),
        )
        for number, spec in enumerate(specs)
    )
    sample = Sample("the direct games", 400, 77, 240, 90, 132, 3, rate(random, 0.5, 0.05), groups)
    return Truth(7, 7, 1, sample, heuristics, players, winning_moves=_winning_moves(sample, specs))


def _winning_moves(sample: Sample, specs: list[str]) -> WinningMoves:
    """Made-up choices: the first candidate finds more, a second one as many."""
    found = tuple(FoundWins(spec, Picks(90, 80, stats.wilson(80, 90))) for spec in specs)
    compared = tuple(
        PairedWins(
            heuristic=spec,
            critical=90,
            both=60,
            only_candidate=20 if number == 0 else 9,
            only_baseline=2 if number == 0 else 9,
            neither=8 if number == 0 else 12,
            difference=Estimate(0.2, 0.1, 0.3) if number == 0 else Estimate(0.0, -0.1, 0.1),
            p_value=0.0001 if number == 0 else 1.0,
            p_adjusted=0.0003 if number == 0 else 1.0,
            word="better" if number == 0 else "no difference shown",
        )
        for number, spec in enumerate(specs[:-1])
    )
    return WinningMoves(sample, 1000, specs[-1], found, compared)


def _thrown(number: int) -> ThrownWins:
    moves = "d4 b1 c2 a3 e3 b5"
    position = Position.from_moves("d4 b1 c2 a3")
    legal = [format_square(move) for move in position.legal_moves()]
    mistake = Mistake("0.3.1", moves, 4, str(position), 1, "e3", tuple(legal[: number + 1]))
    if number == 2:
        return ThrownWins("improved", 60, 20, 0, 400, 0, Estimate(0.0, 0.0, 0.05), None)
    return ThrownWins("improved", 60, 31, 9, 380, 11, Estimate(0.1833, 0.0721, 0.2945), mistake)


def rate(random: Random, middle: float, width: float) -> Estimate:
    value = middle + random.uniform(-width / 4, width / 4)
    return Estimate(value, max(0.0, value - width), min(1.0, value + width))
