// A stored game, ply by ply, with both players' thinking side by side.

import { Board } from "./board.js";
import { button, html, replace, spoken, table } from "./elements.js";
import { exportName } from "./experiment_actions.js";
import {
  experimentName,
  formatCount,
  formatReason,
  formatScore,
  formatSeconds,
  plural,
} from "./format.js";
import { formatExploration } from "./game_link.js";
import { listenToKeys } from "./help.js";
import { knightIcon } from "./knight.js";
import { announce } from "./notices.js";
import { Position } from "./position.js";
import { formatRoute, readCount } from "./route.js";
import { ScoreGraph } from "./score_graph.js";
import { ask, experimentPath } from "./server.js";
import { installNote, isSite } from "./site_note.js";
import { StepButtons, listenToWheel, stepOf } from "./stepping.js";
import { Variations, lastMoveOf, visitsOf } from "./variations.js";

/** @type {Player[]} */
const PLAYERS = [1, 2];

/**
 * @param {HTMLElement} root
 * @param {ViewContext} context
 */
export async function show(root, { path: [id = "", name = ""], query, signal, entitle }) {
  /** @type {StoredGame} */
  const game = await ask(`${experimentPath(id)}/games/${encodeURIComponent(name)}`, {}, { signal });
  if (signal.aborted) return;
  entitle(`Game ${game.name}: ${titleOf(game)}`);
  const view = new Replay({ id, game, at: readCount(query.get("at"), game.line.length), signal });
  root.append(view.element);
  view.draw();
}

