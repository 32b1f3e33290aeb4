// Who plays, whose turn it is, and the buttons of a game.

import { button, html, replace } from "./elements.js";
import { knightIcon } from "./knight.js";
import { choosePlayer } from "./player_choice.js";

export class PlayersPanel {
  // `actions` has onplayer(index, spec), ondrag(event), onnew, onundo, onredo, onrun.
  constructor({ levels, actions }) {
    Object.assign(this, { levels, actions });
    this.rows = html("div", { class: "players" });
    this.status = html("p", { class: "status" });
    this.buttons = html("div", { class: "buttons" });
    this.element = html("section", { class: "card", "aria-label": "Players" }, this.rows, this.status, this.buttons);
  }

  // `state` has position, players, status (text), canUndo, canRedo, run (label of a button or null),
  // canDrag (whether the knight beside the board can be placed by dragging).
  draw(state) {
    const seen = JSON.stringify([state, String(state.position)]);
    if (seen === this.seen) return;
    this.seen = seen;
    replace(this.rows, [1, 2].map((player) => this.#drawRow(player, state)));
    replace(this.status, state.status);
    const make = (act, label, attributes = {}) => button(label, () => this.actions[`on${act}`](), { "data-act": act, ...attributes });
    replace(this.buttons,
      make("new", "New game…", { class: "primary" }),
      make("undo", "↶ Undo", { disabled: !state.canUndo }),
      make("redo", "↷ Redo", { disabled: !state.canRedo }),
      state.run && make("run", state.run));
  }

  #drawRow(player, { position, players, canDrag }) {
    const isMover = position.toMove === player && !position.isOver;
    const isWaiting = canDrag && isMover && !position.location(player);
    const icon = html("span", { class: `hand${isWaiting ? " waiting" : ""}`, title: isWaiting ? "drag it onto the board, or click a square" : null, onpointerdown: (event) => isWaiting && this.actions.ondrag(event) }, knightIcon(player));
    const choice = choosePlayer({ levels: this.levels, value: players[player - 1], label: `Player ${player}`, withYou: true, onchange: (spec) => this.actions.onplayer(player - 1, spec) });
    const note = position.winner === player ? "has won" : position.winner ? "cannot move" : isMover ? "to move" : "";
    return html("div", { class: `player p${player}${isMover ? " to-move" : ""}${position.winner === player ? " won" : ""}` },
      icon, html("span", { class: "player-number" }, `Player ${player}`), choice, html("span", { class: "turn" }, note));
  }
}
