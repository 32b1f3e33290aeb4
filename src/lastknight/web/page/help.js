// The window with the rules in short and the keys, and whether single keys are listened to.

import { button, html } from "./elements.js";

const KEYS = [
  ["Tab", "to the board, and on"],
  ["arrow keys", "from square to square"],
  ["Enter or space", "move there, or place your knight"],
  ["u, r", "undo, redo"],
  ["n", "new game"],
  ["e", "engine on or off"],
  ["w", "exact winners on or off"],
  ["?", "this help"],
];
let areOn = true;

// Call `listener(key, event)` for single keys that are not typed into a control; false means not mine.
export function listenToKeys(listener, { signal }) {
  document.addEventListener("keydown", (event) => {
    const isTyping = event.target.closest?.("input, select, textarea, dialog");
    if (!areOn || isTyping || event.altKey || event.ctrlKey || event.metaKey) return;
    if (listener(event.key, event) !== false) event.preventDefault();
  }, { signal });
}

// Open the window.
export function showHelp() {
  const dialog = html("dialog", { class: "help", "aria-labelledby": "help-title" },
    html("h2", { id: "help-title" }, "How it goes"),
    html("p", {}, "Each player places a knight, player 1 first, then they move in turn as knights do in chess. A square once visited is gone for ever. Who cannot move loses."),
    html("h3", {}, "Keys"),
    html("dl", { class: "keys" }, KEYS.map(([key, what]) => [html("dt", {}, html("kbd", {}, key)), html("dd", {}, what)])),
    html("label", { class: "check" },
      html("input", { type: "checkbox", checked: areOn, onchange: (event) => { areOn = event.target.checked; } }),
      "listen to single keys"),
    html("p", { class: "actions" }, button("Close", () => dialog.close(), { class: "primary", autofocus: true })));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
