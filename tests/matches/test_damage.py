"""Damage in a file of games is noticed: named, left out, and played again on resume."""

import random
import sqlite3
import warnings
from contextlib import closing

import pytest

import lastknight as lk
from lastknight.cli import main
from lastknight.errors import DamageWarning, LastknightError
from lastknight.matches.archive import export_csv, export_jsonl
from lastknight.matches.store import Store

PAIRS = 40


def play(path):
    with Store(path) as store:
        return lk.play_match("Greedy(open)", "Random", pairs=PAIRS, store=store, workers=1)


@pytest.fixture(scope="module")
def sound(tmp_path_factory):
    """A file of games, what it exports, and the result of the match."""
    path = tmp_path_factory.mktemp("damage") / "games.db"
    match = play(path)
    with Store(path) as store:
        (experiment,) = store.experiments()
        return path.read_bytes(), set(export_jsonl(store, experiment)), match


@pytest.fixture
def path(tmp_path, sound):
    path = tmp_path / "games.db"
    path.write_bytes(sound[0])
    return path


def change(path, query, *values):
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(query, values)


def exported(path, export=export_jsonl):
    """What a file exports, experiment by experiment, and the warnings it gave."""
    with warnings.catch_warnings(record=True) as seen, Store(path) as store:
        warnings.simplefilter("always", DamageWarning)
        lines = {line for one in store.experiments() for line in export(store, one)}
    return lines, [str(one.message) for one in seen]


def flip(data, rng):
    place = rng.randrange(100, len(data))
    changed = bytearray(data)
    changed[place] ^= 1 << rng.randrange(8)
    return bytes(changed)


def test_no_flipped_bit_exports_a_wrong_game(path, sound):
    """A flipped bit exports games that were played, and a warning or an error if some are gone."""
    data, lines, _ = sound
    rng = random.Random(1)
    outcomes = {"same": 0, "named": 0, "refused": 0}
    for _ in range(120):
        path.write_bytes(flip(data, rng))
        try:
            found, named = exported(path)
        except LastknightError:
            outcomes["refused"] += 1
            continue
        assert found <= lines, "a game was exported that was never played"
        if found == lines:
            outcomes["same"] += 1
        elif named:
            outcomes["named"] += 1
        else:
            with Store(path) as store:
                assert list(store.damage()), "games are gone, and nothing tells"
    assert min(outcomes.values()) > 0, outcomes


def test_a_damaged_schema_is_a_lastknight_error(path, sound):
    """SQLite quotes the schema in its message, where not every byte is text."""
    refused, at = 0, sound[0].index(b"CREATE TABLE chunks")
    for place in range(at, at + 40):
        changed = bytearray(sound[0])
        changed[place] ^= 0x80
        path.write_bytes(changed)
        try:
            Store(path).close()
        except lk.StoreError:
            refused += 1
    assert refused > 20


COLUMNS = {
    "a_won": b"\x01",
    "moves": b"\x00",
    "plies": b"",
    "pairs": 2**40,
    "choices": b"x",
    "totals": b"x" * 100,
    "notes": "[" * 100_000,
    "first_pair": 10**12,
    "pairing": 7,
}


@pytest.mark.parametrize(
    ("column", "has_checksum"),
    # The form of a chunk without a checksum does not tell where it belongs.
    [(column, True) for column in COLUMNS] + [(column, False) for column in list(COLUMNS)[:-2]],
)
def test_a_damaged_chunk_is_named_left_out_and_played_again(path, sound, column, has_checksum):
    _, lines, match = sound
    if not has_checksum:
        change(path, "UPDATE chunks SET checksum = x''")
    games = exported(path, export_csv)  # without the seconds that choices took
    change(path, f"UPDATE chunks SET {column} = ? WHERE first_pair = 0", COLUMNS[column])
    found, named = exported(path)
    assert found < lines
    assert len(named) == 1
    assert "experiment 1" in named[0]
    assert main(["games", str(path), "--check"]) == 1
    with pytest.warns(DamageWarning, match="played again"):
        assert play(path) == match
    assert exported(path, export_csv) == games
    assert main(["games", str(path), "--check"]) == 0


@pytest.mark.filterwarnings("always::lastknight.errors.DamageWarning")
@pytest.mark.parametrize(
    "plan", ["{}", '{"players": 3}', "[" * 100_000, "\x1b[2J", '{"players": ["\\ud800"]}']
)
def test_a_damaged_experiment_hides_no_other(path, plan, capsys):
    change(
        path,
        "INSERT INTO experiments (key, started, plan, about) VALUES ('k', 'today', ?, '{}')",
        plan,
    )
    assert main(["games", str(path)]) == 0
    shown = capsys.readouterr()
    assert "Greedy(open)" in shown.out
    assert "experiment 2 is left out" in shown.err
    assert "\x1b[2J" not in shown.out + shown.err
    assert len(shown.err.splitlines()) == 1


def test_a_damaged_experiment_is_restored_with_its_games(path, sound):
    change(path, "UPDATE experiments SET plan = '{}'")
    assert play(path) == sound[2]
    assert exported(path) == (sound[1], [])


@pytest.mark.parametrize("place", [0, 1], ids=["one copy", "the other"])
def test_a_damaged_name_of_an_experiment_is_restored_too(path, sound, place):
    """The file has it twice, in the table and in its index."""
    with closing(sqlite3.connect(path)) as connection:
        ((key,),) = connection.execute("SELECT key FROM experiments")
    parts = path.read_bytes().split(key.encode())
    assert len(parts) == 3
    changed = b"0" + key.encode()[:0:-1]
    both = (changed, key.encode()) if place == 0 else (key.encode(), changed)
    path.write_bytes(parts[0] + both[0] + parts[1] + both[1] + parts[2])
    assert play(path) == sound[2]
    found, _ = exported(path)
    assert found >= sound[1]


def test_games_of_a_file_without_experiments_cannot_be_exported(tmp_path, capsys):
    Store(tmp_path / "games.db").close()
    for task in (["--export", str(tmp_path / "games.csv")], ["--show", "0.0.1"]):
        assert main(["games", str(tmp_path / "games.db"), *task]) == 2
        assert capsys.readouterr().err.endswith("games.db has no experiments\n")
    assert not (tmp_path / "games.csv").exists()


def test_a_damaged_measurement_is_measured_again(path):
    with Store(path) as store:
        assert store.keep_measured("cost", 2.5) == store.keep_measured("cost", 3.0) == 2.5
        change(path, "UPDATE measurements SET value = 2.75")
        assert store.measured("cost") is None
        assert store.keep_measured("cost", 3.0) == 3.0 == store.measured("cost")
