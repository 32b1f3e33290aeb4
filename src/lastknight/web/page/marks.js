// Marks on a square: values of heuristics, the exact winner, and what a heuristic counted. Each has
// a place of its own, and values are as large as theirs allows.
//
//     +--ring-----------+
//     | sign | value    |    A mark has: `winner` after a move there, and whether that is `good`
//     |      | value    |    for the player to move; `lines`, the values, one below the other;
//     |        value    |    `counted`, for whom a heuristic counted this square, in rings, with
//     +--×2-------------+    how often on the lower edge.

import { svg } from "./elements.js";
import { CELL } from "./grid.js";

const LARGEST = 15;
// The height of a line and the width of its widest digit, for a font of size 1.
const LINE = 1.12;
const DIGIT = 0.61;
const RING = 3.5;
const SIGN = 15;

/** @typedef {{left: number, right: number, top: number, bottom: number}} Box */

/**
 * The drawing of a mark in a cell whose top left corner is the origin.
 * @param {Mark} mark
 */
export function drawMark({ winner, good = false, lines = [], counted = [] }) {
  const rings = counted.slice(0, 2);
  const edge = 3 + RING * rings.length;
  const box = {
    left: edge,
    right: CELL - edge,
    top: edge,
    bottom: CELL - edge - (rings.some(({ text }) => text) ? 5 : 0),
  };
  return svg(
    "g",
    { class: "mark" },
    winner && drawWinner(winner, { good, corner: edge + SIGN / 2 }),
    drawLines(lines, winner === undefined ? box : beside(box, lines.length)),
    rings.map(drawRing),
    rings.map(drawCount),
  );
}

/**
 * What a sign in the corner leaves of a box: the rest below it, or to the right of it where there
 * are many lines.
 * @param {Box} box
 * @param {number} lines
 */
function beside(box, lines) {
  return lines > 2 ? { ...box, left: box.left + SIGN } : { ...box, top: box.top + SIGN };
}

/**
 * The colour says who wins, the sign whether that is good for the player to move.
 * @param {Player} winner
 * @param {{good: boolean, corner: number}} options
 */
function drawWinner(winner, { good, corner }) {
  return svg(
    "g",
    { class: `winner p${winner}` },
    svg("rect", { class: "wash", x: 1.5, y: 1.5, width: 53, height: 53, rx: 6 }),
    svg("circle", { cx: corner, cy: corner, r: SIGN / 2 }),
    svg("path", {
      class: "sign",
      transform: `translate(${corner} ${corner})`,
      d: good ? "M-3.5 .3l2.6 2.6l4.6-5.6" : "M-2.8-2.8l5.6 5.6m0-5.6l-5.6 5.6",
    }),
  );
}

/**
 * Values, centred in a box that holds them all.
 * @param {NonNullable<Mark["lines"]>} lines
 * @param {Box} box
 */
function drawLines(lines, { left, right, top, bottom }) {
  const longest = Math.max(...lines.map(({ text }) => text.length));
  const size = Math.min(
    LARGEST,
    (bottom - top) / (LINE * lines.length),
    (right - left) / (DIGIT * longest),
  );
  const first = (top + bottom) / 2 - ((lines.length - 1) * size * LINE) / 2;
  return lines.map(({ text, best, order }, index) => {
    const line = svg(
      "text",
      {
        class: `value order${order}${best ? " best" : ""}`,
        x: (left + right) / 2,
        y: first + index * size * LINE + size * 0.35,
      },
      text,
    );
    line.style.fontSize = `${size.toFixed(2)}px`;
    return line;
  });
}

/**
 * A ring in the colour of the player for whom the square was counted; two rings if for both.
 * @param {NonNullable<Mark["counted"]>[number]} counted
 * @param {number} index
 */
function drawRing({ player }, index) {
  const inset = 2.5 + index * RING;
  return svg("rect", {
    class: `counted p${player ?? 0}`,
    x: inset,
    y: inset,
    width: CELL - 2 * inset,
    height: CELL - 2 * inset,
    rx: 6 - index,
  });
}

/**
 * @param {NonNullable<Mark["counted"]>[number]} counted
 * @param {number} index
 */
function drawCount({ player, text }, index) {
  if (!text) return null;
  const place = { x: index ? 16 : CELL - 16, y: CELL - 2 };
  return svg("text", { class: `count p${player ?? 0}`, ...place }, text);
}
