// The engine looking at the position on the board: its score, depth, nodes and line as it thinks.

import { button, html, replace } from "./elements.js";
import { forPlayerOne } from "./evaluation_bar.js";
import { formatCount, formatScore, formatSeconds } from "./format.js";
import { choosePlayer } from "./player_choice.js";
import { isStop, listen } from "./server.js";

export const OFF = "off";
// Let a click and its answer go first.
const PAUSE = 60;

export class Engine {
  #stop = new AbortController();
  #known = new Map();
  #position = null;

  // `onscore(position, score for player 1, exact)`, `onswitch(spec or OFF)`, `onplay(line)` with the
  // moves of the line up to the one that was clicked.
  constructor({ spec, fallback, levels, onscore, onswitch, onplay }) {
    Object.assign(this, { spec, fallback, levels, onscore, onswitch, onplay });
    this.figures = html("p", { class: "figures" });
    this.line = html("p", { class: "line" });
    this.head = html("div", { class: "card-head" });
    this.element = html("section", { class: "card engine", "aria-label": "Engine" }, this.head, this.figures, this.line);
    this.#drawHead();
  }

  get isOn() {
    return this.spec !== OFF;
  }

  // Turn it on or off.
  toggle() {
    this.set(this.isOn ? OFF : this.fallback);
  }

  set(spec) {
    this.spec = spec;
    if (this.isOn) this.fallback = spec;
    this.#known.clear();
    this.#drawHead();
    this.onswitch(spec);
    if (this.#position) this.look(this.#position);
  }

  // Think about a position, and no longer about the one before.
  look(position) {
    this.stop();
    this.#stop = new AbortController();
    this.#position = position;
    const known = this.#known.get(String(position));
    if (!this.isOn || position.isOver) this.#show(null);
    else if (known) this.#show(known);
    else this.#think(position, this.#stop.signal);
  }

  stop() {
    this.#stop.abort();
  }

  async #think(position, signal) {
    replace(this.line, html("span", { class: "muted" }, "thinking…"));
    await new Promise((resume) => setTimeout(resume, PAUSE));
    if (signal.aborted) return;
    try {
      const parameters = { position: String(position), player: this.spec };
      for await (const { event, data } of listen("/api/think", parameters, { signal })) {
        const isLast = event === "choice";
        if (isLast) this.#known.set(String(position), data);
        if (signal.aborted) return;
        this.#show(data, { isLast });
      }
    } catch (error) {
      if (!isStop(error) && !signal.aborted) replace(this.line, html("span", { class: "problem" }, error.message));
    }
  }

  #show(thought, { isLast = true } = {}) {
    const position = this.#position;
    if (!thought) {
      replace(this.figures);
      replace(this.line, position?.isOver && this.isOn ? "The game is over." : null);
      if (position?.isOver) this.onscore(position, position.winner === 1 ? "win" : "loss", true);
      else this.onscore(position, null, false);
      return;
    }
    const isProved = thought.score === "win" || thought.score === "loss";
    const mover = `player ${position.toMove}`;
    const score = isProved ? `${thought.score === "win" ? mover : `player ${3 - position.toMove}`} wins` : `${formatScore(thought.score)} for ${mover}`;
    const rate = thought.seconds > 0.002 ? `${formatCount(Math.round(thought.nodes / thought.seconds))} a second` : null;
    replace(this.figures,
      figure("score", score), figure("depth", String(thought.depth ?? "–")),
      figure("nodes", formatCount(thought.nodes)), figure("time", formatSeconds(thought.seconds)),
      rate && figure("speed", rate), !isLast && html("span", { class: "pulse", "aria-hidden": "true" }));
    replace(this.line, (thought.line ?? []).map((move, index) =>
      button(move, () => this.onplay(thought.line.slice(0, index + 1)),
        { class: `ply-button p${index % 2 ? 3 - position.toMove : position.toMove}`, "aria-label": `play the line up to ${move}` })));
    this.onscore(position, forPlayerOne(thought.score, position.toMove), isProved);
  }

  #drawHead() {
    const choice = choosePlayer({ levels: this.levels, value: this.isOn ? this.spec : this.fallback, label: "Engine", onchange: (spec) => this.set(spec) });
    replace(this.head, html("h2", {}, "Engine"), choice,
      button(this.isOn ? "on" : "off", () => this.toggle(), { class: "switch", pressed: this.isOn, "aria-label": "Engine on" }));
  }
}

function figure(name, value) {
  return html("span", { class: "figure" }, `${name} `, html("b", {}, value));
}
