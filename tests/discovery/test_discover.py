"""Discovery: it recovers known weights, is the same with any workers and after a stop."""

from dataclasses import asdict, replace

import numpy as np
import pytest

import lastknight as lk
from lastknight.discovery import LabelRecipe, make_labels
from lastknight.discovery.discover import LABELS
from lastknight.discovery.discovery_request import DiscoverRequest
from lastknight.discovery.features import BLOCKS, Feature, choose_features
from lastknight.discovery.linear_model import LinearModel, Term, describe_feature
from lastknight.discovery.recipe import PARTS
from lastknight.discovery.selection import PRICE, prune
from lastknight.discovery.split_openings import draw_part, opening_class
from lastknight.discovery.training import (
    Examples,
    Settings,
    Trainer,
    model_values,
    score_values,
)
from lastknight.discovery.verification import Played, Table, _ratios
from lastknight.report.discovery_page import write_discovery
from lastknight.stats import Estimate
from lastknight.stats.break_even import FURTHER_RATIOS, RATIOS

BOARD = lk.Position(5, 5)
NAMED = ("exact_reach_own(k=1)", "exact_reach_opp(k=1)", "exact_reach_own(k=2)", "exits_own")
SMALL = {"quick": True, "positions": 1500, "nodes": 60, "pairs": 6, "board": BOARD}
LITTLE = SMALL | {"features": NAMED, "features_only": True}


class StoppedError(Exception):
    """Stands for Ctrl-C."""


@pytest.fixture(scope="module")
def labels(tmp_path_factory):
    path = tmp_path_factory.mktemp("labels") / LABELS
    return make_labels(path, 10_000, recipe=LabelRecipe(start=lk.Position(6, 6)))


@pytest.fixture(scope="module")
def little(tmp_path_factory):
    return lk.discover(tmp_path_factory.mktemp("little"), workers=1, **LITTLE)


def relabelled(labels, spec):
    """The same positions, where a move wins with a chance that a heuristic's value decides."""
    values = labels.features([spec])[:, 0].astype(float)
    for is_own in (True, False):
        rows = (labels.is_attacker == is_own)[labels.parent]
        values[rows] -= np.median(values[rows])
    wins = np.random.default_rng(1).random(len(values)) < 1 / (1 + np.exp(-values))
    winning = np.zeros(len(labels), np.int64)
    places = np.arange(len(values)) - labels.first[labels.parent]
    np.add.at(winning, labels.parent, wins.astype(np.int64) << places)
    records = labels.records.copy()
    records["winning"] = winning
    return replace(labels, records=records)


def examples_of(labels, features):
    return {name: Examples.of(labels.part(name), features) for name in PARTS}


KNOWN = {
    "attacker": {"exact_reach_own(k=2)": 0.9, "exact_reach_opp(k=1)": -1.2, "exits_own": 0.5},
    "defender": {"exact_reach_own(k=1)": 1.0, "exact_reach_own(k=2)": -0.6},
}
RULE = "switch({}, {}, role=attacker)".format(
    *(" + ".join(f"{w} * {name}" for name, w in own.items()) for own in KNOWN.values())
)


@pytest.mark.parametrize("mix", [0.0, 0.5, 1.0])
def test_it_recovers_the_weights_of_a_known_rule(labels, mix):
    made = relabelled(labels, RULE)
    features = [Feature.of(name) for name in (*NAMED, "exact_shared(k=2)")]
    examples = examples_of(made, features)
    trainer = Trainer(features, examples["train"], examples["validation"])
    every = range(len(features))
    model = trainer.model(trainer.fit(Settings(mix, 1e-6), every), every)
    blank = float(made.blank_fraction.mean())
    for role, known in KNOWN.items():
        for term in model.terms:
            weight = term.effect(role, blank) / term.spread
            assert weight == pytest.approx(known.get(term.feature, 0), abs=0.35), term.feature
    test = examples["test"]
    own = score_values(test.labels, model_values(test, features, model))
    best = score_values(test.labels, test.labels.features([RULE])[:, 0])
    assert own.accuracy.value > best.accuracy.value - 0.03
    assert own.attacker_auc.value > best.attacker_auc.value - 0.02


