// The games of an experiment, a page of pairs at a time, each a way to its replay.

import { button, html, replace, select } from "./elements.js";
import { formatReason } from "./format.js";
import { formatRoute } from "./route.js";
import { ask, isStop } from "./server.js";

const PAIRS = 10;

export class GameTable {
  #pairing = 0;
  #from = [0];
  #played = -1;
  #isOpen = false;

  constructor({ id, pairings, signal }) {
    Object.assign(this, { id, pairings, signal });
    this.choice = html("div", { class: "row" });
    this.body = html("div", {});
    this.details = html("details", {}, html("summary", {}, html("h2", {}, "Games")), this.choice, this.body);
    this.details.addEventListener("toggle", () => {
      this.#isOpen = this.details.open;
      this.#drawChoice();
      this.#load();
    });
    this.element = html("section", { class: "card", "aria-label": "Games" }, this.details);
  }

  // The pairings there are, and how much is played: an open table is read again when that changes.
  update(pairings, played) {
    this.pairings = pairings;
    this.element.hidden = pairings.length === 0;
    const isNew = played !== this.#played && (this.#played < 0 || this.#played < PAIRS);
    this.#played = played;
    if (this.#isOpen && isNew) this.#load();
  }

  #drawChoice() {
    const options = this.pairings.map(({ pairing, a, b }) => [String(pairing), `${a} against ${b}`]);
    const go = (value) => {
      this.#pairing = Number(value);
      this.#from = [0];
      this.#load();
    };
    replace(this.choice, options.length > 1 && select(options, String(this.#pairing), go, { "aria-label": "Pairing" }));
  }

  async #load() {
    if (!this.#isOpen) return;
    try {
      const parameters = { pairing: this.#pairing, pair: this.#from.at(-1), count: PAIRS };
      const { games, next } = await ask(`/api/experiments/${encodeURIComponent(this.id)}/games`, parameters, { signal: this.signal });
      this.#draw(games, next);
    } catch (error) {
      if (!isStop(error)) replace(this.body, html("p", { class: "problem" }, error.message));
    }
  }

  #draw(games, next) {
    const rows = games.map((game) => html("tr", {},
      html("th", { scope: "row" }, html("a", { href: formatRoute(["games", this.id, game.name]) }, game.name)),
      html("td", {}, game.first === "a" ? game.a : game.b), html("td", {}, game.winner === "a" ? game.a : game.b), html("td", {}, String(game.moves.length)),
      html("td", {}, formatReason(game.reason)), html("td", { class: "muted" }, game.opening.join(" "))));
    const turn = (label, step) => button(label, () => { step(); this.#load(); }, { class: "small" });
    replace(this.body, games.length === 0 ? html("p", { class: "muted" }, "No games yet.") : html("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Table of games" },
      html("table", {}, html("thead", {}, html("tr", {}, ["game", "player 1", "winner", "moves", "reason", "opening"].map((name) => html("th", { scope: "col" }, name)))), html("tbody", {}, rows))),
      html("p", { class: "buttons" }, this.#from.length > 1 && turn("← earlier", () => this.#from.pop()), next !== null && turn("later →", () => this.#from.push(next))));
  }
}
