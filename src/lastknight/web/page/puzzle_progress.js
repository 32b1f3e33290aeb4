// The reader's progress at puzzles, kept in this browser: which are solved, the streak, and a
// rating.
//
// The rating is an Elo rating on a scale where the average heuristic of the catalogue has 1000: a
// puzzle that half of them miss has 1000 too, and one that more of them miss has more.

import { keep, recall } from "./browser_storage.js";

const START = 1000;
const SCALE = 400;
// How far one puzzle moves the rating, at first and later.
const FIRST_STEP = 64;
const STEP = 24;
const FIRST_PUZZLES = 10;

/**
 * `solved` has true for puzzles solved at the first try, by their positions.
 * @typedef {{solved: Record<string, boolean>, streak: number, best: number, rating: number}}
 *   Progress
 */

/** @returns {Progress} */
export function puzzleProgress() {
  return recall("puzzles", { solved: {}, streak: 0, best: 0, rating: START });
}

/**
 * Count the first answer to a puzzle. Later answers to it change nothing.
 * @param {Pick<Puzzle, "position" | "grade" | "heuristics">} puzzle
 * @param {boolean} isRight
 */
export function countAnswer(puzzle, isRight) {
  const { solved, streak, best, rating } = puzzleProgress();
  if (puzzle.position in solved) return;
  const tried = Object.keys(solved).length;
  const expected = 1 / (1 + 10 ** ((ratingOf(puzzle) - rating) / SCALE));
  const step = tried < FIRST_PUZZLES ? FIRST_STEP : STEP;
  const next = isRight ? streak + 1 : 0;
  keep("puzzles", {
    solved: { ...solved, [puzzle.position]: isRight },
    streak: next,
    best: Math.max(best, next),
    rating: rating + step * ((isRight ? 1 : 0) - expected),
  });
}

export function forgetProgress() {
  keep("puzzles", { solved: {}, streak: 0, best: 0, rating: START });
}

/**
 * The rating of a puzzle, from how many heuristics miss it.
 * @param {Pick<Puzzle, "grade" | "heuristics">} puzzle
 */
export function ratingOf({ grade, heuristics }) {
  return START + SCALE * Math.log10((grade + 0.5) / (heuristics - grade + 0.5));
}
