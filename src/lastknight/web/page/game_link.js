// A game and what is shown of it, as parameters of the address and back: a link reproduces the view.
// The server checks the start and the moves, so that its line says what is wrong with a link.

import { Position } from "./position.js";
import { formatRoute, readCount, readList } from "./route.js";
import { ask } from "./server.js";
import { Variations } from "./variations.js";

export const YOU = "you";
const START = String(Position.start());

// The view that an address asks for; raises the server's error for a game that cannot be.
export async function readGame(query, { defaults, signal }) {
  const moves = readList(query.get("moves"));
  const others = query.getAll("also").map(readOther).filter(Boolean);
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

// The address of a view.
export function writeGame(game, { defaults }) {
  const { tree, players } = game;
  const moves = tree.moves();
  const start = String(tree.root.position);
  const others = tree.others().map(([shared, further]) => `${shared}.${further.join(",")}`);
  return formatRoute(["play"], {
    start: start === START ? null : start,
    moves: moves.join(","),
    at: tree.current.ply === moves.length ? null : tree.current.ply,
    also: others,
    one: players[0] === defaults.players[0] ? null : players[0],
    two: players[1] === defaults.players[1] ? null : players[1],
    seed: game.seed || null,
    show: game.shown,
    winners: game.winners ? 1 : null,
    why: game.why,
    for: game.why && game.whyFor ? game.whyFor : null,
    engine: game.engine === defaults.engine ? null : game.engine,
    review: game.review ? 1 : null,
  });
}

// "2.c3,e4": after two moves of the line, these instead.
function readOther(text) {
  const [, shared, further] = /^([0-9]{1,3})\.(.+)$/.exec(text) ?? [];
  return further ? [Number(shared), readList(further)] : null;
}
