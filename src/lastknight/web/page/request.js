// What requests have in common, whether a server answers them or the site itself: their errors, and
// the path of an experiment.

export class ServerError extends Error {
  /**
   * @param {string} message
   * @param {number} status as of HTTP, 400 and above; 0 where there was no answer at all
   */
  constructor(message, status = 400) {
    super(message);
    this.status = status;
  }
}

/**
 * Whether an error only means that we cancelled the request.
 * @param {unknown} error
 */
export function isStop(error) {
  return error instanceof DOMException && error.name === "AbortError";
}

/**
 * Whether an error means that the server cannot be reached.
 * @param {unknown} error
 */
export function isAway(error) {
  return error instanceof ServerError && error.status === 0;
}

/**
 * The line that an error shows.
 * @param {unknown} error
 */
export function messageOf(error) {
  return error instanceof Error ? error.message : String(error);
}

/**
 * The API's path of an experiment.
 * @param {string} id
 */
export function experimentPath(id) {
  return `/api/experiments/${encodeURIComponent(id)}`;
}
