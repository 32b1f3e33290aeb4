// One experiment, live: its progress, standings and stop rule, recent games, all games, and its
// command line.

import { BUSY, isBusy, waitForTurn } from "./busy.js";
import { drawCharts } from "./charts.js";
import { drawCrossTable } from "./cross_table.js";
import { card, cardHead, html } from "./elements.js";
import { drawActions, openDeleteDialog, openLabelDialog } from "./experiment_actions.js";
import { experimentName, formatCount, formatSeconds, plural, withMinus } from "./format.js";
import { GameTable } from "./game_table.js";
import { HistoryPanel } from "./history.js";
import { isUnstarted, progressOf, stateMark } from "./lab.js";
import { announce } from "./notices.js";
import { update } from "./patch.js";
import { RecentGames } from "./recent_games.js";
import { formatRoute } from "./route.js";
import { ask, experimentPath, isAway, isStop, listen, messageOf, send } from "./server.js";
import {
  drawRatings,
  drawRoles,
  drawSprt,
  drawStandings,
  drawUncounted,
  finalResults,
  resultsSoFar,
} from "./standings.js";
import { sleep } from "./timing.js";

// Milliseconds before a lost connection is tried again.
const RETRY = 2000;
// Milliseconds between looks at an experiment that is not running: it can be resumed elsewhere.
const LOOK = 3000;
// Results whose sentences are shown at once.
const MOST_OPEN = 12;

/**
 * @param {HTMLElement} root
 * @param {ViewContext} context
 */
export async function show(root, { path, signal, entitle }) {
  const id = path.join("/");
  const detail = await ask(experimentPath(id), {}, { signal });
  if (signal.aborted) return;
  const view = new ExperimentView({ id, detail, signal, entitle });
  root.append(view.element);
  view.watch();
}

class ExperimentView {
  #problem = "";
  #more = "";
  /** The number of the last question for details, and of the last that was answered. */
  #asked = 0;
  #answered = 0;
  /** Ends a wait early. @type {() => void} */
  #wake = () => {};

  /** @param {{id: string, detail: Detail, signal: AbortSignal, entitle: Entitle}} options */
  constructor({ id, detail, signal, entitle }) {
    this.entitle = entitle;
    this.id = id;
    this.detail = detail;
    this.signal = signal;
    this.standing = detail.standing;
    this.head = html("div", { class: "experiment-head" });
    this.figures = html("section", { class: "card", "aria-label": "Progress" });
    this.table = html("section", { class: "card", "aria-label": "Standings" });
    this.recent = new RecentGames();
    this.more = html("div", { class: "more" });
    this.games = new GameTable({ id, meetings: detail.meetings, signal });
    this.history = new HistoryPanel({ signal });
    this.element = html(
      "div",
      { class: "experiment" },
      this.head,
      this.figures,
      this.table,
      this.history.element,
      this.recent.element,
      this.games.element,
      this.more,
    );
    this.draw();
  }

  // Follow the experiment while the view is shown: as it runs, and until it runs again.
  async watch() {
    let tries = 0;
    while (!this.signal.aborted) {
      try {
        await this.#listen();
        tries = 0;
        await this.#waitForChange();
      } catch (error) {
        if (isStop(error)) return;
        if (isBusy(error)) {
          this.#wait();
          await waitForTurn((tries += 1), this.signal);
        } else if (isAway(error)) await sleep(RETRY, this.signal);
        else {
          this.#fail(error);
          return;
        }
      }
    }
  }

