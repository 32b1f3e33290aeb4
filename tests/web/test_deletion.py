"""The folder of an analysis: what the analysis wrote, and nothing else, is deleted or replaced."""

from dataclasses import replace
from pathlib import Path

import pytest

from lastknight import Store
from lastknight.analysis import AnalysisRequest
from lastknight.errors import ArgumentError
from lastknight.report import write_report
from lastknight.report.analysis_folder import (
    FILES,
    clear_report,
    is_of_analysis,
    keep_request,
    write_analysis,
)
from lastknight.report.hand_in.document import write_hand_in
from lastknight.report.write import REPORT_FILES
from lastknight.web.experiments.deletion import delete
from report_facts import many_facts, one_facts

pytestmark = pytest.mark.usefixtures("no_charts")


@pytest.fixture
def place(tmp_path) -> Path:
    """The folder of a finished analysis with everything that one can have."""
    folder = tmp_path / "analysis"
    request = AnalysisRequest(heuristics=("ratio",), nodes=5, pairs=2)
    keep_request(request, request.inquiry(), folder)
    facts = replace(many_facts(), ledger=one_facts().ledger)
    write_analysis(facts, folder)
    write_hand_in(facts, folder)
    Store(folder / "games.db").close()
    return folder


def test_an_analysis_writes_what_is_listed_and_lists_what_it_writes(place):
    names = {path.name for path in place.iterdir()}
    assert names == FILES | {"games.db"}
    assert all(map(is_of_analysis, names))


@pytest.mark.parametrize(
    "name", ["notes.csv", "hand_in.pdf", "report.html.bak", ".mine.txt.3.new", "games.db-old", ""]
)
def test_other_files_are_not_of_an_analysis(name):
    assert not is_of_analysis(name)


def test_an_analysis_is_deleted_with_all_its_files(place):
    for name in ("games.db-wal", "games.db-playing", ".report.html.4711.new"):
        (place / name).touch()
    delete(experiment="analysis", store=str(place.parent / "lastknight.db"))
    assert not place.exists()


@pytest.mark.parametrize("name", ["notes.csv", "mine.py"])
def test_a_folder_with_another_file_is_not_deleted(place, name):
    (place / name).write_text("mine")
    before = sorted(place.iterdir())
    with pytest.raises(ArgumentError, match=f"{name} in the folder analysis is not from this"):
        delete(experiment="analysis", store=str(place.parent / "lastknight.db"))
    assert sorted(place.iterdir()) == before


@pytest.mark.parametrize("damage", [None, "", '{"format": 1}'])
def test_nothing_of_a_report_stays_when_it_is_cleared(place, damage):
    """Even if it cannot be read any more."""
    (place / "notes.csv").write_text("mine")
    if damage is not None:
        (place / "report.json").write_text(damage)
    clear_report(place)
    assert {path.name for path in place.iterdir()} == {"games.db", "notes.csv"}


def test_a_report_has_only_files_that_are_listed(tmp_path):
    bare = replace(one_facts(), ledger=(), truth=None, moments=())
    names = {path.name for path in write_report(bare, tmp_path)}
    assert names < REPORT_FILES
