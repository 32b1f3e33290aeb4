// The rules once more, for the page alone: a click is drawn before any server answers. A position is
// immutable, and its text is the one the rest of lastknight writes; the tests hold it to the server's.

const STEPS = [[-2, -1], [-2, 1], [-1, -2], [-1, 2], [1, -2], [1, 2], [2, -1], [2, 1]];

// The name of a square: column letters, then the row from 1 at the top.
export function nameOf(row, column) {
  return columnName(column) + (row + 1);
}

// The letters of a column: a to z, then aa and on.
export function columnName(column) {
  const last = String.fromCharCode(97 + (column % 26));
  return column < 26 ? last : columnName(Math.floor(column / 26) - 1) + last;
}

// Row and column of a square's name.
export function placeOf(name) {
  const [, letters, digits] = /^([a-z]+)([0-9]+)$/.exec(name);
  const column = [...letters].reduce((sum, letter) => 26 * sum + letter.charCodeAt(0) - 96, 0);
  return [Number(digits) - 1, column - 1];
}

export class Position {
  #cells;
  #moves = {};

  // Rows of cells: "." blank, "x" gone, "1" and "2" the knights.
  constructor(cells, toMove) {
    this.#cells = cells;
    this.toMove = toMove;
    this.height = cells.length;
    this.width = cells[0].length;
    this.locations = [this.#find("1"), this.#find("2")];
  }

  // The start of a board, `blocked` being names of squares.
  static start(width = 7, height = 7, blocked = []) {
    const cells = Array.from({ length: height }, () => Array(width).fill("."));
    for (const name of blocked) {
      const [row, column] = placeOf(name);
      cells[row][column] = "x";
    }
    return new Position(cells, 1);
  }

  // Read the text of a position that the server has written or accepted.
  static parse(text) {
    const [rows, toMove] = text.split(":");
    return new Position(rows.split("/").map((row) => [...row]), Number(toMove));
  }

  toString() {
    return `${this.#cells.map((row) => row.join("")).join("/")}:${this.toMove}`;
  }

  // Where the knight of a player stands, null before it is placed.
  location(player) {
    return this.locations[player - 1];
  }

  // "." blank, "x" gone, "1" or "2" a knight.
  cell(name) {
    const [row, column] = placeOf(name);
    return this.#cells[row][column];
  }

  // Names of all squares, row by row.
  squares() {
    return this.#cells.flatMap((row, r) => row.map((_, c) => nameOf(r, c)));
  }

  // Where a player can go, the one to move unless told.
  legalMoves(player = this.toMove) {
    return (this.#moves[player] ??= this.#findMoves(player));
  }

  get isOver() {
    return this.legalMoves().length === 0;
  }

  // The player who has won, null while the game goes on.
  get winner() {
    return this.isOver ? 3 - this.toMove : null;
  }

  // A new position after a legal move.
  play(name) {
    if (!this.legalMoves().includes(name)) throw new RangeError(`${name} is not a legal move in ${this}`);
    const cells = this.#cells.map((row) => [...row]);
    const here = this.location(this.toMove);
    if (here) {
      const [row, column] = placeOf(here);
      cells[row][column] = "x";
    }
    const [row, column] = placeOf(name);
    cells[row][column] = String(this.toMove);
    return new Position(cells, 3 - this.toMove);
  }

  #findMoves(player) {
    const here = this.location(player);
    if (!here) return this.squares().filter((name) => this.cell(name) === ".");
    const [row, column] = placeOf(here);
    return STEPS.map(([down, right]) => [row + down, column + right])
      .filter(([r, c]) => this.#cells[r]?.[c] === ".")
      .map(([r, c]) => nameOf(r, c));
  }

  #find(mark) {
    for (const [row, cells] of this.#cells.entries()) {
      const column = cells.indexOf(mark);
      if (column >= 0) return nameOf(row, column);
    }
    return null;
  }
}
