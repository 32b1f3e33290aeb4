// Experiments and their games in the browser's own storage (IndexedDB). Games come in chunks of
// consecutive pairs, each with a checksum; damaged ones are kept and reported, and the rest stays
// usable.

import { ServerError } from "../../src/lastknight/web/page/request.js";

/**
 * @typedef {import("./lab_requests.js").Form} Form
 * @typedef {import("./lab_requests.js").Plan} Plan
 *
 * An experiment as it is stored.
 * @typedef {object} Experiment
 * @property {number} id
 * @property {Form} form
 * @property {Plan} plan
 * @property {number} pairs of each pairing
 * @property {string} created
 * @property {boolean} isEnded whether all pairs were played, or its SPRT is over
 * @property {string} name
 * @property {string} note
 * @property {string} error why it stopped, if it failed
 * @property {string} problem why it cannot be read; else empty
 *
 * The games of consecutive pairs.
 * @typedef {object} Chunk
 * @property {number} pairing
 * @property {number} first the number of the first pair
 * @property {number} pairs
 * @property {string} won a 1 or 0 for each game, whether A won it
 * @property {string[]} moves after the opening, of each game
 *
 * @typedef {[experiment: number, pairing: number, first: number, pairs: number]} ChunkKey
 */

const NAME = "lastknight-lab";
const VERSION = 1;

/** @type {Promise<IDBDatabase> | null} */
let opened = null;

/** All experiments, oldest first. @returns {Promise<Experiment[]>} */
export async function readExperiments() {
  const store = await objectStore("experiments", "readonly");
  const [keys, found] = await Promise.all([done(store.getAllKeys()), done(store.getAll())]);
  return found.map((one, at) => readExperiment(one, Number(keys[at])));
}

/**
 * @param {number} id
 * @returns {Promise<Experiment | null>}
 */
export async function findExperiment(id) {
  const store = await objectStore("experiments", "readonly");
  const found = await done(store.get(id));
  return found === undefined ? null : readExperiment(found, id);
}

/**
 * Adds an experiment. Returns its number.
 * @param {Omit<Experiment, "id">} experiment
 */
export async function addExperiment(experiment) {
  const store = await objectStore("experiments", "readwrite");
  return Number(await done(store.add(pack(experiment))));
}

/** @param {Experiment} experiment */
export async function saveExperiment(experiment) {
  const store = await objectStore("experiments", "readwrite");
  await done(store.put({ id: experiment.id, ...pack(experiment) }));
}

/**
 * Deletes an experiment with all its games.
 * @param {number} id
 */
export async function deleteExperiment(id) {
  const transaction = (await database()).transaction(["experiments", "chunks"], "readwrite");
  transaction.objectStore("chunks").delete(rangeOf(id));
  await done(transaction.objectStore("experiments").delete(id));
}

/**
 * The keys of an experiment's chunks, by pairing and pair.
 * @param {number} id
 * @returns {Promise<ChunkKey[]>}
 */
export async function chunkKeys(id) {
  const store = await objectStore("chunks", "readonly");
  return /** @type {any} */ (await done(store.getAllKeys(rangeOf(id))));
}

/**
 * The chunk with a key; null if it is damaged.
 * @param {ChunkKey} key
 * @returns {Promise<Chunk | null>}
 */
export async function readChunk(key) {
  const store = await objectStore("chunks", "readonly");
  return checkChunk(key, await done(store.get(key)));
}

/**
 * All chunks of an experiment, by pairing and pair, and how many pairs are damaged.
 * @param {number} id
 */
export async function readChunks(id) {
  const store = await objectStore("chunks", "readonly");
  const [keys, values] = await Promise.all([
    done(store.getAllKeys(rangeOf(id))),
    done(store.getAll(rangeOf(id))),
  ]);
  /** @type {Chunk[]} */
  const chunks = [];
  let damaged = 0;
  for (const [at, value] of values.entries()) {
    const key = /** @type {ChunkKey} */ (/** @type {unknown} */ (keys[at]));
    const chunk = checkChunk(key, value);
    if (chunk) chunks.push(chunk);
    else damaged += key[3];
  }
  return { chunks, damaged };
}