class Replay {
  /** @param {{id: string, game: StoredGame, at: number, signal: AbortSignal}} options */
  constructor({ id, game, at, signal }) {
    this.id = id;
    this.game = game;
    this.tree = Variations.build(Position.parse(game.start), game.line, { at });
    this.nodes = this.tree.line();
    this.board = new Board({ label: "" });
    this.sides = PLAYERS.map((player) =>
      html("section", {
        class: `card thinking p${player}`,
        "aria-label": `Thinking of player ${player}`,
      }),
    );
    this.slider = html("input", {
      type: "range",
      min: 0,
      max: game.line.length,
      step: 1,
      "aria-label": "Move",
    });
    this.slider.addEventListener("input", () => this.#go(Number(this.slider.value)));
    this.steps = new StepButtons({ onstep: (step) => this.#step(step) });
    this.controls = html("div", { class: "buttons" });
    this.graph = new ScoreGraph({ onselect: (ply) => this.#go(ply) });
    this.element = this.#arrange();
    listenToKeys((key, event) => this.#press(key, event), { signal });
    listenToWheel(this.board.element, (step) => this.#step(step));
  }

  get #ply() {
    return this.tree.current.ply;
  }

  draw() {
    const { tree, game } = this;
    const { position } = tree;
    const places = PLAYERS.map(
      (player) => `player ${player} on ${position.location(player) ?? "no square"}`,
    );
    this.board.draw({ position, visits: visitsOf(tree), last: lastMoveOf(tree) });
    this.board.element.setAttribute(
      "aria-label",
      `Board after ${plural(this.#ply, "move")}: ${places.join(", ")}`,
    );
    this.slider.value = String(this.#ply);
    this.slider.setAttribute("aria-valuetext", `${this.#ply} of ${game.line.length}`);
    this.#drawControls();
    for (const player of PLAYERS) this.#drawThinking(player);
    const { choices, players, line } = game;
    this.graph.draw({ choices: choices ?? [], players, plies: line.length, at: this.#ply });
  }

  #arrange() {
    const { game, id } = this;
    const whole = experimentName({ kind: "experiment", id });
    const opening = game.opening.length ? `opening ${game.opening.join(" ")}` : "no opening";
    return html(
      "div",
      { class: "replay" },
      html(
        "div",
        { class: "experiment-head" },
        html(
          "p",
          { class: "crumbs" },
          html("a", { href: "#/lab" }, "Lab"),
          " › ",
          html("a", { href: formatRoute(["experiments", id]) }, whole),
          ` › game ${game.name}`,
        ),
        html("h1", {}, titleOf(game)),
        html(
          "p",
          { class: "muted" },
          `${game[game.winner]} won after ${plural(game.line.length, "move")} `,
          `(${formatReason(game.reason)}); ${opening}.`,
          game.note && ` ${game.note}`,
        ),
        !game.choices && noteThinking(id),
      ),
      this.sides[0],
      html(
        "div",
        { class: "replay-board" },
        this.board.element,
        this.slider,
        this.controls,
        this.graph.element,
      ),
      this.sides[1],
    );
  }

  #drawControls() {
    const { game } = this;
    this.steps.draw({ ply: this.#ply, plies: game.line.length });
    const explore = formatExploration({
      start: game.start,
      moves: game.line,
      at: this.#ply,
      review: true,
    });
    const analyse = html("a", { class: "button", href: explore }, "Analyse on the board");
    replace(this.controls, this.steps.element, analyse);
  }

  /**
   * @param {string} key
   * @param {KeyboardEvent} event
   */
  #press(key, event) {
    const step = { u: /** @type {const} */ ("back"), r: /** @type {const} */ ("forward") }[key];
    const found = step ?? stepOf(key);
    return found && event.target !== this.slider ? this.#step(found) : false;
  }

  /**
   * One move, or as far as it goes; false where there is none.
   * @param {import("./stepping.js").Step} step
   */
  #step(step) {
    const last = this.nodes.length - 1;
    const ply = { first: 0, back: this.#ply - 1, forward: this.#ply + 1, last }[step];
    if (!this.nodes[ply] || ply === this.#ply) return false;
    this.#go(ply);
    return true;
  }

  /** @param {Player} player */
  #drawThinking(player) {
    const { game } = this;
    const side = this.sides[player - 1];
    const title = html(
      "div",
      { class: "card-head" },
      knightIcon(player),
      html("h2", {}, spoken(`Player ${player}: `), game.players[player - 1]),
    );
    const own = (game.choices ?? []).filter((choice) => choice.player === player);
    if (!own.length) {
      const line = isSite
        ? "The installed program shows its thinking."
        : "Its thinking is not known.";
      replace(side, title, html("p", { class: "muted" }, line));
      return;
    }
    const rows = own.map((choice) =>
      html(
        "tr",
        choice.ply === this.#ply ? { class: "here", "aria-current": "true" } : {},
        html(
          "th",
          { scope: "row" },
          button(`${choice.ply} ${choice.move}`, () => this.#go(choice.ply), {
            class: `ply-button p${player}`,
          }),
        ),
        html("td", {}, formatScore(choice.score)),
        html("td", {}, String(choice.depth)),
        html("td", {}, formatCount(choice.nodes)),
        html("td", {}, formatSeconds(choice.seconds)),
      ),
    );
    const body = table(
      `Choices of player ${player}`,
      ["move", "score", "depth", "nodes", "time"],
      rows,
      { scrollClass: "thoughts" },
    );
    replace(side, title, body);
    /** @type {HTMLElement | null} */
    const here = body.querySelector(".here");
    if (here) body.scrollTop = here.offsetTop - body.clientHeight / 2;
  }

  /** @param {number} ply */
  #go(ply) {
    const node = this.nodes[Math.max(0, Math.min(this.nodes.length - 1, ply))];
    if (node === this.tree.current) return;
    this.tree.current = node;
    announce(node.move ? `Move ${node.ply}: ${node.move}` : "The start");
    history.replaceState(
      null,
      "",
      formatRoute(["games", this.id, this.game.name], { at: node.ply }),
    );
    this.draw();
  }
}

/** @param {string} id */
function noteThinking(id) {
  const commands = [
    `lastknight games lastknight.db --import ${exportName(id)}`,
    "lastknight serve",
  ];
  const file = "Export… on the page of the experiment saves that file.";
  return installNote("Replays with both players' thinking", commands, file);
}

/** @param {StoredGame} game */
function titleOf({ players }) {
  return players.join(" – ");
}
