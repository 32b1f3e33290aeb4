// A game as text: the file that `lastknight play --load` reads, with variations and comments, or
// only its moves.
//
//     player 1: human
//     player 2: Random
//     start: ......./......./......./......./......./......./.......:1
//     moves: d4 b1 c2
//     result: unfinished
//     variation: 2 c6 d3       after two moves of the main line, these instead
//     comment: 0.3 text        on move 3 of the main line, line 0

import { mainMoves } from "./game_link.js";
import { YOU } from "./player_choice.js";
import { opponentOf } from "./position.js";
import { formatRoute } from "./route.js";
import { resultOf } from "./variations.js";

const HUMAN = "human";
/** @type {Record<GameResult["reason"], string>} */
const ENDS = { no_moves: "cannot move", resigned: "resigned", time: "ran out of time" };
const RESULT = /^player [12] wins, player ([12]) (resigned|ran out of time)$/;

/**
 * The text of a game's file.
 * @param {{tree: Variations, players: [string, string]}} game
 */
export function formatGameText({ tree, players }) {
  const [one, two] = players.map((player) => (player === YOU ? HUMAN : player));
  const moves = mainMoves(tree);
  const comments = tree.nodes().filter(({ comment }) => comment);
  return [
    `player 1: ${one}`,
    `player 2: ${two}`,
    `start: ${tree.root.position}`,
    `moves: ${moves.join(" ")}`.trim(),
    `result: ${formatResult(resultOf(tree.ends()[0]))}`,
    ...tree.others().map(([shared, further]) => `variation: ${shared} ${further.join(" ")}`),
    ...comments.map((node) => `comment: ${tree.addressOf(node).join(".")} ${node.comment}`),
    "",
  ].join("\n");
}

/** @param {GameResult | null} result */
function formatResult(result) {
  if (!result) return "unfinished";
  const { winner, reason } = result;
  return `player ${winner} wins, player ${opponentOf(winner)} ${ENDS[reason]}`;
}

/**
 * The address of the game in a text: a game's file, or moves with or without numbers. Throws Error
 * for other text; whether the moves are legal is for the server to say.
 * @param {string} text
 */
export function readGameText(text) {
  const lines = text.split(/\r?\n/).filter((line) => line.trim());
  if (!lines.length) throw new Error("paste a game's file or its moves, such as d4 b1 c2");
  if (!/^player 1:/.test(lines[0])) return formatRoute(["play"], { moves: readMoves(text) });
  const fields = lines.map(readLine);
  /** @param {string} name */
  const values = (name) => fields.filter(([key]) => key === name).map(([, value]) => value);
  const [one, two] = ["player 1", "player 2"].map((key) => playerOf(values(key)[0]));
  const moves = readMoves(values("moves")[0] ?? "");
  const plies = moves ? moves.split(",").length : 0;
  const [, loser, end] = RESULT.exec(values("result")[0] ?? "") ?? [];
  return formatRoute(["play"], {
    start: values("start")[0],
    moves,
    one,
    two,
    also: values("variation").map((value) => value.replace(/^(\d+) /, "$1.").replace(/ /g, ",")),
    say: values("comment").map((value) => value.replace(" ", ".")),
    lost: loser && `0.${plies}.${loser}.${end === "resigned" ? end : "time"}`,
  });
}

/** @param {string} line */
function readLine(line) {
  const [, key, value] = /^([a-z0-9 ]+):(.*)$/.exec(line) ?? [];
  if (key === undefined) throw new Error(`not a line of a game: ${line.slice(0, 60)}`);
  return [key, value.trim()];
}

/** @param {string | undefined} name */
function playerOf(name) {
  return name === undefined || name.toLowerCase() === HUMAN ? YOU : name;
}

/** @param {string} text */
function readMoves(text) {
  const words = text
    .replace(/\d+\.+/g, " ")
    .toLowerCase()
    .split(/[\s,;]+/)
    .filter(Boolean);
  const wrong = words.find((word) => !/^[a-z]{1,2}[0-9]{1,3}$/.test(word));
  if (wrong) throw new Error(`expected moves such as d4 b1 c2, got '${wrong.slice(0, 60)}'`);
  return words.join(",");
}
