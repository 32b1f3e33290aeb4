// A line over the pairs of an experiment, with its interval as a band. It grows as the experiment
// does. The reader chooses a point with the pointer or the arrow keys; the line below describes it.

import { nearest, shareAt, watchReader } from "./chart_pointer.js";
import { html, replace, svg } from "./elements.js";

const HEIGHT = 170;
const [LEFT, RIGHT, TOP, BOTTOM] = [52, 14, 12, 30];
const TICKS = 5;
// The width of a digit.
const DIGIT = 8;

/** @typedef {{x: number, y: number | null, low: number | null, high: number | null}} Point */
/**
 * @typedef {object} Series
 * @property {Point[]} points
 * @property {{y: number, label: string}[]} rules lines across, such as the bounds of a test
 * @property {(point: Point) => string} describe a point in words
 */

export class SeriesChart {
  #width = 600;
  /** @type {Series} */
  #series = { points: [], rules: [], describe: () => "" };
  /** The chosen point, counted from the end; null for the last one. @type {number | null} */
  #chosen = null;

  /** @param {{title: string, unit: string}} options `unit` names the vertical axis */
  constructor({ title, unit }) {
    this.title = title;
    this.unit = unit;
    this.drawing = svg("svg", { class: "series", role: "img", height: HEIGHT, tabindex: 0 });
    this.readout = html("p", { class: "series-readout" });
    this.element = html(
      "figure",
      { class: "series-figure" },
      html("figcaption", {}, html("b", {}, title), html("span", { class: "muted" }, ` ${unit}`)),
      this.drawing,
      this.readout,
    );
    watchReader(this.drawing, {
      at: (clientX) => this.#at(clientX),
      choose: (place) => this.#choose(place),
      step: (right) => this.#step(right),
      resize: (width) => {
        this.#width = width;
        this.#draw();
      },
    });
  }

  /** @param {Series} series */
  draw(series) {
    this.#series = series;
    this.element.hidden = series.points.length < 2;
    this.#draw();
  }

