// What a board draws besides its squares: holes, knights, the last move, and arrows.

import { svg } from "./elements.js";
import { CELL } from "./grid.js";
import { drawKnight } from "./knight.js";

/** @typedef {import("./grid.js").Grid} Grid */

// Units between an arrow's ends and the middles of its squares, which may have values in them.
const TAIL = 14;
const TIP = 25;
const HEAD = 11;

/**
 * A visited square shows the number of its ply; one blocked from the start is hatched.
 * @param {Visit | undefined} visit
 */
export function drawHole(visit) {
  const half = CELL / 2;
  if (!visit)
    return svg("path", { class: "hatch", d: `M${half - 21} ${half}l21-21m21 0l-42 42m21 0l21-21` });
  return svg(
    "g",
    { class: `ply p${visit.player}` },
    svg("circle", { cx: half, cy: half, r: 10.5 }),
    svg("text", { x: half, y: half + 4 }, String(visit.number)),
  );
}

/**
 * @param {LastMove | null} last
 * @param {Grid} grid
 */
export function drawTrail(last, grid) {
  if (!last?.from) return null;
  const [[x1, y1], [x2, y2]] = [grid.center(last.from), grid.center(last.to)];
  return svg("line", { class: `trail p${last.player}`, x1, y1, x2, y2 });
}

/**
 * A move that an engine likes; a ring around the square where a knight would be placed.
 * @param {Arrow} arrow
 * @param {Grid} grid
 */
export function drawArrow({ from, to, player, rank }, grid) {
  const [x2, y2] = grid.center(to);
  const name = `arrow p${player} rank${rank}`;
  if (!from) return svg("circle", { class: name, cx: x2, cy: y2, r: CELL / 2 - 5, "data-to": to });
  const [x1, y1] = grid.center(from);
  const length = Math.hypot(x2 - x1, y2 - y1);
  const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
  /** @type {(along: number, across: number) => string} */
  const at = (along, across) =>
    `${(x1 + dx * along - dy * across).toFixed(1)} ${(y1 + dy * along + dx * across).toFixed(1)}`;
  const end = length - TIP;
  return svg("path", {
    class: name,
    "data-to": to,
    d:
      `M${at(TAIL, 0)}L${at(end - HEAD, 0)}` +
      `M${at(end - HEAD, -7)}L${at(end, 0)}L${at(end - HEAD, 7)}Z`,
  });
}

/**
 * Both knights, the loser's on its side.
 * @param {Required<BoardState>} state
 * @param {Grid} grid
 */
export function drawPieces({ position, visits, result }, grid) {
  const winner = position.winner ?? result?.winner ?? null;
  return /** @type {Player[]} */ ([1, 2]).map((player) => {
    const name = position.location(player);
    if (!name) return null;
    const [x, y] = grid.center(name);
    const visit = visits.get(name);
    const isFallen = winner !== null && winner !== player;
    return svg(
      "g",
      { "data-knight": player },
      drawKnight(player, { x, y, scale: 0.48, fallen: isFallen }),
      visit &&
        svg(
          "g",
          { class: `ply p${player}` },
          svg("circle", { cx: x - 19, cy: y - 19, r: 8.5 }),
          svg("text", { x: x - 19, y: y - 15.5, class: "small" }, String(visit.number)),
        ),
    );
  });
}
