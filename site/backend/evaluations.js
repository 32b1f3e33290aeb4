// Evaluations of a position by heuristics and players: values and terms, choices and depths.

import { CoreError } from "./core.js";
import { playMove, positionOf } from "./context.js";
import { explain } from "./explain.js";
import { choosePerfect } from "./perfect.js";
import { formatGeneral } from "./python_text.js";
import { readHeuristic } from "./heuristic_specs.js";
import { readPlayer, withLimit } from "./player_specs.js";
import { SpecError } from "./syntax.js";

/**
 * @typedef {import("./context.js").Context} Context
 * @typedef {import("./context.js").PositionFacts} PositionFacts
 * @typedef {import("./context.js").Tell} Tell
 * @typedef {import("./player_specs.js").Player} SpecPlayer
 */

const SAMPLE = "d4 b1 c2";
// The fewest nodes for a move that the engine did not choose.
const LEAST_SHARE = 200;

/**
 * The full spec of a heuristic or a player, or what is wrong with it.
 * @param {Context} context
 * @param {{what: string, spec: string, onBoard: boolean}} asked
 */
export function check(context, { what, spec, onBoard }) {
  const { core, catalog } = context;
  try {
    if (what === "player") {
      const player = onBoard ? permitted(context, spec) : readPlayer(core, catalog, spec);
      return { spec: player.spec, problem: null };
    }
    const heuristic = readHeuristic(core, catalog, spec);
    const sample = core.call("line", core.call("start", 7, 7, "").text, SAMPLE).at(-1);
    core.call("value", heuristic.handle, sample.text, 1);
    return { spec: heuristic.spec, problem: null };
  } catch (error) {
    return { spec: null, problem: problemOf(error) };
  }
}

/**
 * Values for the player to move, here and after each legal move.
 * @param {Context} context
 * @param {{position: string, heuristics: string[]}} asked
 */
export function values({ core, catalog }, { position, heuristics }) {
  const here = positionOf(core, position);
  const after = here.legal_moves.map((move) => playMove(core, here, move).text);
  const valuesOf = (/** @type {string} */ spec) => {
    try {
      const heuristic = readHeuristic(core, catalog, spec);
      const value = (/** @type {string} */ text) =>
        core.call("value", heuristic.handle, text, here.to_move);
      const moves = here.legal_moves.map((move, at) => ({ move, value: value(after[at]) }));
      return { spec: heuristic.spec, here: value(here.text), moves, problem: null };
    } catch (error) {
      return { spec, here: null, moves: [], problem: problemOf(error) };
    }
  };
  return { heuristics: heuristics.map(valuesOf) };
}

/**
 * A heuristic's value for a player, and the terms it is made of.
 * @param {Context} context
 * @param {{position: string, heuristic: string, player: Player | null}} asked
 */
export function why({ core, catalog }, { position, heuristic, player }) {
  const here = positionOf(core, position);
  const subject = readHeuristic(core, catalog, heuristic);
  const found = explain(core, subject, here.text, player ?? here.to_move);
  const parts = found.terms.map((term) => ({
    ...term,
    number: typeof term.number === "number" && isFinite(term.number) ? term.number : null,
  }));
  return { spec: subject.spec, value: found.value, parts, sentence: found.sentence };
}

/**
 * The move a player chooses.
 * @param {Context} context
 * @param {{position: string, player: string, seed: number}} asked
 * @param {((choice: any) => void) | null} onDepth
 * @returns {Choice | Promise<Choice>}
 */
export function choose(context, { position, player, seed }, onDepth = null) {
  const { core, limits } = context;
  const asked = permitted(context, player);
  if (asked.handle === null) return choosePerfectly(context, position);
  const isBounded = asked.limit.nodes !== undefined;
  const bounded = isBounded ? asked : withLimit(core, asked, { nodes: limits.most_nodes });
  const choice = core.choose(/** @type {number} */ (bounded.handle), position, seed, onDepth);
  const isCutOff = bounded !== asked && choice.nodes >= limits.most_nodes;
  if (isCutOff && asked.limit.seconds === undefined)
    throw new SpecError(
      `${asked.spec} needs more than ${limits.most_nodes} nodes here; ` +
        "reduce its depth, or limit its nodes",
    );
  return choice;
}

/**
 * The move a player chooses, after an event for every finished depth. With more than one line, it
 * also looks at every other move, and reports the best of them.
 * @param {Context} context
 * @param {{position: string, player: string, seed: number, lines: number}} asked
 * @param {Tell} tell
 */
