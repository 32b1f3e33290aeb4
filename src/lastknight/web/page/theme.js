// Light or dark: as the system has it, or as the reader chose; the choice stays in this browser.

const NEXT = { system: "light", light: "dark", dark: "system" };
const SIGNS = { system: "◐", light: "☀", dark: "☾" };
const NAMES = { system: "as the system has them", light: "light", dark: "dark" };

// A browser may forbid storage; then the choice lasts as long as the page.
let remembered = null;
apply(stored());

// Let a button go through the three choices.
export function attachTheme(button) {
  const show = () => {
    button.textContent = SIGNS[stored()];
    button.setAttribute("aria-label", `Colours: ${NAMES[stored()]}`);
    button.title = `Colours: ${NAMES[stored()]}`;
  };
  button.addEventListener("click", () => {
    store(NEXT[stored()]);
    apply(stored());
    show();
  });
  show();
}

function apply(choice) {
  document.documentElement.dataset.theme = choice;
}

function stored() {
  if (remembered) return remembered;
  try {
    const choice = localStorage.getItem("lastknight.theme");
    return choice in NEXT ? choice : "system";
  } catch {
    return "system";
  }
}

function store(choice) {
  remembered = choice;
  try {
    localStorage.setItem("lastknight.theme", choice);
  } catch {
    // remembered above
  }
}
