// The engine: a player that thinks about the position on the board, with its score, depth, nodes and line.

import { button, cardHead, html, replace } from "./elements.js";
import { forPlayerOne, scoreOfWin } from "./evaluation_bar.js";
import { formatCount, formatScore, formatSeconds } from "./format.js";
import { choosePlayer } from "./player_choice.js";
import { opponentOf } from "./position.js";
import { isStop, listen, messageOf } from "./server.js";
import { sleep } from "./timing.js";

export const OFF = "off";
// Milliseconds before thinking, so that a move is drawn first.
const PAUSE = 60;

/**
 * @typedef {object} EngineOptions
 * @property {string} spec a player's spec, or OFF
 * @property {string} fallback the spec to use when it is turned on
 * @property {Pick<Level, "name" | "spec">[]} levels
 * @property {(position: Position, score: Score, isProved: boolean) => void} onscore with player 1's score
 * @property {(spec: string) => void} onswitch
 * @property {(line: string[]) => void} onplay with the moves of the line up to the one that was clicked
 */

export class Engine {
  #stop = new AbortController();
  /** @type {Map<string, Choice>} */
  #known = new Map();
  /** @type {Position | null} */
  #position = null;

  /** @param {EngineOptions} options */
  constructor({ spec, fallback, levels, onscore, onswitch, onplay }) {
    this.spec = spec;
    this.fallback = fallback;
    this.levels = levels;
    this.onscore = onscore;
    this.onswitch = onswitch;
    this.onplay = onplay;
    this.figures = html("p", { class: "figures" });
    this.line = html("p", { class: "line" });
    this.head = html("div", {});
    this.element = html("section", { class: "card engine", "aria-label": "Engine" }, this.head, this.figures, this.line);
    this.#drawHead();
  }

  get isOn() {
    return this.spec !== OFF;
  }

  toggle() {
    this.set(this.isOn ? OFF : this.fallback);
  }

  /** @param {string} spec */
  set(spec) {
    this.spec = spec;
    if (this.isOn) this.fallback = spec;
    this.#known.clear();
    this.#drawHead();
    this.onswitch(spec);
    if (this.#position) this.look(this.#position);
  }

  /**
   * Think about a position instead of the one before.
   * @param {Position} position
   */
  look(position) {
    this.stop();
    this.#stop = new AbortController();
    this.#position = position;
    const known = this.#known.get(String(position));
    if (!this.isOn || position.isOver) this.#clear(position);
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
    replace(this.line, html("span", { class: "muted" }, "thinking…"));
    await sleep(PAUSE);
    if (signal.aborted) return;
    try {
      const parameters = { position: String(position), player: this.spec };
      for await (const { event, data } of listen("/api/think", parameters, { signal })) {
        const isLast = event === "choice";
        if (isLast) this.#known.set(String(position), data);
        if (signal.aborted) return;
        this.#show(position, data, { isLast });
      }
    } catch (error) {
      if (!isStop(error) && !signal.aborted) replace(this.line, html("span", { class: "problem" }, messageOf(error)));
    }
  }

  /** @param {Position} position */
  #clear(position) {
    replace(this.figures);
    replace(this.line, position.isOver && this.isOn && "The game is over.");
    this.onscore(position, scoreOfWin(position.winner), position.isOver);
  }

  /**
   * @param {Position} position
   * @param {Choice | Iteration} thought
   * @param {{isLast: boolean}} options
   */
  #show(position, thought, { isLast }) {
    const mover = position.toMove;
    const isProved = thought.score === "win" || thought.score === "loss";
    const winner = thought.score === "win" ? mover : opponentOf(mover);
    const score = isProved ? `player ${winner} wins` : `${formatScore(thought.score)} for player ${mover}`;
    const speed = thought.seconds > 0.002 ? `${formatCount(Math.round(thought.nodes / thought.seconds))} nodes/s` : null;
    replace(this.figures,
      figure("score", score), figure("depth", String(thought.depth)),
      figure("nodes", formatCount(thought.nodes)), figure("time", formatSeconds(thought.seconds)),
      speed && figure("speed", speed), !isLast && html("span", { class: "pulse", "aria-hidden": "true" }));
    replace(this.line, thought.line.map((move, index) =>
      button(move, () => this.onplay(thought.line.slice(0, index + 1)),
        { class: `ply-button p${index % 2 ? opponentOf(mover) : mover}`, "aria-label": `play the line up to ${move}` })));
    this.onscore(position, forPlayerOne(thought.score, mover), isProved);
  }

  #drawHead() {
    const choice = choosePlayer({ levels: this.levels, value: this.isOn ? this.spec : this.fallback, label: "Engine", onchange: (spec) => this.set(spec) });
    replace(this.head, cardHead("Engine", choice,
      button(this.isOn ? "on" : "off", () => this.toggle(), { class: "switch", pressed: this.isOn, "aria-label": "Engine on" })));
  }
}

/**
 * @param {string} name
 * @param {string} value
 */
function figure(name, value) {
  return html("span", { class: "figure" }, `${name} `, html("b", {}, value));
}
