// Choosing a heuristic: one of the catalogue or of the user's files, or an expression that is
// checked while it is typed.

import { html, select } from "./elements.js";
import { SpecField, suggestionsOf } from "./spec_field.js";

const OWN = "own";

export class HeuristicChoice {
  /** @param {Catalog} catalog @param {{value: string, label: string}} options */
  constructor(catalog, { value, label }) {
    /** @param {string[]} specs @returns {import("./elements.js").Option[]} */
    const options = (specs) => specs.map((spec) => [spec, spec]);
    const specs = catalog.heuristics.map(({ spec }) => spec);
    this.choice = select(
      [
        ...(catalog.files.length ? [{ group: "Your files", options: options(catalog.files) }] : []),
        { group: "Catalogue", options: options(specs) },
        { group: "Others", options: [[OWN, "own expression…"]] },
      ],
      value,
      () => this.#draw(),
      { "aria-label": label },
    );
    this.own = new SpecField({
      what: "heuristic",
      label: `${label}: expression`,
      placeholder: "improved - 0.5 * center",
      suggestions: suggestionsOf("heuristic", catalog),
    });
    this.element = html("span", { class: "heuristic-choice" }, this.choice, this.own.element);
    this.#draw();
  }

  get spec() {
    return this.choice.value === OWN ? this.own.value : this.choice.value;
  }

  set spec(spec) {
    this.choice.value = spec;
    if (this.choice.value !== spec) {
      this.choice.value = OWN;
      this.own.value = spec;
    }
    this.#draw();
  }

  #draw() {
    this.own.element.hidden = this.choice.value !== OWN;
  }
}
