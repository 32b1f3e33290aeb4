// The view for playing: it holds the game, lets programs choose their moves, and keeps all parts of the view
// and the address up to date.

import { Annotations } from "./annotations.js";
import { Autoplay } from "./autoplay.js";
import { Board } from "./board.js";
import { copyButtons } from "./clipboard.js";
import { cardHead, html } from "./elements.js";
import { Engine, OFF } from "./engine.js";
import { EvaluationBar, scoreOfWin } from "./evaluation_bar.js";
import { GameGraph } from "./game_graph.js";
import { formatGame, readGame } from "./game_link.js";
import { listenToKeys } from "./help.js";
import { HeuristicsPanel } from "./heuristics_panel.js";
import { MoveList } from "./move_list.js";
import { askNewGame } from "./new_game.js";
import { announce } from "./notices.js";
import { YOU, playerName } from "./player_choice.js";
import { PlayersPanel } from "./players_panel.js";
import { describeSquare } from "./position.js";
import { Review } from "./review.js";
import { watchServer } from "./server.js";
import { Variations, lastMoveOf, moverOf, nextOf, visitsOf } from "./variations.js";

// Milliseconds before the address is updated: the board comes first.
const SAVE_DELAY = 80;
const ENGINE = { name: "2 million nodes", spec: "AlphaBeta(improved, nodes=2000000)" };

/**
 * @param {HTMLElement} root
 * @param {ViewContext} context
 */
export async function show(root, { query, catalog, signal }) {
  /** @type {PlayDefaults} */
  const defaults = { players: [YOU, catalog.levels[Math.floor(catalog.levels.length / 2)].spec], engine: ENGINE.spec };
  const game = await readGame(query, { defaults, signal });
  if (signal.aborted) return;
  const view = new PlayView({ game, catalog, defaults, signal });
  root.append(view.element);
  view.change();
}

class PlayView {
  /** @type {Map<string, Score>} */
  #scores = new Map();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #saving;

