// The engine: a player that thinks about the position on the board, with its score, depth, nodes
// and its best lines.

import { keep, recall } from "./browser_storage.js";
import { button, cardHead, html, replace, select } from "./elements.js";
import { forPlayerOne, formatEvaluation, givesChances, scoreOfWin } from "./evaluation_bar.js";
import { formatCount, formatSeconds, plural } from "./format.js";
import { PlayerChoice } from "./player_choice.js";
import { opponentOf } from "./position.js";
import { isStop, listen, messageOf } from "./server.js";
import { sleep } from "./timing.js";

export const OFF = "off";
// On, except while a person plays a game against a program.
export const AUTO = "auto";
// Milliseconds to wait before thinking, so that a move is drawn first.
const PAUSE = 60;
const LINES = [1, 2, 3, 5];
const RESTS = "Off while you play. Turn it on to see its score and its best moves.";
// Moves of a line that are shown before it is opened.
const MOST_MOVES = 8;

/** @typedef {{figures: Choice | Iteration, others: EngineLine[]}} Thought */
/**
 * @typedef {object} EngineOptions
 * @property {Catalog} catalog
 * @property {string} spec a player's spec, AUTO or OFF
 * @property {string} fallback the spec to use when it is turned on
 * @property {() => boolean} isPlaying whether a person plays against a program now
 * @property {number} lines how many lines to show
 * @property {Pick<Level, "name" | "spec">[]} levels
 * @property {(position: Position, score: Score, isProved: boolean) => void} onscore
 *   with player 1's score
 * @property {() => void} onarrows when the best moves have changed
 * @property {(changes: {engine: string, lines: number}) => void} onswitch
 * @property {(line: string[]) => void} onplay
 *   with the moves of the line up to the one that was clicked
 */

export class Engine {
  #stop = new AbortController();
  /** @type {Map<string, Thought>} */
  #known = new Map();
  /** @type {Position | null} */
  #position = null;
  /** @type {EngineLine[]} */
  #lines = [];
  #hasArrows = recall("arrows", true);
  #isLong = false;
  #isShownOn = false;

  /** @param {EngineOptions} options */
  constructor({ catalog, spec, fallback, lines, levels, ...actions }) {
    this.spec = spec;
    this.fallback = fallback;
    this.lineCount = lines;
    this.actions = actions;
    this.choice = new PlayerChoice({
      catalog,
      levels,
      value: fallback,
      label: "Engine",
      onchange: (chosen) => this.set({ spec: chosen }),
    });
    this.figures = html("p", { class: "figures" });
    this.lines = html("div", { class: "lines" });
    this.switches = html("span", { class: "switches" });
    this.element = html(
      "section",
      { class: "card engine", "aria-label": "Engine" },
      cardHead("Engine", this.choice.element, this.switches),
      this.figures,
      this.lines,
    );
    this.#drawSwitches();
  }

  get isOn() {
    return this.spec === AUTO ? !this.actions.isPlaying() : this.spec !== OFF;
  }

  // The spec of the player that thinks when the engine is on.
  get player() {
    return this.spec === AUTO || this.spec === OFF ? this.fallback : this.spec;
  }

  // Turn it on or off; if the new state is the default anyway, AUTO is saved instead.
  toggle() {
    const isOn = !this.isOn;
    const isUsual = isOn !== this.actions.isPlaying();
    this.set({ spec: isUsual ? AUTO : isOn ? this.player : OFF });
  }

  /** @param {{spec?: string, lines?: number}} changes */
  set({ spec = this.spec, lines = this.lineCount }) {
    if (spec !== this.spec) keep("engine", spec);
    this.fallback = this.player;
    this.spec = spec;
    this.lineCount = lines;
    this.#known.clear();
    this.#drawSwitches();
    this.actions.onswitch({ engine: spec, lines });
    if (this.#position) this.look(this.#position);
  }

  /**
   * The best moves in a position as arrows, as far as they are known.
   * @param {Position} position
   * @returns {Arrow[]}
   */
  arrows(position) {
    if (!this.#hasArrows || position !== this.#position) return [];
    const player = position.toMove;
    return this.#lines.slice(0, 3).flatMap(({ line: [to] }, rank) => {
      return to ? { from: position.location(player), to, player, rank } : [];
    });
  }

