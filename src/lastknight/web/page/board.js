// The board as an SVG drawing that can be played on: by click, by dragging and by keyboard. It draws
// what it is told and says which square was chosen; games and the server are unknown here.

import { replace, svg } from "./elements.js";
import { drawKnight } from "./knight.js";
import { CELL, drawMark } from "./marks.js";
import { columnName, nameOf, placeOf } from "./position.js";

// In units of the drawing, whose origin is the corner of a1.
//
//     LABELS   CELL   PAD
//    +------+-------+---+
//    |      |   a   |   |  LABELS
//    +------+-------+---+
//    |   1  | TILE  |   |  CELL
//    +------+-------+---+  PAD
const TILE = 53, LABELS = 28, PAD = 8;
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

export class Board {
  #cells = new Map();
  #seen = new Map();
  #state = null;
  #focused = null;
  #size = "";
  #drag = null;

  // `onmove(name)` is called for a legal move while `canMove`; without it the board is a picture.
  constructor({ onmove = null, label = "Board" } = {}) {
    this.onmove = onmove;
    const role = onmove ? "grid" : "img";
    this.element = svg("svg", { class: "board", role, "aria-label": label });
    this.tiles = svg("g", { role: onmove ? "rowgroup" : null });
    this.over = svg("g", { class: "over", "aria-hidden": "true" });
    this.element.append(svg("g", { class: "frame", "aria-hidden": "true" }), this.tiles, this.over);
    if (onmove) this.#listen();
  }

