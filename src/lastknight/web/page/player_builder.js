// A player built from a method, a heuristic and a limit, or typed as a spec.

import { field, html, numberInput, replace, select } from "./elements.js";

const OWN = "spec";
/** What each method needs. @type {Record<string, {heuristic?: boolean, limit?: boolean}>} */
const METHODS = {
  AlphaBeta: { heuristic: true, limit: true }, Minimax: { heuristic: true, limit: true }, Greedy: { heuristic: true },
  Expert: { limit: true }, Perfect: {}, Random: {}, [OWN]: {},
};
/** The default of each limit. @type {Record<string, number>} */
const LIMITS = { nodes: 1000, depth: 3, seconds: 0.01 };

export class PlayerBuilder {
  /**
   * @param {Catalog} catalog
   * @param {{heuristic: string}} options
   */
  constructor(catalog, { heuristic }) {
    const specs = [...catalog.files, ...catalog.heuristics.map(({ spec }) => spec)];
    const redraw = () => this.#draw();
    this.method = select(Object.keys(METHODS).map((name) => [name, name === OWN ? "any spec…" : name]), "AlphaBeta", redraw);
    this.heuristic = select(specs.map((spec) => [spec, spec]), heuristic, redraw);
    this.limit = select(Object.keys(LIMITS).map((name) => [name, name]), "nodes", (name) => { this.amount.value = String(LIMITS[name]); });
    this.amount = numberInput("amount", LIMITS.nodes, { min: 0, step: "any" });
    this.own = html("input", { type: "text", spellcheck: "false" });
    this.parts = html("div", { class: "row" });
  }

  get spec() {
    const method = this.method.value;
    if (method === OWN) return this.own.value.trim();
    const needs = METHODS[method];
    const inside = [needs.heuristic && this.heuristic.value, needs.limit && `${this.limit.value}=${this.amount.value}`].filter(Boolean);
    return inside.length ? `${method}(${inside.join(", ")})` : method;
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
    if (method === OWN && !this.own.value) this.own.value = `AlphaBeta(${this.heuristic.value} - 0.5 * center, nodes=1000)`;
    replace(this.parts, field("Method", this.method), method === OWN && field("Spec", this.own),
      needs.heuristic && html("div", { class: "wide" }, field("Heuristic", this.heuristic)),
      needs.limit && [field("Limit", this.limit), field("Amount", this.amount)]);
  }
}
