// Two experiments next to each other: what each found, and by how much they differ.

import { html, select } from "./elements.js";
import { progressOf, stateMark } from "./lab.js";
import { formatRoute } from "./route.js";
import { ask } from "./server.js";
import { drawInterval, formatElo, scaleOf } from "./standings.js";

export async function show(root, { query, signal }) {
  const experiments = await ask("/api/experiments", {}, { signal });
  const [a, b] = [query.get("a") ?? "", query.get("b") ?? ""];
  const element = html("div", { class: "compare" }, html("p", { class: "crumbs" }, html("a", { href: "#/lab" }, "Lab"), " › compare"), html("h1", {}, "Compare two experiments"), drawChoice(experiments, a, b));
  root.append(element);
  if (!a || !b) return;
  try {
    const comparison = await ask("/api/compare", { a, b }, { signal });
    if (!signal.aborted) element.append(...drawComparison(comparison));
  } catch (error) {
    if (!signal.aborted) element.append(html("p", { class: "problem", role: "alert" }, error.message));
  }
}

function drawChoice(experiments, a, b) {
  const options = [["", "choose…"], ...experiments.map(({ id, title }) => [id, `${id}: ${title}`])];
  const go = (parameters) => { location.hash = formatRoute(["compare"], parameters); };
  return html("div", { class: "row card" },
    html("label", { class: "field" }, html("span", { class: "field-name" }, "First"), select(options, a, (chosen) => go({ a: chosen, b }))),
    html("label", { class: "field" }, html("span", { class: "field-name" }, "Second"), select(options, b, (chosen) => go({ a, b: chosen }))));
}

function drawComparison({ a, b, differences, conditions }) {
  const heads = [a, b].map((one, index) => html("section", { class: "card", "aria-label": ["First", "Second"][index] },
    html("div", { class: "card-head" }, html("h2", {}, ["First", "Second"][index], ": ", html("a", { href: formatRoute(["experiments", one.id]) }, one.title)), stateMark(one.state)),
    html("p", { class: "muted" }, progressOf(one)), html("pre", { tabindex: 0 }, one.command)));
  const elos = differences.flatMap(({ first, second, difference }) => [eloOf(first), eloOf(second), difference]);
  const scale = scaleOf(elos);
  const rows = differences.map((one) => html("section", { class: "card difference", "aria-label": one.what },
    html("h2", {}, one.what), row("first", eloOf(one.first), scale), row("second", eloOf(one.second), scale), row("difference", one.difference, scale), html("p", { class: "sentence" }, one.sentence)));
  return [
    html("div", { class: "pair-of-cards" }, heads),
    conditions.length > 0 && html("section", { class: "card", "aria-label": "Conditions" }, html("h2", {}, "Not the same in both"), html("ul", {}, conditions.map((line) => html("li", {}, line)))),
    ...(rows.length ? rows : [html("p", { class: "card" }, "They have no pairing in common that could be compared.")]),
    rows.length > 0 && html("p", { class: "muted hint" }, `Intervals are drawn on a scale of ±${scale} pair-Elo.`),
  ].filter(Boolean);
}

function row(name, elo, scale) {
  return html("div", { class: "difference-row" }, html("span", { class: "muted" }, name), drawInterval(elo, scale), html("span", { class: "elo" }, formatElo(elo)));
}

function eloOf({ elo, elo_low: low, elo_high: high }) {
  return { value: elo, low, high };
}
