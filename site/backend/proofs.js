// Answers of the solver: winners, the mistakes of a game, and puzzles.

import { CoreError } from "./core.js";
import { playMove, positionOf } from "./context.js";
import { describeInvalidSquare } from "./python_text.js";
import { choosePerfect, tableOf } from "./perfect.js";
import { readHeuristic } from "./heuristic_specs.js";
import { SpecError } from "./syntax.js";

/**
 * @typedef {import("./core.js").Core} Core
 * @typedef {import("./context.js").Context} Context
 * @typedef {import("./context.js").PositionFacts} PositionFacts
 * @typedef {import("./context.js").Tell} Tell
 * @typedef {import("./opening_tables.js").OpeningTables} OpeningTables
 * @typedef {{winner: Player | null, best: string | null}} Verdict
 */

const REVIEW_HEURISTIC = "improved";
const LEVELS = ["easy", "medium", "hard"];
// Plies shown after the answer to a puzzle.
const ANSWER_PLIES = 8;

/**
 * Who wins a position and after each of its moves, as far as the nodes allow.
 * @param {Context} context
 * @param {{position: string}} asked
 */
export async function solve(context, { position }) {
  const { core } = context;
  const start = positionOf(core, position);
  const proofs = await Proofs.start(context);
  let { winner, best } = proofs.bestOf(start);
  const moves = start.legal_moves.map((move) => {
    return { move, winner: proofs.winnerOf(playMove(core, start, move)) };
  });
  const winning = moves.find((move) => move.winner === start.to_move);
  if (winner === null && winning) [winner, best] = [start.to_move, winning.move];
  const isProved = winner !== null && moves.every((move) => move.winner !== null);
  const limit = context.limits.most_proof_nodes.toLocaleString("en");
  const reason =
    `not proved within ${limit} nodes; positions with fewer blank squares are easier, ` +
    "and 'lastknight solve' has no limit";
  const { spent: nodes } = proofs;
  return { winner, best_move: best, nodes, moves, reason: isProved ? null : reason };
}

/**
 * Who wins after every ply of a game, the last one first, and which moves gave a win away.
 * @param {Context} context
 * @param {{start: string, moves: string}} asked
 * @param {Tell} tell
 */
export async function review(context, asked, tell) {
  const { core, catalog } = context;
  /** @type {PositionFacts[]} */
  const positions = core.call("line", asked.start, asked.moves);
  const proofs = await Proofs.start(context);
  const { handle } = readHeuristic(core, catalog, REVIEW_HEURISTIC);
  /** @type {(ply: number, winner: Player | null, best: string[] | null) => void} */
  const tellPly = (ply, winner, best) => {
    const value = core.call("value", handle, positions[ply].text, 1);
    tell("ply", { ply, winner, value, mistake: best !== null, best_moves: best ?? [] });
  };
  const plies = positions.length - 1;
  const mistakes = [];
  let after = proofs.winnerOf(positions[plies]);
  for (let ply = plies; ply > 0; ply--) {
    const position = positions[ply - 1];
    const before = proofs.winnerOf(position);
    const isMistake = before === position.to_move && after === 3 - position.to_move;
    if (isMistake) mistakes.unshift(ply);
    tellPly(ply, after, isMistake ? proofs.winningMoves(position) : null);
    after = before;
  }
  tellPly(0, after, null);
  return { plies, mistakes, nodes: proofs.spent };
}

/**
 * A puzzle, without its answer.
 * @param {Context} context
 * @param {{number: number, level: string | null}} asked
 */
export async function puzzle(context, { number, level }) {
  const { core, catalog } = context;
  const { found, count } = await choosePuzzle(context, number, level);
  return {
    number,
    count,
    position: found.position,
    grade: found.missedBy.length,
    heuristics: catalog.graders.length,
    missed_by: found.missedBy.map((spec) => readHeuristic(core, catalog, spec).spec),
    level: found.level,
  };
}

/**
 * Whether a move solves a puzzle, and how the game continues after it.
 * @param {Context} context
 * @param {{number: number, level: string | null, move: string}} asked
 */
