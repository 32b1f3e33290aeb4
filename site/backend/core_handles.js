// The heuristics and players created in a core so far, so that none is created twice: the core
// keeps them as long as it lives.

/**
 * @typedef {import("./core.js").Core} Core
 * @typedef {{specs: Map<string, any>, handles: Map<string, number>}} Made
 */

/** @type {WeakMap<Core, Made>} */
const madeIn = new WeakMap();

/**
 * What a spec stands for, made once.
 * @template Item
 * @param {Core} core
 * @param {string} what a heuristic or a player
 * @param {string} spec
 * @param {() => Item} make
 * @returns {Item}
 */
export function remember(core, what, spec, make) {
  return found(madeOf(core).specs, `${what} ${spec}`, make);
}

/**
 * The number of something in the core, made once.
 * @param {Core} core
 * @param {(string | number)[]} call
 */
export function handleOf(core, ...call) {
  const key = call.map((part) => (Object.is(part, -0) ? "-0" : part)).join("|");
  const [name, ...values] = call;
  return found(madeOf(core).handles, key, () => core.call(String(name), ...values));
}

/**
 * @param {Core} core
 * @returns {Made}
 */
function madeOf(core) {
  const made = madeIn.get(core) ?? { specs: new Map(), handles: new Map() };
  madeIn.set(core, made);
  return made;
}

/**
 * @template Item
 * @param {Map<string, Item>} items
 * @param {string} key
 * @param {() => Item} make
 * @returns {Item}
 */
function found(items, key, make) {
  const known = items.get(key);
  if (known !== undefined) return known;
  const made = make();
  items.set(key, made);
  return made;
}
