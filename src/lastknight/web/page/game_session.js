// A game in play: the moves of persons and programs, stepping through it, its clock, and its end.
// It reports every change; drawing it is for the view.

import { Autoplay } from "./autoplay.js";
import { Clock } from "./clock.js";
import { plural } from "./format.js";
import { describeStatus } from "./game_status.js";
import { announce } from "./notices.js";
import { YOU } from "./player_choice.js";
import { keepTimes, keptTimes } from "./saved_games.js";
import { playSound } from "./sounds.js";
import { Variations, moverOf, nextOf, resultOf } from "./variations.js";

/** @typedef {import("./stepping.js").Step} Step */
/** @typedef {{start: Position, players: [string, string], clock: string}} AskedGame */

export class GameSession {
  /**
   * `onchange` when the game has changed, `onproblem` when a program could not move, `ontick` while
   * the clock runs.
   * @param {{game: PlayState, levels: Level[], keeper: import("./game_keeper.js").GameKeeper,
   *   onchange: () => void, onproblem: () => void, ontick: () => void}} options
   */
  constructor({ game, levels, keeper, onchange, onproblem, ontick }) {
    this.game = game;
    this.levels = levels;
    this.keeper = keeper;
    this.onchange = onchange;
    this.autoplay = new Autoplay({ onchoice: (move) => this.#play(move), onproblem });
    this.clock = new Clock({ ontick, onout: (loser) => this.#end({ loser, reason: "time" }) });
    if (game.clock) {
      this.clock.reset(game.clock);
      this.clock.left = keptTimes(keeper.id) ?? this.clock.left;
    }
  }

  // Keep the times of the clock with the game, for when it is opened again.
  keepTimes() {
    if (this.game.clock) keepTimes(this.keeper.id, this.clock.left);
  }

  get tree() {
    return this.game.tree;
  }

  get result() {
    return resultOf(this.tree.current);
  }

  // Who is to move.
  get mover() {
    return this.game.players[this.tree.position.toMove - 1];
  }

  // Whether a person plays.
  get hasPerson() {
    return this.game.players.includes(YOU);
  }

  // Whether a person plays against a program.
  get isGame() {
    return this.hasPerson && this.game.players[0] !== this.game.players[1];
  }

  // Whether a person is waiting for a program to move.
  get isWaiting() {
    return this.autoplay.isAsking && this.hasPerson;
  }

  // Whether someone at the board can move now.
  get canMove() {
    const isFree = !this.result && !this.autoplay.isAsking;
    return isFree && (this.mover === YOU || !this.autoplay.isRunning);
  }

  get canResign() {
    const { current } = this.tree;
    return !this.result && current.ply > 0 && !nextOf(current) && this.hasPerson;
  }

  // The line below the players.
  get status() {
    const { players } = this.game;
    const { isRunning, problem } = this.autoplay;
    const node = this.tree.current;
    const state = { players, levels: this.levels, node, result: this.result, isRunning };
    return problem || describeStatus(state);
  }

  // The label of the button that runs or pauses the game, null where there is nothing to run.
  get runLabel() {
    if (this.result || (this.hasPerson && this.mover === YOU)) return null;
    return this.autoplay.isRunning ? "❚❚ Pause" : `▶ ${this.hasPerson ? "Let it move" : "Watch"}`;
  }

  // While the game is running, ask the program to move for its move, even if later moves exist, and
  // let the clock run.
  continue() {
    const { position, current } = this.tree;
    const { players, seed, clock } = this.game;
    const isOn = this.autoplay.isRunning && !this.result;
    if (clock && isOn && current.ply > 0) this.clock.run(position.toMove);
    else this.clock.stop();
    if (!isOn || this.mover === YOU) return;
    const isSlow = !players.includes(YOU) && current.ply > 0;
    this.autoplay.ask({ position, player: this.mover, seed: seed + current.ply, isSlow });
  }

  stop() {
    this.autoplay.pause();
    this.clock.stop();
  }

  /** A move at the board. @param {string} name */
  move(name) {
    if (this.mover === YOU) this.autoplay.run();
    this.#play(name);
  }

  /**
   * Change the game by hand, which pauses the programs.
   * @param {() => unknown} edit
   */
  edit(edit) {
    edit();
    this.keeper.touch();
    this.autoplay.pause();
    this.onchange();
  }

  /** @param {Ply} node */
  go(node) {
    this.tree.go(node);
    this.#look(node);
  }

  /**
   * One move, or as far as it goes; false where there is none.
   * @param {Step} step
   */
  step(step) {
    const { tree } = this;
    const line = tree.line();
    const { ply } = tree.current;
    const node = line[{ first: 0, back: ply - 1, forward: ply + 1, last: line.length - 1 }[step]];
    if (!node || node === tree.current) return false;
    tree.current = node;
    this.#look(node);
    return true;
  }

  /**
   * Back or forward to where a person is to move, if a person plays; the moves stay in the tree.
   * @param {"undo" | "redo"} direction
   */
  takeBack(direction) {
    if (!this.tree[direction]()) return;
    while (this.hasPerson && this.mover !== YOU && this.tree[direction]());
    this.#look(this.tree.current);
  }

  // Run the programs, or pause them.
  run() {
    if (this.autoplay.isRunning) this.autoplay.pause();
    else this.autoplay.run();
    this.onchange();
  }

  // The person resigns; if two play, the one to move does.
  resign() {
    const { players } = this.game;
    const only = players[0] === players[1] ? 0 : players.indexOf(YOU) + 1;
    const loser = /** @type {Player} */ (only || this.tree.position.toMove);
    this.#end({ loser, reason: "resigned" });
  }

  // Exchange the players. A program that is now to move does so; two programs stay as they were,
  // running or paused.
  swap() {
    const [one, two] = this.game.players;
    const isOn = this.hasPerson || this.autoplay.isRunning;
    this.autoplay.pause();
    if (isOn && !this.result) this.autoplay.run();
    this.game.players = [two, one];
    this.onchange();
  }

  /** Begin another game. @param {AskedGame} asked */
  begin({ start, players, clock }) {
    this.keeper.begin();
    if (clock) this.clock.reset(clock);
    this.autoplay.run();
    const seed = Math.floor(Math.random() * 1e6);
    Object.assign(this.game, { tree: new Variations(start), players, clock, seed, review: false });
    this.onchange();
  }

  /** @param {string} move */
  #play(move) {
    this.tree.play(move);
    this.keeper.touch();
    const { current, position } = this.tree;
    const moves = plural(position.legalMoves().length, "legal move");
    const next = this.result ? this.status : `${this.status} ${moves}.`;
    announce(`Player ${moverOf(current)} to ${move}. ${next}`);
    this.#playSound();
    this.onchange();
  }

  /**
   * Look at another move of the game, which pauses the programs.
   * @param {Ply} node
   */
  #look(node) {
    this.autoplay.pause();
    const where = node.move ? `After move ${node.ply}, ${node.move}.` : "At the start.";
    announce(this.result ? `${where} ${this.status}` : where);
    this.onchange();
  }

  /** @param {Ended} ended */
  #end(ended) {
    this.tree.current.ended = ended;
    this.keeper.touch();
    this.autoplay.pause();
    announce(this.status);
    this.#playSound();
    this.onchange();
  }

  #playSound() {
    const { result } = this;
    const isLost = result && this.game.players[result.winner - 1] !== YOU && this.hasPerson;
    playSound(!result ? "move" : isLost ? "loss" : "win");
  }
}
