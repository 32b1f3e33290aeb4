// Requests to the server: single answers, streams of events, and whether it can be reached. Error
// messages are the server's own.

import { isStop, ServerError } from "./request.js";
import { pairsOf } from "./route.js";

export { experimentPath, isAway, isStop, messageOf, ServerError } from "./request.js";

const AWAY =
  "The server does not answer. Restart it with 'lastknight serve'; " +
  "this page then reconnects automatically.";
const RETRY = 2000;
/** @typedef {(isAway: boolean, line: string) => void} Watcher */
/** @type {Set<Watcher>} */
const watchers = new Set();
let away = false;
/** @type {ReturnType<typeof setInterval> | undefined} */
let checking;

/**
 * Call `watcher` whenever the server goes away or comes back, until the signal.
 * @param {Watcher} watcher
 * @param {{signal?: AbortSignal}} options
 */
export function watchServer(watcher, { signal } = {}) {
  watchers.add(watcher);
  signal?.addEventListener("abort", () => watchers.delete(watcher));
}

/**
 * The answer to a GET request; a list among the parameters repeats its name.
 * @param {string} path
 * @param {QueryParameters} parameters
 * @param {{signal?: AbortSignal}} options
 * @returns {Promise<any>}
 */
export async function ask(path, parameters = {}, { signal } = {}) {
  return readJson(await request(address(path, parameters), { signal }));
}

/**
 * The answer to a POST request.
 * @param {string} path
 * @param {object} body
 * @returns {Promise<any>}
 */
export async function send(path, body = {}) {
  const headers = { "Content-Type": "application/json" };
  return readJson(await request(path, { method: "POST", headers, body: JSON.stringify(body) }));
}

/**
 * Events of a stream until it ends or the signal stops it. Throws ServerError if the connection is
 * lost.
 * @param {string} path
 * @param {QueryParameters} parameters
 * @param {{signal?: AbortSignal}} options
 * @returns {AsyncGenerator<{event: string, data: any}>}
 */
export async function* listen(path, parameters = {}, { signal } = {}) {
  const response = await request(address(path, parameters), {
    signal,
    headers: { Accept: "text/event-stream" },
  });
  if (!response.ok || !response.body) await readJson(response);
  const reader = /** @type {ReadableStream<BufferSource>} */ (response.body)
    .pipeThrough(new TextDecoderStream())
    .getReader();
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const blocks = (rest + value).replace(/\r\n?/g, "\n").split("\n\n");
      rest = blocks.pop() ?? "";
      for (const block of blocks) {
        const event = readEvent(block);
        if (event?.event === "error")
          throw new ServerError(event.data.error ?? "the server stopped", 500);
        if (event) yield event;
      }
    }
  } catch (error) {
    throw isStop(error) || error instanceof ServerError ? error : lost();
  } finally {
    reader.cancel().catch(() => {}); // whoever reads it may have had enough
  }
}

/**
 * @param {string} path
 * @param {QueryParameters} parameters
 */
function address(path, parameters) {
  const query = new URLSearchParams(pairsOf(parameters)).toString();
  return query ? `${path}?${query}` : path;
}

/**
 * @param {string} url
 * @param {RequestInit} options
 */
async function request(url, options) {
  let response;
  try {
    response = await fetch(url, { credentials: "same-origin", ...options });
  } catch (error) {
    throw isStop(error) ? error : lost();
  }
  setAway(false);
  return response;
}

/**
 * @param {Response} response
 * @returns {Promise<any>}
 */
async function readJson(response) {
  let body;
  try {
    body = await response.json();
  } catch (error) {
    if (isStop(error)) throw error;
    throw new ServerError(
      `cannot read the server's answer (status ${response.status})`,
      response.status,
    );
  }
  if (!response.ok)
    throw new ServerError(
      body?.error ?? `the server answered with status ${response.status}`,
      response.status,
    );
  return body;
}

/** @param {string} block */
function readEvent(block) {
  let event = "message";
  const data = [];
  for (const line of block.split("\n")) {
    const [, name, value = ""] = /^(event|data): ?(.*)$/.exec(line) ?? [];
    if (name === "event") event = value;
    if (name === "data") data.push(value);
  }
  return data.length ? { event, data: JSON.parse(data.join("\n")) } : null;
}

function lost() {
  setAway(true);
  return new ServerError(AWAY, 0);
}

/**
 * While the server is away, keep trying: nobody has to reload the page.
 * @param {boolean} isNowAway
 */
function setAway(isNowAway) {
  if (isNowAway === away) return;
  away = isNowAway;
  for (const watcher of watchers) watcher(away, AWAY);
  clearInterval(checking);
  if (away)
    checking = setInterval(
      () => request("/api/catalog", { cache: "no-store" }).catch(() => {}),
      RETRY,
    );
}
