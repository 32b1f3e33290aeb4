// What is drawn on a square on top of the game: values of heuristics, the exact winner, and what a
// heuristic counted. Where these come from is not known here.
//
// A mark is {winner, good, lines, counted}: the winner after a move there (1 or 2) and whether that is
// the player to move; lines [{text, best, order}], the values, one below the other; counted [{player,
// text}], what a heuristic found on this square.

import { svg } from "./elements.js";

// The side of a square in units of the drawing.
export const CELL = 56;
const SIZES = { 1: 15, 2: 13, 3: 11.5, 4: 9.5 };

// The drawing of a mark in a cell whose corner is the origin.
export function drawMark(mark, { isOccupied }) {
  return svg("g", { class: "mark" },
    mark.winner && drawWinner(mark.winner, mark.good),
    mark.lines?.length > 0 && drawLines(mark.lines, Boolean(mark.winner)),
    mark.counted?.length > 0 && drawCounted(mark.counted, isOccupied));
}

// Colour says who wins, the sign in the corner whether that is good for the player to move.
function drawWinner(winner, good) {
  return svg("g", { class: `winner p${winner}` },
    svg("rect", { class: "wash", x: 1.5, y: 1.5, width: 53, height: 53, rx: 6 }),
    svg("circle", { cx: 11.5, cy: 11.5, r: 7.5 }),
    svg("path", { class: "sign", d: good ? "M8 11.8l2.6 2.6l4.6-5.6" : "M8.7 8.7l5.6 5.6m0-5.6l-5.6 5.6" }));
}

function drawLines(lines, below) {
  const size = SIZES[lines.length] ?? 8.5;
  const height = size * 1.16;
  const top = (CELL + (below && lines.length > 1 ? 9 : 0)) / 2 - ((lines.length - 1) * height) / 2;
  return lines.map((line, index) =>
    svg("text", {
      class: `value order${line.order}${line.best ? " best" : ""}`,
      x: CELL / 2, y: top + index * height + size * 0.36, "font-size": line.text.length > 5 ? size * 0.8 : size,
    }, line.text));
}

// A ring in the colour of the player whose square was counted; two rings where it was counted for both.
function drawCounted(counted, isOccupied) {
  return counted.slice(0, 2).map(({ player, text }, index) => {
    const inset = 5 + index * 5;
    return svg("g", { class: `counted p${player ?? 0}` },
      svg("rect", { x: inset, y: inset, width: CELL - 2 * inset, height: CELL - 2 * inset, rx: 8 }),
      text && svg("text", { x: index ? 12 : CELL - 12, y: isOccupied ? 51 : CELL - 8 }, text));
  });
}
