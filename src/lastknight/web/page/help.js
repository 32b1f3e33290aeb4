// The help dialog with the rules and the keys, and single-key shortcuts.

import { button, html, openDialog } from "./elements.js";
import { installNote } from "./site_note.js";

const KEYS = [
  ["← and →", "one move back or forward; Home and End go to the start and the end"],
  ["u, r", "undo, redo"],
  ["Tab", "go to the board and beyond"],
  ["arrow keys", "on the board, go from square to square"],
  ["m, M", "go to the next or previous legal move"],
  ["Enter or space", "move there, or place your knight"],
  ["n", "new game"],
  ["f", "flip the board"],
  ["e", "engine on or off"],
  ["w", "exact winners on or off"],
  ["?", "this help"],
];
let areShortcutsOn = true;

/**
 * Call `listener` for keys pressed outside of input fields, until the signal. It returns false for
 * keys that it does not use.
 * @param {(key: string, event: KeyboardEvent) => unknown} listener
 * @param {{signal?: AbortSignal}} options
 */
export function listenToKeys(listener, { signal } = {}) {
  document.addEventListener(
    "keydown",
    (event) => {
      const isTyping =
        event.target instanceof Element && event.target.closest("input, select, textarea, dialog");
      if (!areShortcutsOn || isTyping || event.altKey || event.ctrlKey || event.metaKey) return;
      if (listener(event.key, event) !== false) event.preventDefault();
    },
    { signal },
  );
}

export function showHelp() {
  const shortcuts = html("input", { type: "checkbox", checked: areShortcutsOn });
  shortcuts.addEventListener("change", () => {
    areShortcutsOn = shortcuts.checked;
  });
  const dialog = openDialog(
    "How to play",
    { class: "help" },
    html(
      "p",
      {},
      "Each player places a knight, player 1 first. Then they take turns moving as knights do ",
      "in chess. A square that was visited is gone for good. The player who cannot move loses.",
    ),
    html("h3", {}, "Keys"),
    html(
      "dl",
      { class: "keys" },
      KEYS.map(([key, action]) => [html("dt", {}, html("kbd", {}, key)), html("dd", {}, action)]),
    ),
    html("label", { class: "check" }, shortcuts, "single-key shortcuts"),
    installNote("Your own heuristics in Python, course agents and analyses with a report"),
    html(
      "p",
      { class: "actions" },
      button("Close", () => dialog.close(), { class: "primary", autofocus: true }),
    ),
  );
}
