"""The file of games: what went in comes out again, and nothing that happens later takes it away."""

import gc
import multiprocessing
import os
import resource
import sqlite3
import subprocess
import sys
from array import array
from contextlib import closing

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import lastknight as lk
from lastknight.errors import StoreError
from lastknight.matches.chunks import PLIES, TOTALS, Chunk
from lastknight.matches.store import Store

FORK = multiprocessing.get_context("fork")
PLAN = {
    "players": ["A", "B"],
    "pairings": [[0, 1]],
    "openings": "random",
    "plies": 2,
    "start": str(lk.Position()),
    "seed": 1,
}
SUMS = 2 * PLIES * len(TOTALS)


def chunk_of(first_pair, pairs=2, *, pairing=0, notes=None):
    """A chunk whose content depends on its place alone."""
    games = 2 * pairs
    plies = bytes((first_pair + game) % 40 for game in range(games))
    return Chunk(
        pairing,
        first_pair,
        a_won=bytes((first_pair + game) % 2 for game in range(games)),
        reasons=bytes((first_pair + game) % 4 for game in range(games)),
        plies=plies,
        moves=bytes(index % 49 for index in range(sum(plies))),
        choices=bytes(20 * plies[0]),
        totals=array("d", [first_pair] * SUMS).tobytes(),
        notes=notes or {},
    )


@pytest.fixture
def path(tmp_path):
    return tmp_path / "games.db"


def stored(path):
    """The chunks of the first experiment of a file."""
    with Store(path) as store:
        return list(store.chunks(store.experiments()[0].id))


def run_child(function, *arguments):
    """Run a function in a process of its own; what it returns."""
    ours, theirs = FORK.Pipe()
    child = FORK.Process(target=lambda: theirs.send(function(*arguments)))
    child.start()
    theirs.close()
    with ours:
        said = ours.recv()
    child.join()
    assert child.exitcode == 0
    return said


def message_of(function, *arguments):
    """What a StoreError said that must be raised."""
    try:
        function(*arguments)
    except StoreError as error:
        return str(error)
    return None


def check_message(message, *words):
    assert message is not None, "no StoreError was raised"
    assert "\n" not in message
    assert all(word in message for word in words), message


def test_chunks_are_read_back_unchanged(path):
    notes = {0: "Traceback\n  line 1", 3: "ünï 'quoted'"}
    chunks = [chunk_of(0), chunk_of(2, 5, notes=notes), chunk_of(0, 1, pairing=1)]
    with Store(path) as store:
        experiment = store.open_experiment(PLAN, {"version": "1"})
        for chunk in reversed(chunks):
            store.add(experiment.id, chunk)
        assert list(store.chunks(experiment.id)) == chunks
    with Store(path) as store:
        (again,) = store.experiments()
        assert again == experiment
        assert (again.plan, again.about) == (PLAN, {"version": "1"})
        assert list(store.chunks(again.id)) == chunks
        assert store.done(again.id) == {(0, 0): 2, (0, 2): 5, (1, 0): 1}


@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_any_chunk_is_read_back_unchanged(data, tmp_path):
    games = 2 * data.draw(st.integers(1, 3))
    plies = data.draw(
        st.binary(min_size=games, max_size=games).map(lambda b: bytes(x % 129 for x in b))
    )
    kept = sum(plies[: data.draw(st.integers(0, games))])
    chunk = Chunk(
        data.draw(st.integers(0, 9)),
        data.draw(st.integers(0, 2**31 - 3)),
        bytes(data.draw(st.lists(st.integers(0, 1), min_size=games, max_size=games))),
        bytes(data.draw(st.lists(st.integers(0, 4), min_size=games, max_size=games))),
        plies,
        data.draw(st.binary(min_size=sum(plies), max_size=sum(plies))),
        data.draw(st.binary(min_size=20 * kept, max_size=20 * kept)),
        array("d", [data.draw(st.floats(allow_nan=False))] * SUMS).tobytes(),
        notes=data.draw(
            st.dictionaries(
                st.integers(0, games - 1), st.text(st.characters(categories=["L", "N", "P", "S"]))
            )
        ),
    )
    with Store(tmp_path / "any.db") as store:
        number = store.open_experiment({**PLAN, "seed": len(store.experiments())}, {}).id
        store.add(number, chunk)
        assert list(store.chunks(number)) == [chunk]


def test_an_experiment_is_identified_by_its_plan(path):
    with Store(path) as store:
        first = store.open_experiment(PLAN, {"machine": "old"})
        other = store.open_experiment({**PLAN, "seed": 2}, {"machine": "old"})
        again = store.open_experiment(dict(reversed(PLAN.items())), {"machine": "new"})
        assert again == first
        assert other.id != first.id
        assert [experiment.id for experiment in store.experiments()] == [first.id, other.id]
        store.add(first.id, chunk_of(0))
        assert list(store.chunks(other.id)) == []


