// Puzzles: positions with exactly one winning move. The server knows the answers.

import { Board } from "./board.js";
import { button, field, html, numberInput, replace, select } from "./elements.js";
import { formatExploration } from "./game_link.js";
import { knightIcon } from "./knight.js";
import { announce } from "./notices.js";
import { Position, describeSquare, opponentOf } from "./position.js";
import { formatRoute, readCount } from "./route.js";
import { ask, messageOf } from "./server.js";
import { sleep } from "./timing.js";

/** @type {[string, string][]} */
const LEVELS = [["", "all"], ["easy", "easy"], ["medium", "medium"], ["hard", "hard"]];
// Milliseconds between the moves of a solution.
const STEP = 650;
const MOST_NAMED = 6;

/**
 * @param {HTMLElement} root
 * @param {ViewContext} context
 */
export async function show(root, { path, query, signal }) {
  const number = readCount(path[0], 1);
  const level = query.get("level") ?? "";
  const puzzle = await ask("/api/puzzles", { number, level }, { signal });
  if (signal.aborted) return;
  root.append(new PuzzleView({ puzzle, level, signal }).element);
}

class PuzzleView {
  /** @type {Set<string>} */
  #tried = new Set();
  #isSolved = false;
  #isBusy = false;

  /** @param {{puzzle: Puzzle, level: string, signal: AbortSignal}} options */
  constructor({ puzzle, level, signal }) {
    this.puzzle = puzzle;
    this.level = level;
    this.signal = signal;
    this.start = Position.parse(puzzle.position);
    this.board = new Board({ onmove: (move) => this.#try(move), label: `Puzzle ${puzzle.number}` });
    this.verdict = html("p", { class: "status", role: "status" });
    this.actions = html("div", { class: "buttons" });
    this.element = html("div", { class: "play puzzle" },
      html("div", { class: "table plain" }, html("div", { class: "board-box" }, this.board.element)),
      html("div", { class: "panel" }, this.#drawTask(), this.#drawChoice()));
    this.#draw(this.start);
    this.#say(`Find the only winning move for player ${this.start.toMove}.`);
  }

  #drawTask() {
    const { puzzle, start } = this;
    const player = start.toMove;
    return html("section", { class: "card task" },
      html("h1", {}, `Puzzle ${puzzle.number}`),
      html("p", { class: `task-line p${player}` }, knightIcon(player), html("span", {}, html("b", {}, `Player ${player} to move`), " and win. Only one move does.")),
      html("div", { class: "grade" }, html("span", {}, `${puzzle.grade} of ${puzzle.heuristics} heuristics miss it`),
        html("span", { class: "grade-dots", "aria-hidden": "true" }, Array.from({ length: puzzle.heuristics }, (_, index) => html("span", { class: index < puzzle.grade && "missed" })))),
      this.verdict, this.actions);
  }

  #drawChoice() {
    const { puzzle, level } = this;
    /** @param {number | string} number */
    const to = (number) => formatRoute(["puzzles", String(number)], { level });
    const number = numberInput("puzzle", puzzle.number, { min: 1, max: puzzle.count });
    number.addEventListener("change", () => { location.hash = to(number.value); });
    const levels = select(LEVELS, level, (chosen) => { location.hash = formatRoute(["puzzles", "1"], { level: chosen }); });
    return html("section", { class: "card" },
      html("div", { class: "row" }, field(`Number, 1 to ${puzzle.count}`, number), field("Difficulty", levels)),
      html("div", { class: "buttons spaced" },
        puzzle.number > 1 && html("a", { class: "button", href: to(puzzle.number - 1) }, "← Previous"),
        puzzle.number < puzzle.count && html("a", { class: "button", href: to(puzzle.number + 1) }, "Next →")),
      html("p", { class: "hint spaced" }, `The difficulty is the number of heuristics that miss the move: each of the catalogue's ${puzzle.heuristics} played it as AlphaBeta with 1,000 nodes.`));
  }

  /**
   * @param {Position} position
   * @param {LastMove | null} last
   */
  #draw(position, last = null) {
    const loss = { winner: opponentOf(this.start.toMove), good: false };
    const marks = new Map(this.#isSolved && last ? [] : [...this.#tried].map((move) => [move, loss]));
    const label = (/** @type {string} */ name) => describeSquare(position, name, this.#tried.has(name) ? "tried: it loses" : "");
    this.board.draw({ position, marks, last, label, canMove: !this.#isSolved && !this.#isBusy });
    const explore = formatExploration({ start: this.puzzle.position, winners: this.#isSolved, show: "improved" });
    replace(this.actions, html("a", { class: "button", href: explore }, "Open on the board"),
      !this.#isSolved && button("Show the answer", () => this.#try(null)));
  }

  /** @param {string | null} move null to be shown the answer */
  async #try(move) {
    const { start } = this;
    this.#isBusy = true;
    try {
      let answer = await this.#answerTo(move ?? start.legalMoves()[0]);
      if (!move && !answer.right) answer = await this.#answerTo(answer.best);
      this.#isBusy = false;
      if (move && !answer.right) {
        this.#tried.add(move);
        this.#draw(start);
        this.#say(`${move} gives the win away. Try another.`, "wrong");
        return;
      }
      this.#isSolved = true;
      this.#say(`${move ? "Right" : "The answer"}: ${answer.best} wins. ${this.#missedBy()}`, "right");
      await this.#replay(answer.line);
    } catch (error) {
      this.#isBusy = false;
      this.#say(messageOf(error), "wrong");
      this.#draw(start);
    }
  }

  /**
   * @param {string} move
   * @returns {Promise<PuzzleAnswer>}
   */
  #answerTo(move) {
    return ask("/api/puzzles/answer", { number: this.puzzle.number, level: this.level, move });
  }

  #missedBy() {
    const { missed_by: missed } = this.puzzle;
    if (!missed.length) return "No heuristic of the catalogue misses it.";
    const more = missed.length > MOST_NAMED ? ` and ${missed.length - MOST_NAMED} more` : "";
    return `Missed by ${missed.slice(0, MOST_NAMED).join(", ")}${more}.`;
  }

  /**
   * Show how the game continues.
   * @param {string[]} line
   */
  async #replay(line) {
    let position = this.start;
    for (const move of line) {
      if (this.signal.aborted) return;
      const player = position.toMove;
      const from = position.location(player);
      position = position.play(move);
      this.#draw(position, { from, to: move, player });
      await sleep(STEP);
    }
  }

  /**
   * @param {string} text
   * @param {"" | "right" | "wrong"} kind
   */
  #say(text, kind = "") {
    this.verdict.className = `status ${kind}`;
    replace(this.verdict, text);
    announce(text);
  }
}
