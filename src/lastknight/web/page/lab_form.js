// The form that starts an experiment: players and heuristics from the catalogue, limits, openings, stop
// rule. The server checks it all, and its line is shown.

import { button, field, html, replace, select } from "./elements.js";
import { PlayerBuilder } from "./player_builder.js";
import { send } from "./server.js";

const KINDS = [["match", "Match"], ["tournament", "Tournament"], ["analysis", "Analysis"]];
const WORDS = {
  match: "Two players, the same openings from both sides, until enough is known.",
  tournament: "Several players against each other, or against opponents of your choice.",
  analysis: "Heuristics against a baseline: games, statistics, perfect play and a report.",
};
const OPENINGS = { random: "random, all different", census: "census: each different start once", empty: "empty board" };

export class LabForm {
  #kind = "match";

  constructor({ catalog, onstart }) {
    Object.assign(this, { catalog, onstart });
    this.kinds = html("div", { class: "segments", role: "group", "aria-label": "Kind of experiment" });
    this.words = html("p", { class: "muted" });
    this.body = html("div", { class: "form-body" });
    this.problem = html("p", { class: "problem", role: "alert" });
    this.start = html("button", { class: "primary" }, "Start");
    const form = html("form", { class: "lab-form", novalidate: true }, this.kinds, this.words, this.body, this.problem, html("p", { class: "actions" }, this.start));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#send();
    });
    this.element = html("section", { class: "card", "aria-label": "New experiment" }, html("div", { class: "card-head" }, html("h2", {}, "New experiment")), form);
    this.#makeControls();
    this.#draw();
  }

  #makeControls() {
    const { catalog } = this;
    const number = (name, value, attributes = {}) => html("input", { type: "number", name, value, step: "any", ...attributes });
    this.players = [new PlayerBuilder(catalog, { heuristic: "reach(k=3)" }), new PlayerBuilder(catalog, { heuristic: "improved" })];
    this.entrants = html("textarea", { rows: 5, spellcheck: "false" });
    this.entrants.value = ["AlphaBeta(improved, nodes=1000)", "AlphaBeta(reach(k=3), nodes=1000)", "AlphaBeta(ratio, nodes=1000)"].join("\n");
    this.against = html("textarea", { rows: 2, spellcheck: "false" });
    this.heuristics = html("fieldset", { class: "ticks" }, html("legend", { class: "field-name" }, "Heuristics (none: those of the five analyses)"),
      [...catalog.files, ...catalog.heuristics.map(({ spec }) => spec)].map((spec) =>
        html("label", { class: "check" }, html("input", { type: "checkbox", value: spec, checked: catalog.files.includes(spec) }), html("code", {}, spec))));
    this.baseline = select(catalog.heuristics.map(({ spec }) => [spec, spec]), "improved", () => {});
    this.effort = select(catalog.efforts.map((name) => [name, name]), "quick", () => {});
    this.openings = select(catalog.openings.filter((name) => name in OPENINGS).map((name) => [name, OPENINGS[name]]), "random", () => this.#draw());
    this.stop = select([["", "after all pairs"], ...catalog.sprts.map(({ name, elo0, elo1 }) => [`${elo0} ${elo1}`, `SPRT ${name}: ${elo0} or ${elo1} Elo`]), ["own", "SPRT with own bounds…"]], this.#firstSprt(), () => this.#draw());
    this.numbers = {
      nodes: number("nodes", 15000, { min: 50 }), pairs: number("pairs", 500, { min: 1 }), plies: number("plies", 2, { min: 0 }),
      width: number("width", 7, { min: 1 }), height: number("height", 7, { min: 1 }), seed: number("seed", 1, { min: 0 }),
      elo0: number("elo0", 0), elo1: number("elo1", 20),
    };
    this.blocked = html("input", { type: "text", placeholder: "a1 g7", spellcheck: "false" });
  }

  #firstSprt() {
    const [first] = this.catalog.sprts;
    return first ? `${first.elo0} ${first.elo1}` : "";
  }

  #draw() {
    const { numbers } = this;
    replace(this.kinds, KINDS.map(([kind, name]) => button(name, () => {
      this.#kind = kind;
      replace(this.problem);
      this.#draw();
      this.kinds.querySelector(`[data-kind=${kind}]`).focus();
    }, { pressed: kind === this.#kind, "data-kind": kind })));
    replace(this.words, WORDS[this.#kind]);
    const subject = {
      match: () => [this.players.map((builder, index) => builder.draw(`Player ${"AB"[index]}`)),
        html("div", { class: "row" }, field("Stop", this.stop), this.stop.value === "own" && [field("Elo if it is no better", numbers.elo0), field("Elo if it is", numbers.elo1)])],
      tournament: () => [field("Players, one a line", this.entrants), field("Opponents, one a line", this.against, "none: all play all")],
      analysis: () => [this.heuristics, html("div", { class: "row" }, field("Baseline", this.baseline), field("Effort", this.effort), field("Nodes a move", numbers.nodes))],
    }[this.#kind]();
    const pairs = field("Pairs", numbers.pairs, this.#kind === "match" ? "at the most, two games each" : "of each pairing");
    replace(this.body, subject, this.#kind !== "analysis" && html("div", { class: "row" }, this.openings.value !== "census" && pairs, field("Openings", this.openings)),
      html("details", {}, html("summary", {}, "Board, seed, openings in detail"),
        html("div", { class: "row" }, field("Width", numbers.width), field("Height", numbers.height), field("Seed", numbers.seed), field("Plies of an opening", numbers.plies)),
        field("Blocked squares", this.blocked)));
  }

  #request() {
    const kind = this.#kind;
    const lines = (area) => area.value.split("\n").map((line) => line.trim()).filter(Boolean);
    const number = (name) => (this.numbers[name].value === "" ? null : Number(this.numbers[name].value));
    const shared = { kind, openings: this.openings.value, plies: number("plies"), width: number("width"), height: number("height"), blocked: this.blocked.value.trim(), seed: number("seed") };
    if (kind === "analysis") {
      const heuristics = [...this.heuristics.querySelectorAll("input:checked")].map(({ value }) => value);
      return { ...shared, heuristics, baseline: this.baseline.value, effort: this.effort.value, nodes: number("nodes") };
    }
    const pairs = this.openings.value === "census" ? null : number("pairs");
    if (kind === "tournament") return { ...shared, pairs, players: lines(this.entrants), against: lines(this.against) };
    return { ...shared, pairs, players: this.players.map((builder) => builder.spec), sprt: this.#sprt(number) };
  }

  #sprt(number) {
    if (this.stop.value === "") return null;
    const [elo0, elo1] = this.stop.value === "own" ? [number("elo0"), number("elo1")] : this.stop.value.split(" ").map(Number);
    return { elo0, elo1 };
  }

  async #send() {
    this.start.disabled = true;
    replace(this.problem);
    try {
      const { id } = await send("/api/experiments", this.#request());
      this.onstart(id);
    } catch (error) {
      replace(this.problem, error.message);
    }
    this.start.disabled = false;
  }
}