  /** @param {{game: PlayState, catalog: Catalog, defaults: PlayDefaults, signal: AbortSignal}} options */
  constructor({ game, catalog, defaults, signal }) {
    this.game = game;
    this.catalog = catalog;
    this.defaults = defaults;
    this.signal = signal;
    this.autoplay = new Autoplay({ onchoice: (move) => this.#play(move), onproblem: () => this.draw() });
    this.annotations = new Annotations(() => this.draw());
    this.review = new Review(() => this.draw());
    this.board = new Board({ onmove: (name) => this.#move(name), label: "Board" });
    this.bar = new EvaluationBar();
    this.moves = new MoveList({ onselect: (node) => this.#go(node), onremove: (node) => this.#edit(() => this.tree.remove(node)) });
    this.graph = new GameGraph({ onselect: (node) => this.#go(node), onreview: () => this.#set({ review: true }) });
    this.players = this.#makePlayers();
    this.heuristics = this.#makeHeuristics();
    this.engine = this.#makeEngine();
    this.element = this.#arrange();
    listenToKeys((key) => this.#press(key), { signal });
    signal.addEventListener("abort", () => this.#stop());
    watchServer((isAway) => !isAway && this.change(), { signal });
  }

  get tree() {
    return this.game.tree;
  }

  // Let a program move if it is its turn, redraw, and ask what needs asking. While a person waits for a move,
  // nothing else is asked.
  change() {
    this.#continue();
    this.annotations.look({ ...this.game, position: this.tree.position }, { canAsk: !this.#isWaiting });
    this.draw();
    this.#save();
    if (!this.#isWaiting) this.#reflect();
  }

  // Whether a person is waiting for a program to move.
  get #isWaiting() {
    return this.autoplay.isAsking && this.game.players.includes(YOU);
  }

  draw() {
    const { game, tree, annotations } = this;
    const { position } = tree;
    this.board.draw({
      position, visits: visitsOf(tree), last: lastMoveOf(tree), canMove: this.#canMove(), marks: annotations.marks(),
      label: (name) => describeSquare(position, name, annotations.describe(name)),
    });
    this.players.draw({
      position, players: game.players, status: this.#status(), canDrag: this.#canMove(),
      canUndo: tree.current.parent !== null, canRedo: nextOf(tree.current) !== null, run: this.#runLabel(),
    });
    this.moves.draw(tree, { isMistake: (node) => this.review.isMistake(node) });
    if (!this.#isWaiting) this.heuristics.draw({ ...game, position }, annotations);
    const points = tree.line().map((node) => this.review.point(node));
    this.graph.draw({ points, current: tree.current, review: game.review ? this.review.state : "off" });
    this.#drawBar();
  }

  #makePlayers() {
    return new PlayersPanel({ levels: this.catalog.levels, actions: {
      onplayer: (index, spec) => this.#edit(() => { this.game.players[index] = spec; }),
      ondrag: (event) => this.board.startDrag(event),
      onnew: () => this.#askNew(), onundo: () => this.#step("undo"), onredo: () => this.#step("redo"), onrun: () => this.#run(),
    } });
  }

  #makeHeuristics() {
    return new HeuristicsPanel({ catalog: this.catalog, actions: {
      onshown: (shown) => this.#set({ shown, why: shown.find((spec) => spec === this.game.why) ?? null }),
      onwinners: () => this.#set({ winners: !this.game.winners }),
      onwhy: (why) => this.#set({ why }),
      onwhyfor: (whyFor) => this.#set({ whyFor }),
    } });
  }

  #makeEngine() {
    const { game } = this;
    return new Engine({
      spec: game.engine, fallback: game.engine === OFF ? ENGINE.spec : game.engine, levels: [ENGINE, ...this.catalog.levels],
      onscore: (position, score, isProved) => this.#score(position, score, isProved),
      onswitch: (spec) => { game.engine = spec; this.#save(); },
      onplay: (line) => this.#edit(() => line.forEach((move) => this.tree.play(move))),
    });
  }

  #arrange() {
    const copy = copyButtons([{ what: "link", read: () => location.href }, { what: "position", read: () => String(this.tree.position) }]);
    return html("div", { class: "play" },
      html("h1", { class: "spoken" }, "Play"),
      html("div", { class: "table" }, this.bar.element, html("div", { class: "board-box" }, this.board.element), this.graph.element),
      html("div", { class: "panel" }, this.players.element,
        html("section", { class: "card", "aria-label": "Moves of the game" }, cardHead("Moves", copy), this.moves.element),
        this.engine.element, this.heuristics.element));
  }

  /** @param {Partial<PlayState>} changes */
  #set(changes) {
    Object.assign(this.game, changes);
    this.change();
  }

  /**
   * Change the game by hand, which pauses the programs.
   * @param {() => void} edit
   */
  #edit(edit) {
    edit();
    this.autoplay.pause();
    this.change();
  }

  /** @param {string} name */
  #move(name) {
    if (this.#mover() === YOU) this.autoplay.run();
    this.#play(name);
  }

  /** @param {string} move */
  #play(move) {
    this.tree.play(move);
    const { current, position } = this.tree;
    const end = position.isOver ? `Player ${position.winner} wins.` : `${this.#status()} ${position.legalMoves().length} legal moves.`;
    announce(`Player ${moverOf(current)} to ${move}. ${end}`);
    this.change();
  }

  /** @param {Ply} node */
  #go(node) {
    announce(node.move ? `After move ${node.ply}, ${node.move}` : "At the start");
    this.#edit(() => this.tree.go(node));
  }

  /**
   * Back or forward to where a person is to move, if a person plays; the moves stay in the tree.
   * @param {"undo" | "redo"} direction
   */
  #step(direction) {
    if (!this.tree[direction]()) return;
    while (this.game.players.includes(YOU) && this.#mover() !== YOU && this.tree[direction]());
    this.#go(this.tree.current);
  }

  #run() {
    if (this.autoplay.isRunning) this.autoplay.pause();
    else this.autoplay.run();
    this.change();
  }

  #stop() {
    for (const part of [this.engine, this.annotations, this.review]) part.stop();
    this.autoplay.pause();
  }

  #askNew() {
    this.autoplay.pause();
    const { catalog, game } = this;
    askNewGame({
      levels: catalog.levels, players: game.players, start: this.tree.root.position, most: catalog.limits.most_squares,
      onstart: ({ start, players }) => {
        this.#scores.clear();
        this.autoplay.run();
        this.#set({ tree: new Variations(start), players, seed: Math.floor(Math.random() * 1e6), review: false });
        this.board.focus();
      },
    });
  }

  #mover() {
    return this.game.players[this.tree.position.toMove - 1];
  }

  #canMove() {
    return !this.tree.position.isOver && !this.autoplay.isAsking && (this.#mover() === YOU || !this.autoplay.isRunning);
  }

  // A program moves at the end of a line while the game is running.
  #continue() {
    const { position, current } = this.tree;
    const { players, seed } = this.game;
    const isDue = this.autoplay.isRunning && !position.isOver && this.#mover() !== YOU && !nextOf(current);
    const isSlow = !players.includes(YOU) && current.ply > 0;
    if (isDue) this.autoplay.ask({ position, player: this.#mover(), seed: seed + current.ply, isSlow });
  }

  // Look at the position after a move: the engine, and the search for mistakes once the game is over.
  #reflect() {
    const { tree, game } = this;
    this.engine.look(tree.position);
    if (tree.position.isOver) game.review = true;
    if (game.review) this.review.look(tree);
  }

  /**
   * @param {Position} position
   * @param {Score} score
   * @param {boolean} isProved
   */
  #score(position, score, isProved) {
    if (score === null) this.#scores.delete(String(position));
    else this.#scores.set(String(position), score);
    if (position === this.tree.position) this.#drawBar(isProved);
  }

  #drawBar(isProved = false) {
    const proved = scoreOfWin(this.annotations.solution?.winner ?? null);
    if (proved) this.bar.draw(proved, { isProved: true });
    else this.bar.draw(this.#scores.get(String(this.tree.position)) ?? null, { isProved });
  }

  #status() {
    const { position, current } = this.tree;
    const { players } = this.game;
    const mover = position.toMove;
    if (this.autoplay.problem) return this.autoplay.problem;
    if (position.isOver) return `Player ${mover} cannot move: player ${position.winner} wins after ${current.ply} moves.`;
    if (this.#mover() === YOU) {
      const task = position.location(mover) ? "move" : "place your knight";
      return players[0] === players[1] ? `Player ${mover}: ${task}.` : `Your turn: ${task}.`;
    }
    const name = playerName(this.#mover(), this.catalog.levels);
    return this.autoplay.isRunning ? `${name} is thinking…` : `Paused. Let ${name} move, or move for it.`;
  }

  #runLabel() {
    const hasPerson = this.game.players.includes(YOU);
    if (this.tree.position.isOver || (hasPerson && this.#mover() === YOU)) return null;
    return this.autoplay.isRunning ? "❚❚ Pause" : `▶ ${hasPerson ? "Let it move" : "Watch"}`;
  }

  /** @param {string} key */
  #press(key) {
    switch (key) {
      case "u": return this.#step("undo");
      case "r": return this.#step("redo");
      case "n": return this.#askNew();
      case "e": return this.engine.toggle();
      case "w": return this.#set({ winners: !this.game.winners });
      default: return false;
    }
  }

  #save() {
    clearTimeout(this.#saving);
    this.#saving = setTimeout(() => {
      if (!this.signal.aborted) history.replaceState(null, "", formatGame(this.game, { defaults: this.defaults }));
    }, SAVE_DELAY);
  }
}
