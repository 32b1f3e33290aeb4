// The lab: a form to start an experiment, and the list of all that are in the file.

import { html, replace, spoken } from "./elements.js";
import { formatCount } from "./format.js";
import { LabForm } from "./lab_form.js";
import { formatRoute } from "./route.js";
import { ask, isStop } from "./server.js";

const REFRESH = 2500;

export async function show(root, { catalog, signal }) {
  const form = new LabForm({ catalog, onstart: (id) => { location.hash = formatRoute(["experiments", id]); } });
  const list = new ExperimentList();
  root.append(html("div", { class: "lab" },
    html("div", { class: "lab-head" }, html("h1", {}, "Lab"),
      html("p", { class: "muted" }, "Experiments run here and on the command line alike, and their games are in one file: ", html("code", {}, catalog.store), ".")),
    form.element, list.element));
  await list.refresh(signal);
  const timer = setInterval(() => list.refresh(signal), REFRESH);
  signal.addEventListener("abort", () => clearInterval(timer));
}

// What a state is called and how it looks, not by colour alone.
export function stateMark(state) {
  const signs = { running: "▶", stopped: "❚❚", finished: "✓" };
  return html("span", { class: `state ${state}` }, html("span", { "aria-hidden": "true" }, `${signs[state]} `), state);
}

// How far an experiment is, in pairs.
export function progressOf({ played, planned }) {
  return planned ? `${formatCount(played)} of ${formatCount(planned)} pairs` : `${formatCount(played)} pairs`;
}

class ExperimentList {
  #chosen = [];
  #seen = "";

  constructor() {
    this.body = html("div", { class: "experiments" });
    this.compare = html("p", { class: "compare-line" });
    this.element = html("section", { class: "card", "aria-label": "Experiments" },
      html("div", { class: "card-head" }, html("h2", {}, "Experiments"), this.compare), this.body);
  }

  async refresh(signal) {
    try {
      this.experiments = await ask("/api/experiments", {}, { signal });
      const seen = JSON.stringify(this.experiments);
      if (seen !== this.#seen) this.#draw();
      this.#seen = seen;
    } catch (error) {
      if (!isStop(error) && !this.#seen) replace(this.body, html("p", { class: "problem" }, error.message));
    }
  }

  #draw() {
    const { experiments } = this;
    replace(this.body, experiments.length
      ? html("ul", { class: "experiment-list" }, experiments.map((one) => this.#drawOne(one)))
      : html("p", { class: "muted" }, "None yet. Start one with the form; it stays in the file."));
    this.#drawCompare();
  }

  #drawOne(one) {
    const tick = html("input", { type: "checkbox", checked: this.#chosen.includes(one.id), "data-id": one.id, "aria-label": `compare ${one.id}: ${one.title}` });
    tick.addEventListener("change", () => {
      this.#chosen = [...this.#chosen.filter((id) => id !== one.id), ...(tick.checked ? [one.id] : [])].slice(-2);
      this.#draw();
    });
    return html("li", { class: "experiment-row" }, tick,
      html("a", { href: formatRoute(["experiments", one.id]) }, html("b", {}, one.title)),
      stateMark(one.state),
      html("span", { class: "muted" }, `${one.id} · ${one.kind} · ${progressOf(one)} · `, html("time", { datetime: one.created }, shortTime(one.created)),
        one.report && [" · ", html("a", { href: one.report }, "report", spoken(` of ${one.id}`))]),
      one.error && html("span", { class: "problem" }, one.error));
  }

  #drawCompare() {
    const [a, b] = this.#chosen;
    replace(this.compare, b
      ? html("a", { class: "button", href: formatRoute(["compare"], { a, b }) }, `Compare ${a} and ${b}`)
      : html("span", { class: "muted hint" }, "tick two to compare them"));
  }
}

function shortTime(text) {
  return text.replace("T", " ").slice(0, 16);
}
