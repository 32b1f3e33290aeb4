// The core in WebAssembly: calls its functions with numbers and text, and reads their answers.
// Works in a worker and in Node; nothing here depends on the page.

/** An error that the core reports, such as text that is not a position. */
export class CoreError extends Error {}

/** Gets the choice of each finished depth. @typedef {(choice: any) => void} OnDepth */

export class Core {
  /** @type {OnDepth | null} */
  #onDepth = null;
  #decoder = new TextDecoder();
  #encoder = new TextEncoder();
  /** @type {Record<string, any>} */
  #exports = {};

  /**
   * A core of its own: it shares nothing with others of the same module.
   * @param {WebAssembly.Module} module
   */
  static async start(module) {
    const core = new Core();
    const instance = await WebAssembly.instantiate(module, core.#imports());
    core.#exports = instance.exports;
    core.#exports._initialize();
    return core;
  }

  #imports() {
    return {
      page: {
        tell_depth: (/** @type {number} */ at) => this.#onDepth?.(JSON.parse(this.#read(at))),
      },
      env: { emscripten_notify_memory_growth: () => {} },
      wasi_snapshot_preview1: {
        clock_time_get: (
          /** @type {number} */ _clock,
          /** @type {bigint} */ _precision,
          /** @type {number} */ at,
        ) => {
          const now = BigInt(Math.round(performance.now() * 1e6));
          new DataView(this.#exports.memory.buffer).setBigUint64(at, now, true);
          return 0;
        },
        proc_exit: (/** @type {number} */ code) => {
          throw new CoreError(`the core stopped with code ${code}`);
        },
      },
    };
  }

  /**
   * Calls a function of the core, and returns its answer. At most two arguments can be text.
   * @param {string} name
   * @param {(number | boolean | string)[]} values
   * @returns {any}
   */
  call(name, ...values) {
    let texts = 0;
    const passed = values.map((value) =>
      typeof value === "string" ? this.#write(texts++, value) : Number(value),
    );
    const answer = JSON.parse(this.#read(this.#exports[`lk_${name}`](...passed)));
    if (answer !== null && typeof answer === "object" && "error" in answer)
      throw new CoreError(answer.error);
    return answer;
  }

  /**
   * Calls a function that returns a plain number.
   * @param {string} name
   * @param {number[]} values
   * @returns {number}
   */
  number(name, ...values) {
    return this.#exports[`lk_${name}`](...values);
  }

  /**
   * A player's choice; `onDepth` gets that of each finished depth.
   * @param {number} player
   * @param {string} position
   * @param {number} seed
   * @param {OnDepth | null} onDepth
   */
  choose(player, position, seed, onDepth = null) {
    this.#onDepth = onDepth;
    return this.call("choose", player, position, seed, onDepth !== null);
  }

  /**
   * @param {number} number
   * @param {string} text
   */
  #write(number, text) {
    const bytes = this.#encoder.encode(`${text}\0`);
    const at = this.#exports.lk_room(number, bytes.length);
    new Uint8Array(this.#exports.memory.buffer, at, bytes.length).set(bytes);
    return at;
  }

  /** @param {number} at */
  #read(at) {
    const bytes = new Uint8Array(this.#exports.memory.buffer);
    return this.#decoder.decode(bytes.subarray(at, bytes.indexOf(0, at)));
  }
}
