// Heuristics from specs, as the installed program reads them: the same canonical text, and the same
// line for a mistake. The catalogue comes from the program too.

import { handleOf, remember } from "./core_handles.js";
import { didYouMean, formatNumber, quote, shorten } from "./python_text.js";
import { PLAYERS, parseSpec, readKeywords, readNumber, showNumber } from "./spec_parts.js";
import { SpecError, unparse } from "./syntax.js";

/**
 * @typedef {import("./core.js").Core} Core
 * @typedef {import("./syntax.js").Node} Node
 * @typedef {import("./syntax.js").CallNode} CallNode
 * @typedef {import("./syntax.js").Expression} Expression
 *
 * @typedef {{name: string, default: number, low: number, high: number,
 *     is_whole: boolean}} Parameter
 * @typedef {{name: string, parameters: Parameter[]}} Entry
 * @typedef {{entries: Entry[], aliases: Record<string, string>}} KnownNames a part of catalog.json
 *
 * @typedef {"native" | "constant" | "sum" | "difference" | "product" | "quotient" | "until_blank" |
 *     "by_role"} HeuristicKind
 * @typedef {object} Heuristic
 * @property {string} spec the canonical text
 * @property {number} handle its number in the core
 * @property {HeuristicKind} kind
 * @property {Heuristic[]} parts of a composition
 * @property {number} number of a constant or a switch
 * @property {number} tightness
 */

const [SUM, PRODUCT, ATOM] = [1, 2, 3];
/** @type {Record<string, {kind: HeuristicKind, tightness: number}>} */
const OPERATIONS = {
  "+": { kind: "sum", tightness: SUM },
  "-": { kind: "difference", tightness: SUM },
  "*": { kind: "product", tightness: PRODUCT },
  "/": { kind: "quotient", tightness: PRODUCT },
};
/** The numbers of combinations in the core. @type {HeuristicKind[]} */
const COMBINATIONS = ["sum", "difference", "product", "quotient", "until_blank", "by_role"];
/** @type {Record<string, number>} */
const ROLES = { attacker: 1, defender: -1 };

/**
 * The heuristic that a spec stands for. Throws SpecError.
 * @param {Core} core
 * @param {KnownNames} catalog
 * @param {string} text
 * @returns {Heuristic}
 */
export function readHeuristic(core, catalog, text) {
  const expression = parseSpec(text, "a heuristic");
  const reader = new HeuristicReader(core, catalog, expression);
  return remember(core, "heuristic", text, () => reader.heuristic(expression.tree));
}

/** Reads the heuristics of one spec. */
export class HeuristicReader {
  /**
   * @param {Core} core
   * @param {KnownNames} catalog
   * @param {Expression} expression
   */
  constructor(core, catalog, expression) {
    this.core = core;
    this.catalog = catalog;
    this.expression = expression;
  }

  /** All names of heuristics. @returns {string[]} */
  get names() {
    return [
      ...this.catalog.entries.map((entry) => entry.name),
      ...Object.keys(this.catalog.aliases),
    ];
  }

  /**
   * The heuristic that a part of a spec stands for.
   * @param {Node} node
   * @returns {Heuristic}
   */
  heuristic(node) {
    if (node.kind === "operation" && node.sign in OPERATIONS) {
      const left = this.heuristic(node.left);
      return this.#combination(node.sign, left, this.heuristic(node.right));
    }
    if (node.kind === "sign" && node.sign === "-" && !isLiteral(node.operand))
      return this.#combination("*", this.#constant(-1), this.heuristic(node.operand));
    const isTruth = node.kind === "literal" && (node.text === "True" || node.text === "False");
    if (node.kind === "sign" || node.kind === "number" || isTruth) {
      const { value, text } = readNumber(node, "a heuristic");
      if (!Number.isFinite(value))
        throw new SpecError(
          "a heuristic combines only with heuristics and finite numbers, " +
            `got ${showNumber(value, text)}`,
        );
      return this.#constant(value);
    }
    if (node.kind === "name") return this.#fromCatalog(node.name, [], new Map());
    if (node.kind === "call" && node.called.kind === "name") {
      const { name } = node.called;
      if (name === "switch") return this.#switch(node);
      return this.#fromCatalog(name, node.values, readKeywords(node));
    }
    const { text, tree } = this.expression;
    const whole = shorten(text.trim());
    const place = node === tree ? whole : `${shorten(unparse(node))} in ${whole}`;
    throw new SpecError(`not a heuristic: ${place}; 'lastknight catalog' lists heuristics`);
  }

