// Keeps a game while it is played: in the address, in this tab, and, once a move was played, in the
// list of games of this browser.

import { formatGame } from "./game_link.js";
import { YOU, playerName } from "./player_choice.js";
import { parseRoute } from "./route.js";
import { currentGame, keepCurrent, saveGame } from "./saved_games.js";
import { resultOf } from "./variations.js";

// Milliseconds to wait before a game is written: drawing the board comes first.
const DELAY = 80;

/**
 * The game that an address asks for; if it asks for none, the game of this tab.
 * @param {URLSearchParams} query
 */
export function gameToOpen(query) {
  const current = currentGame();
  if (query.size === 0 && current) return { id: current.id, query: parseRoute(current.link).query };
  return { id: current?.link === location.hash ? current.id : makeId(), query };
}

export class GameKeeper {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** What is still to be written. @type {PlayState | null} */
  #unsaved = null;
  #isTouched = false;

  /**
   * @param {{id: string, levels: Level[], defaults: PlayDefaults, signal: AbortSignal}} options
   */
  constructor({ id, levels, defaults, signal }) {
    this.id = id;
    this.levels = levels;
    this.defaults = defaults;
    /** The address as long as it is this game's. */
    this.address = location.hash;
    signal.addEventListener("abort", () => this.flush());
  }

  // A move or a comment was added: from now on the game belongs in the list.
  touch() {
    this.#isTouched = true;
  }

  // Another game begins; the one before stays in the list.
  begin() {
    this.flush();
    this.id = makeId();
    this.#isTouched = false;
  }

  /**
   * Write the game, a moment later.
   * @param {PlayState} game
   */
  save(game) {
    this.#unsaved = game;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.flush(), DELAY);
  }

  // Write at once what is waiting to be written: the reader may be leaving.
  flush() {
    clearTimeout(this.#timer);
    if (this.#unsaved) this.#write(this.#unsaved);
    this.#unsaved = null;
  }

  /**
   * Open another game in this tab.
   * @param {string} link
   * @param {string} [id] that of a game in the list
   */
  open(link, id = makeId()) {
    this.flush();
    keepCurrent({ id, link });
    location.hash = link;
  }

  /** @param {PlayState} game */
  #write(game) {
    const link = formatGame(game, { defaults: this.defaults });
    // If the address has changed, the reader is about to leave this game: keep the new one.
    if (location.hash === this.address) {
      history.replaceState(null, "", link);
      this.address = location.hash;
    }
    keepCurrent({ id: this.id, link });
    if (this.#isTouched && game.tree.root.children.length) saveGame(this.#describe(game, link));
  }

  /**
   * @param {PlayState} game
   * @param {string} link
   */
  #describe({ tree, players }, link) {
    const end = tree.ends()[0];
    const title = players.map((player) => playerName(player, this.levels)).join(" – ");
    const result = describeResult(resultOf(end), players);
    return { id: this.id, link, title, result, plies: end.ply, changed: Date.now() };
  }
}

/**
 * @param {GameResult | null} result
 * @param {[string, string]} players
 */
function describeResult(result, players) {
  if (!result) return "unfinished";
  const isOnePerson = players.includes(YOU) && players[0] !== players[1];
  if (!isOnePerson) return `player ${result.winner} won`;
  return players[result.winner - 1] === YOU ? "you won" : "you lost";
}

function makeId() {
  return Date.now().toString(36) + Math.floor(Math.random() * 1e9).toString(36);
}