/**
 * @param {number} id
 * @param {Chunk} chunk
 */
export async function addChunk(id, chunk) {
  const { pairing, first, pairs, won, moves } = chunk;
  const kept = { won, moves, checksum: checksum([pairing, first, pairs, won, moves]) };
  const store = await objectStore("chunks", "readwrite");
  await done(store.put(kept, [id, pairing, first, pairs]));
}

/**
 * Deletes chunks that cannot be read, so that their pairs are played again.
 * @param {ChunkKey[]} keys
 */
export async function dropChunks(keys) {
  for (const key of keys) await done((await objectStore("chunks", "readwrite")).delete(key));
}

/**
 * A number that changes with any part of some data (FNV-1a of its JSON).
 * @param {unknown} data
 */
export function checksum(data) {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(JSON.stringify(data)))
    hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}

/** @param {Omit<Experiment, "id">} experiment */
function pack({ form, plan, pairs, created, isEnded, name, note, error }) {
  const kept = { form, plan, pairs, created, isEnded, name, note, error };
  return { ...kept, checksum: checksum(factsOf(kept)) };
}

/**
 * @param {any} kept
 * @param {number} id
 * @returns {Experiment}
 */
function readExperiment(kept, id) {
  let problem = "";
  try {
    if (kept.checksum !== checksum(factsOf(kept))) throw new Error("its checksum is wrong");
    return { ...kept, id, problem };
  } catch (error) {
    problem = `what is stored of experiment ${id} is damaged (${messageOf(error)})`;
  }
  /** @type {any} */
  const nothing = { form: null, plan: null, pairs: 0, created: "", isEnded: false, error: "" };
  return { ...nothing, name: "", note: "", id, problem };
}

/**
 * What an experiment is, without what people call it and how far it is.
 * @param {any} kept
 */
function factsOf({ form, plan, pairs, created }) {
  return [form, plan, pairs, created];
}

/**
 * @param {ChunkKey} key
 * @param {any} kept
 * @returns {Chunk | null}
 */
function checkChunk([, pairing, first, pairs], kept) {
  const { won, moves } = kept ?? {};
  const isWhole = kept?.checksum === checksum([pairing, first, pairs, won, moves]);
  return isWhole ? { pairing, first, pairs, won, moves } : null;
}

/** @param {number} id */
function rangeOf(id) {
  return IDBKeyRange.bound([id], [id, []]);
}

/**
 * @param {string} name
 * @param {IDBTransactionMode} mode
 */
async function objectStore(name, mode) {
  return (await database()).transaction(name, mode).objectStore(name);
}

/** @returns {Promise<IDBDatabase>} */
function database() {
  opened ??= open();
  opened.catch(() => (opened = null)); // the next question tries again
  return opened;
}

async function open() {
  try {
    const request = indexedDB.open(NAME, VERSION);
    request.addEventListener("upgradeneeded", () => {
      const { result } = request;
      result.createObjectStore("experiments", { keyPath: "id", autoIncrement: true });
      result.createObjectStore("chunks");
    });
    const found = await done(request);
    found.addEventListener("versionchange", () => {
      found.close(); // another tab has a newer version of the page
      opened = null;
    });
    return found;
  } catch (error) {
    throw new ServerError(
      `this browser does not let the page store experiments (${messageOf(error)}); ` +
        "allow storage for this site, or leave private browsing",
      500,
    );
  }
}

/**
 * @template Result
 * @param {IDBRequest<Result>} request
 * @returns {Promise<Result>}
 */
function done(request) {
  return new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(storageError(request.error)));
  });
}

/** @param {DOMException | null} error */
function storageError(error) {
  if (error?.name === "QuotaExceededError")
    return new ServerError(
      "the browser's storage is full; delete experiments, or export them",
      507,
    );
  return new ServerError(`the browser's storage failed: ${messageOf(error)}`, 500);
}

/** @param {unknown} error */
function messageOf(error) {
  return error instanceof Error ? error.message : String(error);
}
