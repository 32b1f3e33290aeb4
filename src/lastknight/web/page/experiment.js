// One experiment, live: how far it is, who leads and how sure that is, the stop rule, boards of late,
// its games, and the command line that does the same.

import { drawCharts } from "./charts.js";
import { button, card, html, replace } from "./elements.js";
import { formatCount, formatSeconds } from "./format.js";
import { GameTable } from "./game_table.js";
import { progressOf, stateMark } from "./lab.js";
import { formatRoute } from "./route.js";
import { announce } from "./saying.js";
import { ask, isStop, listen, send } from "./server.js";
import { drawBoards } from "./small_boards.js";
import { drawRatings, drawSprt, drawStandings } from "./standings.js";

const RETRY = 2000;

export async function show(root, { path, signal }) {
  const id = path.join("/");
  const detail = await ask(`/api/experiments/${encodeURIComponent(id)}`, {}, { signal });
  if (signal.aborted) return;
  const view = new ExperimentView({ id, detail, signal });
  root.append(view.element);
  view.watch();
}

class ExperimentView {
  #problem = "";

  constructor({ id, detail, signal }) {
    Object.assign(this, { id, detail, signal });
    this.standing = detail.standing;
    this.head = html("div", { class: "experiment-head" });
    this.figures = html("section", { class: "card", "aria-label": "How far it is" });
    this.table = html("section", { class: "card", "aria-label": "Standings" });
    this.boards = html("section", { class: "card", "aria-label": "Boards of late" });
    this.more = html("div", { class: "more" });
    this.games = new GameTable({ id, pairings: this.standing.pairings, signal });
    this.element = html("div", { class: "experiment" }, this.head, this.figures, this.table, this.boards, this.games.element, this.more);
    this.draw();
  }

  // Listen until it ends; a lost connection is taken up again.
  async watch() {
    while (!this.signal.aborted) {
      try {
        for await (const { event, data } of listen(`${this.#path()}/live`, {}, { signal: this.signal })) {
          if (event === "standing") this.#take(data);
          if (event === "end") return await this.#end(data);
        }
        if (this.standing.state !== "running") return await this.#end(this.standing);
      } catch (error) {
        if (isStop(error)) return;
        if (!error.isAway) return this.#fail(error);
      }
      await new Promise((resume) => setTimeout(resume, RETRY));
    }
  }

  draw() {
    this.#drawHead();
    this.#drawFigures();
    const { standing, detail } = this;
    replace(this.table, html("div", { class: "card-head" }, html("h2", {}, "Standings")),
      drawSprt(standing.sprt), drawStandings(standing.pairings),
      detail.matches.filter(({ sentence }) => sentence).slice(0, 12).map(({ sentence }) => standing.state !== "running" && html("p", { class: "sentence" }, sentence)),
      detail.ratings && standing.state !== "running" && drawRatings(detail.ratings));
    this.boards.hidden = standing.boards.length === 0;
    replace(this.boards, html("div", { class: "card-head" }, html("h2", {}, "Boards of late")), drawBoards(standing.boards, this.id));
    this.games.update(standing.pairings, standing.played);
    this.#drawMore();
  }

  #path() {
    return `/api/experiments/${encodeURIComponent(this.id)}`;
  }

  #take(standing) {
    this.standing = { ...this.standing, ...standing };
    this.draw();
  }

  async #end() {
    this.detail = await ask(this.#path(), {}, { signal: this.signal });
    this.standing = this.detail.standing;
    this.draw();
    const [first] = this.detail.matches;
    announce(`The experiment is ${this.standing.state}. ${first?.sentence ?? ""}`);
  }

  #fail(error) {
    this.#problem = error.message;
    this.draw();
  }

  #drawHead() {
    const { detail, standing } = this;
    const isRunning = standing.state === "running";
    const act = (name) => async () => {
      try {
        await send(`${this.#path()}/${name}`);
        this.#problem = "";
        this.detail = await ask(this.#path(), {}, { signal: this.signal });
        this.#take(this.detail.standing);
        if (name === "resume") this.watch();
      } catch (error) {
        if (!isStop(error)) this.#fail(error);
      }
    };
    replace(this.head,
      html("p", { class: "crumbs" }, html("a", { href: "#/lab" }, "Lab"), ` › ${detail.kind} ${this.id}`),
      html("h1", {}, detail.title),
      html("div", { class: "buttons" }, stateMark(standing.state),
        isRunning && button("❚❚ Stop", act("stop"), { "data-act": "run" }),
        standing.state === "stopped" && button("▶ Resume", act("resume"), { "data-act": "run" }),
        detail.report && html("a", { class: "button", href: detail.report }, "Open the report"),
        html("a", { class: "button", href: formatRoute(["compare"], { a: this.id }) }, "Compare…")),
      (this.#problem || standing.error || detail.error) && html("p", { class: "problem", role: "alert" }, this.#problem || standing.error || detail.error));
  }

  #drawFigures() {
    const { played, planned, games, games_per_second: rate, seconds_left: left, state, progress } = this.standing;
    const isRunning = state === "running";
    const share = progress ?? (planned ? Math.min(1, played / planned) : null);
    const figure = (name, value) => html("div", { class: "big-figure" }, html("b", {}, value), html("span", {}, name));
    replace(this.figures,
      html("div", { class: "big-figures" },
        figure("pairs", progressOf({ played, planned }).replace(" pairs", "")), figure("games", formatCount(games)),
        isRunning && figure("games a second", rate ? formatCount(rate >= 10 ? Math.round(rate) : Number(rate.toFixed(1))) : "–"),
        isRunning && figure("left", formatSeconds(left))),
      isRunning && share !== null && html("progress", { max: 1, value: share, "aria-label": progressOf({ played, planned }) }));
  }

  #drawMore() {
    const { detail } = this;
    const parts = detail.parts.map((part) => html("li", {}, html("a", { href: formatRoute(["experiments", part.id]) }, part.title), " ", stateMark(part.state), ` ${progressOf(part)}`));
    const hasCharts = detail.charts.length > 0 && this.standing.state !== "running";
    const content = () => [
      card("The same on the command line", html("pre", { tabindex: 0 }, detail.command)),
      parts.length > 0 && card("What it consists of", html("ul", { class: "part-list" }, parts)),
      hasCharts && drawCharts(this.#path(), detail.charts, this),
    ];
    const seen = JSON.stringify([detail.command, detail.parts, detail.charts, this.standing.state]);
    if (seen !== this.more.dataset.seen) replace(this.more, content());
    this.more.dataset.seen = seen;
  }
}
