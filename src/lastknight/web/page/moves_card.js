// The card with the moves of a game: the list, buttons to step through it, a comment on the current
// move, and ways to take the game along.

import { copyButtons } from "./clipboard.js";
import { button, cardHead, html } from "./elements.js";
import { mainMoves } from "./game_link.js";
import { formatGameText } from "./game_text.js";
import { MoveList } from "./move_list.js";
import { StepButtons } from "./stepping.js";

const LONGEST_COMMENT = 400;

/**
 * @typedef {object} MovesActions
 * @property {(node: Ply) => void} onselect
 * @property {(node: Ply) => void} onremove
 * @property {(node: Ply) => void} onpromote
 * @property {(step: import("./stepping.js").Step) => void} onstep
 * @property {(node: Ply, text: string) => void} oncomment
 */

export class MovesCard {
  /** The move whose comment is being typed. @type {Ply | null} */
  #commented = null;

  /** @param {{game: () => PlayState, actions: MovesActions}} options */
  constructor({ game, actions }) {
    this.list = new MoveList(actions);
    this.steps = new StepButtons(actions);
    this.comment = html("input", {
      type: "text",
      class: "comment-field",
      maxlength: LONGEST_COMMENT,
      placeholder: "Comment on this move",
      "aria-label": "Comment on this move",
    });
    const { comment } = this;
    comment.addEventListener("focus", () => (this.#commented = game().tree.current));
    comment.addEventListener("change", () => {
      if (this.#commented) actions.oncomment(this.#commented, comment.value.trim());
    });
    comment.addEventListener("blur", () => (comment.value = game().tree.current.comment));
    const copies = copyButtons([
      { what: "link", read: () => location.href },
      { what: "position", read: () => String(game().tree.position) },
      { what: "moves", read: () => mainMoves(game().tree).join(" ") },
    ]);
    const file = button("Save file", () => saveFile(formatGameText(game())), {
      class: "small",
      title: "a text file that 'lastknight play --load' reads",
    });
    this.element = html(
      "section",
      { class: "card", "aria-label": "Moves of the game" },
      cardHead("Moves", this.steps.element),
      this.list.element,
      this.comment,
      html("div", { class: "buttons take-along" }, copies.buttons, file, copies.status),
    );
  }

  /**
   * @param {Variations} tree
   * @param {{isMistake: (node: Ply) => boolean}} options
   */
  draw(tree, options) {
    const { current } = tree;
    this.list.draw(tree, options);
    this.steps.draw({ ply: current.ply, plies: tree.line().length - 1 });
    this.comment.hidden = current.move === null;
    if (document.activeElement !== this.comment) this.comment.value = current.comment;
  }
}

/** @param {string} text */
function saveFile(text) {
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const link = html("a", { href: url, download: "game.txt" });
  link.click();
  URL.revokeObjectURL(url);
}
