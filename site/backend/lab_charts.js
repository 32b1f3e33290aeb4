// Charts of experiments, described as reports describe theirs (Vega-Lite), as far as the page reads
// it. The numbers are those of the results.

/**
 * @typedef {import("./lab_words.js").Estimate} Estimate
 * @typedef {{name: string, estimate: Estimate}} Row
 */

/** Intervals that reach farther from their value than this many times the median are cut. */
const LONGEST_ARM = 3;

/** The names of the charts that an experiment with games has. */
export const CHARTS = ["standings"];

/**
 * The strength of players in a tournament, or of the first player over the second in a match.
 * @param {Match[]} matches
 * @param {Rating[] | null} ratings
 * @param {string} anchor the player whose rating is 0
 */
export function describeStandings(matches, ratings, anchor) {
  const rows = ratings
    ? ratings.map((one) => ({ name: one.player, estimate: estimateOf(one) }))
    : matches.map((one) => ({ name: `${one.a} - ${one.b}`, estimate: estimateOf(one) }));
  const title = ratings ? `Elo, ${anchor} is 0` : "pair-Elo of the first over the second";
  return describeRows(rows, { heading: "Strength, with intervals", title });
}

/**
 * Points with intervals, a line for each name.
 * @param {Row[]} rows
 * @param {{heading: string, title: string}} words
 */
function describeRows(rows, { heading, title }) {
  const domain = frameOf(rows.map(({ estimate }) => estimate));
  const values = rows.map(({ name, estimate: { value, low, high } }) => ({
    line: name,
    series: "",
    value,
    low: Math.max(low ?? domain[0], domain[0]),
    high: Math.min(high ?? domain[1], domain[1]),
    low_end: low,
    high_end: high,
    note: "",
  }));
  const axis = { labelExpr: "datum.value == 0 ? '0' : format(datum.value, '+,d')" };
  return {
    title: { text: heading },
    data: { name: "rows" },
    datasets: { rows: values },
    layer: [
      { mark: { type: "rule" }, encoding: { x: { datum: 0 } } },
      {
        mark: { type: "point" },
        encoding: {
          x: { field: "value", type: "quantitative", title, axis, scale: { domain } },
          y: { field: "line", type: "nominal", sort: rows.map(({ name }) => name) },
          fill: { field: "series", type: "nominal", scale: { domain: [""] } },
        },
      },
    ],
  };
}

/**
 * The range of a chart: all values, their intervals and 0, with room on both sides. An interval
 * much wider than most does not count to its ends.
 * @param {Estimate[]} estimates
 * @returns {[low: number, high: number]}
 */
function frameOf(estimates) {
  const values = estimates.flatMap(({ value }) => (value === null ? [] : [value]));
  const arms = estimates.flatMap(({ value, low, high }) =>
    value === null
      ? []
      : [low, high].flatMap((end) => (end === null ? [] : [Math.abs(end - value)])),
  );
  const longest = arms.length ? LONGEST_ARM * median(arms) : 0;
  const ends = estimates.flatMap(({ value, low, high }) =>
    [low, high]
      .filter((end) => end !== null)
      .map((end) =>
        value === null ? end : Math.min(Math.max(end, value - longest), value + longest),
      ),
  );
  const [low, high] = [Math.min(0, ...values, ...ends), Math.max(0, ...values, ...ends)];
  const room = Math.max(20, 0.06 * (high - low));
  return [10 * Math.floor((low - room) / 10), 10 * Math.ceil((high + room) / 10)];
}

/**
 * @param {Match | Rating} result
 * @returns {Estimate}
 */
function estimateOf({ elo, elo_low: low, elo_high: high }) {
  return { value: elo, low, high };
}

/** @param {number[]} numbers */
function median(numbers) {
  const sorted = numbers.toSorted((one, other) => one - other);
  const half = sorted.length / 2;
  return (sorted[Math.ceil(half) - 1] + sorted[Math.floor(half)]) / 2;
}
