// Routes: the part of the address after "#", a path with parameters.

/**
 * Path and parameters of an address such as "#/play?moves=d4,b1".
 * @param {string} hash
 */
export function parseRoute(hash) {
  const [path, query = ""] = hash.replace(/^#\/?/, "").split(/\?(.*)/s);
  return { path: path.split("/").filter(Boolean).map(decode), query: new URLSearchParams(query) };
}

/**
 * The address of a path with parameters; see pairsOf.
 * @param {string[]} path
 * @param {QueryParameters} parameters
 */
export function formatRoute(path, parameters = {}) {
  const pairs = pairsOf(parameters).map(([name, value]) => `${name}=${encode(value)}`);
  return `#/${path.map(encodeURIComponent).join("/")}${pairs.length ? `?${pairs.join("&")}` : ""}`;
}

/**
 * Parameters as pairs: null and "" are omitted, a list repeats its name.
 * @param {QueryParameters} parameters
 * @returns {[name: string, value: string][]}
 */
export function pairsOf(parameters) {
  return Object.entries(parameters).flatMap(([name, value]) => {
    const values = Array.isArray(value) ? value : [value];
    const given = values.filter((one) => one !== null && one !== undefined && one !== "");
    return given.map((one) => /** @type {[string, string]} */ ([name, String(one)]));
  });
}

/**
 * A whole number, or `otherwise`.
 * @param {string | null | undefined} text
 * @param {number} otherwise
 */
export function readCount(text, otherwise) {
  return /^[0-9]{1,9}$/.test(text ?? "") ? Number(text) : otherwise;
}

/**
 * Words separated by commas.
 * @param {string | null} text
 */
export function readList(text) {
  return (text ?? "")
    .split(",")
    .map((word) => word.trim())
    .filter(Boolean);
}

/**
 * Encode a value, except for characters that are allowed in a query and readable.
 * @param {string} text
 */
function encode(text) {
  return encodeURIComponent(text)
    .replace(/%(2C|2F|3A|28|29)/g, decodeURIComponent)
    .replace(/%20/g, "+");
}

/** @param {string} text */
function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
