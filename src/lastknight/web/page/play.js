// The view to play in: it holds the game, lets the players who are programs choose their moves, and
// keeps every part of the view and the address in step with it.

import { Board } from "./board.js";
import { button, html } from "./elements.js";
import { Engine, OFF } from "./engine.js";
import { EvaluationBar } from "./evaluation_bar.js";
import { GameGraph } from "./game_graph.js";
import { YOU, readGame, writeGame } from "./game_link.js";
import { listenToKeys } from "./help.js";
import { HeuristicsPanel } from "./heuristics_panel.js";
import { Insight } from "./insight.js";
import { MoveList } from "./move_list.js";
import { askNewGame } from "./new_game.js";
import { playerName } from "./player_choice.js";
import { PlayersPanel } from "./players_panel.js";
import { Review } from "./review.js";
import { announce } from "./saying.js";
import { watchServer } from "./server.js";
import { Turns } from "./turns.js";
import { Variations, lastOf, nextOf, pliesOf } from "./variations.js";

const SAVING_PAUSE = 80;
const ENGINE = "AlphaBeta(improved, nodes=2000000)";

export async function show(root, { query, catalog, signal }) {
  const defaults = { players: [YOU, defaultLevel(catalog.levels)], engine: ENGINE };
  const game = await readGame(query, { defaults, signal });
  if (signal.aborted) return;
  const view = new PlayView({ game, catalog, defaults, signal });
  root.append(view.element);
  view.change();
}

// The level in the middle: a game, neither a walk nor a wall.
function defaultLevel(levels) {
  return levels[Math.floor(levels.length / 2)].spec;
}

class PlayView {
  #scores = new Map();
  #saving = null;

