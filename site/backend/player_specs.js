// Players from specs, as the installed program reads them: the same canonical text, and the same
// line for a mistake.

import { handleOf, remember } from "./core_handles.js";
import { HeuristicReader } from "./heuristic_specs.js";
import { didYouMean, formatNumber, quote, shorten } from "./python_text.js";
import { PLAYERS, parseSpec, readKeywords, readNumber, refusal, showNumber } from "./spec_parts.js";
import { SpecError } from "./syntax.js";

/**
 * @typedef {import("./core.js").Core} Core
 * @typedef {import("./syntax.js").Node} Node
 * @typedef {import("./syntax.js").CallNode} CallNode
 * @typedef {import("./syntax.js").Expression} Expression
 * @typedef {import("./syntax.js").SpecNumber} SpecNumber
 * @typedef {import("./heuristic_specs.js").Heuristic} Heuristic
 * @typedef {import("./heuristic_specs.js").KnownNames} KnownNames
 *
 * @typedef {{depth?: number, nodes?: number, seconds?: number}} Limit
 * @typedef {"Random" | "Perfect" | "Expert" | "AlphaBeta" | "Greedy" | "Minimax"} PlayerKind
 * @typedef {object} Player
 * @property {string} spec the canonical text
 * @property {PlayerKind} kind
 * @property {number | null} handle its number in the core; Perfect is none of the core's players
 * @property {Limit} limit
 * @property {Heuristic | null} heuristic
 */

/** Nodes of a move where a heuristic stands for a player. */
export const USUAL_NODES = 15000;

/** The longest limit of a move: eleven days. */
const MOST_SECONDS = 1_000_000;
const HIGHEST = { depth: 128n, nodes: 10n ** 18n };
/** @type {readonly ("depth" | "nodes" | "seconds")[]} */
const LIMITS = ["depth", "nodes", "seconds"];
/** The limits that players with a heuristic take. @type {Record<string, string[]>} */
const SEARCHERS = { AlphaBeta: [...LIMITS], Greedy: [], Minimax: [...LIMITS] };
/** Their depth where the spec has none. @type {Record<string, number | undefined>} */
const USUAL_DEPTHS = { Greedy: 1, Minimax: 3 };

/**
 * The player that a spec stands for; a heuristic alone searches with alpha-beta. Throws SpecError.
 * @param {Core} core
 * @param {KnownNames} catalog
 * @param {string} text
 * @returns {Player}
 */
export function readPlayer(core, catalog, text) {
  const reader = new PlayerReader(core, catalog, parseSpec(text, "a player"));
  return remember(core, "player", text, () => reader.player());
}

/**
 * The same player with some of its limits replaced; itself if it takes no limits.
 * @param {Core} core
 * @param {Player} player
 * @param {Limit} limits
 */
export function withLimit(core, player, limits) {
  if (player.kind === "Random" || player.kind === "Perfect") return player;
  return makePlayer(core, player.kind, player.heuristic, { ...player.limit, ...limits });
}

/** Reads one spec of a player. */
class PlayerReader {
  /**
   * @param {Core} core
   * @param {KnownNames} catalog
   * @param {Expression} expression
   */
  constructor(core, catalog, expression) {
    this.core = core;
    this.expression = expression;
    this.heuristics = new HeuristicReader(core, catalog, expression);
  }

  /** @returns {Player} */
  player() {
    const { tree, text } = this.expression;
    const name = outerName(tree);
    if (name === null || !PLAYERS.includes(name)) {
      const limit = { nodes: USUAL_NODES };
      return makePlayer(this.core, "AlphaBeta", this.#leaf(name), limit);
    }
    /** @type {CallNode} */
    const call =
      tree.kind === "call" ? tree : { kind: "call", called: tree, values: [], keywords: [] };
    if (name === "Random" || name === "Perfect") {
      if (call.values.length || call.keywords.length)
        throw new SpecError(`${name} takes no arguments, got ${shorten(text)}`);
      return makePlayer(this.core, name, null, {});
    }
    if (name === "Expert") {
      if (call !== tree || call.values.length)
        throw new SpecError("Expert needs a limit: Expert(nodes=100000)");
      const limits = readLimits(call, name, ["nodes", "seconds"]);
      return makePlayer(this.core, name, null, checkLimits(name, limits));
    }
    return this.#searcher(/** @type {PlayerKind} */ (name), call);
  }

  /**
   * The heuristic that stands where a player belongs.
   * @param {string | null} name
   */
  #leaf(name) {
    const { tree, text } = this.expression;
    const { names } = this.heuristics;
    if (name !== null && name !== "switch" && !names.includes(name)) {
      const hint = didYouMean(name, [...PLAYERS, ...names]);
      throw new SpecError(
        `unknown player or heuristic ${shorten(name)}${hint} Players are ${PLAYERS.join(", ")}; ` +
          "'lastknight catalog' lists heuristics",
      );
    }
    const file = text.trim();
    if (file.endsWith(".py")) throw refusal(file);
    const isComposed = ["name", "call", "operation", "sign"].includes(tree.kind);
    if (!isComposed || !hasNames(tree))
      throw new SpecError(
        `not a player: ${shorten(text)}; write one like AlphaBeta(improved, nodes=${USUAL_NODES})`,
      );
    return this.heuristics.heuristic(tree);
  }

