// The tree of variations as text: moves in a row, other moves below the one they replace. Each can be
// clicked.

import { button, html, replace } from "./elements.js";

export class MoveList {
  // `onselect(node)`, `onremove(node)`: the first move of a variation can take it out.
  constructor({ onselect, onremove }) {
    this.onselect = onselect;
    this.onremove = onremove;
    this.element = html("div", { class: "moves", role: "group", "aria-label": "Moves", tabindex: 0 });
  }

  // `isMistake(node)` puts a question mark to a move.
  draw(tree, { isMistake = () => false } = {}) {
    const line = new Set(tree.line());
    const context = { tree, line, isMistake };
    const start = button("start", () => this.onselect(tree.root), { class: "ply-button start", ...here(tree.current === tree.root) });
    const empty = tree.root.children.length === 0 && html("span", { class: "muted" }, "no moves yet");
    replace(this.element, html("div", { class: "main-line" }, start, empty, this.#drawFrom(tree.root, context)));
    requestAnimationFrame(() => this.#scroll());
  }

  // Where the current move is to be seen; measured when the page is laid out anyway.
  #scroll() {
    const current = this.element.querySelector("[aria-current]");
    if (current) this.element.scrollTop = Math.max(0, current.offsetTop - this.element.clientHeight / 2);
  }

  // The first move of a node goes on in the row, the others follow it as variations.
  #drawFrom(node, context) {
    const parts = [];
    for (let at = node; at.children.length; at = at.children[0]) {
      const [first, ...others] = at.children;
      parts.push(this.#drawMove(first, context), others.map((other) =>
        html("div", { class: "variation", role: "group", "aria-label": `Variation at move ${other.ply}` },
          this.#drawMove(other, context), this.#drawFrom(other, context),
          button("×", () => this.onremove(other), { class: "quiet remove", "aria-label": `Take out the variation ${other.move}` }))));
    }
    return parts;
  }

  #drawMove(node, { tree, line, isMistake }) {
    const player = 3 - node.position.toMove;
    const classes = ["ply-button", `p${player}`, line.has(node) && "on-line", isMistake(node) && "mistake"];
    const name = `move ${node.ply}, player ${player} to ${node.move}${isMistake(node) ? ", a mistake" : ""}`;
    return button([html("small", { "aria-hidden": "true" }, String(node.ply)), node.move, isMistake(node) && "?"], () => this.onselect(node),
      { class: classes.filter(Boolean).join(" "), "aria-label": name, ...here(node === tree.current) });
  }
}

function here(isHere) {
  return isHere ? { "aria-current": "true" } : {};
}
