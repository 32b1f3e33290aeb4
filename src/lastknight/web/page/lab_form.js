// The form that starts an experiment. Specs are checked while they are typed; the server checks the
// whole, and its error is shown.

import { button, card, field, html, replace } from "./elements.js";
import { ERROR_RATE, LISTED, makeControls, OWN_BOUNDS } from "./lab_controls.js";
import { messageOf, send } from "./server.js";
import { installNote } from "./site_note.js";
import { linesOf } from "./spec_list.js";

/** @typedef {"match" | "tournament" | "analysis"} Kind */
/** @typedef {"pairs" | "candidate_pairs"} PairsName */
/** @type {Record<Kind, {name: string, about: string, pairs: PairsName, hint: string}>} */
const KINDS = {
  match: {
    name: "Match",
    about: "Two players, the same openings from both sides, until the result is clear.",
    pairs: "pairs",
    hint: "at most; two games each",
  },
  tournament: {
    name: "Tournament",
    about: "Several players against each other, or against chosen opponents.",
    pairs: "pairs",
    hint: "per pairing",
  },
  analysis: {
    name: "Analysis",
    about: "Heuristics against a baseline: games, statistics, perfect play and a report.",
    pairs: "candidate_pairs",
    hint: "per candidate against the baseline; empty: as the effort needs",
  },
};
// The server's own default, as on the command line.
const NODES = "empty: 15,000, or fewer for heuristics in Python";
const MORE_PAIRS =
  "More pairs continue it, with or without a test; any other change starts a new one.";

export class LabForm {
  /** @type {Kind} */
  #kind = "match";

  /** @param {{catalog: Catalog, onstart: (id: string) => void}} options */
  constructor({ catalog, onstart }) {
    this.onstart = onstart;
    this.kinds = html("div", {
      class: "segments",
      role: "group",
      "aria-label": "Kind of experiment",
    });
    this.about = html("p", { class: "muted" });
    this.note = html("p", { class: "hint" });
    this.body = html("div", { class: "form-body" });
    this.problem = html("p", { class: "problem", role: "alert" });
    this.start = html("button", { class: "primary" }, "Start");
    const form = html(
      "form",
      { class: "lab-form", novalidate: true },
      this.kinds,
      this.about,
      this.note,
      this.body,
      installNote("Analyses, your own Python heuristics, and course agents"),
      this.problem,
      html("p", { class: "actions" }, this.start),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#send();
    });
    this.element = card("New experiment", form);
    this.controls = makeControls(catalog, () => this.#draw());
    this.settings = this.#makeSettings();
    this.#draw();
  }

