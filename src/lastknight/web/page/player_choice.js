// Choosing a player: a level, you, or any spec.

import { html, replace, select } from "./elements.js";

export const YOU = "you";
const OWN = "another spec…";

/** @typedef {Pick<Level, "name" | "spec"> & Partial<Level>} NamedLevel */

/**
 * A control to choose a player; `withYou` offers a person as well.
 * @param {{levels: NamedLevel[], value: string, label: string, onchange: (spec: string) => void, withYou?: boolean}} options
 */
export function choosePlayer({ levels, value, label, onchange, withYou = false }) {
  const element = html("span", { class: "player-choice" });
  const isListed = (withYou && value === YOU) || levels.some(({ spec }) => spec === value);
  const askForSpec = () => {
    const input = html("input", { type: "text", value: value === YOU ? "" : value, "aria-label": `${label}: spec`, placeholder: "AlphaBeta(ratio, nodes=15000)", spellcheck: "false" });
    input.addEventListener("change", () => input.value.trim() && onchange(input.value.trim()));
    element.append(input);
    input.focus();
  };
  /** @type {import("./elements.js").Option[]} */
  const others = [...(isListed ? [] : [/** @type {[string, string]} */ ([value, value])]), [OWN, OWN]];
  return replace(element, select([
    ...(withYou ? [/** @type {[string, string]} */ ([YOU, "You"])] : []),
    { group: "Levels", options: levels.map(({ name, spec }) => [spec, name]) },
    { group: "Others", options: others },
  ], value, (chosen) => (chosen === OWN ? askForSpec() : onchange(chosen)),
  { "aria-label": label, title: levels.find(({ spec }) => spec === value)?.about ?? value }));
}

/**
 * The name of a player: "You", its level, or its spec.
 * @param {string} spec
 * @param {Level[]} levels
 */
export function playerName(spec, levels) {
  return spec === YOU ? "You" : levels.find((level) => level.spec === spec)?.name ?? spec;
}
