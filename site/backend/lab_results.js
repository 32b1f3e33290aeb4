// Results of an experiment, from all its games: matches with everything known about them, history,
// comparisons, and files for the installed program.

import { ServerError } from "../../src/lastknight/web/page/request.js";
import { gamesOf, headOf, outcomesOf, ratingRows, rowsOf, startSprt } from "./lab_counts.js";
import { commandOf, storedRequest } from "./lab_requests.js";
import { readChunks } from "./lab_storage.js";
import { describeCautions, describeDifference, describeSprt, judge } from "./lab_words.js";
import { openingsOf } from "./plan_openings.js";
import { describeStart } from "./self_play.js";

/**
 * @typedef {import("./context.js").Context} Context
 * @typedef {import("./lab_storage.js").Experiment} Experiment
 * @typedef {import("./lab_storage.js").Chunk} Chunk
 * @typedef {import("./lab_counts.js").Count} Count
 */

const POINTS = 150;
const MOST_DIFFERENCES = 100;
/** @type {(keyof import("./lab_requests.js").Sprt)[]} */
const SPRT = ["elo0", "elo1", "alpha", "beta"];
const ROLES = ["a_attacker", "a_defender", "b_attacker", "b_defender"];
/** @type {[key: "start" | "openings" | "plies" | "start_ply" | "seed", words: string][]} */
const CONDITIONS = [
  ["start", "board"],
  ["openings", "openings"],
  ["plies", "length of openings"],
  ["start_ply", "plies of quick self-play"],
  ["seed", "random seed"],
];

/**
 * The result of each pairing that has games; with an SPRT, up to the deciding pair.
 * @param {Context} context
 * @param {Experiment} experiment
 * @param {Count} count
 * @returns {Promise<Match[]>}
 */
export async function matchesOf(context, experiment, count) {
  const { chunks } = await readChunks(experiment.id);
  const counted = count.test?.pairs ?? Infinity;
  return experiment.plan.pairings.flatMap((_, pairing) => {
    const own = chunks
      .filter((chunk) => chunk.pairing === pairing && chunk.first < counted)
      .map((chunk) => headOf(chunk, counted - chunk.first));
    return own.length ? [matchOf(context, experiment, pairing, own)] : [];
  });
}

/**
 * The ratings of a tournament, best first, and what a reader should know; nothing for a match.
 * @param {Experiment} experiment
 * @param {Count} count
 */
export function ratingsOf({ plan }, count) {
  if (plan.pairings.length < 2 || !count.played) return { ratings: null, cautions: [] };
  const found = count.ratings();
  const isComplete = plan.pairings.every((_, pairing) => count.done.has(pairing));
  return {
    ratings: ratingRows(plan, found),
    cautions: isComplete ? describeCautions(found, plan.players) : [],
  };
}

/**
 * About 150 points over the pairs of a pairing.
 * @param {Context} context
 * @param {Experiment} experiment
 * @param {number} pairing
 * @returns {Promise<ExperimentHistory>}
 */
export async function historyOf(context, experiment, pairing) {
  const { core } = context;
  const { plan } = experiment;
  if (!plan.pairings[pairing])
    throw new ServerError(`experiment ${experiment.id} has no pairing ${pairing}`);
  const openings = openingsOf(context, plan);
  const { chunks } = await readChunks(experiment.id);
  const own = chunks.filter((chunk) => chunk.pairing === pairing);
  const total = own.reduce((sum, { pairs }) => sum + pairs, 0);
  const step = Math.max(1, Math.floor(total / POINTS));
  const record = core.call("record");
  const test = startSprt(context, experiment);
  /** @type {ExperimentHistory["points"]} */
  const points = [];
  let count = 0;
  let state = test === null ? null : core.call("sprt_state", test);
  reading: for (const chunk of own)
    for (const [at, [first, second]] of outcomesOf(chunk).entries()) {
      const opening = openings.number(chunk.first + at);
      core.call("record_add", record, `${opening} ${first} ${second} -1`);
      count++;
      const isPoint = count % step === 0 || count === total;
      if (test !== null) {
        core.call("sprt_add", test, chunk.first + at, `${opening} ${first} ${second}`);
        state = core.call("sprt_state", test);
        if (state.wants_distinct) {
          core.call("sprt_distinct", test, openings.countDistinct(experiment.pairs));
          state = core.call("sprt_state", test);
        }
      }
      if (isPoint || state?.is_over) {
        const { value, low, high } = core.call("record_live", record).elo;
        points.push({ pairs: count, elo: value, low, high, llr: state?.llr ?? null });
      }
      if (state?.is_over) break reading; // later games do not count
    }
  core.call("record_drop", record);
  if (test !== null) core.call("sprt_drop", test);
  const [a, b] = plan.pairings[pairing].map((place) => plan.players[place]);
  return { a, b, bounds: state ? [state.low, state.high] : null, points };
}

/**
 * Two experiments side by side.
 * @param {Context} context
 * @param {{summary: Summary, experiment: Experiment, matches: Match[]}} first
 * @param {{summary: Summary, experiment: Experiment, matches: Match[]}} second
 * @returns {ExperimentComparison}
 */