def test_an_experiment_is_known_by_its_request_for_the_most_pairs(path):
    """Continued with other pairs, it had played 24 of 15 of them, and was finished while it ran."""
    with Store(path) as store:
        for pairs, most in ((15, 15), (24, 24), (10, 24)):
            about = {"planned": pairs, "command": f"--pairs {pairs}", "machine": f"{pairs} cores"}
            opened = store.open_experiment(PLAN, about)
            known = {"planned": most, "command": f"--pairs {most}", "machine": "15 cores"}
            assert opened.about == known
            assert store.experiments() == [opened]


def pairs_of(chunks):
    """The games of each pair, with what was kept of them."""
    found = {}
    for chunk in chunks:
        games, kept = list(chunk.games()), list(chunk.kept_choices())
        for pair in range(chunk.pairs):
            both = slice(2 * pair, 2 * pair + 2)
            notes = [chunk.notes.get(game) for game in (2 * pair, 2 * pair + 1)]
            found[chunk.pairing, chunk.first_pair + pair] = (games[both], kept[both], notes)
    assert len(found) == sum(chunk.pairs for chunk in chunks), "a pair is stored twice"
    return found


def test_stored_games_are_never_overwritten_and_no_others_are_dropped(path):
    kept = [chunk_of(4, 4, notes={1: "early"}), chunk_of(10, 2)]
    with Store(path) as store:
        number = store.open_experiment(PLAN, {}).id
        for chunk in kept:
            store.add(number, chunk)
        for first, pairs in [(4, 4), (4, 1), (7, 1), (5, 2), (11, 1)]:
            store.add(number, chunk_of(first, pairs, notes={0: "late"}))
            assert list(store.chunks(number)) == kept, f"pairs {first} to {first + pairs}"
        longer = chunk_of(0, 20, notes={game: f"late {game}" for game in range(40)})
        store.add(number, longer)
        found = list(store.chunks(number))
        assert pairs_of(found) == pairs_of([longer]) | pairs_of(kept)
        assert [(one.first_pair, one.pairs) for one in found] == [
            (0, 4),
            (4, 4),
            (8, 2),
            (10, 2),
            (12, 8),
        ]
        assert all(not one.mistake() for one in found)
        assert [sum(array("d", one.totals)) for one in found] == [0, 4 * SUMS, 0, 10 * SUMS, 0]
        store.add(number, chunk_of(4, 4, pairing=1))
        assert store.done(number)[1, 4] == 4


def write_all(path, count, length):
    """Add overlapping chunks, as a process does that plays everything."""
    with Store(path) as store:
        number = store.open_experiment(PLAN, {}).id
        for first in range(0, count, length):
            store.add(number, chunk_of(first, min(length, count - first)))


def test_the_same_pairs_written_by_two_processes_at_once_are_all_kept(path):
    lengths = (7, 11, 3)
    children = [FORK.Process(target=write_all, args=(path, 400, one)) for one in lengths]
    for child in children:
        child.start()
    for child in children:
        child.join()
    assert [child.exitcode for child in children] == [0] * len(lengths)
    assert sorted(pairs_of(stored(path))) == [(0, pair) for pair in range(400)]


def write_many(path, pairing, count):
    with Store(path) as store:
        number = store.open_experiment(PLAN, {"writer": pairing}).id
        for place in range(count):
            store.add(number, chunk_of(2 * place, pairing=pairing))
    return number


def test_several_processes_can_write_to_one_file(path):
    count, writers = 60, 4
    children = [
        FORK.Process(target=write_many, args=(path, pairing, count)) for pairing in range(writers)
    ]
    for child in children:
        child.start()
    for child in children:
        child.join()
    assert [child.exitcode for child in children] == [0] * writers
    with Store(path) as store:
        (experiment,) = store.experiments()
        expected = [
            chunk_of(2 * place, pairing=pairing)
            for pairing in range(writers)
            for place in range(count)
        ]
        assert list(store.chunks(experiment.id)) == expected


def test_one_process_can_read_while_another_writes(path):
    with Store(path) as writer, Store(path) as reader:
        number = writer.open_experiment(PLAN, {}).id
        for place in range(3):
            writer.add(number, chunk_of(2 * place))
        reading = reader.chunks(number)
        first = next(reading)
        writer.add(number, chunk_of(6))
        assert [first, *reading] == [chunk_of(0), chunk_of(2), chunk_of(4)]
        assert len(list(reader.chunks(number))) == 4


@pytest.mark.parametrize("content", [b"x", b"hello\n" * 500, bytes(range(256)) * 20])
def test_a_file_of_another_kind_is_left_alone(path, content):
    path.write_bytes(content)
    check_message(message_of(Store, path), str(path), "not a database")
    assert path.read_bytes() == content


