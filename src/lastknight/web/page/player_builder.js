// A player built from a method, a heuristic and a limit, or typed as a spec.

import { field, html, numberInput, replace, select } from "./elements.js";
import { HeuristicChoice } from "./heuristic_choice.js";
import { SpecField, suggestionsOf } from "./spec_field.js";

const OWN = "spec";
/** What each method needs. @type {Record<string, {heuristic?: boolean, limit?: boolean}>} */
const METHODS = {
  AlphaBeta: { heuristic: true, limit: true },
  Minimax: { heuristic: true, limit: true },
  Greedy: { heuristic: true },
  Expert: { limit: true },
  Perfect: {},
  Random: {},
  [OWN]: {},
};
/** The default of each limit. @type {Record<string, number>} */
const LIMITS = { nodes: 1000, depth: 3, seconds: 0.01 };
const SEARCHER = /^(AlphaBeta|Minimax)\((.+), (nodes|depth|seconds)=([0-9.]+)\)$/;
const ANOTHER_LIMIT = /, (nodes|depth|seconds)=/;

export class PlayerBuilder {
  /**
   * @param {Catalog} catalog
   * @param {{heuristic: string}} options
   */
  constructor(catalog, { heuristic }) {
    const redraw = () => this.#draw();
    this.method = select(
      Object.keys(METHODS).map((name) => [name, name === OWN ? "any spec…" : name]),
      "AlphaBeta",
      redraw,
    );
    this.heuristic = new HeuristicChoice(catalog, { value: heuristic, label: "Heuristic" });
    this.limit = select(
      Object.keys(LIMITS).map((name) => [name, name]),
      "nodes",
      (name) => {
        this.amount.value = String(LIMITS[name]);
      },
    );
    this.amount = numberInput("amount", LIMITS.nodes, { min: 0, step: "any" });
    this.own = new SpecField({
      what: "player",
      label: "Spec",
      placeholder: "AlphaBeta(improved - 0.5 * center, nodes=1000)",
      suggestions: suggestionsOf("player", catalog),
    });
    this.parts = html("div", { class: "row" });
  }

  get spec() {
    const method = this.method.value;
    if (method === OWN) return this.own.value;
    const needs = METHODS[method];
    const inside = [
      needs.heuristic && this.heuristic.spec,
      needs.limit && `${this.limit.value}=${this.amount.value}`,
    ].filter(Boolean);
    return inside.length ? `${method}(${inside.join(", ")})` : method;
  }

  set spec(spec) {
    const [, method, heuristic, limit, amount] = SEARCHER.exec(spec) ?? [];
    if (method && !ANOTHER_LIMIT.test(heuristic)) {
      this.method.value = method;
      this.heuristic.spec = heuristic;
      this.limit.value = limit;
      this.amount.value = amount;
    }
    if (this.spec !== spec) {
      this.method.value = OWN;
      this.own.value = spec;
    }
    this.#draw();
  }

  /**
   * The controls under a heading.
   * @param {string} name
   */
  draw(name) {
    this.#draw();
    return html("fieldset", { class: "builder" }, html("legend", {}, name), this.parts);
  }

  #draw() {
    const method = this.method.value;
    const needs = METHODS[method];
    replace(
      this.parts,
      field("Method", this.method),
      method === OWN && html("div", { class: "wide" }, field("Spec", this.own.element)),
      needs.heuristic && html("div", { class: "wide" }, field("Heuristic", this.heuristic.element)),
      needs.limit && [field("Limit", this.limit), field("Amount", this.amount)],
    );
  }
}
