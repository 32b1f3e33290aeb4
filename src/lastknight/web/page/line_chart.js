// Lines by ply, in panels above each other. The reader chooses a ply with the pointer or the arrow
// keys; the line below shows the values there.

import { nearest, shareAt, watchReader } from "./chart_pointer.js";
import { html, replace, svg } from "./elements.js";
import { formatValue } from "./format.js";
import { drawLegend } from "./row_chart.js";
import { ticksOf } from "./series_chart.js";

/** @typedef {import("./chart_reading.js").LinesDescription} LinesDescription */
/** @typedef {LinesDescription["panels"][number]} Panel */

const HEIGHT = 150;
const [LEFT, RIGHT, TOP, BOTTOM] = [52, 14, 10, 24];
const TICKS = 4;

/** @param {LinesDescription} chart */
export function drawLineChart(chart) {
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
    chart.panels.map((panel) => new LinePanel(chart, panel).element),
  );
}

class LinePanel {
  #width = 600;
  /** @type {number | null} */
  #chosen = null;

  /**
   * @param {LinesDescription} chart
   * @param {Panel} panel
   */
  constructor(chart, panel) {
    this.chart = chart;
    this.panel = panel;
    const values = panel.points.flatMap((point) => point.values).filter((one) => one !== null);
    const [low, high] = [Math.min(...values), Math.max(...values)];
    this.frame = chart.isLog
      ? { low: 10 ** Math.floor(Math.log10(low)), high: 10 ** Math.ceil(Math.log10(high)) }
      : { low: Math.min(0, low), high: high * 1.05 || 1 };
    this.drawing = svg("svg", { class: "series", role: "img", height: HEIGHT, tabindex: 0 });
    this.drawing.setAttribute("aria-label", `${chart.title}, ${panel.name}: ${this.#describe(0)}`);
    this.readout = html("p", { class: "series-readout", role: "status" });
    this.element = html(
      "div",
      { class: "line-panel" },
      html("b", { class: "panel-name" }, panel.name),
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
    this.#draw();
  }

  #draw() {
    const { chart, frame } = this;
    const { points } = this.panel;
    const first = points[0].x;
    const last = points[points.length - 1].x;
    /** @param {number} ply */
    const x = (ply) =>
      LEFT + ((ply - first) / Math.max(1, last - first)) * (this.#width - LEFT - RIGHT);
    const scale = chart.isLog ? Math.log10 : Number;
    /** @param {number} value */
    const y = (value) =>
      TOP +
      ((scale(frame.high) - scale(value)) / (scale(frame.high) - scale(frame.low))) *
        (HEIGHT - TOP - BOTTOM);
    this.drawing.setAttribute("viewBox", `0 0 ${this.#width} ${HEIGHT}`);
    const chosen = this.#chosen === null ? null : x(points[this.#chosen].x);
    replace(
      this.drawing,
      this.#ticks().map((tick) => [
        svg("line", { class: "grid", x1: LEFT, x2: this.#width - RIGHT, y1: y(tick), y2: y(tick) }),
        svg("text", { x: LEFT - 8, y: y(tick) + 4, "text-anchor": "end" }, formatValue(tick)),
      ]),
      ticksOf(first, last, 8).map((ply) =>
        svg("text", { x: x(ply), y: HEIGHT - 6, "text-anchor": "middle" }, String(ply)),
      ),
      svg("text", { x: LEFT - 8, y: HEIGHT - 6, "text-anchor": "end" }, chart.x),
      chart.series.map((_, order) => {
        const known = points.flatMap(({ x: ply, values }) => {
          const value = values[order];
          return value === null ? [] : [`${x(ply)} ${y(value)}`];
        });
        return svg("path", { class: `chart-line series${order}`, d: `M${known.join("L")}` });
      }),
      chosen !== null &&
        svg("line", { class: "cursor", x1: chosen, x2: chosen, y1: TOP, y2: HEIGHT - BOTTOM }),
    );
    replace(this.readout, this.#chosen === null ? "" : this.#describe(this.#chosen));
  }

  #ticks() {
    const { low, high } = this.frame;
    if (!this.chart.isLog) return ticksOf(low, high, TICKS);
    const size = Math.round(Math.log10(high / low));
    return Array.from({ length: size + 1 }, (_, power) => low * 10 ** power);
  }

  /** @param {number} place */
  #describe(place) {
    const { chart } = this;
    const { x, values } = this.panel.points[place];
    const known = chart.series.flatMap((name, order) => {
      const value = values[order];
      return value === null ? [] : [`${name} ${formatValue(value)}`];
    });
    return `${chart.x} ${x}: ${known.join(", ")}`;
  }

  /** @param {number | null} place */
  #choose(place) {
    if (place === this.#chosen) return;
    this.#chosen = place;
    this.#draw();
  }

  /** @param {number} right */
  #step(right) {
    const most = this.panel.points.length - 1;
    this.#choose(this.#chosen === null ? 0 : Math.max(0, Math.min(most, this.#chosen + right)));
  }

  /** @param {number} clientX */
  #at(clientX) {
    const { points } = this.panel;
    const share = shareAt(this.drawing, clientX, { left: LEFT, right: RIGHT });
    return nearest(points, points[0].x + share * (points[points.length - 1].x - points[0].x));
  }
}
