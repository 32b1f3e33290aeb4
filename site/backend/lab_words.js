// Results in words, in the program's own wording. The numbers come from the core.

import { plural } from "../../src/lastknight/web/page/format.js";

/**
 * @typedef {{value: number | null, low: number | null, high: number | null}} Estimate
 *
 * What the core knows about finished counts.
 * @typedef {object} Facts
 * @property {number} ww
 * @property {number} split
 * @property {number} ll
 * @property {number} wins
 * @property {number} losses
 * @property {number} first_wins
 * @property {number} openings
 * @property {Estimate} elo
 * @property {Estimate} win_rate
 * @property {number} p_value
 * @property {number} p_value_unclustered
 * @property {boolean} is_repeating
 * @property {number} equivalence
 * @property {number} target
 * @property {boolean} is_too_many
 * @property {number | null} pairs_to_decide
 * @property {Record<string, any> | null} roles
 * @property {SprtFacts | null} sprt
 *
 * @typedef {object} SprtFacts
 * @property {number} llr
 * @property {number} llr_low
 * @property {number} llr_high
 * @property {"elo0" | "elo1" | null} decision
 * @property {number} design_effect
 * @property {number} worth
 *
 * @typedef {object} SprtState
 * @property {number} pairs
 * @property {boolean} is_over
 * @property {number | null} pairs_left
 * @property {boolean} is_more_than_planned
 *
 * @typedef {object} RatingFacts
 * @property {Estimate[]} elo
 * @property {[number, number][]} ranks
 * @property {number[]} order
 * @property {number} openings
 * @property {number} pairs_to_rank
 * @property {number | null} hub
 * @property {number} hub_share
 * @property {number | null} fit_p_value
 * @property {{winner: number, loser: number, expected: number, seen: number} | null} surprise
 */

const LEVEL = 0.05;
const TOO_FEW = "too few games";

/**
 * The verdict on A against B: a word from a fixed table, and a sentence.
 * @param {Facts} facts
 * @param {string} a
 * @param {string} b
 * @returns {{word: string, sentence: string, pairs_to_decide: number | null}}
 */
export function judge(facts, a, b) {
  const { elo, p_value: p, equivalence } = facts;
  const { low, high } = elo;
  const isWithin = low !== null && high !== null && -equivalence < low && high < equivalence;
  const numbers = `${describeElo(elo)} (95 % interval)`;
  const small = isWithin ? ` The difference is less than ${equivalence} Elo.` : "";
  const isDifferent = p <= LEVEL;
  if (isDifferent && low !== null && low > 0)
    return verdict("better", `${a} is better than ${b}: ${numbers}.${small}`);
  if (isDifferent && high !== null && high < 0)
    return verdict("worse", `${a} is worse than ${b}: ${numbers}.${small}`);
  if (isWithin)
    return verdict(
      "equivalent",
      `${a} and ${b} are equivalent within ${equivalence} Elo: ${numbers}.`,
    );
  const needed = describePairsNeeded(facts);
  return {
    word: "inconclusive",
    sentence: `${a} against ${b} is inconclusive (${describePValue(p)}): ${needed}.`,
    pairs_to_decide: facts.pairs_to_decide,
  };
}

/**
 * What a sequential test says so far.
 * @param {Facts & {sprt: SprtFacts}} facts
 * @param {import("./lab_requests.js").Sprt} asked
 * @param {string} a
 * @param {string} b
 */
export function describeSprt({ sprt, ww, ll, is_repeating: isRepeating }, asked, a, b) {
  const [elo0, elo1] = [signed(asked.elo0), signed(asked.elo1)];
  if (sprt.decision === null) {
    const worth =
      sprt.design_effect === 1 ? "" : ` on repeated openings, worth ${count(sprt.worth)},`;
    const decided = plural(ww + ll, "decided pair");
    const does = ww + ll === 1 ? "does" : "do";
    const ending = isRepeating ? " The players repeat themselves: play other openings." : "";
    return (
      `${a} against ${b} is inconclusive: ${decided}${worth} ${does} not ` +
      `decide between ${elo0} and ${elo1} Elo.${ending}`
    );
  }
  const [chosen, other, error] =
    sprt.decision === "elo1" ? [elo1, elo0, asked.alpha] : [elo0, elo1, asked.beta];
  const rate = Number((100 * error).toPrecision(6));
  return (
    `${a} against ${b}: the test accepts ${chosen} Elo over ${other}, as it would about ` +
    `${rate} % of the time if ${other} were true. Pairs from a stopped test overstate the ` +
    "difference: to estimate it, play fresh openings."
  );
}

/**
 * How many pairs a sequential test still needs; nothing once it is over.
 * @param {SprtState} state
 */
export function describePairsLeft({ pairs, is_over: isOver, pairs_left: left, ...state }) {
  if (isOver) return "";
  if (left === null)
    return pairs ? "more pairs on these openings will not decide it" : "pairs left: not known yet";
  const more = state.is_more_than_planned ? ", more than planned" : "";
  return `about ${plural(Math.trunc(twoDigits(left)), "pair")} left${more}`;
}

