// Links to a game: the address holds the game and everything shown. The server checks start and moves, and its
// error says what is wrong with a link.

import { YOU } from "./player_choice.js";
import { Position } from "./position.js";
import { formatRoute, readCount, readList } from "./route.js";
import { ask } from "./server.js";
import { Variations } from "./variations.js";

const START = String(Position.start());

/**
 * The game of an address. Throws the server's error for an impossible one.
 * @param {URLSearchParams} query
 * @param {{defaults: PlayDefaults, signal: AbortSignal}} options
 * @returns {Promise<PlayState>}
 */
export async function readGame(query, { defaults, signal }) {
  const moves = readList(query.get("moves"));
  const others = query.getAll("also").flatMap(readOther);
  const start = query.get("start") ?? START;
  if (start !== START || moves.length) await ask("/api/line", { start, moves: moves.join(",") }, { signal });
  return {
    tree: Variations.build(Position.parse(start), moves, { others, at: readCount(query.get("at"), moves.length) }),
    players: [query.get("one") ?? defaults.players[0], query.get("two") ?? defaults.players[1]],
    seed: readCount(query.get("seed"), 0),
    shown: query.getAll("show"),
    winners: query.get("winners") === "1",
    why: query.get("why"),
    whyFor: readCount(query.get("for"), 0),
    engine: query.get("engine") ?? defaults.engine,
    review: query.get("review") === "1",
  };
}

/**
 * The address of a game; what is as usual is left out.
 * @param {PlayState} game
 * @param {{defaults: PlayDefaults}} options
 */
export function formatGame(game, { defaults }) {
  const { tree, players } = game;
  const moves = tree.moves();
  const at = tree.current.ply;
  /**
   * @param {string} value
   * @param {string} usual
   */
  const unless = (value, usual) => (value === usual ? null : value);
  return formatRoute(["play"], {
    start: unless(String(tree.root.position), START),
    moves: moves.join(","),
    at: at === moves.length ? null : at,
    also: tree.others().map(([shared, further]) => `${shared}.${further.join(",")}`),
    one: unless(players[0], defaults.players[0]),
    two: unless(players[1], defaults.players[1]),
    seed: game.seed || null,
    show: game.shown,
    winners: game.winners ? 1 : null,
    why: game.why,
    for: game.why && game.whyFor ? game.whyFor : null,
    engine: unless(game.engine, defaults.engine),
    review: game.review ? 1 : null,
  });
}

/**
 * The address at which a game can be explored at a ply.
 * @param {{start: string, moves?: string[], at?: number, winners?: boolean, show?: string, review?: boolean}} game
 */
export function formatExploration({ start, moves = [], at, winners = false, show, review = false }) {
  return formatRoute(["play"], {
    start: start === START ? null : start, moves: moves.join(","), at, two: YOU,
    show, winners: winners ? 1 : null, review: review ? 1 : null,
  });
}

/**
 * "2.c3,e4": after two moves of the line, these moves instead.
 * @param {string} text
 * @returns {import("./variations.js").OtherLine[]}
 */
function readOther(text) {
  const [, shared, further] = /^([0-9]{1,3})\.(.+)$/.exec(text) ?? [];
  return further ? [[Number(shared), readList(further)]] : [];
}
