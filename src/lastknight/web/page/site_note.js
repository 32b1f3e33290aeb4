// Notes on what the page cannot do without a server, shown where people look for it; with a server
// there are none.

import { html } from "./elements.js";

const INSTALL = "pip install 'lastknight[serve]'";
const SERVE = "lastknight serve mine.py";

// The site's build marks its page.
export const isSite = document.documentElement.dataset.backend === "site";

/**
 * A line about what needs the installed program; null on a server.
 * @param {string} what such as "Your own heuristics in Python"
 * @param {string[]} commands what to run once it is installed
 * @param {string} more what else the reader should know
 */
export function installNote(what, commands = [SERVE], more = "") {
  if (!isSite) return null;
  return html(
    "p",
    { class: "hint needs-install" },
    `${what} need the installed program: `,
    html("code", {}, INSTALL),
    commands.map((command) => [", then ", html("code", {}, command)]),
    `. ${more}`,
  );
}
