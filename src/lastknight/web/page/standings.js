// Standings as drawings: Elo differences with intervals, the progress of a sequential test, ratings.

import { html, table } from "./elements.js";
import { formatCount } from "./format.js";

const MOST = 40;
// Scales of Elo, so that intervals can be compared.
const SCALES = [20, 50, 100, 200, 400, 800, 1600];

/**
 * A row for each pairing, with all intervals on one scale.
 * @param {Pairing[]} pairings
 */
export function drawStandings(pairings) {
  if (!pairings.length) return html("p", { class: "muted" }, "No games yet.");
  const scale = scaleOf(pairings.map(({ elo }) => elo));
  const heads = ["pairing", "pairs won / split / lost", "games", `pair-Elo, −${scale} to +${scale}`, "with interval"];
  const rows = pairings.slice(0, MOST).map((one) => html("tr", {},
    html("th", { scope: "row" }, html("span", { class: "text-p1" }, one.a), html("span", { class: "muted" }, " against "), html("span", { class: "text-p2" }, one.b)),
    html("td", { class: "elo" }, `${formatCount(one.ww)} / ${formatCount(one.split)} / ${formatCount(one.ll)}`),
    html("td", { class: "elo" }, `${formatCount(one.wins)} : ${formatCount(one.losses)}`, drawForfeits(one)),
    html("td", { class: "interval-cell" }, drawInterval(one.elo, scale)),
    html("td", { class: "elo" }, formatElo(one.elo))));
  const more = pairings.length - MOST;
  return [table("Table of standings", heads, rows, { tableClass: "standings" }),
    more > 0 && html("p", { class: "muted" }, `and ${more} more pairings`)];
}

/**
 * An interval as a bar with a point; without a bound it extends to the edge.
 * @param {Elo} elo
 * @param {number} scale
 */
export function drawInterval({ value, low, high }, scale) {
  /** @param {number} elo */
  const percent = (elo) => `${50 + (50 * Math.max(-scale, Math.min(scale, elo))) / scale}%`;
  const element = html("div", { class: `interval${low === null && value === null ? " unknown" : ""}`, role: "img", "aria-label": formatElo({ value, low, high }) },
    html("div", { class: "zero-mark" }), html("div", { class: "span" }), value !== null && html("div", { class: "point" }));
  element.style.setProperty("--from", percent(low ?? -scale));
  element.style.setProperty("--to", percent(high ?? scale));
  if (value !== null) element.style.setProperty("--at", percent(value));
  element.classList.toggle("above", low !== null && low > 0);
  element.classList.toggle("below", high !== null && high < 0);
  return element;
}

/**
 * The smallest scale that all intervals fit in.
 * @param {Elo[]} elos
 */
export function scaleOf(elos) {
  const most = Math.max(...elos.flatMap(({ value, low, high }) => [value, low, high].map((one) => Math.abs(one ?? 0))));
  return SCALES.find((scale) => scale >= most) ?? SCALES[SCALES.length - 1];
}

/**
 * The Elo of a match or a rating.
 * @param {{elo: number | null, elo_low: number | null, elo_high: number | null}} result
 * @returns {Elo}
 */
export function eloOf({ elo, elo_low: low, elo_high: high }) {
  return { value: elo, low, high };
}

/**
 * "+34 (−5 to +73)": whole numbers from 10 on, one decimal below; intervals are rounded outwards.
 * @param {Elo} elo
 */
export function formatElo({ value, low, high }) {
  if (value === null && low === null && high === null) return "not known yet";
  if (value === 0 && low === 0 && high === 0) return "0";
  const ends = `${low === null ? "−∞" : signed(low, Math.floor)} to ${high === null ? "∞" : signed(high, Math.ceil)}`;
  return `${value === null ? "–" : signed(value, Math.round)} (${ends})`;
}

/**
 * @param {number} elo
 * @param {(number: number) => number} round
 */
function signed(elo, round) {
  const rounded = Math.abs(elo) >= 10 ? round(elo) : round(10 * elo) / 10;
  const digits = Math.abs(rounded).toFixed(Math.abs(rounded) < 10 ? 1 : 0);
  return `${rounded > 0 ? "+" : rounded < 0 ? "−" : ""}${digits}`;
}

