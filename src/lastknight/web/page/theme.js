// Light or dark colours: the system's, or the reader's choice, which this browser remembers.

import { keep, recall } from "./browser_storage.js";

/** @typedef {"system" | "light" | "dark"} Theme */
/** @type {Record<Theme, {next: Theme, sign: string, name: string}>} */
const THEMES = {
  system: { next: "light", sign: "◐", name: "same as the system" },
  light: { next: "dark", sign: "☀", name: "light" },
  dark: { next: "system", sign: "☾", name: "dark" },
};
const KEY = "theme";

let theme = stored();
apply();

/**
 * Let a button cycle through the themes.
 * @param {HTMLElement} button
 */
export function attachTheme(button) {
  const show = () => {
    const label = `Colours: ${THEMES[theme].name}`;
    button.textContent = THEMES[theme].sign;
    button.setAttribute("aria-label", label);
    button.title = label;
  };
  button.addEventListener("click", () => {
    theme = THEMES[theme].next;
    apply();
    keep(KEY, theme);
    show();
  });
  show();
}

function apply() {
  document.documentElement.dataset.theme = theme;
}

/** @returns {Theme} */
function stored() {
  const choice = recall(KEY, /** @type {Theme} */ ("system"));
  return choice in THEMES ? choice : "system";
}
