// Plays experiments in workers on all cores, chunk by chunk. Every chunk is stored before it
// counts, so an experiment resumes where it stopped, whatever ended it.

import { addChunk, dropChunks, findExperiment, saveExperiment } from "./lab_storage.js";
import { askToStop, hold, listenForStops, takeTurn } from "./lab_turns.js";
import { ServerError } from "../../src/lastknight/web/page/request.js";

/**
 * @typedef {import("./lab_storage.js").Experiment} Experiment
 * @typedef {import("./lab_counts.js").Count} Count
 * @typedef {import("./match_games.js").Task} Task
 * @typedef {import("./match_games.js").PlayedGame} PlayedGame
 */

// The time a chunk should take, in seconds.
const CHUNK_SECONDS = 0.4;
// Its size in pairs: at first, at most, and at most with a sequential test, which can end any time.
const [FIRST_SIZE, LARGEST_SIZE, LARGEST_OF_SPRT] = [2, 256, 32];

export class Runner {
  /** @type {Map<number, AbortController>} */
  #stops = new Map();
  /** @type {MatchWorker[]} */
  #workers = [];

  /**
   * @param {{module: WebAssembly.Module, catalog: object}} core what workers need
   * @param {(experiment: Experiment) => Count} countOf
   */
  constructor(core, countOf) {
    this.core = core;
    this.countOf = countOf;
    listenForStops((id) => this.#stops.get(id)?.abort());
  }

  /** The experiments that this tab runs or has in its queue, in their order. */
  get queue() {
    return [...this.#stops.keys()];
  }

  /**
   * Run an experiment, or put it into the queue.
   * @param {Experiment} experiment
   */
  async start(experiment) {
    const { id } = experiment;
    const stop = new AbortController();
    let isHeld = () => {};
    const holding = new Promise((resolve) => (isHeld = () => resolve(true)));
    const running = hold(id, async () => {
      this.#stops.set(id, stop);
      isHeld();
      try {
        await takeTurn(id, stop.signal, () => this.#run(experiment, stop.signal));
      } finally {
        this.#stops.delete(id);
      }
    });
    if (!(await Promise.race([holding, running])))
      throw new ServerError(`experiment ${id} is already running or waiting`, 409);
  }

  /**
   * Stop an experiment, wherever it runs; its games are kept.
   * @param {number} id
   */
  stop(id) {
    const stop = this.#stops.get(id);
    if (stop) stop.abort();
    else askToStop(id);
  }

  /**
   * @param {Experiment} experiment
   * @param {AbortSignal} signal
   */
  async #run(experiment, signal) {
    let error = "";
    const count = this.countOf(experiment);
    try {
      await count.look();
      await dropChunks(count.damagedKeys);
      count.forgetDamaged();
      if (!count.isDone) await this.#play(experiment, count, signal);
    } catch (caught) {
      error = caught instanceof Error ? caught.message : String(caught);
    }
    const kept = await findExperiment(experiment.id); // its name may have changed meanwhile
    if (kept) await saveExperiment({ ...kept, isEnded: count.isDone, error });
  }

  /**
   * @param {Experiment} experiment
   * @param {Count} count
   * @param {AbortSignal} signal
   */
  async #play(experiment, count, signal) {
    const dealer = new Dealer(experiment, count);
    const size = Math.max(1, navigator.hardwareConcurrency || 1);
    while (this.#workers.length < size) this.#workers.push(new MatchWorker(this.core));
    const workers = this.#workers.slice(0, size);
    let isOver = false;
    const end = () => {
      isOver = true;
      for (const worker of workers) worker.interrupt();
    };
    signal.addEventListener("abort", end);
    try {
      await Promise.all(
        workers.map(async (worker) => {
          for (let task = dealer.next(); task && !isOver; task = isOver ? null : dealer.next()) {
            const played = await worker.play(task);
            if (!played) return;
            const chunk = pack(task, played.games);
            await addChunk(experiment.id, chunk);
            dealer.note(task, played.seconds);
            count.add(chunk);
            if (count.isDone) end();
          }
        }),
      );
    } finally {
      end();
      signal.removeEventListener("abort", end);
    }
  }
}

/** Deals out the pairs that are missing, in their order, all pairings alike. */
class Dealer {
  /** By pairing: missing pairs as [first, end], pairs dealt, and the size of a chunk. */
  #pairings;

  /**
   * @param {Experiment} experiment
   * @param {Count} count
   */
  constructor({ plan, pairs, form }, count) {
    this.plan = plan;
    this.largest = form.sprt ? LARGEST_OF_SPRT : LARGEST_SIZE;
    this.openings = count.openings;
    this.#pairings = plan.pairings.map((_, pairing) => {
      const missing = missingOf(count.done.get(pairing) ?? [], pairs);
      const left = missing.reduce((sum, [first, end]) => sum + end - first, 0);
      return { missing, dealt: pairs - left, size: FIRST_SIZE };
    });
  }

