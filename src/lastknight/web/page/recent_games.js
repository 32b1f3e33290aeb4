// Small boards of recently finished games, each a link to its replay.

import { Board } from "./board.js";
import { html } from "./elements.js";
import { Position } from "./position.js";
import { formatRoute } from "./route.js";
import { Variations, lastMoveOf, visitsOf } from "./variations.js";

const MOST = 6;

/**
 * @param {RecentGame[]} games
 */
export function drawRecentGames(games) {
  return html(
    "ul",
    { class: "small-boards" },
    games.slice(-MOST).map((game) => {
      const { experiment, name, winner, players, moves } = game;
      const board = new Board({
        label:
          `Game ${name}: ${players[0]} against ${players[1]}, ` +
          `player ${winner} won after ${moves.length} moves`,
      });
      board.draw(stateOf(game));
      return html(
        "li",
        { "data-key": `${experiment} ${name}`, "data-fixed": true },
        html(
          "a",
          { href: formatRoute(["games", experiment, name]) },
          board.element,
          html("span", { class: `text-p${winner}` }, `${players[winner - 1]} won`),
          html("span", { class: "muted" }, `${moves.length} moves`),
        ),
      );
    }),
  );
}

/**
 * A forfeited game can end with an illegal move; then only its last position is shown.
 * @param {RecentGame} game
 * @returns {BoardState}
 */
function stateOf({ start, moves, position }) {
  try {
    const tree = Variations.build(Position.parse(start), moves);
    return { position: tree.position, visits: visitsOf(tree), last: lastMoveOf(tree) };
  } catch {
    return { position: Position.parse(position) };
  }
}
