// Text for people: values, scores, counts, times, names of experiments.

/** @type {[number, string][]} */
const UNITS = [
  [1e9, "G"],
  [1e6, "M"],
  [1e3, "k"],
];
const TOO_LARGE = 1e12;

/**
 * The value of a heuristic: at most two decimals, thousands as 2.4k, and a real minus sign.
 * @param {Score | undefined} value
 */
export function formatValue(value) {
  if (value === null || value === undefined) return "–";
  if (typeof value === "string") return value;
  const size = Math.abs(value);
  if (size >= 1000) return formatShort(value);
  const text = String(Number(size.toFixed(size < 10 ? 2 : 1)));
  return (value < 0 && text !== "0" ? "−" : "") + text;
}

/**
 * The value of a heuristic in as few characters as a square of the board has room for.
 * @param {Value} value
 */
export function formatShort(value) {
  if (typeof value === "string") return value;
  const size = Math.abs(value);
  let text = String(Number(size.toFixed(size < 10 ? 2 : size < 100 ? 1 : 0)));
  const [unit, sign] = UNITS.find(([one]) => size >= one) ?? [1, ""];
  if (size >= TOO_LARGE) text = size.toExponential(1).replace("+", "").replace(".0", "");
  else if (unit > 1) text = `${Number((size / unit).toFixed(size < 10 * unit ? 1 : 0))}${sign}`;
  return (value < 0 && text !== "0" ? "−" : "") + text;
}

/**
 * Text of the server with the minus signs of tables: from −23 to +5.
 * @param {string} text
 */
export function withMinus(text) {
  return text.replace(/(?<=^|\s|\s\()-(?=\d)/g, "−");
}

/**
 * A count with its noun: 1 move, 2 moves, 2 plies.
 * @param {number} count
 * @param {string} noun
 */
export function plural(count, noun) {
  return `${count.toLocaleString("en-GB")} ${nounOf(count, noun)}`;
}

/**
 * The noun after a count.
 * @param {number} count
 * @param {string} noun
 */
export function nounOf(count, noun) {
  if (count === 1) return noun;
  return noun === "ply" ? "plies" : `${noun}s`;
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
export const REASONS = {
  no_moves: "no legal move",
  timeout: "out of time",
  illegal_move: "illegal move",
  crash: "crash",
};

/**
 * Why a game ended, in words.
 * @param {string} reason
 */
export function formatReason(reason) {
  return REASONS[reason] ?? reason;
}

/**
 * "match 3"; an analysis is known by its folder, its parts by their numbers in it.
 * @param {{kind: string, id: string}} experiment
 */
export function experimentName({ kind, id }) {
  if (kind === "analysis") return `analysis in ${id}/`;
  const [, folder, number] = /^(.+)\.(\d+)$/.exec(id) ?? [];
  return folder ? `${kind} ${number} of ${folder}/` : `${kind} ${id}`;
}
