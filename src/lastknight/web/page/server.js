// Asking the server: one answer, or a stream of events; and knowing whether it is there. Errors are
// the server's own line.

export class ServerError extends Error {
  constructor(message, { status = 0 } = {}) {
    super(message);
    this.status = status;
  }

  // Whether nobody answered, rather than somebody saying no.
  get isAway() {
    return this.status === 0;
  }
}

const AWAY = "The server does not answer. Start it again with 'lastknight serve'; this page goes on by itself.";
const watchers = new Set();
let away = false;
let checking = null;

// Call `watcher(isAway, line)` whenever the server goes away or comes back, until the signal.
export function watchServer(watcher, { signal = null } = {}) {
  watchers.add(watcher);
  signal?.addEventListener("abort", () => watchers.delete(watcher));
}

// The answer to GET, for parameters where a list repeats its name.
export async function ask(path, parameters = {}, { signal } = {}) {
  const response = await request(address(path, parameters), { signal });
  return readJson(response);
}

// The answer to POST.
export async function send(path, body = {}) {
  const headers = { "Content-Type": "application/json" };
  return readJson(await request(path, { method: "POST", headers, body: JSON.stringify(body) }));
}

// Events of a stream as {event, data}, until it ends or the signal stops it. Raises ServerError when
// the connection is lost on the way.
export async function* listen(path, parameters = {}, { signal } = {}) {
  const response = await request(address(path, parameters), { signal, headers: { Accept: "text/event-stream" } });
  if (!response.ok) await readJson(response);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const blocks = (rest + value).replace(/\r\n?/g, "\n").split("\n\n");
      rest = blocks.pop();
      for (const block of blocks) {
        const event = readEvent(block);
        if (event?.event === "error") throw new ServerError(event.data.error ?? "the server stopped", { status: 500 });
        if (event) yield event;
      }
    }
  } catch (error) {
    throw isStop(error) || error instanceof ServerError ? error : lost();
  }
}

// Whether an error only says that we ourselves stopped asking.
export function isStop(error) {
  return error?.name === "AbortError";
}

export function address(path, parameters = {}) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== null && one !== undefined && one !== "") query.append(name, one);
    }
  }
  const text = query.toString();
  return text ? `${path}?${text}` : path;
}

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

async function readJson(response) {
  let body;
  try {
    body = await response.json();
  } catch (error) {
    if (isStop(error)) throw error;
    throw new ServerError(`the server's answer (${response.status}) cannot be read`, { status: response.status });
  }
  if (!response.ok) throw new ServerError(body?.error ?? `the server said ${response.status}`, { status: response.status });
  return body;
}

function readEvent(block) {
  let event = "message";
  const data = [];
  for (const line of block.split("\n")) {
    const [, name, value] = /^(event|data): ?(.*)$/.exec(line) ?? [];
    if (name === "event") event = value;
    if (name === "data") data.push(value);
  }
  return data.length ? { event, data: JSON.parse(data.join("\n")) } : null;
}

function lost() {
  setAway(true);
  return new ServerError(AWAY);
}

// While it is away, knock every two seconds: nobody has to reload the page.
function setAway(isAway) {
  if (isAway === away) return;
  away = isAway;
  for (const watcher of watchers) watcher(isAway, AWAY);
  clearInterval(checking);
  if (isAway) checking = setInterval(() => request("/api/catalog", { cache: "no-store" }).catch(() => {}), 2000);
}