  #draw() {
    const { points, rules, describe } = this.#series;
    if (points.length < 2) return;
    const frame = frameOf(points, rules);
    const last = points[points.length - 1];
    /** @param {number} value */
    const x = (value) => LEFT + (value / Math.max(1, last.x)) * (this.#width - LEFT - RIGHT);
    /** @param {number} value */
    const y = (value) =>
      TOP +
      ((frame.high - Math.max(frame.low, Math.min(frame.high, value))) / (frame.high - frame.low)) *
        (HEIGHT - TOP - BOTTOM);
    const point = this.#point();
    this.drawing.setAttribute("viewBox", `0 0 ${this.#width} ${HEIGHT}`);
    this.drawing.setAttribute("aria-label", `${this.title}, ${this.unit}: ${describe(last)}`);
    replace(
      this.drawing,
      frame.ticks.map((tick) => drawTick(tick, y(tick), this.#width)),
      ticksOf(0, last.x, TICKS).map((tick) => drawPairs(tick, x(tick), this.#width)),
      rules.map((rule) => drawRule(rule, y(rule.y), this.#width)),
      drawBand(points, { x, y, frame }),
      svg("path", {
        class: "series-line",
        d: points
          .filter((one) => one.y !== null)
          .map((one, index) => `${index ? "L" : "M"}${x(one.x)} ${y(Number(one.y))}`)
          .join(""),
      }),
      this.#chosen !== null &&
        point &&
        drawCursor(x(point.x), point.y === null ? null : y(point.y)),
    );
    replace(this.readout, point ? describe(point) : "");
  }

  #point() {
    const { points } = this.#series;
    return points[points.length - 1 - (this.#chosen ?? 0)] ?? points[points.length - 1];
  }

  /** @param {number | null} chosen */
  #choose(chosen) {
    if (chosen === this.#chosen) return;
    this.#chosen = chosen;
    this.#draw();
  }

  /** @param {number} right */
  #step(right) {
    const most = this.#series.points.length - 1;
    this.#choose(Math.max(0, Math.min(most, (this.#chosen ?? 0) - right)));
  }

  /**
   * The point nearest to the pointer, counted from the end.
   * @param {number} clientX
   */
  #at(clientX) {
    const { points } = this.#series;
    if (!points.length) return null;
    const share = shareAt(this.drawing, clientX, { left: LEFT, right: RIGHT });
    const last = points.length - 1;
    return last - nearest(points, share * points[last].x);
  }
}

/**
 * The part of the axis that is shown: the narrowest intervals decide, so that the wide ones of the
 * first pairs do not flatten the rest.
 * @param {Point[]} points
 * @param {{y: number}[]} rules
 */
function frameOf(points, rules) {
  const late = points.slice(Math.floor(points.length / 8));
  const known = [...late.flatMap(({ y, low, high }) => [y, low, high]), ...rules.map(({ y }) => y)];
  const values = [0, ...known.filter((value) => value !== null)];
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const room = 0.06 * (high - low || 1);
  return { low: low - room, high: high + room, ticks: ticksOf(low - room, high + room, TICKS) };
}

/**
 * Round numbers between two others.
 * @param {number} low
 * @param {number} high
 * @param {number} most
 */
export function ticksOf(low, high, most) {
  const rough = (high - low) / most || 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((one) => one * power).find((one) => one >= rough) ?? rough;
  const first = Math.ceil(low / step);
  const size = Math.floor(high / step) - first + 1;
  return Array.from({ length: Math.max(0, size) }, (_, index) => (first + index) * step);
}

/**
 * @param {number} tick
 * @param {number} y
 * @param {number} width
 */
function drawTick(tick, y, width) {
  return [
    svg("line", { class: tick === 0 ? "zero" : "grid", x1: LEFT, x2: width - RIGHT, y1: y, y2: y }),
    svg("text", { x: LEFT - 8, y: y + 4, "text-anchor": "end" }, count(tick)),
  ];
}

/**
 * A number of pairs below the axis; the last one is moved to the left, where it would be cut.
 * @param {number} tick
 * @param {number} x
 * @param {number} width
 */
function drawPairs(tick, x, width) {
  const text = count(tick);
  const isCut = x + (text.length * DIGIT) / 2 > width;
  const place = isCut ? { x: width, "text-anchor": "end" } : { x, "text-anchor": "middle" };
  return svg("text", { ...place, y: HEIGHT - 10 }, text);
}

/**
 * @param {{y: number, label: string}} rule
 * @param {number} y
 * @param {number} width
 */
function drawRule({ label, y: value }, y, width) {
  return [
    svg("line", { class: "rule", x1: LEFT, x2: width - RIGHT, y1: y, y2: y }),
    svg("text", { x: LEFT + 6, y: value > 0 ? y + 14 : y - 6 }, label),
  ];
}

/**
 * @param {Point[]} points
 * @typedef {(value: number) => number} Scale
 * @param {{x: Scale, y: Scale, frame: {low: number, high: number}}} scale
 */
function drawBand(points, { x, y, frame }) {
  const shown = points.filter(({ low, high }) => low !== null || high !== null);
  if (shown.length < 2) return null;
  const above = shown.map((one) => `${x(one.x)} ${y(one.high ?? frame.high)}`);
  const below = shown.map((one) => `${x(one.x)} ${y(one.low ?? frame.low)}`).reverse();
  return svg("path", { class: "series-band", d: `M${[...above, ...below].join("L")}Z` });
}

/**
 * @param {number} x
 * @param {number | null} y
 */
function drawCursor(x, y) {
  return [
    svg("line", { class: "cursor", x1: x, x2: x, y1: TOP, y2: HEIGHT - BOTTOM }),
    y !== null && svg("circle", { class: "cursor-point", cx: x, cy: y, r: 4 }),
  ];
}

/** @param {number} value */
function count(value) {
  return Number(value.toPrecision(6)).toLocaleString("en-GB").replace("-", "−");
}
