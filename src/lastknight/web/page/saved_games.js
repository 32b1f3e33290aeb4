// The games that this browser keeps: the one in this tab, and a list of all that were played.

import { keep, recall } from "./browser_storage.js";

const MOST = 200;

/**
 * A game in the list: its address, and what distinguishes it from others.
 * @typedef {{id: string, link: string, title: string, result: string, plies: number,
 *   changed: number}} SavedGame
 */

/** The games of the list, the last changed first. @returns {SavedGame[]} */
export function savedGames() {
  const found = recall("games", /** @type {SavedGame[]} */ ([]));
  return Array.isArray(found) ? found : [];
}

/**
 * Put a game at the top of the list, in place of what was known about it. The oldest games make
 * room for new ones.
 * @param {SavedGame} game
 */
export function saveGame(game) {
  const others = savedGames().filter(({ id }) => id !== game.id);
  keep("games", [game, ...others].slice(0, MOST));
}

/** @param {string} id */
export function deleteGame(id) {
  keep(
    "games",
    savedGames().filter((game) => game.id !== id),
  );
}

/**
 * Remember the milliseconds that both players have left in a game.
 * @param {string} id
 * @param {[number, number]} left
 */
export function keepTimes(id, left) {
  const others = Object.entries(allTimes()).filter(([other]) => other !== id);
  keep("clocks", Object.fromEntries([...others, [id, left]].slice(-MOST)));
}

/**
 * The milliseconds that both players of a game had left; null for a game without a clock.
 * @param {string} id
 * @returns {[number, number] | null}
 */
export function keptTimes(id) {
  const left = allTimes()[id];
  return Array.isArray(left) && left.length === 2 && left.every(Number.isFinite) ? left : null;
}

/** @returns {Record<string, [number, number]>} */
function allTimes() {
  const found = recall("clocks", /** @type {Record<string, [number, number]>} */ ({}));
  return found && typeof found === "object" ? found : {};
}

/**
 * Remember the game of this tab.
 * @param {{id: string, link: string}} game
 */
export function keepCurrent(game) {
  keep("game", game, "sessionStorage");
}

/** The game of this tab. @returns {{id: string, link: string} | null} */
export function currentGame() {
  return recall("game", null, "sessionStorage");
}
