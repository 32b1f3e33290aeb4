// The worker of the lab: it gets the compiled core once, then questions, changes and streams, each
// with a number; answers have the same number.

import { loadText } from "./assets.js";
import { Context } from "./context.js";
import { Core } from "./core.js";
import { kept } from "./kept.js";
import { Laboratory } from "./laboratory.js";
import { ServerError } from "../../src/lastknight/web/page/request.js";

/** @type {(() => Promise<Laboratory>) | null} */
let start = null;
/** @type {Map<number, AbortController>} */
const streams = new Map();

addEventListener("message", async ({ data }) => {
  const { module, catalog, id, kind, path, given } = data;
  if (module) {
    start = kept(async () => {
      const core = await Core.start(module);
      return new Laboratory(new Context(core, catalog, loadText), module);
    });
    start().catch(() => {}); // the first question reports it
    return;
  }
  if (kind === "cancel") {
    streams.get(id)?.abort();
    return;
  }
  try {
    if (!start) throw new ServerError("the lab got a request before the core was loaded", 500);
    const lab = await start();
    if (kind === "listen") await stream(lab, id, path);
    else {
      const result = await (kind === "ask" ? lab.ask(path, given) : lab.send(path, given));
      postMessage({ id, result });
    }
  } catch (error) {
    const status = error instanceof ServerError ? error.status : 400;
    postMessage({ id, error: error instanceof Error ? error.message : String(error), status });
  }
});

/**
 * @param {Laboratory} lab
 * @param {number} id
 * @param {string} path
 */
async function stream(lab, id, path) {
  const stop = new AbortController();
  streams.set(id, stop);
  try {
    for await (const event of lab.listen(path, { signal: stop.signal }))
      if (!stop.signal.aborted) postMessage({ id, event });
    postMessage({ id, result: null });
  } finally {
    streams.delete(id);
  }
}
