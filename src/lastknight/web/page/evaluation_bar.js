// The bar beside the board: how much of it is player 1's colour says who stands better, and words say
// it as well.

import { html, replace } from "./elements.js";
import { formatScore } from "./format.js";

// A score is as good as won long before it is large: this one fills three quarters of the bar.
const HALF_WAY = 4;

export class EvaluationBar {
  constructor() {
    this.fill = html("div", { class: "fill" });
    this.words = html("span", { class: "bar-words" });
    this.element = html("div", { class: "evaluation", role: "img", "aria-label": "Evaluation: none yet" },
      html("div", { class: "track" }, this.fill, html("div", { class: "middle" })), this.words);
  }

  // A score for player 1: a number, "win", "loss", or null when nothing is known; `exact` when proved.
  draw(score, { exact = false } = {}) {
    const share = shareOf(score);
    this.fill.style.setProperty("--share", `${(100 * share).toFixed(1)}%`);
    const winner = score === "win" ? 1 : score === "loss" ? 2 : null;
    const text = score === null ? "" : winner ? `P${winner} wins` : formatScore(score);
    replace(this.words, text);
    this.element.classList.toggle("unknown", score === null);
    const said = winner ? `player ${winner} wins${exact ? ", proved" : ""}` : `${text} for player 1`;
    this.element.setAttribute("aria-label", score === null ? "Evaluation: none yet" : `Evaluation: ${said}`);
  }
}

// How much of the bar belongs to player 1, between 0 and 1.
export function shareOf(score) {
  if (score === "win") return 1;
  if (score === "loss") return 0;
  if (score === null) return 0.5;
  return 0.5 + score / (2 * (Math.abs(score) + HALF_WAY));
}

// A score of the player to move, seen by player 1.
export function forPlayerOne(score, mover) {
  if (mover === 1 || score === null || score === undefined) return score ?? null;
  if (typeof score === "number") return score === 0 ? 0 : -score;
  return score === "win" ? "loss" : "win";
}