  /**
   * Think about a new position, in place of the previous one.
   * @param {Position} position
   * @param {{isOver?: boolean}} options
   */
  look(position, { isOver = position.isOver } = {}) {
    this.stop();
    this.#stop = new AbortController();
    this.#position = position;
    if (this.isOn !== this.#isShownOn) this.#drawSwitches();
    this.#setLines([]);
    const known = this.#known.get(String(position));
    if (!this.isOn || isOver) this.#clear(position, isOver);
    else if (known) this.#show(position, known, { isLast: true });
    else this.#think(position, this.#stop.signal);
  }

  stop() {
    this.#stop.abort();
  }

  /**
   * @param {Position} position
   * @param {AbortSignal} signal
   */
  async #think(position, signal) {
    replace(this.lines, html("span", { class: "muted" }, "thinking…"));
    await sleep(PAUSE, signal);
    if (signal.aborted) return;
    /** @type {EngineLine[]} */
    let others = [];
    try {
      const asked = { position: String(position), player: this.player, lines: this.lineCount };
      for await (const { event, data } of listen("/api/think", asked, { signal })) {
        if (signal.aborted) return;
        if (event === "others") ({ lines: others } = data);
        else this.#show(position, { figures: data, others }, { isLast: event === "choice" });
        if (event === "choice") this.#known.set(String(position), { figures: data, others });
      }
    } catch (error) {
      if (!isStop(error) && !signal.aborted)
        replace(this.lines, html("span", { class: "problem" }, messageOf(error)));
    }
  }

  /**
   * @param {Position} position
   * @param {boolean} isOver
   */
  #clear(position, isOver) {
    replace(this.figures);
    replace(this.lines, isOver ? this.isOn && "The game is over." : this.spec === AUTO && RESTS);
    this.actions.onscore(position, scoreOfWin(position.winner), position.isOver);
  }

  /**
   * @param {Position} position
   * @param {Thought} thought
   * @param {{isLast: boolean}} options
   */
  #show(position, { figures, others }, { isLast }) {
    const mover = position.toMove;
    const isProved = figures.score === "win" || figures.score === "loss";
    const speed =
      figures.seconds > 0.002
        ? `${formatCount(Math.round(figures.nodes / figures.seconds))} nodes/s`
        : null;
    replace(
      this.figures,
      figure(...describeScore(figures.score, mover, this.player)),
      figure("depth", String(figures.depth)),
      figure("nodes", formatCount(figures.nodes)),
      figure("time", formatSeconds(figures.seconds)),
      speed && figure("speed", speed),
      !isLast && html("span", { class: "pulse", "aria-hidden": "true" }),
    );
    this.#setLines([figures, ...others]);
    this.actions.onscore(position, forPlayerOne(figures.score, mover), isProved);
  }

  /** @param {EngineLine[]} lines */
  #setLines(lines) {
    this.#lines = lines;
    replace(
      this.lines,
      lines.map((line) => this.#drawLine(line)),
    );
    this.actions.onarrows();
  }

  /** @param {EngineLine} line */
  #drawLine({ line, score, depth }) {
    const mover = this.#position?.toMove ?? 1;
    const shown = this.#isLong ? line : line.slice(0, MOST_MOVES);
    const isCut = line.length > MOST_MOVES;
    return html(
      "p",
      { class: "line" },
      html(
        "b",
        { class: "line-score", title: `depth ${depth}` },
        formatEvaluation(score, this.player),
      ),
      shown.map((move, index) =>
        button(move, () => this.actions.onplay(line.slice(0, index + 1)), {
          class: `ply-button p${index % 2 ? opponentOf(mover) : mover}`,
          "aria-label": `play the line up to ${move}`,
        }),
      ),
      isCut &&
        button(this.#isLong ? "less" : `+${line.length - MOST_MOVES}`, () => this.#lengthen(), {
          class: "quiet small",
          "aria-label": this.#isLong ? "shorten the lines" : "show full lines",
        }),
    );
  }

  #lengthen() {
    this.#isLong = !this.#isLong;
    this.#setLines(this.#lines);
  }

  #drawSwitches() {
    this.#isShownOn = this.isOn;
    if (this.isOn) this.choice.set(this.player);
    const lines = select(
      LINES.map((count) => [String(count), plural(count, "line")]),
      String(this.lineCount),
      (count) => this.set({ lines: Number(count) }),
      { "aria-label": "Lines of the engine", "data-act": "lines" },
    );
    const arrows = button("arrows", () => this.#switchArrows(), {
      class: "switch",
      pressed: this.#hasArrows,
      "aria-label": "Arrows for the best moves",
    });
    const power = button(this.isOn ? "on" : "off", () => this.toggle(), {
      class: "switch",
      pressed: this.isOn,
      "aria-label": "Engine on",
    });
    replace(this.switches, lines, arrows, power);
  }

  #switchArrows() {
    this.#hasArrows = !this.#hasArrows;
    keep("arrows", this.#hasArrows);
    this.#drawSwitches();
    this.actions.onarrows();
  }
}

/**
 * The name and the value of the engine's score.
 * @param {Score} score
 * @param {Player} mover
 * @param {string} engine
 * @returns {[name: string, value: string]}
 */
function describeScore(score, mover, engine) {
  if (score === "win") return ["score", `player ${mover} wins`];
  if (score === "loss") return ["score", `player ${opponentOf(mover)} wins`];
  const value = `${formatEvaluation(score, engine)} for player ${mover}`;
  return [givesChances(engine) ? "winning chance" : "score", value];
}

/**
 * @param {string} name
 * @param {string} value
 */
function figure(name, value) {
  return html("span", { class: "figure" }, `${name} `, html("b", {}, value));
}
