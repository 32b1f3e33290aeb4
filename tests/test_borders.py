"""Files that others wrote: whatever is in them, each reader gives a value or an error of ours."""

import json
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import lastknight as lk
from lastknight.cli import main
from lastknight.discovery.label_file import LabelHeader
from lastknight.errors import LastknightError
from lastknight.league.load_check import _read as read_load_checks
from lastknight.matches.json_text import parse_json, parse_object
from lastknight.matches.runners.cluster.connection import _read_file
from lastknight.matches.stored_plan import check_stored_plan
from lastknight.report.analysis_folder import read_command, read_kept
from lastknight.report.facts_json import load_facts, read_facts, write_facts
from lastknight.studies.study import parse_study
from lastknight.web.experiments.requests import kept_request
from report_facts import one_facts

DEEP = 100_000
NASTY = {
    "nothing": "",
    "nested lists": "[" * DEEP,
    "closed lists": "[" * DEEP + "]" * DEEP,
    "nested objects": '{"a":' * DEEP,
    "a long number": '{"format": ' + "9" * 10_000 + "}",
    "half a character": '{"format": "\\ud800", "request": "\\udfff"}',
    "not a number": '{"format": NaN}',
    "zero bytes": '{"format": "\\u0000"}',
    "a list": "[1, 2]",
    "null": "null",
    "wrong types": '{"format": 2, "request": 3, "address": {}, "recipe": [], "rates": 5}',
    "nested TOML": "a = " + "[" * DEEP,
    "dotted TOML": ".".join("a" * DEEP) + " = 1",
    "a long number in TOML": "title = " + "9" * 10_000,
    "not text": b"\xff\xfe\x00",
}


def file_of(folder: Path, name: str, content: str | bytes) -> Path:
    path = folder / name
    path.write_bytes(
        content.encode("utf-8", "surrogatepass") if isinstance(content, str) else content
    )
    return path


def as_text(content):
    return content if isinstance(content, str) else content.decode("latin-1")


READERS = {
    "JSON": lambda folder, content: parse_json(content, "the text"),
    "an object": lambda folder, content: parse_object(content, "the text"),
    "a report": lambda folder, content: load_facts(file_of(folder, "report.json", content).parent),
    "a request": lambda folder, content: read_kept(file_of(folder, "request.json", content).parent),
    "a command": lambda folder, content: read_command(
        file_of(folder, "command.txt", content).parent
    ),
    "a kept request": lambda folder, content: kept_request(
        file_of(folder, "request.json", content).parent
    ),
    "a study": lambda folder, content: parse_study(as_text(content), source="a study"),
    "loading checks": lambda folder, content: read_load_checks(file_of(folder, "l.json", content)),
    "a scheduler": lambda folder, content: _read_file(str(file_of(folder, "s.json", content))),
    "a plan": lambda folder, content: check_stored_plan(parse_object(content, "a plan")),
    "a store": lambda folder, content: lk.Store(file_of(folder, "s.db", content)).close(),
}


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("content", NASTY)
def test_every_reader_gives_a_value_or_a_lastknight_error(reader, content, tmp_path):
    try:
        READERS[reader](tmp_path, NASTY[content])
    except LastknightError as error:
        told = str(error)
    else:
        told = ""
    assert "\n" not in told
    assert len(told) < 1000 + len(str(tmp_path))


@pytest.mark.parametrize("content", ["[" * DEEP, '{"recipe": 1, "rates": [[1]]}', "[]"])
def test_the_header_of_labels_is_checked(content):
    with pytest.raises((LastknightError, ValueError, TypeError, LookupError, AttributeError)):
        LabelHeader.parse(content)


def places_of(data, path=()):
    """Every place in some JSON data."""
    yield path
    if isinstance(data, dict | list):
        for key, value in data.items() if isinstance(data, dict) else enumerate(data[:2]):
            yield from places_of(value, (*path, key))


WRONG = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**70), 2**70),
    st.floats(),
    st.text(max_size=3),
    st.lists(st.none(), max_size=2),
    st.just({"a": 1}),
)
REPORT = write_facts(one_facts())
PLACES = [place for place in places_of(json.loads(REPORT)) if place]


@settings(max_examples=60)
@given(st.sampled_from(PLACES), WRONG)
@example(PLACES[0], 10**400)
def test_a_report_with_a_wrong_value_is_refused_or_read(place, value):
    data = json.loads(REPORT)
    inner = data
    for key in place[:-1]:
        inner = inner[key]
    inner[place[-1]] = value
    try:
        read_facts(data)
    except LastknightError as error:
        assert "\n" not in str(error)  # noqa: PT017


PATHS = ["no\0where.py", "half\ud800.py", "x" * 5000, "/" + "y/" * 3000]


@pytest.mark.parametrize("path", PATHS)
def test_impossible_paths_raise_lastknight_errors(path):
    for make in (
        lambda: lk.heuristic(f"{path}:mine"),
        lambda: lk.player(f"Greedy({path}:mine)"),
        lambda: lk.Store(path),
        lambda: lk.AgentPlayer(path, "CustomPlayer"),
    ):
        with pytest.raises(LastknightError):
            make()


def test_text_files_of_other_encodings_are_refused_in_one_line(tmp_path, capsys):
    path = file_of(tmp_path, "game.txt", b"\xff\xfed4")
    assert main(["play", "--load", str(path)]) == 2
    assert capsys.readouterr().err.count("\n") == 1
