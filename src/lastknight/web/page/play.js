// The view for playing: it draws the game, requests evaluations, and keeps all parts of the view
// and the address up to date.

import { Annotations } from "./annotations.js";
import { Board } from "./board.js";
import { recall } from "./browser_storage.js";
import { html } from "./elements.js";
import { AUTO, Engine, OFF } from "./engine.js";
import { EvaluationBar, scoreOfWin } from "./evaluation_bar.js";
import { GameGraph } from "./game_graph.js";
import { GameKeeper, gameToOpen } from "./game_keeper.js";
import { readGame } from "./game_link.js";
import { GameSession } from "./game_session.js";
import { showGames } from "./games_dialog.js";
import { listenToKeys } from "./help.js";
import { HeuristicsPanel } from "./heuristics_panel.js";
import { MovesCard } from "./moves_card.js";
import { askNewGame } from "./new_game.js";
import { YOU, playerName } from "./player_choice.js";
import { PlayersPanel } from "./players_panel.js";
import { describeSquare } from "./position.js";
import { Review } from "./review.js";
import { watchServer } from "./server.js";
import { areSoundsOn, switchSounds } from "./sounds.js";
import { listenToWheel, stepOf } from "./stepping.js";
import { lastMoveOf, nextOf, visitsOf } from "./variations.js";

const ENGINE = { name: "2 million nodes", spec: "AlphaBeta(champion, nodes=2000000)" };

/**
 * @param {HTMLElement} root
 * @param {ViewContext} context
 */
export async function show(root, { query, catalog, signal, entitle }) {
  const level = catalog.levels[Math.floor(catalog.levels.length / 2)];
  /** @type {PlayDefaults} */
  const defaults = { players: [YOU, level.spec], engine: recall("engine", AUTO) };
  const opened = gameToOpen(query);
  const game = await readGame(opened.query, { defaults, signal });
  if (signal.aborted) return;
  const keeper = new GameKeeper({ id: opened.id, levels: catalog.levels, defaults, signal });
  const view = new PlayView({ game, catalog, keeper, signal, entitle });
  root.append(view.element);
  view.change();
}

class PlayView {
  /** @type {Map<string, Score>} */
  #scores = new Map();

  /**
   * @param {{game: PlayState, catalog: Catalog, keeper: GameKeeper, signal: AbortSignal,
   *   entitle: Entitle}} options
   */
  constructor({ game, catalog, keeper, signal, entitle }) {
    this.signal = signal;
    this.entitle = entitle;
    this.game = game;
    this.catalog = catalog;
    this.keeper = keeper;
    this.session = new GameSession({
      game,
      levels: catalog.levels,
      keeper,
      onchange: () => this.change(),
      onproblem: () => this.draw(),
      ontick: () => this.players.drawClocks(this.session.clock.texts),
    });
    this.annotations = new Annotations(() => this.draw());
    this.review = new Review(() => this.draw());
    this.board = new Board({ onmove: (name) => this.session.move(name), label: "Board" });
    this.bar = new EvaluationBar();
    this.moves = this.#makeMoves();
    this.graph = new GameGraph({
      onselect: (node) => this.session.go(node),
      onreview: () => this.#set({ review: true }),
    });
    this.players = this.#makePlayers();
    this.heuristics = this.#makeHeuristics();
    this.engine = this.#makeEngine();
    this.element = this.#arrange();
    listenToKeys((key) => this.#press(key), { signal });
    listenToWheel(this.board.element, (step) => this.session.step(step));
    signal.addEventListener("abort", () => this.#stop());
    window.addEventListener("pagehide", () => this.#keep(), { signal });
    watchServer((isAway) => !isAway && this.change(), { signal });
  }

  get tree() {
    return this.game.tree;
  }

  // Let a program move if it is its turn, redraw, and send the requests that this needs. While a
  // person waits for a program's move, no other requests are sent.
  change() {
    if (this.signal.aborted) return; // a late answer
    this.session.continue();
    this.annotations.look(
      { ...this.game, position: this.tree.position },
      { canAsk: !this.session.isWaiting },
    );
    this.draw();
    this.keeper.save(this.game);
    if (!this.session.isWaiting) this.#reflect();
  }

  draw() {
    const { game, tree, annotations, session } = this;
    const { position } = tree;
    this.board.draw({
      position,
      result: session.result,
      visits: visitsOf(tree),
      last: lastMoveOf(tree),
      canMove: session.canMove,
      marks: annotations.marks(),
      label: (name) => describeSquare(position, name, annotations.describe(name)),
      arrows: this.engine.arrows(position),
      isFlipped: game.flipped,
    });
    this.#drawPlayers();
    this.moves.draw(tree, { isMistake: (node) => this.review.isMistake(node) });
    if (!this.session.isWaiting) this.heuristics.draw({ ...game, position }, annotations);
    this.graph.draw({
      points: tree.line().map((node) => this.review.point(node)),
      current: tree.current,
      review: game.review ? this.review.state : "off",
      players: game.players,
    });
    this.#drawBar();
  }

  #drawPlayers() {
    const { game, tree, session, catalog } = this;
    this.entitle(game.players.map((one) => playerName(one, catalog.levels)).join(" – "));
    this.players.draw({
      position: tree.position,
      players: game.players,
      status: session.status,
      result: session.result,
      clocks: game.clock ? session.clock.texts : null,
      canDrag: session.canMove,
      canUndo: tree.current.parent !== null,
      canRedo: nextOf(tree.current) !== null,
      canResign: session.canResign,
      isFlipped: game.flipped,
      hasSounds: areSoundsOn(),
      run: session.runLabel,
    });
  }

  #makeMoves() {
    return new MovesCard({
      game: () => this.game,
      actions: {
        onselect: (node) => this.session.go(node),
        onremove: (node) => this.session.edit(() => this.tree.remove(node)),
        onpromote: (node) => this.session.edit(() => this.tree.promote(node)),
        onstep: (step) => this.session.step(step),
        oncomment: (node, text) => this.session.edit(() => (node.comment = text)),
      },
    });
  }

  #makePlayers() {
    return new PlayersPanel({
      catalog: this.catalog,
      players: this.game.players,
      actions: {
        onplayer: (index, spec) => this.session.edit(() => (this.game.players[index] = spec)),
        ondrag: (event) => this.board.startDrag(event),
        onnew: () => this.#askNew(),
        ongames: () => showGames((link, id) => this.keeper.open(link, id)),
        onundo: () => this.session.takeBack("undo"),
        onredo: () => this.session.takeBack("redo"),
        onrun: () => this.session.run(),
        onresign: () => this.session.resign(),
        onswap: () => this.session.swap(),
        onflip: () => this.#set({ flipped: !this.game.flipped }),
        onsounds: () => {
          switchSounds();
          this.draw();
        },
      },
    });
  }

