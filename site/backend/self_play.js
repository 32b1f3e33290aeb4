// Later starts: distinct positions of quick self-play, as openings. The same in the same order as
// the installed program finds for the same board, plies and random seed.

import { RandomDeck } from "./opening_decks.js";
import { readPlayer } from "./player_specs.js";
import { plural } from "../../src/lastknight/web/page/format.js";
import { ServerError } from "../../src/lastknight/web/page/request.js";

/**
 * @typedef {import("./context.js").Context} Context
 * @typedef {import("./opening_decks.js").Line} Line
 * @typedef {{start: string, plies: number, start_ply: number, seed: number}} LaterStart
 */

/** The name of these openings in a plan. */
export const SELF_PLAY = "self-play";

// Plays both sides.
const PLAYER = "AlphaBeta(improved, nodes=300)";
// After this many games in a row without a new position, the search for positions ends.
const MOST_MISSES = 1000;
// How many positions to find before an experiment starts.
const AHEAD = 500;

/** Positions of quick self-play, of which no two are mirror images, found one by one. */
export class SelfPlayDeck {
  /** @type {Line[]} */
  #lines = [];
  #known = new Set();
  #games = 0;
  #misses = 0;
  #openings;
  #player;

  /**
   * @param {Context} context
   * @param {LaterStart} choice
   */
  constructor({ core, catalog }, choice) {
    this.core = core;
    this.choice = choice;
    this.size = /** @type {number | null} */ (null); // as many as are found
    this.#openings = new RandomDeck(core, choice);
    this.#player = Number(readPlayer(core, catalog, PLAYER).handle);
  }

  /**
   * All positions differ, so each pair has a place of its own.
   * @param {number} pair
   */
  place(pair) {
    return pair;
  }

  /**
   * The position at a place. Throws ServerError if there are too few positions.
   * @param {number} place
   */
  line(place) {
    if (this.#find(place + 1) <= place) throw new ServerError(this.#describeShortage(place + 1));
    return this.#lines[place];
  }

  /**
   * Throws ServerError if there are too few positions for the pairs, as far as a quick look shows.
   * @param {number} pairs
   */
  check(pairs) {
    const wanted = Math.min(pairs, AHEAD);
    if (this.#find(wanted) < wanted) throw new ServerError(this.#describeShortage(pairs));
  }

  /**
   * Looks for positions until there are `count`, or no more are found; returns how many there are.
   * @param {number} count
   */
  #find(count) {
    const { core } = this;
    const { plies, start_ply: last, seed } = this.choice;
    while (this.#lines.length < count && this.#misses < MOST_MISSES) {
      const opening = this.#openings.line(this.#openings.place(this.#games));
      this.#games++;
      const args = [opening.text, last - plies, seed, this.#games];
      /** @type {Line | null} */
      const found = core.call("play_on", this.#player, ...args);
      const form = found && core.call("canonical", found.text);
      if (found && !this.#known.has(form)) {
        this.#known.add(form);
        this.#lines.push({ moves: [...opening.moves, ...found.moves], text: found.text });
        this.#misses = 0;
      } else this.#misses++;
    }
    return this.#lines.length;
  }

  /** @param {number} pairs */
  #describeShortage(pairs) {
    const found = this.#lines.length;
    const length = plural(this.choice.start_ply, "ply");
    return (
      `${found ? `only ${found}` : "no"} distinct positions after ${length} of quick self-play ` +
      `were found for ${plural(pairs, "pair")}; ask for fewer pairs or another start_ply`
    );
  }
}

/**
 * Throws ServerError unless games can start at this ply of quick self-play.
 * @param {import("./core.js").Core} core
 * @param {{openings: string, start: string, plies: number, start_ply: unknown}} choice
 */
export function checkLaterStart(core, { openings, start, plies, start_ply: asked }) {
  if (openings !== "random")
    throw new ServerError(`start_ply draws its own positions; leave out ${openings} openings`);
  const [least, most] = [plies + 1, core.call("line", start, "")[0].blank.length - 1];
  if (typeof asked !== "number" || !Number.isInteger(asked) || asked < least || asked > most)
    throw new ServerError(
      `start_ply must be a whole number from ${least} to ${most} on this board after ${plies} ` +
        `random ${plies === 1 ? "ply" : "plies"}, got ${JSON.stringify(asked)}`,
    );
}

/**
 * Where games with later starts begin, in words.
 * @param {number} startPly
 */
export function describeStart(startPly) {
  return `from positions after ${plural(startPly, "ply")} of quick self-play`;
}