  /**
   * @param {CallNode} node
   * @returns {Heuristic}
   */
  #switch(node) {
    const keywords = readKeywords(node);
    const [key] = [...keywords.keys()];
    const isKnown = keywords.size === 1 && (key === "blank" || key === "role");
    if (node.values.length !== 2 || !isKnown)
      throw new SpecError(
        "write a switch as switch(first, second, blank=0.5) " +
          "or switch(first, second, role=attacker)",
      );
    const [first, second] = node.values.map((part) => this.heuristic(part));
    const given = /** @type {Node} */ (keywords.get(key));
    if (key === "role") {
      const role = unparse(given).replace(/^'+|'+$/g, "");
      if (!Object.hasOwn(ROLES, role))
        throw new SpecError(
          `role must be ${Object.keys(ROLES).join(" or ")}, got ${shorten(role)}`,
        );
      const text = `switch(${first.spec}, ${second.spec}, role=${role})`;
      return this.#composed("by_role", [first, second], ROLES[role], text, ATOM);
    }
    const { value, text: written } = readNumber(given, "blank");
    if (!(value >= 0 && value <= 1))
      throw new SpecError(
        `blank must be a share of the squares, from 0 to 1, got ${showNumber(value, written)}`,
      );
    const text = `switch(${first.spec}, ${second.spec}, blank=${formatNumber(value)})`;
    return this.#composed("until_blank", [first, second], value, text, ATOM);
  }

  /**
   * @param {string} sign
   * @param {Heuristic} left
   * @param {Heuristic} right
   */
  #combination(sign, left, right) {
    const { kind, tightness } = OPERATIONS[sign];
    const text = `${inside(left, tightness)} ${sign} ${inside(right, tightness + 1)}`;
    return this.#composed(kind, [left, right], 0, text, tightness);
  }

  /**
   * @param {HeuristicKind} kind
   * @param {Heuristic[]} parts
   * @param {number} number
   * @param {string} spec
   * @param {number} tightness
   * @returns {Heuristic}
   */
  #composed(kind, parts, number, spec, tightness) {
    const [first, second] = parts.map((part) => part.handle);
    const code = COMBINATIONS.indexOf(kind);
    const handle = handleOf(this.core, "combine", code, first, second, number);
    return { spec, handle, kind, parts, number, tightness };
  }

  /**
   * @param {number} value
   * @returns {Heuristic}
   */
  #constant(value) {
    const handle = handleOf(this.core, "constant", value);
    const tightness = value < 0 ? PRODUCT : ATOM;
    const spec = formatNumber(value);
    return { spec, handle, kind: "constant", parts: [], number: value, tightness };
  }

  /**
   * @param {string} name
   * @param {Node[]} values
   * @param {Map<string, Node>} keywords
   * @returns {Heuristic}
   */
  #fromCatalog(name, values, keywords) {
    const full = Object.hasOwn(this.catalog.aliases, name) ? this.catalog.aliases[name] : name;
    const entry = this.catalog.entries.find((known) => known.name === full);
    if (!entry) {
      const player = PLAYERS.find((known) => known.toLowerCase() === name.toLowerCase());
      if (player)
        throw new SpecError(`${player} is a player, not a heuristic. See 'lastknight catalog'`);
      const hint = didYouMean(name, this.names);
      throw new SpecError(`unknown heuristic ${shorten(name)}${hint} See 'lastknight catalog'`);
    }
    const names = entry.parameters.map((parameter) => parameter.name);
    const given = new Map(values.slice(0, names.length).map((value, at) => [names[at], value]));
    const unknown = [...keywords.keys()].find((key) => !names.includes(key) || given.has(key));
    if (unknown !== undefined || values.length > names.length) {
      const takes = names.length ? names.join(", ") : "no parameters";
      const wrong = unknown === undefined ? `${values.length} values` : quote(unknown);
      throw new SpecError(`heuristic ${quote(entry.name)} takes ${takes}, not ${wrong}`);
    }
    for (const [key, value] of keywords) given.set(key, value);
    const numbers = entry.parameters.map((parameter) => {
      const node = given.get(parameter.name);
      return node ? readParameter(entry, parameter, node) : parameter.default;
    });
    const text = numbers.map((number, at) => `${names[at]}=${formatNumber(number)}`).join(", ");
    const passed = numbers.map((number, at) => `${names[at]} ${number}`).join(" ");
    const spec = numbers.length ? `${entry.name}(${text})` : entry.name;
    const handle = handleOf(this.core, "native", entry.name, passed);
    return { spec, handle, kind: "native", parts: [], number: 0, tightness: ATOM };
  }
}

/**
 * @param {Entry} entry
 * @param {Parameter} parameter
 * @param {Node} node
 */
function readParameter(entry, parameter, node) {
  const what = `${parameter.name} of heuristic ${quote(entry.name)}`;
  const { value } = readNumber(node, what);
  const isInside = parameter.low <= value && value <= parameter.high;
  if (!isInside || (parameter.is_whole && !Number.isInteger(value))) {
    const kind = parameter.is_whole ? "a whole number" : "a number";
    const span = `${formatNumber(parameter.low)} to ${formatNumber(parameter.high)}`;
    throw new SpecError(`${what} must be ${kind} from ${span}, got ${unparse(node)}`);
  }
  return value;
}

/**
 * Whether a part of a spec is a number or other literal, without a sign.
 * @param {Node} node
 */
function isLiteral(node) {
  return node.kind === "number" || node.kind === "literal";
}

/**
 * @param {Heuristic} part
 * @param {number} tightness
 */
function inside(part, tightness) {
  return part.tightness >= tightness ? part.spec : `(${part.spec})`;
}
