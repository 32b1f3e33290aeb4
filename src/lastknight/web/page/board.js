// The board as an SVG drawing, played on by click, by dragging and by keyboard. It draws the state
// it is given and reports the chosen square; it knows neither games nor the server.

import { drawArrow, drawHole, drawPieces, drawTrail } from "./board_drawing.js";
import { replace, svg } from "./elements.js";
import { CELL, Grid } from "./grid.js";
import { drawKnight } from "./knight.js";
import { drawMark } from "./marks.js";
import { columnName, nameOf, placeOf } from "./position.js";

// In units of the drawing, whose origin is the corner of a1.
//
//     LABELS   CELL   PAD
//    +------+-------+---+
//    |      |   a   |   |  LABELS
//    +------+-------+---+
//    |   1  | TILE  |   |  CELL
//    +------+-------+---+  PAD
const TILE = 53;
const LABELS = 28;
const PAD = 8;
// Pixels that the pointer must move before a press becomes a drag.
const DRAG_START = 5;
/** @type {Record<string, [down: number, right: number]>} */
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** @typedef {{x: number, y: number, ghost: SVGGElement | null, player: Player}} Drag */

export class Board {
  /** @type {Map<string, SVGGElement>} */
  #cells = new Map();
  /** @type {Map<string, string>} */
  #drawn = new Map();
  /** @type {Required<BoardState> | null} */
  #state = null;
  #focused = "";
  #size = "";
  #grid = new Grid({ width: 1, height: 1 });

  /**
   * `onmove` is called with a legal move while the state has `canMove`; without it the board is a
   * picture.
   * @param {{onmove?: ((name: string) => void) | null, label: string}} options
   */
  constructor({ onmove = null, label }) {
    this.onmove = onmove;
    this.frame = svg("g", { class: "frame", "aria-hidden": "true" });
    this.tiles = svg("g", { role: onmove ? "rowgroup" : null });
    this.over = svg("g", { class: "over", "aria-hidden": "true" });
    this.arrows = svg("g", { class: "over", "aria-hidden": "true" });
    this.hand = svg("g", { class: "over", "aria-hidden": "true" });
    this.element = svg(
      "svg",
      { class: "board", role: onmove ? "grid" : "img", "aria-label": label },
      this.frame,
      this.tiles,
      this.over,
      this.arrows,
      this.hand,
    );
    if (onmove) this.#listen();
  }

