// Standings as drawings: intervals around differences in Elo, the bar of a sequential test, ratings.

import { html } from "./elements.js";
import { formatCount } from "./format.js";

const MOST = 40;

// A row for each pairing with its interval on one common scale.
export function drawStandings(pairings) {
  if (!pairings.length) return html("p", { class: "muted" }, "Nothing is played yet.");
  const scale = scaleOf(pairings.map(({ elo }) => elo));
  const rows = pairings.slice(0, MOST).map((one) => html("tr", {},
    html("th", { scope: "row" }, html("span", { class: "text-p1" }, one.a), html("span", { class: "muted" }, " against "), html("span", { class: "text-p2" }, one.b)),
    html("td", { class: "elo" }, `${formatCount(one.ww)} / ${formatCount(one.split)} / ${formatCount(one.ll)}`),
    html("td", { class: "elo" }, `${formatCount(one.wins)} : ${formatCount(one.losses)}`, forfeitsOf(one)),
    html("td", { class: "interval-cell" }, drawInterval(one.elo, scale)),
    html("td", { class: "elo" }, formatElo(one.elo))));
  return html("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Table of standings" }, html("table", { class: "standings" },
    html("thead", {}, html("tr", {}, ["pairing", "pairs won / split / lost", "games", `pair-Elo, −${scale} to +${scale}`, "with its interval"].map((name) => html("th", { scope: "col" }, name)))),
    html("tbody", {}, rows)), pairings.length > MOST && html("p", { class: "muted" }, `and ${pairings.length - MOST} more pairings`));
}

// An interval as a bar with a point; what has no bound runs to the edge.
export function drawInterval({ value, low, high }, scale) {
  const share = (elo) => 50 + (50 * Math.max(-scale, Math.min(scale, elo))) / scale;
  const [from, to] = [low === null ? 0 : share(low), high === null ? 100 : share(high)];
  const element = html("div", { class: `interval${low === null && value === null ? " unknown" : ""}`, role: "img", "aria-label": formatElo({ value, low, high }) },
    html("div", { class: "zero-mark" }), html("div", { class: "span" }), value !== null && html("div", { class: "point" }));
  element.style.setProperty("--from", `${from}%`);
  element.style.setProperty("--to", `${to}%`);
  if (value !== null) element.style.setProperty("--at", `${share(value)}%`);
  element.classList.toggle("above", low !== null && low > 0);
  element.classList.toggle("below", high !== null && high < 0);
  return element;
}

// A scale of Elo that all intervals fit in, a round number.
export function scaleOf(elos) {
  const most = Math.max(20, ...elos.flatMap(({ value, low, high }) => [value, low, high].filter((one) => one !== null).map(Math.abs)));
  return [20, 50, 100, 200, 400, 800].find((scale) => scale >= most) ?? 1600;
}

// "+34 (−5 to +73)": whole from 10 on, one decimal below, the ends of the interval rounded outwards.
export function formatElo({ value, low, high }) {
  if (value === null && low === null && high === null) return "not known yet";
  if (value === 0 && low === 0 && high === 0) return "0";
  const ends = `${low === null ? "−∞" : signed(low, Math.floor)} to ${high === null ? "∞" : signed(high, Math.ceil)}`;
  return `${value === null ? "–" : signed(value, Math.round)} (${ends})`;
}

function signed(elo, round) {
  const rounded = Math.abs(elo) >= 10 ? round(elo) : round(10 * elo) / 10;
  const digits = Math.abs(rounded).toFixed(Math.abs(rounded) < 10 ? 1 : 0);
  return `${rounded > 0 ? "+" : rounded < 0 ? "−" : ""}${digits}`;
}

// Where a sequential test is between its two bounds.
export function drawSprt(sprt) {
  if (!sprt) return null;
  const share = (100 * (Math.max(sprt.low, Math.min(sprt.high, sprt.llr)) - sprt.low)) / (sprt.high - sprt.low);
  const verdict = sprt.decision ? `decided: ${sprt.decision === "elo1" ? `${sprt.elo1} Elo or more` : `${sprt.elo0} Elo or less`}` : "not decided";
  const bar = html("div", { class: `sprt-bar${sprt.decision ? ` ${sprt.decision}` : ""}` }, html("div", { class: "sprt-fill" }), html("div", { class: "sprt-middle" }));
  bar.style.setProperty("--share", `${share}%`);
  return html("div", { class: "sprt", role: "img", "aria-label": `SPRT: log-likelihood ratio ${sprt.llr.toFixed(2)} between ${sprt.low.toFixed(2)} and ${sprt.high.toFixed(2)}, ${verdict}` },
    html("div", { class: "sprt-ends" }, html("span", {}, `${sprt.elo0} Elo`, html("small", {}, ` ${fixed(sprt.low)}`)),
      html("b", {}, `SPRT ${fixed(sprt.llr)}: ${verdict}`), html("span", {}, `${sprt.elo1} Elo`, html("small", {}, ` ${fixed(sprt.high)}`))), bar);
}

function fixed(ratio) {
  return ratio.toFixed(2).replace("-", "−");
}

// Ratings of a tournament, the best first.
export function drawRatings(ratings) {
  const elos = ratings.map(({ elo, elo_low: low, elo_high: high }) => ({ value: elo, low, high }));
  const scale = scaleOf(elos);
  return html("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Table of ratings" }, html("table", { class: "standings" },
    html("caption", {}, `Ratings from −${scale} to +${scale} Elo; the first player has 0`),
    html("thead", {}, html("tr", {}, ["rank", "player", "Elo", "with its interval"].map((name) => html("th", { scope: "col" }, name)))),
    html("tbody", {}, ratings.map((one, index) => html("tr", {}, html("td", {}, one.rank), html("th", { scope: "row" }, one.player),
      html("td", { class: "interval-cell" }, drawInterval(elos[index], scale)), html("td", { class: "elo" }, formatElo(elos[index])))))));
}

function forfeitsOf({ forfeits }) {
  const [a, b] = forfeits;
  return a || b ? html("small", { class: "problem" }, ` forfeits ${a} : ${b}`) : null;
}
