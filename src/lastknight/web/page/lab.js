// The lab: a form to start an experiment, and the list of all experiments in the store.

import { cardHead, html, select, spoken } from "./elements.js";
import { experimentName, formatCount, plural } from "./format.js";
import { LabForm } from "./lab_form.js";
import { update } from "./patch.js";
import { formatRoute } from "./route.js";
import { ask, experimentPath, isStop, messageOf } from "./server.js";
import { isSite } from "./site_note.js";
import { sleep } from "./timing.js";

// Milliseconds between updates of the list.
const REFRESH = 2500;
const STATE_SIGNS = { running: "▶", waiting: "…", stopped: "❚❚", finished: "✓" };
const ANY = "";

/**
 * @param {HTMLElement} root
 * @param {ViewContext} context
 */
export async function show(root, { catalog, query, signal }) {
  const form = new LabForm({
    catalog,
    onstart: (id) => {
      if (!signal.aborted) location.hash = formatRoute(["experiments", id]);
    },
  });
  const list = new ExperimentList();
  root.append(
    html(
      "div",
      { class: "lab" },
      html("div", { class: "lab-head" }, html("h1", {}, "Lab"), whereKept(catalog.store)),
      form.element,
      list.element,
    ),
  );
  const from = query.get("from");
  if (from) {
    const { form: asked } = await ask(experimentPath(from), {}, { signal });
    if (asked) form.fill(asked);
  }
  await list.refresh(signal);
  list.follow(signal);
}

/**
 * Where the experiments are kept: in a file, or without a server in this browser.
 * @param {string} store
 */
function whereKept(store) {
  if (isSite) return html("p", { class: "muted" }, "Experiments are kept in this browser.");
  return html(
    "p",
    { class: "muted" },
    "Experiments started here or on the command line share one file: ",
    html("code", {}, store),
    ".",
  );
}

/**
 * @typedef {Pick<Summary, "state" | "played"> & Partial<Pick<Summary, "error">>} Progress
 */

/**
 * Whether an experiment was stopped before its first game, as when it left the queue.
 * @param {Progress} experiment
 */
export function isUnstarted({ state, played, error }) {
  return state === "stopped" && !played && !error;
}

/**
 * An experiment's state, with a sign so that it does not depend on colour.
 * @param {Progress & Partial<Pick<Summary, "place" | "elsewhere">>} summary
 */
export function stateMark(summary) {
  const { state, place, elsewhere } = summary;
  const [sign, word] = isUnstarted(summary) ? ["○", "not started"] : [STATE_SIGNS[state], state];
  const where = elsewhere ? " in a terminal" : place ? `, number ${place}` : "";
  return html(
    "span",
    { class: `state ${state}` },
    html("span", { "aria-hidden": "true" }, `${sign} `),
    word + where,
  );
}

/**
 * How many pairs an experiment has played.
 * @param {Pick<Summary, "played" | "planned">} summary
 */
export function progressOf({ played, planned }) {
  return planned ? `${formatCount(played)} of ${plural(planned, "pair")}` : plural(played, "pair");
}

class ExperimentList {
  /** @type {string[]} */
  #chosen = [];
  #problem = "";
  /** @type {Summary[] | null} */
  #experiments = null;

  constructor() {
    const redraw = () => this.#draw();
    this.search = html("input", {
      type: "search",
      placeholder: "player, name or note",
      "aria-label": "Search experiments",
      oninput: redraw,
    });
    this.kind = select(
      [[ANY, "all kinds"], ...["match", "tournament", "analysis"].map(asOption)],
      ANY,
      redraw,
      { "aria-label": "Kind" },
    );
    this.state = select(
      [[ANY, "all states"], ...Object.keys(STATE_SIGNS).map(asOption)],
      ANY,
      redraw,
      { "aria-label": "State" },
    );
    this.body = html("div", { class: "experiments" });
    this.compare = html("p", { class: "compare-line" });
    this.element = html(
      "section",
      { class: "card", "aria-label": "Experiments" },
      cardHead("Experiments", this.compare),
      html("div", { class: "row list-filters" }, this.search, this.kind, this.state),
      this.body,
    );
  }

