// Standings as drawings: Elo differences with intervals, the progress of a sequential test,
// ratings.

import { breakable, html, table } from "./elements.js";
import { formatCount, plural } from "./format.js";

// Scales of Elo, so that intervals can be compared.
const SCALES = [20, 50, 100, 200, 400, 800, 1600];

// The rank of a player that cannot be ranked yet.
const UNRANKED = "too few games";

/**
 * A row of the standings: the result of A against B.
 * @typedef {object} Result
 * @property {string} key
 * @property {string} a
 * @property {string} b
 * @property {number} ww
 * @property {number} split
 * @property {number} ll
 * @property {number} wins
 * @property {number} losses
 * @property {[number, number]} forfeits
 * @property {Elo} elo
 */

/**
 * Results so far, with intervals that stay valid however often they are looked at.
 * @param {Pairing[]} pairings
 * @returns {Result[]}
 */
export function resultsSoFar(pairings) {
  return pairings.map((one) => ({ ...one, key: `${one.experiment} ${one.pairing}` }));
}

/**
 * Final results, with intervals for one look at the end.
 * @param {Match[]} matches
 * @returns {Result[]}
 */
export function finalResults(matches) {
  return matches.map((one, number) => ({
    ...one,
    key: String(number),
    wins: Number(one.wins),
    losses: Number(one.losses),
    forfeits: [Number(one.a_forfeits ?? 0), Number(one.b_forfeits ?? 0)],
    elo: eloOf(one),
  }));
}

/**
 * A row for each result, with all intervals on one scale. The Elo comes early, so that it can be
 * read on a narrow screen.
 * @param {Result[]} results
 * @param {{isFinal: boolean}} options
 */
export function drawStandings(results, { isFinal }) {
  if (!results.length) return html("p", { class: "muted" }, "No games yet.");
  const scale = scaleOf(results.map(({ elo }) => elo));
  const heads = [
    "pairing",
    "pair-Elo",
    `from −${scale} to +${scale}`,
    "pairs won / split / lost",
    "games",
  ];
  const rows = results.map((one) =>
    html(
      "tr",
      { "data-key": one.key },
      html(
        "th",
        { scope: "row" },
        html("span", { class: "text-p1" }, breakable(one.a)),
        html("span", { class: "muted" }, " against "),
        html("span", { class: "text-p2" }, breakable(one.b)),
      ),
      html("td", { class: "elo" }, formatElo(one.elo)),
      html("td", { class: "interval-cell" }, drawInterval(one.elo, scale)),
      html(
        "td",
        { class: "elo" },
        `${formatCount(one.ww)} / ${formatCount(one.split)} / ${formatCount(one.ll)}`,
      ),
      html(
        "td",
        { class: "elo" },
        `${formatCount(one.wins)} : ${formatCount(one.losses)}`,
        drawForfeits(one),
      ),
    ),
  );
  const caption = isFinal
    ? "Final results, with 95 % intervals."
    : "Results so far. These 95 % intervals stay valid however often you look, so they are wider " +
      "than those of the final result.";
  return table("Table of standings", heads, rows, { caption, tableClass: "standings" });
}

/**
 * An interval as a bar with a point; without a bound it extends to the edge.
 * @param {Elo} elo
 * @param {number} scale
 */