  // Draw a state: position, plies (number by square), last ({from, to, player}), canMove, marks (see
  // marks.js, by square), label (text of a square for a screen reader).
  draw(state) {
    this.#state = { plies: new Map(), marks: new Map(), last: null, canMove: false, label: () => "", ...state };
    const { position } = this.#state;
    this.#layOut(position);
    for (const [name, cell] of this.#cells) this.#drawCell(name, cell);
    replace(this.over, this.#drawTrail(), this.#drawPieces(position));
    this.element.classList.toggle("can-move", this.#state.canMove);
  }

  // Drag the knight of the player to move from wherever the pointer is, also from beside the board.
  startDrag(event) {
    const { position, canMove } = this.#state;
    if (!canMove || event.button !== 0) return;
    event.preventDefault();
    this.#drag = { x: event.clientX, y: event.clientY, ghost: null, player: position.toMove };
    const move = (moved) => this.#dragTo(moved);
    const stop = (stopped) => {
      for (const [name, listener] of listeners) window.removeEventListener(name, listener);
      this.#drop(stopped);
    };
    const listeners = [["pointermove", move], ["pointerup", stop], ["pointercancel", stop]];
    for (const [name, listener] of listeners) window.addEventListener(name, listener);
  }

  // Put the keyboard's focus on a square.
  focus(name = this.#focused) {
    this.#setFocused(name);
    this.#cells.get(name)?.focus();
  }

  #layOut({ width, height }) {
    const size = `${width}x${height}`;
    if (size === this.#size) return;
    this.#size = size;
    const [w, h] = [LABELS + width * CELL + PAD, LABELS + height * CELL + PAD];
    this.element.setAttribute("viewBox", `${-LABELS} ${-LABELS} ${w} ${h}`);
    const half = CELL / 2;
    replace(this.element.firstChild,
      svg("rect", { class: "ground", x: -LABELS, y: -LABELS, width: w, height: h, rx: 12 }),
      Array.from({ length: width }, (_, n) => svg("text", { x: n * CELL + half, y: -9 }, columnName(n))),
      Array.from({ length: height }, (_, n) => svg("text", { x: -14, y: n * CELL + half + 4.5 }, String(n + 1))));
    this.#cells.clear();
    this.#seen.clear();
    replace(this.tiles, Array.from({ length: height }, (_, row) =>
      svg("g", { role: this.onmove ? "row" : null }, Array.from({ length: width }, (_, column) => this.#makeCell(row, column)))));
    this.#setFocused(nameOf(Math.floor(height / 2), Math.floor(width / 2)));
  }

  #makeCell(row, column) {
    const [x, y, edge] = [column * CELL, row * CELL, (CELL - TILE) / 2];
    const role = this.onmove ? { role: "gridcell", tabindex: -1 } : {};
    const cell = svg("g", { ...role, "data-square": nameOf(row, column), transform: `translate(${x} ${y})` },
      svg("rect", { class: "tile", x: edge, y: edge, width: TILE, height: TILE, rx: 6 }),
      svg("g", { class: "content" }),
      svg("rect", { class: "focus-ring", x: 3, y: 3, width: CELL - 6, height: CELL - 6, rx: 5 }));
    this.#cells.set(nameOf(row, column), cell);
    return cell;
  }

  #drawCell(name, cell) {
    const { position, plies, marks, canMove, label } = this.#state;
    const [row, column] = placeOf(name);
    const inside = position.cell(name);
    const isLegal = position.legalMoves().includes(name);
    const isMover = position.location(position.toMove) === name;
    const kind = inside === "x" ? "hole" : (row + column) % 2 ? "dark" : "light";
    const classes = ["cell", kind, isLegal && "legal", isLegal && canMove && "open", isMover && !position.isOver && `mover p${position.toMove}`];
    const words = this.onmove && label(name);
    if (this.onmove && cell.getAttribute("aria-label") !== words) cell.setAttribute("aria-label", words);
    const mark = marks.get(name);
    const isPlain = isLegal && !mark?.lines?.length && !mark?.winner && position.location(position.toMove);
    const seen = JSON.stringify([classes, inside, isPlain && position.toMove, mark, plies.get(name)]);
    if (this.#seen.get(name) === seen) return;
    this.#seen.set(name, seen);
    cell.setAttribute("class", classes.filter(Boolean).join(" "));
    replace(cell.querySelector(".content"),
      inside === "x" && this.#drawHole(name, plies.get(name)),
      isPlain && svg("circle", { class: `dot p${position.toMove}`, cx: CELL / 2, cy: CELL / 2, r: 6.5 }),
      mark && drawMark(mark, { isOccupied: inside === "1" || inside === "2" }));
  }

  // A visited square has the number of its ply, one blocked from the start is hatched.
  #drawHole(name, ply) {
    const half = CELL / 2;
    if (!ply) return svg("path", { class: "hatch", d: `M${half - 21} ${half}l21-21m21 0l-42 42m21 0l21-21` });
    return svg("g", { class: `ply p${ply.player}` }, svg("circle", { cx: half, cy: half, r: 10.5 }),
      svg("text", { x: half, y: half + 4 }, String(ply.number)));
  }

  #drawTrail() {
    const { last } = this.#state;
    if (!last?.from) return null;
    const [[x1, y1], [x2, y2]] = [center(last.from), center(last.to)];
    return svg("line", { class: `trail p${last.player}`, x1, y1, x2, y2 });
  }

  #drawPieces(position) {
    const { plies } = this.#state;
    return [1, 2].filter((player) => position.location(player)).map((player) => {
      const name = position.location(player);
      const [x, y] = center(name);
      const ply = plies.get(name);
      return svg("g", { "data-knight": player },
        drawKnight(player, { x, y, scale: 0.48, fallen: position.winner === 3 - player }),
        ply && svg("g", { class: `ply p${player}` }, svg("circle", { cx: x - 19, cy: y - 19, r: 8.5 }),
          svg("text", { x: x - 19, y: y - 15.5, class: "small" }, String(ply.number))));
    });
  }

  #listen() {
    this.element.addEventListener("click", (event) => this.#choose(squareOf(event.target)));
    this.element.addEventListener("keydown", (event) => this.#press(event));
    this.element.addEventListener("focusin", (event) => this.#setFocused(squareOf(event.target)));
    this.element.addEventListener("pointerdown", (event) => {
      const { position } = this.#state;
      const name = squareOf(event.target);
      if (name && name === position.location(position.toMove)) this.startDrag(event);
    });
  }

  #press(event) {
    const step = ARROWS[event.key];
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (step) {
      const [row, column] = placeOf(this.#focused);
      const next = nameOf(row + step[0], column + step[1]);
      if (row + step[0] >= 0 && column + step[1] >= 0 && this.#cells.has(next)) this.focus(next);
    } else if (event.key === "Enter" || event.key === " ") this.#choose(this.#focused);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  #choose(name) {
    const { position, canMove } = this.#state;
    if (name && canMove && position.legalMoves().includes(name)) this.onmove(name);
  }

  #setFocused(name) {
    if (!this.onmove || !name) return;
    this.#cells.get(this.#focused)?.setAttribute("tabindex", "-1");
    this.#focused = name;
    this.#cells.get(name)?.setAttribute("tabindex", "0");
  }

  #dragTo(event) {
    const drag = this.#drag;
    if (!drag.ghost && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < 5) return;
    if (!drag.ghost) {
      drag.ghost = svg("g", { class: "ghost" }, drawKnight(drag.player, { x: 0, y: 0, scale: 0.58 }));
      this.over.append(drag.ghost);
      this.over.querySelector(`[data-knight="${drag.player}"]`)?.classList.add("lifted");
    }
    const { x, y } = this.#inside(event);
    drag.ghost.setAttribute("transform", `translate(${x} ${y})`);
    const under = this.#squareAt({ x, y });
    for (const [name, cell] of this.#cells) cell.classList.toggle("under", name === under);
  }

  #drop(event) {
    const { ghost } = this.#drag;
    this.#drag = null;
    if (!ghost) return;
    ghost.remove();
    this.over.querySelector(".lifted")?.classList.remove("lifted");
    for (const cell of this.#cells.values()) cell.classList.remove("under");
    if (event.type === "pointerup") this.#choose(this.#squareAt(this.#inside(event)));
  }

  #inside(event) {
    return new DOMPoint(event.clientX, event.clientY).matrixTransform(this.element.getScreenCTM().inverse());
  }

  #squareAt({ x, y }) {
    const [row, column] = [Math.floor(y / CELL), Math.floor(x / CELL)];
    const name = row >= 0 && column >= 0 ? nameOf(row, column) : null;
    return this.#cells.has(name) ? name : null;
  }
}

function squareOf(target) {
  return target.closest?.("[data-square]")?.dataset.square ?? null;
}

function center(name) {
  const [row, column] = placeOf(name);
  return [column * CELL + CELL / 2, row * CELL + CELL / 2];
}
