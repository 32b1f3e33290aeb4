// What the line below the players says: whose turn it is, or how the game ended.

import { plural } from "./format.js";
import { YOU, playerName } from "./player_choice.js";
import { opponentOf } from "./position.js";

/**
 * @param {{players: [string, string], levels: Level[], node: Ply, result: GameResult | null,
 *   isRunning: boolean}} state
 */
export function describeStatus({ players, levels, node, result, isRunning }) {
  if (result) return describeResult(result, { players, ply: node.ply });
  const { position } = node;
  const mover = players[position.toMove - 1];
  if (mover === YOU) {
    const task = position.location(position.toMove) ? "move" : "place your knight";
    return players[0] === players[1]
      ? `Player ${position.toMove}: ${task}.`
      : `Your turn: ${task}.`;
  }
  const name = playerName(mover, levels);
  return isRunning ? `${name} is thinking…` : `Paused. Let ${name} move, or move for it.`;
}

/**
 * How a game ended, with "You won" where one person plays.
 * @param {GameResult} result
 * @param {{players: [string, string], ply: number}} game
 */
function describeResult({ winner, reason }, { players, ply }) {
  const loser = opponentOf(winner);
  const end = { no_moves: "cannot move", resigned: "resigned", time: "ran out of time" }[reason];
  const sentence = `Player ${loser} ${end}: player ${winner} wins after ${plural(ply, "move")}.`;
  if (players[0] === players[1] || !players.includes(YOU)) return sentence;
  return `${players[winner - 1] === YOU ? "You won." : "You lost."} ${sentence}`;
}
