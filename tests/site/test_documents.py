"""The documents of the site: links to the board below code, and reports linked to the page."""

import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parents[2] / "site"


@pytest.fixture(autouse=True)
def _site_on_path(monkeypatch):
    monkeypatch.syspath_prepend(str(HERE))
    yield
    for name in ("build", "catalog", "docs_hook", "documents", "wasm_build"):
        sys.modules.pop(name, None)


@pytest.mark.parametrize(
    ("block", "moves"),
    [
        ('```python\n>>> lk.Position.from_moves("d4 b1")\n```\n', "d4,b1"),
        ("Text.\n\n    lastknight show 'd4 b1 c2'\n    more\n\nText.\n", "d4,b1,c2"),
        ("    lastknight solve 'd4 b1'\n\n    # still code\n", "d4,b1"),
    ],
)
def test_games_in_code_get_a_link_below_it(block, moves):
    from docs_hook import on_page_markdown  # noqa: PLC0415

    text = on_page_markdown(f"# Title\n\n{block}\nThe end.\n")
    assert f'href="../index.html#/play?moves={moves}&amp;winners=1"' in text
    assert text.index("href") > text.index(block.strip()[-4:])
    assert text.index("href") < text.index("The end.")


@pytest.mark.parametrize(
    "text",
    ["Text with from_moves('d4 b1') in it.\n", "```\nfrom_moves(moves)\n```\n", "    show 'z9'\n"],
)
def test_other_text_stays_as_it_is(text):
    from docs_hook import on_page_markdown  # noqa: PLC0415

    assert on_page_markdown(text) == text


def test_a_report_on_the_site_links_to_its_page_and_leaves_the_games_behind(tmp_path):
    from documents import write_report  # noqa: PLC0415

    analysis = tmp_path / "analysis"
    analysis.mkdir()
    (analysis / "report.html").write_text('<a href="http://127.0.0.1:8731/#/play?at=3">')
    (analysis / "direct.csv").write_text("a,b\n")
    (analysis / "games.db").write_bytes(b"\0")
    write_report(analysis, tmp_path / "site")
    found = {path.name for path in (tmp_path / "site" / "report").iterdir()}
    assert found == {"report.html", "index.html", "direct.csv"}
    page = (tmp_path / "site" / "report" / "report.html").read_text()
    assert page == '<a href="../index.html#/play?at=3">'


def test_the_page_links_to_the_documents_that_are_there():
    from build import make_files  # noqa: PLC0415

    plain, linked = make_files(), make_files(["docs", "report"])
    assert b'href="docs/' not in plain["index.html"]
    assert b'<a href="docs/index.html">Docs</a>' in linked["index.html"]
    assert b'<a href="report/index.html">Report</a>' in linked["index.html"]
    assert plain["service-worker.js"] != linked["service-worker.js"], "a new version of the site"
