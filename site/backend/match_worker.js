// A worker that plays pairs of games: it gets the compiled core once, then a task at a time. To
// stop a game, end the worker.

import { loadText } from "./assets.js";
import { Context } from "./context.js";
import { Core } from "./core.js";
import { playPairs } from "./match_games.js";

/** @type {Promise<Context> | null} */
let context = null;

addEventListener("message", async ({ data }) => {
  if (data.module) {
    context = Core.start(data.module).then((core) => new Context(core, data.catalog, loadText));
    return;
  }
  try {
    if (!context) throw new Error("the worker got a request before the core was loaded");
    const began = performance.now();
    const games = await playPairs(await context, data.task);
    postMessage({ games, seconds: (performance.now() - began) / 1000 });
  } catch (error) {
    postMessage({ error: error instanceof Error ? error.message : String(error) });
  }
});
