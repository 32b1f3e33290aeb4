// Buttons that copy a text to the clipboard.

import { button, html } from "./elements.js";

/**
 * Buttons such as "Copy link", and a status to show behind them; each entry has what is copied and
 * how to read it.
 * @param {{what: string, read: () => string}[]} entries
 */
export function copyButtons(entries) {
  const status = html("span", { class: "muted", role: "status" });
  const buttons = entries.map(({ what, read }) =>
    button(
      `Copy ${what}`,
      async () => {
        try {
          await navigator.clipboard.writeText(read());
          status.textContent = `${what} copied`;
        } catch {
          status.textContent = `this browser does not allow copying; the ${what} is ${read()}`;
        }
      },
      { class: "small" },
    ),
  );
  return { buttons, status };
}