export function compareTwo({ core }, first, second) {
  const shared = first.matches
    .flatMap((match) => second.matches.map((other) => ({ match, other })))
    .filter(({ match, other }) => match.a !== match.b && other.a !== other.b)
    .filter(({ match, other }) => match.b === other.b);
  // The same two players say more than the same opponent.
  shared.sort(
    (one, two) => Number(one.match.a !== one.other.a) - Number(two.match.a !== two.other.a),
  );
  return {
    a: first.summary,
    b: second.summary,
    differences: shared.slice(0, MOST_DIFFERENCES).map(({ match, other }) => {
      const what =
        match.a === other.a
          ? `${match.a} against ${match.b}`
          : `${match.a} and ${other.a}, each against ${match.b}`;
      const difference = core.call("difference", estimateText(match), estimateText(other));
      const sentence = describeDifference(what, difference);
      return { what, first: match, second: other, difference, sentence };
    }),
    conditions: CONDITIONS.flatMap(([key, words]) => {
      const [one, two] = [first, second].map(({ experiment }) => short(experiment.plan[key]));
      return one === two ? [] : [`${words}: ${one} and ${two}`];
    }),
  };
}

/**
 * The experiment with its games as lines of JSON, as `lastknight games FILE --import` reads them.
 * @param {Context} context
 * @param {Experiment} experiment
 */
export async function exportLines(context, experiment) {
  const { plan } = experiment;
  const openings = openingsOf(context, plan);
  const { chunks } = await readChunks(experiment.id);
  const lines = [JSON.stringify({ plan, about: aboutOf(experiment) })];
  for (const chunk of chunks)
    for (const game of gamesOf(experiment, openings, chunk)) {
      const { pairing, pair, game: number, a, b, first, winner, reason, note } = game;
      const { canonical } = openings.opening(pair);
      const [opening, moves] = [game.opening.join(" "), game.moves.join(" ")];
      const facts = { pairing, pair, game: number, a, b, first, opening, canonical, moves };
      lines.push(JSON.stringify({ ...facts, winner, reason, note }));
    }
  return `${lines.join("\n")}\n`;
}

/**
 * What is known about an experiment besides its plan.
 * @param {Experiment} experiment
 */
export function aboutOf({ form, plan, pairs }) {
  return {
    request: storedRequest(form, plan),
    planned: pairs * plan.pairings.length,
    command: commandOf(form),
    machine: "a browser",
    sources: {},
  };
}

/**
 * @param {Context} context
 * @param {Experiment} experiment
 * @param {number} pairing
 * @param {Chunk[]} chunks
 * @returns {Match}
 */
function matchOf(context, { plan, form, pairs }, pairing, chunks) {
  const { core } = context;
  const openings = openingsOf(context, plan);
  const [a, b] = plan.pairings[pairing].map((place) => plan.players[place]);
  const record = core.call("record");
  const games = new Set();
  for (const chunk of chunks) {
    core.call("record_add", record, rowsOf(openings, chunk));
    for (const [at, moves] of chunk.moves.entries())
      games.add(`${openings.place(chunk.first + Math.floor(at / 2))} ${at % 2} ${moves}`);
  }
  const { sprt = null } = form;
  const most = plan.openings === "census" ? pairs : -1;
  /** @type {import("./lab_words.js").Facts} */
  const facts = core.call("record_facts", record, most, ...SPRT.map((key) => sprt?.[key] ?? NaN));
  core.call("record_drop", record);
  const verdict = judge(facts, a, b);
  const said =
    sprt && facts.sprt
      ? describeSprt({ ...facts, sprt: facts.sprt }, sprt, a, b)
      : verdict.sentence;
  const { start_ply: later = null } = plan;
  const sentence = later === null ? said : `${said} Games ${describeStart(later)}.`;
  const { ww, split, ll, wins, losses, elo, win_rate: rate } = facts;
  return {
    a,
    b,
    ww,
    split,
    ll,
    wins,
    losses,
    score: rate.value,
    score_low: rate.low,
    score_high: rate.high,
    elo: elo.value,
    elo_low: elo.low,
    elo_high: elo.high,
    p_value: facts.p_value,
    p_value_unclustered: facts.p_value_unclustered,
    first_wins: facts.first_wins,
    .../** @type {any} */ (roleFacts(facts.roles)),
    a_forfeits: 0,
    b_forfeits: 0,
    forfeits: null,
    distinct_games: games.size,
    distinct_openings: facts.openings,
    start_ply: later,
    verdict: verdict.word,
    pairs_to_decide: verdict.pairs_to_decide,
    sentence,
    ...(sprt && facts.sprt ? sprtFacts(sprt, facts.sprt) : {}),
  };
}

/**
 * @param {import("./lab_requests.js").Sprt} sprt
 * @param {import("./lab_words.js").SprtFacts} found
 */
function sprtFacts(sprt, { llr, llr_low, llr_high, decision }) {
  return { ...sprt, llr, llr_low, llr_high, decision };
}

/**
 * Results by role; null for every value without roles.
 * @param {Record<string, any> | null} roles
 */
function roleFacts(roles) {
  /** @type {Record<string, number | null>} */
  const facts = { role_games: roles?.games ?? null, attacker_wins: roles?.attacker.wins ?? null };
  for (const name of ROLES) {
    const { value = null, low = null, high = null } = roles?.[name].rate ?? {};
    facts[`${name}_wins`] = roles?.[name].wins ?? null;
    facts[`${name}_rate`] = value;
    facts[`${name}_low`] = low;
    facts[`${name}_high`] = high;
  }
  return facts;
}

/** @param {Match} match */
function estimateText({ elo, elo_low: low, elo_high: high }) {
  return [elo, low, high].map((end) => end ?? "nan").join(" ");
}

/** @param {unknown} value */
function short(value) {
  const text = Array.isArray(value) ? "a list" : String(value ?? "None");
  return text.length <= 60 ? text : `${text.slice(0, 57)}...`;
}
