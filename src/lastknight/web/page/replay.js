// A stored game, ply by ply, with the thinking of both players side by side.

import { Board } from "./board.js";
import { button, html, replace } from "./elements.js";
import { formatCount, formatReason, formatScore, formatSeconds } from "./format.js";
import { listenToKeys } from "./help.js";
import { knightIcon } from "./knight.js";
import { Position } from "./position.js";
import { formatRoute, readCount } from "./route.js";
import { announce } from "./saying.js";
import { ask } from "./server.js";
import { ThoughtGraph } from "./thought_graph.js";
import { Variations, lastOf, pliesOf } from "./variations.js";

export async function show(root, { path, query, signal }) {
  const [id, name] = path;
  const game = await ask(`/api/experiments/${encodeURIComponent(id)}/games/${encodeURIComponent(name ?? "")}`, {}, { signal });
  if (signal.aborted) return;
  const view = new Replay({ id, game, at: readCount(query.get("at"), game.line.length), signal });
  root.append(view.element);
  view.draw();
}

class Replay {
  constructor({ id, game, at, signal }) {
    Object.assign(this, { id, game });
    this.tree = Variations.build(Position.parse(game.start), game.line, { at });
    this.nodes = this.tree.line();
    this.board = new Board({ label: "" });
    this.sides = [1, 2].map((player) => html("section", { class: `card thinking p${player}`, "aria-label": `Thinking of player ${player}` }));
    this.slider = html("input", { type: "range", min: 0, max: game.line.length, step: 1, "aria-label": "Move" });
    this.slider.addEventListener("input", () => this.#go(Number(this.slider.value)));
    this.controls = html("div", { class: "buttons" });
    this.graph = new ThoughtGraph({ onselect: (ply) => this.#go(ply) });
    this.element = this.#arrange();
    const keys = { ArrowLeft: -1, ArrowRight: 1, u: -1, r: 1 };
    listenToKeys((key, event) => key in keys && event.target !== this.slider ? this.#go(this.#ply + keys[key]) : false, { signal });
  }

  get #ply() {
    return this.tree.current.ply;
  }

  draw() {
    const { tree, game } = this;
    this.board.draw({ position: tree.position, plies: pliesOf(tree), last: lastOf(tree) });
    this.board.element.setAttribute("aria-label", `Board after ${this.#ply} moves: player 1 on ${tree.position.location(1) ?? "no square"}, player 2 on ${tree.position.location(2) ?? "no square"}`);
    this.slider.value = this.#ply;
    this.slider.setAttribute("aria-valuetext", `${this.#ply} of ${game.line.length}`);
    const step = (label, name, ply) => button(label, () => this.#go(ply), { "aria-label": name, disabled: ply < 0 || ply > game.line.length || ply === this.#ply });
    const explore = formatRoute(["play"], { start: game.start === String(Position.start()) ? null : game.start, moves: game.line.join(","), at: this.#ply, two: "you", review: 1 });
    replace(this.controls, step("«", "To the start", 0), step("‹", "One move back", this.#ply - 1), html("span", { class: "ply-count" }, `${this.#ply} of ${game.line.length}`),
      step("›", "One move on", this.#ply + 1), step("»", "To the end", game.line.length), html("a", { class: "button", href: explore }, "Analyse on the board"));
    this.sides.forEach((side, index) => this.#drawThinking(side, index + 1));
    this.graph.draw({ choices: game.choices ?? [], plies: game.line.length, at: this.#ply });
  }

  #arrange() {
    const { game, id } = this;
    const winner = game.winner === "a" ? game.a : game.b;
    return html("div", { class: "replay" },
      html("div", { class: "experiment-head" },
        html("p", { class: "crumbs" }, html("a", { href: "#/lab" }, "Lab"), " › ", html("a", { href: formatRoute(["experiments", id]) }, `experiment ${id}`), ` › game ${game.name}`),
        html("h1", {}, `${game.players[0]} – ${game.players[1]}`),
        html("p", { class: "muted" }, `${winner} won after ${game.line.length} moves (${formatReason(game.reason)}); opening ${game.opening.join(" ") || "none"}.`, game.note && ` ${game.note}`)),
      this.sides[0], html("div", { class: "replay-board" }, this.board.element, this.slider, this.controls, this.graph.element), this.sides[1]);
  }

  #drawThinking(side, player) {
    const { game } = this;
    const title = html("div", { class: "card-head" }, knightIcon(player), html("h2", {}, html("span", { class: "spoken" }, `Player ${player}: `), game.players[player - 1]));
    const own = (game.choices ?? []).filter((choice) => choice.player === player);
    if (!own.length) return replace(side, title, html("p", { class: "muted" }, "What it thought was not kept."));
    const rows = own.map((choice) => html("tr", choice.ply === this.#ply ? { class: "here", "aria-current": "true" } : {},
      html("th", { scope: "row" }, button(`${choice.ply} ${choice.move}`, () => this.#go(choice.ply), { class: `ply-button p${player}` })),
      html("td", {}, formatScore(choice.score)), html("td", {}, String(choice.depth)), html("td", {}, formatCount(choice.nodes)), html("td", {}, formatSeconds(choice.seconds))));
    const body = html("div", { class: "scroll thoughts", tabindex: 0, role: "region", "aria-label": `Choices of player ${player}` }, html("table", {},
      html("thead", {}, html("tr", {}, ["move", "score", "depth", "nodes", "time"].map((name) => html("th", { scope: "col" }, name)))), html("tbody", {}, rows)));
    replace(side, title, body);
    const here = body.querySelector(".here");
    if (here) body.scrollTop = here.offsetTop - body.clientHeight / 2;
    return side;
  }

  #go(ply) {
    const node = this.nodes[Math.max(0, Math.min(this.nodes.length - 1, ply))];
    if (node === this.tree.current) return;
    this.tree.current = node;
    announce(node.move ? `Move ${node.ply}: ${node.move}` : "The start");
    history.replaceState(null, "", formatRoute(["games", this.id, this.game.name], { at: node.ply }));
    this.draw();
  }
}

