// The games of an experiment: found by player, result and opening, and one of them to replay.

import { ServerError } from "../../src/lastknight/web/page/request.js";
import { gamesOf } from "./lab_counts.js";
import { chunkKeys, readChunk } from "./lab_storage.js";
import { openingsOf } from "./plan_openings.js";
import { describeInvalidSquare } from "./python_text.js";

/**
 * @typedef {import("./context.js").Context} Context
 * @typedef {import("./lab_storage.js").Experiment} Experiment
 * @typedef {{player: string, opponent: string, result: string, opening: string,
 *     reason: string}} Wish empty text means any
 * @typedef {[experiment: number, pairing: number, pair: number, game: number]} Place
 */

// How many games one question looks at; the next question continues.
const MOST_SEEN = 20_000;
const COUNT = 50;
const SQUARE = /^[a-z]{1,2}[1-9][0-9]{0,2}$/;

/**
 * At most `count` matching games, from a pair on, or after the `next` of an earlier answer.
 * @param {Context} context
 * @param {Experiment} experiment
 * @param {QueryParameters} parameters
 * @returns {Promise<GameList>}
 */
export async function findGames(context, experiment, parameters) {
  const text = (/** @type {string} */ name) => String(parameters[name] ?? "").trim();
  /** @type {Wish} */
  const wish = {
    player: text("player"),
    opponent: text("opponent"),
    result: text("result"),
    opening: readOpening(text("opening")),
    reason: text("reason"),
  };
  if (wish.result && !wish.player && !wish.opponent)
    throw new ServerError("choose a player to list games won or lost");
  const most = Number(parameters.count ?? COUNT);
  const pair = Number(parameters.pair ?? 0);
  const after = text("after");
  /** @type {Place} */
  const begin = after ? readPlace(after) : [0, 0, 0, 0];
  /** @type {GameRow[]} */
  const games = [];
  let [last, seen] = [begin, 0];
  const openings = openingsOf(context, experiment.plan);
  for (const key of await chunkKeys(experiment.id)) {
    const [id, pairing, first, pairs] = key;
    if (isBefore([id, pairing, first + pairs, 0], begin) || first + pairs <= pair) continue;
    if (!couldBe(experiment, pairing, wish)) continue;
    const chunk = await readChunk(key);
    for (const game of chunk ? gamesOf(experiment, openings, chunk) : []) {
      /** @type {Place} */
      const place = [id, pairing, game.pair, game.game];
      if (!isBefore(begin, place) || game.pair < pair) continue;
      if (games.length === most || seen === MOST_SEEN) return { games, next: last.join(".") };
      [last, seen] = [place, seen + 1];
      if (isWanted(game, wish)) games.push(rowOf(game));
    }
  }
  return { games, next: null };
}

/**
 * A game to replay.
 * @param {Context} context
 * @param {Experiment} experiment
 * @param {string} name
 * @returns {Promise<StoredGame>}
 */
export async function findGame(context, experiment, name) {
  const [, pairing, pair, number] = /^(\d+)\.(\d+)\.([12])$/.exec(name) ?? [];
  if (pairing === undefined)
    throw new ServerError(
      `expected a game such as 0.17.2 (pairing.pair.game), got ${JSON.stringify(name)}`,
    );
  for (const key of await chunkKeys(experiment.id)) {
    const [, of, first, pairs] = key;
    if (of !== Number(pairing) || Number(pair) < first || Number(pair) >= first + pairs) continue;
    const chunk = await readChunk(key);
    if (!chunk) throw new ServerError(`game ${name} is damaged; resume to play it again`, 500);
    const openings = openingsOf(context, experiment.plan);
    const place = 2 * (Number(pair) - first) + Number(number) - 1;
    return gamesOf(experiment, openings, chunk)[place];
  }
  throw new ServerError(`experiment ${experiment.id} has no game ${name}`, 404);
}

/**
 * A game as the list shows it.
 * @param {StoredGame} game
 * @returns {GameRow}
 */
function rowOf(game) {
  const { experiment, name, pairing, pair, game: number, a, b, first, attacker } = game;
  const { opening, moves, winner, reason } = game;
  const who = { experiment, name, pairing, pair, game: number, a, b, first, attacker };
  return { ...who, opening, moves, winner, reason };
}

/**
 * @param {StoredGame} game
 * @param {Wish} wish
 */
function isWanted(game, wish) {
  if (wish.reason && game.reason !== wish.reason) return false;
  if (wish.result) {
    const [winner, loser] = game.winner === "a" ? [game.a, game.b] : [game.b, game.a];
    const [one, other] = wish.result === "won" ? [winner, loser] : [loser, winner];
    if (wish.player && wish.player !== one) return false;
    if (wish.opponent && wish.opponent !== other) return false;
  }
  return `${game.line.join(" ")} `.startsWith(wish.opening);
}

/**
 * Whether games of a pairing can match.
 * @param {Experiment} experiment
 * @param {number} pairing
 * @param {Wish} wish
 */
function couldBe({ plan }, pairing, { player, opponent }) {
  const [a, b] = (plan.pairings[pairing] ?? []).map((place) => plan.players[place]);
  if (a === undefined) return false;
  return [
    [a, b],
    [b, a],
  ].some(([one, other]) => (!player || player === one) && (!opponent || opponent === other));
}

/**
 * The moves that games are to begin with, each with a space behind it: d1 is not the start of d10.
 * @param {string} text
 */
function readOpening(text) {
  const words = text.split(/\s+/).filter(Boolean);
  const wrong = words.find((word) => !SQUARE.test(word));
  if (wrong !== undefined) throw new ServerError(describeInvalidSquare(wrong));
  return words.map((word) => `${word} `).join("");
}

/**
 * @param {number[]} one
 * @param {number[]} other
 */
function isBefore(one, other) {
  const at = one.findIndex((part, index) => part !== other[index]);
  return at >= 0 && one[at] < other[at];
}

/**
 * @param {string} text
 * @returns {Place}
 */
function readPlace(text) {
  if (!/^\d+(\.\d+){3}$/.test(text))
    throw new ServerError(`expected the 'next' of an earlier answer, got ${JSON.stringify(text)}`);
  const [experiment, pairing, pair, game] = text.split(".").map(Number);
  return [experiment, pairing, pair, game];
}
