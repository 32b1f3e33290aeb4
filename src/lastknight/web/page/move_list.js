// The moves of a game: the main line in a row, each variation below the move it replaces, comments
// behind their moves. Every move can be clicked; the arrow keys step through them.

import { button, html, replace } from "./elements.js";
import { moverOf } from "./variations.js";

/** @typedef {{tree: Variations, line: Set<Ply>, isMistake: (node: Ply) => boolean}} Context */
/**
 * @typedef {object} Actions
 * @property {(node: Ply) => void} onselect
 * @property {(node: Ply) => void} onremove
 * @property {(node: Ply) => void} onpromote
 */

export class MoveList {
  /** @param {Actions} actions */
  constructor(actions) {
    this.actions = actions;
    this.element = html("div", { class: "moves", role: "group", "aria-label": "Moves" });
  }

  /**
   * Draw a tree; mistakes get a question mark.
   * @param {Variations} tree
   * @param {{isMistake: (node: Ply) => boolean}} options
   */
  draw(tree, { isMistake }) {
    const context = { tree, line: new Set(tree.line()), isMistake };
    const active = document.activeElement;
    const hasFocus = active?.matches(".ply-button") && this.element.contains(active);
    const start = button("start", () => this.actions.onselect(tree.root), {
      class: "ply-button start",
      ...currentIf(tree.current === tree.root),
    });
    const isEmpty = tree.root.children.length === 0;
    const empty = isEmpty && html("span", { class: "muted" }, "no moves yet");
    const moves = this.#drawFrom(tree.root, context);
    replace(this.element, html("div", { class: "main-line" }, start, empty, moves));
    if (hasFocus) this.#current()?.focus({ preventScroll: true });
    requestAnimationFrame(() => this.#scroll());
  }

  /** @returns {HTMLElement | null} */
  #current() {
    return this.element.querySelector("[aria-current]");
  }

  // Show the current move. Runs when the page is laid out anyway, because it measures.
  #scroll() {
    const current = this.#current();
    if (current)
      this.element.scrollTop = Math.max(0, current.offsetTop - this.element.clientHeight / 2);
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
      parts.push(this.#drawMove(first, context));
      parts.push(others.map((other) => this.#drawVariation(other, context)));
    }
    return parts;
  }

  /**
   * @param {Ply} node
   * @param {Context} context
   */
  #drawVariation(node, context) {
    const { onpromote, onremove } = this.actions;
    return html(
      "div",
      { class: "variation", role: "group", "aria-label": `Variation at move ${node.ply}` },
      this.#drawMove(node, context),
      this.#drawFrom(node, context),
      button("↑", () => onpromote(node), {
        class: "quiet remove",
        title: "make this the main line",
        "aria-label": `Make the variation ${node.move} the main line`,
      }),
      button("×", () => onremove(node), {
        class: "quiet remove",
        title: "remove this variation",
        "aria-label": `Remove the variation ${node.move}`,
      }),
    );
  }

  /**
   * @param {Ply} node
   * @param {Context} context
   * @returns {Child[]}
   */
  #drawMove(node, { tree, line, isMistake }) {
    const player = moverOf(node);
    const classes = [
      "ply-button",
      `p${player}`,
      line.has(node) && "on-line",
      isMistake(node) && "mistake",
    ];
    const mistake = isMistake(node) ? ", a mistake" : "";
    const name = `move ${node.ply}, player ${player} to ${node.move}${mistake}`;
    const number = html("small", { "aria-hidden": "true" }, String(node.ply));
    return [
      button([number, node.move, isMistake(node) && "?"], () => this.actions.onselect(node), {
        class: classes.filter(Boolean).join(" "),
        "aria-label": name,
        ...currentIf(node === tree.current),
      }),
      node.comment ? html("span", { class: "comment" }, node.comment) : null,
    ];
  }
}

/**
 * Tab stops at the current move only; the arrow keys lead to the others.
 * @param {boolean} isCurrent
 */
function currentIf(isCurrent) {
  return isCurrent ? { "aria-current": "true", tabindex: 0 } : { tabindex: -1 };
}
