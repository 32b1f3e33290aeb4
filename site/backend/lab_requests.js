// Requests of the lab: read from the page's form, checked, and turned into the plan that is played,
// as the installed program does.

import { INSTALL } from "./install.js";
import { MOST_PLIES } from "./openings.js";
import { openingsOf } from "./plan_openings.js";
import { readPlayer } from "./player_specs.js";
import { checkLaterStart, SELF_PLAY } from "./self_play.js";
import { plural } from "../../src/lastknight/web/page/format.js";
import { ServerError } from "../../src/lastknight/web/page/request.js";

/**
 * @typedef {import("./context.js").Context} Context
 * @typedef {{elo0: number, elo1: number, alpha: number, beta: number}} Sprt
 * @typedef {[name: string, value: string | number | boolean | null | undefined]} Option
 *
 * What the page's form asks for.
 * @typedef {object} Form
 * @property {"match" | "tournament" | "analysis"} kind
 * @property {number | null} pairs
 * @property {"random" | "census" | "empty"} openings
 * @property {number} plies
 * @property {number | null} start_ply
 * @property {number} width
 * @property {number} height
 * @property {string} blocked
 * @property {number} seed
 * @property {string[]} players
 * @property {string[]} [against]
 * @property {Sprt | null} [sprt]
 *
 * What is played, without the number of pairs: more pairs continue the same plan.
 * @typedef {object} Plan
 * @property {string[]} players
 * @property {(string | null)[]} sources
 * @property {[number, number][]} pairings
 * @property {string | string[]} openings
 * @property {number | null} plies
 * @property {string} start
 * @property {number} seed
 * @property {number | null} move_seconds
 * @property {number} [start_ply] only with openings from self-play
 */

export const MOST_PAIRS = 100_000;
const MOST_PLAYERS = 20;
const MOST_BOARD = 128;
const MOST_ELO = 1000;
const LEAST_GAP = 0.01;
const ERROR_RATE = 0.05;
const PAIRS = { match: 1000, sprt: 50_000, tournament: 100 };
const KINDS = ["random", "census", "empty"];

/**
 * The plan of a form, and the pairs of each pairing. Throws ServerError.
 * @param {Context} context
 * @param {Record<string, any>} given
 * @returns {{form: Form, plan: Plan, pairs: number}}
 */
export function readRequest(context, given) {
  const { core, catalog } = context;
  if (given.kind === "analysis") throw new ServerError(describeAnalysis(given));
  if (given.kind !== "match" && given.kind !== "tournament")
    throw new ServerError(`expected a match or a tournament, got ${JSON.stringify(given.kind)}`);
  const form = readForm(given);
  const start = core.call("start", form.width, form.height, form.blocked).text;
  const { players, pairings } = pairUp(
    form.players.map((text) => readPlayer(core, catalog, text).spec),
    form.against?.map((text) => readPlayer(core, catalog, text).spec) ?? [],
  );
  /** @type {Plan} */
  const plan = {
    players,
    sources: players.map(() => null),
    pairings,
    openings: form.openings,
    plies: form.openings === "empty" ? null : form.plies,
    start,
    seed: form.seed,
    move_seconds: null,
  };
  if (form.start_ply !== null) {
    checkLaterStart(core, { ...form, start });
    Object.assign(plan, { openings: SELF_PLAY, start_ply: form.start_ply });
  }
  const openings = openingsOf(context, plan);
  const pairs = form.pairs ?? usualPairs(form) ?? openings.size ?? 0;
  if (pairs > MOST_PAIRS)
    throw new ServerError(
      `experiments on the page can have at most ${MOST_PAIRS.toLocaleString("en")} pairs`,
    );
  openings.check(pairs);
  return { form, plan, pairs };
}

/**
 * The request as the program stores it with the games.
 * @param {Form} form
 * @param {Plan} plan
 */
export function storedRequest(form, plan) {
  const { kind, pairs, openings, plies, start_ply, seed, players, against, sprt } = form;
  const shared = { kind, pairs, openings, plies, start_ply, start: plan.start, seed };
  const own =
    kind === "match" ? { players, sprt: sprt ?? null } : { players, against: against ?? [] };
  return { ...shared, move_seconds: null, ...own };
}

/**
 * The command that plays the same.
 * @param {Form} form
 */
export function commandOf(form) {
  const { kind, sprt, against = [], pairs } = form;
  /** @type {Option[]} */
  const options = [
    ["sprt", sprt ? `${sprt.elo0}:${sprt.elo1}` : null],
    ["alpha", ownRate(sprt?.alpha)],
    ["beta", ownRate(sprt?.beta)],
    ...against.map((one) => /** @type {Option} */ (["against", one])),
    ["pairs", pairs],
    ...conditionsOf(form),
  ];
  return command(kind, form.players, options);
}

