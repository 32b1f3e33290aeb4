// The openings of an experiment's pairs, drawn when they are asked for: the same in the same order
// as the installed program draws for the same board, length and random seed.

import { plural } from "../../src/lastknight/web/page/format.js";
import { ServerError } from "../../src/lastknight/web/page/request.js";
import { ListDeck, RandomDeck } from "./opening_decks.js";
import { SelfPlayDeck } from "./self_play.js";

/**
 * @typedef {import("./core.js").Core} Core
 * @typedef {import("./opening_decks.js").Line} Line
 * @typedef {object} OpeningChoice
 * @property {string | string[]} openings random, census, empty, or the moves of each opening
 * @property {number} plies of random and census openings
 * @property {number | null} [start_ply] random openings go on with quick self-play up to this ply
 * @property {string} start
 * @property {number} seed
 *
 * @typedef {object} Opening
 * @property {string[]} moves
 * @property {string} text the position after them
 * @property {string} canonical equal for mirror images
 * @property {0 | 1 | -1} attacking the game of a pair in which A attacks; -1 without roles
 */

export const MOST_PLIES = 8;
const MOST_SEQUENCES = 2_000_000;

/** The openings of the pairs of a plan. */
export class Openings {
  /** @type {Opening[]} */
  #openings = [];
  /** @type {number[]} */
  #numbers = [];
  /** @type {Map<string, number>} */
  #forms = new Map();
  #deck;

  /**
   * Throws ServerError for openings that cannot be played.
   * @param {import("./context.js").Context} context
   * @param {OpeningChoice} choice
   */
  constructor(context, choice) {
    this.core = context.core;
    this.start = choice.start;
    this.#deck = makeDeck(context, choice);
  }

  /** How many openings a census or a list has; null for random ones. */
  get size() {
    return this.#deck.size;
  }

  /**
   * @param {number} pair
   * @returns {Opening}
   */
  opening(pair) {
    return this.#at(this.#deck.place(pair));
  }

  /**
   * Throws ServerError if this many pairs cannot be played, as far as a quick look shows.
   * @param {number} pairs
   */
  check(pairs) {
    if (this.#deck instanceof SelfPlayDeck) this.#deck.check(pairs);
    else this.opening(0);
  }

  /**
   * The number of a pair's opening, which mirror images share.
   * @param {number} pair
   */
  number(pair) {
    const place = this.#deck.place(pair);
    this.#at(place);
    return this.#numbers[place];
  }

  /**
   * The place of a pair's opening, which only identical openings share.
   * @param {number} pair
   */
  place(pair) {
    return this.#deck.place(pair);
  }

  /**
   * How many openings of the first pairs differ, mirror images aside.
   * @param {number} pairs
   */
  countDistinct(pairs) {
    const numbers = new Set();
    for (let pair = 0; pair < pairs; pair++) {
      const place = this.#deck.place(pair);
      this.#at(place);
      numbers.add(this.#numbers[place]);
    }
    return numbers.size;
  }

  /** @param {number} place */
  #at(place) {
    for (let next = this.#openings.length; next <= place; next++) {
      const { moves, text } = this.#deck.line(next);
      const canonical = this.core.call("canonical", text);
      const { attacker, to_move: mover } = this.core.call("line", text, "")[0];
      const attacking = attacker === null ? -1 : attacker === mover ? 0 : 1;
      const number = this.#forms.get(canonical) ?? this.#forms.size;
      this.#forms.set(canonical, number);
      this.#openings.push({ moves, text, canonical, attacking });
      this.#numbers.push(number);
    }
    return this.#openings[place];
  }
}

/**
 * @param {import("./context.js").Context} context
 * @param {OpeningChoice} choice
 */
function makeDeck(context, choice) {
  const { start_ply = null, ...rest } = choice;
  if (start_ply !== null) return new SelfPlayDeck(context, { ...rest, start_ply });
  if (choice.openings === "random") return new RandomDeck(context.core, choice);
  return listedDeck(context.core, choice);
}

/**
 * @param {Core} core
 * @param {OpeningChoice} choice
 */
function listedDeck(core, { openings, plies, start }) {
  if (openings === "census") return new ListDeck(census(core, start, plies));
  if (openings === "empty") return new ListDeck([{ moves: [], text: start }]);
  if (!Array.isArray(openings) || !openings.length)
    throw new ServerError("openings must be random, census, empty, or a list of moves");
  return new ListDeck(
    openings.map((given, at) => {
      const moves = given.split(" ").filter(Boolean);
      const last = core.call("line", start, moves.join(" ")).at(-1);
      if (last.is_over)
        throw new ServerError(`opening ${at + 1}: the game is over after ${moves.join(" ")}`);
      return { moves, text: last.text };
    }),
  );
}

/**
 * Every opening of a length once, without mirror images.
 * @param {Core} core
 * @param {string} start
 * @param {number} plies
 * @returns {Line[]}
 */
function census(core, start, plies) {
  for (let length = 0; length <= plies; length++)
    if (core.call("perft", start, length) > MOST_SEQUENCES)
      throw new ServerError(
        `a census of ${plural(plies, "ply")} on this board has more than 2,000,000 move ` +
          "sequences; use fewer plies, or random openings",
      );
  /** @type {Line[]} */
  let level = [{ moves: [], text: start }];
  for (let ply = 0; ply < plies; ply++) {
    /** @type {Map<string, Line>} */
    const found = new Map();
    for (const { moves, text } of level)
      for (const move of core.call("line", text, "")[0].legal_moves) {
        const after = core.call("line", text, move)[1].text;
        const form = core.call("canonical", after);
        if (!found.has(form)) found.set(form, { moves: [...moves, move], text: after });
      }
    level = [...found.values()];
  }
  const openings = level.filter(({ text }) => !core.call("line", text, "")[0].is_over);
  if (!openings.length)
    throw new ServerError(`every game on this board is over after ${plural(plies, "ply")}`);
  return openings;
}
