"""Draw the pictures of the page on statistics: `python docs/draw_pictures.py`.

Every picture is made from numbers simulated here with a fixed seed, and comes with the sentence
that says what to see in it. Sentences are in the page, numbers in the pictures; a test compares.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from html import escape
from itertools import accumulate, pairwise
from pathlib import Path
from statistics import median

import altair as alt
import numpy as np
import numpy.typing as npt

from lastknight import stats
from lastknight.report.charts.palette import BLUE, COLORS, INK, MUTED, ORANGE, PAPER
from lastknight.report.charts.svg import draw_chart

FOLDER = Path(__file__).parent / "pictures"
Row = dict[str, float | str]
WIDTH = 400
_SHAPES = ("circle", "square", "triangle-up")
EVEN = stats.pair_probabilities(0)
_STROKES = (ORANGE, BLUE, INK)
_FILLS = (ORANGE, PAPER, PAPER)
_DASHES = ([1, 0], [6, 4], [2, 3])


@dataclass(frozen=True)
class Picture:
    """A picture: its numbers, the sentence about them, and how to draw it."""

    name: str
    alt: str
    rows: tuple[Row, ...]
    sentence: str
    chart: alt.TopLevelMixin

    @property
    def numbers(self) -> str:
        """The numbers as text, independent of the versions of the drawing libraries."""
        return "; ".join(
            " ".join(v if isinstance(v, str) else f"{v:.6g}" for v in row.values())
            for row in self.rows
        )

    @property
    def markdown(self) -> str:
        """The picture and its sentence, as on the page."""
        return f"![{self.alt}](pictures/{self.name}.svg)\n\n{self.sentence}\n"

    def svg(self) -> str:
        """The drawing, for light and dark colour schemes, with the numbers as its description."""
        drawn = draw_chart(self.chart, name=self.name, label=self.alt)
        head, _, body = drawn.partition(">")
        box = re.search(r'viewBox="0 0 (\S+) (\S+)"', head)
        assert box is not None
        head += f' width="{box[1]}" height="{box[2]}"'
        style = _style("light") + f"@media (prefers-color-scheme:dark){{{_style('dark')}}}"
        paper = f'<rect width="100%" height="100%" rx="8" fill="{PAPER}"/>'
        words = f"<title>{escape(self.alt)}</title><desc>{escape(self.numbers)}</desc>"
        return f"{head}>{words}<style>{style}</style>{paper}{body}\n"


def _style(scheme: str) -> str:
    """The colours of a scheme."""
    return "".join(
        f'.lk-chart [{kind}="{color.light}"]{{{kind}:{getattr(color, scheme)}}}'
        for color in COLORS.values()
        for kind in ("fill", "stroke")
    )


class Draws:
    """Results of simulated matches, the same with every version of numpy.

    numpy promises the raw numbers of a generator, but not what it makes of them.
    """

    def __init__(self, seed: int) -> None:
        self._bits = np.random.PCG64(seed)

    def match(self, pairs: int, chances: Sequence[float] = EVEN) -> list[int]:
        """How many pairs of a match are won, split and lost."""
        drawn = self._bits.random_raw(pairs) >> np.uint64(32)
        ends = [round(2**32 * end) for end in accumulate(chances[:-1])]
        below = [int(np.count_nonzero(drawn < end)) for end in ends]
        return [end - start for start, end in pairwise([0, *below, pairs])]

    def matches(self, number: int, pairs: int) -> npt.NDArray[np.int64]:
        """Matches of equal players, one in each row."""
        return np.array([self.match(pairs) for _ in range(number)])


@cache
def ten_games() -> Picture:
    """What matches of two equal players look like."""
    simulated = Draws(1)
    matches = 10_000
    rows: list[Row] = []
    lopsided = {}
    for games, step in ((10, 10), (100, 5), (1000, 2)):
        draws = simulated.matches(matches, games // 2)
        won = (2 * draws[:, 0] + draws[:, 1]) * 100 / games
        lopsided[games] = int(np.sum(np.abs(won - 50) >= 20))
        bars = np.floor((won - 50) / step + 0.5).astype(int) * step + 50
        rows += [
            {
                "match": f"{games:,} games",
                "from": float(middle - 0.45 * step),
                "to": float(middle + 0.45 * step),
                "matches": float(100 * np.mean(bars == middle)),
            }
            for middle in sorted({*bars.tolist()})
        ]
    return Picture(
        "ten-games",
        "Win rates of equal players in matches of 10, 100 and 1,000 games",
        tuple(rows),
        f"Ten games between equal players end 7 to 3 or more lopsided "
        f"{100 * lopsided[10] / matches:.0f} % of the time; of {matches:,} matches of 100 games "
        f"{lopsided[100] or 'none'} was that lopsided.",
        _histograms(rows),
    )


@cache
def pairs() -> Picture:
    """Why pairs: what single games and pairs say as openings become lopsided."""
    simulated = Draws(2)
    count, rows = 5000, []
    for bias in range(0, 601, 100):
        chances = stats.pair_probabilities(100, bias=bias)
        ww, split, ll = simulated.match(count, chances)
        both = {
            "pair-Elo": stats.pair_elo(ww, ll),
            "score-Elo": stats.win_rate(ww, split, ll).through(stats.score_elo),
        }
        rows += [{"kind": kind, "bias": bias, **_ends(found)} for kind, found in both.items()]
    last = {str(row["kind"]): row for row in rows[-2:]}
    lines = _lines(
        rows, "bias", "elo", series="kind", x_title="what an opening is worth, Elo", y_title="Elo"
    )
    bars = (
        alt.Chart()
        .mark_rule(strokeWidth=1.4)
        .encode(x="bias:Q", y="low:Q", y2="high:Q", stroke=_colour(rows, "kind"))
    )
    chart = alt.layer(_level(100), bars, lines)
    return Picture(
        "pairs",
        "Elo found for a player who is 100 Elo stronger, as openings become more lopsided",
        tuple(rows),
        f"A player who is 100 Elo stronger: on openings worth 600 Elo, the win rate of "
        f"{count:,} pairs says {last['score-Elo']['elo']:.0f} Elo, the decided pairs "
        f"{last['pair-Elo']['elo']:.0f} (from {last['pair-Elo']['low']:.0f} to "
        f"{last['pair-Elo']['high']:.0f}).",
        _whole(chart, rows),
    )


@cache
def widths() -> Picture:
    """How the interval narrows with more pairs."""
    simulated = Draws(3)
    kinds = {"even openings": 0, "openings worth 400 Elo": 400}
    rows: list[Row] = []
    for kind, bias in kinds.items():
        for count in (100, 200, 500, 1000, 2000, 5000, 10_000):
            chances = stats.pair_probabilities(0, bias=bias)
            draws = [simulated.match(count, chances) for _ in range(401)]
            half = median(_half_width(ww, ll) for ww, _, ll in draws)
            rows.append({"kind": kind, "pairs": count, "width": half})
    seen = {(row["kind"], row["pairs"]): float(row["width"]) for row in rows}
    low, high = (seen["even openings", count] for count in (500, 2000))
    wide = seen["openings worth 400 Elo", 2000]
    scale = alt.Scale(type="log", nice=False)
    chart = _lines(
        rows,
        "pairs",
        "width",
        series="kind",
        x_title="pairs",
        y_title="the interval is Elo plus or minus",
        x_scale=scale,
        y_scale=alt.Scale(type="log", domain=[3, 110], nice=False),
        y_values=(5, 10, 20, 50, 100),
    )
    return Picture(
        "widths",
        "Half the width of the 95 % interval of pair-Elo against the number of pairs",
        tuple(rows),
        f"Four times the pairs halve the interval: for equal players on even openings, 500 pairs "
        f"give ±{low:.0f} Elo and 2,000 pairs ±{high:.0f}; on openings worth 400 Elo, 2,000 pairs "
        f"give ±{wide:.0f}.",
        _whole(chart, rows),
    )


@cache
def peeking() -> Picture:
    """The price of looking: how often equal players have been called different so far."""
    matches, looks, each = 2000, 20, 50
    draws = Draws(1).matches(matches * looks, each)
    sums = draws.reshape(matches, looks, 3).cumsum(axis=1)
    # What a look says: True is an alarm, False an end without one, None to go on.
    answers: dict[str, Callable[[int, int], bool | None]] = {
        "interval for one look": partial(_excludes, stats.pair_elo),
        "sequential test": _tests,
        "interval made for looking": partial(_excludes, stats.anytime_elo),
    }
    rows: list[Row] = []
    for kind, answer in answers.items():
        looked = [[answer(int(ww), int(ll)) for ww, _, ll in match] for match in sums]
        raised = [
            list(accumulate(match, lambda first, new: new if first is None else first))
            for match in looked
        ]
        rates = 100 * np.mean([[bool(alarm) for alarm in match] for match in raised], axis=0)
        rows += [
            {"kind": kind, "looks": look, "alarms": float(rate)}
            for look, rate in enumerate(rates, 1)
        ]
    last = {str(row["kind"]): float(row["alarms"]) for row in rows if row["looks"] == looks}
    plain, sequential, anytime = last.values()
    lines = _lines(
        rows, "looks", "alarms", series="kind", x_title="looks", y_title="false alarms so far, %"
    )
    return Picture(
        "peeking",
        "False alarms between equal players against the number of looks at a running match",
        tuple(rows),
        f"Equal players, a look after every {each}th pair: by the twentieth look the ordinary "
        f"interval has excluded 0 in {plain:.0f} % of the matches, the anytime-valid interval in "
        f"{anytime:.0f} %, and the sequential test has called A better in {sequential:.0f} %.",
        _whole(alt.layer(_level(5), lines), rows),
    )


@cache
def holm() -> Picture:
    """Many comparisons of equal players, with and without Holm."""
    families, most = 2000, 20
    draws = Draws(5).matches(families * most, 1000).reshape(families, most, 3)
    tested = [[_test(int(ww), int(ll)) for ww, _, ll in family] for family in draws]
    rows: list[Row] = []
    for kind, adjust in (("each at 5 %", list), ("Holm", stats.holm)):
        for count in range(1, most + 1):
            alarms = sum(min(adjust(family[:count])) <= 0.05 for family in tested)
            rows.append({"kind": kind, "comparisons": count, "alarms": 100 * alarms / families})
    ten = {str(row["kind"]): float(row["alarms"]) for row in rows if row["comparisons"] == 10}
    lines = _lines(
        rows,
        "comparisons",
        "alarms",
        series="kind",
        x_title="comparisons",
        y_title="at least one false alarm, %",
    )
    return Picture(
        "holm",
        "How often a study of equal players has a false alarm, against its number of comparisons",
        tuple(rows),
        f"Ten comparisons of equal players, each at 5 %, give a false alarm in "
        f"{ten['each at 5 %']:.0f} % of the studies; with Holm's adjustment it is "
        f"{ten['Holm']:.0f} %.",
        _whole(alt.layer(_level(5), lines), rows),
    )


PICTURES = (ten_games, pairs, widths, peeking, holm)


def _ends(found: stats.Estimate) -> Row:
    assert found.value is not None
    assert found.low is not None
    assert found.high is not None
    return {"elo": found.value, "low": found.low, "high": found.high}


def _half_width(ww: int, ll: int) -> float:
    found = stats.pair_elo(ww, ll)
    # With a side that is open the interval is as wide as can be.
    if found.low is None or found.high is None:
        return float("inf")
    return (found.high - found.low) / 2


@cache
def _excludes(interval: Callable[[int, int], stats.Estimate], ww: int, ll: int) -> bool | None:
    """Whether an interval excludes 0."""
    found = interval(ww, ll)
    low, high = found.low, found.high
    return (low is not None and low > 0) or (high is not None and high < 0) or None


@cache
def _tests(ww: int, ll: int) -> bool | None:
    """Whether the sequential test calls A better; False if it stops without that."""
    decided = stats.PRESETS["standard"].decide(ww, ll)
    return None if decided is None else decided == "elo1"


@cache
def _test(ww: int, ll: int) -> float:
    return stats.exact_test(ww, ll)


def _histograms(rows: Sequence[Row]) -> alt.TopLevelMixin:
    bars = (
        alt.Chart()
        .mark_bar(color=ORANGE)
        .encode(
            x=alt.X(
                "from:Q",
                title="games won, %",
                scale=alt.Scale(domain=[-5, 105], nice=False),
                axis=alt.Axis(values=list(range(0, 101, 10)), grid=False),
            ),
            x2="to:Q",
            y=alt.Y("matches:Q", title="matches, %", axis=alt.Axis(grid=True, tickCount=3)),
            y2=alt.datum(0),
        )
    )
    even = alt.Chart().mark_rule(color=MUTED, strokeDash=[3, 3]).encode(x=alt.datum(50))
    header = alt.Header(title=None, labelAnchor="start", labelPadding=4)
    facet = alt.Facet("match:N", sort=_order(rows, "match"), title=None, header=header)
    panels = alt.layer(bars, even).properties(width=WIDTH, height=80)
    whole = panels.facet(facet, data=alt.Data(values=list(rows)), columns=1, spacing=16)
    return whole.resolve_scale(y="independent")


def _order(rows: Iterable[Row], field: str) -> list[str]:
    return list(dict.fromkeys(str(row[field]) for row in rows))


def _colour(rows: Sequence[Row], series: str) -> alt.Stroke:
    names = _order(rows, series)
    return alt.Stroke(
        f"{series}:N", sort=names, scale=alt.Scale(domain=names, range=_STROKES[: len(names)])
    )


def _lines(  # noqa: PLR0913  (all but three are keywords)
    rows: Sequence[Row],
    x: str,
    y: str,
    *,
    series: str,
    x_title: str,
    y_title: str,
    x_scale: alt.Scale | None = None,
    y_scale: alt.Scale | None = None,
    y_values: Sequence[float] = (),
) -> alt.LayerChart:
    """Lines with points, distinguished by colour, dashes and shape."""
    names = _order(rows, series)
    places = sorted({float(row[x]) for row in rows})
    ticks = places if len(places) < 10 else [1, *(p for p in places if p % 5 == 0)]
    base = alt.Chart().encode(
        x=alt.X(
            f"{x}:Q",
            title=x_title,
            scale=x_scale or alt.Undefined,
            axis=alt.Axis(values=ticks, format=",d", labelOverlap=True, grid=False),
        ),
        y=alt.Y(
            f"{y}:Q",
            title=y_title,
            scale=y_scale or alt.Undefined,
            axis=alt.Axis(grid=True, values=list(y_values) or alt.Undefined, tickCount=5),
        ),
    )

    field = f"{series}:N"
    lines = [
        base.transform_filter(alt.datum[series] == name).mark_line(
            strokeWidth=1.8, stroke=stroke, strokeDash=dashes
        )
        for name, stroke, dashes in zip(names, _STROKES, _DASHES, strict=False)
    ]
    fills = alt.Scale(domain=names, range=_FILLS[: len(names)])
    shapes = alt.Scale(domain=names, range=_SHAPES[: len(names)])
    dots = base.mark_point(size=42, opacity=1, strokeWidth=1.6).encode(
        stroke=_colour(rows, series),
        fill=alt.Fill(field, sort=names, scale=fills),
        shape=alt.Shape(field, sort=names, scale=shapes),
    )
    return alt.layer(*lines, dots)


def _level(value: float) -> alt.Chart:
    """A reference line."""
    return alt.Chart().mark_rule(color=MUTED, strokeDash=[3, 3]).encode(y=alt.datum(value))


def _whole(chart: alt.LayerChart, rows: Sequence[Row]) -> alt.LayerChart:
    return chart.properties(width=WIDTH, height=220, data=alt.Data(values=list(rows)))


def main() -> None:
    """Write every picture, and print its Markdown."""
    FOLDER.mkdir(exist_ok=True)
    for draw in PICTURES:
        picture = draw()
        (FOLDER / f"{picture.name}.svg").write_text(picture.svg(), encoding="utf-8")
        sys.stdout.write(picture.markdown + "\n")


if __name__ == "__main__":
    main()
