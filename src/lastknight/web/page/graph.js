// What the graphs over the moves of a game share: a drawing as wide as its card, one pixel a unit,
// with player 1 above the middle and player 2 below, and a click on it as a ply.

import { replace, svg } from "./elements.js";
import { shareOf } from "./evaluation_bar.js";

const SIDE = 10;

/** @typedef {(ply: number) => number} ToX */
/** @typedef {(score: Score, engine?: string) => number} ToY `engine` gave the score */

export class Graph {
  #width = 600;
  #plies = 1;
  #height;
  #top;
  #bottom;
  /** @type {((graph: {x: ToX, y: ToY}) => Child) | null} */
  #content = null;
  /** @type {number | null} */
  #at = null;

  /**
   * `onselect` gets the ply that was clicked. The curves lie between `top` and `bottom`.
   * @param {{height: number, top: number, bottom: number, onselect: (ply: number) => void}} options
   */
  constructor({ height, top, bottom, onselect }) {
    this.#height = height;
    this.#top = top;
    this.#bottom = bottom;
    this.element = svg("svg", { class: "graph", role: "img", height });
    this.element.addEventListener("click", ({ clientX }) => onselect(this.#plyAt(clientX)));
    // Measuring while drawing would lay out the page each time.
    new ResizeObserver(([{ contentRect }]) => this.#resize(contentRect.width)).observe(
      this.element,
    );
  }

  get middle() {
    return (this.#top + this.#bottom) / 2;
  }

  /**
   * Draw `content` over a number of plies, with a line at ply `at`.
   * @param {{plies: number, at: number | null, label: string,
   *   content: (graph: {x: ToX, y: ToY}) => Child}} state
   */
  draw({ plies, at, label, content }) {
    this.#plies = plies;
    this.#at = at;
    this.#content = content;
    this.element.setAttribute("aria-label", label);
    this.#draw();
  }

  #draw() {
    if (!this.#content) return;
    const [width, top, middle, bottom] = [this.#width, this.#top, this.middle, this.#bottom];
    /** @type {ToX} */
    const x = (ply) => SIDE + (ply * (width - 2 * SIDE)) / this.#plies;
    /** @type {ToY} */
    const y = (score, engine) => top + (1 - shareOf(score, engine)) * (bottom - top);
    const now = this.#at === null ? null : x(this.#at);
    this.element.setAttribute("viewBox", `0 0 ${width} ${this.#height}`);
    replace(
      this.element,
      svg("rect", { class: "half p1", x: 0, y: top, width, height: middle - top }),
      svg("rect", { class: "half p2", x: 0, y: middle, width, height: bottom - middle }),
      now !== null && svg("line", { class: "now", x1: now, x2: now, y1: 0, y2: this.#height }),
      svg("line", { class: "zero", x1: 0, x2: width, y1: middle, y2: middle }),
      this.#content({ x, y }),
    );
  }

  /** @param {number} width */
  #resize(width) {
    if (width < 1 || width === this.#width) return;
    this.#width = width;
    this.#draw();
  }

  /** @param {number} clientX */
  #plyAt(clientX) {
    const box = this.element.getBoundingClientRect();
    return Math.round(
      ((clientX - box.left - SIDE) / Math.max(1, box.width - 2 * SIDE)) * this.#plies,
    );
  }
}

/**
 * A line through points.
 * @param {string} name
 * @param {[x: number, y: number][]} points
 */
export function drawCurve(name, points) {
  return svg("path", {
    class: `curve ${name}`.trim(),
    d: points.map(([x, y], index) => `${index ? "L" : "M"}${x} ${y}`).join(""),
  });
}
