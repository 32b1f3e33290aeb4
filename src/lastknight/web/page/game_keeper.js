// Keeps a game while it is played: in the address, in this tab, and once something was played in
// this browser's list of games.

import { formatGame } from "./game_link.js";
import { YOU, playerName } from "./player_choice.js";
import { parseRoute } from "./route.js";
import { currentGame, keepCurrent, saveGame } from "./saved_games.js";
import { resultOf } from "./variations.js";

// Milliseconds before a game is written: the board comes first.
const DELAY = 80;

/**
 * The game that an address asks for: without one, that of this tab.
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
  #isTouched = false;

  /**
   * @param {{id: string, levels: Level[], defaults: PlayDefaults, signal: AbortSignal}} options
   */
  constructor({ id, levels, defaults, signal }) {
    this.id = id;
    this.levels = levels;
    this.defaults = defaults;
    this.signal = signal;
  }

  // Something was played or written: from now on the game belongs into the list.
  touch() {
    this.#isTouched = true;
  }

  // Another game begins; the one before stays in the list.
  begin() {
    this.id = makeId();
    this.#isTouched = false;
  }

  /**
   * Write the game, a moment later.
   * @param {PlayState} game
   */
  save(game) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#write(game), DELAY);
  }

  /**
   * Open another game in this tab.
   * @param {string} link
   * @param {string} [id] that of a game in the list
   */
  open(link, id = makeId()) {
    keepCurrent({ id, link });
    location.hash = link;
  }

  /** @param {PlayState} game */
  #write(game) {
    if (this.signal.aborted) return;
    const link = formatGame(game, { defaults: this.defaults });
    history.replaceState(null, "", link);
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
