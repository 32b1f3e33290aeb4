// Files of the site next to the page: the compiled core and the catalogue, loaded once, and texts.

import { ServerError } from "../../src/lastknight/web/page/request.js";

/** @typedef {import("./context.js").SiteCatalog} SiteCatalog */

/** @type {Promise<WebAssembly.Module> | null} */
let core = null;
/** @type {Promise<SiteCatalog> | null} */
let catalog = null;

/** The compiled core, which workers share. The browser compiles it outside this thread. */
export function loadCore() {
  core ??= fetchFile("core.wasm").then(compile);
  core.catch(() => (core = null)); // the next question tries again
  return core;
}

export function loadCatalog() {
  catalog ??= fetchFile("catalog.json").then((response) => response.json());
  catalog.catch(() => (catalog = null));
  return catalog;
}

/** @param {string} name */
export async function loadText(name) {
  return (await fetchFile(name)).text();
}

/** @param {Response} response */
async function compile(response) {
  // Some hosts send these files with another content type.
  if (response.headers.get("Content-Type") === "application/wasm")
    return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}

/** @param {string} name */
async function fetchFile(name) {
  let response = null;
  try {
    response = await fetch(new URL(`../${name}`, import.meta.url));
  } catch {
    // Reported below, like any other failure.
  }
  if (!response?.ok)
    throw new ServerError(`cannot load ${name}; check the connection and try again`, 500);
  return response;
}
