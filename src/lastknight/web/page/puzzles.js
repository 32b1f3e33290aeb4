// Puzzles: positions with exactly one winning move. The server knows the answers.

import { button, card, field, html, numberInput, replace, select } from "./elements.js";
import { plural } from "./format.js";
import { formatExploration } from "./game_link.js";
import { listenToKeys } from "./help.js";
import { knightIcon } from "./knight.js";
import { countAnswer, forgetProgress, puzzleProgress, ratingOf } from "./puzzle_progress.js";
import { formatRoute, readCount } from "./route.js";
import { ask, messageOf } from "./server.js";
import { TaskBoard } from "./task_board.js";

/** @type {[string, string][]} */
const LEVELS = [
  ["", "all"],
  ["easy", "easy"],
  ["medium", "medium"],
  ["hard", "hard"],
];
const MOST_NAMED = 6;

/**
 * @param {HTMLElement} root
 * @param {ViewContext} context
 */
export async function show(root, { path, query, signal, entitle }) {
  const number = readCount(path[0], 1);
  const level = query.get("level") ?? "";
  const puzzle = await ask("/api/puzzles", { number, level }, { signal });
  if (signal.aborted) return;
  entitle(`Puzzle ${puzzle.number}`);
  const view = new PuzzleView({ puzzle, level, signal });
  root.append(view.element);
  view.begin();
}

class PuzzleView {
  #isSolved = false;
  #isAsking = false;

  /** @param {{puzzle: Puzzle, level: string, signal: AbortSignal}} options */
  constructor({ puzzle, level, signal }) {
    this.puzzle = puzzle;
    this.level = level;
    this.signal = signal;
    this.task = new TaskBoard({
      position: puzzle.position,
      label: `Puzzle ${puzzle.number}`,
      signal,
      ontry: (move) => this.#try(move),
    });
    this.actions = html("div", { class: "buttons" });
    this.progress = html("div", { class: "progress-card" });
    this.element = this.task.arrange(
      this.#drawTask(),
      card("Your progress", this.progress),
      this.#drawChoice(),
    );
    listenToKeys(
      (key) => (key === "m" || key === "M" ? this.task.board.jump(key === "m" ? 1 : -1) : false),
      { signal },
    );
  }

  begin() {
    const isKnown = this.puzzle.position in puzzleProgress().solved;
    const again = isKnown ? " You have tried this one before; it no longer counts." : "";
    this.task.showMessage(
      `Find the only winning move for player ${this.task.start.toMove}.${again}`,
    );
    this.#drawActions();
    this.#drawProgress();
  }

