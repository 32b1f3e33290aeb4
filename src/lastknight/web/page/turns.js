// Players that are programs: whether the game runs, and asking the one whose turn it is for its move.

import { ask, isStop } from "./server.js";

// Between moves of two programs, so that one can follow.
const PAUSE = 450;

export class Turns {
  #asking = null;
  isRunning = false;
  problem = "";

  // `onchoice(move)` when a program has chosen, `onproblem()` when it could not.
  constructor({ onchoice, onproblem }) {
    Object.assign(this, { onchoice, onproblem });
  }

  get isAsking() {
    return this.#asking !== null;
  }

  run() {
    this.isRunning = true;
    this.problem = "";
  }

  // Stop the game where it is; a move that is being chosen is not made.
  pause() {
    this.isRunning = false;
    this.problem = "";
    this.#asking?.abort();
    this.#asking = null;
  }

  // Ask a player for its move, unless one is being asked; `isWatched` when nobody else takes the time.
  async ask({ position, player, seed, isWatched }) {
    if (this.#asking) return;
    const stop = (this.#asking = new AbortController());
    this.problem = "";
    try {
      const pause = isWatched && new Promise((resume) => setTimeout(resume, PAUSE));
      const question = ask("/api/choose", { position: String(position), player, seed }, { signal: stop.signal });
      const [{ move }] = await Promise.all([question, pause]);
      if (stop.signal.aborted) return;
      this.#asking = null;
      this.onchoice(move);
    } catch (error) {
      if (isStop(error) || stop.signal.aborted) return;
      this.#asking = null;
      if (!error.isAway) this.isRunning = false;
      this.problem = error.message;
      this.onproblem();
    }
  }
}
