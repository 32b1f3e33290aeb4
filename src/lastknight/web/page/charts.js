// Charts of the report in the page: drawn by the server from the same descriptions, and repainted here
// in the page's colours, so that they follow light and dark.

import { html, replace } from "./elements.js";
import { isStop } from "./server.js";

// The charts of an experiment under a heading that opens: drawing them takes the server some seconds.
export function drawCharts(path, names, { signal }) {
  const figures = names.map((name) => html("figure", { class: "chart" }, html("p", { class: "muted" }, "drawing…")));
  const details = html("details", {}, html("summary", {}, html("h2", {}, names.length === 1 ? "Chart" : "Charts")), figures);
  const fill = (figure, name) => load(`${path}/charts/${encodeURIComponent(name)}.svg`, name, signal).then(
    (drawing) => replace(figure, drawing),
    (error) => !isStop(error) && replace(figure, html("p", { class: "problem" }, error.message)));
  details.addEventListener("toggle", () => figures.forEach((figure, index) => fill(figure, names[index])), { once: true });
  return html("section", { class: "card", "aria-label": "Charts" }, details);
}

async function load(address, name, signal) {
  const response = await fetch(address, { signal });
  const text = await response.text();
  if (!response.ok) throw new Error(JSON.parse(text).error);
  const drawing = document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true);
  // It is one picture: what it consists of has no roles of its own.
  for (const part of drawing.querySelectorAll("[role]")) part.removeAttribute("role");
  for (const part of drawing.querySelectorAll("[aria-roledescription]")) part.removeAttribute("aria-roledescription");
  drawing.setAttribute("role", "img");
  drawing.setAttribute("aria-label", `Chart: ${name}`);
  drawing.setAttribute("class", "chart-drawing");
  return drawing;
}
