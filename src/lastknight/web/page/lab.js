// The lab: a form to start an experiment, and the list of all experiments in the store.

import { cardHead, html, replace, spoken } from "./elements.js";
import { formatCount } from "./format.js";
import { LabForm } from "./lab_form.js";
import { formatRoute } from "./route.js";
import { ask, isStop, messageOf } from "./server.js";

// Milliseconds between updates of the list.
const REFRESH = 2500;
const STATE_SIGNS = { running: "▶", stopped: "❚❚", finished: "✓" };

/**
 * @param {HTMLElement} root
 * @param {ViewContext} context
 */
export async function show(root, { catalog, signal }) {
  const form = new LabForm({ catalog, onstart: (id) => { location.hash = formatRoute(["experiments", id]); } });
  const list = new ExperimentList();
  root.append(html("div", { class: "lab" },
    html("div", { class: "lab-head" }, html("h1", {}, "Lab"),
      html("p", { class: "muted" }, "Experiments started here or on the command line share one file: ", html("code", {}, catalog.store), ".")),
    form.element, list.element));
  await list.refresh(signal);
  const timer = setInterval(() => list.refresh(signal), REFRESH);
  signal.addEventListener("abort", () => clearInterval(timer));
}

/**
 * An experiment's state, with a sign so that it does not depend on colour.
 * @param {Summary["state"]} state
 */
export function stateMark(state) {
  return html("span", { class: `state ${state}` }, html("span", { "aria-hidden": "true" }, `${STATE_SIGNS[state]} `), state);
}

/**
 * How many pairs an experiment has played.
 * @param {Pick<Summary, "played" | "planned">} summary
 */
export function progressOf({ played, planned }) {
  return planned ? `${formatCount(played)} of ${formatCount(planned)} pairs` : `${formatCount(played)} pairs`;
}

class ExperimentList {
  /** @type {string[]} */
  #chosen = [];
  #drawn = "";
  /** @type {Summary[]} */
  #experiments = [];

  constructor() {
    this.body = html("div", { class: "experiments" });
    this.compare = html("p", { class: "compare-line" });
    this.element = html("section", { class: "card", "aria-label": "Experiments" }, cardHead("Experiments", this.compare), this.body);
  }

  /** @param {AbortSignal} signal */
  async refresh(signal) {
    try {
      this.#experiments = await ask("/api/experiments", {}, { signal });
      const drawn = JSON.stringify(this.#experiments);
      if (drawn !== this.#drawn) this.#draw();
      this.#drawn = drawn;
    } catch (error) {
      if (!isStop(error) && !this.#drawn) replace(this.body, html("p", { class: "problem" }, messageOf(error)));
    }
  }

  #draw() {
    replace(this.body, this.#experiments.length
      ? html("ul", { class: "experiment-list" }, this.#experiments.map((one) => this.#drawOne(one)))
      : html("p", { class: "muted" }, "None yet. Start one with the form."));
    const [a, b] = this.#chosen;
    replace(this.compare, b
      ? html("a", { class: "button", href: formatRoute(["compare"], { a, b }) }, `Compare ${a} and ${b}`)
      : html("span", { class: "muted hint" }, "tick two to compare them"));
  }

  /** @param {Summary} one */
  #drawOne(one) {
    const tick = html("input", { type: "checkbox", checked: this.#chosen.includes(one.id), "data-id": one.id, "aria-label": `compare ${one.id}: ${one.title}` });
    tick.addEventListener("change", () => {
      const others = this.#chosen.filter((id) => id !== one.id);
      this.#chosen = (tick.checked ? [...others, one.id] : others).slice(-2);
      this.#draw();
    });
    return html("li", { class: "experiment-row" }, tick,
      html("a", { href: formatRoute(["experiments", one.id]) }, html("b", {}, one.title)),
      stateMark(one.state),
      html("span", { class: "muted" }, `${one.id} · ${one.kind} · ${progressOf(one)} · `, html("time", { datetime: one.created }, one.created.replace("T", " ").slice(0, 16)),
        one.report && [" · ", html("a", { href: one.report }, "report", spoken(` of ${one.id}`))]),
      one.error && html("span", { class: "problem" }, one.error));
  }
}