/**
 * The options for what every kind of experiment has.
 * @param {Record<string, any>} form
 * @returns {Option[]}
 */
function conditionsOf({ openings, plies, start_ply: startPly, width, height, blocked, seed }) {
  return [
    ["openings", openings === "random" ? null : openings],
    ["plies", plies === 2 ? null : plies],
    ["start-ply", startPly],
    ["width", width === 7 ? null : width],
    ["height", height === 7 ? null : height],
    ["blocked", blocked || null],
    ["seed", seed === 1 ? null : seed],
  ];
}

/**
 * @param {string} name
 * @param {string[]} given its arguments
 * @param {Option[]} options null where one is not needed, true for a flag
 */
function command(name, given, options) {
  const words = options.flatMap(([option, value]) => {
    if (value === null || value === undefined) return [];
    const text = String(value);
    if (value === true) return [`--${option}`];
    return text.startsWith("-") ? [`--${option}=${text}`] : [`--${option}`, text];
  });
  const isRisky = given.some((one) => one.startsWith("-"));
  const all = isRisky ? [...words, "--", ...given] : [...given, ...words];
  return ["lastknight", name, ...all].map(quoted).join(" ");
}

/**
 * An error rate that is not the usual one.
 * @param {number | undefined} rate
 */
function ownRate(rate) {
  return rate === undefined || rate === ERROR_RATE ? null : rate;
}

/**
 * What a plan plays, with a limit that all players share named once.
 * @param {Plan} plan
 */
export function titleOf({ players, pairings }) {
  const { names, shared } = withoutSharedLimit(players);
  const first = [...new Set(pairings.map(([a]) => a))];
  const second = [...new Set(pairings.map(([, b]) => b))];
  const isOneSided = pairings.length === 1 || !first.some((one) => second.includes(one));
  let text;
  if (isOneSided) {
    text = [first, second].map((places) => listed(places.map((at) => names[at]))).join(" against ");
  } else {
    const isEveryone = pairings.length === (players.length * (players.length - 1)) / 2;
    text = listed(names) + (isEveryone ? ", all against all" : "");
  }
  return shared ? `${text} (${shared})` : text;
}

/**
 * @param {Record<string, any>} given
 * @returns {Form}
 */
function readForm(given) {
  const kind = /** @type {"match" | "tournament"} */ (given.kind);
  const openings = given.openings ?? "random";
  if (!KINDS.includes(openings))
    throw new ServerError(`openings must be ${KINDS.join(", ")}, got ${JSON.stringify(openings)}`);
  const whole = (/** @type {string} */ name, /** @type {any} */ usual, low = 0, high = Infinity) =>
    readWhole(name, given[name] ?? usual, low, high);
  /** @type {Form} */
  const form = {
    kind,
    pairs: given.pairs === null || given.pairs === undefined ? null : whole("pairs", 0, 1),
    openings,
    plies: whole("plies", 2, 0, MOST_PLIES),
    start_ply: given.start_ply ?? null,
    width: whole("width", 7, 1, MOST_BOARD),
    height: whole("height", 7, 1, MOST_BOARD),
    blocked: String(given.blocked ?? "").trim(),
    seed: whole("seed", 1, 0, Number.MAX_SAFE_INTEGER),
    players: readSpecs("players", given.players ?? []),
  };
  if (openings === "census" && form.pairs !== null)
    throw new ServerError("a census plays every opening once; leave out the number of pairs");
  if (kind === "tournament") {
    if (given.sprt) throw new ServerError("only a match has an SPRT");
    form.against = readSpecs("against", given.against ?? []);
    return form;
  }
  if (form.players.length !== 2)
    throw new ServerError(`a match needs two players, got ${form.players.length}`);
  form.sprt = given.sprt ? readSprt(given.sprt) : null;
  return form;
}

/** @param {Form} form */
function usualPairs({ kind, sprt, openings }) {
  if (kind === "match" && sprt && openings !== "census") return PAIRS.sprt;
  if (openings !== "random") return null;
  return kind === "match" ? PAIRS.match : PAIRS.tournament;
}

/**
 * @param {string} name
 * @param {any} value
 * @param {number} low
 * @param {number} high
 * @returns {number}
 */
function readWhole(name, value, low, high) {
  if (Number.isInteger(value) && value >= low && value <= high) return value;
  const most = high === Number.MAX_SAFE_INTEGER ? "2^53 - 1 here" : high.toLocaleString("en");
  const span = high === Infinity ? `of at least ${low}` : `from ${low} to ${most}`;
  throw new ServerError(`${name} must be a whole number ${span}, got ${JSON.stringify(value)}`);
}

/**
 * @param {string} name
 * @param {any} specs
 * @returns {string[]}
 */
