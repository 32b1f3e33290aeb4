// The games of an experiment, or of all parts of an analysis: found by player, result, opening and
// reason, each a link to its replay.

import { BUSY, isBusy, waitForTurn } from "./busy.js";
import { button, field, html, replace, select, table } from "./elements.js";
import { formatReason, plural, REASONS } from "./format.js";
import { update } from "./patch.js";
import { formatRoute } from "./route.js";
import { ask, experimentPath, isAway, isStop, messageOf, watchServer } from "./server.js";

// Games read at a time.
const COUNT = 100;
// Milliseconds without a key before an opening is looked for.
const PAUSE = 300;
// Text that ends with the letter of a square whose number is still to be typed.
const HALF_A_SQUARE = /(^|\s)[a-z]$/;

export class GameTable {
  /** @type {GameRow[]} */
  #games = [];
  /** @type {string | null} */
  #next = null;
  #request = 0;
  #played = 0;
  /** What the games that are shown were searched by. @type {QueryParameters} */
  #wanted = {};
  #isAway = false;

  /** @param {{id: string, meetings: Meeting[], signal: AbortSignal}} options */
  constructor({ id, meetings, signal }) {
    this.id = id;
    this.signal = signal;
    this.filters = this.#makeFilters([...new Set(meetings.flatMap(({ a, b }) => [a, b]))]);
    this.body = html("div", { class: "found-games" });
    this.details = html(
      "details",
      {},
      html("summary", {}, html("h2", {}, "Games")),
      html(
        "div",
        { class: "row game-filters" },
        field("Player", this.filters.player),
        field("Opponent", this.filters.opponent),
        field("Result", this.filters.result),
        field("Opening", this.filters.opening),
        field("Ended by", this.filters.reason),
      ),
      this.body,
    );
    this.details.addEventListener("toggle", () => this.details.open && this.#find());
    watchServer((isGone) => !isGone && this.#isAway && this.#find(), { signal });
    this.element = html("section", { class: "card", "aria-label": "Games" }, this.details);
  }

  /**
   * Take the number of pairs played. An open table that has all games so far is read again.
   * @param {number} played
   */
  update(played) {
    this.element.hidden = played === 0;
    const isShort = this.#games.length < COUNT && this.#next === null;
    if (played !== this.#played && isShort && this.details.open) this.#find();
    this.#played = played;
  }

  /** @param {string[]} players */
  #makeFilters(players) {
    const find = () => this.#find();
    /** @type {[string, string][]} */
    const named = players.sort().map((player) => [player, player]);
    const reasons = Object.entries(REASONS);
    const opening = html("input", { type: "text", placeholder: "d4 b1", spellcheck: "false" });
    /** @type {ReturnType<typeof setTimeout>} */
    let timer;
    opening.addEventListener("input", () => {
      clearTimeout(timer);
      if (!HALF_A_SQUARE.test(opening.value)) timer = setTimeout(find, PAUSE);
    });
    return {
      player: select([["", "any"], ...named], "", find),
      opponent: select([["", "any"], ...named], "", find),
      result: select(
        [
          ["", "any"],
          ["won", "the player won"],
          ["lost", "the player lost"],
        ],
        "",
        find,
      ),
      opening,
      reason: select([["", "anything"], ...reasons], "", find),
    };
  }

  async #find() {
    await this.#read("");
  }

  /**
   * @param {string} after
   * @param {number} tries that a busy server did not answer
   */
  async #read(after, tries = 0) {
    this.#request += 1;
    const request = this.#request;
    if (!after)
      this.#wanted = Object.fromEntries(
        Object.entries(this.filters).map(([name, { value }]) => [name, value.trim()]),
      );
    try {
      const parameters = { ...this.#wanted, after, count: COUNT };
      const path = `${experimentPath(this.id)}/games`;
      /** @type {GameList} */
      const page = await ask(path, parameters, { signal: this.signal });
      if (request !== this.#request) return;
      this.#isAway = false;
      this.#games = after ? [...this.#games, ...page.games] : page.games;
      this.#next = page.next;
      this.#draw();
    } catch (error) {
      if (isStop(error) || request !== this.#request) return;
      if (!isBusy(error)) {
        this.#isAway = isAway(error);
        replace(this.body, html("p", { class: "problem" }, messageOf(error)));
        return;
      }
      if (!this.#games.length) replace(this.body, html("p", { class: "muted" }, BUSY));
      await waitForTurn(tries + 1, this.signal);
      if (request === this.#request && !this.signal.aborted) this.#read(after, tries + 1);
    }
  }

  #draw() {
    const rows = this.#games.map(drawRow);
    const heads = [
      "game",
      "player A",
      "player B",
      "attacker",
      "winner",
      "moves",
      "ended by",
      "opening",
    ];
    const games = plural(rows.length, "game");
    const size = this.#next ? `the first ${games}` : games;
    const next = this.#next;
    update(
      this.body,
      html("p", { class: "muted", role: "status" }, rows.length ? size : "No matching games."),
      rows.length > 0 && table("Table of games", heads, rows, { scrollClass: "tall" }),
      next !== null &&
        html(
          "p",
          { class: "buttons" },
          button("More games", () => this.#read(next), { class: "small" }),
        ),
    );
  }
}

/** @param {GameRow} game */
function drawRow(game) {
  const { experiment, name, attacker, winner, moves, reason, opening } = game;
  return html(
    "tr",
    { "data-key": `${experiment} ${name}` },
    html(
      "th",
      { scope: "row" },
      html("a", { href: formatRoute(["games", experiment, name]) }, name),
    ),
    html("td", { class: "text-p1" }, game.a),
    html("td", { class: "text-p2" }, game.b),
    html("td", {}, attacker ? attacker.toUpperCase() : "–"),
    html("td", {}, winner.toUpperCase()),
    html("td", {}, String(moves.length)),
    html("td", {}, formatReason(reason)),
    html("td", { class: "muted" }, opening.join(" ")),
  );
}
