// What this browser remembers between visits. If the browser forbids storage, values last as long
// as the page.

const PREFIX = "lastknight.";
/** @type {Map<string, string>} */
const lasting = new Map();

/** How long a value is kept: as long as the browser allows, or while this tab is open.
 * @typedef {"localStorage" | "sessionStorage"} Place */

/**
 * A value that was kept under a name, or `otherwise`.
 * @template T
 * @param {string} name
 * @param {T} otherwise
 * @param {Place} place
 * @returns {T}
 */
export function recall(name, otherwise, place = "localStorage") {
  try {
    const text = lasting.get(name) ?? window[place].getItem(PREFIX + name);
    return text === null ? otherwise : JSON.parse(text);
  } catch {
    return otherwise;
  }
}

/**
 * Keep a value under a name; false where the browser has no room for it.
 * @param {string} name
 * @param {unknown} value
 * @param {Place} place
 */
export function keep(name, value, place = "localStorage") {
  const text = JSON.stringify(value);
  try {
    window[place].setItem(PREFIX + name, text);
    lasting.delete(name);
    return true;
  } catch {
    lasting.set(name, text);
    return false;
  }
}
