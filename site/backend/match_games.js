// Pairs of games between two players, as the installed program plays them for the same random seed:
// the core plays its own players, and games with Perfect go move by move.

import { choosePerfect } from "./perfect.js";
import { readPlayer } from "./player_specs.js";

/**
 * @typedef {import("./context.js").Context} Context
 *
 * Consecutive pairs of a pairing.
 * @typedef {object} Task
 * @property {string} a
 * @property {string} b
 * @property {number} pairing
 * @property {number} first the number of the first pair
 * @property {string[]} openings a position for each pair
 * @property {number} seed
 *
 * @typedef {{a_won: boolean, moves: string[]}} PlayedGame
 */

const GAMES_PER_PAIRING = 2 ** 32;

/**
 * The games of some pairs: A moves first after the opening in the first game of each, B in the
 * second.
 * @param {Context} context
 * @param {Task} task
 * @returns {Promise<PlayedGame[]>}
 */
export async function playPairs(context, task) {
  const { core, catalog } = context;
  const [a, b] = [task.a, task.b].map((spec) => readPlayer(core, catalog, spec));
  const job = task.pairing * GAMES_PER_PAIRING + 2 * task.first;
  if (a.handle !== null && b.handle !== null)
    return core.call("play", a.handle, b.handle, task.openings.join("\n"), task.seed, job);
  const tables = await context.tables();
  /** @type {PlayedGame[]} */
  const games = [];
  for (const [pair, opening] of task.openings.entries())
    for (const first of [0, 1]) {
      const generator = core.call("generator", task.seed, job + 2 * pair + first);
      const handles = first === 0 ? [a.handle, b.handle] : [b.handle, a.handle];
      /** @type {string[]} */
      const moves = [];
      let [position] = core.call("line", opening, "");
      while (!position.is_over) {
        const handle = handles[moves.length % 2];
        if (handle === null) core.number("next", generator); // its seed, which it does not need
        const move =
          handle === null
            ? choosePerfect(core, tables, position.text).move
            : core.call("choose_next", handle, position.text, generator);
        moves.push(move);
        position = core.call("line", position.text, move)[1];
      }
      // Whoever is to move has lost.
      games.push({ a_won: (moves.length + first) % 2 === 1, moves });
    }
  return games;
}
