// The dialog for a new game: players, board, starting position.

import { button, field, html, numberInput, openDialog, replace } from "./elements.js";
import { choosePlayer } from "./player_choice.js";
import { Position } from "./position.js";
import { ask, messageOf } from "./server.js";

/**
 * Ask for a new game; `onstart` gets the starting position and the players. The server checks the board, and
 * its errors are shown in the dialog.
 * @param {object} options
 * @param {Level[]} options.levels
 * @param {[string, string]} options.players
 * @param {Position} options.start
 * @param {number} options.most the greatest width or height
 * @param {(game: {start: Position, players: [string, string]}) => void} options.onstart
 */
export function askNewGame({ levels, players, start, most, onstart }) {
  /** @type {[string, string]} */
  const chosen = [...players];
  const limits = { min: 1, max: most, required: true };
  const width = numberInput("board-width", start.width, limits);
  const height = numberInput("board-height", start.height, limits);
  const blocked = html("input", { type: "text", placeholder: "a1 g7", spellcheck: "false" });
  const text = html("input", { type: "text", placeholder: ".2...../......./...1.../…:1", spellcheck: "false" });
  const problem = html("p", { class: "problem", role: "alert" });
  /** @param {0 | 1} index */
  const choice = (index) => {
    const label = `Player ${index + 1}`;
    const element = html("span", {});
    const draw = () => replace(element, choosePlayer({
      levels, value: chosen[index], label, withYou: true,
      onchange: (spec) => {
        chosen[index] = spec;
        draw();
      },
    }));
    draw();
    return html("div", { class: "field" }, html("span", { class: "field-name" }, label), element);
  };
  const begin = async () => {
    try {
      const squares = blocked.value.trim().split(/[\s,]+/).join(",");
      const position = text.value.trim();
      /** @type {GameLine} */
      const line = await ask("/api/line", position ? { start: position } : { width: width.value, height: height.value, blocked: squares });
      dialog.close();
      onstart({ start: Position.parse(line.start), players: chosen });
    } catch (error) {
      replace(problem, messageOf(error));
    }
  };
  const form = html("form", { method: "dialog" },
    choice(0), choice(1),
    html("div", { class: "row" }, field("Width", width), field("Height", height)),
    field("Blocked squares", blocked, "such as a1 g7; usually none"),
    html("details", {}, html("summary", {}, "Start from a position"), field("Position as text", text, "replaces the board above")),
    problem,
    html("p", { class: "actions" }, button("Cancel", () => dialog.close()), html("button", { class: "primary", "data-act": "start" }, "Start")));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    begin();
  });
  const dialog = openDialog("New game", {}, form);
}
