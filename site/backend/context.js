// What answers need: the core, the catalogue, and texts that are loaded on demand.

import { kept } from "./kept.js";
import { readTables } from "./opening_tables.js";

/**
 * @typedef {import("./core.js").Core} Core
 * @typedef {import("./heuristic_specs.js").KnownNames & {answer: Catalog, graders: string[],
 *     limits: Record<string, number>}} SiteCatalog
 * @typedef {(event: string, data: object) => void} Tell
 */

export class Context {
  /**
   * @param {Core} core
   * @param {SiteCatalog} catalog
   * @param {(name: string) => Promise<string>} load the text of a file next to the page
   */
  constructor(core, catalog, load) {
    this.core = core;
    this.catalog = catalog;
    this.limits = catalog.limits;
    /** The opening tables. */
    this.tables = kept(async () => readTables(await load("openings.txt")));
    /** The lines of the puzzles, the easiest first. */
    this.puzzles = kept(async () => linesOf(await load("puzzles.txt")));
  }
}

/** @param {string} text */
function linesOf(text) {
  return text.split("\n").filter((line) => line && !line.startsWith("#"));
}

/**
 * A position with everything the core says about it.
 * @typedef {object} PositionFacts
 * @property {string} text
 * @property {number} width
 * @property {number} height
 * @property {Player} to_move
 * @property {(string | null)[]} locations
 * @property {string[]} blank
 * @property {string[]} blocked
 * @property {string[]} legal_moves
 * @property {boolean} is_over
 * @property {Player | null} winner
 * @property {Player | null} attacker
 */

/**
 * @param {Core} core
 * @param {string} text
 * @returns {PositionFacts}
 */
export function positionOf(core, text) {
  return core.call("line", text, "")[0];
}

/**
 * The position after a legal move.
 * @param {Core} core
 * @param {PositionFacts} position
 * @param {string} move
 * @returns {PositionFacts}
 */
export function playMove(core, position, move) {
  return core.call("line", position.text, move)[1];
}