  #draw() {
    replace(
      this.kinds,
      Object.entries(KINDS).map(([kind, { name }]) =>
        button(name, () => this.#choose(/** @type {Kind} */ (kind)), {
          pressed: kind === this.#kind,
          "data-kind": kind,
        }),
      ),
    );
    replace(this.about, KINDS[this.#kind].about);
    replace(this.body, this.#drawSubject(), this.#drawOpenings(), this.settings);
  }

  #drawOpenings() {
    const { numbers, openings, moves } = this.controls;
    const { pairs, hint } = KINDS[this.#kind];
    return [
      html(
        "div",
        { class: "row" },
        openings.value !== "census" && field("Pairs", numbers[pairs], hint),
        field("Openings", openings),
      ),
      openings.value === LISTED && field("Moves of each opening, one per line", moves),
    ];
  }

  // Made once: it stays open, whatever else is drawn anew.
  #makeSettings() {
    const { numbers, blocked } = this.controls;
    return html(
      "details",
      {},
      html("summary", {}, "Board, random seed, length of openings, later start"),
      html(
        "div",
        { class: "row" },
        field("Width", numbers.width),
        field("Height", numbers.height),
        field("Random seed", numbers.seed),
        field("Plies of an opening", numbers.plies),
      ),
      html(
        "div",
        { class: "row" },
        field(
          "Start ply",
          numbers.start_ply,
          "Such as 10: quick self-play continues random openings up to this ply. Games are " +
            "shorter, but it is a different question. Empty: start after the opening.",
        ),
      ),
      field("Blocked squares", blocked),
    );
  }

  #drawSubject() {
    const { players, stop, numbers, entrants, against } = this.controls;
    const { heuristics, baseline, effort, opponents } = this.controls;
    switch (this.#kind) {
      case "match":
        return [
          players.map((builder, index) => builder.draw(`Player ${"AB"[index]}`)),
          html(
            "div",
            { class: "row" },
            field("Stop", stop),
            stop.value === OWN_BOUNDS && [
              field("Elo if not better", numbers.elo0),
              field("Elo if better", numbers.elo1),
              field("Alpha", numbers.alpha, "chance of “better” if it is not"),
              field("Beta", numbers.beta, "chance of “no better” if it is"),
            ],
          ),
        ];
      case "tournament":
        return [
          field("Players, one per line", entrants.element),
          field("Opponents, one per line", against.element, "if empty, everyone plays everyone"),
        ];
      default:
        return [
          heuristics,
          field("Your own expressions, one per line", this.controls.own.element),
          html(
            "div",
            { class: "row" },
            field("Baseline", baseline.element),
            field("Effort", effort),
            field("Nodes per move", numbers.nodes, NODES),
          ),
          field(
            "Opponents of the classic table, one per line",
            opponents.element,
            "if empty, those of the course",
          ),
        ];
    }
  }

  /** @param {Kind} kind */
  #choose(kind) {
    this.#kind = kind;
    replace(this.problem);
    this.#draw();
  }

  // What the controls that are shown ask for.
  #request() {
    const { openings, moves, blocked, heuristics, baseline, effort, own, opponents } =
      this.controls;
    const { entrants, against, players } = this.controls;
    const kind = this.#kind;
    const shared = {
      kind,
      pairs: openings.value === "census" ? null : this.#number(KINDS[kind].pairs),
      openings: openings.value,
      ...(openings.value === LISTED && { moves: linesOf(moves.value) }),
      plies: this.#number("plies"),
      start_ply: this.#number("start_ply"),
      width: this.#number("width"),
      height: this.#number("height"),
      blocked: blocked.value.trim(),
      seed: this.#number("seed"),
    };
    if (kind === "tournament")
      return { ...shared, players: entrants.lines, against: against.lines };
    if (kind === "match")
      return { ...shared, players: players.map((builder) => builder.spec), sprt: this.#sprt() };
    /** @type {NodeListOf<HTMLInputElement>} */
    const ticked = heuristics.querySelectorAll("input:checked");
    return {
      ...shared,
      heuristics: [...[...ticked].map(({ value }) => value), ...own.lines],
      baseline: baseline.spec,
      effort: effort.value,
      nodes: this.#number("nodes"),
      against: opponents.lines,
    };
  }

  /**
   * Show what another experiment was asked for, to be started again or changed.
   * @param {Record<string, any>} form
   */
  fill(form) {
    const { controls } = this;
    this.#kind = form.kind;
    const { pairs, ...others } = form;
    const values = { ...others, ...form.sprt, [KINDS[this.#kind].pairs]: pairs };
    for (const [name, input] of Object.entries(controls.numbers))
      if (name in values) input.value = values[name] ?? "";
    controls.openings.value = form.openings;
    controls.moves.value = (form.moves ?? []).join("\n");
    controls.blocked.value = form.blocked;
    if (this.#hasUnusualSettings()) this.settings.open = true;
    if (form.kind === "match") {
      controls.players.forEach((builder, index) => (builder.spec = form.players[index]));
      const { elo0, elo1, alpha, beta } = form.sprt ?? {};
      const isUsual = alpha === ERROR_RATE && beta === ERROR_RATE;
      controls.stop.value = form.sprt && isUsual ? `${elo0} ${elo1}` : "";
      if (!controls.stop.value && form.sprt) controls.stop.value = OWN_BOUNDS;
    } else if (form.kind === "tournament") {
      controls.entrants.lines = form.players;
      controls.against.lines = form.against;
    } else this.#fillAnalysis(form);
    const isAnalysis = form.kind === "analysis";
    replace(
      this.note,
      `Copied from an experiment. ${isAnalysis ? "Start makes a new one." : MORE_PAIRS}`,
    );
    this.#draw();
  }

  #hasUnusualSettings() {
    /** @type {NodeListOf<HTMLInputElement>} */
    const inputs = this.settings.querySelectorAll("input");
    return [...inputs].some(({ value, defaultValue }) => value !== defaultValue);
  }

  /** @param {Record<string, any>} form */
  #fillAnalysis({ heuristics, baseline, effort, against }) {
    const { controls } = this;
    /** @type {NodeListOf<HTMLInputElement>} */
    const ticks = controls.heuristics.querySelectorAll("input");
    const specs = [...ticks].map(({ value }) => value);
    const ticked = specs.filter((spec) => heuristics.includes(spec));
    const own = heuristics.filter((/** @type {string} */ spec) => !specs.includes(spec));
    // In another order than the ticks have, all are lines.
    const isOrdered = [...ticked, ...own].join("\n") === heuristics.join("\n");
    for (const tick of ticks) tick.checked = isOrdered && ticked.includes(tick.value);
    controls.own.lines = isOrdered ? own : heuristics;
    controls.baseline.spec = baseline;
    controls.effort.value = effort;
    controls.opponents.lines = against;
  }

  #sprt() {
    const { stop } = this.controls;
    if (stop.value === "") return null;
    if (stop.value === OWN_BOUNDS)
      return {
        elo0: this.#number("elo0"),
        elo1: this.#number("elo1"),
        alpha: this.#number("alpha"),
        beta: this.#number("beta"),
      };
    const [elo0, elo1] = stop.value.split(" ").map(Number);
    return { elo0, elo1 };
  }

  /**
   * The number that is typed; null without one, and as text where JavaScript would round it.
   * @param {keyof LabForm["controls"]["numbers"]} name
   */
  #number(name) {
    const { name: label, value, validity } = this.controls.numbers[name];
    if (validity.badInput) throw new Error(`${label} must be a number`);
    if (value === "") return null;
    const number = Number(value);
    return /^\d+$/.test(value) && !Number.isSafeInteger(number) ? value : number;
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
