// Light or dark colours: the system's, or the reader's choice, which this browser remembers.

/** @typedef {"system" | "light" | "dark"} Theme */
/** @type {Record<Theme, {next: Theme, sign: string, name: string}>} */
const THEMES = {
  system: { next: "light", sign: "◐", name: "same as the system" },
  light: { next: "dark", sign: "☀", name: "light" },
  dark: { next: "system", sign: "☾", name: "dark" },
};
const KEY = "lastknight.theme";

// A browser may forbid storage; then the choice lasts as long as the page.
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
    store();
    show();
  });
  show();
}

function apply() {
  document.documentElement.dataset.theme = theme;
}

/** @returns {Theme} */
function stored() {
  try {
    const choice = localStorage.getItem(KEY);
    return choice === "light" || choice === "dark" ? choice : "system";
  } catch {
    return "system";
  }
}

function store() {
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // Storage is forbidden; see above.
  }
}
