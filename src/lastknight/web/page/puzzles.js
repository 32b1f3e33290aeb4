// Puzzles: positions in which exactly one move wins. One tries moves on the board; the server knows
// the answer.

import { Board } from "./board.js";
import { button, field, html, replace, select } from "./elements.js";
import { knightIcon } from "./knight.js";
import { Position } from "./position.js";
import { formatRoute, readCount } from "./route.js";
import { announce } from "./saying.js";
import { ask } from "./server.js";

const LEVELS = [["", "all"], ["easy", "easy"], ["medium", "medium"], ["hard", "hard"]];
const STEP = 650;

export async function show(root, { path, query, signal }) {
  const number = readCount(path[0], 1);
  const level = query.get("level") ?? "";
  const puzzle = await ask("/api/puzzles", { number, level }, { signal });
  if (signal.aborted) return;
  root.append(new PuzzleView({ puzzle, level, signal }).element);
}

class PuzzleView {
  #tried = new Set();
  #isSolved = false;
  #isBusy = false;

  constructor({ puzzle, level, signal }) {
    Object.assign(this, { puzzle, level, signal });
    this.start = Position.parse(puzzle.position);
    this.board = new Board({ onmove: (move) => this.#try(move), label: `Puzzle ${puzzle.number}` });
    this.verdict = html("p", { class: "status", role: "status" });
    this.actions = html("div", { class: "buttons" });
    this.element = html("div", { class: "play puzzle" },
      html("div", { class: "table plain" }, html("div", { class: "board-box" }, this.board.element)),
      html("div", { class: "panel" }, this.#drawTask(), this.#drawChoice()));
    this.#draw(this.start);
    this.#say(`Find the one winning move of player ${this.start.toMove}.`);
  }

  #drawTask() {
    const { puzzle, start } = this;
    const share = `${puzzle.grade} of ${puzzle.heuristics}`;
    return html("section", { class: "card task" },
      html("h1", {}, `Puzzle ${puzzle.number}`),
      html("p", { class: `task-line p${start.toMove}` }, knightIcon(start.toMove), html("span", {}, html("b", {}, `Player ${start.toMove} to move`), " and win. Only one move does.")),
      html("div", { class: "grade" }, html("span", {}, `${share} heuristics miss it`),
        html("span", { class: "grade-dots", "aria-hidden": "true" }, Array.from({ length: puzzle.heuristics }, (_, index) => html("span", { class: index < puzzle.grade ? "missed" : "" })))),
      this.verdict, this.actions);
  }

  #drawChoice() {
    const { puzzle, level } = this;
    const to = (number) => formatRoute(["puzzles", String(number)], { level });
    const go = html("input", { type: "number", min: 1, max: puzzle.count, value: puzzle.number });
    go.addEventListener("change", () => { location.hash = to(go.value); });
    const link = (number, text) => number >= 1 && number <= puzzle.count && html("a", { class: "button", href: to(number) }, text);
    return html("section", { class: "card" },
      html("div", { class: "row" }, field(`Number, of ${puzzle.count}`, go),
        field("How hard", select(LEVELS, level, (chosen) => { location.hash = formatRoute(["puzzles", "1"], { level: chosen }); }))),
      html("div", { class: "buttons spaced" }, link(puzzle.number - 1, "← Previous"), link(puzzle.number + 1, "Next →")),
      html("p", { class: "hint spaced" }, `Graded by who misses the move: each of ${puzzle.heuristics} heuristics of the catalogue was asked as AlphaBeta with 1,000 nodes.`));
  }

  #draw(position, { last = null } = {}) {
    const marks = new Map([...this.#tried].map((move) => [move, { winner: 3 - this.start.toMove, good: false }]));
    if (this.#isSolved && last) marks.clear();
    const label = (name) => {
      const inside = position.cell(name);
      if (inside === "x") return `${name}, gone`;
      if (inside !== ".") return `${name}, knight of player ${inside}`;
      const tried = this.#tried.has(name) ? ", tried: it loses" : "";
      return `${name}, ${position.legalMoves().includes(name) ? "can be moved to" : "blank"}${tried}`;
    };
    this.board.draw({ position, marks, last, label, canMove: !this.#isSolved && !this.#isBusy });
    const explore = formatRoute(["play"], { start: this.puzzle.position, two: "you", winners: this.#isSolved ? 1 : null, show: "improved" });
    replace(this.actions, html("a", { class: "button", href: explore }, "Look at it on the board"),
      !this.#isSolved && button("Show the answer", () => this.#try(null)));
  }

  async #try(move) {
    const { puzzle, start } = this;
    this.#isBusy = true;
    try {
      const answer = await ask("/api/puzzles/answer", { number: puzzle.number, level: this.level, move: move ?? start.legalMoves()[0] });
      this.#isBusy = false;
      if (move && !answer.right) {
        this.#tried.add(move);
        this.#draw(start);
        return this.#say(`${move} gives the win away. Try another.`, "wrong");
      }
      this.#isSolved = true;
      this.#say(`${move ? "Right" : "It is"}: ${answer.best} wins. ${this.#missers()}`, "right");
      await this.#replay(answer.line?.length ? answer.line : [answer.best]);
    } catch (error) {
      this.#isBusy = false;
      this.#say(error.message, "wrong");
      this.#draw(start);
    }
  }

  #missers() {
    const { missed_by: missed } = this.puzzle;
    if (!missed.length) return "No heuristic of the catalogue misses it.";
    return `Missed by ${missed.slice(0, 6).join(", ")}${missed.length > 6 ? ` and ${missed.length - 6} more` : ""}.`;
  }

  // Show how the game goes on.
  async #replay(line) {
    let position = this.start;
    for (const move of line) {
      if (this.signal.aborted) return;
      const player = position.toMove;
      const from = position.location(player);
      position = position.play(move);
      this.#draw(position, { last: { from, to: move, player } });
      await new Promise((resume) => setTimeout(resume, STEP));
    }
  }

  #say(text, kind = "") {
    this.verdict.className = `status ${kind}`;
    replace(this.verdict, text);
    announce(text);
  }
}
