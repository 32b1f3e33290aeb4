"""Charts are drawn from the facts, in colours the page knows, readable without colour."""

import re

import pytest

from lastknight.report.charts.gallery import CHARTS, standings
from lastknight.report.charts.palette import COLORS, chart_style
from lastknight.report.charts.rows import Mark, as_rows, direct_marks, elo_frame, ticks
from lastknight.report.charts.svg import FONT, draw_chart
from lastknight.stats import Estimate
from report_facts import many_facts, one_facts

FACTS = {"many": many_facts(), "one": one_facts()}


@pytest.fixture(scope="module", params=FACTS)
def drawn(request):
    """All charts of some facts, as SVG."""
    facts = FACTS[request.param]
    return {
        name: draw_chart(chart(facts), name=name, label="a <label>")
        for name, chart in CHARTS.items()
    }


@pytest.mark.parametrize("name", CHARTS)
@pytest.mark.parametrize("facts", FACTS.values(), ids=FACTS)
def test_descriptions_are_valid(name, facts):
    description = CHARTS[name](facts).to_dict()
    assert description["$schema"].endswith(".json")


def test_charts_use_only_colours_that_the_page_repaints(drawn):
    known = {color.light for color in COLORS.values()} | {"none", "transparent"}
    for name, svg in drawn.items():
        used = set(re.findall(r'(?:fill|stroke)="([^"]+)"', svg))
        assert used <= known, (name, used - known)
    style = chart_style()
    for name, color in COLORS.items():
        assert f'[fill="{color.light}"]{{fill:var(--{name})}}' in style


def test_charts_are_small_named_and_in_one_family(drawn):
    for name, svg in drawn.items():
        assert svg.startswith("<svg")
        assert 'role="img"' in svg
        assert 'aria-label="a &lt;label&gt;"' in svg
        width = float(re.search(r'viewBox="0 0 (\d+)', svg)[1])
        assert 400 < width < 560, name
        assert set(re.findall(r'font-family="([^"]+)"', svg)) == {FONT}
        sizes = {float(size) for size in re.findall(r'font-size="([\d.]+)px"', svg)}
        assert min(sizes) >= 11


def test_ids_of_charts_do_not_clash(drawn):
    ids = [found for svg in drawn.values() for found in re.findall(r'\bid="([^"]+)"', svg)]
    assert len(ids) == len(set(ids))
    used = {found for svg in drawn.values() for found in re.findall(r"url\(#([^)]+)\)", svg)}
    assert used <= set(ids)


def test_series_differ_without_colour():
    facts = FACTS["many"]
    svg = draw_chart(CHARTS["direct"](facts), name="direct", label="")
    orange, ink, paper = (COLORS[name].light for name in ("orange", "ink", "paper"))
    decided = sum(match.word != "inconclusive" for match in facts.direct)
    assert len(re.findall(rf'fill="{orange}" stroke="{orange}"', svg)) >= decided - 1
    assert re.search(rf'fill="{paper}" stroke="{ink}"', svg)
    depths = draw_chart(CHARTS["depths"](facts), name="depths", label="")
    assert "stroke-dasharray" in depths


def test_rows_are_the_facts_the_strongest_first():
    facts = FACTS["many"]
    first, *marks = direct_marks(facts)
    assert (first.line, first.series) == ("champion", "for comparison")
    assert first.estimate == facts.champion.record.elo
    values = [mark.estimate.value for mark in marks if mark.estimate.value is not None]
    assert values == sorted(values, reverse=True)
    by_name = {facts.heuristics[d.candidate].name: d.elo for d in facts.direct}
    assert {mark.line: mark.estimate for mark in marks} == by_name
    open_ones = {mark.line for mark in marks if mark.series == "undecided"}
    assert open_ones == {
        facts.heuristics[d.candidate].name for d in facts.direct if d.word == "inconclusive"
    }


def test_no_label_is_cut_and_every_chart_has_a_title(drawn):
    for name, svg in drawn.items():
        assert "\u2026" not in svg, name
        assert "bold" in svg, name
    long = "AlphaBeta(value(power=1, weight=1), nodes=15000) - AlphaBeta(improved, nodes=15000)"
    svg = draw_chart(
        standings({long: Estimate(5.0, 1.0, 9.0)}, title="Elo"), name="standings", label=""
    )
    shown = "".join(re.findall(r"<tspan[^>]*>([^<]+)</tspan>|>([^<>]+)</text>", svg)[0])
    assert shown
    text = re.sub(r"<[^>]+>", " ", svg)
    for part in ("AlphaBeta(value(power=1,", "weight=1)", "nodes=15000)", "AlphaBeta(improved,"):
        assert part in text


def test_names_have_room_in_wider_fonts():
    """DejaVu Sans is about a sixth wider than the font that measures the labels."""
    svg = draw_chart(CHARTS["direct"](FACTS["many"]), name="direct", label="")
    axis = CHARTS["direct"](FACTS["many"]).to_dict()["vconcat"][0]["layer"][1]["encoding"]["y"]
    longest = max(len(one.name) for one in FACTS["many"].heuristics)
    assert axis["axis"]["minExtent"] >= 7 * longest
    assert axis["axis"]["labelLimit"] == 0
    assert "value(power=1, weight=1)" in svg


def test_an_interval_without_a_bound_goes_to_the_frame():
    marks = [Mark("", "a", "s", Estimate(None, None, -50.0)), Mark("", "b", "s", Estimate(5, 1, 9))]
    frame = elo_frame(mark.estimate for mark in marks)
    assert frame == (-70, 30)
    first, second = as_rows(marks, frame)
    assert (first["value"], first["low"], first["high"]) == (None, -70, -50.0)
    assert (first["is_open_low"], first["is_open_high"]) == (True, False)
    assert (first["is_first"], second["is_first"]) == (True, False)


def test_an_interval_much_wider_than_most_does_not_squeeze_them():
    usual = [
        Mark("", str(value), "s", Estimate(value, value - 30, value + 30)) for value in (0, 90)
    ]
    wide = Mark("", "wide", "s", Estimate(50.0, -400.0, 110.0))
    marks = [*usual, *usual, wide]
    frame = elo_frame(mark.estimate for mark in marks)
    assert frame == (-60, 140)
    row = as_rows(marks, frame)[-1]
    assert (row["low"], row["is_open_low"], row["low_end"]) == (-60, True, -400.0)
    assert (row["high"], row["is_open_high"], row["high_end"]) == (110.0, False, 110.0)


def test_axes_are_logarithmic_only_over_a_wide_range():
    assert ticks([50.0, 90.0]) == ([], False)
    assert ticks([]) == ([], False)
    assert ticks([50.0, 900.0]) == ([10.0, 100.0, 1000.0], True)
