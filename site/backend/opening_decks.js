// Decks of openings: the opening of each pair, drawn on demand. Places number different openings in
// order of appearance.

import { plural } from "../../src/lastknight/web/page/format.js";
import { ServerError } from "../../src/lastknight/web/page/request.js";

/**
 * @typedef {import("./core.js").Core} Core
 * @typedef {{moves: string[], text: string}} Line
 * @typedef {{move: string, text: string, count: number}} Branch
 */

// Openings are drawn from their own random stream, far from those of the games.
const STREAM = 2 ** 63;
// Counting shorter sequences takes less time than looking the count up.
const KEPT_PLIES = 6;

/** Openings in a given order, which start over at the end; equal ones share a place. */
export class ListDeck {
  /** @type {Line[]} */
  #lines = [];
  /** @type {number[]} */
  #order;

  /** @param {Line[]} lines */
  constructor(lines) {
    /** @type {Map<string, number>} */
    const places = new Map();
    this.#order = lines.map((line) => {
      const key = line.moves.join(" ");
      const place = places.get(key) ?? places.size;
      if (!places.has(key)) this.#lines.push(line);
      places.set(key, place);
      return place;
    });
  }

  get size() {
    return this.#order.length;
  }

  /** @param {number} pair */
  place(pair) {
    return this.#order[pair % this.#order.length];
  }

  /** @param {number} place */
  line(place) {
    return this.#lines[place];
  }
}

/** All openings of a length in random order; once all have been drawn, again in another order. */
export class RandomDeck {
  /** @type {Line[]} */
  #lines = [];
  /** Places, by pair. @type {number[]} */
  #order = [];
  /** Places, by rank; undefined where the game is over. @type {Map<number, number>} */
  #placeOf = new Map();
  #round;
  #isComplete = false;

  /**
   * @param {Core} core
   * @param {{start: string, plies: number, seed: number}} choice
   */
  constructor(core, { start, plies, seed }) {
    this.core = core;
    this.start = start;
    this.plies = plies;
    this.size = /** @type {number | null} */ (null); // they start over at the end
    this.tree = new OpeningTree(core);
    this.generator = core.call("generator", seed, STREAM);
    this.count = this.tree.count(start, plies);
    this.#round = this.#shuffled();
    this.place(0);
  }

  /** @param {number} pair */
  place(pair) {
    while (this.#order.length <= pair) {
      const { value: rank, done } = this.#round.next();
      if (done) this.#startOver();
      else if (this.#isComplete) {
        const place = this.#placeOf.get(rank);
        if (place !== undefined) this.#order.push(place);
      } else this.#keep(rank);
    }
    return this.#order[pair];
  }

  /** @param {number} place */
  line(place) {
    return this.#lines[place];
  }

  #startOver() {
    if (!this.#lines.length)
      throw new ServerError(`every game on this board is over after ${plural(this.plies, "ply")}`);
    this.#isComplete = true;
    this.#round = this.#shuffled();
  }

  /** @param {number} rank */
  #keep(rank) {
    const line = this.tree.opening(this.start, this.plies, rank);
    if (this.core.call("line", line.text, "")[0].is_over) return;
    this.#placeOf.set(rank, this.#lines.length);
    this.#order.push(this.#lines.length);
    this.#lines.push(line);
  }

  /**
   * The ranks in random order: a Fisher-Yates shuffle that stores only the places it has touched.
   * @returns {Generator<number, void>}
   */
  *#shuffled() {
    /** @type {Map<number, number>} */
    const moved = new Map();
    for (let left = this.count; left > 0; left--) {
      const place = this.core.number("below", this.generator, left);
      yield moved.get(place) ?? place;
      const last = moved.get(left - 1) ?? left - 1;
      moved.delete(left - 1);
      moved.set(place, last);
    }
  }
}

/** Counts move sequences; counts of large subtrees are kept, and mirror images share theirs. */
class OpeningTree {
  /** @type {Map<string, number>} */
  #counts = new Map();
  /** @type {Map<string, Branch[]>} */
  #branches = new Map();

  /** @param {Core} core */
  constructor(core) {
    this.core = core;
  }

  /**
   * @param {string} text
   * @param {number} plies
   * @returns {number}
   */
  count(text, plies) {
    if (plies < KEPT_PLIES) return this.core.call("perft", text, plies);
    const form = this.core.call("canonical", text);
    const key = `${plies} ${form}`;
    const known = this.#counts.get(key);
    if (known !== undefined) return known;
    const found = this.branches(form, plies).reduce((sum, { count }) => sum + count, 0);
    this.#counts.set(key, found);
    return found;
  }

  /**
   * Each move, the position after it, and the number of sequences that begin with it.
   * @param {string} text
   * @param {number} plies
   * @returns {Branch[]}
   */
  branches(text, plies) {
    const key = `${plies} ${text}`;
    const known = this.#branches.get(key);
    if (known) return known;
    const [position] = this.core.call("line", text, "");
    const found = position.legal_moves.map((/** @type {string} */ move) => {
      const after = this.core.call("line", text, move)[1].text;
      return { move, text: after, count: this.count(after, plies - 1) };
    });
    if (plies >= KEPT_PLIES || position.locations[1] === null) this.#branches.set(key, found);
    return found;
  }

  /**
   * The opening with this rank among all move sequences of a length, in the order of squares.
   * @param {string} start
   * @param {number} plies
   * @param {number} rank
   * @returns {Line}
   */
  opening(start, plies, rank) {
    let text = start;
    let rest = rank;
    /** @type {string[]} */
    const moves = [];
    for (let left = plies; left > 0; left--) {
      for (const branch of this.branches(text, left)) {
        if (rest < branch.count) {
          moves.push(branch.move);
          text = branch.text;
          break;
        }
        rest -= branch.count;
      }
    }
    return { moves, text };
  }
}