  // Say that the server is busy, until it answers again.
  #wait() {
    this.#problem = BUSY;
    this.draw();
  }

  async #listen() {
    for await (const { event, data } of listen(`${this.#path}/live`, {}, { signal: this.signal })) {
      if (event === "standing") this.#update(data);
      if (event === "end") break;
    }
    const before = this.standing.state;
    await this.#reload();
    if (before === "running" || this.#more === "")
      announce(`The experiment is ${this.standing.state}. ${this.#sentence}`);
  }

  // Wait until it runs, is queued or has changed: another page, or a terminal, can resume it.
  async #waitForChange() {
    while (!this.signal.aborted) {
      const called = new Promise((done) => (this.#wake = () => done(null)));
      await Promise.race([sleep(LOOK, this.signal), called]);
      if (document.hidden) continue;
      /** @type {Summary} */
      const now = await ask(`${this.#path}/summary`, {}, { signal: this.signal });
      if (now.state === "running" || now.state === "waiting") return;
      if (now.state !== this.standing.state || now.played !== this.standing.played) return;
    }
  }

  draw() {
    const { standing } = this;
    this.#drawHead();
    this.#drawFigures();
    this.#drawTable();
    this.recent.draw(standing.boards, { isRunning: standing.state === "running" });
    this.games.update(standing.played);
    this.history.add(standing);
    this.#drawMore();
  }

  get #path() {
    return experimentPath(this.id);
  }

  get #sentence() {
    return withMinus(this.detail.matches[0]?.sentence ?? "");
  }

  get #isFinal() {
    return this.standing.state === "finished" && this.detail.matches.length > 0;
  }

  /** @param {Standing} standing */
  #update(standing) {
    const isNewPart = standing.now !== this.standing.now;
    this.standing = standing;
    if (this.#problem === BUSY) this.#problem = "";
    this.draw();
    if (isNewPart) this.#readParts();
  }

  async #reload() {
    if (await this.#readDetail()) {
      this.standing = this.detail.standing;
      if (this.#problem === BUSY) this.#problem = "";
      this.draw();
    }
    await this.history.load();
  }

  // Read everything about it; false if a later question was answered first.
  async #readDetail() {
    this.#asked += 1;
    const asked = this.#asked;
    const detail = /** @type {Detail} */ (await ask(this.#path, {}, { signal: this.signal }));
    if (asked < this.#answered) return false;
    this.#answered = asked;
    this.detail = detail;
    return true;
  }

  // An analysis has begun another part.
  async #readParts() {
    try {
      if (await this.#readDetail()) this.#drawMore();
    } catch (error) {
      if (!isStop(error) && !isAway(error) && !isBusy(error)) throw error;
    }
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
      await this.#showChange();
      this.#wake();
    } catch (error) {
      if (!isStop(error)) this.#fail(error);
    }
  }

  async #showChange() {
    try {
      await this.#reload();
    } catch (error) {
      if (!isStop(error)) this.#fail(error);
    }
  }

  // How far it is, for a narrow tab.
  get #percent() {
    const { progress } = this.standing;
    return progress === null ? "" : `${Math.floor(100 * progress)} %: `;
  }

  #drawHead() {
    const { detail, standing, id } = this;
    const problem = this.#problem || standing.error || detail.error;
    const { report, title, note } = detail;
    const name = experimentName(detail);
    const { state, elsewhere } = standing;
    this.entitle(state === "running" ? `${this.#percent}${title}` : title);
    const isStarted = !isUnstarted(standing);
    const of = { id, state, elsewhere, report, isStarted, canClone: detail.form !== null };
    update(
      this.head,
      html("p", { class: "crumbs" }, html("a", { href: "#/lab" }, "Lab"), ` › ${name}`),
      html("h1", {}, title),
      note && html("p", { class: "note", "data-key": "note" }, note),
      html(
        "div",
        { class: "buttons" },
        stateMark(standing),
        drawActions(of, {
          act: (action) => this.#act(action),
          edit: () => openLabelDialog(this.detail, () => this.#showChange()),
          remove: () => openDeleteDialog(this.detail, () => (location.hash = "#/lab")),
        }),
      ),
      problem && html("p", { class: "problem", role: "alert", "data-key": "problem" }, problem),
    );
  }

  #drawFigures() {
    const { played, planned, games, games_per_second: rate, state, progress, now } = this.standing;
    const isRunning = state === "running";
    const share = progress ?? (planned ? Math.min(1, played / planned) : null);
    /**
     * @param {string} name
     * @param {string} value
     */
    const figure = (name, value) =>
      html(
        "div",
        { class: "big-figure", "data-key": name },
        html("b", {}, value),
        html("span", {}, name),
      );
    const speed = rate && (rate >= 10 ? Math.round(rate) : Number(rate.toFixed(1)));
    update(
      this.figures,
      html(
        "div",
        { class: "big-figures" },
        figure(
          "pairs",
          planned ? `${formatCount(played)} of ${formatCount(planned)}` : formatCount(played),
        ),
        figure("games", formatCount(games)),
        isRunning && figure("games per second", speed ? formatCount(speed) : "–"),
        isRunning && figure("time left", this.#timeLeft()),
      ),
      isRunning && now && html("p", { class: "muted", "data-key": "now" }, `Now: ${now}`),
      isRunning &&
        share !== null &&
        html("progress", { max: 1, value: share, "aria-label": progressOf({ played, planned }) }),
    );
  }

  #timeLeft() {
    const { seconds_left: left, progress } = this.standing;
    if (left !== null) return formatSeconds(Math.max(1, left));
    return progress === 1 ? "finishing…" : "–";
  }

  #drawTable() {
    const { standing, detail } = this;
    const { start_ply: later } = detail.plan;
    const isFinal = this.#isFinal;
    const results = isFinal ? finalResults(detail.matches) : resultsSoFar(standing.pairings);
    const matches = isFinal ? detail.matches : [];
    const ratings = isFinal ? detail.ratings : standing.ratings;
    const isTournament = standing.pairings.length > 1 && detail.kind === "tournament";
    /** @param {string} line */
    const sentence = (line) => html("p", { class: "sentence" }, withMinus(line));
    update(
      this.table,
      cardHead(detail.kind === "analysis" ? "Candidates against the baseline" : "Standings"),
      Number.isInteger(later) &&
        html(
          "p",
          { class: "muted" },
          `Games from positions after ${plural(Number(later), "ply")} of quick self-play.`,
        ),
      drawSprt(standing.sprt, { isOver: standing.state === "finished" }),
      standing.sprt &&
        (isFinal || standing.sprt.decision) &&
        drawUncounted(standing.played, results[0]),
      ratings && html("div", { "data-key": "ratings" }, drawRatings(ratings)),
      isTournament &&
        ratings &&
        html("div", { "data-key": "cross" }, drawCrossTable(standing.pairings, ratings)),
      foldMany("standings", isTournament && ratings ? plural(results.length, "pairing") : "", [
        drawStandings(results, { isFinal }),
      ]),
      drawWords(matches),
      isFinal && detail.cautions.map(sentence),
    );
  }

  // Parts that change rarely, and are drawn only then: charts take the server some seconds.
  #drawMore() {
    const { detail } = this;
    const { state } = this.standing;
    const drawn = JSON.stringify([detail.command, detail.parts, detail.charts, state]);
    if (drawn === this.#more) return;
    this.#more = drawn;
    const parts = detail.parts.map((part) =>
      html(
        "li",
        { "data-key": part.id },
        html("a", { href: formatRoute(["experiments", part.id]) }, part.title),
        " ",
        stateMark(part),
        ` ${progressOf(part)}`,
      ),
    );
    const charts = detail.charts.length > 0 && state !== "running";
    update(
      this.more,
      detail.command && card("Command line", html("pre", { tabindex: 0 }, detail.command)),
      parts.length > 0 &&
        card("Experiments of this analysis", html("ul", { class: "part-list" }, parts)),
      charts && drawCharts(this.#path, detail.charts, this),
    );
  }
}

/**
 * Results in words and by role; many of them in a section that opens.
 * @param {Match[]} matches
 */
function drawWords(matches) {
  const words = [
    matches.map(({ sentence }) => html("p", { class: "sentence" }, withMinus(sentence))),
    drawRoles(matches),
  ];
  const isMany = matches.length > MOST_OPEN;
  const title = isMany ? `All ${matches.length} results in words and by role` : "";
  return foldMany("words", title, words);
}

/**
 * Content that can be long, in a section that opens if there is a title. A tournament's ratings and
 * cross table summarize it.
 * @param {string} key
 * @param {string} title
 * @param {Child[]} children
 */
function foldMany(key, title, children) {
  if (!title) return html("div", { "data-key": key }, children);
  return html("details", { "data-key": `many-${key}` }, html("summary", {}, title), children);
}
