// The drawing of a knight, the same shape as in lastknight's diagrams (a test compares them).

import { svg } from "./elements.js";

// It faces left in a box of 100 x 100.
export const MANE = "M49 16C73 15 87 35 83.5 57C82.5 63 81 67 79 71C78 73 75.5 72 75 69L64 40Z";
export const BODY =
  "M29 82C29 72 38 67 45 60C49 56 51 51 50 45C45 51 38 52 33 55C29 58 27 63 21 63" +
  "C14 63 9 58 11 52C13 46 20 41 23 33C25 27 30 22 35 19C35 14 36 9 39 5C44 8 47 12 49 17" +
  "C62 22 71 40 71 58C71 68 74 76 77 82ZM27 84.5H78C81.5 85.5 84 88.5 84 92H21" +
  "C21 88.5 23.5 85.5 27 84.5Z";
export const FACE =
  "M31 35.5C33 31.5 37 30.5 40.5 32.5C38 36.5 34 37.5 31 35.5ZM17 52.3a1.7 1.7 0 1 1-.1 0Z";
const CENTER = [47.5, 48.5];

/**
 * A player's knight centred at (x, y); a fallen one lies on its side.
 * @param {Player} player
 * @param {{x: number, y: number, scale: number, fallen?: boolean}} options
 */
export function drawKnight(player, { x, y, scale, fallen = false }) {
  const turn = fallen ? `rotate(-80 ${x} ${y})` : "";
  const corner = `translate(${x - CENTER[0] * scale} ${y - CENTER[1] * scale})scale(${scale})`;
  return svg(
    "g",
    { class: `knight p${player}`, transform: turn + corner },
    svg("path", { class: "mane", d: MANE }),
    svg("path", { class: "body", d: BODY }),
    svg("path", { class: "face", d: FACE }),
  );
}

/**
 * A knight as an icon.
 * @param {Player} player
 */
export function knightIcon(player) {
  return svg(
    "svg",
    { class: "icon", viewBox: "0 0 100 100", "aria-hidden": "true", focusable: "false" },
    drawKnight(player, { x: 50, y: 50, scale: 0.94 }),
  );
}