def test_a_database_of_another_program_is_left_alone(path):
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("CREATE TABLE photos (name TEXT)")
    content = path.read_bytes()
    check_message(message_of(Store, path), str(path), "not a lastknight store")
    assert path.read_bytes() == content


def test_a_file_of_a_newer_format_is_left_alone(path):
    write_many(path, 0, 1)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 7")
    check_message(message_of(Store, path), str(path), "format 7", "reads 3")
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (7,)
        connection.execute("PRAGMA user_version = 1")
    assert stored(path) == [chunk_of(0)]


def test_a_path_that_cannot_be_a_file_is_refused(tmp_path):
    check_message(message_of(Store, tmp_path), str(tmp_path))
    nowhere = tmp_path / "nowhere" / "games.db"
    check_message(message_of(Store, nowhere), str(nowhere), "unable to open")


@pytest.mark.parametrize("path", ["a\0b", "a\ud800", "x" * 5000])
def test_an_impossible_path_is_refused(path):
    with pytest.raises(StoreError):
        Store(path)


def make_old(path, version):
    """Turn a file into one that an older version wrote."""
    with closing(sqlite3.connect(path)) as connection:
        for table in ("chunks", "experiments", "measurements"):
            connection.execute(f"ALTER TABLE {table} DROP COLUMN checksum")
        connection.execute(f"PRAGMA user_version = {version}")


def test_a_file_without_checksums_is_upgraded(path):
    write_many(path, 0, 2)
    make_old(path, 2)
    with Store(path) as store:
        assert store.unchecked() == 2
        store.add(1, chunk_of(4))
        assert store.unchecked() == 2
        assert list(store.damage()) == []
    assert stored(path) == [chunk_of(0), chunk_of(2), chunk_of(4)]


@pytest.mark.parametrize("version", [2, 3])
def test_a_file_on_read_only_media_can_be_read(tmp_path_factory, version):
    folder = tmp_path_factory.mktemp("readonly")
    for parent in (folder, *folder.parents[:4]):
        if parent.stat().st_uid == os.getuid() and parent.name.startswith(
            ("readonly", "pytest-", "popen-")
        ):
            parent.chmod(0o755)
    path = folder / "games.db"
    write_many(path, 0, 2)
    if version == 2:
        make_old(path, 2)
    path.chmod(0o444)
    folder.chmod(0o555)

    def read():
        if os.getuid() == 0:
            os.setgid(65534)
            os.setuid(65534)
        return stored(path)

    try:
        assert run_child(read) == [chunk_of(0), chunk_of(2)]
    finally:
        folder.chmod(0o755)
    assert [one.name for one in folder.iterdir()] == ["games.db"]


def test_a_store_error_is_a_lastknight_error():
    assert issubclass(StoreError, lk.LastknightError)


def test_an_empty_file_becomes_a_store(path):
    path.touch()
    write_many(path, 0, 1)
    assert stored(path) == [chunk_of(0)]


def add_as_somebody_else(path):
    """Add a chunk without the right to write, which the administrator always has."""
    if os.getuid() == 0:
        os.setgid(65534)
        os.setuid(65534)
    return message_of(write_many, path, 0, 5)


def test_a_read_only_file_loses_nothing(tmp_path_factory):
    folder = tmp_path_factory.mktemp("readonly")
    for parent in (folder, *folder.parents[:4]):
        if parent.stat().st_uid == os.getuid() and parent.name.startswith(
            ("readonly", "pytest-", "popen-")
        ):
            parent.chmod(0o755)
    path = folder / "games.db"
    write_many(path, 0, 2)
    path.chmod(0o444)
    content = path.read_bytes()
    folder.chmod(0o555)
    check_message(run_child(add_as_somebody_else, path), str(path))
    folder.chmod(0o777)
    check_message(run_child(add_as_somebody_else, path), str(path), "readonly")
    folder.chmod(0o755)
    assert path.read_bytes() == content
    path.chmod(0o644)
    assert stored(path) == [chunk_of(0), chunk_of(2)]


def test_a_database_that_cannot_grow_keeps_its_games(path):
    with Store(path) as store:
        number = store.open_experiment(PLAN, {}).id
        store.add(number, chunk_of(0))
        (pages,) = store._connection.execute("PRAGMA page_count").fetchone()
        store._connection.execute(f"PRAGMA max_page_count = {pages + 4}")
        kept = 1
        while (message := message_of(store.add, number, chunk_of(2 * kept))) is None:
            kept += 1
            assert kept < 1000
        check_message(message, str(path), "full")
        expected = [chunk_of(2 * place) for place in range(kept)]
        assert list(store.chunks(number)) == expected
    assert stored(path) == expected


