// The questions of the board by the path of the server's API: parameters are checked as there, and
// the answers have the same shape.

import { CoreError } from "./core.js";
import { positionOf } from "./context.js";
import { check, choose, think, values, why } from "./evaluations.js";
import { answer, puzzle, review, solve } from "./proofs.js";
import { shorten } from "./python_text.js";
import { ServerError } from "../../src/lastknight/web/page/request.js";
import { parseExpression, SpecError } from "./syntax.js";

/**
 * @typedef {import("./context.js").Context} Context
 * @typedef {import("./context.js").PositionFacts} PositionFacts
 * @typedef {import("./context.js").Tell} Tell
 * @typedef {[name: string, value: string][]} Pairs
 */

const MOST_SIDE = 128;
const MOST_LINES = 5;
const MOST_PUZZLES = 1e6;
const LEVELS = ["easy", "medium", "hard"];

/** @type {Record<string, (asked: Parameters, context: Context, tell: Tell) => any>} */
const QUESTIONS = {
  "/api/line": (asked, context) => line(asked, context),
  "/api/choose": (asked, context) => choose(context, searchOf(asked, context)),
  "/api/think": (asked, context, tell) => {
    const lines = asked.whole("lines", 1, MOST_LINES, 1);
    return think(context, { ...searchOf(asked, context), lines }, tell);
  },
  "/api/values": (asked, context) => {
    const position = asked.position(context);
    const heuristics = asked.list("heuristic", context.limits.most_heuristics);
    for (const spec of heuristics) checkSpec(context, spec, "a heuristic");
    return values(context, { position, heuristics });
  },
  "/api/check": (asked, context) => {
    const what = asked.oneOf("what", ["heuristic", "player"]);
    const spec = asked.text("spec");
    try {
      checkSpec(context, spec, `a ${what}`);
    } catch (error) {
      if (error instanceof SpecError) return { spec: null, problem: error.message };
      throw error;
    }
    return check(context, { what, spec, onBoard: asked.text("on_board", "false") === "true" });
  },
  "/api/solve": (asked, context) => solve(context, { position: asked.position(context) }),
  "/api/why": (asked, context) => {
    const position = asked.position(context);
    const heuristic = asked.text("heuristic");
    checkSpec(context, heuristic, "a heuristic");
    const player = /** @type {Player} */ (asked.whole("player", 1, 2, 0)) || null;
    return why(context, { position, heuristic, player });
  },
  "/api/review": (asked, context, tell) => {
    const start = asked.position(context, "start");
    return review(context, { start, moves: asked.moves(context) }, tell);
  },
  "/api/puzzles": (asked, context) => puzzle(context, puzzleOf(asked)),
  "/api/puzzles/answer": (asked, context) =>
    answer(context, { ...puzzleOf(asked), move: asked.text("move") }),
};

/**
 * The answer to a question; `tell` gets the events before it. Throws ServerError for what cannot be
 * answered.
 * @param {Context} context
 * @param {string} path
 * @param {Pairs} pairs
 * @param {Tell} tell
 * @returns {Promise<any>}
 */
export async function answerQuestion(context, path, pairs, tell) {
  const question = Object.hasOwn(QUESTIONS, path) ? QUESTIONS[path] : null;
  if (!question) throw new ServerError("no such address; docs/api.md lists all addresses", 404);
  try {
    return await question(new Parameters(pairs), context, tell);
  } catch (error) {
    if (error instanceof SpecError || error instanceof CoreError)
      throw new ServerError(error.message, 400);
    throw error;
  }
}

/** The parameters of a question, as text. */
class Parameters {
  /** @param {Pairs} pairs */
  constructor(pairs) {
    this.pairs = pairs;
  }

  /**
   * @param {string} name
   * @param {string} [otherwise]
   */
  text(name, otherwise) {
    const found = this.pairs.find(([key]) => key === name)?.[1] ?? otherwise;
    if (found === undefined) throw new ServerError(`${name} is missing`, 422);
    return found;
  }

