// The openings of stored plans; experiments with the same ones share them.

import { Openings } from "./openings.js";
import { SELF_PLAY } from "./self_play.js";

/**
 * @typedef {import("./context.js").Context} Context
 * @typedef {import("./lab_requests.js").Plan} Plan
 */

/** @type {Map<string, Openings>} */
const kept = new Map();
const MOST_KEPT = 8;

/**
 * The openings of a plan. Throws ServerError for openings that cannot be played.
 * @param {Context} context
 * @param {Plan} plan
 * @returns {Openings}
 */
export function openingsOf(context, plan) {
  const { openings, plies, start, seed, start_ply: startPly } = plan;
  const key = JSON.stringify([openings, plies, start, seed, startPly]);
  const isLater = openings === SELF_PLAY;
  const found =
    kept.get(key) ??
    new Openings(context, {
      openings: isLater ? "random" : openings,
      plies: plies ?? 2,
      start_ply: isLater ? startPly : null,
      start,
      seed,
    });
  kept.delete(key);
  kept.set(key, found);
  if (kept.size > MOST_KEPT) kept.delete([...kept.keys()][0]);
  return found;
}
