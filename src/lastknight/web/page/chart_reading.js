// Reads the descriptions of charts that reports have (Vega-Lite) as far as the page draws them
// itself: rows of points with intervals, and lines by ply.

/**
 * @typedef {{series: string, value: number | null, low: number | null, high: number | null,
 *   note: string}} RowMark
 * @typedef {object} RowsDescription
 * @property {"rows"} kind
 * @property {string} title
 * @property {string} unit what the axis shows
 * @property {boolean} isRate per cent, else Elo
 * @property {number} middle where both sides are equal
 * @property {[number, number]} domain
 * @property {string[]} series
 * @property {{name: string, marks: RowMark[]}[]} rows
 */
/**
 * @typedef {object} LinesDescription
 * @property {"lines"} kind
 * @property {string} title
 * @property {string} x
 * @property {string} unit
 * @property {boolean} isLog
 * @property {string[]} series
 * @property {{name: string, points: {x: number, values: (number | null)[]}[]}[]} panels
 *   a value for each series at each x
 */
/** @typedef {RowsDescription | LinesDescription} ChartDescription */

/**
 * The charts of a description; null where the page cannot draw one of them.
 * @param {any} description
 * @returns {ChartDescription[] | null}
 */
export function readChart(description) {
  const parts = description.vconcat ?? [description];
  const found = parts.map((/** @type {any} */ part) => {
    const data = description.datasets?.[part.data?.name];
    if (!Array.isArray(data) || !data.length) return null;
    return readRows(part, data) ?? readLines(part, data);
  });
  return found.includes(null) ? null : found;
}

/**
 * @param {any} part
 * @param {any[]} data
 * @returns {RowsDescription | null}
 */
function readRows(part, data) {
  const { encoding } = part.layer?.find(isPoint) ?? {};
  if (encoding?.x?.field !== "value" || encoding.y?.field !== "line" || !part.title?.text)
    return null;
  const names = encoding.y.sort ?? [...new Set(data.map(({ line }) => line))];
  const rows = names.map((/** @type {string} */ name) => ({
    name: name.replaceAll("\n", " "),
    marks: data.filter(({ line }) => line === name).map(readMark),
  }));
  return {
    kind: "rows",
    title: part.title.text,
    unit: encoding.x.title,
    isRate: encoding.x.axis.labelExpr.includes("%"),
    middle: part.layer[0].encoding.x.datum,
    domain: encoding.x.scale.domain,
    series: encoding.fill.scale.domain,
    rows,
  };
}

/**
 * @param {any} row
 * @returns {RowMark}
 */
function readMark({ series, value, low_end, high_end, note }) {
  return { series, value, low: low_end, high: high_end, note };
}

/**
 * @param {any} part
 * @param {any[]} data
 * @returns {LinesDescription | null}
 */
function readLines({ spec, layer, facet, title }, data) {
  const { encoding } = (spec?.layer ?? layer)?.find(isPoint) ?? {};
  if (encoding?.x?.field !== "ply" || !encoding.y?.field || !title?.text) return null;
  const { field, scale } = encoding.y;
  const series = encoding.fill.scale.domain;
  const names = facet?.sort ?? [...new Set(data.map(({ panel }) => panel))];
  const panels = names.map((/** @type {string} */ name) => {
    /** @type {Map<number, (number | null)[]>} */
    const points = new Map();
    for (const row of data.filter(({ panel }) => panel === name)) {
      const values = points.get(row.ply) ?? series.map(() => null);
      values[series.indexOf(row.series)] = row[field];
      points.set(row.ply, values);
    }
    const sorted = [...points].toSorted(([one], [other]) => one - other);
    return { name, points: sorted.map(([x, values]) => ({ x, values })) };
  });
  return {
    kind: "lines",
    title: title.text,
    x: encoding.x.title,
    unit: encoding.y.title,
    isLog: scale?.type === "log",
    series,
    panels,
  };
}

/**
 * The layer of the points; others may mark intervals without an end.
 * @param {any} layer
 */
function isPoint({ mark, encoding }) {
  return mark?.type === "point" && encoding?.fill !== undefined;
}
