// Where one is, as the part of the address after "#": a path and parameters. What a view makes of its
// parameters is the view's own business.

// {path: ["play"], query: Map-like} of an address such as "#/play?moves=d4,b1".
export function parseRoute(hash) {
  const [path, query = ""] = hash.replace(/^#\/?/, "").split(/\?(.*)/s);
  const parts = path.split("/").filter(Boolean).map(decode);
  return { path: parts, query: new URLSearchParams(query) };
}

// The address of a path and parameters: values of null and "" are left out, a list repeats its name.
export function formatRoute(path, parameters = {}) {
  const pairs = Object.entries(parameters)
    .flatMap(([name, value]) => (Array.isArray(value) ? value : [value]).map((one) => [name, one]))
    .filter(([, value]) => value !== null && value !== undefined && value !== "")
    .map(([name, value]) => `${name}=${plain(String(value))}`);
  return `#/${path.map(encodeURIComponent).join("/")}${pairs.length ? `?${pairs.join("&")}` : ""}`;
}

// Whole numbers from an address; `otherwise` for what is none.
export function readCount(text, otherwise) {
  return /^[0-9]{1,9}$/.test(text ?? "") ? Number(text) : otherwise;
}

// Words between commas.
export function readList(text) {
  return (text ?? "").split(",").map((word) => word.trim()).filter(Boolean);
}

// A value in a query, with the signs that may stand there as they are: addresses stay readable.
function plain(text) {
  return encodeURIComponent(text).replace(/%(2C|2F|3A|28|29)/g, decodeURIComponent).replace(/%20/g, "+");
}

function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