export async function think(context, { position, player, seed, lines }, tell) {
  const choice = await choose(context, { position, player, seed }, (found) => {
    const { depth, score, nodes, line, seconds } = found;
    tell("iteration", { depth, score, nodes, line, seconds });
  });
  if (lines > 1) {
    const here = positionOf(context.core, position);
    const others = otherLines(context, permitted(context, player), here, choice.move);
    tell("others", { lines: others.slice(0, lines - 1) });
  }
  return choice;
}

/**
 * The lines of all moves but the chosen one, the best first; each is searched with an equal share
 * of what the player may spend on a move.
 * @param {Context} context
 * @param {SpecPlayer} player
 * @param {PositionFacts} here
 * @param {string} chosen
 * @returns {EngineLine[]}
 */
function otherLines({ core, limits }, player, here, chosen) {
  const moves = here.legal_moves.filter((move) => move !== chosen);
  if (!moves.length || !Object.keys(player.limit).length) return [];
  const searcher = withShare(core, player, moves.length, limits.most_nodes);
  const lines = moves.map((move) => {
    const after = playMove(core, here, move);
    if (after.is_over) return { score: Infinity, depth: 1, line: [move] };
    const answer = core.choose(/** @type {number} */ (searcher.handle), after.text, 0);
    const score = answer.score === null ? -Infinity : -numberOf(answer.score);
    return { score, depth: answer.depth + 1, line: [move, ...answer.line] };
  });
  lines.sort((one, two) => (one.score === two.score ? 0 : two.score - one.score));
  return lines.map(({ score, depth, line }) => ({ score: valueOf(score), depth, line }));
}

/**
 * @param {import("./core.js").Core} core
 * @param {SpecPlayer} player
 * @param {number} moves
 * @param {number} most
 */
function withShare(core, player, moves, most) {
  const { depth, nodes = most, seconds } = player.limit;
  /** @type {import("./player_specs.js").Limit} */
  const shares = { nodes: Math.max(LEAST_SHARE, Math.floor(nodes / moves)) };
  if (seconds !== undefined) shares.seconds = seconds / moves;
  if (depth !== undefined) shares.depth = Math.max(1, depth - 1);
  return withLimit(core, player, shares);
}

/**
 * @param {Context} context
 * @param {string} text
 * @returns {Promise<Choice>}
 */
async function choosePerfectly(context, text) {
  const { core } = context;
  const position = positionOf(core, text);
  if (position.is_over) throw new SpecError("the game is over: there is no move to choose");
  const tables = await context.tables();
  const start = performance.now();
  const { move, winner, nodes } = choosePerfect(core, tables, text);
  const isSolved = winner !== null;
  const score = winner === position.to_move ? "win" : "loss";
  return {
    move,
    score: isSolved ? score : null,
    depth: isSolved ? position.blank.length : 0,
    nodes,
    evaluations: 0,
    seconds: (performance.now() - start) / 1000,
    line: [move],
    solved: isSolved,
  };
}

/**
 * The player of a spec, whose limits are within those of the page.
 * @param {Context} context
 * @param {string} spec
 */
function permitted({ core, catalog, limits }, spec) {
  const asked = readPlayer(core, catalog, spec);
  const { nodes = 0, seconds = 0 } = asked.limit;
  if (nodes > limits.most_nodes)
    throw new SpecError(
      `searches on the page can have at most ${limits.most_nodes} nodes, got nodes=${nodes}; ` +
        "the command line has no such limit",
    );
  const most = limits.most_seconds / 2;
  if (seconds > most)
    throw new SpecError(
      `searches on the page can have at most ${formatGeneral(most)} seconds, ` +
        `got seconds=${formatGeneral(seconds)}`,
    );
  return asked;
}

/**
 * The line of a user's mistake; other errors are defects.
 * @param {unknown} error
 */
function problemOf(error) {
  if (error instanceof SpecError || error instanceof CoreError) return error.message;
  throw error;
}

/** @param {Value} value */
function numberOf(value) {
  if (typeof value === "number") return value;
  return value === "win" ? Infinity : -Infinity;
}

/**
 * @param {number} number
 * @returns {Value}
 */
function valueOf(number) {
  if (Number.isFinite(number)) return number;
  return number > 0 ? "win" : "loss";
}
