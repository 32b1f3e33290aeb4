// Counts of a running experiment, as its chunks arrive: standings, its sequential test, ratings,
// speed and time left. The statistics are the core's.

import { chunkKeys, readChunk } from "./lab_storage.js";
import { describePairsLeft, describeRank } from "./lab_words.js";
import { openingsOf } from "./plan_openings.js";

/**
 * @typedef {import("./context.js").Context} Context
 * @typedef {import("./lab_requests.js").Plan} Plan
 * @typedef {import("./lab_storage.js").Experiment} Experiment
 * @typedef {import("./lab_storage.js").Chunk} Chunk
 * @typedef {import("./lab_storage.js").ChunkKey} ChunkKey
 * @typedef {import("./openings.js").Openings} Openings
 */

// Boards of the latest games.
const BOARDS = 4;
// Milliseconds over which the speed is averaged.
const WINDOW = 10_000;
// Ratings of a running tournament are computed again so rarely that they take this share of time.
const RATINGS_SHARE = 0.05;
// The random numbers of the bootstrap.
const BOOTSTRAP_SEED = 0;

/**
 * Who won the two games of each pair of a chunk, 1 for A.
 * @param {Chunk} chunk
 * @returns {[first: number, second: number][]}
 */
export function outcomesOf({ won }) {
  return Array.from({ length: won.length / 2 }, (_, at) => [
    Number(won[2 * at]),
    Number(won[2 * at + 1]),
  ]);
}

/**
 * Pairs as rows for the core's counts: opening, first, second, the game in which A attacks.
 * @param {Openings} openings
 * @param {Chunk} chunk
 */
export function rowsOf(openings, chunk) {
  return outcomesOf(chunk)
    .map(([first, second], at) => {
      const pair = chunk.first + at;
      return `${openings.number(pair)} ${first} ${second} ${openings.opening(pair).attacking}`;
    })
    .join(" ");
}

/**
 * A sequential test of an experiment's pairs, in the core; null without one.
 * @param {Context} context
 * @param {Experiment} experiment
 * @returns {number | null}
 */
export function startSprt({ core }, { form: { sprt }, pairs }) {
  return sprt ? core.call("sprt", sprt.elo0, sprt.elo1, sprt.alpha, sprt.beta, pairs) : null;
}

/**
 * The first pairs of a chunk.
 * @param {Chunk} chunk
 * @param {number} pairs
 * @returns {Chunk}
 */
export function headOf(chunk, pairs) {
  if (pairs >= chunk.pairs) return chunk;
  const [won, moves] = [chunk.won.slice(0, 2 * pairs), chunk.moves.slice(0, 2 * pairs)];
  return { ...chunk, pairs, won, moves };
}

export class Count {
  /** Counts in the core, by pairing. @type {Map<number, number>} */
  #records = new Map();
  /** The sequential test in the core. @type {number | null} */
  #test = null;
  /** Chunks to count again when a sequential test ends. @type {Chunk[]} */
  #recorded = [];
  #seen = new Set();
  /** @type {Chunk | null} */
  #latest = null;
  /** Pairs for ratings, as rows. @type {string[]} */
  #pairs = [];
  #speed = new Throughput();
  /** @type {{rows: Rating[] | null, played: number, due: number}} */
  #ratings = { rows: null, played: 0, due: 0 };
  played = 0;
  /** Pairs that cannot be read. */
  damaged = 0;
  /** Chunks that cannot be read. @type {ChunkKey[]} */
  damagedKeys = [];
  /** The pairs that were played, by pairing: first and end. @type {Map<number, number[][]>} */
  done = new Map();

  /**
   * @param {Context} context
   * @param {Experiment} experiment
   */
  constructor(context, experiment) {
    this.context = context;
    this.experiment = experiment;
    this.openings = openingsOf(context, experiment.plan);
    this.#test = startSprt(context, experiment);
  }

