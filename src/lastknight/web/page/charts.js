// Charts of experiments, from the descriptions that reports have. Those that the page does not know
// how to draw come as pictures from the server, recoloured by the page's style sheet.

import { BUSY, isBusy, waitForTurn } from "./busy.js";
import { readChart } from "./chart_reading.js";
import { html, replace } from "./elements.js";
import { drawLineChart } from "./line_chart.js";
import { drawRowChart } from "./row_chart.js";
import { ask, isStop, messageOf } from "./server.js";

/**
 * The charts of an experiment in a section that opens: describing them takes the server a moment.
 * @param {string} path
 * @param {string[]} names
 * @param {{signal: AbortSignal}} options
 */
export function drawCharts(path, names, { signal }) {
  const figures = names.map(() =>
    html("div", { class: "charts" }, html("p", { class: "muted" }, "drawing…")),
  );
  const details = html(
    "details",
    {},
    html("summary", {}, html("h2", {}, names.length === 1 ? "Chart" : "Charts")),
    figures,
  );
  // One after the other: the first takes the server a moment, because it loads a library.
  const load = async () => {
    for (const [index, figure] of figures.entries())
      await fill(figure, path, { name: names[index], signal });
  };
  details.addEventListener("toggle", load, { once: true });
  return html(
    "section",
    { class: "card", "aria-label": "Charts", "data-key": "charts", "data-fixed": true },
    details,
  );
}

/**
 * @param {HTMLElement} figure
 * @param {string} path
 * @param {{name: string, signal: AbortSignal, tries?: number}} options
 */
async function fill(figure, path, { name, signal, tries = 0 }) {
  try {
    const address = `${path}/charts/${encodeURIComponent(name)}`;
    const known = readChart(await ask(address, {}, { signal }));
    const drawn = known
      ? known.map((one) => (one.kind === "rows" ? drawRowChart(one) : drawLineChart(one)))
      : html("figure", { class: "chart" }, await readPicture(`${address}.svg`, name, signal));
    replace(figure, drawn);
  } catch (error) {
    if (isStop(error) || signal.aborted) return;
    if (!isBusy(error)) {
      replace(figure, html("p", { class: "problem" }, messageOf(error)));
      return;
    }
    replace(figure, html("p", { class: "muted" }, BUSY));
    await waitForTurn(tries + 1);
    await fill(figure, path, { name, signal, tries: tries + 1 });
  }
}

/**
 * @param {string} address
 * @param {string} name
 * @param {AbortSignal} signal
 */
async function readPicture(address, name, signal) {
  const response = await fetch(address, { signal });
  const text = await response.text();
  if (!response.ok) throw new Error(JSON.parse(text).error);
  return readDrawing(text, name);
}

/**
 * @param {string} text
 * @param {string} name
 */
function readDrawing(text, name) {
  const drawing = document.importNode(
    new DOMParser().parseFromString(text, "image/svg+xml").documentElement,
    true,
  );
  // For screen readers it is one picture: its parts have no roles of their own.
  for (const attribute of ["role", "aria-roledescription"])
    for (const part of drawing.querySelectorAll(`[${attribute}]`)) part.removeAttribute(attribute);
  drawing.setAttribute("role", "img");
  drawing.setAttribute("aria-label", `Chart: ${name}`);
  drawing.setAttribute("class", "chart-drawing");
  return drawing;
}