  #makeHeuristics() {
    return new HeuristicsPanel({
      catalog: this.catalog,
      actions: {
        onshown: (shown) =>
          this.#set({ shown, why: shown.find((spec) => spec === this.game.why) ?? null }),
        onwinners: () => this.#set({ winners: !this.game.winners }),
        onwhy: (why) => this.#set({ why }),
        onwhyfor: (whyFor) => this.#set({ whyFor }),
      },
    });
  }

  #makeEngine() {
    const { game, catalog } = this;
    return new Engine({
      catalog,
      spec: game.engine,
      fallback: [AUTO, OFF].includes(game.engine) ? ENGINE.spec : game.engine,
      isPlaying: () => this.session.isGame && !game.review,
      lines: game.lines,
      levels: [ENGINE, ...catalog.levels],
      onscore: (position, score, isProved) => this.#score(position, score, isProved),
      onarrows: () => this.board.drawArrows(this.engine.arrows(this.tree.position)),
      onswitch: (changes) => {
        this.#scores.clear();
        Object.assign(game, changes);
        this.keeper.save(game);
      },
      onplay: (line) => this.session.edit(() => line.forEach((move) => this.tree.play(move))),
    });
  }

  #arrange() {
    return html(
      "div",
      { class: "play" },
      html("h1", { class: "spoken" }, "Play"),
      html(
        "div",
        { class: "table" },
        this.bar.element,
        html("div", { class: "board-box" }, this.board.element),
        this.graph.element,
      ),
      html(
        "div",
        { class: "panel" },
        this.players.element,
        this.moves.element,
        this.engine.element,
        this.heuristics.element,
      ),
    );
  }

  /** @param {Partial<PlayState>} changes */
  #set(changes) {
    Object.assign(this.game, changes);
    this.change();
  }

  #stop() {
    for (const part of [this.engine, this.annotations, this.review, this.session]) part.stop();
    this.#keep();
  }

  #keep() {
    this.session.keepTimes();
    this.keeper.flush();
  }

  #askNew() {
    this.session.autoplay.pause();
    this.change();
    const { catalog, game } = this;
    const { players, clock } = game;
    askNewGame({
      catalog,
      players,
      clock,
      start: this.tree.root.position,
      onstart: (asked) => {
        this.#scores.clear();
        this.session.begin(asked);
        this.board.focus();
      },
    });
  }

  // Look at the position after a move: the engine, and the search for mistakes once the game is
  // over.
  #reflect() {
    const { tree, game } = this;
    const { result } = this.session;
    if (result) game.review = true;
    this.engine.look(tree.position, { isOver: result !== null });
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
    const { result } = this.session;
    const known = scoreOfWin(result?.winner ?? this.annotations.solution?.winner ?? null);
    const isGivenUp = result !== null && result.reason !== "no_moves";
    if (known) this.bar.draw(known, { isProved: !isGivenUp });
    else
      this.bar.draw(this.#scores.get(String(this.tree.position)) ?? null, {
        isProved,
        engine: this.engine.player,
      });
  }

  /** @param {string} key */
  #press(key) {
    const step = stepOf(key);
    if (step) return this.session.step(step);
    switch (key) {
      case "u":
        return this.session.takeBack("undo");
      case "r":
        return this.session.takeBack("redo");
      case "n":
        return this.#askNew();
      case "e":
        return this.engine.toggle();
      case "f":
        return this.#set({ flipped: !this.game.flipped });
      case "w":
        return this.#set({ winners: !this.game.winners });
      case "m":
      case "M":
        return this.board.jump(key === "m" ? 1 : -1);
      default:
        return false;
    }
  }
}