  /**
   * @param {string} name
   * @param {number} least
   * @param {number} most
   * @param {number} [otherwise]
   */
  whole(name, least, most, otherwise) {
    const text = this.text(name, otherwise === undefined ? undefined : "");
    if (text === "" && otherwise !== undefined) return otherwise;
    const came = `got ${text === "" ? "nothing" : shorten(text)}`;
    if (!/^[+-]?[0-9]{1,20}$/.test(text))
      throw new ServerError(`${name} must be a whole number, ${came}`, 422);
    const number = Number(text);
    if (number < least) throw new ServerError(`${name} must be at least ${least}, ${came}`, 422);
    if (number > most) throw new ServerError(`${name} must be at most ${most}, ${came}`, 422);
    return number;
  }

  /**
   * @param {string} name
   * @param {number} most
   */
  list(name, most) {
    const found = this.pairs.filter(([key]) => key === name).map(([, value]) => value);
    if (!found.length) throw new ServerError(`${name} is missing`, 422);
    if (found.length > most)
      throw new ServerError(`${name} must have at most ${most} entries`, 422);
    return found;
  }

  /**
   * @param {string} name
   * @param {string[]} words
   */
  oneOf(name, words) {
    const text = this.text(name);
    if (words.includes(text)) return text;
    const wanted = words.map((word) => `'${word}'`);
    const last = wanted.pop();
    throw new ServerError(
      `${name} must be ${wanted.join(", ")} or ${last}, got ${shorten(text)}`,
      422,
    );
  }

  /**
   * The text of a position, checked.
   * @param {Context} context
   */
  position({ core, limits }, name = "position") {
    const text = this.text(name);
    checkLength(name, text, limits.most_position);
    return positionOf(core, text).text;
  }

  /**
   * Moves, separated by spaces.
   * @param {Context} context
   */
  moves({ limits }) {
    const text = this.text("moves", "");
    checkLength("moves", text, limits.most_moves);
    return text.replaceAll(",", " ");
  }
}

/**
 * Every position of a game, from a given position or an empty board.
 * @param {Parameters} asked
 * @param {Context} context
 * @returns {GameLine}
 */
function line(asked, context) {
  const { core, limits } = context;
  const start = asked.text("start", "");
  checkLength("start", start, limits.most_position);
  const [width, height] = ["width", "height"].map((name) => asked.whole(name, 1, MOST_SIDE, 7));
  const blocked = asked.text("blocked", "");
  checkLength("blocked", blocked, limits.most_position);
  const first = start || core.call("start", width, height, blocked.replaceAll(",", " ")).text;
  /** @type {PositionFacts[]} */
  const positions = core.call("line", first, asked.moves(context));
  const moves = positions.slice(1).map((after) => after.locations[2 - after.to_move] ?? "");
  return {
    start: positions[0].text,
    width: positions[0].width,
    height: positions[0].height,
    blocked: positions[0].blocked,
    moves,
    positions,
  };
}

/**
 * @param {Parameters} asked
 * @param {Context} context
 */
function searchOf(asked, context) {
  const position = asked.position(context);
  const player = asked.text("player");
  checkSpec(context, player, "a player");
  return { position, player, seed: asked.whole("seed", 0, Number.MAX_SAFE_INTEGER, 0) };
}

/** @param {Parameters} asked */
function puzzleOf(asked) {
  const number = asked.whole("number", 1, MOST_PUZZLES, 1);
  const level = asked.text("level", "") ? asked.oneOf("level", LEVELS) : null;
  return { number, level };
}

/**
 * Check a spec as far as the syntax goes.
 * @param {Context} context
 * @param {string} text
 * @param {string} what
 */
function checkSpec({ limits }, text, what) {
  checkLength(what, text, limits.most_spec);
  const { files } = parseExpression(text, what);
  if (text.includes(".py") && !files.length) throw new SpecError(`not ${what}: ${shorten(text)}`);
}

/**
 * @param {string} what
 * @param {string} text
 * @param {number} most
 */
function checkLength(what, text, most) {
  if (text.length > most)
    throw new ServerError(`${what} must have at most ${most} characters`, 422);
}
