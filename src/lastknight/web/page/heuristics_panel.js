// The panel for marks on the squares: which heuristics' values, the exact winners, and what one
// heuristic counted ("why?").

import { button, cardHead, html, replace, select } from "./elements.js";
import { formatCount, formatValue, nounOf } from "./format.js";
import { SpecField, suggestionsOf } from "./spec_field.js";

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
  /** @type {string[] | null} */
  #shown = null;

  /** @param {{catalog: Catalog, actions: Actions}} options */
  constructor({ catalog, actions }) {
    this.catalog = catalog;
    this.actions = actions;
    this.head = html("div", {});
    this.chips = html("div", { class: "chips" });
    this.adding = html("div", { class: "adding" });
    this.field = new SpecField({
      what: "heuristic",
      label: "Heuristic spec",
      placeholder: "2 * open - center",
      suggestions: suggestionsOf("heuristic", catalog),
      onenter: (spec) => this.#addTyped(spec),
    });
    this.verdict = html("p", { class: "verdict" });
    this.problem = html("p", { class: "problem", role: "alert" });
    this.reasons = html("div", { class: "reasons" });
    this.element = html(
      "section",
      { class: "card", "aria-label": "On the squares" },
      this.head,
      this.verdict,
      this.chips,
      this.adding,
      this.problem,
      this.reasons,
    );
  }

  /**
   * @param {Wish} wish
   * @param {Annotations} annotations
   */
  draw(wish, annotations) {
    const { position, winners, shown, why, whyFor } = wish;
    const { values, solution, why: explanation, error } = annotations;
    const drawn = JSON.stringify([
      winners,
      shown,
      why,
      whyFor,
      String(position),
      values,
      solution,
      explanation,
      error,
    ]);
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    replace(
      this.head,
      cardHead(
        "On the squares",
        button("exact winners", this.actions.onwinners, {
          class: "switch",
          pressed: winners,
          "data-act": "winners",
        }),
      ),
    );
    replace(this.verdict, winners && judge(position, solution));
    replace(
      this.chips,
      shown.map((spec, order) =>
        this.#drawChip(wish, spec, { order, values: values?.heuristics[order] }),
      ),
    );
    this.#drawAdding(shown);
    replace(this.problem, error);
    replace(this.reasons, why && this.#explain(why, whyFor || position.toMove, explanation));
  }

  /**
   * @param {Wish} wish
   * @param {string} spec
   * @param {{order: number, values: Values["heuristics"][number] | undefined}} options
   */
  #drawChip({ shown, why }, spec, { order, values }) {
    const isWhy = why === spec;
    return html(
      "span",
      { class: `chip order${order}` },
      html("span", { class: "chip-name", title: this.#meaning(spec) }, spec),
      html("span", { class: "chip-value" }, values && !values.problem && formatValue(values.here)),
      button("why?", () => this.actions.onwhy(isWhy ? null : spec), {
        class: "small",
        pressed: isWhy,
        "aria-label": `why ${spec}?`,
      }),
      button("×", () => this.actions.onshown(shown.filter((other) => other !== spec)), {
        class: "quiet",
        "aria-label": `hide ${spec}`,
      }),
      values?.problem && html("span", { class: "problem" }, values.problem),
    );
  }

  /** @param {string} spec */
  #addTyped(spec) {
    this.field.value = "";
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
      replace(
        this.adding,
        html("p", { class: "muted" }, `At most ${MOST_SHOWN}; remove one to add another.`),
      );
      return;
    }
    /** @param {string[]} specs */
    const free = (specs) =>
      specs
        .filter((spec) => !shown.includes(spec))
        .map((spec) => /** @type {[string, string]} */ ([spec, spec]));
    const choice = select(
      [
        ["", "add a heuristic…"],
        { group: "Catalogue", options: free(this.catalog.heuristics.map(({ spec }) => spec)) },
        ...(this.catalog.files.length
          ? [{ group: "Your files", options: free(this.catalog.files) }]
          : []),
      ],
      "",
      (spec) => this.#add(spec),
      { "aria-label": "Add a heuristic", "data-act": "add" },
    );
    const add = button("Add", () => this.field.submit(), {
      class: "small",
      "data-act": "add-spec",
    });
    if (this.field.element.isConnected) this.adding.firstChild?.replaceWith(choice);
    else replace(this.adding, choice, html("div", { class: "typed" }, this.field.element, add));
  }

  /**
   * @param {string} spec
   * @param {number} player
   * @param {Why | null} explanation
   * @returns {Child}
   */
  #explain(spec, player, explanation) {
    const sides = html(
      "span",
      { class: "sides" },
      /** @type {Player[]} */ ([1, 2]).map((one) =>
        button(`for player ${one}`, () => this.actions.onwhyfor(one), {
          class: "small",
          pressed: one === player,
        }),
      ),
    );
    if (!explanation)
      return [html("h3", {}, `Why ${spec}?`), sides, html("p", { class: "muted" }, "loading…")];
    return [
      html("h3", {}, `Why is ${spec} ${formatValue(explanation.value)}?`),
      sides,
      explanation.parts.length > 0 &&
        html("ul", { class: "parts" }, explanation.parts.map(drawPart)),
      explanation.sentence && html("p", { class: "muted" }, explanation.sentence),
    ];
  }

  /** @param {string} spec */
  #meaning(spec) {
    return (
      this.catalog.heuristics.find((one) => one.spec === spec || one.name === spec)?.meaning ?? spec
    );
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
  const { nodes } = solution;
  const work = nodes ? `${formatCount(nodes)} ${nounOf(nodes, "node")}` : "from the opening tables";
  return [
    html("b", { class: `text-p${solution.winner}` }, `Player ${solution.winner} wins`),
    ` with perfect play${best} (${work}). ✓ wins for the player to move, ✗ loses.`,
  ];
}

/** @param {Part} part */
function drawPart({ sign, number, label, player, squares }) {
  const more = squares.length > MOST_SQUARES ? " …" : "";
  const listed = squares.slice(0, MOST_SQUARES).join(" ") + more;
  return html(
    "li",
    { class: `part p${player ?? 0}` },
    html("b", {}, formatTerm(sign, number)),
    ` ${label}`,
    squares.length > 0 && html("span", { class: "muted" }, ` ${listed}`),
  );
}

/**
 * What a term adds or takes: a negative number turns its sign, so that "+" and −5 are "−5".
 * @param {Part["sign"]} sign
 * @param {Part["number"]} number
 */
export function formatTerm(sign, number) {
  const isSum = sign === "+" || sign === "-";
  if (!isSum || number === null || number >= 0) return SIGNS[sign] + formatValue(number);
  return SIGNS[sign === "+" ? "-" : "+"] + formatValue(-number);
}
