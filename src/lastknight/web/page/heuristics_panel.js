// What is drawn on the squares: which heuristics' values, the exact winners, and what one heuristic
// counted ("why?").

import { button, html, replace, select } from "./elements.js";
import { formatCount, formatValue } from "./format.js";
import { ask } from "./server.js";

export const MOST_SHOWN = 4;
const SIGNS = { "+": "+", "-": "−", "*": "× ", "/": "÷ " };

export class HeuristicsPanel {
  // `actions` has onshown(specs), onwinners(), onwhy(spec or null), onwhyfor(player).
  constructor({ catalog, actions }) {
    this.catalog = catalog;
    this.actions = actions;
    this.head = html("div", { class: "card-head" });
    this.chips = html("div", { class: "chips" });
    this.adding = html("div", { class: "adding" });
    this.input = this.#makeInput();
    this.refused = "";
    this.verdict = html("p", { class: "verdict" });
    this.problem = html("p", { class: "problem", role: "alert" });
    this.reasons = html("div", { class: "reasons" });
    this.element = html("section", { class: "card", "aria-label": "On the squares" },
      this.head, this.verdict, this.chips, this.adding, this.problem, this.reasons);
  }

  // `state` has position, shown, winners, why, whyFor; `insight` what is known (insight.js).
  draw(state, insight) {
    const { position, winners, shown, why, whyFor } = state;
    this.position = position;
    const seen = JSON.stringify([winners, shown, why, whyFor, String(position), insight.values, insight.solution, insight.why, insight.error]);
    if (seen === this.seen) return;
    this.seen = seen;
    replace(this.head, html("h2", {}, "On the squares"),
      button("exact winners", this.actions.onwinners, { class: "switch", pressed: winners, "data-act": "winners" }));
    replace(this.verdict, winners && this.#judge(state, insight.solution));
    replace(this.chips, shown.map((spec, order) => this.#drawChip(spec, order, state, insight)));
    this.#drawAdding(shown);
    replace(this.problem, insight.error || this.refused || null);
    replace(this.reasons, state.why && this.#explain(state, insight.why));
  }

  #judge({ position }, solution) {
    if (position.isOver) return "The game is over.";
    if (!solution) return "proving…";
    if (!solution.winner) return solution.reason ?? "This position is beyond a quick proof.";
    const best = solution.best_move ? `, best move ${solution.best_move}` : "";
    const work = solution.nodes ? `${formatCount(solution.nodes)} nodes` : "from the opening tables";
    return [html("b", { class: `text-p${solution.winner}` }, `Player ${solution.winner} wins`), ` by perfect play${best} (${work}). ✓ wins for the player to move, ✗ loses.`];
  }

  #drawChip(spec, order, state, insight) {
    const here = insight.values?.heuristics?.[order]?.here;
    const isWhy = state.why === spec;
    return html("span", { class: `chip order${order}` },
      html("span", { class: "chip-name", title: this.#meaning(spec) }, spec), html("span", { class: "chip-value" }, here === undefined ? "" : formatValue(here)),
      button("why?", () => this.actions.onwhy(isWhy ? null : spec), { class: "small", pressed: isWhy, "aria-label": `why ${spec}?` }),
      button("×", () => this.actions.onshown(state.shown.filter((other) => other !== spec)), { class: "quiet", "aria-label": `no longer show ${spec}` }));
  }

  // Where a spec is written; it stays, with what is written in it, whatever is drawn around it.
  #makeInput() {
    const input = html("input", { type: "text", placeholder: "or a spec: improved - 0.5 * center", "aria-label": "Heuristic as a spec", spellcheck: "false" });
    input.addEventListener("change", () => this.#addWritten(input.value.trim()));
    return input;
  }

  // A spec that the server does not know stays where it can be mended, and those shown stay shown.
  async #addWritten(spec) {
    if (!spec) return;
    try {
      await ask("/api/values", { position: String(this.position), heuristic: [spec] });
    } catch (error) {
      this.refused = error.message;
      replace(this.problem, this.refused);
      return;
    }
    this.refused = "";
    this.input.value = "";
    this.#add(spec);
  }

  #add(spec) {
    if (spec && !this.shown.includes(spec)) this.actions.onshown([...this.shown, spec]);
  }

  #drawAdding(shown) {
    const isAsDrawn = JSON.stringify(shown) === JSON.stringify(this.shown);
    this.shown = shown;
    if (isAsDrawn) return;
    if (shown.length >= MOST_SHOWN) {
      replace(this.adding, html("p", { class: "muted" }, `${MOST_SHOWN} at a time; take one out to add another.`));
      return;
    }
    const free = (specs) => specs.filter((spec) => !shown.includes(spec)).map((spec) => [spec, spec]);
    const groups = [
      ["", "add a heuristic…"],
      { group: "Catalogue", options: free(this.catalog.heuristics.map(({ spec }) => spec)) },
      ...(this.catalog.files.length ? [{ group: "Your files", options: free(this.catalog.files) }] : []),
    ];
    const choice = select(groups, "", (spec) => this.#add(spec), { "aria-label": "Add a heuristic", "data-act": "add" });
    if (this.input.isConnected) this.adding.firstChild.replaceWith(choice);
    else replace(this.adding, choice, this.input);
  }

  #explain({ why, whyFor, position }, answer) {
    const player = whyFor || position.toMove;
    const sides = html("span", { class: "sides" }, [1, 2].map((one) =>
      button(`for player ${one}`, () => this.actions.onwhyfor(one), { class: "small", pressed: one === player })));
    if (!answer) return [html("h3", {}, `Why ${why}?`), sides, html("p", { class: "muted" }, "asking…")];
    const parts = answer.parts.map((part) => html("li", { class: `part p${part.player ?? 0}` },
      html("b", {}, `${SIGNS[part.sign]}${formatValue(part.number)}`), ` ${part.label}`,
      part.squares?.length > 0 && html("span", { class: "muted" }, ` ${part.squares.slice(0, 12).join(" ")}${part.squares.length > 12 ? " …" : ""}`)));
    return [html("h3", {}, `Why is ${why} ${formatValue(answer.value)}?`), sides,
      parts.length > 0 && html("ul", { class: "parts" }, parts), answer.sentence && html("p", { class: "muted" }, answer.sentence)];
  }

  #meaning(spec) {
    return this.catalog.heuristics.find((one) => one.spec === spec || one.name === spec)?.meaning ?? spec;
  }
}
