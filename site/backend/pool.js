// The workers that answer questions of the board: several, so that a long proof never makes a quick
// question wait. A question that is cancelled or takes too long ends its worker, and a new one
// starts.

import { ServerError } from "../../src/lastknight/web/page/request.js";
import { loadCatalog, loadCore } from "./assets.js";

/**
 * @typedef {{event: string, data: any}} Event
 * @typedef {{event?: string, data?: any, result?: any, error?: string, status?: number,
 *     isBroken?: boolean}} Message
 */

// Quick questions: they always find a worker, and cancelling one never ends a worker.
const QUICK = new Set(["/api/line", "/api/values", "/api/check", "/api/why", "/api/puzzles"]);
const [FEWEST, MOST] = [4, 8];
const SIZE = Math.max(FEWEST, Math.min(navigator.hardwareConcurrency || FEWEST, MOST));

/** @type {Worker[]} */
const free = [];
/** @type {{isQuick: boolean, start: () => void}[]} */
const waiting = [];
let running = 0;
let runningLong = 0;

/** Load the core and start a worker before the first question. */
export async function warmUp() {
  try {
    const [module, catalog] = await Promise.all([loadCore(), loadCatalog()]);
    if (!free.length && !running) free.push(startWorker(module, catalog));
  } catch {
    // The first question will report the error.
  }
}

/**
 * The events of a question, then its result as an event `result`. Throws ServerError, and an
 * AbortError where the signal cancels it.
 * @param {string} path
 * @param {[name: string, value: string][]} pairs
 * @param {AbortSignal} [signal]
 * @returns {AsyncGenerator<Event>}
 */
export async function* answer(path, pairs, signal) {
  const isQuick = QUICK.has(path);
  const [module, catalog] = await Promise.all([loadCore(), loadCatalog()]);
  await turn(isQuick, signal);
  const worker = free.pop() ?? startWorker(module, catalog);
  const mailbox = new Mailbox(worker, catalog.limits.most_seconds);
  let isDone = false;
  try {
    worker.postMessage({ path, pairs });
    for (;;) {
      const message = await mailbox.next(signal);
      if (message.event !== undefined) {
        yield { event: message.event, data: message.data };
        continue;
      }
      isDone = !message.isBroken;
      if (message.error !== undefined) throw new ServerError(message.error, message.status ?? 500);
      yield { event: "result", data: message.result };
      return;
    }
  } finally {
    mailbox.close();
    if (isDone) free.push(worker);
    else if (isQuick && signal?.aborted) finishQuietly(worker);
    else {
      worker.terminate();
      free.push(startWorker(module, catalog));
    }
    running--;
    if (!isQuick) runningLong--;
    startNext();
  }
}

/**
 * Wait until a worker may take a question.
 * @param {boolean} isQuick
 * @param {AbortSignal} [signal]
 */
async function turn(isQuick, signal) {
  if (signal?.aborted) throw cancelled();
  await /** @type {Promise<void>} */ (
    new Promise((resolve, reject) => {
      const onabort = () => {
        waiting.splice(waiting.indexOf(one), 1);
        reject(cancelled());
      };
      const start = () => {
        signal?.removeEventListener("abort", onabort);
        resolve();
      };
      const one = { isQuick, start };
      waiting.push(one);
      signal?.addEventListener("abort", onabort, { once: true });
      startNext();
    })
  );
}

/** Start questions in their order; long ones leave a worker for quick ones. */
function startNext() {
  for (let at = 0; at < waiting.length && running < SIZE;) {
    const one = waiting[at];
    if (!one.isQuick && runningLong >= SIZE - 1) {
      at++;
      continue;
    }
    waiting.splice(at, 1);
    running++;
    if (!one.isQuick) runningLong++;
    one.start();
  }
}

/**
 * @param {WebAssembly.Module} module
 * @param {object} catalog
 */
function startWorker(module, catalog) {
  const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
  worker.postMessage({ module, catalog });
  return worker;
}

/**
 * Let a worker finish a quick question that was cancelled.
 * @param {Worker} worker
 */
function finishQuietly(worker) {
  worker.addEventListener(
    "message",
    ({ data }) => (data.isBroken ? worker.terminate() : free.push(worker)),
    { once: true },
  );
}

/** The messages of a worker, in their order, for a limited time. */
class Mailbox {
  /** @type {Message[]} */
  #messages = [];
  #wake = () => {};
  #closing = new AbortController();

  /**
   * @param {Worker} worker
   * @param {number} seconds
   */
  constructor(worker, seconds) {
    this.seconds = seconds;
    this.end = Date.now() + 1000 * seconds;
    const { signal } = this.#closing;
    /** @param {Message} message */
    const add = (message) => {
      this.#messages.push(message);
      this.#wake();
    };
    worker.addEventListener("message", ({ data }) => add(data), { signal });
    const unknown = "a file of the site cannot be loaded";
    worker.addEventListener(
      "error",
      ({ message }) => add({ error: message || unknown, isBroken: true }),
      { signal },
    );
  }

  /**
   * @param {AbortSignal} [signal]
   * @returns {Promise<Message>}
   */
  async next(signal) {
    for (;;) {
      if (signal?.aborted) throw cancelled();
      const message = this.#messages.shift();
      if (message) return message;
      const left = this.end - Date.now();
      if (left <= 0) throw new ServerError(`stopped after ${this.seconds} s; ask for less`, 503);
      await this.#wait(left, signal);
    }
  }

  /**
   * @param {number} time
   * @param {AbortSignal} [signal]
   * @returns {Promise<void>}
   */
  #wait(time, signal) {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", done);
        resolve();
      };
      const timer = setTimeout(done, time);
      signal?.addEventListener("abort", done);
      this.#wake = done;
    });
  }

  close() {
    this.#closing.abort();
  }
}

function cancelled() {
  return new DOMException("the request was cancelled", "AbortError");
}
