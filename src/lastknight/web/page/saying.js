// What the page says besides its views: announcements for screen readers, and the notice at the top.

import { button, html, replace } from "./elements.js";

// Say something politely to those who listen.
export function announce(text) {
  document.getElementById("said").textContent = text;
}

// Show one line at the top until it is closed or another takes its place; no text closes it.
export function notify(text, { canClose = true, kind = "error" } = {}) {
  const notice = document.getElementById("notice");
  notice.hidden = !text;
  notice.className = `notice ${kind}`;
  const close = button("×", () => notify(""), { class: "quiet", "aria-label": "Close this notice" });
  replace(notice, text && html("span", {}, text), text && canClose && close);
}
