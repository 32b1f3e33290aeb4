// The players, whose turn it is, how the game ended, and the buttons of a game.

import { button, html, replace } from "./elements.js";
import { knightIcon } from "./knight.js";
import { PlayerChoice } from "./player_choice.js";

/**
 * @typedef {object} Actions
 * @property {(index: number, spec: string) => void} onplayer
 * @property {(event: PointerEvent) => void} ondrag
 * @property {() => void} onnew
 * @property {() => void} ongames
 * @property {() => void} onundo
 * @property {() => void} onredo
 * @property {() => void} onrun
 * @property {() => void} onresign
 * @property {() => void} onswap
 * @property {() => void} onflip
 * @property {() => void} onsounds
 *
 * @typedef {object} State
 * @property {Position} position
 * @property {[string, string]} players
 * @property {string} status
 * @property {GameResult | null} result
 * @property {[string, string] | null} clocks the time left, where there is a clock
 * @property {boolean} canDrag whether the knight beside the board can be dragged onto it
 * @property {boolean} canUndo
 * @property {boolean} canRedo
 * @property {boolean} canResign
 * @property {boolean} isFlipped
 * @property {boolean} hasSounds
 * @property {string | null} run the label of the button that runs or pauses the game
 */

export class PlayersPanel {
  #drawn = "";
  #canDrag = false;

  /** @param {{catalog: Catalog, players: [string, string], actions: Actions}} options */
  constructor({ catalog, players, actions }) {
    this.actions = actions;
    this.rows = [this.#makeRow(1, catalog, players[0]), this.#makeRow(2, catalog, players[1])];
    this.status = html("p", { class: "status" });
    this.buttons = html("div", { class: "buttons" });
    this.element = html(
      "section",
      { class: "card", "aria-label": "Players" },
      html(
        "div",
        { class: "players" },
        this.rows.map(({ element }) => element),
      ),
      this.status,
      this.buttons,
    );
  }

  /** @param {State} state */
  draw(state) {
    this.#canDrag = state.canDrag;
    const drawn = JSON.stringify([state, String(state.position)]);
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    this.#drawRow(1, state);
    this.#drawRow(2, state);
    replace(this.status, state.status);
    this.status.classList.toggle("result", state.result !== null);
    replace(this.buttons, this.#makeButtons(state));
  }

  /** @param {State} state */
  #makeButtons({ canUndo, canRedo, canResign, isFlipped, hasSounds, run }) {
    const { actions } = this;
    return [
      button("New game…", actions.onnew, { "data-act": "new", class: "primary" }),
      button("↶ Undo", actions.onundo, { "data-act": "undo", disabled: !canUndo }),
      button("↷ Redo", actions.onredo, { "data-act": "redo", disabled: !canRedo }),
      run && button(run, actions.onrun, { "data-act": "run" }),
      canResign && button("⚑ Resign", actions.onresign, { "data-act": "resign" }),
      button("⇄ Swap sides", actions.onswap, { "data-act": "swap" }),
      button("⟳ Flip board", actions.onflip, { "data-act": "flip", pressed: isFlipped }),
      button("♪ Sounds", actions.onsounds, { "data-act": "sounds", pressed: hasSounds }),
      button("Games…", actions.ongames, { "data-act": "games" }),
    ];
  }

  /**
   * @param {Player} player
   * @param {Catalog} catalog
   * @param {string} value
   */
  #makeRow(player, catalog, value) {
    const choice = new PlayerChoice({
      catalog,
      value,
      label: `Player ${player}`,
      withYou: true,
      onchange: (spec) => this.actions.onplayer(player - 1, spec),
    });
    const hand = html("span", { class: "hand" }, knightIcon(player));
    hand.addEventListener("pointerdown", (event) => {
      if (this.#canDrag && hand.classList.contains("waiting")) this.actions.ondrag(event);
    });
    const note = html("span", { class: "turn" });
    const clock = html("span", { class: "clock", role: "timer", "aria-label": "Time left" });
    const name = html("span", { class: "player-number" }, `Player ${player}`);
    const element = html("div", {}, hand, name, choice.element, clock, note);
    return { element, choice, hand, note, clock };
  }

  /**
   * @param {Player} player
   * @param {State} state
   */
  #drawRow(player, { position, players, result, clocks, canDrag }) {
    const { element, choice, hand, note, clock } = this.rows[player - 1];
    const isMover = position.toMove === player && !result;
    const isWaiting = canDrag && isMover && !position.location(player);
    const hasWon = result?.winner === player;
    const classes = ["player", `p${player}`, isMover && "to-move", hasWon && "won"];
    element.className = classes.filter(Boolean).join(" ");
    hand.className = `hand${isWaiting ? " waiting" : ""}`;
    hand.title = isWaiting ? "drag it onto the board, or click a square" : "";
    choice.set(players[player - 1]);
    clock.hidden = clocks === null;
    replace(clock, clocks?.[player - 1]);
    replace(note, hasWon ? "has won" : result ? LOST[result.reason] : isMover ? "to move" : "");
  }

  /**
   * Show the time left; the rest of the panel stays as it is.
   * @param {[string, string]} clocks
   */
  drawClocks(clocks) {
    for (const [index, { clock }] of this.rows.entries())
      if (clock.textContent !== clocks[index]) clock.textContent = clocks[index];
  }
}

/** @type {Record<GameResult["reason"], string>} */
const LOST = { no_moves: "cannot move", resigned: "resigned", time: "out of time" };
