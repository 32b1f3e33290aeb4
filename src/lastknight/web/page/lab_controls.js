// The controls of the lab's form.

import { html, numberInput, select } from "./elements.js";
import { HeuristicChoice } from "./heuristic_choice.js";
import { PlayerBuilder } from "./player_builder.js";
import { isSite } from "./site_note.js";
import { SpecList } from "./spec_list.js";

/** @type {Record<string, string>} */
const OPENINGS = {
  random: "random, all different",
  census: "census: every distinct opening once",
  empty: "empty board",
};
/** Openings that are typed, which only a server plays. */
export const LISTED = "list";
export const OWN_BOUNDS = "own";
/** The error rates of a sequential test, if nothing else is asked for. */
export const ERROR_RATE = 0.05;
const ENTRANTS = [
  "AlphaBeta(improved, nodes=1000)",
  "AlphaBeta(reach(k=3), nodes=1000)",
  "AlphaBeta(ratio, nodes=1000)",
];

/**
 * All controls of the form; they keep their values whichever of them are shown.
 * @param {Catalog} catalog
 * @param {() => void} redraw
 */
export function makeControls(catalog, redraw) {
  const specs = catalog.heuristics.map(({ spec }) => spec);
  const bounds = catalog.sprts.map(({ elo0, elo1 }) => `${elo0} ${elo1}`);
  const entrants = new SpecList({ what: "player", rows: 5 });
  entrants.lines = ENTRANTS;
  /**
   * @param {string} name
   * @param {number | null} value
   * @param {number | null} min
   */
  const number = (name, value, min = null) => numberInput(name, value, { min, step: "any" });
  const openings = catalog.openings
    .filter((name) => name in OPENINGS)
    .map((name) => /** @type {[string, string]} */ ([name, OPENINGS[name]]));
  /** An error rate of a sequential test. @param {string} name */
  const rate = (name) => numberInput(name, ERROR_RATE, { min: 0.0001, max: 0.4, step: "any" });
  return {
    entrants,
    against: new SpecList({ what: "player", rows: 2 }),
    players: [
      new PlayerBuilder(catalog, { heuristic: "reach(k=3)" }),
      new PlayerBuilder(catalog, { heuristic: "improved" }),
    ],
    heuristics: html(
      "fieldset",
      { class: "ticks" },
      html("legend", { class: "field-name" }, "Heuristics (default: those of the five analyses)"),
      [...catalog.files, ...specs].map((spec) =>
        html(
          "label",
          { class: "check" },
          html("input", { type: "checkbox", value: spec, checked: catalog.files.includes(spec) }),
          html("code", {}, spec),
        ),
      ),
    ),
    own: new SpecList({ what: "heuristic", rows: 2, placeholder: "improved - 0.5 * center" }),
    baseline: new HeuristicChoice(catalog, { value: "improved", label: "Baseline" }),
    effort: select(
      catalog.efforts.map((name) => [name, name]),
      "quick",
      () => {},
    ),
    opponents: new SpecList({ what: "player", rows: 2 }),
    openings: select(
      isSite ? openings : [...openings, [LISTED, "a list of your own"]],
      "random",
      redraw,
    ),
    moves: html("textarea", { rows: 4, spellcheck: "false", placeholder: "d4 b1" }),
    stop: select(
      [
        ["", "after all pairs"],
        ...catalog.sprts.map(
          ({ name, elo0, elo1 }, index) =>
            /** @type {[string, string]} */ ([
              bounds[index],
              `SPRT ${name}: ${elo0} or ${elo1} Elo`,
            ]),
        ),
        [OWN_BOUNDS, "SPRT with other bounds or error rates…"],
      ],
      bounds[0] ?? "",
      redraw,
    ),
    blocked: html("input", { type: "text", placeholder: "a1 g7", spellcheck: "false" }),
    numbers: {
      nodes: number("nodes", null, 50),
      pairs: number("pairs", 500, 1),
      candidate_pairs: number("pairs", null, 2),
      plies: number("plies", 2, 0),
      start_ply: number("start_ply", null, 1),
      width: number("width", 7, 1),
      height: number("height", 7, 1),
      seed: number("seed", 1, 0),
      elo0: number("elo0", 0),
      elo1: number("elo1", 20),
      alpha: rate("alpha"),
      beta: rate("beta"),
    },
  };
}
