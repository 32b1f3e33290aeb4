// The panel for marks on the squares: which heuristics' values, the exact winners, and what one heuristic
// counted ("why?").

import { button, cardHead, html, replace, select } from "./elements.js";
import { formatCount, formatValue } from "./format.js";
import { ask, messageOf } from "./server.js";

const MOST_SHOWN = 4;
const MOST_SQUARES = 12;
const SIGNS = { "+": "+", "-": "−", "*": "× ", "/": "÷ " };

/** @typedef {import("./annotations.js").Annotations} Annotations */
/** @typedef {import("./annotations.js").Wish} Wish */
/**
 * @typedef {object} Actions
 * @property {(specs: string[]) => void} onshown
 * @property {() => void} onwinners
 * @property {(spec: string | null) => void} onwhy
 * @property {(player: Player) => void} onwhyfor
 */

export class HeuristicsPanel {
  #drawn = "";
  #refused = "";
  /** @type {string[] | null} */
  #shown = null;
  /** @type {Position | null} */
  #position = null;

  /** @param {{catalog: Catalog, actions: Actions}} options */
  constructor({ catalog, actions }) {
    this.catalog = catalog;
    this.actions = actions;
    this.head = html("div", {});
    this.chips = html("div", { class: "chips" });
    this.adding = html("div", { class: "adding" });
    this.input = this.#makeInput();
    this.verdict = html("p", { class: "verdict" });
    this.problem = html("p", { class: "problem", role: "alert" });
    this.reasons = html("div", { class: "reasons" });
    this.element = html("section", { class: "card", "aria-label": "On the squares" },
      this.head, this.verdict, this.chips, this.adding, this.problem, this.reasons);
  }

  /**
   * @param {Wish} wish
   * @param {Annotations} annotations
   */
  draw(wish, annotations) {
    const { position, winners, shown, why, whyFor } = wish;
    const { values, solution, why: explanation, error } = annotations;
    this.#position = position;
    const drawn = JSON.stringify([winners, shown, why, whyFor, String(position), values, solution, explanation, error]);
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    replace(this.head, cardHead("On the squares",
      button("exact winners", this.actions.onwinners, { class: "switch", pressed: winners, "data-act": "winners" })));
    replace(this.verdict, winners && judge(position, solution));
    replace(this.chips, shown.map((spec, order) => this.#drawChip(wish, spec, { order, value: values?.heuristics[order]?.here })));
    this.#drawAdding(shown);
    replace(this.problem, error || this.#refused);
    replace(this.reasons, why && this.#explain(why, whyFor || position.toMove, explanation));
  }

  /**
   * @param {Wish} wish
   * @param {string} spec
   * @param {{order: number, value: Value | undefined}} options
   */
  #drawChip({ shown, why }, spec, { order, value }) {
    const isWhy = why === spec;
    return html("span", { class: `chip order${order}` },
      html("span", { class: "chip-name", title: this.#meaning(spec) }, spec),
      html("span", { class: "chip-value" }, value !== undefined && formatValue(value)),
      button("why?", () => this.actions.onwhy(isWhy ? null : spec), { class: "small", pressed: isWhy, "aria-label": `why ${spec}?` }),
      button("×", () => this.actions.onshown(shown.filter((other) => other !== spec)), { class: "quiet", "aria-label": `hide ${spec}` }));
  }

  // The field for a spec. It keeps its text whatever is drawn around it.
  #makeInput() {
    const input = html("input", { type: "text", placeholder: "or a spec: improved - 0.5 * center", "aria-label": "Heuristic spec", spellcheck: "false" });
    input.addEventListener("change", () => this.#addTyped(input.value.trim()));
    return input;
  }

  /**
   * A spec that the server rejects stays in the field, to be corrected.
   * @param {string} spec
   */
  async #addTyped(spec) {
    if (!spec) return;
    try {
      await ask("/api/values", { position: String(this.#position), heuristic: [spec] });
    } catch (error) {
      this.#refused = messageOf(error);
      replace(this.problem, this.#refused);
      return;
    }
    this.#refused = "";
    this.input.value = "";
    this.#add(spec);
  }

  /** @param {string} spec */
  #add(spec) {
    const shown = this.#shown ?? [];
    if (spec && !shown.includes(spec)) this.actions.onshown([...shown, spec]);
  }

  /** @param {string[]} shown */
  #drawAdding(shown) {
    const isDrawn = JSON.stringify(shown) === JSON.stringify(this.#shown);
    this.#shown = shown;
    if (isDrawn) return;
    if (shown.length >= MOST_SHOWN) {
      replace(this.adding, html("p", { class: "muted" }, `At most ${MOST_SHOWN}; remove one to add another.`));
      return;
    }
    /** @param {string[]} specs */
    const free = (specs) => specs.filter((spec) => !shown.includes(spec)).map((spec) => /** @type {[string, string]} */ ([spec, spec]));
    const choice = select([
      ["", "add a heuristic…"],
      { group: "Catalogue", options: free(this.catalog.heuristics.map(({ spec }) => spec)) },
      ...(this.catalog.files.length ? [{ group: "Your files", options: free(this.catalog.files) }] : []),
    ], "", (spec) => this.#add(spec), { "aria-label": "Add a heuristic", "data-act": "add" });
    if (this.input.isConnected) this.adding.firstChild?.replaceWith(choice);
    else replace(this.adding, choice, this.input);
  }

  /**
   * @param {string} spec
   * @param {number} player
   * @param {Why | null} explanation
   * @returns {Child}
   */
  #explain(spec, player, explanation) {
    const sides = html("span", { class: "sides" }, /** @type {Player[]} */ ([1, 2]).map((one) =>
      button(`for player ${one}`, () => this.actions.onwhyfor(one), { class: "small", pressed: one === player })));
    if (!explanation) return [html("h3", {}, `Why ${spec}?`), sides, html("p", { class: "muted" }, "loading…")];
    return [html("h3", {}, `Why is ${spec} ${formatValue(explanation.value)}?`), sides,
      explanation.parts.length > 0 && html("ul", { class: "parts" }, explanation.parts.map(drawPart)),
      explanation.sentence && html("p", { class: "muted" }, explanation.sentence)];
  }

  /** @param {string} spec */
  #meaning(spec) {
    return this.catalog.heuristics.find((one) => one.spec === spec || one.name === spec)?.meaning ?? spec;
  }
}

/**
 * @param {Position} position
 * @param {Solution | null} solution
 * @returns {Child}
 */
function judge(position, solution) {
  if (position.isOver) return "The game is over.";
  if (!solution) return "proving…";
  if (!solution.winner) return solution.reason ?? "This position could not be proved quickly.";
  const best = solution.best_move ? `, best move ${solution.best_move}` : "";
  const work = solution.nodes ? `${formatCount(solution.nodes)} nodes` : "from the opening tables";
  return [html("b", { class: `text-p${solution.winner}` }, `Player ${solution.winner} wins`),
    ` with perfect play${best} (${work}). ✓ wins for the player to move, ✗ loses.`];
}

/** @param {Part} part */
function drawPart({ sign, number, label, player, squares }) {
  const listed = `${squares.slice(0, MOST_SQUARES).join(" ")}${squares.length > MOST_SQUARES ? " …" : ""}`;
  return html("li", { class: `part p${player ?? 0}` }, html("b", {}, `${SIGNS[sign]}${formatValue(number)}`), ` ${label}`,
    squares.length > 0 && html("span", { class: "muted" }, ` ${listed}`));
}
