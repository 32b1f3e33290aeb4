// Two experiments side by side: the result of each, and how they differ.

import { isBusy } from "./busy.js";
import { card, cardHead, field, html, select } from "./elements.js";
import { withMinus } from "./format.js";
import { progressOf, stateMark } from "./lab.js";
import { formatRoute } from "./route.js";
import { ask, isAway, messageOf } from "./server.js";
import { drawInterval, eloOf, formatElo, scaleOf } from "./standings.js";

/**
 * @param {HTMLElement} root
 * @param {ViewContext} context
 */
export async function show(root, { query, signal, entitle }) {
  const experiments = await ask("/api/experiments", {}, { signal });
  const [a, b] = [query.get("a") ?? "", query.get("b") ?? ""];
  const crumbs = html("p", { class: "crumbs" }, html("a", { href: "#/lab" }, "Lab"), " › compare");
  const element = html(
    "div",
    { class: "compare" },
    crumbs,
    html("h1", {}, "Compare two experiments"),
    drawChoice(experiments, a, b),
  );
  root.append(element);
  if (!a || !b) return;
  entitle(`Compare ${a} and ${b}`);
  try {
    const comparison = await ask("/api/compare", { a, b }, { signal });
    if (!signal.aborted) element.append(...drawComparison(comparison));
  } catch (error) {
    if (isAway(error) || isBusy(error)) throw error; // the frame tries again
    if (!signal.aborted)
      element.append(html("p", { class: "problem", role: "alert" }, messageOf(error)));
  }
}

/**
 * @param {Summary[]} experiments
 * @param {string} a
 * @param {string} b
 */
function drawChoice(experiments, a, b) {
  /** @type {[string, string][]} */
  const options = [
    ["", "choose…"],
    ...experiments.map(
      ({ id, title }) => /** @type {[string, string]} */ ([id, `${id}: ${title}`]),
    ),
  ];
  /** @param {{a: string, b: string}} chosen */
  const go = (chosen) => {
    location.hash = formatRoute(["compare"], chosen);
  };
  return html(
    "div",
    { class: "row card" },
    field(
      "First",
      select(options, a, (chosen) => go({ a: chosen, b })),
    ),
    field(
      "Second",
      select(options, b, (chosen) => go({ a, b: chosen })),
    ),
  );
}

/** @param {ExperimentComparison} comparison */
function drawComparison({ a, b, differences, conditions }) {
  const scale = scaleOf(
    differences.flatMap(({ first, second, difference }) => [
      eloOf(first),
      eloOf(second),
      difference,
    ]),
  );
  const listed = conditions.map((line) => html("li", {}, line));
  return [
    html("div", { class: "pair-of-cards" }, drawSummary("First", a), drawSummary("Second", b)),
    ...(listed.length ? [card("Different conditions", html("ul", {}, listed))] : []),
    ...differences.map((one) => drawDifference(one, scale)),
    differences.length
      ? html("p", { class: "muted hint" }, `Intervals are drawn on a scale of ±${scale} pair-Elo.`)
      : html("p", { class: "card" }, "They have no pairing in common."),
  ];
}

/**
 * @param {string} name
 * @param {Summary} one
 */
function drawSummary(name, one) {
  const title = [`${name}: `, html("a", { href: formatRoute(["experiments", one.id]) }, one.title)];
  return html(
    "section",
    { class: "card", "aria-label": name },
    cardHead(title, stateMark(one)),
    html("p", { class: "muted" }, progressOf(one)),
    html("pre", { tabindex: 0 }, one.command),
  );
}

/**
 * @param {Difference} one
 * @param {number} scale
 */
function drawDifference({ what, first, second, difference, sentence }, scale) {
  /**
   * @param {string} name
   * @param {Elo} elo
   */
  const row = (name, elo) =>
    html(
      "div",
      { class: "difference-row" },
      html("span", { class: "muted" }, name),
      drawInterval(elo, scale),
      html("span", { class: "elo" }, formatElo(elo)),
    );
  return html(
    "section",
    { class: "card difference", "aria-label": what },
    html("h2", {}, what),
    row("first", eloOf(first)),
    row("second", eloOf(second)),
    row("difference", difference),
    html("p", { class: "sentence" }, withMinus(sentence)),
  );
}
