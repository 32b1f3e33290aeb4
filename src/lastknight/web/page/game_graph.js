// The game as a graph: player 1's moves less player 2's after each ply, who was winning where that is proved, and
// every mistake (a won position given away) as a mark to click. Fetching is not done here.

import { button, html, replace, svg } from "./elements.js";
import { shareOf } from "./evaluation_bar.js";

const HEIGHT = 116, TOP = 8, BAND = 14, SIDE = 10;

export class GameGraph {
  #state = null;
  #width = 600;

  // `onselect(node)` when a move is clicked, `onreview()` when the game is to be checked.
  constructor({ onselect, onreview }) {
    Object.assign(this, { onselect, onreview });
    this.drawing = svg("svg", { class: "graph", role: "img", height: HEIGHT });
    this.words = html("p", { class: "graph-words" });
    this.element = html("section", { class: "card game-graph", "aria-label": "Graph of the game" }, this.drawing, this.words);
    this.drawing.addEventListener("click", (event) => this.#click(event));
    new ResizeObserver(([{ contentRect }]) => this.#resize(contentRect.width)).observe(this.drawing);
  }

  // `points` are {node, score, winner, isMistake, best} from the start on; score is player 1's, null
  // where unknown; `review` is "off", "running" or "done".
  draw({ points, current, review }) {
    this.#state = { points, current, review };
    this.#draw();
  }

  // The drawing has a unit of one pixel; measuring it while drawing would lay the page out each time.
  #resize(width) {
    if (width < 1 || width === this.#width) return;
    this.#width = width;
    if (this.#state) this.#draw();
  }

  #draw() {
    const { points, current, review } = this.#state;
    const width = this.#width;
    this.drawing.setAttribute("viewBox", `0 0 ${width} ${HEIGHT}`);
    const bottom = HEIGHT - BAND - 8;
    const x = (index) => SIDE + (index * (width - 2 * SIDE)) / Math.max(8, points.length - 1);
    const y = (score) => TOP + (1 - shareOf(score)) * (bottom - TOP);
    const known = points.map((point, index) => ({ ...point, index })).filter(({ score }) => score !== null);
    const path = known.map(({ index, score }, order) => `${order ? "L" : "M"}${x(index)} ${y(score)}`).join("");
    const middle = (TOP + bottom) / 2;
    const at = points.findIndex(({ node }) => node === current);
    replace(this.drawing,
      svg("rect", { class: "half p1", x: 0, y: TOP, width, height: middle - TOP }),
      svg("rect", { class: "half p2", x: 0, y: middle, width, height: bottom - middle }),
      at >= 0 && svg("line", { class: "now", x1: x(at), x2: x(at), y1: 0, y2: HEIGHT }),
      svg("line", { class: "zero", x1: 0, x2: width, y1: middle, y2: middle }),
      path && svg("path", { class: "curve", d: path }),
      known.map(({ index, score, isMistake }) => !isMistake && svg("circle", { class: "dot", cx: x(index), cy: y(score), r: 2.4 })),
      this.#drawBand(x, bottom + 6),
      points.map(({ isMistake, score }, index) => isMistake && drawMistake(x(index), score === null ? middle : y(score), index)));
    this.drawing.setAttribute("aria-label", describe(points));
    replace(this.words, this.#write(points, review));
  }

  // Who wins by perfect play: player 1 in the upper half of the band, player 2 in the lower.
  #drawBand(x, y) {
    const { points } = this.#state;
    const wide = Math.max(2, x(1) - x(0) - 1.5);
    return points.map(({ winner }, index) => winner && svg("rect", {
      class: `proved p${winner}`, x: x(index) - wide / 2, y: winner === 1 ? y : y + BAND / 2, width: wide, height: BAND / 2 - 0.5, rx: 1,
    }));
  }

  #write(points, review) {
    if (points.length < 2) return html("span", { class: "muted" }, "The graph of the game grows here as you play.");
    const found = points.filter(({ isMistake }) => isMistake);
    const mistakes = found.map(({ node, best }) => {
      const player = 3 - node.position.toMove;
      const won = best?.length ? `${best.slice(0, 3).join(", ")} won` : "";
      return button(`${node.ply} ${node.move}?`, () => this.onselect(node),
        { class: `ply-button mistake p${player}`, title: won, "aria-label": `mistake of player ${player}: move ${node.ply} to ${node.move}; ${won}` });
    });
    if (review === "off") return button("Find the mistakes", this.onreview, { class: "small" });
    if (review === "running") return [html("span", { class: "muted" }, "looking for mistakes… "), mistakes];
    const open = points.slice(1).filter(({ winner }) => winner === null).length;
    const beyond = open ? ` ${open} of ${points.length - 1} positions are beyond the reach of a quick proof.` : "";
    return mistakes.length
      ? ["Mistakes: ", mistakes, html("span", { class: "muted" }, beyond)]
      : html("span", { class: "muted" }, `No mistake found: nobody gave a won position away.${beyond}`);
  }

  #click(event) {
    const { points } = this.#state;
    const box = this.drawing.getBoundingClientRect();
    const share = (event.clientX - box.left - SIDE) / Math.max(1, box.width - 2 * SIDE);
    const index = Math.round(share * Math.max(8, points.length - 1));
    const point = points[Math.max(0, Math.min(points.length - 1, index))];
    if (point) this.onselect(point.node);
  }
}

function drawMistake(x, y, index) {
  return svg("g", { class: "fault", "data-ply": index },
    svg("circle", { cx: x, cy: y, r: 8 }), svg("text", { x, y: y + 4.2 }, "?"));
}

function describe(points) {
  const faults = points.filter(({ isMistake }) => isMistake).map(({ node }) => `${node.ply} ${node.move}`);
  const proved = points.filter(({ winner }) => winner).length;
  return `Graph of ${points.length - 1} moves, ${proved} positions proved, mistakes: ${faults.join(", ") || "none"}`;
}
