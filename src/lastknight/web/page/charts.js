// Charts of experiments: drawn by the server as in reports, and recoloured by the page's style sheet, so that
// they follow light and dark.

import { html, replace } from "./elements.js";
import { isStop, messageOf } from "./server.js";

/**
 * The charts of an experiment in a section that opens: drawing them takes the server some seconds.
 * @param {string} path
 * @param {string[]} names
 * @param {{signal: AbortSignal}} options
 */
export function drawCharts(path, names, { signal }) {
  const figures = names.map(() => html("figure", { class: "chart" }, html("p", { class: "muted" }, "drawing…")));
  const details = html("details", {}, html("summary", {}, html("h2", {}, names.length === 1 ? "Chart" : "Charts")), figures);
  const load = () => figures.forEach((figure, index) => fill(figure, path, { name: names[index], signal }));
  details.addEventListener("toggle", load, { once: true });
  return html("section", { class: "card", "aria-label": "Charts" }, details);
}

/**
 * @param {HTMLElement} figure
 * @param {string} path
 * @param {{name: string, signal: AbortSignal}} options
 */
async function fill(figure, path, { name, signal }) {
  try {
    const response = await fetch(`${path}/charts/${encodeURIComponent(name)}.svg`, { signal });
    const text = await response.text();
    if (!response.ok) throw new Error(JSON.parse(text).error);
    replace(figure, readDrawing(text, name));
  } catch (error) {
    if (!isStop(error)) replace(figure, html("p", { class: "problem" }, messageOf(error)));
  }
}

/**
 * @param {string} text
 * @param {string} name
 */
function readDrawing(text, name) {
  const drawing = document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true);
  // For screen readers it is one picture: its parts have no roles of their own.
  for (const attribute of ["role", "aria-roledescription"])
    for (const part of drawing.querySelectorAll(`[${attribute}]`)) part.removeAttribute(attribute);
  drawing.setAttribute("role", "img");
  drawing.setAttribute("aria-label", `Chart: ${name}`);
  drawing.setAttribute("class", "chart-drawing");
  return drawing;
}
