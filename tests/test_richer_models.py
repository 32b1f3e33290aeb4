"""The programs that compare richer models with the champion's linear fit."""

import importlib
import sys
from pathlib import Path

import numpy as np
import pytest

import lastknight as lk
from lastknight.discovery import LabelRecipe, make_labels
from lastknight.discovery.harvest import RECORD
from lastknight.discovery.label_arrays import Labels
from lastknight.stats import auc

BENCHMARKS = Path(__file__).parents[1] / "benchmarks"
RECIPE = LabelRecipe(start=lk.Position(5, 5), players=("AlphaBeta(improved, nodes=60)",), strays=4)
POSITIONS = {
    "attacker": "..x..x./..x..../.x1.x../..x..../x...2../.x.x..x/......x:1",
    "defender": "..x..x./..x..../.x1.x../..x..../x..2.../.x.x..x/......x:1",
}


@pytest.fixture
def program(monkeypatch):
    """Imports a benchmark by name."""
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    return importlib.import_module


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    path = tmp_path_factory.mktemp("labels") / "labels.lkl"
    make_labels(path, 600, recipe=RECIPE)
    return path


def number(square):
    row, column = square
    return 7 * row + column


def labels_of(positions):
    records = np.zeros(len(positions), RECORD)
    for record, one in zip(records, positions, strict=True):
        record["blank"][0] = sum(1 << number(square) for square in one.blank)
        record["locations"] = number(one.location(1)), number(one.location(2))
        record["to_move"] = one.to_move
    return Labels(LabelRecipe(), records)


@pytest.mark.parametrize("group", ["knights", "joint", "board"])
@pytest.mark.parametrize("mover", POSITIONS)
def test_mirror_images_have_the_same_patterns(program, mover, group):
    position = lk.Position.parse(POSITIONS[mover])
    labels = labels_of(position.symmetries())
    assert len(labels) == 8
    assert labels.is_attacker.all() == (mover == "attacker")
    for codes in program("pattern_tables").Patterns(labels).group(group):
        assert len(np.unique(np.sort(codes, axis=1), axis=0)) == 1


def test_patterns_see_which_squares_are_blank(program):
    tables = program("pattern_tables")
    position = lk.Position.parse(POSITIONS["attacker"])
    closed = position.legal_moves()[0]
    records = labels_of([position, position]).records
    records["blank"][1, 0] -= 1 << number(closed)
    patterns = tables.Patterns(Labels(LabelRecipe(), records))
    open_steps, branches, _, _ = patterns.group("knights")
    assert open_steps[0] != open_steps[1]
    moves = len(position.legal_moves())
    assert ((branches >= 0).sum(axis=1) == [moves, moves - 1]).all()
    # Sets of a knight's steps that no symmetry takes to each other, by Burnside's lemma.
    assert len(np.unique(tables.ONE_KNIGHT)) == (256 + 2 * 4 + 16 + 4 * 16) // 8


def test_shares_of_positions_add_up_to_loss_and_area(program, path):
    models = program("richer_models")
    labels = program("lastknight.discovery").load(path)
    part = models.Part(labels.select(labels.is_attacker))
    values = np.round(np.random.default_rng(3).normal(size=len(part.wins)) + part.wins, 1)
    loss, area = (share.mean() for share in part.shares(values))
    assert loss == pytest.approx(models.loss_of(values, part.wins))
    assert area == pytest.approx(auc(values, part.wins).value)
    loss, area = part.compare(part.wins * 2.0 - 1, values)
    assert loss.high < 0 < area.low


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("pattern_fit", ["--tables", "knights", "board", "--penalties", "64", "4"]),
        ("network_fit", ["--units", "2", "--steps", "5"]),
    ],
)
def test_richer_models_are_compared_with_the_linear_fit(
    program, path, monkeypatch, capsys, name, options
):
    monkeypatch.setattr(sys, "argv", [name, str(path), *options])
    program(name).main()
    said = capsys.readouterr().out
    assert said.count("  linear: loss") == 2
    assert said.count("less the linear fit: loss") == (4 if name == "pattern_fit" else 2)


def test_a_fit_has_converged_and_contains_the_linear_fit(program, path):
    fits = program("pattern_fit")
    labels = program("lastknight.discovery").load(path)
    part = program("richer_models").Part(labels.select(labels.is_attacker))
    linear = fits.LinearFit(part)
    tables = fits.Tables(program("pattern_tables").Patterns(part.rows.labels), ["joint"])
    rows = fits.Rows(part, linear, tables)
    start = linear.start, np.zeros((tables.entries, 2))
    strict, loose = (fits.PatternFit(rows, linear, one, start) for one in (1e9, 1.0))
    baseline = linear.columns(part) @ linear.start
    assert rows.values(*strict.weights) == pytest.approx(baseline, abs=1e-3)
    assert loose.slope < 1e-3
    loss = program("richer_models").loss_of
    assert loss(rows.values(*loose.weights), part.wins) < loss(baseline, part.wins) - 0.01