/**
 * A sequential test between its two bounds.
 * @param {Sprt | null} sprt
 */
export function drawSprt(sprt) {
  if (!sprt) return null;
  const { elo0, elo1, llr, low, high, decision, left } = sprt;
  const share = (100 * (Math.max(low, Math.min(high, llr)) - low)) / (high - low);
  const verdict = decision ? `decided: ${decision === "elo1" ? `${elo1} Elo or more` : `${elo0} Elo or less`}` : `undecided${left && `, ${left}`}`;
  const bar = html("div", { class: `sprt-bar ${decision ?? ""}` }, html("div", { class: "sprt-fill" }), html("div", { class: "sprt-middle" }));
  bar.style.setProperty("--share", `${share}%`);
  return html("div", { class: "sprt", role: "img", "aria-label": `SPRT: log-likelihood ratio ${llr.toFixed(2)} between ${low.toFixed(2)} and ${high.toFixed(2)}, ${verdict}` },
    html("div", { class: "sprt-ends" }, html("span", {}, `${elo0} Elo`, html("small", {}, ` ${fixed(low)}`)),
      html("b", {}, `SPRT ${fixed(llr)}: ${verdict}`), html("span", {}, `${elo1} Elo`, html("small", {}, ` ${fixed(high)}`))), bar);
}

/** @param {number} ratio */
function fixed(ratio) {
  return ratio.toFixed(2).replace("-", "−");
}

/**
 * The ratings of a tournament.
 * @param {Rating[]} ratings
 */
export function drawRatings(ratings) {
  const scale = scaleOf(ratings.map(eloOf));
  const rows = ratings.map((one) => html("tr", {}, html("td", {}, one.rank), html("th", { scope: "row" }, one.player),
    html("td", { class: "interval-cell" }, drawInterval(eloOf(one), scale)), html("td", { class: "elo" }, formatElo(eloOf(one)))));
  const caption = `Ratings from −${scale} to +${scale} Elo; the first player's is 0`;
  return table("Table of ratings", ["rank", "player", "Elo", "with interval"], rows, { caption, tableClass: "standings" });
}

/**
 * What A and B of each match won as attacker and as defender.
 * @param {Match[]} matches
 */
export function drawRoles(matches) {
  const known = matches.filter(({ role_games: games }) => games !== null);
  if (!known.length) return matches.length ? html("p", { class: "muted" }, "Results by role are not known: the openings leave knights to place.") : null;
  const rows = known.flatMap((one) => [
    drawRole(one.a, one.b, [one.a_attacker_rate, one.a_attacker_low, one.a_attacker_high], [one.a_defender_rate, one.a_defender_low, one.a_defender_high]),
    drawRole(one.b, one.a, [one.b_attacker_rate, one.b_attacker_low, one.b_attacker_high], [one.b_defender_rate, one.b_defender_low, one.b_defender_high]),
  ]);
  const caption = "Games won by role, with 95 % intervals. The attacker is to move while both knights stand on one colour.";
  return table("Table of results by role", ["player", "as attacker", "as defender"], rows, { caption, tableClass: "roles" });
}

/**
 * @param {string} player
 * @param {string} opponent
 * @param {(number | null)[]} attacker
 * @param {(number | null)[]} defender
 */
function drawRole(player, opponent, attacker, defender) {
  return html("tr", {}, html("th", { scope: "row" }, player, html("span", { class: "muted" }, ` against ${opponent}`)),
    [attacker, defender].map((rate) => html("td", {}, formatRate(rate))));
}

/**
 * "94.8 % (93.0 to 96.2)", as the terminal writes it.
 * @param {(number | null)[]} rate
 */
function formatRate(rate) {
  const [value, low, high] = rate.map((one) => (one === null ? null : (100 * one).toFixed(1)));
  return value === null || low === null || high === null ? "unknown" : `${value} % (${low} to ${high})`;
}

/** @param {Pairing} pairing */
function drawForfeits({ forfeits: [a, b] }) {
  return a || b ? html("small", { class: "problem" }, ` forfeits ${a} : ${b}`) : null;
}
