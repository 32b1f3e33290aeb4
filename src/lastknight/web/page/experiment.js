// One experiment, live: its progress, standings and stop rule, recent games, all games, and its command line.

import { drawCharts } from "./charts.js";
import { button, card, cardHead, html, replace } from "./elements.js";
import { formatCount, formatSeconds } from "./format.js";
import { GameTable } from "./game_table.js";
import { progressOf, stateMark } from "./lab.js";
import { announce } from "./notices.js";
import { drawRecentGames } from "./recent_games.js";
import { formatRoute } from "./route.js";
import { ask, experimentPath, isAway, isStop, listen, messageOf, send } from "./server.js";
import { drawRatings, drawRoles, drawSprt, drawStandings } from "./standings.js";
import { sleep } from "./timing.js";

// Milliseconds before a lost connection is tried again.
const RETRY = 2000;
const MOST_SENTENCES = 12;

/**
 * @param {HTMLElement} root
 * @param {ViewContext} context
 */
export async function show(root, { path, signal }) {
  const id = path.join("/");
  const detail = await ask(experimentPath(id), {}, { signal });
  if (signal.aborted) return;
  const view = new ExperimentView({ id, detail, signal });
  root.append(view.element);
  view.watch();
}

class ExperimentView {
  #problem = "";
  #more = "";

  /** @param {{id: string, detail: Detail, signal: AbortSignal}} options */
  constructor({ id, detail, signal }) {
    this.id = id;
    this.detail = detail;
    this.signal = signal;
    this.standing = detail.standing;
    this.head = html("div", { class: "experiment-head" });
    this.figures = html("section", { class: "card", "aria-label": "Progress" });
    this.table = html("section", { class: "card", "aria-label": "Standings" });
    this.recent = html("section", { class: "card", "aria-label": "Recent games" });
    this.more = html("div", { class: "more" });
    this.games = new GameTable({ id, signal });
    this.element = html("div", { class: "experiment" }, this.head, this.figures, this.table, this.recent, this.games.element, this.more);
    this.draw();
  }

  // Follow the experiment until it ends, reconnecting where the connection is lost.
  async watch() {
    while (!this.signal.aborted) {
      try {
        for await (const { event, data } of listen(`${this.#path}/live`, {}, { signal: this.signal })) {
          if (event === "standing") this.#update(data);
          if (event === "end") {
            await this.#end();
            return;
          }
        }
        if (this.standing.state !== "running") {
          await this.#end();
          return;
        }
      } catch (error) {
        if (isStop(error)) return;
        if (!isAway(error)) {
          this.#fail(error);
          return;
        }
      }
      await sleep(RETRY);
    }
  }

  draw() {
    const { standing, detail } = this;
    const isRunning = standing.state === "running";
    this.#drawHead();
    this.#drawFigures();
    const { start_ply: later } = detail.plan;
    const matches = isRunning ? [] : detail.matches.slice(0, MOST_SENTENCES);
    replace(this.table, cardHead("Standings"), Number.isInteger(later) && html("p", { class: "muted" }, `Games from positions after ${later} plies of quick self-play.`),
      drawSprt(standing.sprt), drawStandings(standing.pairings),
      matches.map(({ sentence }) => html("p", { class: "sentence" }, sentence)), drawRoles(matches),
      !isRunning && detail.ratings && drawRatings(detail.ratings),
      !isRunning && detail.cautions.map((sentence) => html("p", { class: "sentence" }, sentence)));
    this.recent.hidden = standing.boards.length === 0;
    replace(this.recent, cardHead("Recent games"), drawRecentGames(standing.boards, this.id));
    this.games.update(standing.pairings, standing.played);
    this.#drawMore();
  }

  get #path() {
    return experimentPath(this.id);
  }

  /** @param {Standing} standing */
  #update(standing) {
    this.standing = standing;
    this.draw();
  }

  async #reload() {
    this.detail = /** @type {Detail} */ (await ask(this.#path, {}, { signal: this.signal }));
    this.#update(this.detail.standing);
  }

  async #end() {
    await this.#reload();
    announce(`The experiment is ${this.standing.state}. ${this.detail.matches[0]?.sentence ?? ""}`);
  }

  /** @param {unknown} error */
  #fail(error) {
    this.#problem = messageOf(error);
    this.draw();
  }

  /** @param {"stop" | "resume"} action */
  async #act(action) {
    try {
      await send(`${this.#path}/${action}`);
      this.#problem = "";
      await this.#reload();
      if (action === "resume") this.watch();
    } catch (error) {
      if (!isStop(error)) this.#fail(error);
    }
  }

  #drawHead() {
    const { detail, standing } = this;
    const problem = this.#problem || standing.error || detail.error;
    replace(this.head,
      html("p", { class: "crumbs" }, html("a", { href: "#/lab" }, "Lab"), ` › ${detail.kind} ${this.id}`),
      html("h1", {}, detail.title),
      html("div", { class: "buttons" }, stateMark(standing.state),
        standing.state === "running" && button("❚❚ Stop", () => this.#act("stop"), { "data-act": "run" }),
        standing.state === "stopped" && button("▶ Resume", () => this.#act("resume"), { "data-act": "run" }),
        detail.report && html("a", { class: "button", href: detail.report }, "Open the report"),
        html("a", { class: "button", href: formatRoute(["compare"], { a: this.id }) }, "Compare…")),
      problem && html("p", { class: "problem", role: "alert" }, problem));
  }

  #drawFigures() {
    const { played, planned, games, games_per_second: rate, seconds_left: left, state, progress } = this.standing;
    const isRunning = state === "running";
    const share = progress ?? (planned ? Math.min(1, played / planned) : null);
    /**
     * @param {string} name
     * @param {string} value
     */
    const figure = (name, value) => html("div", { class: "big-figure" }, html("b", {}, value), html("span", {}, name));
    replace(this.figures,
      html("div", { class: "big-figures" },
        figure("pairs", progressOf({ played, planned }).replace(" pairs", "")), figure("games", formatCount(games)),
        isRunning && figure("games per second", rate ? formatCount(rate >= 10 ? Math.round(rate) : Number(rate.toFixed(1))) : "–"),
        isRunning && figure("time left", formatSeconds(left))),
      isRunning && share !== null && html("progress", { max: 1, value: share, "aria-label": progressOf({ played, planned }) }));
  }

  // What changes rarely, and is drawn only then: charts take the server some seconds.
  #drawMore() {
    const { detail } = this;
    const drawn = JSON.stringify([detail.command, detail.parts, detail.charts, this.standing.state]);
    if (drawn === this.#more) return;
    this.#more = drawn;
    const parts = detail.parts.map((part) => html("li", {}, html("a", { href: formatRoute(["experiments", part.id]) }, part.title), " ", stateMark(part.state), ` ${progressOf(part)}`));
    const hasCharts = detail.charts.length > 0 && this.standing.state !== "running";
    replace(this.more,
      card("Command line", html("pre", { tabindex: 0 }, detail.command)),
      parts.length > 0 && card("Experiments of this analysis", html("ul", { class: "part-list" }, parts)),
      hasCharts && drawCharts(this.#path, detail.charts, this));
  }
}
