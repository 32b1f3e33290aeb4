// The window in which a new game is set up: board, start, players.

import { button, field, html, replace } from "./elements.js";
import { choosePlayer } from "./player_choice.js";
import { Position } from "./position.js";
import { ask } from "./server.js";

// Ask for a new game; `onstart({start, players})` with the position to start from. Mistakes get the
// server's line, in the window.
export function askNewGame({ levels, players, start, most, onstart }) {
  const chosen = [...players];
  const width = number("board-width", start.width, most);
  const height = number("board-height", start.height, most);
  const blocked = html("input", { type: "text", placeholder: "a1 g7", spellcheck: "false" });
  const text = html("input", { type: "text", placeholder: ".2...../......./...1.../…:1", spellcheck: "false" });
  const problem = html("p", { class: "problem", role: "alert" });
  const choice = (index) => {
    const element = html("span", {});
    const draw = () => replace(element, choosePlayer({ levels, value: chosen[index], label: `Player ${index + 1}`, withYou: true, onchange: (spec) => { chosen[index] = spec; draw(); } }));
    draw();
    return html("div", { class: "field" }, html("span", { class: "field-name" }, `Player ${index + 1}`), element);
  };
  const begin = async () => {
    try {
      const board = text.value.trim() ? { start: text.value.trim() } : { width: width.value, height: height.value, blocked: blocked.value.trim().split(/[\s,]+/).filter(Boolean).join(",") };
      const line = await ask("/api/line", board);
      dialog.close();
      onstart({ start: Position.parse(line.positions[0].text), players: chosen });
    } catch (error) {
      replace(problem, error.message);
    }
  };
  const form = html("form", { method: "dialog" },
    choice(0), choice(1),
    html("div", { class: "row" }, field("Width", width), field("Height", height)),
    field("Blocked squares", blocked, "by name, such as a1 g7; none is usual"),
    html("details", {}, html("summary", {}, "Start from a position"), field("Position as text", text, "takes the place of the board above")),
    problem,
    html("p", { class: "actions" }, button("Cancel", () => dialog.close()), html("button", { class: "primary", "data-act": "start" }, "Start")));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    begin();
  });
  const dialog = html("dialog", { "aria-labelledby": "new-title" }, html("h2", { id: "new-title" }, "New game"), form);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

function number(name, value, most) {
  return html("input", { type: "number", name, value, min: 1, max: most, required: true });
}
