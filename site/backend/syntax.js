// The syntax of specs: a part of Python's expressions, read into a tree and written again. The
// meaning of specs is defined elsewhere.

import { formatFloat, quote, shorten } from "./python_text.js";

/** The most characters of a spec. */
export const LONGEST = 8000;
const DEEPEST = 200;
const MOST_PARENTHESES = 200;
const MOST_DIGITS = 4300;

/** A spec that cannot be read, or a number in it that is out of range. */
export class SpecError extends Error {}

/**
 * A number of a spec: whole numbers are exact, and written in digits.
 * @typedef {{value: number, isWhole: boolean, text: string}} SpecNumber
 * @typedef {{kind: "name", name: string}} NameNode
 * @typedef {{kind: "number", number: SpecNumber}} NumberNode
 * @typedef {{kind: "literal", text: string}} LiteralNode text, True, False, None
 * @typedef {{kind: "sign", sign: string, operand: Node}} SignNode
 * @typedef {{kind: "operation", sign: string, left: Node, right: Node}} OperationNode
 * @typedef {{name: string | null, value: Node}} Keyword
 * @typedef {{kind: "call", called: Node, values: Node[], keywords: Keyword[]}} CallNode
 * @typedef {{kind: "list", items: Node[]}} ListNode items in parentheses
 * @typedef {{kind: "attribute", of: Node, name: string}} AttributeNode
 * @typedef {{kind: "starred", value: Node}} StarredNode
 * @typedef {NameNode | NumberNode | LiteralNode | SignNode | OperationNode | CallNode | ListNode |
 *     AttributeNode | StarredNode} Node
 * @typedef {{text: string, tree: Node, files: string[]}} Expression
 */

// path/my_heuristics.py:name, in quotes where the path has spaces or signs that a spec uses.
const NAME = String.raw`\.py:[A-Za-z_][\p{L}\p{N}_]*`;
const IN_FILE = new RegExp(`'[^']*${NAME}'|"[^"]*${NAME}"|[^\\s'"(),=*+]+${NAME}`, "gu");

/**
 * A spec taken apart. Names in files stand in the tree as literals.
 * @param {string} text
 * @param {string} what
 * @returns {Expression}
 */
