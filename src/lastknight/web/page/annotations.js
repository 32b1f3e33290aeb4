// What the server knows about a position: values of heuristics, exact winners, and what a heuristic
// counted. Each position is requested once, and the answers become marks on squares.

import { formatShort, formatValue } from "./format.js";
import { ask, isStop, messageOf } from "./server.js";

// How many answers are remembered.
const MOST_KNOWN = 200;

/**
 * @typedef {{position: Position, shown: string[], winners: boolean, why: string | null,
 *   whyFor: number}} Wish
 */

export class Annotations {
  /** @type {Map<string, any>} */
  #known = new Map();
  #stop = new AbortController();
  /** @type {Wish | null} */
  #wish = null;
  error = "";

  /** @param {() => void} onchange called whenever an answer arrives */
  constructor(onchange) {
    this.onchange = onchange;
  }

  /**
   * Look at a position: values of `shown`, the `winners`, and what `why` counted for player
   * `whyFor` (0: the player to move). Without `canAsk` only what is known already is shown.
   * @param {Wish} wish
   * @param {{canAsk?: boolean}} options
   */
  look(wish, { canAsk = true } = {}) {
    this.#stop.abort();
    this.#stop = new AbortController();
    this.#wish = wish;
    this.error = "";
    if (canAsk) for (const question of questionsOf(wish)) this.#ask(question);
  }

  stop() {
    this.#stop.abort();
  }

  /** @returns {Values | null} */
  get values() {
    return this.#answer(valuesQuestion);
  }

  /** @returns {Solution | null} */
  get solution() {
    return this.#answer(solutionQuestion);
  }

  /** @returns {Why | null} */
  get why() {
    return this.#answer(whyQuestion);
  }

  // Marks by square.
  marks() {
    /** @type {Map<string, Required<Pick<Mark, "lines" | "counted">> & Mark>} */
    const marks = new Map();
    /** @param {string} name */
    const at = (name) => {
      const mark = marks.get(name) ?? { lines: [], counted: [] };
      marks.set(name, mark);
      return mark;
    };
    const mover = this.#wish?.position.toMove;
    for (const { move, winner } of this.solution?.moves ?? [])
      if (winner) Object.assign(at(move), { winner, good: winner === mover });
    for (const [order, { moves }] of (this.values?.heuristics ?? []).entries()) {
      const best = bestOf(moves.map(({ value }) => numberOf(value)));
      for (const { move, value } of moves)
        at(move).lines.push({ text: formatShort(value), best: numberOf(value) === best, order });
    }
    for (const [square, counted] of countedOf(this.why?.parts ?? []))
      at(square).counted.push(...counted);
    return marks;
  }

  /**
   * What a screen reader says about a legal move besides its name.
   * @param {string} name
   */
  describe(name) {
    const winner = this.solution?.moves.find(({ move }) => move === name)?.winner;
    const values = (this.values?.heuristics ?? []).flatMap(({ spec, moves }) => {
      const found = moves.find(({ move }) => move === name);
      return found ? `${spec} ${formatValue(found.value)}` : [];
    });
    return [...(winner ? [`player ${winner} wins`] : []), ...values].join(", ");
  }

  /** @param {(wish: Wish) => Question | null} questionOf */
  #answer(questionOf) {
    const question = this.#wish && questionOf(this.#wish);
    return (question && this.#known.get(JSON.stringify(question))) ?? null;
  }

  /** @param {Question} question */
  async #ask(question) {
    const key = JSON.stringify(question);
    if (this.#known.has(key)) return;
    const { signal } = this.#stop;
    try {
      this.#known.set(key, await ask(question.path, question.parameters, { signal }));
      const [oldest] = this.#known.keys();
      if (this.#known.size > MOST_KNOWN) this.#known.delete(oldest);
    } catch (error) {
      if (isStop(error)) return;
      this.error = messageOf(error);
    }
    if (!signal.aborted) this.onchange();
  }
}

/** @typedef {{path: string, parameters: QueryParameters}} Question */

/**
 * @param {Wish} wish
 * @returns {Question | null}
 */
function valuesQuestion({ position, shown }) {
  if (!shown.length || position.isOver) return null;
  return { path: "/api/values", parameters: { position: String(position), heuristic: shown } };
}

/**
 * @param {Wish} wish
 * @returns {Question | null}
 */
function solutionQuestion({ position, winners }) {
  return winners && !position.isOver
    ? { path: "/api/solve", parameters: { position: String(position) } }
    : null;
}

/**
 * @param {Wish} wish
 * @returns {Question | null}
 */
function whyQuestion({ position, why, whyFor }) {
  if (!why) return null;
  return {
    path: "/api/why",
    parameters: { position: String(position), heuristic: why, player: whyFor || position.toMove },
  };
}

/** @param {Wish} wish */
function questionsOf(wish) {
  return [valuesQuestion, solutionQuestion, whyQuestion].flatMap(
    (questionOf) => questionOf(wish) ?? [],
  );
}

/** @param {Value} value */
function numberOf(value) {
  return value === "win" ? Infinity : value === "loss" ? -Infinity : value;
}

/**
 * The greatest value, or null where all are equal.
 * @param {number[]} values
 */
function bestOf(values) {
  const best = Math.max(...values);
  return values.every((value) => value === best) && values.length > 1 ? null : best;
}

/**
 * How often, and for whom, each square was counted.
 * @param {Part[]} parts
 */
function countedOf(parts) {
  /** @type {Map<string, Map<Player | null, number>>} */
  const counts = new Map();
  for (const { squares, player } of parts)
    for (const square of squares) {
      const times = counts.get(square) ?? new Map();
      counts.set(square, times.set(player, (times.get(player) ?? 0) + 1));
    }
  return [...counts].map(
    ([square, times]) =>
      /** @type {const} */ ([
        square,
        [...times].map(([player, count]) => ({ player, text: count > 1 ? `×${count}` : "" })),
      ]),
  );
}