/**
 * The difference of two results, in words.
 * @param {string} label
 * @param {Estimate} found
 */
export function describeDifference(label, found) {
  const numbers = `${describeElo(found)} (95 %)`;
  if (found.low === null && found.high === null) return `${label}: too few pairs for a comparison.`;
  if (found.low !== null && found.low > 0) return `${label}: the first is higher: ${numbers}.`;
  if (found.high !== null && found.high < 0) return `${label}: the second is higher: ${numbers}.`;
  return `${label}: no difference shown: ${numbers}.`;
}

/**
 * A rank, or that the games are too few for one.
 * @param {RatingFacts} ratings
 * @param {number} player
 */
export function describeRank({ ranks, openings, pairs_to_rank: enough }, player) {
  const [best, worst] = ranks[player];
  const isOpen = ranks.length > 1 && best === 1 && worst === ranks.length;
  if (isOpen && openings < enough) return TOO_FEW;
  return best === worst ? ordinal(best) : `${ordinal(best)} to ${ordinal(worst)}`;
}

/**
 * What a reader of ratings should know.
 * @param {RatingFacts} ratings
 * @param {string[]} names
 */
export function describeCautions(ratings, names) {
  const { hub, hub_share: share, fit_p_value: p, surprise, pairs_to_rank: enough } = ratings;
  const found = [];
  if (hub !== null) {
    const part = `${Math.round(100 * share)} % of the others' games`;
    found.push(`The ratings come mostly from games with ${names[hub]}: ${part}.`);
    if (p === null)
      found.push("No games among the others test whether the ratings hold between them.");
  }
  if (surprise && p !== null)
    found.push(
      `The ratings do not predict all results (${describePValue(p)}): ` +
        `${names[surprise.winner]} won ${Math.round(100 * surprise.seen)} % of its decided pairs ` +
        `against ${names[surprise.loser]}, where they predict ` +
        `${Math.round(100 * surprise.expected)} %.`,
    );
  if (names.some((_, player) => describeRank(ratings, player) === TOO_FEW))
    found.push(
      `Too few games to rank everyone: ${count(enough)} pairs would show differences of 100 Elo.`,
    );
  return found;
}

/**
 * An Elo with its interval, the ends rounded outwards.
 * @param {Estimate} elo
 */
export function describeElo({ value, low, high }) {
  const from = low === null ? null : rounded(low, Math.floor);
  const to = high === null ? null : rounded(high, Math.ceil);
  if (from === null && to === null) return "unknown";
  if (from === null) return `at most ${to} Elo`;
  if (to === null) return `at least ${from} Elo`;
  const ends = `from ${from} to ${to}`;
  return value === null ? ends : `${rounded(value, halfToEven)} Elo, ${ends}`;
}

/**
 * @param {string} word
 * @param {string} sentence
 */
function verdict(word, sentence) {
  return { word, sentence, pairs_to_decide: null };
}

/** @param {Facts} facts */
function describePairsNeeded({ pairs_to_decide: needed, is_too_many: isTooMany, target }) {
  const takes = `detecting ${target} Elo takes `;
  if (isTooMany) return `${takes}more pairs than can be played`;
  if (needed === null)
    return "more pairs on these openings cannot decide it; play other or longer openings";
  const unit = 10 ** Math.max(0, String(needed).length - 2);
  return `${takes}about ${count(Math.ceil(needed / unit) * unit)} pairs`;
}

/** @param {number} p */
function describePValue(p) {
  return p < 0.001 ? "p < 0.001" : `p = ${twoDigits(p)}`;
}

/**
 * An Elo with its sign; one decimal below 10, none above. What rounds to 0 keeps its sign.
 * @param {number} elo
 * @param {(number: number) => number} round
 */
function rounded(elo, round) {
  if (Math.abs(elo) >= 10) return signed(round(elo));
  const tenths = Math.abs(round(elo * 10) / 10).toFixed(1);
  return `${elo > 0 ? "+" : elo < 0 ? "-" : ""}${tenths}`;
}

/** @param {number} elo */
function signed(elo) {
  return elo > 0 ? `+${elo}` : elo < 0 ? String(elo) : "0";
}

/**
 * A number rounded to two digits; of two that are equally near, the even one.
 * @param {number} number
 */
function twoDigits(number) {
  const [mantissa, exponent] = number.toExponential(60).split("e"); // all digits there are
  const digits = mantissa.replace(".", "");
  const first = Number(digits.slice(0, 2));
  if (/^50*$/.test(digits.slice(2)) && first % 2 === 0)
    return Number(`${first}e${Number(exponent) - 1}`);
  return Number(number.toPrecision(2));
}

/** @param {number} number */
function halfToEven(number) {
  const down = Math.floor(number);
  return number - down === 0.5 ? down + (Math.abs(down) % 2) : Math.round(number);
}

/** @param {number} number */
function count(number) {
  return halfToEven(number).toLocaleString("en");
}

/** @param {number} place */
function ordinal(place) {
  const isTeen = [11, 12, 13].includes(place % 100);
  const ending = isTeen ? "th" : (["th", "st", "nd", "rd"][place % 10] ?? "th");
  return `${place}${ending}`;
}