  constructor({ game, catalog, defaults, signal }) {
    Object.assign(this, { game, catalog, defaults, signal });
    this.#makeParts();
    this.#arrange();
    listenToKeys((key) => this.#press(key), { signal });
    signal.addEventListener("abort", () => this.#stop());
    watchServer((isAway) => !isAway && this.change(), { signal });
  }

  get tree() {
    return this.game.tree;
  }

  // Let a program move if it is its turn, draw everything anew, and ask what is to be asked: an answer
  // that a person waits for comes first.
  change() {
    this.#continue();
    this.insight.look({ ...this.game, position: this.tree.position }, { canAsk: !this.#isWaiting });
    this.draw();
    this.#save();
    if (!this.#isWaiting) this.#reflect();
  }

  // Whether a person waits for a program to move.
  get #isWaiting() {
    return this.turns.isAsking && this.game.players.includes(YOU);
  }

  draw() {
    const { game, tree, insight } = this;
    const { position } = tree;
    this.board.draw({
      position, plies: pliesOf(tree), last: lastOf(tree), canMove: this.#canMove(),
      marks: insight.marks(), label: (name) => this.#describe(name),
    });
    this.players.draw({
      position, players: game.players, status: this.#status(), canDrag: this.#canMove(),
      canUndo: tree.current.parent !== null, canRedo: nextOf(tree.current) !== null, run: this.#runLabel(),
    });
    this.moves.draw(tree, { isMistake: (node) => this.review.isMistake(node) });
    if (!this.#isWaiting) this.heuristics.draw({ ...game, position }, insight);
    this.#drawGraph();
    this.#drawBar();
  }

  #makeParts() {
    const { game, catalog } = this;
    const { levels } = catalog;
    const on = (key, value) => { game[key] = value; this.change(); };
    this.turns = new Turns({ onchoice: (move) => { this.tree.play(move); this.#say(); this.change(); }, onproblem: () => this.draw() });
    this.insight = new Insight(() => this.draw());
    this.review = new Review(() => this.draw());
    this.board = new Board({ onmove: (name) => this.#move(name), label: "Board" });
    this.bar = new EvaluationBar();
    this.moves = new MoveList({ onselect: (node) => this.#go(node), onremove: (node) => { this.tree.remove(node); this.turns.pause(); this.change(); } });
    this.players = new PlayersPanel({ levels, actions: {
      onplayer: (index, spec) => { game.players[index] = spec; this.turns.pause(); this.change(); },
      ondrag: (event) => this.board.startDrag(event),
      onnew: () => this.#askNew(), onundo: () => this.#undo(), onredo: () => this.#redo(), onrun: () => this.#run(),
    } });
    this.heuristics = new HeuristicsPanel({ catalog, actions: {
      onshown: (shown) => { if (!shown.includes(game.why)) game.why = null; on("shown", shown); },
      onwinners: () => on("winners", !game.winners), onwhy: (why) => on("why", why), onwhyfor: (player) => on("whyFor", player),
    } });
    this.graph = new GameGraph({ onselect: (node) => this.#go(node), onreview: () => on("review", true) });
    this.engine = new Engine({
      spec: game.engine, fallback: game.engine === OFF ? ENGINE : game.engine, levels: [{ name: "2 million nodes", spec: ENGINE }, ...levels],
      onscore: (position, score, exact) => this.#score(position, score, exact),
      onswitch: (spec) => { game.engine = spec; this.#save(); },
      onplay: (line) => { for (const move of line) this.tree.play(move); this.turns.pause(); this.change(); },
    });
  }

  #arrange() {
    this.copied = html("span", { class: "muted", role: "status" });
    const link = button("Copy link", () => this.#copy(location.href, "link"), { class: "small" });
    const text = button("Copy position", () => this.#copy(String(this.tree.position), "position"), { class: "small" });
    this.element = html("div", { class: "play" },
      html("h1", { class: "spoken" }, "Play"),
      html("div", { class: "table" }, this.bar.element, html("div", { class: "board-box" }, this.board.element), this.graph.element),
      html("div", { class: "panel" }, this.players.element,
        html("section", { class: "card", "aria-label": "Moves of the game" }, html("div", { class: "card-head" }, html("h2", {}, "Moves"), link, text, this.copied), this.moves.element),
        this.engine.element, this.heuristics.element));
  }

  #move(name) {
    const { tree, game } = this;
    const mover = tree.position.toMove;
    if (game.players[mover - 1] === YOU) this.turns.run();
    tree.play(name);
    this.#say();
    this.change();
  }

  #say() {
    const { current, position } = this.tree;
    const end = position.isOver ? ` Player ${position.winner} wins.` : ` ${this.#status()} ${position.legalMoves().length} legal moves.`;
    announce(`Player ${3 - position.toMove} to ${current.move}.${end}`);
  }

  #go(node) {
    this.turns.pause();
    this.tree.go(node);
    announce(node.move ? `After move ${node.ply}, ${node.move}` : "At the start");
    this.change();
  }

  // Back to where a person was to move, if there is one; the moves stay in the tree.
  #undo() {
    const { players } = this.game;
    if (!this.tree.undo()) return;
    while (players.includes(YOU) && players[this.tree.position.toMove - 1] !== YOU && this.tree.undo());
    this.#go(this.tree.current);
  }

  #redo() {
    const { players } = this.game;
    if (!this.tree.redo()) return;
    while (players.includes(YOU) && players[this.tree.position.toMove - 1] !== YOU && this.tree.redo());
    this.#go(this.tree.current);
  }

  #run() {
    if (this.turns.isRunning) this.turns.pause();
    else this.turns.run();
    this.change();
  }

  #stop() {
    this.turns.pause();
    this.engine.stop();
    this.insight.stop();
    this.review.stop();
  }

  #askNew() {
    this.turns.pause();
    const { players } = this.game;
    askNewGame({
      levels: this.catalog.levels, players, start: this.tree.root.position, most: this.catalog.limits.most_squares,
      onstart: ({ start, players: chosen }) => {
        Object.assign(this.game, { tree: new Variations(start), players: chosen, seed: Math.floor(Math.random() * 1e6), review: false });
        this.#scores.clear();
        this.turns.run();
        this.change();
        this.board.focus();
      },
    });
  }

  #mover() {
    return this.game.players[this.tree.position.toMove - 1];
  }

  #canMove() {
    return !this.tree.position.isOver && !this.turns.isAsking && (this.#mover() === YOU || !this.turns.isRunning);
  }

  // A program moves at the end of a line, while the game runs.
  #continue() {
    const { position, current } = this.tree;
    const { players, seed } = this.game;
    const isDue = this.turns.isRunning && !position.isOver && this.#mover() !== YOU && !nextOf(current);
    if (isDue) this.turns.ask({ position, player: this.#mover(), seed: seed + current.ply, isWatched: !players.includes(YOU) && current.ply > 0 });
  }

  // Work that follows a move rather than making one: the engine, the search for mistakes.
  #reflect() {
    const { tree, game } = this;
    this.engine.look(tree.position);
    if (tree.line().at(-1).position.isOver && tree.position.isOver) game.review = true;
    if (game.review) this.review.look(tree);
  }

  #score(position, score, exact) {
    if (score === null) this.#scores.delete(String(position));
    else this.#scores.set(String(position), score);
    if (position === this.tree.position) this.#drawBar(exact);
  }

  #drawBar(exact = false) {
    const { position } = this.tree;
    const proved = this.insight.solution?.winner;
    if (proved) this.bar.draw(proved === 1 ? "win" : "loss", { exact: true });
    else this.bar.draw(this.#scores.get(String(position)) ?? null, { exact });
  }

  #drawGraph() {
    const points = this.tree.line().map((node) => this.review.point(node));
    this.graph.draw({ points, current: this.tree.current, review: this.game.review ? this.review.state : "off" });
  }

  #status() {
    const { position, current } = this.tree;
    if (this.turns.problem) return this.turns.problem;
    if (position.isOver) return `Player ${position.toMove} cannot move: player ${position.winner} wins after ${current.ply} moves.`;
    const who = playerName(this.#mover(), this.catalog.levels);
    if (this.#mover() === YOU) {
      const task = position.location(position.toMove) ? "move" : "place your knight";
      return this.game.players[0] === this.game.players[1] ? `Player ${position.toMove}: ${task}.` : `Your turn: ${task}.`;
    }
    return this.turns.isRunning ? `${who} is thinking…` : `Paused. Let ${who} move, or move for it.`;
  }

  #runLabel() {
    const { position } = this.tree;
    if (position.isOver || (this.#mover() === YOU && this.game.players.includes(YOU))) return null;
    return this.turns.isRunning ? "❚❚ Pause" : `▶ ${this.game.players.includes(YOU) ? "Let it move" : "Watch"}`;
  }

  #describe(name) {
    const { position } = this.tree;
    const inside = position.cell(name);
    if (inside === "x") return `${name}, gone`;
    if (inside !== ".") return `${name}, knight of player ${inside}`;
    if (!position.legalMoves().includes(name)) return `${name}, blank`;
    const known = this.insight.describe(name);
    return `${name}, ${position.location(position.toMove) ? "can be moved to" : "can be placed on"}${known ? `, ${known}` : ""}`;
  }

  #press(key) {
    const keys = {
      u: () => this.#undo(), r: () => this.#redo(), n: () => this.#askNew(), e: () => this.engine.toggle(),
      w: () => { this.game.winners = !this.game.winners; this.change(); },
    };
    return keys[key] ? keys[key]() : false;
  }

  async #copy(text, what) {
    try {
      await navigator.clipboard.writeText(text);
      this.copied.textContent = `${what} copied`;
    } catch {
      this.copied.textContent = `this browser does not let a page copy; the ${what} is ${what === "link" ? "the address above" : text}`;
    }
  }

  // The address follows a little later: a browser takes its time for it, and the board comes first.
  #save() {
    clearTimeout(this.#saving);
    this.#saving = setTimeout(() => {
      if (!this.signal.aborted) history.replaceState(null, "", writeGame(this.game, { defaults: this.defaults }));
    }, SAVING_PAUSE);
  }
}
