// A field for the spec of a player or a heuristic. The server checks what is typed, and the line
// below the field shows the result.

import { html, replace } from "./elements.js";
import { ask, isAway, isStop, messageOf, watchServer } from "./server.js";

// Milliseconds without a key before a spec is checked.
const PAUSE = 250;
let count = 0;

/** @typedef {"player" | "heuristic"} SpecKind */
/**
 * The full form of a spec, or what is wrong with it; with `failure` it is not known, and can be
 * asked again.
 * @typedef {Schemas["SpecCheck"] & {failure?: unknown}} SpecCheck
 */

/**
 * @param {SpecKind} what
 * @param {string} spec
 * @param {{onBoard?: boolean, signal?: AbortSignal}} options with `onBoard`, a player must keep to
 *   the limits of the board
 * @returns {Promise<SpecCheck>}
 */
export async function checkSpec(what, spec, { onBoard = false, signal } = {}) {
  try {
    return await ask("/api/check", { what, spec, on_board: onBoard }, { signal });
  } catch (error) {
    if (isStop(error)) throw error;
    return { spec: null, problem: messageOf(error), failure: error };
  }
}

/**
 * Check again once the server is back, if it was away.
 * @param {unknown} failure
 * @param {() => unknown} again
 */
export function checkLater(failure, again) {
  if (!isAway(failure)) return;
  const stop = new AbortController();
  const watch = (/** @type {boolean} */ isStillAway) => {
    if (isStillAway) return;
    stop.abort();
    again();
  };
  watchServer(watch, { signal: stop.signal });
}

/**
 * What a field for a spec can suggest.
 * @param {SpecKind} what
 * @param {Catalog} catalog
 */
export function suggestionsOf(what, { files, heuristics, levels }) {
  const specs = [...files, ...heuristics.map(({ spec }) => spec)];
  if (what === "heuristic") return specs;
  return [
    ...levels.map(({ spec }) => spec),
    ...specs.map((spec) => `AlphaBeta(${spec}, nodes=15000)`),
  ];
}

/**
 * @typedef {object} SpecFieldOptions
 * @property {SpecKind} what
 * @property {string} label
 * @property {string} [value]
 * @property {string} [placeholder]
 * @property {string[]} [suggestions]
 * @property {boolean} [onBoard] whether the player must keep to the limits of the board
 * @property {(spec: string) => void} [onenter] gets a valid spec when Enter is pressed
 */

export class SpecField {
  #stop = new AbortController();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** @type {{text: string, answer: Promise<SpecCheck>} | null} */
  #checked = null;

  /** @param {SpecFieldOptions} options */
  constructor({ what, label, value = "", placeholder = "", suggestions = [], ...options }) {
    count += 1;
    const [noteId, listId] = [`spec-note-${count}`, `spec-list-${count}`];
    this.what = what;
    this.onBoard = options.onBoard ?? false;
    this.onenter = options.onenter;
    this.input = html("input", {
      type: "text",
      value,
      placeholder,
      list: listId,
      spellcheck: "false",
      autocapitalize: "off",
      autocomplete: "off",
      "aria-label": label,
      "aria-describedby": noteId,
    });
    this.note = html("span", { class: "spec-note", id: noteId, role: "status" });
    const list = html(
      "datalist",
      { id: listId },
      suggestions.map((one) => html("option", { value: one })),
    );
    this.element = html("span", { class: "spec-field" }, this.input, list, this.note);
    this.input.addEventListener("input", () => this.#wait());
    this.input.addEventListener("keydown", (event) => this.#press(event));
    if (value) this.check();
  }

  // What is typed.
  get value() {
    return this.input.value.trim();
  }

  set value(text) {
    this.input.value = text;
    this.#show({ spec: null, problem: null });
  }

  /**
   * Check what is typed now, and show the answer.
   * @returns {Promise<SpecCheck>}
   */
  async check() {
    clearTimeout(this.#timer);
    const text = this.value;
    if (!text) return { spec: null, problem: `type the spec of a ${this.what}` };
    if (this.#checked?.text !== text) {
      this.#stop.abort();
      this.#stop = new AbortController();
      const options = { onBoard: this.onBoard, signal: this.#stop.signal };
      this.#checked = { text, answer: checkSpec(this.what, text, options) };
    }
    const checked = this.#checked;
    try {
      const answer = await checked.answer;
      if (answer.failure && this.#checked === checked) {
        this.#checked = null;
        checkLater(answer.failure, () => this.check());
      }
      if (text === this.value) this.#show(answer);
      return answer;
    } catch (error) {
      if (!isStop(error)) throw error;
      return this.check(); // something else was typed
    }
  }

  // Check once nothing has been typed for a moment.
  #wait() {
    clearTimeout(this.#timer);
    this.#show({ spec: null, problem: null });
    this.#timer = setTimeout(() => this.check(), PAUSE);
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    if (event.key !== "Enter" || !this.onenter) return;
    event.preventDefault();
    this.submit();
  }

  // Check, and pass a valid spec to `onenter`, unless something else is typed meanwhile.
  async submit() {
    const text = this.value;
    const { spec } = await this.check();
    if (spec && text === this.value) this.onenter?.(spec);
  }

  /** @param {SpecCheck} answer */
  #show({ spec, problem }) {
    if (problem) this.input.setAttribute("aria-invalid", "true");
    else this.input.removeAttribute("aria-invalid");
    this.note.className = `spec-note ${problem ? "problem" : spec ? "right" : ""}`.trim();
    replace(this.note, problem || (spec && (spec === this.value ? "✓" : `✓ ${spec}`)));
  }
}
