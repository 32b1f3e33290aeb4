// What two players thought of the same game: a curve of scores for each, both as player 1 sees it.

import { html, replace, svg } from "./elements.js";
import { forPlayerOne, shareOf } from "./evaluation_bar.js";

const HEIGHT = 110, SIDE = 10, TOP = 6;

export class ThoughtGraph {
  #state = null;
  #width = 600;

  // `onselect(ply)` when a move is clicked.
  constructor({ onselect }) {
    this.onselect = onselect;
    this.drawing = svg("svg", { class: "graph", role: "img", height: HEIGHT });
    this.element = html("figure", { class: "thought-graph" }, this.drawing,
      html("figcaption", { class: "muted hint" }, "What each thought of the game: above the middle player 1 is better. Solid: player 1, dashed: player 2."));
    this.drawing.addEventListener("click", (event) => this.#click(event));
    new ResizeObserver(([{ contentRect }]) => this.#resize(contentRect.width)).observe(this.drawing);
  }

  // `choices` of both players, each with ply, player and score; `at` is the ply looked at.
  draw({ choices, plies, at }) {
    this.element.hidden = choices.length === 0;
    this.#state = { choices, plies, at };
    this.#draw();
  }

  // The drawing has a unit of one pixel; measuring it while drawing would lay the page out each time.
  #resize(width) {
    if (width < 1 || width === this.#width) return;
    this.#width = width;
    if (this.#state) this.#draw();
  }

  #draw() {
    const { choices, plies, at } = this.#state;
    const width = this.#width;
    const x = (ply) => SIDE + (ply * (width - 2 * SIDE)) / Math.max(1, plies);
    const y = (score) => TOP + (1 - shareOf(score)) * (HEIGHT - 2 * TOP);
    const middle = HEIGHT / 2;
    const curve = (player) => {
      const own = choices.filter((choice) => choice.player === player && choice.score !== null);
      const points = own.map(({ ply, score }) => [x(ply), y(forPlayerOne(score, player))]);
      return [svg("path", { class: `curve thought p${player}`, d: points.map(([a, b], index) => `${index ? "L" : "M"}${a} ${b}`).join("") }),
        points.map(([cx, cy]) => svg("circle", { class: `thought-dot p${player}`, cx, cy, r: 2.6 }))];
    };
    this.drawing.setAttribute("viewBox", `0 0 ${width} ${HEIGHT}`);
    this.drawing.setAttribute("aria-label", `Scores of both players over ${plies} moves`);
    replace(this.drawing,
      svg("rect", { class: "half p1", x: 0, y: 0, width, height: middle }), svg("rect", { class: "half p2", x: 0, y: middle, width, height: middle }),
      svg("line", { class: "zero", x1: 0, x2: width, y1: middle, y2: middle }), svg("line", { class: "now", x1: x(at), x2: x(at), y1: 0, y2: HEIGHT }),
      curve(1), curve(2));
  }

  #click(event) {
    const box = this.drawing.getBoundingClientRect();
    const { plies } = this.#state;
    this.onselect(Math.round(((event.clientX - box.left - SIDE) / Math.max(1, box.width - 2 * SIDE)) * plies));
  }
}
