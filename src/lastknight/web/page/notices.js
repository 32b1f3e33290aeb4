// Messages outside the views: announcements to screen readers, and the notice at the top of the
// page.

import { button, html, replace } from "./elements.js";

/**
 * Announce something to screen readers.
 * @param {string} text
 */
export function announce(text) {
  const region = document.getElementById("announcements");
  if (!region) return;
  // Screen readers announce only changes, so a repeated text is changed invisibly.
  region.textContent = region.textContent === text ? `${text}\u00a0` : text;
}

/**
 * Show one line at the top of the page; an empty text removes it.
 * @param {string} text
 * @param {{canClose?: boolean, kind?: string}} options
 */
export function notify(text, { canClose = true, kind = "error" } = {}) {
  const notice = document.getElementById("notice");
  if (!notice) return;
  notice.hidden = !text;
  notice.className = `notice ${kind}`;
  const close = button("×", () => notify(""), {
    class: "quiet",
    "aria-label": "Close this notice",
  });
  replace(notice, text && html("span", {}, text), text && canClose && close);
}