  #drawTask() {
    const { puzzle } = this;
    const player = this.task.start.toMove;
    return html(
      "section",
      { class: "card task" },
      html("h1", {}, `Puzzle ${puzzle.number}`),
      html(
        "p",
        { class: `task-line p${player}` },
        knightIcon(player),
        html(
          "span",
          {},
          html("b", {}, `Player ${player} to move`),
          " and win. Only one move does.",
        ),
      ),
      html(
        "div",
        { class: "grade" },
        html("span", {}, `${puzzle.grade} of ${puzzle.heuristics} heuristics miss it`),
        html(
          "span",
          { class: "grade-dots", "aria-hidden": "true" },
          Array.from({ length: puzzle.heuristics }, (_, index) =>
            html("span", { class: index < puzzle.grade && "missed" }),
          ),
        ),
      ),
      this.task.verdict,
      this.actions,
    );
  }

  #drawActions() {
    const { puzzle } = this;
    const explore = formatExploration({
      start: puzzle.position,
      winners: this.#isSolved,
      show: "improved",
    });
    const hasNext = this.#isSolved && puzzle.number < puzzle.count;
    replace(
      this.actions,
      hasNext &&
        html("a", { class: "button primary", href: this.#to(puzzle.number + 1) }, "Next puzzle →"),
      !this.#isSolved && button("Show the answer", () => this.#try(null)),
      html("a", { class: "button", href: explore }, "Open on the board"),
    );
  }

  #drawProgress() {
    const { solved, streak, best, rating } = puzzleProgress();
    const firsts = Object.values(solved);
    const right = firsts.filter(Boolean).length;
    const figures = [
      ["rating", String(Math.round(rating))],
      ["this puzzle", String(Math.round(ratingOf(this.puzzle)))],
      ["streak", String(streak)],
      ["best streak", String(best)],
      ["solved", `${right} of ${firsts.length} tried`],
    ];
    replace(
      this.progress,
      html(
        "dl",
        { class: "tally" },
        figures.map(([name, value]) =>
          html("div", {}, html("dt", {}, name), html("dd", {}, value)),
        ),
      ),
      html(
        "p",
        { class: "hint" },
        "Kept in this browser. Only the first try counts. On this scale the average heuristic in ",
        "the catalogue is rated 1000.",
      ),
      firsts.length > 0 &&
        button("Start again", () => this.#forget(), {
          class: "small quiet",
          title: `forget ${plural(firsts.length, "answer")}, the streak and the rating`,
        }),
    );
  }

  #forget() {
    forgetProgress();
    this.#drawProgress();
  }

  /** @param {number | string} number */
  #to(number) {
    return formatRoute(["puzzles", String(number)], { level: this.level });
  }

  #drawChoice() {
    const { puzzle, level } = this;
    const range = { min: 1, max: puzzle.count, required: true };
    const number = numberInput("puzzle", puzzle.number, range);
    number.addEventListener("change", () => {
      if (number.reportValidity()) location.hash = this.#to(number.value);
    });
    const levels = select(LEVELS, level, (chosen) => {
      location.hash = formatRoute(["puzzles", "1"], { level: chosen });
    });
    return html(
      "section",
      { class: "card", "aria-label": "Choose a puzzle" },
      html(
        "div",
        { class: "row" },
        field(`Number, 1 to ${puzzle.count}`, number),
        field("Difficulty", levels),
      ),
      html(
        "div",
        { class: "buttons spaced" },
        puzzle.number > 1 &&
          html("a", { class: "button", href: this.#to(puzzle.number - 1) }, "← Previous"),
        puzzle.number < puzzle.count &&
          html("a", { class: "button", href: this.#to(puzzle.number + 1) }, "Next →"),
      ),
      html(
        "p",
        { class: "hint spaced" },
        `The difficulty is the number of heuristics, out of ${puzzle.heuristics}, that miss the `,
        "move when AlphaBeta plays with them at 1,000 nodes.",
      ),
    );
  }

  /** @param {string | null} move null to be shown the answer */
  async #try(move) {
    const { task, signal } = this;
    if (this.#isAsking) return;
    this.#isAsking = true;
    task.open(false);
    try {
      let answer = await this.#answerTo(move ?? task.start.legalMoves()[0]);
      if (!move && !answer.right) answer = await this.#answerTo(answer.best);
      countAnswer(this.puzzle, move !== null && answer.right);
      if (signal.aborted) return;
      this.#drawProgress();
      if (move && !answer.right) {
        task.reject(move);
        return;
      }
      this.#isSolved = true;
      this.#drawActions();
      task.showMessage(
        `${move ? "Right" : "The answer"}: ${answer.best} wins. ${this.#missedBy()}`,
        "right",
      );
      await task.show(answer.line);
    } catch (error) {
      if (signal.aborted) return;
      task.showMessage(messageOf(error), "wrong");
      task.open(true);
    } finally {
      this.#isAsking = false;
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
    if (!missed.length) return "No heuristic in the catalogue misses it.";
    const more = missed.length > MOST_NAMED ? ` and ${missed.length - MOST_NAMED} more` : "";
    return `Missed by ${missed.slice(0, MOST_NAMED).join(", ")}${more}.`;
  }
}
