// Marks on a square: values of heuristics, the exact winner, and what a heuristic counted.
//
// A mark has: `winner` after a move there, and whether that is `good` for the player to move; `lines`, the
// values, one below the other; `counted`, for whom a heuristic counted this square.

import { svg } from "./elements.js";

// The side of a square in units of the drawing.
export const CELL = 56;
// Font sizes by number of lines.
const SIZES = [15, 15, 13, 11.5, 9.5];

/**
 * The drawing of a mark in a cell whose top left corner is the origin.
 * @param {Mark} mark
 * @param {{isOccupied: boolean}} options
 */
export function drawMark({ winner, good = false, lines = [], counted = [] }, { isOccupied }) {
  return svg("g", { class: "mark" },
    winner && drawWinner(winner, good),
    drawLines(lines, winner !== undefined),
    drawCounted(counted, isOccupied));
}

/**
 * The colour says who wins, the sign whether that is good for the player to move.
 * @param {Player} winner
 * @param {boolean} good
 */
function drawWinner(winner, good) {
  return svg("g", { class: `winner p${winner}` },
    svg("rect", { class: "wash", x: 1.5, y: 1.5, width: 53, height: 53, rx: 6 }),
    svg("circle", { cx: 11.5, cy: 11.5, r: 7.5 }),
    svg("path", { class: "sign", d: good ? "M8 11.8l2.6 2.6l4.6-5.6" : "M8.7 8.7l5.6 5.6m0-5.6l-5.6 5.6" }));
}

/**
 * @param {NonNullable<Mark["lines"]>} lines
 * @param {boolean} hasWinner
 */
function drawLines(lines, hasWinner) {
  const size = SIZES[lines.length] ?? 8.5;
  const height = size * 1.16;
  const top = (CELL + (hasWinner && lines.length > 1 ? 9 : 0)) / 2 - ((lines.length - 1) * height) / 2;
  return lines.map((line, index) =>
    svg("text", {
      class: `value order${line.order}${line.best ? " best" : ""}`,
      x: CELL / 2, y: top + index * height + size * 0.36, "font-size": line.text.length > 5 ? size * 0.8 : size,
    }, line.text));
}

/**
 * A ring in the colour of the player for whom the square was counted; two rings where for both.
 * @param {NonNullable<Mark["counted"]>} counted
 * @param {boolean} isOccupied
 */
function drawCounted(counted, isOccupied) {
  return counted.slice(0, 2).map(({ player, text }, index) => {
    const inset = 5 + index * 5;
    return svg("g", { class: `counted p${player ?? 0}` },
      svg("rect", { x: inset, y: inset, width: CELL - 2 * inset, height: CELL - 2 * inset, rx: 8 }),
      text && svg("text", { x: index ? 12 : CELL - 12, y: isOccupied ? 51 : CELL - 8 }, text));
  });
}
