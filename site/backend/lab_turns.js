// Whose turn it is: one experiment runs at a time, in whichever tab it was started. Tabs find each
// other through the browser's locks, which end with their tab.

const PREFIX = "lastknight-experiment-";
const RUNNING = "lastknight-running-";
const TURN = "lastknight-turn";

const channel = new BroadcastChannel("lastknight-lab");
/** @type {Map<string, Promise<unknown>>} */
const held = new Map();

/**
 * The experiments that run or wait, in any tab.
 * @returns {Promise<Map<number, "running" | "waiting">>}
 */
export async function activeExperiments() {
  const names = navigator.locks
    ? ((await navigator.locks.query()).held ?? []).map(({ name = "" }) => name)
    : [...held.keys()];
  /** @type {Map<number, "running" | "waiting">} */
  const found = new Map();
  for (const name of names)
    if (name.startsWith(PREFIX)) {
      const id = Number(name.slice(PREFIX.length));
      found.set(id, names.includes(RUNNING + id) ? "running" : "waiting");
    }
  return found;
}

/**
 * Hold an experiment while a task waits for its turn and runs. False if another tab has it.
 * @param {number} id
 * @param {() => Promise<void>} task
 * @returns {Promise<boolean>}
 */
export function hold(id, task) {
  return withLock(PREFIX + id, { ifAvailable: true }, task);
}

/**
 * Run a task when it is an experiment's turn, unless the signal comes first.
 * @param {number} id
 * @param {AbortSignal} signal
 * @param {() => Promise<void>} task
 */
export async function takeTurn(id, signal, task) {
  try {
    await withLock(TURN, { signal }, async () => {
      if (!signal.aborted) await withLock(RUNNING + id, {}, task);
    });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

/**
 * Ask other tabs to stop an experiment.
 * @param {number} id
 */
export function askToStop(id) {
  channel.postMessage({ stop: id });
}

/**
 * Call `stop` with each experiment that another tab wants to stop.
 * @param {(id: number) => void} stop
 */
export function listenForStops(stop) {
  channel.addEventListener("message", ({ data }) => stop(Number(data.stop)));
}

/**
 * @param {string} name
 * @param {{ifAvailable?: boolean, signal?: AbortSignal}} options
 * @param {() => Promise<void>} task
 * @returns {Promise<boolean>}
 */
async function withLock(name, options, task) {
  if (navigator.locks)
    return navigator.locks.request(name, options, async (lock) => {
      if (lock) await task();
      return lock !== null;
    });
  // Without locks, as on a page without https, experiments take turns only within this tab.
  if (options.ifAvailable && held.has(name)) return false;
  while (held.has(name)) await held.get(name)?.catch(() => {});
  const running = task();
  held.set(name, running);
  try {
    await running;
  } finally {
    held.delete(name);
  }
  return true;
}
