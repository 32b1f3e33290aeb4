// Opening tables: who wins after both knights are placed. One text has the tables of all boards, in
// the program's own format; mirrored openings are in it once.

import { nameOf, placeOf } from "../../src/lastknight/web/page/position.js";

/** @typedef {Map<string, OpeningTable>} OpeningTables by board, such as "7x7" */

export class OpeningTable {
  /**
   * @param {number} width
   * @param {number} height
   * @param {Map<string, Map<string, Player>>} winners by first and second placement
   */
  constructor(width, height, winners) {
    this.width = width;
    this.height = height;
    this.winners = winners;
  }

  /** Who wins the empty board. @returns {Player} */
  get winner() {
    const firsts = [...this.winners.values()];
    const isWon = firsts.some((seconds) => [...seconds.values()].every((winner) => winner === 1));
    return isWon ? 1 : 2;
  }

  /**
   * Who wins after these two placements.
   * @param {string} first
   * @param {string} second
   * @returns {Player}
   */
  winnerOf(first, second) {
    for (const image of this.#symmetries()) {
      const winner = this.winners.get(image(first))?.get(image(second));
      if (winner !== undefined) return winner;
    }
    throw new RangeError(`not an opening of a ${this.width}x${this.height} board`);
  }

  /** The first placement that leaves the fewest winning replies. */
  get bestFirst() {
    let best = "";
    let fewest = Infinity;
    for (const [first, seconds] of this.winners) {
      const refuted = [...seconds.values()].filter((winner) => winner === 2).length;
      if (refuted < fewest) [best, fewest] = [first, refuted];
    }
    return best;
  }

  /** The same table with rows and columns exchanged. */
  transposed() {
    /** @param {string} name */
    const turn = (name) => {
      const [row, column] = placeOf(name);
      return nameOf(column, row);
    };
    const winners = new Map(
      [...this.winners].map(([first, seconds]) => [
        turn(first),
        new Map([...seconds].map(([second, winner]) => [turn(second), winner])),
      ]),
    );
    return new OpeningTable(this.height, this.width, winners);
  }

  /** @returns {((name: string) => string)[]} */
  #symmetries() {
    const turns = this.width === this.height ? [false, true] : [false];
    return turns.flatMap((isTurned) =>
      [false, true].flatMap((isFlipped) =>
        [false, true].map((isMirrored) => (/** @type {string} */ name) => {
          const [row, column] = placeOf(name);
          const [r, c] = isTurned ? [column, row] : [row, column];
          return nameOf(isFlipped ? this.height - 1 - r : r, isMirrored ? this.width - 1 - c : c);
        }),
      ),
    );
  }
}

/**
 * @param {string} text
 * @returns {OpeningTables}
 */
export function readTables(text) {
  /** @type {OpeningTables} */
  const tables = new Map();
  for (const block of text.trim().split("\n\n")) {
    const table = readTable(block);
    tables.set(`${table.width}x${table.height}`, table);
    if (table.width !== table.height)
      tables.set(`${table.height}x${table.width}`, table.transposed());
  }
  return tables;
}

/** @param {string} block */
function readTable(block) {
  const [heading, ...lines] = block.split("\n");
  const [width, height] = heading.split("x").map(Number);
  /** @type {Map<string, Map<string, Player>>} */
  const winners = new Map();
  for (const line of lines) {
    const [first, rows] = line.split(" ");
    const seconds = new Map();
    for (const [row, cells] of rows.split("/").entries())
      for (const [column, cell] of [...cells].entries())
        if (cell !== "x") seconds.set(nameOf(row, column), Number(cell));
    winners.set(first, seconds);
  }
  return new OpeningTable(width, height, winners);
}
