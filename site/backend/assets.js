// Files of the site next to the page: the compiled core and the catalogue, loaded once, and texts.

import { kept } from "./kept.js";
import { ServerError } from "../../src/lastknight/web/page/request.js";

/** @typedef {import("./context.js").SiteCatalog} SiteCatalog */

/** The compiled core, which workers share. The browser compiles it outside this thread. */
export const loadCore = kept(async () => compile(await fetchFile("core.wasm")));

/** @type {() => Promise<SiteCatalog>} */
export const loadCatalog = kept(async () => (await fetchFile("catalog.json")).json());

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