def fill_disk(path, size):
    """Write until a file may not become larger; how many chunks the program thinks it stored."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
    with Store(path) as store:
        number = store.open_experiment(PLAN, {}).id
        for place in range(10_000):
            message = message_of(store.add, number, chunk_of(2 * place))
            if message is not None:
                return place, message, len(list(store.chunks(number)))
    raise AssertionError("the disk was never full")


@pytest.mark.parametrize("size", [2**16, 2**18])
def test_a_full_disk_keeps_what_was_stored(path, size):
    kept, message, readable = run_child(fill_disk, path, size)
    check_message(message, str(path))
    assert kept == readable > 0
    assert stored(path) == [chunk_of(2 * place) for place in range(kept)]
    write_many(path, 0, kept + 3)
    assert len(stored(path)) == kept + 3


def test_a_disk_that_is_full_from_the_start_is_an_error(path):
    def try_to_open():
        resource.setrlimit(resource.RLIMIT_FSIZE, (100, resource.RLIM_INFINITY))
        return message_of(Store, path)

    check_message(run_child(try_to_open), str(path))


def write_half(path, pipe):
    with Store(path) as store:
        number = store.open_experiment(PLAN, {}).id
        store.add(number, chunk_of(0))
        store._connection.execute("BEGIN IMMEDIATE")
        store.add(number, chunk_of(2))
        pipe.send(len(list(store.chunks(number))))
        pipe.recv()


def test_a_kill_in_the_middle_of_writing_leaves_whole_chunks(path):
    ours, theirs = FORK.Pipe()
    with ours, theirs:
        child = FORK.Process(target=write_half, args=(path, theirs))
        child.start()
        assert ours.recv() == 2
        child.kill()
        child.join()
    assert child.exitcode == -9
    assert stored(path) == [chunk_of(0)]
    write_many(path, 0, 3)
    assert stored(path) == [chunk_of(0), chunk_of(2), chunk_of(4)]


def test_many_processes_can_create_one_file_at_once(path):
    start = FORK.Event()

    def begin():
        start.wait()
        write_many(path, os.getpid(), 1)

    children = [FORK.Process(target=begin) for _ in range(8)]
    for child in children:
        child.start()
    start.set()
    for child in children:
        child.join()
    assert [child.exitcode for child in children] == [0] * 8
    assert len(stored(path)) == 8


def test_any_number_of_winners_can_be_stored_and_looked_up(path):
    winners = {f"position {number}": 1 + number % 2 for number in range(1700)}
    with Store(path) as store:
        assert store.known_winners(winners) == {}
        store.keep_winners({})
        store.keep_winners(winners)
        store.keep_winners({"position 0": 2, "another": 2})
    with Store(path) as store:
        assert store.known_winners([*winners, "nowhere", "position 1"]) == winners
        assert store.known_winners(["another"]) == {"another": 2}
        assert store.known_winners([]) == {}


def test_a_batch_of_winners_is_stored_whole_or_not_at_all(path):
    with Store(path) as store:
        with pytest.raises(StoreError):
            store.keep_winners({"one": 1, "two": object()})
        assert store.known_winners(["one", "two"]) == {}
        store.keep_winners({"one": 1})
        assert store.known_winners(["one", "two"]) == {"one": 1}


def test_a_file_of_the_first_format_is_upgraded(path):
    with Store(path) as store:
        store.open_experiment(PLAN, {})
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("DROP TABLE winners")
        connection.execute("PRAGMA user_version = 1")
    with Store(path) as store:
        store.keep_winners({"one": 1})
        assert len(store.experiments()) == 1


def test_opening_a_file_twice_keeps_its_locks(path):
    """Another process must not take itself for the last one, and tidy the log away."""
    with Store(path) as store:
        store.open_experiment(PLAN, {})
        with Store(path) as second:
            assert len(second.experiments()) == 1
        code = "import sys; from lastknight.matches.store import Store; Store(sys.argv[1]).close()"
        subprocess.run([sys.executable, "-c", code, str(path)], check=True)
        assert path.with_name(path.name + "-wal").exists()


def test_chunks_are_found_in_order_however_many_there_are(path):
    places = [(pairing, 2 * pair) for pairing in (2, 0, 1) for pair in reversed(range(700))]
    with Store(path) as store:
        number = store.open_experiment(PLAN, {}).id
        with store.transaction():
            for place in places:
                store.add(number, chunk_of(place[1], pairing=place[0]))
        assert [(one.pairing, one.first_pair) for one in store.chunks(number)] == sorted(places)
        found = [one.first_pair for one in store.chunks(number, pairing=1, pair=1399)]
        assert found == [1398]
        assert len(list(store.chunks(number, pairing=2))) == 700


def test_a_store_in_memory_closes_itself():
    """Python 3.13 warns of those that nobody closes."""
    store = lk.Store(":memory:")
    connection = store._connection
    del store
    gc.collect()
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        connection.execute("SELECT 1")
