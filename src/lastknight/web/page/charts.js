// Charts of experiments, from the descriptions that reports have. Those that the page does not know
// how to draw come as pictures from the server, recoloured by the page's style sheet.

import { BUSY, isBusy, waitForTurn } from "./busy.js";
import { readChart } from "./chart_reading.js";
import { html, replace } from "./elements.js";
import { drawLineChart } from "./line_chart.js";
import { drawRowChart } from "./row_chart.js";
import { ask, isStop, messageOf, ServerError, watchServer } from "./server.js";

/**
 * The charts of an experiment in a section that opens: describing them takes the server a moment.
 * @param {string} path
 * @param {string[]} names
 * @param {{signal: AbortSignal}} options
 */
export function drawCharts(path, names, { signal }) {
  /** Those that are not drawn yet, by name. @type {Map<string, HTMLElement>} */
  const missing = new Map(names.map((name) => [name, html("div", { class: "charts" })]));
  const details = html(
    "details",
    {},
    html("summary", {}, html("h2", {}, names.length === 1 ? "Chart" : "Charts")),
    [...missing.values()],
  );
  let isLoading = false;
  // One after the other: the first takes the server a moment, because it loads a library. Those
  // that fail are asked for again when the section opens, or the server is back.
  const load = async () => {
    if (isLoading || !details.open) return;
    isLoading = true;
    for (const figure of missing.values())
      replace(figure, html("p", { class: "muted" }, "drawing…"));
    for (const [name, figure] of missing)
      if (await fill(figure, path, { name, signal })) missing.delete(name);
    isLoading = false;
  };
  details.addEventListener("toggle", load);
  watchServer((isAway) => !isAway && load(), { signal });
  return html(
    "section",
    { class: "card", "aria-label": "Charts", "data-key": "charts", "data-fixed": true },
    details,
  );
}

/**
 * Draw a chart; false if that failed.
 * @param {HTMLElement} figure
 * @param {string} path
 * @param {{name: string, signal: AbortSignal, tries?: number}} options
 * @returns {Promise<boolean>}
 */
async function fill(figure, path, { name, signal, tries = 0 }) {
  try {
    const address = `${path}/charts/${encodeURIComponent(name)}`;
    const known = readChart(await ask(address, {}, { signal }));
    const drawn = known
      ? known.map((one) => (one.kind === "rows" ? drawRowChart(one) : drawLineChart(one)))
      : html("figure", { class: "chart" }, await readPicture(`${address}.svg`, name, signal));
    replace(figure, drawn);
    return true;
  } catch (error) {
    if (isStop(error) || signal.aborted) return false;
    if (!isBusy(error)) {
      replace(figure, html("p", { class: "problem" }, messageOf(error)));
      return false;
    }
    replace(figure, html("p", { class: "muted" }, BUSY));
    await waitForTurn(tries + 1, signal);
    return fill(figure, path, { name, signal, tries: tries + 1 });
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
  if (!response.ok) throw new ServerError(JSON.parse(text).error, response.status);
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
