// Moves of the programs: whether the game is running, and asking the program whose turn it is.

import { ask, isAway, isStop, messageOf } from "./server.js";
import { sleep } from "./timing.js";

// Milliseconds between moves of two programs, so that people can follow.
const PAUSE = 450;

export class Autoplay {
  /** @type {AbortController | null} */
  #asking = null;
  isRunning = false;
  problem = "";

  /**
   * `onchoice` when a program has chosen a move, `onproblem` when it could not.
   * @param {{onchoice: (move: string) => void, onproblem: () => void}} options
   */
  constructor({ onchoice, onproblem }) {
    this.onchoice = onchoice;
    this.onproblem = onproblem;
  }

  get isAsking() {
    return this.#asking !== null;
  }

  run() {
    this.isRunning = true;
    this.problem = "";
  }

  // Pause the game; a move that is being chosen is discarded.
  pause() {
    this.isRunning = false;
    this.problem = "";
    this.#asking?.abort();
    this.#asking = null;
  }

  /**
   * Ask a program for its move, unless one is being asked. `isSlow` adds a pause.
   * @param {{position: Position, player: string, seed: number, isSlow: boolean}} question
   */
  async ask({ position, player, seed, isSlow }) {
    if (this.#asking) return;
    const stop = (this.#asking = new AbortController());
    this.problem = "";
    try {
      const answer = ask(
        "/api/choose",
        { position: String(position), player, seed },
        { signal: stop.signal },
      );
      const [{ move }] = await Promise.all([answer, isSlow && sleep(PAUSE, stop.signal)]);
      if (stop.signal.aborted) return;
      this.#asking = null;
      this.onchoice(move);
    } catch (error) {
      if (isStop(error) || stop.signal.aborted) return;
      this.#asking = null;
      if (!isAway(error)) this.isRunning = false;
      this.problem = messageOf(error);
      this.onproblem();
    }
  }
}
