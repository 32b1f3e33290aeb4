// Numbers as text for people: values, scores, counts, times. Nothing is drawn here.

// A value of a heuristic: at most two digits after the point, a real minus sign.
export function formatValue(value) {
  if (value === null || value === undefined) return "–";
  if (typeof value === "string") return value.replace("-", "−");
  const size = Math.abs(value);
  const text = size >= 1000 ? size.toPrecision(3) : String(Number(size.toFixed(size < 10 ? 2 : 1)));
  return (value < 0 && text !== "0" ? "−" : "") + text;
}

// A score of a search: "win", "loss", or a signed value.
export function formatScore(score) {
  if (typeof score !== "number") return formatValue(score);
  return (score > 0 ? "+" : "") + formatValue(score);
}

// A count with spaces between thousands kept narrow: 15 000, 1.2 million.
export function formatCount(count) {
  if (count === null || count === undefined) return "–";
  if (count >= 1e6) return `${(count / 1e6).toFixed(count >= 1e7 ? 0 : 1)} million`;
  return count.toLocaleString("en-GB");
}

// A share such as 0.534 as 53.4 %.
export function formatShare(share, digits = 1) {
  return share === null || share === undefined ? "–" : `${(100 * share).toFixed(digits)} %`;
}

// Seconds as 3 ms, 4.2 s, 3 min 20 s, 2 h 5 min.
export function formatSeconds(seconds) {
  if (seconds === null || seconds === undefined || !Number.isFinite(seconds)) return "–";
  if (seconds < 0.001) return "under 1 ms";
  if (seconds < 1) return `${Math.round(seconds * 1000)} ms`;
  if (seconds < 60) return `${seconds.toFixed(seconds < 10 ? 1 : 0)} s`;
  const whole = Math.round(seconds);
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}

// "1 game", "2 games".
export function formatPlural(count, word) {
  return `${formatCount(count)} ${word}${count === 1 ? "" : "s"}`;
}

// Why a game ended, in words.
export function formatReason(reason) {
  return { no_moves: "no move left", timeout: "out of time", illegal_move: "an illegal move", crash: "a crash" }[reason] ?? reason;
}
