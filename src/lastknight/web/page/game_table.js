// The games of an experiment, a page of pairs at a time, each a link to its replay.

import { button, html, replace, select, table } from "./elements.js";
import { formatReason } from "./format.js";
import { formatRoute } from "./route.js";
import { ask, experimentPath, isStop, messageOf } from "./server.js";

// Pairs of a page.
const PAIRS = 10;

export class GameTable {
  /** @type {Pairing[]} */
  #pairings = [];
  #pairing = 0;
  // The first pair of each page, up to the current one.
  #pages = [0];
  #played = -1;

  /** @param {{id: string, signal: AbortSignal}} options */
  constructor({ id, signal }) {
    this.id = id;
    this.signal = signal;
    this.choice = html("div", { class: "row" });
    this.body = html("div", {});
    this.details = html("details", {}, html("summary", {}, html("h2", {}, "Games")), this.choice, this.body);
    this.details.addEventListener("toggle", () => {
      this.#drawChoice();
      this.#load();
    });
    this.element = html("section", { class: "card", "aria-label": "Games" }, this.details);
  }

  /**
   * Take the current pairings. An open table is loaded again until its first page is full.
   * @param {Pairing[]} pairings
   * @param {number} played
   */
  update(pairings, played) {
    this.#pairings = pairings;
    this.element.hidden = pairings.length === 0;
    const isNew = played !== this.#played && this.#played < PAIRS;
    this.#played = played;
    if (isNew) this.#load();
  }

  #drawChoice() {
    const options = this.#pairings.map(({ pairing, a, b }) => /** @type {[string, string]} */ ([String(pairing), `${a} against ${b}`]));
    /** @param {string} value */
    const choose = (value) => {
      this.#pairing = Number(value);
      this.#pages = [0];
      this.#load();
    };
    replace(this.choice, options.length > 1 && select(options, String(this.#pairing), choose, { "aria-label": "Pairing" }));
  }

  async #load() {
    if (!this.details.open) return;
    try {
      const parameters = { pairing: this.#pairing, pair: this.#pages.at(-1), count: PAIRS };
      this.#draw(await ask(`${experimentPath(this.id)}/games`, parameters, { signal: this.signal }));
    } catch (error) {
      if (!isStop(error)) replace(this.body, html("p", { class: "problem" }, messageOf(error)));
    }
  }

  /** @param {GameList} page */
  #draw({ games, next }) {
    const rows = games.map((game) => html("tr", {},
      html("th", { scope: "row" }, html("a", { href: formatRoute(["games", this.id, game.name]) }, game.name)),
      html("td", {}, game.attacker ? game[game.attacker] : "–"), html("td", {}, game[game.winner]), html("td", {}, String(game.moves.length)),
      html("td", {}, formatReason(game.reason)), html("td", { class: "muted" }, game.opening.join(" "))));
    /** @param {() => void} step */
    const turn = (step) => () => {
      step();
      this.#load();
    };
    replace(this.body,
      rows.length ? table("Table of games", ["game", "attacker", "winner", "moves", "reason", "opening"], rows) : html("p", { class: "muted" }, "No games yet."),
      html("p", { class: "buttons" },
        this.#pages.length > 1 && button("← previous", turn(() => this.#pages.pop()), { class: "small" }),
        next !== null && button("next →", turn(() => this.#pages.push(next)), { class: "small" })));
  }
}
