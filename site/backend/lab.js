// The lab without a server: a worker answers, and runs experiments in workers of its own.

import { loadCatalog, loadCore } from "./assets.js";
import { ServerError } from "../../src/lastknight/web/page/request.js";

/**
 * @typedef {{event: string, data: any}} LabEvent
 * @typedef {{id: number, result?: any, event?: LabEvent, error?: string, status?: number}} Message
 * @typedef {(message: Message) => void} Receiver
 */

/** @type {Promise<Worker> | null} */
let started = null;
/** Who waits for answers, by number. @type {Map<number, Receiver>} */
const receivers = new Map();
let last = 0;

/**
 * The answer to a question about experiments.
 * @param {string} path
 * @param {QueryParameters} parameters
 * @param {{signal?: AbortSignal}} options
 * @returns {Promise<any>}
 */
export function askLab(path, parameters = {}, { signal } = {}) {
  return request("ask", path, parameters, signal);
}

/**
 * Starts or changes an experiment.
 * @param {string} path
 * @param {object} body
 * @returns {Promise<any>}
 */
export function sendLab(path, body = {}) {
  return request("send", path, body);
}

/**
 * The events of an experiment, until it ends or the signal comes.
 * @param {string} path
 * @param {QueryParameters} parameters
 * @param {{signal?: AbortSignal}} options
 * @returns {AsyncGenerator<LabEvent>}
 */
export async function* listenLab(path, parameters = {}, { signal } = {}) {
  const worker = await startWorker();
  if (signal?.aborted) throw cancelled();
  const id = ++last;
  /** @type {Message[]} */
  const messages = [];
  let wake = () => {};
  receivers.set(id, (message) => {
    messages.push(message);
    wake();
  });
  const onabort = () => wake();
  signal?.addEventListener("abort", onabort);
  try {
    worker.postMessage({ id, kind: "listen", path, given: parameters });
    for (;;) {
      if (signal?.aborted) throw cancelled();
      const message = messages.shift();
      if (!message) await new Promise((resolve) => (wake = () => resolve(null)));
      else if (message.error !== undefined) throw errorOf(message);
      else if (message.event) yield message.event;
      else return;
    }
  } finally {
    receivers.delete(id);
    signal?.removeEventListener("abort", onabort);
    worker.postMessage({ id, kind: "cancel" });
  }
}

/**
 * @param {"ask" | "send"} kind
 * @param {string} path
 * @param {object} given
 * @param {AbortSignal} [signal]
 */
async function request(kind, path, given, signal) {
  const worker = await startWorker();
  if (signal?.aborted) throw cancelled();
  const id = ++last;
  return new Promise((resolve, reject) => {
    const onabort = () => {
      receivers.delete(id);
      reject(cancelled());
    };
    signal?.addEventListener("abort", onabort);
    receivers.set(id, (message) => {
      receivers.delete(id);
      signal?.removeEventListener("abort", onabort);
      if (message.error === undefined) resolve(message.result);
      else reject(errorOf(message));
    });
    worker.postMessage({ id, kind, path, given });
  });
}

/** @returns {Promise<Worker>} */
function startWorker() {
  started ??= Promise.all([loadCore(), loadCatalog()]).then(([module, catalog]) => {
    const worker = new Worker(new URL("lab_worker.js", import.meta.url), { type: "module" });
    worker.addEventListener("message", ({ data }) => receivers.get(data.id)?.(data));
    worker.addEventListener("error", ({ message }) => {
      started = null; // the next question starts another
      const error = message || "a file of the site cannot be loaded";
      for (const receive of [...receivers.values()]) receive({ id: 0, error, status: 500 });
    });
    worker.postMessage({ module, catalog });
    return worker;
  });
  started.catch(() => (started = null));
  return started;
}

/** @param {Message} message */
function errorOf({ error = "", status = 500 }) {
  return new ServerError(error, status);
}

function cancelled() {
  return new DOMException("the request was cancelled", "AbortError");
}
