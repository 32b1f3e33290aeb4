// Choosing a player from the levels, or by a spec of one's own.

import { html, replace, select } from "./elements.js";
import { YOU } from "./game_link.js";

const OWN = "own spec…";

// An element to choose with; `withYou` offers a person as well. `onchange(spec)` when one is chosen.
export function choosePlayer({ levels, value, label, onchange, withYou = false }) {
  const element = html("span", { class: "player-choice" });
  const isKnown = (withYou && value === YOU) || levels.some(({ spec }) => spec === value);
  const write = () => {
    const input = html("input", { type: "text", value: value === YOU ? "" : value, "aria-label": `${label}: spec`, placeholder: "AlphaBeta(ratio, nodes=15000)", spellcheck: "false" });
    input.addEventListener("change", () => input.value.trim() && onchange(input.value.trim()));
    return input;
  };
  const choose = (chosen) => (chosen === OWN ? element.append(write()) || element.lastChild.focus() : onchange(chosen));
  const options = [
    ...(withYou ? [[YOU, "You"]] : []),
    { group: "Levels", options: levels.map(({ name, spec }) => [spec, name]) },
    { group: "Another", options: [...(isKnown ? [] : [[value, value]]), [OWN, OWN]] },
  ];
  return replace(element, select(options, value, choose, { "aria-label": label, title: levels.find(({ spec }) => spec === value)?.about ?? value }));
}

// What a player is called: "you", the name of its level, or its spec.
export function playerName(spec, levels) {
  return spec === YOU ? "You" : levels.find((level) => level.spec === spec)?.name ?? spec;
}
