"""The report in a real browser: nothing is cut or needs sideways scrolling, and it prints well."""

import re

import pytest

from lastknight.report import write_report
from report_facts import many_facts, one_facts

CUT = """() => {
  document.querySelectorAll("details").forEach((one) => { one.open = true; });
  const found = [];
  for (const chart of document.querySelectorAll("svg.lk-chart")) {
    let [left, right] = [0, document.documentElement.clientWidth];
    for (let one = chart; one !== document.body; one = one.parentElement) {
      if (getComputedStyle(one).overflowX === "visible") continue;
      const frame = one.getBoundingClientRect();
      [left, right] = [Math.max(left, frame.left), Math.min(right, frame.right)];
    }
    for (const text of chart.querySelectorAll("text")) {
      const box = text.getBoundingClientRect();
      if (box.width && (box.left < left || box.right > right)) found.push(text.textContent);
    }
  }
  return found;
}"""
WIDTHS = "() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]"
LINES = "(all) => all.map((one) => one.getClientRects().length)"
FIRST_PAGES = "() => document.querySelectorAll('section.folded').forEach((one) => one.remove())"


@pytest.fixture(scope="module")
def reports(tmp_path_factory):
    folder = tmp_path_factory.mktemp("reports")
    found = {}
    for name, facts in (("many", many_facts()), ("one", one_facts())):
        write_report(facts, folder / name)
        found[name] = (folder / name / "report.html").as_uri()
    return found


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 768, 1400])
@pytest.mark.parametrize("name", ["many", "one"])
def test_nothing_is_cut_at_any_width(browser, reports, name, width, scheme):
    page = browser.new_page(viewport={"width": width, "height": 900}, color_scheme=scheme)
    page.goto(reports[name])
    assert page.locator("svg.lk-chart").count() > 5
    assert page.evaluate(CUT) == []
    whole, seen = page.evaluate(WIDTHS)
    assert whole <= seen
    page.close()


def test_an_option_is_never_split_after_its_hyphens(browser, reports):
    page = browser.new_page()
    page.goto(reports["many"])
    options = page.locator("p code", has_text=re.compile("^--"))
    for width in range(320, 420, 5):
        page.set_viewport_size({"width": width, "height": 800})
        assert set(options.evaluate_all(LINES)) == {1}
    page.close()


@pytest.mark.parametrize("paper", ["A4", "Letter"])
@pytest.mark.parametrize("name", ["many", "one"])
def test_what_comes_before_the_folds_prints_on_two_pages(browser, reports, name, paper):
    page = browser.new_page()
    page.goto(reports[name])
    folds = page.locator("section.folded").count()
    whole = count_pages(page.pdf(format=paper))
    page.evaluate(FIRST_PAGES)
    assert folds > 5
    assert count_pages(page.pdf(format=paper)) <= 2 < whole
    page.close()


def count_pages(printed: bytes) -> int:
    return len(re.findall(rb"/Type /Page\b(?!s)", printed))
