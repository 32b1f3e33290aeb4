// Numbers as text for people: values, scores, counts, times.

/**
 * The value of a heuristic: at most two decimals, and a real minus sign.
 * @param {Score | undefined} value
 */
export function formatValue(value) {
  if (value === null || value === undefined) return "–";
  if (typeof value === "string") return value;
  const size = Math.abs(value);
  const text = size >= 1000 ? size.toPrecision(3) : String(Number(size.toFixed(size < 10 ? 2 : 1)));
  return (value < 0 && text !== "0" ? "−" : "") + text;
}

/**
 * The score of a search: "win", "loss" or a signed value.
 * @param {Score} score
 */
export function formatScore(score) {
  return (typeof score === "number" && score > 0 ? "+" : "") + formatValue(score);
}

/**
 * A count such as 15,000 or 1.2 million.
 * @param {number | null} count
 */
export function formatCount(count) {
  if (count === null) return "–";
  if (count >= 1e6) return `${(count / 1e6).toFixed(count >= 1e7 ? 0 : 1)} million`;
  return count.toLocaleString("en-GB");
}

/**
 * Seconds as 3 ms, 4.2 s, 3 min 20 s or 2 h 5 min.
 * @param {number | null} seconds
 */
export function formatSeconds(seconds) {
  if (seconds === null || !Number.isFinite(seconds)) return "–";
  if (seconds < 0.001) return "under 1 ms";
  if (seconds < 1) return `${Math.round(seconds * 1000)} ms`;
  if (seconds < 60) return `${seconds.toFixed(seconds < 10 ? 1 : 0)} s`;
  const whole = Math.round(seconds);
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}

/** @type {Record<string, string>} */
const REASONS = { no_moves: "no legal move", timeout: "out of time", illegal_move: "illegal move", crash: "crash" };

/**
 * Why a game ended, in words.
 * @param {string} reason
 */
export function formatReason(reason) {
  return REASONS[reason] ?? reason;
}
