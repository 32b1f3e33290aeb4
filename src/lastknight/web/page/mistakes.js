// Learn from your mistakes: the positions of a game in which a won game was given away, one after
// the other, each to be played again.

import { button, html, replace } from "./elements.js";
import { plural } from "./format.js";
import { formatExploration, readTree } from "./game_link.js";
import { listenToKeys } from "./help.js";
import { knightIcon } from "./knight.js";
import { Position } from "./position.js";
import { parseRoute, readList } from "./route.js";
import { currentGame } from "./saved_games.js";
import { ask, listen } from "./server.js";
import { TaskBoard } from "./task_board.js";

/** @typedef {{ply: number, position: Position, move: string, best: string[]}} Mistake */

/**
 * @param {HTMLElement} root
 * @param {ViewContext} context
 */
export async function show(root, { query, signal, entitle }) {
  const start = query.get("start") ?? String(Position.start());
  const moves = readList(query.get("moves"));
  const learner = query.get("for");
  /** @type {GameLine} */
  const line = await ask("/api/line", { start, moves: moves.join(",") }, { signal });
  /** @type {Mistake[]} */
  const found = [];
  const asked = { start, moves: moves.join(",") };
  for await (const { event, data } of listen("/api/review", asked, { signal })) {
    if (event !== "ply" || !data.mistake) continue;
    const position = Position.parse(line.positions[data.ply - 1].text);
    if (learner && String(position.toMove) !== learner) continue;
    found.push({ ply: data.ply, position, move: moves[data.ply - 1], best: data.best_moves });
  }
  if (signal.aborted) return;
  found.sort((one, other) => one.ply - other.ply);
  const game = isOfThisTab(start, moves)
    ? "#/play"
    : formatExploration({ start, moves, review: true });
  const lesson = new Lesson({ mistakes: found, game, signal, entitle });
  root.append(lesson.element);
  lesson.begin(0);
}

/**
 * Whether a game is a line of the one in this tab, which has its players and comments.
 * @param {string} start
 * @param {string[]} moves
 */
function isOfThisTab(start, moves) {
  const tree = readTree(parseRoute(currentGame()?.link ?? "").query);
  if (String(tree.root.position) !== start) return false;
  /** @type {Ply | undefined} */
  let node = tree.root;
  for (const move of moves) node = node?.children.find((child) => child.move === move);
  return node !== undefined;
}

class Lesson {
  #at = 0;
  #found = 0;
  /** @type {TaskBoard | null} */
  #task = null;
  #isDone = false;

  /**
   * @param {{mistakes: Mistake[], game: string, signal: AbortSignal, entitle: Entitle}} options
   */
  constructor({ mistakes, game, signal, entitle }) {
    this.entitle = entitle;
    this.mistakes = mistakes;
    this.game = game;
    this.signal = signal;
    this.actions = html("div", { class: "buttons" });
    this.element = html("div", {});
    listenToKeys(
      (key) => (key === "m" || key === "M" ? this.#task?.board.jump(key === "m" ? 1 : -1) : false),
      { signal },
    );
  }

  /** @param {number} index */
  begin(index) {
    this.#at = index;
    this.#isDone = false;
    const mistake = this.mistakes[index];
    if (!mistake) {
      this.#end();
      return;
    }
    const player = mistake.position.toMove;
    const title = `Mistake ${index + 1} of ${this.mistakes.length}`;
    this.entitle(title);
    const task = (this.#task = new TaskBoard({
      position: String(mistake.position),
      label: `Position before move ${mistake.ply}`,
      signal: this.signal,
      ontry: (move) => this.#try(move),
    }));
    replace(
      this.element,
      task.arrange(
        html(
          "section",
          { class: "card task" },
          html("h1", {}, title),
          html(
            "p",
            { class: `task-line p${player}` },
            knightIcon(player),
            html(
              "span",
              {},
              `Move ${mistake.ply} was `,
              html("b", {}, mistake.move),
              `, which gave away a won position. Find a better move for player ${player}.`,
            ),
          ),
          task.verdict,
          this.actions,
        ),
      ),
    );
    this.#drawActions();
    task.showMessage(`Find a move that keeps the win for player ${player}.`);
  }

  #drawActions() {
    const isLast = this.#at === this.mistakes.length - 1;
    const next = button(isLast ? "Finish" : "Next mistake →", () => this.begin(this.#at + 1), {
      class: this.#isDone ? "primary" : null,
      "data-act": "next",
    });
    const solve = button("Show the answer", () => this.#reveal(), { "data-act": "answer" });
    const back = html("a", { class: "button", href: this.game }, "Back to the game");
    replace(this.actions, next, !this.#isDone && solve, back);
  }

  /** @param {string} move */
  #try(move) {
    const { best, move: played } = this.mistakes[this.#at];
    if (best.includes(move)) {
      this.#found += 1;
      this.#finish(`Right: ${move} keeps the win.`, move);
    } else this.#task?.reject(move, move === played ? ", as in the game," : "");
  }

  #reveal() {
    const { best } = this.mistakes[this.#at];
    this.#finish(`The answer: ${best.join(", ")} ${best.length > 1 ? "win" : "wins"}.`, best[0]);
  }

  /**
   * @param {string} text
   * @param {string} move
   */
  #finish(text, move) {
    this.#isDone = true;
    this.#drawActions();
    this.#task?.showMessage(text, "right");
    this.#task?.show([move]);
  }

  #end() {
    const count = this.mistakes.length;
    const title = count ? "All mistakes reviewed" : "No mistakes";
    this.entitle(title);
    replace(
      this.element,
      html(
        "section",
        { class: "card failed" },
        html("h1", {}, title),
        html(
          "p",
          { role: "status" },
          count
            ? `You found ${this.#found} of ${plural(count, "better move")}.`
            : "No move in this game is known to have given away a won position.",
        ),
        html(
          "p",
          { class: "buttons" },
          count > 0 && button("Try again", () => this.#restart()),
          html("a", { class: "button", href: this.game }, "Back to the game"),
        ),
      ),
    );
  }

  #restart() {
    this.#found = 0;
    this.begin(0);
  }
}
