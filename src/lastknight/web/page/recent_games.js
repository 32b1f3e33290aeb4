// Small boards of recently finished games, each a link to its replay.

import { Board } from "./board.js";
import { cardHead, html } from "./elements.js";
import { plural } from "./format.js";
import { update } from "./patch.js";
import { Position } from "./position.js";
import { formatRoute } from "./route.js";
import { Variations, lastMoveOf, visitsOf } from "./variations.js";

const MOST = 6;
// Milliseconds for which games stay, so that they can be looked at, however many are played.
const STAY = 3000;

export class RecentGames {
  /** Those shown, by game: a finished game never changes. @type {Map<string, HTMLElement>} */
  #drawn = new Map();
  /** When others were drawn last. */
  #since = -STAY;

  constructor() {
    this.list = html("ul", { class: "small-boards" });
    this.element = html(
      "section",
      { class: "card", "aria-label": "Recent games" },
      cardHead("Recent games"),
      this.list,
    );
  }

  /**
   * While games are played, those that are pointed at or focused stay.
   * @param {RecentGame[]} games
   * @param {{isRunning: boolean}} options
   */
  draw(games, { isRunning }) {
    this.element.hidden = games.length === 0;
    if (isRunning && this.#isLookedAt()) return;
    this.#since = performance.now();
    const before = this.#drawn;
    this.#drawn = new Map(
      games.slice(-MOST).map((game) => [keyOf(game), before.get(keyOf(game)) ?? drawGame(game)]),
    );
    update(this.list, [...this.#drawn.values()]);
  }

  #isLookedAt() {
    if (!this.#drawn.size) return false;
    return performance.now() < this.#since + STAY || this.list.matches(":hover, :focus-within");
  }
}

/** @param {RecentGame} game */
function drawGame(game) {
  const { experiment, name, winner, players, moves } = game;
  const board = new Board({
    label:
      `Game ${name}: ${players[0]} against ${players[1]}, ` +
      `player ${winner} won after ${plural(moves.length, "move")}`,
  });
  board.draw(stateOf(game));
  return html(
    "li",
    { "data-key": keyOf(game) },
    html(
      "a",
      { href: formatRoute(["games", experiment, name]) },
      board.element,
      html("span", { class: `text-p${winner}` }, `${players[winner - 1]} won`),
      html("span", { class: "muted" }, plural(moves.length, "move")),
    ),
  );
}

/** @param {RecentGame} game */
function keyOf({ experiment, name }) {
  return `${experiment} ${name}`;
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
