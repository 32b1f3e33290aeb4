// Small boards of games that were finished lately, each a way to its replay.

import { Board } from "./board.js";
import { html } from "./elements.js";
import { Position } from "./position.js";
import { formatRoute } from "./route.js";
import { Variations, lastOf, pliesOf } from "./variations.js";

const MOST = 6;

// `boards` as a live stream tells them, of an experiment.
export function drawBoards(boards, id) {
  return html("ul", { class: "small-boards" }, boards.slice(-MOST).map((one) => {
    const { position, winner, players } = one;
    const board = new Board({ label: `Game ${one.name}: ${players[0]} against ${players[1]}, player ${winner} won after ${one.moves.length} moves` });
    const tree = treeOf(one);
    board.draw(tree ? { position: tree.position, plies: pliesOf(tree), last: lastOf(tree) } : { position: Position.parse(position) });
    return html("li", {}, html("a", { href: formatRoute(["games", id, one.name]) }, board.element,
      html("span", { class: `text-p${winner}` }, `${players[winner - 1]} won`), html("span", { class: "muted" }, `${one.moves.length} moves`)));
  }));
}

function treeOf({ start, moves }) {
  try {
    return Variations.build(Position.parse(start), moves);
  } catch {
    return null;
  }
}
