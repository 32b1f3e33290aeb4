// The moves of a game: the main line in a row, each variation below the move it replaces. Every move can be
// clicked.

import { button, html, replace } from "./elements.js";
import { moverOf } from "./variations.js";

/** @typedef {{tree: Variations, line: Set<Ply>, isMistake: (node: Ply) => boolean}} Context */

export class MoveList {
  /** @param {{onselect: (node: Ply) => void, onremove: (node: Ply) => void}} options */
  constructor({ onselect, onremove }) {
    this.onselect = onselect;
    this.onremove = onremove;
    this.element = html("div", { class: "moves", role: "group", "aria-label": "Moves", tabindex: 0 });
  }

  /**
   * Draw a tree; mistakes get a question mark.
   * @param {Variations} tree
   * @param {{isMistake: (node: Ply) => boolean}} options
   */
  draw(tree, { isMistake }) {
    const context = { tree, line: new Set(tree.line()), isMistake };
    const start = button("start", () => this.onselect(tree.root), { class: "ply-button start", ...currentIf(tree.current === tree.root) });
    const empty = tree.root.children.length === 0 && html("span", { class: "muted" }, "no moves yet");
    replace(this.element, html("div", { class: "main-line" }, start, empty, this.#drawFrom(tree.root, context)));
    requestAnimationFrame(() => this.#scroll());
  }

  // Show the current move. Runs when the page is laid out anyway, because it measures.
  #scroll() {
    /** @type {HTMLElement | null} */
    const current = this.element.querySelector("[aria-current]");
    if (current) this.element.scrollTop = Math.max(0, current.offsetTop - this.element.clientHeight / 2);
  }

  /**
   * The first move after a node continues the row; the others follow it as variations.
   * @param {Ply} node
   * @param {Context} context
   * @returns {Child[]}
   */
  #drawFrom(node, context) {
    const parts = [];
    for (let at = node; at.children.length; at = at.children[0]) {
      const [first, ...others] = at.children;
      parts.push(this.#drawMove(first, context), others.map((other) =>
        html("div", { class: "variation", role: "group", "aria-label": `Variation at move ${other.ply}` },
          this.#drawMove(other, context), this.#drawFrom(other, context),
          button("×", () => this.onremove(other), { class: "quiet remove", "aria-label": `Remove the variation ${other.move}` }))));
    }
    return parts;
  }

  /**
   * @param {Ply} node
   * @param {Context} context
   */
  #drawMove(node, { tree, line, isMistake }) {
    const player = moverOf(node);
    const classes = ["ply-button", `p${player}`, line.has(node) && "on-line", isMistake(node) && "mistake"];
    const name = `move ${node.ply}, player ${player} to ${node.move}${isMistake(node) ? ", a mistake" : ""}`;
    return button([html("small", { "aria-hidden": "true" }, String(node.ply)), node.move, isMistake(node) && "?"], () => this.onselect(node),
      { class: classes.filter(Boolean).join(" "), "aria-label": name, ...currentIf(node === tree.current) });
  }
}

/** @param {boolean} isCurrent */
function currentIf(isCurrent) {
  return isCurrent ? { "aria-current": "true" } : {};
}
