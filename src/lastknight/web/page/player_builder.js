// A player put together from a method, a heuristic and a limit, or written as a spec.

import { field, html, replace, select } from "./elements.js";

const OWN = "spec";
const METHODS = [["AlphaBeta", "AlphaBeta"], ["Minimax", "Minimax"], ["Greedy", "Greedy"], ["Expert", "Expert"], ["Perfect", "Perfect"], ["Random", "Random"], [OWN, "as a spec…"]];
const ASKS = new Set(["AlphaBeta", "Minimax", "Greedy"]);
const LIMITED = new Set(["AlphaBeta", "Minimax", "Expert"]);

export class PlayerBuilder {
  constructor(catalog, { heuristic, nodes = 1000 }) {
    const specs = [...catalog.files, ...catalog.heuristics.map(({ spec }) => spec)];
    const redraw = () => this.#draw();
    this.method = select(METHODS, "AlphaBeta", redraw);
    this.heuristic = select(specs.map((spec) => [spec, spec]), heuristic, redraw);
    this.limit = select([["nodes", "nodes"], ["depth", "depth"], ["seconds", "seconds"]], "nodes", (kind) => {
      this.amount.value = { nodes: 1000, depth: 3, seconds: 0.01 }[kind];
    });
    this.amount = html("input", { type: "number", value: nodes, min: 0, step: "any" });
    this.own = html("input", { type: "text", spellcheck: "false" });
    this.parts = html("div", { class: "row" });
  }

  get spec() {
    const method = this.method.value;
    if (method === OWN) return this.own.value.trim();
    const inside = [ASKS.has(method) && this.heuristic.value, LIMITED.has(method) && `${this.limit.value}=${this.amount.value}`].filter(Boolean);
    return inside.length ? `${method}(${inside.join(", ")})` : method;
  }

  // The controls under a heading.
  draw(name) {
    this.#draw();
    return html("fieldset", { class: "builder" }, html("legend", {}, name), this.parts);
  }

  #draw() {
    const method = this.method.value;
    if (method === OWN && !this.own.value) this.own.value = `AlphaBeta(${this.heuristic.value} - 0.5 * center, nodes=1000)`;
    replace(this.parts, field("Method", this.method), method === OWN && field("Spec", this.own),
      ASKS.has(method) && html("div", { class: "wide" }, field("Heuristic", this.heuristic)),
      LIMITED.has(method) && [field("Limit", this.limit), field("Amount", this.amount)]);
  }
}
