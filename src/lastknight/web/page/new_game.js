// The dialog for a new game: players, clock, board, starting position.

import { CLOCKS } from "./clock.js";
import { button, field, html, numberInput, openDialog, replace, select } from "./elements.js";
import { PlayerChoice } from "./player_choice.js";
import { Position } from "./position.js";
import { ask, messageOf } from "./server.js";
import { installNote } from "./site_note.js";

/**
 * Ask for a new game; `onstart` gets the starting position, the players and the clock. The server
 * checks the board and the players' specs, and what is wrong is shown in the dialog.
 * @param {object} options
 * @param {Catalog} options.catalog
 * @param {[string, string]} options.players
 * @param {string} options.clock
 * @param {Position} options.start
 * @param {(game: {start: Position, players: [string, string], clock: string}) => void}
 *   options.onstart
 */
export function askNewGame({ catalog, players, clock, start, onstart }) {
  const choices = players.map((value, index) => {
    const label = `Player ${index + 1}`;
    return new PlayerChoice({ catalog, value, label, withYou: true });
  });
  const controls = makeControls({ start, clock, most: catalog.limits.most_squares });
  const problem = html("p", { class: "problem", role: "alert" });
  const begin = async () => {
    try {
      for (const choice of choices) {
        const found = await choice.problem();
        if (found) throw new Error(`${choice.label}: ${found}`);
      }
      /** @type {GameLine} */
      const line = await ask("/api/line", boardOf(controls));
      if (!dialog.open) return;
      dialog.close();
      const [one, two] = choices.map((choice) => choice.value);
      onstart({
        start: Position.parse(line.start),
        players: [one, two],
        clock: controls.clock.value,
      });
    } catch (error) {
      replace(problem, messageOf(error));
    }
  };
  const form = html(
    "form",
    { method: "dialog", novalidate: true },
    choices.map(({ label, element }) =>
      html("div", { class: "field" }, html("span", { class: "field-name" }, label), element),
    ),
    field("Clock", controls.clock, "a player who runs out of time loses"),
    html("div", { class: "row" }, field("Width", controls.width), field("Height", controls.height)),
    field("Blocked squares", controls.blocked, "such as a1 g7; usually none"),
    html(
      "details",
      {},
      html("summary", {}, "Start from a position"),
      field("Position as text", controls.text, "replaces the board above"),
    ),
    installNote("Players with your own Python heuristics, and course agents,"),
    problem,
    html(
      "p",
      { class: "actions" },
      button("Cancel", () => dialog.close()),
      html("button", { class: "primary", "data-act": "start" }, "Start"),
    ),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    begin();
  });
  const dialog = openDialog("New game", {}, form);
}

/** @param {{start: Position, clock: string, most: number}} options */
function makeControls({ start, clock, most }) {
  const limits = { min: 1, max: most };
  const plain = { type: "text", spellcheck: "false" };
  return {
    clock: select(CLOCKS, clock, () => {}),
    width: numberInput("board-width", start.width, limits),
    height: numberInput("board-height", start.height, limits),
    blocked: html("input", { ...plain, placeholder: "a1 g7" }),
    text: html("input", { ...plain, placeholder: ".2...../......./...1.../…:1" }),
  };
}

/** @param {ReturnType<typeof makeControls>} controls */
function boardOf({ width, height, blocked, text }) {
  const start = text.value.trim();
  if (start) return { start };
  const squares = blocked.value.trim().split(/[\s,]+/);
  return { width: width.value || 0, height: height.value || 0, blocked: squares.join(",") };
}
