// A clock for two players: each has some minutes, and gains some seconds per move.

import { opponentOf } from "./position.js";

/** The clocks that are offered, by their spec: minutes, then seconds a move.
 * @type {[spec: string, name: string][]} */
export const CLOCKS = [
  ["", "none"],
  ["1+0", "1 minute each"],
  ["3+2", "3 minutes plus 2 seconds per move"],
  ["5+0", "5 minutes each"],
  ["10+5", "10 minutes plus 5 seconds per move"],
];
// Milliseconds between updates of the times shown.
const TICK = 100;

export class Clock {
  /** @type {[number, number]} milliseconds left */
  #left = [0, 0];
  #gain = 0;
  #since = 0;
  /** @type {Player | null} */
  #running = null;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #timer;

  /**
   * `ontick` as time goes by, `onout` when a player's time is up.
   * @param {{ontick: () => void, onout: (player: Player) => void}} options
   */
  constructor({ ontick, onout }) {
    this.ontick = ontick;
    this.onout = onout;
  }

  /**
   * Give both players the time of a spec such as "3+2".
   * @param {string} spec
   */
  reset(spec) {
    this.stop();
    const [minutes, seconds] = spec.split("+").map(Number);
    this.#left = [minutes * 60_000, minutes * 60_000];
    this.#gain = seconds * 1000;
  }

  /**
   * Start a player's clock, which ends the other's move.
   * @param {Player} player
   */
  run(player) {
    if (this.#running === player) return;
    if (this.#running === opponentOf(player)) this.#left[this.#running - 1] += this.#gain;
    this.stop();
    this.#running = player;
    this.#since = performance.now();
    this.#timer = setInterval(() => this.#tick(), TICK);
  }

  // Stop both clocks.
  stop() {
    this.#count();
    clearInterval(this.#timer);
    this.#running = null;
  }

  // The milliseconds both players have left.
  get left() {
    this.#count();
    return /** @type {[number, number]} */ ([...this.#left]);
  }

  set left(left) {
    this.stop();
    this.#left = [...left];
  }

  // The time both players have left, such as "2:05" or "9.4".
  get texts() {
    this.#count();
    return /** @type {[string, string]} */ (this.#left.map(formatTime));
  }

  #count() {
    if (!this.#running) return;
    const now = performance.now();
    this.#left[this.#running - 1] = Math.max(
      0,
      this.#left[this.#running - 1] - (now - this.#since),
    );
    this.#since = now;
  }

  #tick() {
    this.#count();
    this.ontick();
    const player = this.#running;
    if (!player || this.#left[player - 1] > 0) return;
    this.stop();
    this.onout(player);
  }
}

/** @param {number} milliseconds */
function formatTime(milliseconds) {
  if (milliseconds < 10_000) return (milliseconds / 1000).toFixed(1);
  const seconds = Math.ceil(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
