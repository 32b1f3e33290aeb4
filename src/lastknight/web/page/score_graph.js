// The graph of a replay: the scores of both players over the game, from player 1's point of view.

import { html, svg } from "./elements.js";
import { forPlayerOne } from "./evaluation_bar.js";
import { plural } from "./format.js";
import { Graph, drawCurve } from "./graph.js";

const HEIGHT = 110;
const MARGIN = 6;

export class ScoreGraph {
  /** @param {{onselect: (ply: number) => void}} options `onselect` gets the ply that was clicked */
  constructor({ onselect }) {
    this.graph = new Graph({ height: HEIGHT, top: MARGIN, bottom: HEIGHT - MARGIN, onselect });
    this.element = html(
      "figure",
      { class: "score-graph" },
      this.graph.element,
      html(
        "figcaption",
        { class: "muted hint" },
        "Scores of player 1 (solid) and player 2 (dashed). Above the middle, player 1 is better.",
      ),
    );
  }

  /** @param {{choices: StoredChoice[], players: string[], plies: number, at: number}} state */
  draw({ choices, players, plies, at }) {
    this.element.hidden = choices.length === 0;
    const label = `Scores of both players over ${plural(plies, "move")}`;
    this.graph.draw({
      plies: Math.max(1, plies),
      at,
      label,
      content: ({ x, y }) =>
        [1, 2].map((player) => {
          const own = choices.filter((choice) => choice.player === player && choice.score !== null);
          const points = own.map(
            (choice) =>
              /** @type {[number, number]} */ ([
                x(choice.ply),
                y(forPlayerOne(choice.score, choice.player), players[choice.player - 1]),
              ]),
          );
          return [
            drawCurve(`thought p${player}`, points),
            points.map(([cx, cy]) =>
              svg("circle", { class: `thought-dot p${player}`, cx, cy, r: 2.6 }),
            ),
          ];
        }),
    });
  }
}
