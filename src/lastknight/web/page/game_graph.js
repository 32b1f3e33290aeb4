// The graph of a game being played: player 1's legal moves minus player 2's after each ply, who was
// winning where that is proved, and every mistake (a move that gave away a won position) as a mark
// to click.

import { button, html, replace, svg } from "./elements.js";
import { plural } from "./format.js";
import { Graph, drawCurve } from "./graph.js";
import { formatLesson } from "./game_link.js";
import { YOU } from "./player_choice.js";
import { moverOf } from "./variations.js";

const HEIGHT = 116;
const TOP = 8;
const BAND = 14;
const BOTTOM = HEIGHT - BAND - 8;
// A short game does not fill the whole width.
const LEAST_PLIES = 8;

/** @typedef {"off" | "running" | "done"} ReviewState */

export class GameGraph {
  /** @type {GamePoint[]} */
  #points = [];
  /** @type {[string, string]} */
  #players = [YOU, YOU];

  /**
   * `onselect` when a move is clicked, `onreview` when mistakes are to be found.
   * @param {{onselect: (node: Ply) => void, onreview: () => void}} options
   */
  constructor({ onselect, onreview }) {
    this.onselect = onselect;
    this.onreview = onreview;
    this.graph = new Graph({
      height: HEIGHT,
      top: TOP,
      bottom: BOTTOM,
      onselect: (ply) => this.#select(ply),
    });
    this.words = html("p", { class: "graph-words" });
    this.element = html(
      "section",
      { class: "card game-graph", "aria-label": "Graph of the game" },
      this.graph.element,
      this.words,
    );
  }

  /**
   * Draw the points from the start on.
   * @param {{points: GamePoint[], current: Ply, review: ReviewState,
   *   players: [string, string]}} state
   */
  draw({ points, current, review, players }) {
    this.#points = points;
    this.#players = players;
    const at = points.findIndex(({ node }) => node === current);
    this.graph.draw({
      plies: Math.max(LEAST_PLIES, points.length - 1),
      at: at < 0 ? null : at,
      label: describe(points),
      content: ({ x, y }) => this.#drawContent(x, y),
    });
    replace(this.words, this.#write(review));
  }

  /**
   * @param {import("./graph.js").ToX} x
   * @param {import("./graph.js").ToY} y
   */
  #drawContent(x, y) {
    const points = this.#points;
    const known = points.flatMap(({ score, isMistake }, ply) =>
      score === null ? [] : { x: x(ply), y: y(score), isMistake },
    );
    const mistakes = points.map(
      ({ isMistake, score }, ply) =>
        isMistake && drawMistake(x(ply), score === null ? this.graph.middle : y(score), ply),
    );
    return [
      known.length > 0 &&
        drawCurve(
          "",
          known.map((one) => [one.x, one.y]),
        ),
      known.map(
        (one) => !one.isMistake && svg("circle", { class: "dot", cx: one.x, cy: one.y, r: 2.4 }),
      ),
      this.#drawBand(x, BOTTOM + 6),
      mistakes,
    ];
  }

  /**
   * Who wins with perfect play: player 1 in the upper half of the band, player 2 in the lower.
   * @param {import("./graph.js").ToX} x
   * @param {number} y
   */
  #drawBand(x, y) {
    const width = Math.max(2, x(1) - x(0) - 1.5);
    return this.#points.map(
      ({ winner }, ply) =>
        winner &&
        svg("rect", {
          class: `proved p${winner}`,
          x: x(ply) - width / 2,
          y: winner === 1 ? y : y + BAND / 2,
          width,
          height: BAND / 2 - 0.5,
          rx: 1,
        }),
    );
  }

  /**
   * @param {ReviewState} review
   * @returns {Child}
   */
  #write(review) {
    const points = this.#points;
    if (points.length < 2)
      return html("span", { class: "muted" }, "The graph of the game appears here as you play.");
    const mistakes = points
      .filter(({ isMistake }) => isMistake)
      .map(({ node, best }) => {
        const player = moverOf(node);
        const won = best.length ? `${best.slice(0, 3).join(", ")} would have won` : "";
        return button(`${node.ply} ${node.move}?`, () => this.onselect(node), {
          class: `ply-button mistake p${player}`,
          title: won,
          "aria-label": `mistake of player ${player}: move ${node.ply} to ${node.move}; ${won}`,
        });
      });
    if (review === "off") return button("Find mistakes", this.onreview, { class: "small" });
    if (review === "running")
      return [html("span", { class: "muted" }, "looking for mistakes… "), mistakes];
    const unproved = points.slice(1).filter(({ winner }) => winner === null).length;
    const limits = unproved
      ? ` ${unproved} of ${plural(points.length - 1, "position")} could not be proved quickly.`
      : "";
    return mistakes.length
      ? ["Mistakes: ", mistakes, this.#drawLesson(), html("span", { class: "muted" }, limits)]
      : html(
          "span",
          { class: "muted" },
          `No mistakes found: nobody gave away a won position.${limits}`,
        );
  }

  // A link to the mistakes as puzzles: those of the person who played, or of both players.
  #drawLesson() {
    const line = this.#points.map(({ node }) => node);
    const persons = this.#players.filter((player) => player === YOU).length;
    const learner = /** @type {Player | 0} */ (persons === 1 ? this.#players.indexOf(YOU) + 1 : 0);
    const own = this.#points.filter(
      ({ isMistake, node }) => isMistake && (!learner || moverOf(node) === learner),
    );
    if (!own.length) return null;
    const href = formatLesson({
      start: String(line[0].position),
      moves: line.flatMap(({ move }) => move ?? []),
      learner,
    });
    return html("a", { class: "button small", href }, "Learn from your mistakes");
  }

  /** @param {number} ply */
  #select(ply) {
    const point = this.#points[Math.max(0, Math.min(this.#points.length - 1, ply))];
    if (point) this.onselect(point.node);
  }
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number} ply
 */
function drawMistake(x, y, ply) {
  return svg(
    "g",
    { class: "fault", "data-ply": ply },
    svg("circle", { cx: x, cy: y, r: 8 }),
    svg("text", { x, y: y + 4.2 }, "?"),
  );
}

/** @param {GamePoint[]} points */
function describe(points) {
  const mistakes = points
    .filter(({ isMistake }) => isMistake)
    .map(({ node }) => `${node.ply} ${node.move}`);
  const proved = points.filter(({ winner }) => winner).length;
  const listed = mistakes.join(", ") || "none";
  const [moves, known] = [plural(points.length - 1, "move"), plural(proved, "position")];
  return `Graph of ${moves}, ${known} proved, mistakes: ${listed}`;
}
