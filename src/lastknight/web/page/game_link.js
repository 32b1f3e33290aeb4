// Links to a game: the address holds the game and everything shown. The server checks start and
// moves, and its error says what is wrong with a link.
//
//     moves=d4,f3,b5      the main line
//     also=2.c3,e4        after two moves of the main line, these moves instead
//     line=1 & at=3       on the first of the other lines, after its third move
//     say=1.3.text        a comment on that move
//     lost=0.3.2.resigned player 2 resigned after the third move of the main line

import { CLOCKS } from "./clock.js";
import { YOU } from "./player_choice.js";
import { Position } from "./position.js";
import { formatRoute, readCount, readList } from "./route.js";
import { ask } from "./server.js";
import { Variations } from "./variations.js";

const START = String(Position.start());
const MOST_LINES = 5;

/**
 * The game of an address. Throws the server's error for an impossible one.
 * @param {URLSearchParams} query
 * @param {{defaults: PlayDefaults, signal: AbortSignal}} options
 * @returns {Promise<PlayState>}
 */
export async function readGame(query, { defaults, signal }) {
  const moves = readList(query.get("moves"));
  const start = query.get("start") ?? START;
  if (start !== START || moves.length)
    await ask("/api/line", { start, moves: moves.join(",") }, { signal });
  const clock = query.get("clock") ?? "";
  return {
    tree: readTree(query),
    players: [query.get("one") ?? defaults.players[0], query.get("two") ?? defaults.players[1]],
    seed: readCount(query.get("seed"), 0),
    shown: query.getAll("show"),
    winners: query.get("winners") === "1",
    why: query.get("why"),
    whyFor: readCount(query.get("for"), 0),
    engine: query.get("engine") ?? defaults.engine,
    lines: Math.max(1, Math.min(MOST_LINES, readCount(query.get("lines"), 1))),
    clock: CLOCKS.some(([spec]) => spec === clock) ? clock : "",
    flipped: query.get("flip") === "1",
    review: query.get("review") === "1",
  };
}

/**
 * The moves of a game that is known to be possible.
 * @param {URLSearchParams} query
 */
export function readTree(query) {
  const start = Position.parse(query.get("start") ?? START);
  const tree = Variations.build(start, readList(query.get("moves")), {
    others: query.getAll("also").flatMap(readOther),
    line: readCount(query.get("line"), 0),
    at: query.has("at") ? readCount(query.get("at"), 0) : undefined,
  });
  for (const text of query.getAll("say")) {
    const [, line, ply, comment] = /^([0-9]{1,3})\.([0-9]{1,3})\.(.+)$/s.exec(text) ?? [];
    if (comment) tree.find([Number(line), Number(ply)]).comment = comment;
  }
  for (const text of query.getAll("lost")) {
    const [, line, ply, loser, reason] =
      /^([0-9]{1,3})\.([0-9]{1,3})\.([12])\.(resigned|time)$/.exec(text) ?? [];
    if (reason)
      tree.find([Number(line), Number(ply)]).ended = /** @type {Ended} */ ({
        loser: Number(loser),
        reason,
      });
  }
  return tree;
}

/**
 * The address of a game; what is as usual is left out.
 * @param {PlayState} game
 * @param {{defaults: PlayDefaults}} options
 */
export function formatGame(game, { defaults }) {
  const { players } = game;
  /**
   * @param {string} value
   * @param {string} usual
   */
  const unless = (value, usual) => (value === usual ? null : value);
  return formatRoute(["play"], {
    ...describeTree(game.tree),
    one: unless(players[0], defaults.players[0]),
    two: unless(players[1], defaults.players[1]),
    seed: game.seed || null,
    show: game.shown,
    winners: game.winners ? 1 : null,
    why: game.why,
    for: game.why && game.whyFor ? game.whyFor : null,
    engine: unless(game.engine, defaults.engine),
    lines: game.lines === 1 ? null : game.lines,
    clock: game.clock,
    flip: game.flipped ? 1 : null,
    review: game.review ? 1 : null,
  });
}

/** @param {Variations} tree */
function describeTree(tree) {
  const nodes = tree.nodes();
  const end = tree.line().at(-1) ?? tree.root;
  const [line] = tree.addressOf(end);
  const at = tree.current.ply;
  /** @param {Ply} node */
  const place = (node) => tree.addressOf(node).join(".");
  return {
    start: String(tree.root.position) === START ? null : String(tree.root.position),
    moves: mainMoves(tree).join(","),
    line: line || null,
    at: at === end.ply ? null : at,
    also: tree.others().map(([shared, further]) => `${shared}.${further.join(",")}`),
    say: nodes.filter(({ comment }) => comment).map((node) => `${place(node)}.${node.comment}`),
    lost: nodes.flatMap((node) =>
      node.ended ? `${place(node)}.${node.ended.loser}.${node.ended.reason}` : [],
    ),
  };
}

/**
 * The moves of the main line.
 * @param {Variations} tree
 */
export function mainMoves(tree) {
  const moves = [];
  for (let node = tree.root.children[0]; node; node = node.children[0]) moves.push(node.move ?? "");
  return moves;
}

/**
 * The address at which a game can be explored at a ply.
 * @param {{start: string, moves?: string[], at?: number, winners?: boolean, show?: string,
 *   review?: boolean}} game
 */
export function formatExploration({
  start,
  moves = [],
  at,
  winners = false,
  show,
  review = false,
}) {
  return formatRoute(["play"], {
    start: start === START ? null : start,
    moves: moves.join(","),
    at,
    two: YOU,
    show,
    winners: winners ? 1 : null,
    review: review ? 1 : null,
  });
}

/**
 * The address at which the mistakes of a game are puzzles.
 * @param {{start: string, moves: string[], learner: Player | 0}} game with 0 those of both players
 */
export function formatLesson({ start, moves, learner }) {
  return formatRoute(["mistakes"], {
    start: start === START ? null : start,
    moves: moves.join(","),
    for: learner || null,
  });
}

/**
 * "2.c3,e4": after two moves of the main line, these moves instead.
 * @param {string} text
 * @returns {import("./variations.js").OtherLine[]}
 */
function readOther(text) {
  const [, shared, further] = /^([0-9]{1,3})\.(.+)$/.exec(text) ?? [];
  return further ? [[Number(shared), readList(further)]] : [];
}