def test_pruning_leaves_out_what_says_nothing_and_keeps_what_does(labels):
    made = relabelled(labels, RULE)
    features, _ = choose_features(NAMED, made, only_named=True)
    features.append(Feature.of("exact_shared(k=3)"))
    examples = examples_of(made, features)
    trainer = Trainer(features, examples["train"], examples["validation"])
    kept, removals = prune(trainer, Settings(0.5, 1e-4), tell=lambda *_: None)
    names = {features[one].spec for one in kept}
    assert {"exact_reach_own(k=2)", "exact_reach_opp(k=1)"} <= names
    assert "exact_shared(k=3)" not in names
    assert [one.is_kept for one in removals] == [False] * (len(removals) - 1) + [True]
    assert all(one.price >= PRICE for one in removals)


def test_the_spec_has_the_values_of_the_model(labels):
    features = [Feature.of(name) for name in BLOCKS]
    examples = examples_of(labels, features)
    trainer = Trainer(features, examples["train"], examples["validation"])
    every = range(len(features))
    model = trainer.model(trainer.fit(Settings(0.5, 1e-4), every), every)
    again = lk.heuristic(model.spec)
    assert str(again) == model.spec
    assert again.core.is_linear
    test = examples["test"]
    said = test.labels.features([again])[:, 0]
    assert said == pytest.approx(model_values(test, features, model), abs=1e-4)


def test_composed_and_foreign_features_are_written_in_brackets():
    terms = (Term("open - center", "", (2.0, 0.0), (0.0, 0.0), 1.0),)
    assert LinearModel(terms).spec == "switch(2 * (open - center), null, role=attacker)"


def test_workers_do_not_change_the_result(tmp_path, little):
    again = lk.discover(tmp_path, workers=2, **LITTLE)
    assert untimed(again) == untimed(little)
    assert lk.discover(tmp_path / "other", seed=2, **LITTLE).spec != little.spec


@pytest.mark.parametrize("stop_at", [2, 20])
def test_a_stopped_run_resumes_with_the_same_result(tmp_path, little, stop_at):
    calls = 0

    def stop(*_):
        nonlocal calls
        calls += 1
        if calls > stop_at:
            raise StoppedError

    with pytest.raises(StoppedError):
        lk.discover(tmp_path, workers=2, progress=stop, **LITTLE)
    found = lk.discover(tmp_path, workers=1, **LITTLE)
    assert untimed(found) == untimed(little)
    again = lk.discover(tmp_path, runner=_refuse, **LITTLE)  # nothing is played twice
    assert asdict(again) == asdict(found)


def test_a_cluster_finds_the_same(tmp_path, little):
    with lk.Cluster("local:2") as cluster:
        found = lk.discover(tmp_path, runner=cluster, **LITTLE)
    assert untimed(found) == untimed(little)


def _refuse(works, **_):
    assert not list(works)
    return iter(())


def untimed(found):
    """Everything but the cost of a node, which is a time."""
    facts = found.facts()
    equal = facts["verification"]["equal_time"]
    if equal is not None:
        del equal["cost"], equal["elo"], equal["matches"]
    return facts


def test_more_labels_in_the_folder_do_not_change_the_result(tmp_path, little):
    make_labels(tmp_path / LABELS, 4000, recipe=LabelRecipe(start=BOARD))
    assert lk.discover(tmp_path, **LITTLE).spec == little.spec


def test_progress_goes_up_to_the_end(tmp_path):
    told = []
    lk.discover(tmp_path, progress=lambda *one: told.append(one), **LITTLE)
    assert list(dict.fromkeys(name for name, _, _ in told)) == [
        "labelling",
        "fitting",
        "groups of features",
        "verifying",
    ]
    done = [one for _, one, _ in told]
    assert done == sorted(done)
    assert len({total for _, _, total in told}) == 1
    assert done[-1] <= told[0][2]


def test_verification_plays_openings_of_the_test_part_only():
    recipe = LabelRecipe()
    drawn = draw_part(recipe, 2, plies=4, seed=3)
    for _, opening in zip(range(50), drawn, strict=False):
        assert recipe.part_of(opening_class(recipe.start, opening.moves)) == 2