  /** Read it again and again, each time after the last answer. @param {AbortSignal} signal */
  async follow(signal) {
    for (;;) {
      await sleep(REFRESH, signal);
      if (signal.aborted) return;
      await this.refresh(signal);
    }
  }

  /** @param {AbortSignal} signal */
  async refresh(signal) {
    try {
      this.#experiments = await ask("/api/experiments", {}, { signal });
      this.#problem = "";
    } catch (error) {
      if (isStop(error)) return;
      this.#problem = messageOf(error);
    }
    this.#draw();
  }

  #draw() {
    const all = this.#experiments ?? [];
    const shown = all.filter((one) => this.#isWanted(one));
    const active = shown.filter(({ state }) => state === "running" || state === "waiting");
    const others = shown.filter((one) => !active.includes(one));
    update(
      this.body,
      this.#problem && html("p", { class: "problem", "data-key": "problem" }, this.#problem),
      active.length > 0 && this.#drawGroup("Running and waiting", sortQueue(active)),
      others.length > 0 && this.#drawGroup(active.length ? "Others" : "", others),
      !shown.length &&
        this.#experiments !== null &&
        html(
          "p",
          { class: "muted", "data-key": "none" },
          all.length ? "No matching experiments." : "None yet. Start one with the form.",
        ),
    );
    const [a, b] = this.#chosen;
    update(
      this.compare,
      b
        ? html(
            "a",
            { class: "button", href: formatRoute(["compare"], { a, b }) },
            `Compare ${a} and ${b}`,
          )
        : html("span", { class: "muted hint" }, "tick two to compare them"),
    );
  }

  /** @param {Summary} one */
  #isWanted(one) {
    const text = this.search.value.trim().toLowerCase();
    const words = [one.id, one.title, one.note, ...one.players].join(" ").toLowerCase();
    return (
      words.includes(text) &&
      (this.kind.value === ANY || this.kind.value === one.kind) &&
      (this.state.value === ANY || this.state.value === one.state)
    );
  }

  /**
   * @param {string} title
   * @param {Summary[]} experiments
   */
  #drawGroup(title, experiments) {
    return html(
      "div",
      { "data-key": title === "Running and waiting" ? "active" : "others" },
      title && html("h3", {}, title),
      html(
        "ul",
        { class: "experiment-list" },
        experiments.map((one) => this.#drawOne(one)),
      ),
    );
  }

  /** @param {Summary} one */
  #drawOne(one) {
    const choose = () => {
      const others = this.#chosen.filter((id) => id !== one.id);
      const isChosen = this.#chosen.includes(one.id);
      this.#chosen = (isChosen ? others : [...others, one.id]).slice(-2);
      this.#draw();
    };
    const tick = html("input", {
      type: "checkbox",
      checked: this.#chosen.includes(one.id),
      "data-id": one.id,
      "aria-label": `compare ${one.id}: ${one.title}`,
      onchange: choose,
    });
    return html(
      "li",
      { class: "experiment-row", "data-key": one.id },
      tick,
      html("a", { href: formatRoute(["experiments", one.id]) }, html("b", {}, one.title)),
      stateMark(one),
      html(
        "span",
        { class: "muted" },
        `${experimentName(one)} · ${progressOf(one)} · `,
        html("time", { datetime: one.created }, one.created.replace("T", " ").slice(0, 16)),
        one.report && [" · ", html("a", { href: one.report }, "report", spoken(` of ${one.id}`))],
      ),
      one.note && html("span", { class: "note", "data-key": "note" }, one.note),
      one.error && html("span", { class: "problem", "data-key": "problem" }, one.error),
    );
  }
}

/**
 * Those that run, then those that wait, the next one first.
 * @param {Summary[]} experiments
 */
function sortQueue(experiments) {
  const place = (/** @type {Summary} */ { state, place: waits }) =>
    state === "running" ? 0 : waits;
  return experiments.toSorted((one, other) => place(one) - place(other));
}

/**
 * @param {string} name
 * @returns {import("./elements.js").Option}
 */
function asOption(name) {
  return [name, name];
}
