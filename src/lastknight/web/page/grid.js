// Where the squares of a board are in its drawing, the right way up or turned around.

import { nameOf, placeOf } from "./position.js";

// The side of a square in units of the drawing, whose origin is the corner of the first square.
export const CELL = 56;

export class Grid {
  /** @param {{width: number, height: number, isFlipped?: boolean}} options */
  constructor({ width, height, isFlipped = false }) {
    this.width = width;
    this.height = height;
    this.isFlipped = isFlipped;
  }

  /**
   * The row and column of a square in the drawing from those on the board, or the other way round.
   * @param {number} row
   * @param {number} column
   */
  turn(row, column) {
    return this.isFlipped ? [this.height - 1 - row, this.width - 1 - column] : [row, column];
  }

  /**
   * The middle of a square.
   * @param {string} name
   */
  center(name) {
    const [row, column] = this.turn(...placeOf(name));
    return [column * CELL + CELL / 2, row * CELL + CELL / 2];
  }

  /**
   * The square at a point, null beside the board.
   * @param {{x: number, y: number}} point
   */
  squareAt({ x, y }) {
    const [row, column] = this.turn(Math.floor(y / CELL), Math.floor(x / CELL));
    const isInside = row >= 0 && column >= 0 && row < this.height && column < this.width;
    return isInside ? nameOf(row, column) : null;
  }
}