@pytest.mark.parametrize(("behind_from", "last"), [(2.0, 4.5), (6.75, 6.75), (100, 22.78125)])
def test_fewer_nodes_are_played_while_it_is_ahead(monkeypatch, behind_from, last):
    """As if it were ahead with its nodes divided by less than a ratio, and behind with more."""
    table = Table(DiscoverRequest(nodes=15_000, pairs=2), LabelRecipe())
    result = lk.play_match("open", "Random", pairs=2, sprt="standard", workers=1)

    def play(own, other, _openings, _start):
        is_ahead = other.nodes / own.nodes < behind_from - 0.1
        tally = replace(result.tally, ww=int(is_ahead), ll=int(not is_ahead), split=1)
        whole = replace(result, tally=tally)
        return Played(whole, whole)

    monkeypatch.setattr(table, "play", play)
    played = [one.ratio for one, _ in _ratios(lk.heuristic("open"), [], table)]
    assert played == [one for one in (*RATIOS, *FURTHER_RATIOS) if one <= last]


def test_the_result_says_what_it_is_worth(little):
    assert little.is_native
    assert set(little.verdicts) == {"improved", "reach(k=3)"}
    assert {one.board for one in little.verification.boards} == {"6x6", "8x8"}
    assert [one.player for one in little.verification.roles] == ["discovered", "Perfect"]
    assert little.curve[-1].positions == little.labels["parts"]["train"]
    assert {one.group for one in little.contributions} <= {
        "squares one move away",
        "squares two moves away",
        "exits and dead ends",
    }
    assert all(text.startswith("The ") for text in little.words)
    names = {}
    exec(little.file()[1], names)
    assert str(names["discovered"]) == little.spec


def test_the_page_says_what_too_few_positions_leave_unknown(little, tmp_path):
    nothing = Estimate(None, None, None)
    score = replace(little.curve[-1].test, accuracy=nothing, attacker_auc=nothing)
    few = replace(little, curve=(replace(little.curve[-1], test=score),))
    page = write_discovery(few, tmp_path)[0].read_text("utf-8")
    assert "how often its top move wins, is unknown, in" in page
    assert "is unknown after the attacker" in page


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        ({"features_only": True}, "no features to fit"),
        ({"features": ("imporved",)}, "did you mean 'improved'"),
        ({"features": ("null",), "features_only": True}, "null has the same value"),
        ({"positions": 5}, "positions must be a whole number from 100"),
        ({"pairs": 0}, "pairs must be a whole number from 2"),
        ({"labels": "missing.lkl"}, "missing.lkl"),
    ],
)
def test_bad_input_is_refused(tmp_path, wanted, said):
    given = SMALL | wanted
    if "labels" in wanted:
        del given["positions"]
    with pytest.raises(lk.LastknightError, match=said):
        lk.discover(tmp_path, **given)


def test_labels_of_one_class_are_refused(labels):
    records = labels.records.copy()
    records["winning"] = 0
    features = [Feature.of("open")]
    examples = examples_of(replace(labels, records=records), features)
    with pytest.raises(lk.ArgumentError, match="only one kind of moves"):
        Trainer(features, examples["train"], examples["validation"])


def test_labels_without_a_role_are_refused(labels):
    features = [Feature.of("open")]
    examples = examples_of(labels.select(labels.is_attacker), features)
    with pytest.raises(lk.ArgumentError, match="only one kind of moves for the defender"):
        Trainer(features, examples["train"], examples["validation"])


@pytest.mark.parametrize("spec", ["1e30 * open", "-1e300 * open"])
def test_features_too_large_to_fit_are_refused(labels, spec):
    with pytest.raises(lk.ArgumentError, match=r"open has values .*too large to fit"):
        Examples.of(labels, [Feature.of("open"), Feature.of(spec)])


def test_a_file_of_another_board_is_refused(tmp_path):
    path = tmp_path / "five.lkl"
    make_labels(path, 200, recipe=LabelRecipe(start=BOARD))
    with pytest.raises(lk.ArgumentError, match="labels of another board"):
        DiscoverRequest(labels=str(path))
    assert DiscoverRequest(labels=str(path), start=BOARD).label_recipe().start == BOARD


def test_features_have_words_groups_and_prices():
    made = [Feature.of(name) for name in BLOCKS]
    assert all(describe_feature(one.spec) != one.spec for one in made)
    assert all(one.group != one.spec for one in made)
    assert Feature.of("exits_own").price > Feature.of("exact_reach_own(k=4)").price == 1
