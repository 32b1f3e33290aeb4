// Answers without a server: requests of the page go to workers with the core in WebAssembly. The
// exports are those of the page's own server.js, which this file replaces on the site.

import { pairsOf } from "../../src/lastknight/web/page/route.js";
import { loadCatalog } from "./assets.js";
import { askLab, listenLab, sendLab } from "./lab.js";
import { answer, warmUp } from "./pool.js";
import { ServerError } from "../../src/lastknight/web/page/request.js";

export {
  experimentPath,
  isAway,
  isStop,
  messageOf,
  ServerError,
} from "../../src/lastknight/web/page/request.js";

// What the server calls the result of a stream.
/** @type {Record<string, string>} */
const RESULTS = { "/api/think": "choice", "/api/review": "done" };

warmUp();

/** The site cannot go away, so there is nothing to watch. */
export function watchServer() {}

/**
 * The answer to a question; a list among the parameters repeats its name.
 * @param {string} path
 * @param {QueryParameters} parameters
 * @param {{signal?: AbortSignal}} options
 * @returns {Promise<any>}
 */
export async function ask(path, parameters = {}, { signal } = {}) {
  if (path === "/api/catalog") return (await loadCatalog()).answer;
  if (isLab(path)) return askLab(path, parameters, { signal });
  for await (const { event, data } of answer(path, pairsOf(parameters), signal))
    if (event === "result") return data;
  throw new ServerError("there was no answer", 500);
}

/**
 * Asks for a change, such as a new experiment.
 * @param {string} path
 * @param {object} body
 * @returns {Promise<any>}
 */
export function send(path, body = {}) {
  return sendLab(path, body);
}

/**
 * Events until the end, or until the signal stops them.
 * @param {string} path
 * @param {QueryParameters} parameters
 * @param {{signal?: AbortSignal}} options
 * @returns {AsyncGenerator<{event: string, data: any}>}
 */
export async function* listen(path, parameters = {}, { signal } = {}) {
  if (isLab(path)) {
    yield* listenLab(path, parameters, { signal });
    return;
  }
  for await (const { event, data } of answer(path, pairsOf(parameters), signal))
    yield { event: event === "result" ? RESULTS[path] : event, data };
}

/** @param {string} path */
function isLab(path) {
  return path.startsWith("/api/experiments") || path.startsWith("/api/compare");
}
