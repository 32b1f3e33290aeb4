"""The champion's recipe: its features, its fit, and that the shipped weights are what it makes."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import lastknight as lk
from lastknight import _core
from lastknight.discovery import LabelRecipe, champion_findings, make_labels
from lastknight.discovery.champion import (
    ChampionFit,
    CountedLabels,
    attacker_chances,
    digest,
    feature_names,
    header,
    score_weights,
)
from lastknight.discovery.champion_findings import GROUPS, count_quantities, examine_fit
from lastknight.discovery.harvest import is_open
from lastknight.discovery.heuristic_recipe import HeuristicRecipe
from lastknight.discovery.linear_model import ROLES
from lastknight.discovery.recipe import PARTS
from lastknight.report.discovery_page import write_discovery

WEIGHTS = _core.champion_weights()
PLAYED_ON_BY = ("AlphaBeta(improved, nodes=60)", "AlphaBeta(reach(k=3), nodes=40)")
RECIPE = LabelRecipe(
    players=("AlphaBeta(improved, nodes=60)",),
    strays=4,
    has_ends=True,
    played_on_by=PLAYED_ON_BY,
)
FEW = {"recipe": "champion", "quick": True, "positions": 300}


@pytest.fixture(scope="module")
def labels(tmp_path_factory):
    return make_labels(tmp_path_factory.mktemp("labels") / "labels.lkl", 6000, recipe=RECIPE)


def test_the_shipped_weights_are_what_the_recipe_makes():
    assert HeuristicRecipe.read("champion").weights == digest(WEIGHTS)
    shipped = Path(__file__).parents[2] / "core" / "champion_weights.hpp"
    assert header(WEIGHTS) == shipped.read_text("utf-8")


def test_other_weights_have_another_digest():
    key = ("attacker", "defender")
    level, slope, curve = WEIGHTS[key][0]
    other = WEIGHTS | {key: [(level + 1, slope, curve), *WEIGHTS[key][1:]]}
    assert digest(other) != digest(WEIGHTS)
    swapped = WEIGHTS | {key: WEIGHTS["defender", "defender"]}
    assert digest(swapped) != digest(WEIGHTS)


def rounded_weights(weights, blanks):
    """The weights of a phase, as the core rounds them."""
    phase = min(max(blanks, 8), 40) - 25
    level, slope, curve = np.array(weights).T
    return (144 * level + 12 * phase * slope + phase**2 * curve) // 144


def test_features_times_weights_are_the_value_of_the_champion(labels):
    champion = lk.heuristic("champion")
    for mover in ROLES:
        rows = CountedLabels(labels.select(labels.is_attacker == (mover == "attacker")))
        for place in range(0, 600, 6):
            position, counts = rows.labels.position(place), rows.counts[place].astype(int)
            for role, sign in zip(ROLES, (1, -1), strict=True):
                player = position.to_move if role == mover else 3 - position.to_move
                weights = rounded_weights(WEIGHTS[role, mover], rows.blanks[place])
                value = int(counts[: len(weights)] @ weights)
                assert champion(position, player) == sign * value


def test_chances_are_those_of_the_weights_before_rounding(labels):
    few = labels.select(slice(200))
    for role in ROLES:
        chances = attacker_chances(few, WEIGHTS, role)
        for place in range(len(few)):
            mover = ROLES[0] if few.is_attacker[place] else ROLES[1]
            rows = CountedLabels(few.select(slice(place, place + 1)))
            weights = rounded_weights(WEIGHTS[role, mover], rows.blanks[0])
            counts = rows.counts[0, : len(weights)].astype(int)
            least = int(counts @ weights)
            assert least - 1 <= 1000 * chances[place] <= least + counts.sum() + 1


def test_strays_are_labelled_even_if_a_move_ends_the_game(labels):
    tame = replace(RECIPE, strays=0, has_ends=False, played_on_by=())
    positions = [labels.position(place) for place in range(0, 3000, 5)]
    assert not any(position.is_over for position in positions)
    assert not all(is_open(position) for position in positions)
    assert labels.recipe.difference(tame) == "strays 4, not 0"
    assert (
        labels.ply == [49 - len(p.blank) for p in map(labels.position, range(len(labels)))]
    ).all()


def test_games_are_played_on_by_their_two_players(labels):
    attacker, defender = map(lk.player, PLAYED_ON_BY)
    for place in range(0, 3000, 100):
        position = labels.position(place)
        rng = _core.Rng(RECIPE.seed, stream=int(labels.records["form"][place]))
        is_attacker = bool(labels.is_attacker[place])
        while not position.is_over:
            mover = attacker if is_attacker else defender
            position = position.play(mover.choose(position, seed=rng.next()).move)
            is_attacker = not is_attacker
        assert labels.records["played"][place] == position.winner


def test_a_fit_recovers_known_weights(labels):
    rows = CountedLabels(labels.select(labels.is_attacker))
    rng = np.random.default_rng(1)
    known = {"attacker in 2: squares": 0.4, "defender in 2: squares": -0.3, "shared 2, 2": 0.2}
    places = [feature_names("attacker").index(name) for name in known]
    chances = rows.counts[:, places] @ np.array([*known.values()])
    chances -= np.median(chances)
    targets = rng.random(len(chances)) < 1 / (1 + np.exp(-chances))
    rows.counts = np.where(np.isin(np.arange(rows.counts.shape[1]), places), rows.counts, 0)
    found = rows.fit(targets, 1.0)
    for place, weight in zip(places, known.values(), strict=True):
        assert found[place, 0] == pytest.approx(weight, abs=0.12)
    assert not found[[place for place in range(46) if place not in places]].any()


def test_a_defender_learns_from_games_played_on_and_an_attacker_does_not(labels):
    fit = ChampionFit(proved_penalty=3.0, played_penalty=30.0)
    few = labels.select(slice(1500))
    records = few.records.copy()
    records["played"] = 3 - records["played"]
    one, other = fit.weights(few), fit.weights(replace(few, records=records))
    for mover in ROLES:
        assert one["attacker", mover] == other["attacker", mover]
        assert one["defender", mover] != other["defender", mover]


def test_a_fit_without_a_group_has_no_weights_for_it(labels):
    is_out = GROUPS["squares three moves away"]
    found = HeuristicRecipe.read("champion").fit.weights(
        labels.select(slice(1500)), leave_out=is_out
    )
    for (_, mover), weights in found.items():
        named = dict(zip(feature_names(mover), weights, strict=True))
        assert all(named[name] == (0, 0, 0) for name in named if is_out(name))
        assert any(named[name] != (0, 0, 0) for name in named if not is_out(name))


def test_every_feature_is_in_a_group():
    for mover in ROLES:
        for name in feature_names(mover):
            assert any(is_out(name) for is_out in GROUPS.values()), name


def test_quantities_are_what_a_player_counts(labels):
    few = labels.select(slice(50))
    quantities = count_quantities(few)
    for place in range(len(few)):
        position = few.position(place)
        own = position.to_move if few.is_attacker[place] else 3 - position.to_move
        for role, player in (("attacker", own), ("defender", 3 - own)):
            moves = len(position.legal_moves(player))
            assert quantities[f"moves of the {role}"][place] == moves
            reached = lk.heuristic("exact_reach_own(k=2)")(position, player)
            assert quantities[f"squares two moves from the {role}"][place] == reached


def test_findings_say_what_the_weights_come_to(labels, monkeypatch):
    monkeypatch.setattr(champion_findings, "CURVE", (32, 2))
    monkeypatch.setattr(champion_findings, "_GROUP_PART", 2)
    monkeypatch.setattr(champion_findings, "GROUPS", dict(list(GROUPS.items())[:1]))
    fit = HeuristicRecipe.read("champion").fit
    labels = labels.select(slice(3000))
    test = PARTS.index("test")
    weights = fit.weights(labels.select(labels.split != test))
    played = []

    def play(one, other):
        played.append((one, other))
        return 30, 60, 10

    found = examine_fit(labels, fit, weights, play)
    assert [one.positions for one in found.curve] == sorted({p.positions for p in found.curve})
    assert found.curve[-1].positions == (labels.split != test).sum()
    assert found.curve[-1].areas == score_weights(labels.select(labels.split == test), weights)
    assert len(found.curve) == 2, "one in 32 positions is too few"
    assert [one.group for one in found.groups] == ["", next(iter(GROUPS))]
    assert [one.pairs for one in found.groups] == [(0, 0, 0), (30, 60, 10)]
    assert found.groups[1].elo == lk.stats.pair_elo(30, 10)
    ((whole, without),) = played
    moves = [place for place, name in enumerate(feature_names("attacker")) if "moves" in name]
    for place in moves:
        assert without["attacker", "attacker"][place] == (0, 0, 0)
    assert any(whole["attacker", "attacker"][place] != (0, 0, 0) for place in moves)
    pulls = {(one.role, one.what): one.value for one in found.pulls}
    for role, other in zip(ROLES, reversed(ROLES), strict=True):
        assert pulls[role, f"squares two moves from the {role}"] > 0
        assert pulls[role, f"squares two moves from the {other}"] < 0
    assert [text.split(" wants ")[0] for text in found.words] == ["An attacker", "A defender"]


def test_labels_of_one_winner_are_refused(labels):
    few = labels.select(slice(1500))
    records = few.records.copy()
    records["played"] = 0
    fit = HeuristicRecipe.read("champion").fit
    with pytest.raises(lk.ArgumentError, match="only one kind of winner"):
        fit.weights(replace(few, records=records))


def refuse(works, **_):
    """Stand for a runner that has nothing left to play."""
    assert not list(works)
    return iter(())


def test_workers_do_not_change_the_weights(tmp_path):
    one = lk.discover(tmp_path / "one", workers=1, **FEW)
    assert one.weights == lk.discover(tmp_path / "two", workers=2, **FEW).weights
    assert one.weights == lk.discover(tmp_path / "one", runner=refuse, **FEW).weights
    assert one.verification is None
    assert "so no games were played" in one.sentence


def test_the_report_of_a_recipe_calls_its_heuristic_by_name(tmp_path, monkeypatch):
    monkeypatch.setattr("lastknight.discovery.discover.digest", lambda _weights: "as shipped")
    found = lk.discover(tmp_path, **FEW)
    assert [one.player for one in found.verification.roles] == ["champion", "Perfect"]
    page = write_discovery(found, tmp_path)[0].read_text()
    assert "champion" in page
    assert "discovered" not in page


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"played_on_by": ("Random",)}, "name two players; got 1"),
        ({"played_on_by": ("Random", "Perfect")}, "Perfect needs Python"),
        ({"strays": -1}, "strays must be a whole number from 0 to 49"),
    ],
)
def test_impossible_recipes_are_refused(wrong, said):
    with pytest.raises(lk.ArgumentError, match=said):
        LabelRecipe(**wrong)
