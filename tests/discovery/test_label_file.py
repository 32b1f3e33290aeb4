"""Files of labels: damaged, foreign, or of another recipe, they are refused in one line."""

import random
import sqlite3
from contextlib import closing

import pytest

import lastknight as lk
from lastknight import _core
from lastknight.discovery import LabelRecipe, load, make_labels
from lastknight.errors import ArgumentError, LastknightError, StoreError
from lastknight.matches.store import Store

RECIPE = LabelRecipe(start=lk.Position(5, 5), players=("AlphaBeta(open, nodes=50)",))


@pytest.fixture(scope="module")
def content(tmp_path_factory):
    path = tmp_path_factory.mktemp("labels") / "labels.lkl"
    make_labels(path, 1200, recipe=RECIPE)
    return path.read_bytes()


@pytest.fixture
def path(tmp_path, content):
    path = tmp_path / "labels.lkl"
    path.write_bytes(content)
    return path


def refusal(path, kind=StoreError) -> str:
    messages = []
    for use in (load, lambda it: make_labels(it, 2000, recipe=RECIPE)):
        with pytest.raises(kind) as caught:
            use(path)
        messages.append(str(caught.value))
    assert "\n" not in messages[0] + messages[1]
    assert messages[0] == messages[1]
    return messages[0]


def test_a_file_of_another_recipe_is_not_touched(path, content):
    for wrong, message in (
        (LabelRecipe(start=lk.Position(5, 5), players=RECIPE.players, seed=2), "seed 1, not 2"),
        (LabelRecipe(players=RECIPE.players), "board 5x5, not 7x7"),
        (LabelRecipe(start=lk.Position(5, 5)), r"players AlphaBeta\(open, nodes=50\), not Alpha"),
    ):
        with pytest.raises(ArgumentError, match=f"has other labels: {message}.*another file"):
            make_labels(path, 1000, recipe=wrong)
    assert path.read_bytes() == content


def test_other_files_are_refused(path, tmp_path):
    for foreign in (b"x", b"no labels at all", random.Random(1).randbytes(5000)):
        path.write_bytes(foreign)
        assert "is not a file of labels; 'lastknight labels' makes one" in refusal(path)
        assert path.read_bytes() == foreign
    path.unlink()
    with Store(path):
        pass
    assert refusal(path).endswith("is a database, but not one of labels")
    with pytest.raises(StoreError, match="No such file"):
        load(tmp_path / "none.lkl")
    with pytest.raises(ArgumentError, match="there is no folder"):
        make_labels(tmp_path / "none" / "labels.lkl", 1)


def test_another_format_is_refused(path):
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 7")
    assert refusal(path).endswith("has format 7; this version of lastknight reads 1")


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM batches WHERE number = 0",
        "UPDATE batches SET data = zeroblob(length(data)) WHERE number = 1",
        "UPDATE batches SET positions = positions - 1 WHERE number = 1",
        "UPDATE batches SET positions = 'many' WHERE number = 0",
        "UPDATE batches SET checksum = zeroblob(32)",
        "UPDATE header SET text = replace(text, '\"seed\": 1', '\"seed\": 2')",
        "DELETE FROM header",
        "DROP TABLE batches",
    ],
)
def test_changed_files_are_refused(path, statement):
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(statement)
    assert "not a file of labels, or damaged" in refusal(path)


def test_no_damage_gives_other_labels_or_a_traceback(path, content):
    expected = load(path).records.tobytes()
    rng = random.Random(7)
    refused = 0
    for _ in range(400):
        damaged = bytearray(content)
        for _ in range(rng.choice((1, 8))):
            damaged[rng.randrange(len(content))] = rng.randrange(256)
        if rng.random() < 0.3:
            del damaged[rng.randrange(len(content)) :]
        path.write_bytes(damaged)
        try:
            found = load(path).records.tobytes()
        except LastknightError as error:
            refused += 1
            assert len(str(error).splitlines()) == 1  # noqa: PT017  (damage may also do nothing)
        else:
            assert expected.startswith(found)
    assert refused > 200


def test_an_empty_file_is_begun(tmp_path):
    path = tmp_path / "empty.lkl"
    path.touch()
    assert len(make_labels(path, 10, recipe=RECIPE)) >= 10


def test_records_that_are_not_positions_are_refused(path):
    labels = load(path)
    for field, value in (("to_move", 3), ("locations", 200), ("moves", 8), ("blank", 2**63)):
        records = labels.records.copy()
        records[field][5] = value
        with pytest.raises(ArgumentError, match="not one of a position on the 5x5 board"):
            labels.select(slice(0, 0)).__class__(labels.recipe, records).position(5)
    with pytest.raises(ArgumentError, match="records of labels are 40 bytes long, got 41"):
        _core.unpack_positions(lk.Position, bytes(41), width=5, height=5)