export function drawInterval({ value, low, high }, scale) {
  /** @param {number} elo */
  const percent = (elo) => `${50 + (50 * Math.max(-scale, Math.min(scale, elo))) / scale}%`;
  const element = html(
    "div",
    {
      class: `interval${low === null && value === null ? " unknown" : ""}`,
      role: "img",
      "aria-label": formatElo({ value, low, high }),
    },
    html("div", { class: "zero-mark" }),
    html("div", { class: "span" }),
    value !== null && html("div", { class: "point" }),
  );
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
  const most = Math.max(
    ...elos.flatMap(({ value, low, high }) => [value, low, high].map((one) => Math.abs(one ?? 0))),
  );
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
  const from = low === null ? "−∞" : signed(low, Math.floor);
  const ends = `${from} to ${high === null ? "∞" : signed(high, Math.ceil)}`;
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
 * A sequential test between its two bounds; once it is over, without the expected number of pairs.
 * @param {Sprt | null} sprt
 * @param {{isOver: boolean}} options
 */
export function drawSprt(sprt, { isOver }) {
  if (!sprt) return null;
  const { elo0, elo1, llr, low, high, decision, left } = sprt;
  const share = (100 * (Math.max(low, Math.min(high, llr)) - low)) / (high - low);
  const verdict = decision
    ? `decided: ${decision === "elo1" ? `${elo1} Elo or more` : `${elo0} Elo or less`}`
    : isOver
      ? "inconclusive after all its pairs"
      : `inconclusive so far${left && `, ${left}`}`;
  const bar = html(
    "div",
    { class: `sprt-bar ${decision ?? ""}` },
    html("div", { class: "sprt-fill" }),
    html("div", { class: "sprt-middle" }),
  );
  bar.style.setProperty("--share", `${share}%`);
  return html(
    "div",
    {
      class: "sprt",
      role: "img",
      "aria-label":
        `SPRT: log-likelihood ratio ${llr.toFixed(2)} ` +
        `between ${low.toFixed(2)} and ${high.toFixed(2)}, ${verdict}`,
    },
    html(
      "div",
      { class: "sprt-ends" },
      html("span", {}, `${elo0} Elo`, html("small", {}, ` ${fixed(low)}`)),
      html("b", {}, `SPRT ${fixed(llr)}: ${verdict}`),
      html("span", {}, `${elo1} Elo`, html("small", {}, ` ${fixed(high)}`)),
    ),
    bar,
  );
}

/**
 * Why a sequential test counts fewer pairs than were played.
 * @param {number} played
 * @param {Result} result
 */
export function drawUncounted(played, { ww, split, ll }) {
  const counted = ww + split + ll;
  if (counted === played) return null;
  const text = `The first ${plural(counted, "pair")} decided the test; later ones do not count.`;
  return html("p", { class: "muted", "data-key": "uncounted" }, text);
}

/** @param {number} ratio */
function fixed(ratio) {
  return ratio.toFixed(2).replace("-", "−");
}

/**
 * Ratings, best first.
 * @param {Rating[]} ratings
 */
export function drawRatings(ratings) {
  const scale = scaleOf(ratings.map(eloOf));
  const anchor = ratings.find(({ elo, elo_low: low }) => elo === 0 && low === 0);
  const rows = ratings.map((one) =>
    html(
      "tr",
      { "data-key": one.player },
      html("td", {}, one.rank === UNRANKED ? "–" : one.rank),
      html("th", { scope: "row" }, breakable(one.player)),
      html("td", { class: "elo" }, formatElo(eloOf(one))),
      html("td", { class: "interval-cell" }, drawInterval(eloOf(one), scale)),
    ),
  );
  const heads = ["rank", "player", "Elo", `from −${scale} to +${scale}`];
  const zero = anchor ? `; ${anchor.player} is 0` : "";
  const isUnranked = ratings.some(({ rank }) => rank === UNRANKED);
  const few = isUnranked ? " Those without a rank have too few games." : "";
  const caption = `Ratings, best first${zero}.${few}`;
  return table("Table of ratings", heads, rows, { caption, tableClass: "standings" });
}

/**
 * What A and B of each match won as attacker and as defender.
 * @param {Match[]} matches
 */
export function drawRoles(matches) {
  const known = matches.filter(({ role_games: games }) => games !== null);
  if (!known.length)
    return matches.length
      ? html(
          "p",
          { class: "muted" },
          "Results by role are unknown: the openings leave knights unplaced.",
        )
      : null;
  const rows = known.flatMap((one) => [
    drawRole(
      one.a,
      one.b,
      [one.a_attacker_rate, one.a_attacker_low, one.a_attacker_high],
      [one.a_defender_rate, one.a_defender_low, one.a_defender_high],
    ),
    drawRole(
      one.b,
      one.a,
      [one.b_attacker_rate, one.b_attacker_low, one.b_attacker_high],
      [one.b_defender_rate, one.b_defender_low, one.b_defender_high],
    ),
  ]);
  const caption =
    "Games won by role, with 95 % intervals. " +
    "The attacker is to move while both knights stand on the same colour.";
  return table("Table of results by role", ["player", "as attacker", "as defender"], rows, {
    caption,
    tableClass: "roles",
  });
}

/**
 * @param {string} player
 * @param {string} opponent
 * @param {(number | null)[]} attacker
 * @param {(number | null)[]} defender
 */
function drawRole(player, opponent, attacker, defender) {
  return html(
    "tr",
    {},
    html(
      "th",
      { scope: "row" },
      breakable(player),
      html("span", { class: "muted" }, " against ", breakable(opponent)),
    ),
    [attacker, defender].map((rate) => html("td", {}, formatRate(rate))),
  );
}

/**
 * "94.8 % (93.0 to 96.2)", as the terminal writes it.
 * @param {(number | null)[]} rate
 */
function formatRate(rate) {
  const [value, low, high] = rate.map((one) => (one === null ? null : (100 * one).toFixed(1)));
  return value === null || low === null || high === null
    ? "unknown"
    : `${value} % (${low} to ${high})`;
}

/** @param {Pick<Result, "forfeits">} result */
function drawForfeits({ forfeits: [a, b] }) {
  return a || b ? html("small", { class: "problem" }, ` forfeits ${a} : ${b}`) : null;
}
