// How a result grew over the pairs: Elo with its interval, and the log-likelihood ratio of an SPRT.

import { isBusy, waitForTurn } from "./busy.js";
import { cardHead, html, replace, select } from "./elements.js";
import { plural } from "./format.js";
import { SeriesChart } from "./series_chart.js";
import { ask, experimentPath, isAway, isStop } from "./server.js";
import { formatElo } from "./standings.js";

// A running experiment is asked for its history again once it has this many times the pairs.
const GROWTH = 1.25;

const ABOUT =
  "The band is the interval that stays valid at every look, however often you look. It is wider " +
  "than the interval of the final result, which is for a single look at the end.";

export class HistoryPanel {
  /** @type {{experiment: string, pairing: number} | null} */
  #chosen = null;
  #choices = "";
  /** @type {ExperimentHistory | null} */
  #history = null;
  #isDecided = false;
  /** The number of the last question. */
  #request = 0;
  /** Whether the server did not answer it. */
  #wasAway = false;
  /** The number of pairs from which the history is read again. */
  #due = Infinity;

  /** @param {{signal: AbortSignal}} options */
  constructor({ signal }) {
    this.signal = signal;
    this.elo = new SeriesChart({ title: "Elo over pairs", unit: "pair-Elo" });
    this.llr = new SeriesChart({ title: "SPRT over pairs", unit: "log-likelihood ratio" });
    this.choice = html("div", { class: "history-choice" });
    this.element = html(
      "section",
      { class: "card", "aria-label": "History", hidden: true },
      cardHead("History", this.choice),
      html("div", { class: "history" }, this.elo.element, this.llr.element),
      html("p", { class: "muted hint" }, ABOUT),
    );
  }

  /**
   * Read the whole history of a pairing from the server; an analysis has some in several parts.
   * Only the answer to the last question counts.
   * @param {number} tries that a busy server did not answer
   */
  async load(tries = 0) {
    if (!this.#chosen) return;
    const { experiment, pairing } = this.#chosen;
    this.#wasAway = false;
    this.#request += 1;
    const request = this.#request;
    try {
      const path = `${experimentPath(experiment)}/history`;
      const found = await ask(path, { pairing }, { signal: this.signal });
      if (request !== this.#request) return;
      this.#history = found;
      this.#due = GROWTH * (found.points.at(-1)?.pairs ?? 0);
      this.#draw();
    } catch (error) {
      if (isStop(error) || request !== this.#request) return;
      this.#wasAway = isAway(error);
      if (!this.#history) this.element.hidden = true;
      if (isBusy(error)) this.#loadLater(request, tries + 1);
    }
  }

  /**
   * @param {number} request
   * @param {number} tries
   */
  async #loadLater(request, tries) {
    await waitForTurn(tries, this.signal);
    if (request === this.#request && !this.signal.aborted) this.load(tries);
  }

  /**
   * Add the result so far: one point for all pairs since the last. Now and then, these points are
   * replaced by those of the whole history.
   * @param {Standing} standing
   */
  add({ pairings, sprt }) {
    const isFirst = this.#chosen === null && pairings.length > 0;
    if (isFirst) this.#chosen = pairings[0];
    this.#drawChoice(pairings);
    if (isFirst || this.#wasAway) this.load();
    if (sprt?.decision) {
      this.#end(isFirst);
      return;
    }
    const now = pairings.find((one) => keyOf(one) === (this.#chosen && keyOf(this.#chosen)));
    if (!now || !this.#history) return;
    const { points } = this.#history;
    const pairs = now.ww + now.split + now.ll;
    if (pairs <= (points.at(-1)?.pairs ?? 0)) return;
    const { value, low, high } = now.elo;
    points.push({ pairs, elo: value, low, high, llr: sprt?.llr ?? null });
    if (points.length > 400) this.#history.points = points.filter((_, index) => index % 2 === 1);
    this.#draw();
    if (pairs < this.#due) return;
    this.#due = GROWTH * pairs;
    this.load();
  }

  /**
   * The history ends where the test decides, although games that had begun are played to their end.
   * @param {boolean} isLoading
   */
  #end(isLoading) {
    if (!this.#isDecided && !isLoading) this.load();
    this.#isDecided = true;
  }

  /** @param {Pairing[]} pairings */
  #drawChoice(pairings) {
    const choices = pairings.map(keyOf).join();
    if (pairings.length < 2 || choices === this.#choices) return;
    this.#choices = choices;
    const options = pairings.map(
      (one) => /** @type {[string, string]} */ ([keyOf(one), `${one.a} – ${one.b}`]),
    );
    /** @param {string} value */
    const choose = (value) => {
      this.#chosen = pairings.find((one) => keyOf(one) === value) ?? null;
      this.#history = null;
      this.load();
    };
    const value = this.#chosen ? keyOf(this.#chosen) : "";
    replace(
      this.choice,
      select(options, value, choose, { "aria-label": "Pairing of the history" }),
    );
  }

  #draw() {
    if (!this.#history) return;
    const { points, bounds } = this.#history;
    this.element.hidden = points.length < 2;
    this.elo.draw({
      points: points.map(({ pairs, elo, low, high }) => ({ x: pairs, y: elo, low, high })),
      rules: [],
      describe: ({ x, y, low, high }) =>
        `after ${plural(x, "pair")}: ${formatElo({ value: y, low, high })}`,
    });
    this.llr.draw({
      points: bounds
        ? points.map(({ pairs, llr }) => ({ x: pairs, y: llr, low: null, high: null }))
        : [],
      rules: bounds
        ? [
            { y: bounds[1], label: "better" },
            { y: bounds[0], label: "not better" },
          ]
        : [],
      describe: ({ x, y }) =>
        `after ${plural(x, "pair")}: ${(y ?? 0).toFixed(2).replace("-", "−")}`,
    });
  }
}

/** @param {{experiment: string, pairing: number}} pairing */
function keyOf({ experiment, pairing }) {
  return `${experiment} ${pairing}`;
}