  /** The next pairs to play; null if there are none. @returns {Task | null} */
  next() {
    let pairing = -1;
    for (const [at, { missing, dealt }] of this.#pairings.entries())
      if (missing.length && (pairing < 0 || dealt < this.#pairings[pairing].dealt)) pairing = at;
    if (pairing < 0) return null;
    const own = this.#pairings[pairing];
    const [first, end] = own.missing[0];
    const pairs = Math.min(own.size, end - first);
    if (first + pairs === end) own.missing.shift();
    else own.missing[0] = [first + pairs, end];
    own.dealt += pairs;
    const [a, b] = this.plan.pairings[pairing].map((place) => this.plan.players[place]);
    const openings = Array.from(
      { length: pairs },
      (_, at) => this.openings.opening(first + at).text,
    );
    return { a, b, pairing, first, openings, seed: this.plan.seed };
  }

  /**
   * Take the time of a chunk, for the size of the next.
   * @param {Task} task
   * @param {number} seconds
   */
  note({ pairing, openings }, seconds) {
    const own = this.#pairings[pairing];
    const fitting = Math.floor((openings.length * CHUNK_SECONDS) / Math.max(seconds, 1e-4)) + 1;
    own.size = Math.min(fitting, 4 * own.size, this.largest);
  }
}

/** A worker that plays; an interrupted one is replaced when it is needed again. */
class MatchWorker {
  /** @type {Worker | null} */
  #worker = null;
  /** @type {((played: null) => void) | null} */
  #interrupt = null;

  /** @param {{module: WebAssembly.Module, catalog: object}} core */
  constructor(core) {
    this.core = core;
  }

  /**
   * The games of a task; null if it was interrupted.
   * @param {Task} task
   * @returns {Promise<{games: PlayedGame[], seconds: number} | null>}
   */
  async play(task) {
    const worker = (this.#worker ??= this.#start());
    try {
      return await new Promise((resolve, reject) => {
        this.#interrupt = resolve;
        worker.onmessage = ({ data }) =>
          data.error === undefined ? resolve(data) : reject(new Error(data.error));
        worker.onerror = ({ message }) =>
          reject(new Error(message || "a file of the site cannot be loaded"));
        worker.postMessage({ task });
      });
    } catch (error) {
      this.interrupt();
      throw error;
    } finally {
      this.#interrupt = null;
    }
  }

  /** End the game that is played, if any. */
  interrupt() {
    if (!this.#interrupt) return;
    this.#interrupt(null);
    this.#worker?.terminate();
    this.#worker = null;
  }

  #start() {
    const worker = new Worker(new URL("match_worker.js", import.meta.url), { type: "module" });
    worker.postMessage(this.core);
    return worker;
  }
}

/**
 * The pairs below a number that are in none of some ranges.
 * @param {number[][]} done
 * @param {number} pairs
 * @returns {[first: number, end: number][]}
 */
function missingOf(done, pairs) {
  /** @type {[number, number][]} */
  const missing = [];
  let next = 0;
  for (const [first, end] of done.toSorted(([one], [other]) => one - other)) {
    if (first > next) missing.push([next, Math.min(first, pairs)]);
    next = Math.max(next, end);
  }
  if (next < pairs) missing.push([next, pairs]);
  return missing.filter(([first, end]) => first < end);
}

/**
 * @param {Task} task
 * @param {PlayedGame[]} games
 */
function pack({ pairing, first, openings }, games) {
  return {
    pairing,
    first,
    pairs: openings.length,
    won: games.map((game) => Number(game.a_won)).join(""),
    moves: games.map((game) => game.moves.join(" ")),
  };
}
