// Choosing a player: a level, you, or any spec.

import { html, replace, select } from "./elements.js";
import { SpecField, suggestionsOf } from "./spec_field.js";

export const YOU = "you";
const OWN = "own";

/** @typedef {Pick<Level, "name" | "spec"> & Partial<Level>} NamedLevel */

/**
 * @typedef {object} PlayerChoiceOptions
 * @property {Catalog} catalog
 * @property {NamedLevel[]} [levels] those to offer, if not those of the catalogue
 * @property {string} value
 * @property {string} label
 * @property {boolean} [withYou] whether a person can be chosen as well
 * @property {(spec: string) => void} [onchange] gets the player once it is chosen and valid;
 *   without it, as in a form, read `value` and `problem`
 */

export class PlayerChoice {
  #value;

  /** @param {PlayerChoiceOptions} options */
  constructor({ catalog, levels = catalog.levels, value, label, withYou = false, onchange }) {
    this.levels = levels;
    this.label = label;
    this.withYou = withYou;
    this.onchange = onchange;
    this.#value = value;
    this.field = new SpecField({
      what: "player",
      label: `${label}: spec`,
      placeholder: "AlphaBeta(ratio, nodes=15000)",
      suggestions: suggestionsOf("player", catalog),
      onBoard: true,
      onenter: onchange && ((spec) => this.#choose(spec)),
    });
    if (onchange) this.field.input.addEventListener("change", () => this.field.submit());
    this.element = html("span", { class: "player-choice" });
    this.#draw();
  }

  // The chosen player; while a spec is being typed, that text.
  get value() {
    return this.#isOwn ? this.field.value : this.#value;
  }

  /**
   * Show a player; if it is the one chosen already, a spec being typed stays.
   * @param {string} value
   */
  set(value) {
    if (value === this.#value) return;
    this.#value = value;
    this.#draw();
  }

  // What is wrong with the chosen player, or "".
  async problem() {
    if (!this.#isOwn) return "";
    return (await this.field.check()).problem ?? "";
  }

  get #isOwn() {
    return this.field.element.isConnected;
  }

  #draw() {
    const value = this.#value;
    const { levels, withYou } = this;
    const isListed = (withYou && value === YOU) || levels.some(({ spec }) => spec === value);
    /** @type {import("./elements.js").Option[]} */
    const others = [[OWN, "another spec…"]];
    if (!isListed) others.unshift([value, value]);
    /** @type {import("./elements.js").Option[]} */
    const you = withYou ? [[YOU, "You"]] : [];
    const menu = select(
      [
        ...you,
        { group: "Levels", options: levels.map(({ name, spec }) => [spec, name]) },
        { group: "Others", options: others },
      ],
      value,
      (chosen) => (chosen === OWN ? this.#open(isListed ? "" : value) : this.#choose(chosen)),
      {
        "aria-label": this.label,
        title: levels.find(({ spec }) => spec === value)?.about ?? value,
      },
    );
    replace(this.element, menu);
  }

  /** @param {string} text */
  #open(text) {
    this.element.append(this.field.element);
    this.field.value = text;
    this.field.input.focus();
  }

  /** @param {string} spec */
  #choose(spec) {
    const isNew = spec !== this.#value;
    this.#value = spec;
    if (this.#isOwn) this.field.element.remove();
    this.#draw();
    if (isNew) this.onchange?.(spec);
  }
}

/**
 * The name of a player: "You", its level, or its spec.
 * @param {string} spec
 * @param {Level[]} levels
 */
export function playerName(spec, levels) {
  return spec === YOU ? "You" : (levels.find((level) => level.spec === spec)?.name ?? spec);
}