export function parseExpression(text, what) {
  if (Array.from(text).length > LONGEST)
    throw new SpecError(`not ${what}: more than ${LONGEST} characters`);
  /** @type {string[]} */
  const files = [];
  const plain = text.trim().replace(IN_FILE, (place) => {
    files.push(place.replace(/^['"]+|['"]+$/g, ""));
    return "in_file";
  });
  let tree;
  try {
    tree = new Parser(tokensOf(plain)).parse();
  } catch (error) {
    if (error instanceof NotAnExpression || error instanceof RangeError)
      throw new SpecError(describeInvalid(what, text));
    throw error;
  }
  if (depthOf(tree) > DEEPEST)
    throw new SpecError(`not ${what}: ${shorten(text)} is nested too deeply`);
  return { text, tree, files };
}

/**
 * The message that a text is not a spec, with an example of one.
 * @param {string} what
 * @param {string} text
 */
export function describeInvalid(what, text) {
  const isPlayer = what === "a player";
  const example = isPlayer ? "AlphaBeta(improved, nodes=15000)" : "improved - 0.5 * center";
  return `not ${what}: ${shorten(text)}${describeOpen(text)}; write one like ${example}`;
}

/**
 * How many parentheses open and close, if the numbers differ.
 * @param {string} text
 */
function describeOpen(text) {
  const [opened, closed] = [text.split("(").length - 1, text.split(")").length - 1];
  return opened === closed ? "" : `, with ${opened} '(' and ${closed} ')'`;
}

class NotAnExpression extends Error {}

/** @typedef {{kind: "number" | "name" | "text" | "sign" | "end", text: string}} Token */

const SPACE = /(?:[ \t\f]|\\\n)+/y;
const NUMBER = new RegExp(
  [
    String.raw`0[xX](?:_?[0-9a-fA-F])+|0[oO](?:_?[0-7])+|0[bB](?:_?[01])+`,
    String.raw`(?:\d(?:_?\d)*)?\.\d(?:_?\d)*(?:[eE][+-]?\d(?:_?\d)*)?`,
    String.raw`\d(?:_?\d)*\.?(?:[eE][+-]?\d(?:_?\d)*)?`,
  ].join("|"),
  "y",
);
const IDENTIFIER = /[\p{XID_Start}_][\p{XID_Continue}]*/uy;
const TEXT = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/y;
const SIGN = /\*\*|\/\/|[-+*/%@~(),=.]/y;
const COMMENT = /#[^\n]*/y;
const RESERVED = new Set(
  (
    "and as assert async await break class continue def del elif else except finally for from " +
    "global if import in is lambda nonlocal not or pass raise return try while with yield"
  ).split(" "),
);

/**
 * @param {string} text
 * @returns {Token[]}
 */
function tokensOf(text) {
  /** @type {Token[]} */
  const tokens = [];
  let at = 0;
  let level = 0;
  /** @param {RegExp} pattern */
  const take = (pattern) => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0] ?? "";
    at += found.length;
    return found;
  };
  while (at < text.length) {
    if (take(SPACE) || take(COMMENT)) continue;
    if (text[at] === "\n" || text[at] === "\r") {
      if (level === 0 && text.slice(at).trim() !== "") throw new NotAnExpression();
      at++;
      continue;
    }
    const number = take(NUMBER);
    if (number) {
      IDENTIFIER.lastIndex = at;
      if (IDENTIFIER.test(text)) throw new NotAnExpression();
      tokens.push({ kind: "number", text: number });
      continue;
    }
    const name = take(IDENTIFIER);
    if (name) {
      if (RESERVED.has(name)) throw new NotAnExpression();
      tokens.push({ kind: "name", text: name.normalize("NFKC") });
      continue;
    }
    const quoted = take(TEXT);
    if (quoted) {
      tokens.push({ kind: "text", text: quoted });
      continue;
    }
    const sign = take(SIGN);
    if (!sign) throw new NotAnExpression();
    if (sign === "(") level++;
    if (sign === ")") level--;
    if (level > MOST_PARENTHESES) throw new NotAnExpression();
    tokens.push({ kind: "sign", text: sign });
  }
  tokens.push({ kind: "end", text: "" });
  return tokens;
}

const SUMS = ["+", "-"];
const PRODUCTS = ["*", "/", "//", "%", "@"];

/** Reads tokens by recursive descent; each method reads its operation and all that bind tighter. */
class Parser {
  #at = 0;
  /** @param {Token[]} tokens */
  constructor(tokens) {
    this.tokens = tokens;
  }

  /** @returns {Node} */
  parse() {
    const tree = this.#items("end");
    this.#expect("");
    return tree;
  }

  /**
   * One item, or several separated by commas.
   * @param {string} end
   * @returns {Node}
   */
  #items(end) {
    const first = this.#sum();
    if (!this.#takes(",")) return first;
    const items = [first];
    while (!this.#ends(end)) {
      items.push(this.#sum());
      if (!this.#takes(",")) break;
    }
    return { kind: "list", items };
  }

  /** @param {string} end */
  #ends(end) {
    const { kind, text } = this.tokens[this.#at];
    return end === "end" ? kind === "end" : kind === "sign" && text === end;
  }

  /** @returns {Node} */
  #sum() {
    let left = this.#product();
    for (;;) {
      const sign = this.#takes(...SUMS);
      if (!sign) return left;
      left = { kind: "operation", sign, left, right: this.#product() };
    }
  }

  /** @returns {Node} */
  #product() {
    let left = this.#signed();
    for (;;) {
      const sign = this.#takes(...PRODUCTS);
      if (!sign) return left;
      left = { kind: "operation", sign, left, right: this.#signed() };
    }
  }

  /** @returns {Node} */
  #signed() {
    const signs = [];
    for (;;) {
      const sign = this.#takes("-", "+", "~");
      if (!sign) break;
      signs.push(sign);
    }
    let node = this.#power();
    for (const sign of signs.reverse()) node = { kind: "sign", sign, operand: node };
    return node;
  }

  /** @returns {Node} */
  #power() {
    const left = this.#call();
    if (!this.#takes("**")) return left;
    return { kind: "operation", sign: "**", left, right: this.#signed() };
  }

  /** @returns {Node} */
  #call() {
    let node = this.#atom();
    for (;;) {
      if (this.#takes("(")) node = this.#arguments(node);
      else if (this.#takes(".")) {
        const name = this.tokens[this.#at++];
        if (name.kind !== "name") throw new NotAnExpression();
        node = { kind: "attribute", of: node, name: name.text };
      } else return node;
    }
  }

  /**
   * @param {Node} called
   * @returns {Node}
   */
  #arguments(called) {
    /** @type {Node[]} */
    const values = [];
    /** @type {Keyword[]} */
    const keywords = [];
    while (!this.#takes(")")) {
      const [one, two] = this.tokens.slice(this.#at, this.#at + 2);
      if (this.#takes("**")) keywords.push({ name: null, value: this.#sum() });
      else if (this.#takes("*")) values.push({ kind: "starred", value: this.#sum() });
      else if (one.kind === "name" && two?.kind === "sign" && two.text === "=") {
        this.#at += 2;
        keywords.push({ name: one.text, value: this.#sum() });
      } else if (keywords.length) throw new NotAnExpression();
      else values.push(this.#sum());
      if (!this.#takes(",")) {
        this.#expect(")");
        break;
      }
    }
    return { kind: "call", called, values, keywords };
  }

  /** @returns {Node} */
  #atom() {
    const { kind, text } = this.tokens[this.#at++];
    if (kind === "number") return { kind: "number", number: readDigits(text) };
    if (kind === "text") return { kind: "literal", text: quote(unquote(text)) };
    if (kind === "name" && ["True", "False", "None"].includes(text))
      return { kind: "literal", text };
    if (kind === "name") return { kind: "name", name: text };
    if (kind !== "sign" || text !== "(") throw new NotAnExpression();
    if (this.#takes(")")) return { kind: "list", items: [] };
    const inner = this.#items(")");
    this.#expect(")");
    return inner;
  }

  /**
   * The next sign, if it is one of these.
   * @param {string[]} signs
   */
  #takes(...signs) {
    const { kind, text } = this.tokens[this.#at];
    if (kind !== "sign" || !signs.includes(text)) return "";
    this.#at++;
    return text;
  }

  /** @param {string} sign the end is "" */
  #expect(sign) {
    const { kind, text } = this.tokens[this.#at++];
    if (text !== sign || kind === "text") throw new NotAnExpression();
  }
}

/**
 * @param {string} text
 * @returns {SpecNumber}
 */
function readDigits(text) {
  const digits = text.replaceAll("_", "");
  const isBased = /^0[xob]/i.test(digits);
  if (!isBased && /[.e]/i.test(digits)) {
    const value = Number(digits);
    const shown = formatFloat(value);
    return { value, isWhole: false, text: shown === "inf" ? "1e309" : shown };
  }
  const hasZeros = !isBased && /^0+[1-9]/.test(digits);
  if (hasZeros || (!isBased && digits.length > MOST_DIGITS)) throw new NotAnExpression();
  const exact = BigInt(digits);
  return { value: Number(exact), isWhole: true, text: exact.toString() };
}

/** @param {string} text */
function unquote(text) {
  return text.slice(1, -1).replace(/\\(['"\\])/g, "$1");
}

/**
 * The levels of a tree as Python counts them.
 * @param {Node} node
 * @returns {number}
 */
function depthOf(node) {
  const depths = (/** @type {Node[]} */ nodes) => Math.max(0, ...nodes.map(depthOf));
  switch (node.kind) {
    case "name":
      return 2;
    case "sign":
      return 1 + Math.max(1, depthOf(node.operand));
    case "operation":
      return 1 + Math.max(depthOf(node.left), depthOf(node.right));
    case "call": {
      const keywords = depths(node.keywords.map((keyword) => keyword.value));
      return 1 + Math.max(depthOf(node.called), depths(node.values), keywords && 1 + keywords);
    }
    case "list":
      return 1 + Math.max(1, depths(node.items));
    case "attribute":
      return 1 + depthOf(node.of);
    case "starred":
      return 1 + depthOf(node.value);
    default:
      return 1;
  }
}

// How tightly parts bind.
const [LOOSE, SUM, PRODUCT, SIGNED, POWER, ATOM] = [0, 1, 2, 3, 4, 5];

/**
 * The text of a tree, as Python's `ast.unparse` writes it.
 * @param {Node} node
 * @param {number} around how tightly what is around it binds
 * @returns {string}
 */
export function unparse(node, around = LOOSE) {
  /** @type {(text: string, own: number) => string} */
  const wrapped = (text, own) => (own < around ? `(${text})` : text);
  switch (node.kind) {
    case "name":
      return node.name;
    case "number":
      return node.number.text;
    case "literal":
      return node.text;
    case "sign":
      return wrapped(node.sign + unparse(node.operand, SIGNED), SIGNED);
    case "operation": {
      const own = tightnessOf(node.sign);
      const [left, right] = own === POWER ? [ATOM, POWER] : [own, own + 1];
      const text = `${unparse(node.left, left)} ${node.sign} ${unparse(node.right, right)}`;
      return wrapped(text, own);
    }
    case "call": {
      const keywords = node.keywords.map(({ name, value }) =>
        name === null ? `**${unparse(value)}` : `${name}=${unparse(value)}`,
      );
      const values = node.values.map((value) => unparse(value));
      return `${unparse(node.called, ATOM)}(${[...values, ...keywords].join(", ")})`;
    }
    case "list": {
      const items = node.items.map((item) => unparse(item, LOOSE)).join(", ");
      return `(${items}${node.items.length === 1 ? "," : ""})`;
    }
    case "attribute":
      return `${unparse(node.of, ATOM)}.${node.name}`;
    default:
      return `*${unparse(node.value)}`;
  }
}

/** @param {string} sign */
function tightnessOf(sign) {
  if (SUMS.includes(sign)) return SUM;
  return PRODUCTS.includes(sign) ? PRODUCT : POWER;
}
