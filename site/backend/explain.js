// What a heuristic counted in a position. Native heuristics list their terms in the core;
// compositions are explained here from their parts, as in the installed program.

import { positionOf } from "./context.js";
import { formatGeneral } from "./python_text.js";

/**
 * @typedef {import("./core.js").Core} Core
 * @typedef {import("./heuristic_specs.js").Heuristic} Heuristic
 * @typedef {import("./context.js").PositionFacts} PositionFacts
 * @typedef {{label: string, sign: string, number: Value, squares: string[],
 *     player: Player | null}} Term
 * @typedef {{value: Value, terms: Term[], sentence: string}} Explanation
 */

/** @type {Record<string, string>} */
const FLIPPED = { "+": "-", "-": "+", "*": "*", "/": "/" };

/**
 * A heuristic's value of a position for a player, and what it counted.
 * @param {Core} core
 * @param {Heuristic} heuristic
 * @param {string} text
 * @param {Player} player
 * @returns {Explanation}
 */
export function explain(core, heuristic, text, player) {
  const value = core.call("value", heuristic.handle, text, player);
  if (typeof value !== "number") {
    const sentence = "The game is over: the value only says who has won.";
    return { value, terms: [], sentence };
  }
  return new Explainer(core, positionOf(core, text), player).explain(heuristic);
}

/** Explains the parts of a composition in one position for one player. */
class Explainer {
  /**
   * @param {Core} core
   * @param {PositionFacts} position
   * @param {Player} player
   */
  constructor(core, position, player) {
    this.core = core;
    this.position = position;
    this.player = player;
  }

  /**
   * @param {Heuristic} heuristic
   * @returns {Explanation}
   */
  explain(heuristic) {
    const { text } = this.position;
    const value = this.core.call("value", heuristic.handle, text, this.player);
    const native = this.core.call("terms", heuristic.handle, text, this.player);
    if (native !== null) return { value, terms: native, sentence: "" };
    const [first, second] = heuristic.parts;
    switch (heuristic.kind) {
      case "constant": {
        const term = { label: "constant", sign: "+", number: value, squares: [], player: null };
        return { value, terms: [term], sentence: "" };
      }
      case "until_blank":
        return this.#switchByBlank(first, second, heuristic.number);
      case "by_role":
        return this.#switchByRole(first, second, heuristic.number > 0 ? "attacker" : "defender");
      default:
        return this.#combination(value, heuristic.kind, first, second);
    }
  }

  /**
   * @param {Value} value
   * @param {string} kind
   * @param {Heuristic} left
   * @param {Heuristic} right
   * @returns {Explanation}
   */
  #combination(value, kind, left, right) {
    if (kind === "sum" || kind === "difference") {
      const [one, two] = [this.#terms(left), this.#terms(right)];
      const other = kind === "sum" ? two.terms : two.terms.map(flip);
      const sentence = `${one.sentence} ${two.sentence}`.trim();
      return { value, terms: [...one.terms, ...other], sentence };
    }
    if (kind === "product") {
      const [factor, other] = left.kind === "constant" ? [left, right] : [right, left];
      if (factor.kind === "constant") {
        const { terms, sentence } = this.#terms(other);
        return { value, terms: terms.map((term) => scale(term, factor.number)), sentence };
      }
    }
    const sign = kind === "product" ? "*" : "/";
    return { value, terms: [this.#whole(left, "+"), this.#whole(right, sign)], sentence: "" };
  }

  /**
   * @param {Heuristic} first
   * @param {Heuristic} second
   * @param {number} blank
   */
  #switchByBlank(first, second, blank) {
    const blanks = this.position.blank.length;
    const squares = this.position.width * this.position.height;
    const chosen = blanks > blank * squares ? first : second;
    const are = blanks === 1 ? "is" : "are";
    return this.#chosen(chosen, `${blanks} of ${squares} squares ${are} blank`);
  }

  /**
   * @param {Heuristic} first
   * @param {Heuristic} second
   * @param {string} role
   */
  #switchByRole(first, second, role) {
    const { attacker } = this.position;
    if (attacker === null)
      return this.#chosen(second, "There are no roles before both knights are placed");
    const own = attacker === this.player ? "attacker" : "defender";
    return this.#chosen(own === role ? first : second, `Player ${this.player} is the ${own}`);
  }

  /**
   * The part of a switch that counts, and why.
   * @param {Heuristic} chosen
   * @param {string} reason
   * @returns {Explanation}
   */
  #chosen(chosen, reason) {
    const found = this.explain(chosen);
    const sentence = `${reason}, so ${chosen.spec} counts. ${found.sentence}`.trim();
    return { ...found, sentence };
  }

  /**
   * The terms of a part of a sum; the part as a whole if it lists none.
   * @param {Heuristic} heuristic
   */
  #terms(heuristic) {
    const found = this.explain(heuristic);
    return found.terms.length ? found : { ...found, terms: [this.#whole(heuristic, "+")] };
  }

  /**
   * A part of a composition as one term.
   * @param {Heuristic} heuristic
   * @param {string} sign
   * @returns {Term}
   */
  #whole(heuristic, sign) {
    const { value, terms } = this.explain(heuristic);
    const squares = [...new Set(terms.flatMap((term) => term.squares))];
    const players = new Set(terms.map((term) => term.player));
    const [player] = players.size === 1 ? players : [null];
    return { label: heuristic.spec, sign, number: value, squares, player };
  }
}

/** @param {Term} term */
function flip(term) {
  return { ...term, sign: FLIPPED[term.sign] };
}

/**
 * A term times a number; a divisor stays as it is, because the term before it is scaled.
 * @param {Term} term
 * @param {number} factor
 */
function scale(term, factor) {
  if (term.sign === "*" || term.sign === "/") return term;
  const scaled = factor < 0 ? flip(term) : term;
  const size = Math.abs(factor);
  if (size === 1) return scaled;
  const number = typeof term.number === "number" ? size * term.number : term.number;
  return { ...scaled, label: `${formatGeneral(size)} * ${term.label}`, number };
}