function readSpecs(name, specs) {
  if (!Array.isArray(specs) || specs.some((spec) => typeof spec !== "string"))
    throw new ServerError(`${name} must be a list of players`);
  if (specs.length > MOST_PLAYERS)
    throw new ServerError(`${name} must have at most ${MOST_PLAYERS} players, got ${specs.length}`);
  return specs;
}

/**
 * @param {any} sprt
 * @returns {Sprt}
 */
function readSprt({ elo0, elo1, alpha = ERROR_RATE, beta = ERROR_RATE }) {
  for (const [name, elo] of Object.entries({ elo0, elo1 }))
    if (typeof elo !== "number" || !(Math.abs(elo) <= MOST_ELO))
      throw new ServerError(
        `${name} must be a number from -1000 to 1000, got ${JSON.stringify(elo)}`,
      );
  if (elo1 - elo0 < LEAST_GAP)
    throw new ServerError(`elo0 must be at least 0.01 below elo1, got ${elo0} and ${elo1}`);
  for (const [name, rate] of Object.entries({ alpha, beta }))
    if (typeof rate !== "number" || !(rate > 0 && rate < 0.5))
      throw new ServerError(
        `${name} must be a number above 0 and below 0.5, got ${JSON.stringify(rate)}`,
      );
  return { elo0, elo1, alpha, beta };
}

/**
 * Players and pairings: all against all, or players against opponents.
 * @param {string[]} entrants
 * @param {string[]} opponents
 */
function pairUp(entrants, opponents) {
  const players = [...entrants];
  /** @type {[number, number][]} */
  let pairings = [];
  if (!opponents.length) {
    for (let a = 0; a < players.length; a++)
      for (let b = a + 1; b < players.length; b++) pairings.push([a, b]);
  } else {
    /** @type {number[]} */
    const places = [];
    for (const opponent of opponents) {
      if (!players.includes(opponent)) players.push(opponent);
      const place = players.indexOf(opponent);
      if (places.includes(place)) throw new ServerError(`opponent ${opponent} is listed twice`);
      places.push(place);
    }
    for (const a of entrants.keys()) for (const b of places) if (a !== b) pairings.push([a, b]);
    const all = new Set(pairings.map(String));
    pairings = pairings.filter(([a, b]) => !all.has(`${b},${a}`) || a < b);
  }
  if (!pairings.length) throw new ServerError("at least two players are needed");
  const twice = players.find((player, at) => players.indexOf(player) !== at);
  if (twice !== undefined && players.length > 2)
    throw new ServerError(`player ${twice} is listed twice`);
  return { players, pairings };
}

/** @param {Record<string, any>} given */
function describeAnalysis(given) {
  const { heuristics = [], baseline = "improved", effort = "quick", against = [] } = given;
  const { nodes, pairs, plies = 2, width = 7, height = 7, seed = 1, openings = "random" } = given;
  /** @type {Option[]} */
  const options = [
    [effort, effort === "default" ? null : true],
    ["baseline", baseline === "improved" ? null : baseline],
    ["nodes", nodes],
    ...against.map((/** @type {string} */ one) => /** @type {Option} */ (["against", one])),
    ["pairs", pairs],
    ...conditionsOf({ ...given, plies, width, height, seed, openings }),
  ];
  const words = command("analyze", heuristics.map(String), options);
  return `an analysis needs the installed program: ${INSTALL}, then ${words}`;
}

const SEARCHER = /^(\w+)\((.+), (nodes|depth|seconds)=([\d.e+-]+)\)$/s;

/** @param {string[]} players */
function withoutSharedLimit(players) {
  const found = players.map((player) => SEARCHER.exec(player));
  const ways = new Set(found.flatMap((one) => (one ? [`${one[1]} ${one[3]} ${one[4]}`] : [])));
  if (ways.size !== 1 || found.filter(Boolean).length < 2) return { names: players, shared: "" };
  const [method, kind, amount] = [...ways][0].split(" ");
  const names = players.map((player, at) => found[at]?.[2] ?? player);
  return { names, shared: `${method}, ${describeLimit(kind, amount)}` };
}

/**
 * @param {string} kind
 * @param {string} amount
 */
function describeLimit(kind, amount) {
  if (kind === "depth") return `depth ${amount}`;
  if (kind === "seconds") return `${amount} s a move`;
  return /^\d+$/.test(amount) ? plural(Number(amount), "node") : `${amount} nodes`;
}

/** @param {string[]} names */
function listed(names) {
  const more = names.length - 3;
  if (more > 1) return `${names.slice(0, 3).join(", ")} and ${more} more`;
  return names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)}` : names[0];
}

/**
 * A word of a command as a shell reads it.
 * @param {string} word
 */
function quoted(word) {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'"'"'`)}'`;
}
