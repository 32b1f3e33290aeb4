// The rules again, for the page: a move is drawn before the server answers. Positions are immutable
// and their text is the same as everywhere in lastknight; a test compares them with the server's.

const STEPS = [
  [-2, -1],
  [-2, 1],
  [-1, -2],
  [-1, 2],
  [1, -2],
  [1, 2],
  [2, -1],
  [2, 1],
];

/**
 * The name of a square: column letters, then the row, 1 at the top.
 * @param {number} row
 * @param {number} column
 */
export function nameOf(row, column) {
  return columnName(column) + (row + 1);
}

/**
 * The letters of a column: a to z, then aa and so on.
 * @param {number} column
 * @returns {string}
 */
export function columnName(column) {
  const last = String.fromCharCode(97 + (column % 26));
  return column < 26 ? last : columnName(Math.floor(column / 26) - 1) + last;
}

/**
 * Row and column of a square.
 * @param {string} name
 * @returns {[row: number, column: number]}
 */
export function placeOf(name) {
  const [, letters, digits] = /^([a-z]+)([0-9]+)$/.exec(name) ?? [];
  if (letters === undefined) throw new RangeError(`${name} is not a square`);
  const column = [...letters].reduce((sum, letter) => 26 * sum + letter.charCodeAt(0) - 96, 0);
  return [Number(digits) - 1, column - 1];
}

/**
 * The other player.
 * @param {Player} player
 * @returns {Player}
 */
export function opponentOf(player) {
  return player === 1 ? 2 : 1;
}

export class Position {
  #cells;
  /** @type {Map<Player, string[]>} */
  #moves = new Map();

  /**
   * Rows of cells: "." blank, "x" gone, "1" and "2" the knights.
   * @param {string[][]} cells
   * @param {Player} toMove
   */
  constructor(cells, toMove) {
    this.#cells = cells;
    this.toMove = toMove;
    this.height = cells.length;
    this.width = cells[0].length;
    this.locations = [this.#find("1"), this.#find("2")];
  }

  // The empty board of the usual size.
  static start() {
    return new Position(
      Array.from({ length: 7 }, () => Array(7).fill(".")),
      1,
    );
  }

  /**
   * Parse the text of a position that the server has written or accepted.
   * @param {string} text
   */
  static parse(text) {
    const [rows, toMove] = text.split(":");
    return new Position(
      rows.split("/").map((row) => [...row]),
      toMove === "2" ? 2 : 1,
    );
  }

  toString() {
    return `${this.#cells.map((row) => row.join("")).join("/")}:${this.toMove}`;
  }

  /**
   * The square of a player's knight, null before it is placed.
   * @param {Player} player
   */
  location(player) {
    return this.locations[player - 1];
  }

  /**
   * "." blank, "x" gone, "1" or "2" a knight.
   * @param {string} name
   */
  cell(name) {
    const [row, column] = placeOf(name);
    return this.#cells[row][column];
  }

  // All squares, row by row.
  squares() {
    return this.#cells.flatMap((row, r) => row.map((_, c) => nameOf(r, c)));
  }

  /**
   * The squares a player can go to.
   * @param {Player} player
   */
  legalMoves(player = this.toMove) {
    let moves = this.#moves.get(player);
    if (!moves) this.#moves.set(player, (moves = this.#findMoves(player)));
    return moves;
  }

  get isOver() {
    return this.legalMoves().length === 0;
  }

  // The player who has won, null during the game.
  get winner() {
    return this.isOver ? opponentOf(this.toMove) : null;
  }

  /**
   * The position after a legal move.
   * @param {string} name
   */
  play(name) {
    if (!this.legalMoves().includes(name))
      throw new RangeError(`${name} is not a legal move in ${this}`);
    const cells = this.#cells.map((row) => [...row]);
    const here = this.location(this.toMove);
    if (here) {
      const [row, column] = placeOf(here);
      cells[row][column] = "x";
    }
    const [row, column] = placeOf(name);
    cells[row][column] = String(this.toMove);
    return new Position(cells, opponentOf(this.toMove));
  }

  /** @param {Player} player */
  #findMoves(player) {
    const here = this.location(player);
    if (!here) return this.squares().filter((name) => this.cell(name) === ".");
    const [row, column] = placeOf(here);
    return STEPS.map(([down, right]) => [row + down, column + right])
      .filter(([r, c]) => this.#cells[r]?.[c] === ".")
      .map(([r, c]) => nameOf(r, c));
  }

  /** @param {string} mark */
  #find(mark) {
    for (const [row, cells] of this.#cells.entries()) {
      const column = cells.indexOf(mark);
      if (column >= 0) return nameOf(row, column);
    }
    return null;
  }
}

/**
 * A square for screen readers: its name and what is on it. `known` is added to a legal move.
 * @param {Position} position
 * @param {string} name
 * @param {string} known
 */
export function describeSquare(position, name, known = "") {
  const inside = position.cell(name);
  if (inside === "x") return `${name}, gone`;
  if (inside !== ".") return `${name}, knight of player ${inside}`;
  if (!position.legalMoves().includes(name)) return `${name}, blank`;
  const action = position.location(position.toMove) ? "legal move" : "legal placement";
  return `${name}, ${action}${known && `, ${known}`}`;
}
