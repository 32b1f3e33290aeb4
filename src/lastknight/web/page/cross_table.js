// The cross table of a tournament: what each player scored against each other.

import { breakable, html, table } from "./elements.js";
import { formatElo } from "./standings.js";

/**
 * Players in the order of the ratings; a cell is the row's score against the column.
 * @param {Pairing[]} pairings
 * @param {Rating[]} ratings
 */
export function drawCrossTable(pairings, ratings) {
  const players = ratings.map(({ player }) => player);
  /** @type {Map<string, {wins: number, losses: number, elo: string}>} */
  const scores = new Map();
  for (const { a, b, wins, losses, elo } of pairings) {
    const turned = { value: minus(elo.value), low: minus(elo.high), high: minus(elo.low) };
    scores.set(JSON.stringify([a, b]), { wins, losses, elo: formatElo(elo) });
    scores.set(JSON.stringify([b, a]), { wins: losses, losses: wins, elo: formatElo(turned) });
  }
  const rows = players.map((player, number) =>
    html(
      "tr",
      { "data-key": player },
      html(
        "th",
        { scope: "row", title: player },
        html("span", { class: "muted" }, `${number + 1} `),
        breakable(player),
      ),
      players.map((other) => drawCell(player, other, scores.get(JSON.stringify([player, other])))),
    ),
  );
  return table("Cross table", ["player", ...players.map((_, number) => String(number + 1))], rows, {
    caption: "Score of each row against each column, in percent of games",
    tableClass: "cross",
  });
}

/**
 * @param {string} player
 * @param {string} other
 * @param {{wins: number, losses: number, elo: string} | undefined} score
 */
function drawCell(player, other, score) {
  if (player === other) return html("td", { class: "self" }, "–");
  if (!score) return html("td", { class: "muted" }, "·");
  const { wins, losses, elo } = score;
  const share = (100 * wins) / Math.max(1, wins + losses);
  const kind = share > 50 ? "ahead" : share < 50 ? "behind" : "";
  const title = `${player} against ${other}: ${wins} : ${losses}, pair-Elo ${elo}`;
  return html("td", { class: kind, title }, share.toFixed(0));
}

/** @param {number | null} value */
function minus(value) {
  return value === null ? null : -value;
}