  /**
   * Draw a state: `visits` and `marks` are by square, `label` is what a screen reader says about a
   * square.
   * @param {BoardState} state
   */
  draw(state) {
    const whole = {
      visits: new Map(),
      marks: new Map(),
      last: null,
      canMove: false,
      label: () => "",
      arrows: [],
      isFlipped: false,
      result: null,
      ...state,
    };
    this.#state = whole;
    this.#layOut(whole);
    for (const [name, cell] of this.#cells) this.#drawCell(name, cell, whole);
    replace(this.over, drawTrail(whole.last, this.#grid), drawPieces(whole, this.#grid));
    this.drawArrows(whole.arrows);
    this.element.classList.toggle("can-move", whole.canMove);
  }

  /**
   * Draw other arrows; everything else stays as it is.
   * @param {Arrow[]} arrows
   */
  drawArrows(arrows) {
    replace(
      this.arrows,
      arrows.map((arrow) => drawArrow(arrow, this.#grid)),
    );
  }

  /**
   * Drag the knight of the player to move, starting on the board or beside it.
   * @param {PointerEvent} event
   */
  startDrag(event) {
    const state = this.#state;
    if (!state?.canMove || event.button !== 0) return;
    event.preventDefault();
    /** @type {Drag} */
    const drag = { x: event.clientX, y: event.clientY, ghost: null, player: state.position.toMove };
    const listening = new AbortController();
    /** @param {PointerEvent} stopped */
    const stop = (stopped) => {
      listening.abort();
      this.#drop(drag, stopped);
    };
    const { signal } = listening;
    window.addEventListener("pointermove", (moved) => this.#dragTo(drag, moved), { signal });
    window.addEventListener("pointerup", stop, { signal });
    window.addEventListener("pointercancel", stop, { signal });
  }

  // Move the keyboard focus to a square.
  focus(name = this.#focused) {
    this.#setFocused(name);
    this.#cells.get(name)?.focus();
  }

  /**
   * Move the keyboard focus to the next legal move, or with -1 to the one before.
   * @param {1 | -1} direction
   */
  jump(direction) {
    const moves = this.#state?.position.legalMoves() ?? [];
    const at = moves.indexOf(this.#focused);
    const isInside = this.element.contains(document.activeElement);
    const next = at < 0 || !isInside ? (direction > 0 ? 0 : moves.length - 1) : at + direction;
    if (moves.length) this.focus(moves[(next + moves.length) % moves.length]);
  }

  /** @param {Required<BoardState>} state */
  #layOut({ position: { width, height }, isFlipped }) {
    const size = `${width}x${height}${isFlipped}`;
    if (size === this.#size) return;
    this.#size = size;
    const grid = (this.#grid = new Grid({ width, height, isFlipped }));
    const [w, h] = [LABELS + width * CELL + PAD, LABELS + height * CELL + PAD];
    this.element.setAttribute("viewBox", `${-LABELS} ${-LABELS} ${w} ${h}`);
    const half = CELL / 2;
    replace(
      this.frame,
      svg("rect", { class: "ground", x: -LABELS, y: -LABELS, width: w, height: h, rx: 12 }),
      Array.from({ length: width }, (_, n) =>
        svg("text", { x: n * CELL + half, y: -9 }, columnName(grid.turn(0, n)[1])),
      ),
      Array.from({ length: height }, (_, n) =>
        svg("text", { x: -14, y: n * CELL + half + 4.5 }, String(grid.turn(n, 0)[0] + 1)),
      ),
    );
    this.#cells.clear();
    this.#drawn.clear();
    replace(
      this.tiles,
      Array.from({ length: height }, (_, row) =>
        svg(
          "g",
          { role: this.onmove ? "row" : null },
          Array.from({ length: width }, (__, column) => this.#makeCell(row, column)),
        ),
      ),
    );
    this.#setFocused(nameOf(Math.floor(height / 2), Math.floor(width / 2)));
  }

  /**
   * @param {number} row
   * @param {number} column
   */
  #makeCell(row, column) {
    const [down, right] = this.#grid.turn(row, column);
    const [x, y, edge] = [right * CELL, down * CELL, (CELL - TILE) / 2];
    const role = this.onmove ? { role: "gridcell", tabindex: -1 } : {};
    const cell = svg(
      "g",
      { ...role, "data-square": nameOf(row, column), transform: `translate(${x} ${y})` },
      svg("rect", { class: "tile", x: edge, y: edge, width: TILE, height: TILE, rx: 6 }),
      svg("g", { class: "content" }),
      svg("rect", { class: "focus-ring", x: 3, y: 3, width: CELL - 6, height: CELL - 6, rx: 5 }),
    );
    this.#cells.set(nameOf(row, column), cell);
    return cell;
  }

  /**
   * @param {string} name
   * @param {SVGGElement} cell
   * @param {Required<BoardState>} state
   */
  #drawCell(name, cell, { position, result, visits, marks, canMove, label }) {
    const [row, column] = placeOf(name);
    const inside = position.cell(name);
    const mover = position.toMove;
    const isOver = position.isOver || result !== null;
    const isLegal = !isOver && position.legalMoves().includes(name);
    const isMover = !isOver && position.location(mover) === name;
    const kind = inside === "x" ? "hole" : (row + column) % 2 ? "dark" : "light";
    const classes = [
      "cell",
      kind,
      isLegal && "legal",
      isLegal && canMove && "open",
      isMover && `mover p${mover}`,
    ];
    if (this.onmove) setLabel(cell, label(name));
    const mark = marks.get(name);
    const hasDot =
      isLegal && !mark?.lines?.length && !mark?.winner && position.location(mover) !== null;
    const drawn = JSON.stringify([classes, inside, hasDot && mover, mark, visits.get(name)]);
    if (this.#drawn.get(name) === drawn) return;
    this.#drawn.set(name, drawn);
    cell.setAttribute("class", classes.filter(Boolean).join(" "));
    replace(
      cell.children[1],
      inside === "x" && drawHole(visits.get(name)),
      hasDot && svg("circle", { class: `dot p${mover}`, cx: CELL / 2, cy: CELL / 2, r: 6.5 }),
      mark && drawMark(mark),
    );
  }

  #listen() {
    this.element.addEventListener("click", (event) => {
      this.#setFocused(squareOf(event.target));
      this.#choose(squareOf(event.target));
    });
    // A mouse press must not focus the board: the arrow keys would then move its keyboard focus.
    this.element.addEventListener("mousedown", (event) => {
      event.preventDefault();
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    });
    this.element.addEventListener("keydown", (event) => this.#press(event));
    // Otherwise Chromium makes a drawing that listens for focus a tab stop.
    this.element.setAttribute("tabindex", "-1");
    this.element.addEventListener("focusin", (event) => this.#setFocused(squareOf(event.target)));
    this.element.addEventListener("pointerdown", (event) => {
      const position = this.#state?.position;
      const name = squareOf(event.target);
      if (name && position && name === position.location(position.toMove)) this.startDrag(event);
    });
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    const step = ARROWS[event.key];
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (step) {
      const [row, column] = this.#grid.turn(...placeOf(this.#focused));
      const [down, right] = this.#grid.turn(row + step[0], column + step[1]);
      if (down >= 0 && right >= 0 && this.#cells.has(nameOf(down, right)))
        this.focus(nameOf(down, right));
    } else if (event.key === "m" || event.key === "M") this.jump(event.key === "m" ? 1 : -1);
    else if (event.key === "Enter" || event.key === " ") this.#choose(this.#focused);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {string | null} name */
  #choose(name) {
    if (name && this.#state?.canMove && this.#state.position.legalMoves().includes(name))
      this.onmove?.(name);
  }

  /** @param {string | null} name */
  #setFocused(name) {
    if (!this.onmove || !name) return;
    this.#cells.get(this.#focused)?.setAttribute("tabindex", "-1");
    this.#focused = name;
    this.#cells.get(name)?.setAttribute("tabindex", "0");
  }

  /**
   * @param {Drag} drag
   * @param {PointerEvent} event
   */
  #dragTo(drag, event) {
    if (!drag.ghost && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < DRAG_START)
      return;
    if (!drag.ghost) {
      drag.ghost = svg(
        "g",
        { class: "ghost" },
        drawKnight(drag.player, { x: 0, y: 0, scale: 0.58 }),
      );
      this.hand.append(drag.ghost);
      this.over.classList.add(`lifted${drag.player}`);
    }
    const { x, y } = this.#inside(event);
    drag.ghost.setAttribute("transform", `translate(${x} ${y})`);
    const under = this.#grid.squareAt({ x, y });
    for (const [name, cell] of this.#cells) cell.classList.toggle("under", name === under);
  }

  /**
   * @param {Drag} drag
   * @param {PointerEvent} event
   */
  #drop({ ghost }, event) {
    if (!ghost) return;
    ghost.remove();
    this.over.classList.remove("lifted1", "lifted2");
    for (const cell of this.#cells.values()) cell.classList.remove("under");
    if (event.type === "pointerup") this.#choose(this.#grid.squareAt(this.#inside(event)));
  }

  /** @param {PointerEvent} event */
  #inside(event) {
    return new DOMPoint(event.clientX, event.clientY).matrixTransform(
      this.element.getScreenCTM()?.inverse(),
    );
  }
}

/**
 * Screen readers may announce a label again when it is set, so only changes are written.
 * @param {SVGGElement} cell
 * @param {string} label
 */
function setLabel(cell, label) {
  if (cell.getAttribute("aria-label") !== label) cell.setAttribute("aria-label", label);
}

/** @param {EventTarget | null} target */
function squareOf(target) {
  const cell = target instanceof Element ? target.closest("[data-square]") : null;
  return cell?.getAttribute("data-square") ?? null;
}
