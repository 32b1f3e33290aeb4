// What is known about a position beyond the rules: values of heuristics, exact winners, what a
// heuristic counted. Asked of the server once for each position, and turned into marks on squares.

import { formatValue } from "./format.js";
import { ask, isStop } from "./server.js";

const KEPT = 200;

export class Insight {
  #known = new Map();
  #stop = new AbortController();
  #wish = null;

  // `onchange` is called whenever something new is known about the position wished for.
  constructor(onchange) {
    this.onchange = onchange;
    this.error = "";
  }

  // Look at a position: {position, shown: specs, winners: bool, why: spec or null, whyFor: player}.
  // Without `canAsk` only what is known already is shown.
  look(wish, { canAsk = true } = {}) {
    this.#stop.abort();
    this.#stop = new AbortController();
    this.#wish = wish;
    this.error = "";
    if (!canAsk) return;
    const position = String(wish.position);
    if (wish.shown.length && !wish.position.isOver) this.#ask("/api/values", { position, heuristic: wish.shown });
    if (wish.winners && !wish.position.isOver) this.#ask("/api/solve", { position });
    if (wish.why) this.#ask("/api/why", { position, heuristic: wish.why, player: this.#whyFor() });
  }

  // Forget what was asked before, so that a look asks again.
  stop() {
    this.#stop.abort();
  }

  get values() {
    return this.#wish?.shown.length ? this.#answer("/api/values", { heuristic: this.#wish.shown }) : null;
  }

  get solution() {
    return this.#wish?.winners ? this.#answer("/api/solve", {}) : null;
  }

  get why() {
    return this.#wish?.why ? this.#answer("/api/why", { heuristic: this.#wish.why, player: this.#whyFor() }) : null;
  }

  // Marks by square, see marks.js.
  marks() {
    const marks = new Map();
    const at = (name) => marks.get(name) ?? marks.set(name, { lines: [], counted: [] }).get(name);
    const mover = this.#wish?.position.toMove;
    for (const { move, winner } of this.solution?.moves ?? [])
      if (winner) Object.assign(at(move), { winner, good: winner === mover });
    for (const [order, { moves }] of (this.values?.heuristics ?? []).entries()) {
      const best = bestOf(moves.map(({ value }) => valueOf(value)));
      for (const { move, value } of moves)
        at(move).lines.push({ text: formatValue(value), best: valueOf(value) === best, order });
    }
    for (const [square, counted] of countedOf(this.why?.parts ?? [])) at(square).counted.push(...counted);
    return marks;
  }

  // What a screen reader hears about a legal move, besides its name.
  describe(name) {
    const words = [];
    const winner = this.solution?.moves?.find(({ move }) => move === name)?.winner;
    if (winner) words.push(`player ${winner} wins`);
    for (const { spec, moves } of this.values?.heuristics ?? []) {
      const found = moves.find(({ move }) => move === name);
      if (found) words.push(`${spec} ${formatValue(found.value)}`);
    }
    return words.join(", ");
  }

  #whyFor() {
    return this.#wish.whyFor || this.#wish.position.toMove;
  }

  #key(path, parameters) {
    return `${path} ${JSON.stringify(parameters)}`;
  }

  #answer(path, parameters) {
    return this.#known.get(this.#key(path, { position: String(this.#wish.position), ...parameters })) ?? null;
  }

  async #ask(path, parameters) {
    const key = this.#key(path, parameters);
    if (this.#known.has(key)) return;
    const { signal } = this.#stop;
    try {
      const answer = await ask(path, parameters, { signal });
      this.#known.set(key, answer);
      if (this.#known.size > KEPT) this.#known.delete(this.#known.keys().next().value);
    } catch (error) {
      if (isStop(error)) return;
      this.error = error.message;
    }
    if (!signal.aborted) this.onchange();
  }
}

// Values can be "win", "loss" and the like where they are infinite.
function valueOf(value) {
  if (typeof value === "number") return value;
  return { win: Infinity, inf: Infinity, loss: -Infinity, "-inf": -Infinity }[value] ?? -Infinity;
}

// The greatest value, unless all are the same.
function bestOf(values) {
  const best = Math.max(...values);
  return values.every((value) => value === best) && values.length > 1 ? null : best;
}

// Squares with [{player, text}]: how often, and for whom, the parts of an explanation counted them.
function countedOf(parts) {
  const squares = new Map();
  for (const { squares: names = [], player } of parts)
    for (const name of names) {
      const list = squares.get(name) ?? squares.set(name, []).get(name);
      const same = list.find((one) => one.player === player);
      if (same) same.times += 1;
      else list.push({ player, times: 1, text: "" });
    }
  for (const list of squares.values())
    for (const one of list) one.text = one.times > 1 ? `×${one.times}` : "";
  return squares;
}