  /** Reads chunks that were stored since the last look. */
  async look() {
    for (const key of await chunkKeys(this.experiment.id)) {
      if (this.#seen.has(String(key))) continue;
      const chunk = await readChunk(key);
      if (chunk) this.add(chunk);
      else if (!this.#seen.has(String(key))) {
        this.#seen.add(String(key));
        this.damaged += key[3];
        this.damagedKeys.push(key);
      }
    }
    this.#speed.see(2 * this.played);
  }

  /** @param {Chunk} chunk */
  add(chunk) {
    const { core } = this.context;
    const { pairing, first, pairs } = chunk;
    const key = String([this.experiment.id, pairing, first, pairs]);
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    const isOver = this.test?.is_over === true;
    if (!isOver) this.#record(chunk);
    this.played += pairs;
    this.#latest = chunk;
    this.done.set(pairing, [...(this.done.get(pairing) ?? []), [first, first + pairs]]);
    const [a, b] = this.experiment.plan.pairings[pairing];
    const outcomes = outcomesOf(chunk).map(([one, two], at) => ({
      won: `${one} ${two}`,
      opening: this.openings.number(first + at),
    }));
    if (this.experiment.plan.pairings.length > 1)
      this.#pairs.push(...outcomes.map(({ won, opening }) => `${a} ${b} ${won} ${opening}`));
    if (this.#test === null) return;
    const rows = outcomes.map(({ won, opening }) => `${opening} ${won}`);
    core.call("sprt_add", this.#test, first, rows.join(" "));
    if (core.call("sprt_state", this.#test).wants_distinct)
      core.call("sprt_distinct", this.#test, this.openings.countDistinct(this.experiment.pairs));
    if (this.test?.is_over && !isOver) this.#recordAgain(this.test.pairs);
  }

  /** @param {Chunk} chunk */
  #record(chunk) {
    const { core } = this.context;
    const { pairing } = chunk;
    if (!this.#records.has(pairing)) this.#records.set(pairing, core.call("record"));
    core.call("record_add", Number(this.#records.get(pairing)), rowsOf(this.openings, chunk));
    if (this.#test !== null) this.#recorded.push({ ...chunk, moves: [] });
  }

  /**
   * Record only the first pairs: those that were under way when a test ended do not count.
   * @param {number} pairs
   */
  #recordAgain(pairs) {
    const chunks = this.#recorded.splice(0).filter(({ first }) => first < pairs);
    for (const record of this.#records.values()) this.context.core.call("record_drop", record);
    this.#records.clear();
    for (const chunk of chunks) this.#record(headOf(chunk, pairs - chunk.first));
    this.#recorded = [];
  }

  /** Forgets chunks that could not be read, and were deleted. */
  forgetDamaged() {
    for (const key of this.damagedKeys) this.#seen.delete(String(key));
    this.damagedKeys = [];
    this.damaged = 0;
  }

  /** Number of pairs to play, over all pairings. */
  get planned() {
    return this.experiment.pairs * this.experiment.plan.pairings.length;
  }

  /** The state of the sequential test. @returns {Record<string, any> | null} */
  get test() {
    return this.#test === null ? null : this.context.core.call("sprt_state", this.#test);
  }

  /** Whether all pairs were played, or the SPRT is over. */
  get isDone() {
    return this.played >= this.planned || this.test?.is_over === true;
  }

  /** Drops the counts in the core. */
  drop() {
    const { core } = this.context;
    for (const record of this.#records.values()) core.call("record_drop", record);
    if (this.#test !== null) core.call("sprt_drop", this.#test);
  }

  /** Counts, speed and time left. */
  standing() {
    const { played, planned } = this;
    const perSecond = this.#speed.perSecond;
    const left = planned - played;
    return {
      played,
      planned,
      games: 2 * played,
      games_per_second: perSecond,
      seconds_left: left > 0 && perSecond ? (2 * left) / perSecond : null,
      progress: Math.min(played / planned, 1),
      now: null,
      pairings: this.#pairings(),
      ratings: this.#ratingsSoFar(),
      sprt: this.#sprt(),
      boards: this.#boards(),
    };
  }

  /** @returns {Pairing[]} */
  #pairings() {
    const { plan, id } = this.experiment;
    const places = [...this.#records.keys()].sort((one, other) => one - other);
    return places.map((pairing) => {
      const [a, b] = plan.pairings[pairing].map((place) => plan.players[place]);
      const found = this.context.core.call("record_live", Number(this.#records.get(pairing)));
      return { experiment: String(id), pairing, a, b, ...found, forfeits: [0, 0] };
    });
  }

  /** @returns {Sprt | null} */
  #sprt() {
    const state = this.test;
    if (!state) return null;
    const { elo0, elo1, llr, low, high, decision, pairs_left } = state;
    const left = describePairsLeft(/** @type {any} */ (state));
    return { elo0, elo1, llr, low, high, decision, pairs_left, left };
  }

  #ratingsSoFar() {
    const { plan } = this.experiment;
    const ratings = this.#ratings;
    if (plan.pairings.length < 2 || !this.played) return null;
    const began = performance.now();
    if (ratings.played !== this.played && began >= ratings.due) {
      ratings.rows = ratingRows(plan, this.ratings());
      ratings.played = this.played;
      const now = performance.now();
      ratings.due = now + (now - began) / RATINGS_SHARE;
    }
    return ratings.rows;
  }

  /** What the core says about the players. @returns {import("./lab_words.js").RatingFacts} */
  ratings() {
    const { length } = this.experiment.plan.players;
    return this.context.core.call("ratings", length, this.#pairs.join(" "), BOOTSTRAP_SEED);
  }

  /** The latest finished games. @returns {RecentGame[]} */
  #boards() {
    const chunk = this.#latest;
    if (!chunk) return [];
    const games = gamesOf(this.experiment, this.openings, chunk);
    return games.slice(-BOARDS).map((game) => ({
      experiment: String(this.experiment.id),
      name: game.name,
      players: game.players,
      start: game.start,
      moves: game.line,
      position: this.context.core.call("line", game.start, game.line.join(" ")).at(-1).text,
      winner: game.line.length % 2 ? 1 : 2, // whoever is to move has lost
      reason: game.reason,
    }));
  }
}

/**
 * Ratings as the page lists them, best first.
 * @param {Plan} plan
 * @param {import("./lab_words.js").RatingFacts} found
 * @returns {Rating[]}
 */
export function ratingRows(plan, found) {
  return found.order.map((place) => ({
    player: plan.players[place],
    elo: found.elo[place].value,
    elo_low: found.elo[place].low,
    elo_high: found.elo[place].high,
    rank: describeRank(found, place),
  }));
}

/**
 * The games of a chunk, as the page lists and replays them.
 * @param {Experiment} experiment
 * @param {Openings} openings
 * @param {Chunk} chunk
 * @returns {StoredGame[]}
 */
export function gamesOf({ id, plan }, openings, chunk) {
  const [a, b] = plan.pairings[chunk.pairing].map((place) => plan.players[place]);
  return chunk.moves.map((text, at) => {
    const pair = chunk.first + Math.floor(at / 2);
    const isSecond = at % 2 === 1;
    const opening = openings.opening(pair);
    const moves = text ? text.split(" ") : [];
    const line = [...opening.moves, ...moves];
    // A moves first after the opening in the first game of a pair.
    const isPlayerOne = opening.text.endsWith(":1") !== isSecond;
    /** @type {[string, string]} */
    const players = isPlayerOne ? [a, b] : [b, a];
    const winner = chunk.won[at] === "1" ? "a" : "b";
    const attacks = opening.attacking < 0 ? null : opening.attacking === Number(isSecond);
    return {
      experiment: String(id),
      name: `${chunk.pairing}.${pair}.${isSecond ? 2 : 1}`,
      pairing: chunk.pairing,
      pair,
      game: isSecond ? 2 : 1,
      a,
      b,
      first: isSecond ? "b" : "a",
      attacker: attacks === null ? null : attacks ? "a" : "b",
      opening: opening.moves,
      moves,
      winner,
      reason: "no_moves",
      start: plan.start,
      players,
      line,
      note: "",
      choices: null,
    };
  });
}

/** A rate per second, averaged over the last seconds. */
class Throughput {
  /** @type {[time: number, total: number][]} */
  #seen = [];

  /** @param {number} total */
  see(total) {
    const now = performance.now();
    this.#seen.push([now, total]);
    while (this.#seen.length > 2 && now - this.#seen[0][0] > WINDOW) this.#seen.shift();
  }

  /** The rate; null until enough has been seen. */
  get perSecond() {
    const [begin, first] = this.#seen[0] ?? [0, 0];
    const [end, last] = this.#seen.at(-1) ?? [0, 0];
    return end > begin && last > first ? (1000 * (last - first)) / (end - begin) : null;
  }
}