  /**
   * @param {PlayerKind} name
   * @param {CallNode} call
   */
  #searcher(name, call) {
    const takes = SEARCHERS[name];
    const example = takes.length ? `${name}(improved, depth=3)` : `${name}(improved)`;
    if (call !== this.expression.tree) throw new SpecError(`${name} needs a heuristic: ${example}`);
    if (call.values.length !== 1) throw new SpecError(`${name} takes one heuristic: ${example}`);
    const given = readLimits(call, name, takes);
    const heuristic = this.heuristics.heuristic(call.values[0]);
    const usual = USUAL_DEPTHS[name];
    if (usual !== undefined && !given.has("depth"))
      given.set("depth", { value: usual, isWhole: true, text: String(usual) });
    return makePlayer(this.core, name, heuristic, checkLimits(name, given));
  }
}

/**
 * @param {CallNode} call
 * @param {string} name
 * @param {string[]} takes
 */
function readLimits(call, name, takes) {
  const keywords = readKeywords(call);
  for (const key of keywords.keys())
    if (!takes.includes(key)) {
      const allowed = takes.length ? takes.join(", ") : "no limit";
      throw new SpecError(`${name} takes ${allowed}, not ${quote(key)}`);
    }
  return new Map([...keywords].map(([key, node]) => [key, readNumber(node, `${key} of ${name}`)]));
}

/**
 * @param {PlayerKind} name
 * @param {Map<string, SpecNumber>} given
 * @returns {Limit}
 */
function checkLimits(name, given) {
  /** @type {Limit} */
  const limits = {};
  for (const key of LIMITS) {
    const number = given.get(key);
    if (!number) continue;
    const { value, isWhole, text } = number;
    const isValid =
      key === "seconds"
        ? Number.isFinite(value) && value > 0 && value <= MOST_SECONDS
        : isWhole && value >= 1 && BigInt(text) <= HIGHEST[key];
    const wanted =
      key === "seconds"
        ? `above 0, at most ${MOST_SECONDS}`
        : `a whole number from 1 to ${HIGHEST[key]}`;
    if (!isValid) throw new SpecError(`${key} must be ${wanted}, got ${showNumber(value, text)}`);
    limits[key] = value;
  }
  if (Object.keys(limits).length) return limits;
  const takes = name === "Expert" ? ["nodes", "seconds"] : [...LIMITS];
  const last = takes.pop();
  throw new SpecError(`${name} needs a limit: ${takes.join(", ")} or ${last}`);
}

/**
 * @param {Core} core
 * @param {PlayerKind} kind
 * @param {Heuristic | null} heuristic
 * @param {Limit} limit
 * @returns {Player}
 */
function makePlayer(core, kind, heuristic, limit) {
  const limits = LIMITS.flatMap((key) => {
    const value = limit[key];
    return value === undefined ? [] : [`${key}=${formatNumber(value)}`];
  });
  const inner = [...(heuristic ? [heuristic.spec] : []), ...(kind === "Greedy" ? [] : limits)];
  const spec = inner.length ? `${kind}(${inner.join(", ")})` : kind;
  if (kind === "Perfect") return { spec, kind, handle: null, limit, heuristic };
  const { depth = -1, nodes = -1, seconds = -1 } = limit;
  const method = kind === "Greedy" ? "Minimax" : kind;
  const leaf = heuristic ? heuristic.handle : -1;
  const handle = handleOf(core, "player", method, leaf, depth, nodes, seconds);
  return { spec, kind, handle, limit, heuristic };
}

/**
 * The name that a spec consists of or calls.
 * @param {Node} tree
 */
function outerName(tree) {
  const node = tree.kind === "call" ? tree.called : tree;
  return node.kind === "name" ? node.name : null;
}

/**
 * @param {Node} node
 * @returns {boolean}
 */
function hasNames(node) {
  switch (node.kind) {
    case "name":
      return true;
    case "sign":
      return hasNames(node.operand);
    case "operation":
      return hasNames(node.left) || hasNames(node.right);
    case "call":
      return [node.called, ...node.values, ...node.keywords.map(({ value }) => value)].some(
        hasNames,
      );
    case "list":
      return node.items.some(hasNames);
    case "attribute":
      return hasNames(node.of);
    case "starred":
      return hasNames(node.value);
    default:
      return false;
  }
}
