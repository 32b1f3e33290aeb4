// A busy server: requests that it could not answer in time are retried, and a notice says so.

import { ServerError } from "./server.js";
import { sleep } from "./timing.js";

export const BUSY = "The server is busy and did not answer in time. Trying again…";
// Milliseconds before the next try; each wait is longer than the one before.
const [FIRST, LONGEST] = [1500, 20_000];

/**
 * Whether an error means that asking again helps.
 * @param {unknown} error
 */
export function isBusy(error) {
  return error instanceof ServerError && [429, 503].includes(error.status);
}

/**
 * Wait before another try, at most until the signal.
 * @param {number} tries how many have failed
 * @param {AbortSignal} signal
 */
export function waitForTurn(tries, signal) {
  return sleep(Math.min(LONGEST, FIRST * 2 ** (tries - 1)), signal);
}
