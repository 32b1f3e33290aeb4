// The players, whose turn it is, and the buttons of a game.

import { button, html, replace } from "./elements.js";
import { knightIcon } from "./knight.js";
import { choosePlayer } from "./player_choice.js";

/**
 * @typedef {object} Actions
 * @property {(index: number, spec: string) => void} onplayer
 * @property {(event: PointerEvent) => void} ondrag
 * @property {() => void} onnew
 * @property {() => void} onundo
 * @property {() => void} onredo
 * @property {() => void} onrun
 *
 * @typedef {object} State
 * @property {Position} position
 * @property {string[]} players
 * @property {string} status
 * @property {boolean} canDrag whether the knight beside the board can be dragged onto it
 * @property {boolean} canUndo
 * @property {boolean} canRedo
 * @property {string | null} run the label of the button that runs or pauses the game
 */

export class PlayersPanel {
  #drawn = "";

  /** @param {{levels: Level[], actions: Actions}} options */
  constructor({ levels, actions }) {
    this.levels = levels;
    this.actions = actions;
    this.rows = html("div", { class: "players" });
    this.status = html("p", { class: "status" });
    this.buttons = html("div", { class: "buttons" });
    this.element = html("section", { class: "card", "aria-label": "Players" }, this.rows, this.status, this.buttons);
  }

  /** @param {State} state */
  draw(state) {
    const drawn = JSON.stringify([state, String(state.position)]);
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    const { actions } = this;
    replace(this.rows, this.#drawRow(1, state), this.#drawRow(2, state));
    replace(this.status, state.status);
    replace(this.buttons,
      button("New game…", actions.onnew, { "data-act": "new", class: "primary" }),
      button("↶ Undo", actions.onundo, { "data-act": "undo", disabled: !state.canUndo }),
      button("↷ Redo", actions.onredo, { "data-act": "redo", disabled: !state.canRedo }),
      state.run && button(state.run, actions.onrun, { "data-act": "run" }));
  }

  /**
   * @param {Player} player
   * @param {State} state
   */
  #drawRow(player, { position, players, canDrag }) {
    const isMover = position.toMove === player && !position.isOver;
    const isWaiting = canDrag && isMover && !position.location(player);
    const hasWon = position.winner === player;
    const hand = html("span", {
      class: `hand${isWaiting ? " waiting" : ""}`, title: isWaiting ? "drag it onto the board, or click a square" : null,
      onpointerdown: (/** @type {PointerEvent} */ event) => isWaiting && this.actions.ondrag(event),
    }, knightIcon(player));
    const choice = choosePlayer({
      levels: this.levels, value: players[player - 1], label: `Player ${player}`, withYou: true,
      onchange: (spec) => this.actions.onplayer(player - 1, spec),
    });
    const note = hasWon ? "has won" : position.winner ? "cannot move" : isMover ? "to move" : "";
    return html("div", { class: `player p${player}${isMover ? " to-move" : ""}${hasWon ? " won" : ""}` },
      hand, html("span", { class: "player-number" }, `Player ${player}`), choice, html("span", { class: "turn" }, note));
  }
}
