// Specs taken apart: what those of heuristics and of players have in common.

import { cut, formatFloat, shorten } from "./python_text.js";
import { INSTALL } from "./install.js";
import { parseExpression, SpecError, unparse } from "./syntax.js";

/**
 * @typedef {import("./syntax.js").Node} Node
 * @typedef {import("./syntax.js").CallNode} CallNode
 * @typedef {import("./syntax.js").SpecNumber} SpecNumber
 */

/** The names of players, so that one is known where a heuristic belongs. */
export const PLAYERS = ["Random", "Perfect", "Expert", "AlphaBeta", "Greedy", "Minimax"];

/**
 * A spec taken apart; Python code in files is refused.
 * @param {string} text
 * @param {string} what
 */
export function parseSpec(text, what) {
  const expression = parseExpression(text, what);
  if (expression.files.length) throw refusal(expression.files[0]);
  return expression;
}

/**
 * Says how to run the Python code in a file.
 * @param {string} file
 */
export function refusal(file) {
  return new SpecError(
    `${shorten(file)} is Python code, which needs the installed program: ` +
      `${INSTALL}, then lastknight serve FILE`,
  );
}

/**
 * A literal number, with or without a sign.
 * @param {Node} node
 * @param {string} what
 * @returns {SpecNumber}
 */
export function readNumber(node, what) {
  if (node.kind === "sign" && (node.sign === "-" || node.sign === "+")) {
    const { value, isWhole, text } = readNumber(node.operand, what);
    if (node.sign === "+") return { value, isWhole, text };
    const negative = isWhole && value === 0 ? 0 : -value;
    const digits = text.startsWith("-") ? text.slice(1) : `-${text}`;
    return { value: negative, isWhole, text: isWhole && value === 0 ? "0" : digits };
  }
  if (node.kind !== "number")
    throw new SpecError(`${what} must be a number, got ${cut(unparse(node))}`);
  const { value, isWhole } = node.number;
  if (isWhole && !Number.isFinite(value))
    throw new SpecError(`${what} is too large: ${cut(unparse(node))}`);
  return node.number;
}

/**
 * A number of a spec as a message shows it.
 * @param {number} value
 * @param {string} text
 */
export function showNumber(value, text) {
  return cut(Number.isFinite(value) ? text : formatFloat(value));
}

/**
 * The arguments of a call given by name.
 * @param {CallNode} node
 */
export function readKeywords(node) {
  /** @type {Map<string, Node>} */
  const found = new Map();
  for (const { name, value } of node.keywords) {
    if (name === null || found.has(name))
      throw new SpecError(`name each argument, and only once: ${cut(unparse(node))}`);
    found.set(name, value);
  }
  return found;
}