export async function answer(context, { number, level, move }) {
  const { core } = context;
  const { found } = await choosePuzzle(context, number, level);
  const tables = await context.tables();
  let position = playAnswer(core, found.position, move);
  const square = position.locations[2 - position.to_move];
  const played = [square];
  while (played.length < ANSWER_PLIES && !position.is_over) {
    const next = choosePerfect(core, tables, position.text).move;
    played.push(next);
    position = playMove(core, position, next);
  }
  return { right: square === found.move, best: found.move, line: played };
}

/**
 * @param {Core} core
 * @param {string} text
 * @param {string} move
 * @returns {PositionFacts}
 */
function playAnswer(core, text, move) {
  if (move.trim().split(/\s+/).length !== 1) throw new SpecError(describeInvalidSquare(move));
  try {
    return core.call("line", text, move)[1];
  } catch (error) {
    throw error instanceof CoreError ? new SpecError(error.message.replace("move 1: ", "")) : error;
  }
}

/**
 * A puzzle by its number within a level, counting from 1, and how many there are.
 * @param {Context} context
 * @param {number} number
 * @param {string | null} level
 */
async function choosePuzzle(context, number, level) {
  const { graders } = context.catalog;
  const all = (await context.puzzles()).map((line) => {
    const [position, move, ...missedBy] = line.split(" ");
    const share = Math.floor((3 * missedBy.length) / graders.length);
    return { position, move, missedBy, level: LEVELS[Math.min(share, 2)] };
  });
  const found = all.filter((one) => level === null || one.level === level);
  if (number < 1 || number > found.length)
    throw new SpecError(`puzzle number must be from 1 to ${found.length}, got ${number}`);
  return { found: found[number - 1], count: found.length };
}

/** Proofs that share a limit of nodes. */
class Proofs {
  spent = 0;

  /** @param {Context} context */
  static async start(context) {
    return new Proofs(context.core, await context.tables(), context.limits.most_proof_nodes);
  }

  /**
   * @param {Core} core
   * @param {OpeningTables} tables
   * @param {number} nodes
   */
  constructor(core, tables, nodes) {
    this.core = core;
    this.tables = tables;
    this.nodes = nodes;
  }

  /**
   * Who wins, where it can be proved.
   * @param {PositionFacts} position
   */
  winnerOf(position) {
    const [first, second] = position.locations;
    const table = tableOf(this.tables, position);
    if (table && first !== null && second !== null && position.to_move === 1)
      return table.winnerOf(first, second);
    return this.bestOf(position).winner;
  }

  /**
   * Who wins, and a best move.
   * @param {PositionFacts} position
   * @returns {Verdict}
   */
  bestOf(position) {
    if (position.is_over) return { winner: position.winner, best: null };
    const placement = this.#bestPlacement(position);
    if (placement) return placement;
    if (this.spent >= this.nodes) return { winner: null, best: null };
    const found = this.core.call("solve", position.text, this.nodes - this.spent, false);
    this.spent += found.nodes;
    return { winner: found.winner, best: found.best_move };
  }

  /**
   * The moves after which the player to move still wins.
   * @param {PositionFacts} position
   * @returns {string[]}
   */
  winningMoves(position) {
    return position.legal_moves.filter(
      (move) => this.winnerOf(playMove(this.core, position, move)) === position.to_move,
    );
  }

  /**
   * Winner and best placement from the tables, while knights are placed in turn.
   * @param {PositionFacts} position
   * @returns {Verdict | null}
   */
  #bestPlacement(position) {
    const [first, second] = position.locations;
    const table = tableOf(this.tables, position);
    if (second !== null || !table) return null;
    const moves = position.legal_moves;
    if (position.to_move === 1 && first === null) {
      const best = moves.find((move) => {
        const after = playMove(this.core, position, move);
        return this.#bestPlacement(after)?.winner === 1;
      });
      return { winner: table.winner, best: best ?? moves[0] };
    }
    if (position.to_move === 2 && first !== null) {
      const best = moves.find((move) => table.winnerOf(first, move) === 2);
      return best === undefined ? { winner: 1, best: moves[0] } : { winner: 2, best };
    }
    return null;
  }
}
