// The form that starts an experiment. The server checks it, and its error is shown.

import { button, card, field, html, numberInput, replace, select } from "./elements.js";
import { PlayerBuilder } from "./player_builder.js";
import { messageOf, send } from "./server.js";

/** @typedef {"match" | "tournament" | "analysis"} Kind */
/** @type {Record<Kind, {name: string, about: string}>} */
const KINDS = {
  match: { name: "Match", about: "Two players, the same openings from both sides, until the result is clear." },
  tournament: { name: "Tournament", about: "Several players against each other, or against chosen opponents." },
  analysis: { name: "Analysis", about: "Heuristics against a baseline: games, statistics, perfect play and a report." },
};
/** @type {Record<string, string>} */
const OPENINGS = { random: "random, all different", census: "census: every distinct opening once", empty: "empty board" };
const OWN_BOUNDS = "own";
const ENTRANTS = ["AlphaBeta(improved, nodes=1000)", "AlphaBeta(reach(k=3), nodes=1000)", "AlphaBeta(ratio, nodes=1000)"];

export class LabForm {
  /** @type {Kind} */
  #kind = "match";

  /** @param {{catalog: Catalog, onstart: (id: string) => void}} options */
  constructor({ catalog, onstart }) {
    this.onstart = onstart;
    this.kinds = html("div", { class: "segments", role: "group", "aria-label": "Kind of experiment" });
    this.about = html("p", { class: "muted" });
    this.body = html("div", { class: "form-body" });
    this.problem = html("p", { class: "problem", role: "alert" });
    this.start = html("button", { class: "primary" }, "Start");
    const form = html("form", { class: "lab-form", novalidate: true }, this.kinds, this.about, this.body, this.problem, html("p", { class: "actions" }, this.start));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#send();
    });
    this.element = card("New experiment", form);
    this.controls = makeControls(catalog, () => this.#draw());
    this.#draw();
  }

  #draw() {
    const { numbers, openings, blocked } = this.controls;
    replace(this.kinds, Object.entries(KINDS).map(([kind, { name }]) =>
      button(name, () => this.#choose(/** @type {Kind} */ (kind)), { pressed: kind === this.#kind, "data-kind": kind })));
    replace(this.about, KINDS[this.#kind].about);
    const pairs = field("Pairs", numbers.pairs, this.#kind === "match" ? "at most; two games each" : "for each pairing");
    replace(this.body, this.#drawSubject(),
      this.#kind !== "analysis" && html("div", { class: "row" }, openings.value !== "census" && pairs, field("Openings", openings)),
      html("details", {}, html("summary", {}, "Board, random seed, length of openings, later start"),
        html("div", { class: "row" }, field("Width", numbers.width), field("Height", numbers.height), field("Random seed", numbers.seed), field("Plies of an opening", numbers.plies)),
        html("div", { class: "row" }, field("Start ply", numbers.start_ply, "Such as 10: random openings go on with quick self-play up to this ply. Games are shorter, and it is another question. Empty: start after the opening.")),
        field("Blocked squares", blocked)));
  }

  #drawSubject() {
    const { players, stop, numbers, entrants, against, heuristics, baseline, effort } = this.controls;
    switch (this.#kind) {
      case "match": return [
        players.map((builder, index) => builder.draw(`Player ${"AB"[index]}`)),
        html("div", { class: "row" }, field("Stop", stop),
          stop.value === OWN_BOUNDS && [field("Elo if no better", numbers.elo0), field("Elo if better", numbers.elo1)])];
      case "tournament": return [
        field("Players, one per line", entrants), field("Opponents, one per line", against, "if empty, all play all")];
      default: return [
        heuristics, html("div", { class: "row" }, field("Baseline", baseline), field("Effort", effort), field("Nodes per move", numbers.nodes))];
    }
  }

  /** @param {Kind} kind */
  #choose(kind) {
    this.#kind = kind;
    replace(this.problem);
    this.#draw();
  }

  #request() {
    const { openings, blocked, heuristics, baseline, effort, entrants, against, players } = this.controls;
    const kind = this.#kind;
    const shared = {
      kind, openings: openings.value, plies: this.#number("plies"), start_ply: this.#number("start_ply"), width: this.#number("width"), height: this.#number("height"),
      blocked: blocked.value.trim(), seed: this.#number("seed"),
    };
    if (kind === "analysis") {
      /** @type {NodeListOf<HTMLInputElement>} */
      const ticked = heuristics.querySelectorAll("input:checked");
      return { ...shared, heuristics: [...ticked].map(({ value }) => value), baseline: baseline.value, effort: effort.value, nodes: this.#number("nodes") };
    }
    const pairs = openings.value === "census" ? null : this.#number("pairs");
    if (kind === "tournament") return { ...shared, pairs, players: linesOf(entrants), against: linesOf(against) };
    return { ...shared, pairs, players: players.map((builder) => builder.spec), sprt: this.#sprt() };
  }

  #sprt() {
    const { stop } = this.controls;
    if (stop.value === "") return null;
    if (stop.value === OWN_BOUNDS) return { elo0: this.#number("elo0"), elo1: this.#number("elo1") };
    const [elo0, elo1] = stop.value.split(" ").map(Number);
    return { elo0, elo1 };
  }

  /** @param {keyof LabForm["controls"]["numbers"]} name */
  #number(name) {
    const { value } = this.controls.numbers[name];
    return value === "" ? null : Number(value);
  }

  async #send() {
    this.start.disabled = true;
    replace(this.problem);
    try {
      const { id } = await send("/api/experiments", this.#request());
      this.onstart(id);
    } catch (error) {
      replace(this.problem, messageOf(error));
    }
    this.start.disabled = false;
  }
}

/**
 * All controls of the form; they keep their values whichever of them are shown.
 * @param {Catalog} catalog
 * @param {() => void} redraw
 */
function makeControls(catalog, redraw) {
  const specs = catalog.heuristics.map(({ spec }) => spec);
  const bounds = catalog.sprts.map(({ elo0, elo1 }) => `${elo0} ${elo1}`);
  const entrants = html("textarea", { rows: 5, spellcheck: "false" });
  entrants.value = ENTRANTS.join("\n");
  /**
   * @param {string} name
   * @param {number | null} value
   * @param {number | null} min
   */
  const number = (name, value, min = null) => numberInput(name, value, { min, step: "any" });
  return {
    entrants,
    against: html("textarea", { rows: 2, spellcheck: "false" }),
    players: [new PlayerBuilder(catalog, { heuristic: "reach(k=3)" }), new PlayerBuilder(catalog, { heuristic: "improved" })],
    heuristics: html("fieldset", { class: "ticks" }, html("legend", { class: "field-name" }, "Heuristics (if none, those of the five analyses)"),
      [...catalog.files, ...specs].map((spec) =>
        html("label", { class: "check" }, html("input", { type: "checkbox", value: spec, checked: catalog.files.includes(spec) }), html("code", {}, spec)))),
    baseline: select(specs.map((spec) => [spec, spec]), "improved", () => {}),
    effort: select(catalog.efforts.map((name) => [name, name]), "quick", () => {}),
    openings: select(catalog.openings.filter((name) => name in OPENINGS).map((name) => [name, OPENINGS[name]]), "random", redraw),
    stop: select([
      ["", "after all pairs"],
      ...catalog.sprts.map(({ name, elo0, elo1 }, index) => /** @type {[string, string]} */ ([bounds[index], `SPRT ${name}: ${elo0} or ${elo1} Elo`])),
      [OWN_BOUNDS, "SPRT with other bounds…"],
    ], bounds[0] ?? "", redraw),
    blocked: html("input", { type: "text", placeholder: "a1 g7", spellcheck: "false" }),
    numbers: {
      nodes: number("nodes", 15000, 50), pairs: number("pairs", 500, 1), plies: number("plies", 2, 0), start_ply: number("start_ply", null, 1),
      width: number("width", 7, 1), height: number("height", 7, 1), seed: number("seed", 1, 0),
      elo0: number("elo0", 0), elo1: number("elo1", 20),
    },
  };
}

/** @param {HTMLTextAreaElement} area */
function linesOf(area) {
  return area.value.split("\n").map((line) => line.trim()).filter(Boolean);
}
