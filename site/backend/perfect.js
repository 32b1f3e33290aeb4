// How the player Perfect chooses, as in the installed program: a placement from the tables, a
// proved winning move, or in a lost position the best trap.

import { playMove, positionOf } from "./context.js";

/**
 * @typedef {import("./core.js").Core} Core
 * @typedef {import("./context.js").PositionFacts} PositionFacts
 * @typedef {import("./opening_tables.js").OpeningTables} OpeningTables
 * @typedef {import("./opening_tables.js").OpeningTable} OpeningTable
 * @typedef {{move: string, winner: Player | null, nodes: number}} PerfectMove
 */

const PROOF_NODES = 20_000_000;
const TRAP_NODES = 500_000;
const EXPERT_NODES = 1_000_000;
/** @type {WeakMap<Core, number>} */
const experts = new WeakMap();

/**
 * The move for the player to move, who must have one. It depends on the position alone.
 * @param {Core} core
 * @param {OpeningTables} tables
 * @param {string} text
 * @returns {PerfectMove}
 */
export function choosePerfect(core, tables, text) {
  const position = positionOf(core, text);
  const table = tableOf(tables, position);
  const placed = table && placement(table, position);
  if (placed) return placed;
  core.number("forget");
  if (table && isLostOpening(table, position)) {
    const { move, nodes } = bestTrap(core, position, position.legal_moves[0]);
    return { move, winner: 2, nodes };
  }
  const { winner, best_move: best, nodes } = prove(core, position.text, PROOF_NODES);
  if (best === null) {
    const expert = core.choose(expertOf(core), position.text, 0);
    return { move: expert.move, winner: null, nodes: nodes + expert.nodes };
  }
  if (winner === position.to_move) return { move: best, winner, nodes };
  const trap = bestTrap(core, position, best);
  return { move: trap.move, winner, nodes: nodes + trap.nodes };
}

/**
 * The opening table for this position, if no square besides the knights' is gone.
 * @param {OpeningTables} tables
 * @param {PositionFacts} position
 */
export function tableOf(tables, position) {
  if (position.blocked.length) return null;
  return tables.get(`${position.width}x${position.height}`) ?? null;
}

/**
 * @param {Core} core
 * @param {string} text
 * @param {number} nodes
 * @returns {{winner: Player | null, best_move: string | null, nodes: number}}
 */
function prove(core, text, nodes) {
  return core.call("solve", text, nodes, true);
}

/** @param {Core} core */
function expertOf(core) {
  const expert = experts.get(core) ?? core.call("player", "Expert", -1, -1, EXPERT_NODES, -1);
  experts.set(core, expert);
  return expert;
}

/**
 * Whether player 1 loses with both knights just placed; a proof would take long.
 * @param {OpeningTable} table
 * @param {PositionFacts} position
 */
function isLostOpening(table, position) {
  const [first, second] = position.locations;
  if (first === null || second === null) return false;
  return position.to_move === 1 && table.winnerOf(first, second) === 2;
}

/**
 * A placement from the tables; the first one leaves the fewest winning replies.
 * @param {OpeningTable} table
 * @param {PositionFacts} position
 * @returns {PerfectMove | null}
 */
function placement(table, position) {
  const { to_move: mover } = position;
  const [first, second] = position.locations;
  if (position.locations[mover - 1] !== null) return null;
  if (mover === 2 && first !== null) {
    const move = position.legal_moves.find((square) => table.winnerOf(first, square) === 2);
    return move === undefined ? null : { move, winner: 2, nodes: 0 };
  }
  if (mover === 1 && second === null)
    return { move: table.bestFirst, winner: table.winner, nodes: 0 };
  return null;
}

/**
 * The move after which the largest share of replies loses. It starts with the move that took
 * longest to refute, and stops when the nodes are used up.
 * @param {Core} core
 * @param {PositionFacts} position
 * @param {string} hardest
 */
function bestTrap(core, position, hardest) {
  let spent = 0;
  let best = hardest;
  let bestPart = -1;
  const others = position.legal_moves.filter((move) => move !== hardest);
  for (const move of [hardest, ...others]) {
    const after = playMove(core, position, move);
    let mistakes = 0;
    for (const reply of after.legal_moves) {
      if (spent >= TRAP_NODES) return { move: best, nodes: spent };
      const found = prove(core, playMove(core, after, reply).text, TRAP_NODES - spent);
      spent += found.nodes;
      if (found.winner === position.to_move) mistakes++;
    }
    const part = after.legal_moves.length ? mistakes / after.legal_moves.length : 0;
    if (part > bestPart) [best, bestPart] = [move, part];
  }
  return { move: best, nodes: spent };
}
