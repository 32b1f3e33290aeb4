// Text as the installed program writes it, which is Python's way: numbers, quoted text, and the
// known name that is nearest to a mistyped one.

const LONGEST_SHOWN = 60;
const NEAR = 0.6;
/** @type {Record<string, string>} */
const ESCAPES = { "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/**
 * A number as Python's `repr` of a float writes it.
 * @param {number} value
 */
export function formatFloat(value) {
  if (Number.isNaN(value)) return "nan";
  if (!Number.isFinite(value)) return value > 0 ? "inf" : "-inf";
  const [digits, power] = value.toExponential().split("e");
  const exponent = Number(power);
  if (exponent < -4 || exponent >= 16) {
    const size = String(Math.abs(exponent)).padStart(2, "0");
    return `${digits}e${exponent < 0 ? "-" : "+"}${size}`;
  }
  if (Object.is(value, -0)) return "-0.0";
  const shift = digits.replace("-", "").replace(".", "").length - 1 - exponent;
  return shift > 0 ? value.toFixed(shift) : `${value.toFixed(0)}.0`;
}

/**
 * A number as text; whole numbers have no decimal point.
 * @param {number} value
 */
export function formatNumber(value) {
  const isShort = Number.isInteger(value) && Math.abs(value) < 1e15;
  return isShort ? String(value + 0) : formatFloat(value);
}

/**
 * A number with six significant digits, as Python's format `g` writes it.
 * @param {number} value
 */
export function formatGeneral(value) {
  if (!Number.isFinite(value)) return formatFloat(value);
  const [digits, power] = value.toExponential(5).split("e");
  const exponent = Number(power);
  /** @param {string} text */
  const trim = (text) => (text.includes(".") ? text.replace(/\.?0+$/, "") : text);
  if (exponent < -4 || exponent >= 6) {
    const size = String(Math.abs(exponent)).padStart(2, "0");
    return `${trim(digits)}e${exponent < 0 ? "-" : "+"}${size}`;
  }
  return trim(value.toFixed(5 - exponent));
}

/** @param {string} text */
export function describeInvalidSquare(text) {
  const square = "a column letter and a row number from 1, such as 'd4'";
  return `not a square: ${quote(text)}; expected ${square}`;
}

/**
 * Text in quotes, as Python's `repr` writes it.
 * @param {string} text
 */
export function quote(text) {
  const mark = text.includes("'") && !text.includes('"') ? '"' : "'";
  const inner = Array.from(text, (character) => {
    if (character === mark) return `\\${mark}`;
    if (character in ESCAPES) return ESCAPES[character];
    if (character === " " || !/[\p{C}\p{Z}]/u.test(character)) return character;
    const code = character.codePointAt(0) ?? 0;
    const hex = code.toString(16);
    if (code < 0x100) return `\\x${hex.padStart(2, "0")}`;
    return code < 0x10000 ? `\\u${hex.padStart(4, "0")}` : `\\U${hex.padStart(8, "0")}`;
  });
  return mark + inner.join("") + mark;
}

/**
 * Text, cut where it is too long for a message.
 * @param {string} text
 */
export function cut(text) {
  const characters = Array.from(text);
  if (characters.length <= LONGEST_SHOWN) return text;
  return `${characters.slice(0, LONGEST_SHOWN - 3).join("")}...`;
}

/**
 * Text in quotes, cut where it is long.
 * @param {string} text
 */
export function shorten(text) {
  return quote(cut(text));
}

/**
 * The known name that is nearest, as a part of a sentence; a full stop if none is near.
 * @param {string} name
 * @param {string[]} known
 */
export function didYouMean(name, known) {
  let best = "";
  let bestLikeness = 0;
  for (const candidate of known) {
    const likeness = likenessOf(candidate, name);
    if (likeness < NEAR || likeness < bestLikeness) continue;
    if (likeness === bestLikeness && candidate < best) continue;
    best = candidate;
    bestLikeness = likeness;
  }
  return best ? `; did you mean ${quote(best)}?` : ".";
}

/**
 * From 0 to 1: the share of characters in common blocks, as Python's difflib counts them.
 * @param {string} one
 * @param {string} two
 */
function likenessOf(one, two) {
  const most = Math.min(one.length, two.length) * 2;
  const all = one.length + two.length;
  if (all === 0) return 1;
  return most / all < NEAR ? 0 : (2 * matching(one, two)) / all;
}

/**
 * The characters in the longest common block and in those left and right of it.
 * @param {string} one
 * @param {string} two
 * @returns {number}
 */
function matching(one, two) {
  let size = 0;
  let atOne = 0;
  let atTwo = 0;
  for (let i = 0; i < one.length; i++) {
    for (let j = 0; j < two.length; j++) {
      let length = 0;
      while (i + length < one.length && one[i + length] === two[j + length]) length++;
      if (length > size) [size, atOne, atTwo] = [length, i, j];
    }
  }
  if (size === 0) return 0;
  const left = matching(one.slice(0, atOne), two.slice(0, atTwo));
  return size + left + matching(one.slice(atOne + size), two.slice(atTwo + size));
}
