// A board with a task on it: find a winning move. Wrong tries are marked, and the solution can be
// shown move by move.

import { Board } from "./board.js";
import { html, replace } from "./elements.js";
import { announce } from "./notices.js";
import { Position, describeSquare, opponentOf } from "./position.js";
import { sleep } from "./timing.js";

// Milliseconds between the moves of a solution.
const STEP = 650;

export class TaskBoard {
  /** @type {Set<string>} */
  #tried = new Set();
  #isOpen = true;

  /**
   * `ontry` gets every move that is tried while the task is open.
   * @param {{position: string, label: string, signal: AbortSignal,
   *   ontry: (move: string) => void}} options
   */
  constructor({ position, label, signal, ontry }) {
    this.start = Position.parse(position);
    this.signal = signal;
    this.board = new Board({ onmove: ontry, label });
    this.verdict = html("p", { class: "status", role: "status" });
    this.element = html("div", { class: "board-box" }, this.board.element);
    this.draw();
  }

  /**
   * @param {Position} position
   * @param {LastMove | null} last
   */
  draw(position = this.start, last = null) {
    const loss = { winner: opponentOf(this.start.toMove), good: false };
    const marks = new Map(last ? [] : [...this.#tried].map((move) => [move, loss]));
    this.board.draw({
      position,
      marks,
      last,
      label: (name) =>
        describeSquare(position, name, this.#tried.has(name) ? "tried: it loses" : ""),
      canMove: this.#isOpen,
    });
  }

  /**
   * Accept moves or not: none while one is checked, or once the task is done.
   * @param {boolean} isOpen
   */
  open(isOpen) {
    this.#isOpen = isOpen;
    this.draw();
  }

  /**
   * Mark a wrong try, and wait for another.
   * @param {string} move
   * @param {string} note
   */
  reject(move, note = "") {
    this.#tried.add(move);
    this.open(true);
    this.showMessage(`${move}${note} gives away the win. Try another.`, "wrong");
  }

  /**
   * Show how the game continues.
   * @param {string[]} line
   */
  async show(line) {
    this.#isOpen = false;
    let position = this.start;
    for (const move of line) {
      if (this.signal.aborted) return;
      const player = position.toMove;
      const from = position.location(player);
      position = position.play(move);
      this.draw(position, { from, to: move, player });
      await sleep(STEP, this.signal);
    }
  }

  /**
   * @param {string} text
   * @param {"" | "right" | "wrong"} kind
   */
  showMessage(text, kind = "") {
    this.verdict.className = `status ${kind}`.trim();
    replace(this.verdict, text);
    announce(text);
  }

  /**
   * The board beside the cards of the task.
   * @param {...Child} cards
   */
  arrange(...cards) {
    return html(
      "div",
      { class: "play puzzle" },
      html("div", { class: "table plain" }, this.element),
      html("div", { class: "panel" }, cards),
    );
  }
}
