// A chart of rows: points with intervals on one scale. Labels are text of the page, so they are
// never cut. The reader chooses a mark with the pointer or the arrow keys; the line below describes
// it.

import { breakable, html, replace } from "./elements.js";
import { formatElo } from "./standings.js";
import { ticksOf } from "./series_chart.js";

/** @typedef {import("./chart_reading.js").RowsDescription} RowsDescription */
/** @typedef {import("./chart_reading.js").RowMark} RowMark */

const TICKS = 4;

/** @param {RowsDescription} chart */
export function drawRowChart(chart) {
  const readout = html("p", { class: "series-readout", role: "status" });
  /** @type {{element: HTMLElement, text: string}[]} */
  const marks = [];
  const rows = chart.rows.map(({ name, marks: own }) =>
    html(
      "div",
      { class: "chart-row" },
      html("span", { class: "chart-label" }, breakable(name), drawNote(own)),
      html(
        "div",
        { class: "chart-track" },
        drawMiddle(chart),
        own.map((mark) => {
          const element = drawMark(mark, chart);
          marks.push({ element, text: describeMark(name, mark, chart) });
          return element;
        }),
      ),
    ),
  );
  /** @type {number | null} */
  let chosen = null;
  /** @param {number | null} place */
  const choose = (place) => {
    if (chosen !== null) marks[chosen].element.classList.remove("chosen");
    chosen = place;
    if (chosen !== null) marks[chosen].element.classList.add("chosen");
    replace(readout, chosen === null ? "" : marks[chosen].text);
  };
  marks.forEach(({ element, text }, place) => {
    element.title = text;
    for (const type of ["pointerenter", "click"])
      element.addEventListener(type, () => choose(place));
  });
  const body = html(
    "div",
    {
      class: "chart-rows",
      role: "img",
      tabindex: 0,
      "aria-label": `${chart.title}, ${chart.unit}. ${marks.map(({ text }) => text).join("; ")}`,
    },
    rows,
    drawAxis(chart),
  );
  body.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const next = chosen === null ? 0 : chosen + step;
    choose(Math.max(0, Math.min(marks.length - 1, next)));
  });
  body.addEventListener("blur", () => choose(null));
  return html(
    "figure",
    { class: "chart" },
    html(
      "figcaption",
      {},
      html("b", {}, chart.title),
      html("span", { class: "muted" }, ` ${chart.unit}`),
    ),
    drawLegend(chart.series),
    body,
    readout,
  );
}

/**
 * A legend of the signs, if there is more than one series.
 * @param {string[]} series
 */
export function drawLegend(series) {
  if (series.length < 2) return null;
  return html(
    "p",
    { class: "legend" },
    series.map((name, order) =>
      html("span", {}, html("span", { class: `sign series${order}` }), ` ${name}`),
    ),
  );
}

/**
 * The note on a row's only mark, such as a rank.
 * @param {RowMark[]} marks
 */
function drawNote(marks) {
  const note = marks.length === 1 && marks[0].note;
  return note && html("span", { class: "muted" }, ` ${note}`);
}

/** @param {RowsDescription} chart */
function drawMiddle(chart) {
  const element = html("div", { class: "chart-middle" });
  element.style.setProperty("--at", percent(chart.middle, chart));
  return element;
}

/**
 * @param {RowMark} mark
 * @param {RowsDescription} chart
 */
function drawMark({ series, value, low, high }, chart) {
  const [least, most] = chart.domain;
  const element = html(
    "div",
    { class: `chart-mark series${chart.series.indexOf(series)}` },
    html("span", { class: "chart-interval" }),
    value !== null && html("span", { class: "sign" }),
  );
  element.style.setProperty("--from", percent(low ?? least, chart));
  element.style.setProperty("--to", percent(high ?? most, chart));
  if (value !== null) element.style.setProperty("--at", percent(value, chart));
  return element;
}

/** @param {RowsDescription} chart */
function drawAxis(chart) {
  const ticks = ticksOf(chart.domain[0], chart.domain[1], TICKS).map((tick) => {
    const element = html("span", {}, chart.isRate ? `${Math.round(100 * tick)} %` : signed(tick));
    element.style.setProperty("--at", percent(tick, chart));
    return element;
  });
  return html(
    "div",
    { class: "chart-row chart-axis" },
    html("span"),
    html("div", { class: "chart-ticks" }, ticks),
  );
}

/**
 * @param {string} name
 * @param {RowMark} mark
 * @param {RowsDescription} chart
 */
function describeMark(name, { series, value, low, high, note }, chart) {
  const who = chart.series.length > 1 ? `${name}, ${series}` : name;
  const number = chart.isRate ? describeRate(value, low, high) : formatElo({ value, low, high });
  return `${who}: ${number}${note && `, ${note}`}`;
}

/** @param {(number | null)[]} rate */
function describeRate(...rate) {
  const [value, low, high] = rate.map((one) => (one === null ? "–" : (100 * one).toFixed(1)));
  return `${value} % (${low} to ${high})`;
}

/**
 * @param {number} value
 * @param {RowsDescription} chart
 */
function percent(value, { domain: [low, high] }) {
  return `${(100 * (Math.max(low, Math.min(high, value)) - low)) / (high - low)}%`;
}

/** @param {number} tick */
function signed(tick) {
  const text = Math.abs(tick).toLocaleString("en-GB");
  return tick > 0 ? `+${text}` : tick < 0 ? `−${text}` : text;
}
