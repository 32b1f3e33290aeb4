// A list of specs, one per line, checked while it is typed.

import { html, replace } from "./elements.js";
import { checkLater, checkSpec } from "./spec_field.js";

// Milliseconds without a key before the lines are checked.
const PAUSE = 300;
let count = 0;

export class SpecList {
  /**
   * The server's answer for each line.
   * @type {Map<string, Promise<SpecCheck>>}
   */
  #answers = new Map();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** @typedef {import("./spec_field.js").SpecKind} SpecKind */
  /** @typedef {import("./spec_field.js").SpecCheck} SpecCheck */
  /** @param {{what: SpecKind, rows: number, placeholder?: string}} options */
  constructor({ what, rows, placeholder = "" }) {
    count += 1;
    this.what = what;
    this.area = html("textarea", {
      rows,
      placeholder,
      spellcheck: "false",
      autocapitalize: "off",
      "aria-describedby": `spec-lines-${count}`,
      oninput: () => this.#wait(),
    });
    this.note = html("span", { class: "spec-note", id: `spec-lines-${count}`, role: "status" });
    this.element = html("span", { class: "spec-field" }, this.area, this.note);
  }

  get lines() {
    return linesOf(this.area.value);
  }

  set lines(lines) {
    this.area.value = lines.join("\n");
    this.#wait();
  }

  #wait() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#check(), PAUSE);
  }

  // Show the problem of the first invalid line.
  async #check() {
    const text = this.area.value;
    const answers = await Promise.all(this.lines.map((line) => this.#ask(line)));
    if (text !== this.area.value) return;
    const wrong = answers.findIndex(({ problem }) => problem);
    const problem = wrong < 0 ? "" : `line ${wrong + 1}: ${answers[wrong].problem}`;
    this.area.toggleAttribute("aria-invalid", wrong >= 0);
    this.note.className = `spec-note ${problem ? "problem" : "right"}`;
    replace(this.note, problem || (answers.length > 0 && "✓"));
    const failed = answers.find(({ failure }) => failure);
    if (failed) checkLater(failed.failure, () => this.#check());
  }

  /** @param {string} line */
  async #ask(line) {
    const asked = this.#answers.get(line) ?? checkSpec(this.what, line);
    this.#answers.set(line, asked);
    const answer = await asked;
    if (answer.failure && this.#answers.get(line) === asked) this.#answers.delete(line);
    return answer;
  }
}

/**
 * The lines of a text that are not empty.
 * @param {string} text
 */
export function linesOf(text) {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
}
