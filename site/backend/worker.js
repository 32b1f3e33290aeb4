// A worker: it gets the compiled core once, then answers one question at a time with events, and a
// result or an error. To cancel a question, end the worker.

import { loadText } from "./assets.js";
import { Context } from "./context.js";
import { Core } from "./core.js";
import { answerQuestion } from "./questions.js";
import { ServerError } from "../../src/lastknight/web/page/request.js";

/** @type {Promise<Context> | null} */
let context = null;

addEventListener("message", async ({ data }) => {
  if (data.module) {
    context = Core.start(data.module).then((core) => new Context(core, data.catalog, loadText));
    return;
  }
  try {
    if (!context) throw new ServerError("the worker got a request before the core was loaded", 500);
    /** @type {import("./context.js").Tell} */
    const tell = (event, told) => postMessage({ event, data: told });
    const result = await answerQuestion(await context, data.path, data.pairs, tell);
    postMessage({ result });
  } catch (error) {
    // After any other error, the core may be damaged.
    const isBroken = !(error instanceof ServerError);
    const message = error instanceof Error ? error.message : String(error);
    postMessage({ error: message, status: isBroken ? 500 : error.status, isBroken });
  }
});
