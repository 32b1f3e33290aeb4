// The bar beside the board: the more of it has player 1's colour, the better for player 1. Words
// beside it say the same.

import { html, replace } from "./elements.js";
import { formatScore } from "./format.js";

// The score that fills three quarters of the bar.
const HALF_WAY = 4;
// The champion's values are log odds in thousandths.
const PER_LOG_ODD = 1000;
const NO_BREAK = "\u00a0";
const CHAMPION = /\bchampion\b/;

export class EvaluationBar {
  constructor() {
    this.fill = html("div", { class: "fill" });
    this.words = html("span", { class: "bar-words" });
    this.element = html(
      "div",
      { class: "evaluation", role: "img", "aria-label": "Evaluation: none yet" },
      html("div", { class: "track" }, this.fill, html("div", { class: "middle" })),
      this.words,
    );
  }

  /**
   * Draw player 1's score, null where it is unknown; `engine` is the spec of who gave it.
   * @param {Score} score
   * @param {{isProved?: boolean, engine?: string}} options
   */
  draw(score, { isProved = false, engine = "" } = {}) {
    const share = 100 * shareOf(score, engine);
    this.fill.style.setProperty("--share", `${share.toFixed(1)}%`);
    const winner = score === "win" ? 1 : score === "loss" ? 2 : null;
    const text = score === null ? "" : winner ? `P${winner} wins` : formatEvaluation(score, engine);
    // A plain score is player 1's, as on every analysis board; a winning chance names the player.
    const isChance = typeof score === "number" && givesChances(engine);
    replace(this.words, isChance ? `P1 ${text.replace(" ", NO_BREAK)}` : text);
    this.element.classList.toggle("unknown", score === null);
    const label = winner
      ? `player ${winner} wins${isProved ? ", proved" : ""}`
      : `${text} for player 1`;
    this.element.setAttribute(
      "aria-label",
      score === null ? "Evaluation: none yet" : `Evaluation: ${label}`,
    );
    const what = givesChances(engine) ? "winning chance" : "score";
    if (score === null || winner) this.element.removeAttribute("title");
    else this.element.title = `Player 1's ${what}, according to the engine`;
  }
}

/** Whether a player's scores are winning chances. @param {string} engine */
export function givesChances(engine) {
  return CHAMPION.test(engine);
}

/**
 * An engine's score as text; a score of the champion becomes a winning chance.
 * @param {Score} score
 * @param {string} engine
 */
export function formatEvaluation(score, engine) {
  if (typeof score !== "number" || !givesChances(engine)) return formatScore(score);
  const percent = 100 * shareOf(score, engine);
  return percent < 1 ? "<1 %" : percent > 99 ? ">99 %" : `${percent.toFixed(0)} %`;
}

/**
 * Player 1's share of the bar, from 0 to 1: a winning chance, if the champion gave the score.
 * @param {Score} score
 * @param {string} engine
 */
export function shareOf(score, engine = "") {
  if (score === "win") return 1;
  if (score === "loss") return 0;
  if (score === null) return 0.5;
  if (givesChances(engine)) return 1 / (1 + Math.exp(-score / PER_LOG_ODD));
  return 0.5 + score / (2 * (Math.abs(score) + HALF_WAY));
}

/**
 * A player's score from player 1's point of view.
 * @param {Score} score
 * @param {Player} player
 * @returns {Score}
 */
export function forPlayerOne(score, player) {
  if (player === 1 || score === null) return score;
  if (typeof score === "number") return score === 0 ? 0 : -score;
  return score === "win" ? "loss" : "win";
}

/**
 * The score for player 1 when a player wins.
 * @param {Player | null} winner
 * @returns {Score}
 */
export function scoreOfWin(winner) {
  return winner === null ? null : winner === 1 ? "win" : "loss";
}
