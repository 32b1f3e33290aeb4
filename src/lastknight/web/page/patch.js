// Updates elements in place. What is drawn anew takes over the elements that are there already, so
// that scroll, focus, selection and half-finished clicks survive, however often a view is drawn.

import { flatten, listenersOf, setListener } from "./elements.js";

const CONTROLS = "a[href], button, input, select, textarea, summary, [tabindex]";

/**
 * Make an element's children like those given. A child takes over the one with the same `data-key`,
 * or the next one of its kind without a key; one with `data-fixed` is left as it was first drawn.
 * If the focused control disappears, its replacement gets the focus.
 * @template {Element} E
 * @param {E} element
 * @param {...Child} children
 */
export function update(element, ...children) {
  const { activeElement: focused } = document;
  const place = element.contains(focused)
    ? [...element.querySelectorAll(CONTROLS)].findIndex((one) => one === focused)
    : -1;
  patchChildren(element, flatten(children));
  if (place >= 0 && !focused?.isConnected) {
    const left = [...element.querySelectorAll(CONTROLS)];
    const next = left[Math.min(place, left.length - 1)];
    if (next instanceof HTMLElement) next.focus({ preventScroll: true });
  }
  return element;
}

/**
 * @param {Element} element
 * @param {(Node | string)[]} wanted
 */
function patchChildren(element, wanted) {
  const nodes = wanted.map((child) =>
    typeof child === "string" ? document.createTextNode(child) : child,
  );
  const own = new Set(nodes);
  const keys = new Set(nodes.map(keyOf));
  /** @type {Map<string, Element>} */
  const keyed = new Map();
  for (const child of [...element.children]) {
    const key = keyOf(child);
    if (key === null || own.has(child)) continue;
    if (keys.has(key) && !keyed.has(key)) keyed.set(key, child);
    else child.remove();
  }
  let next = element.firstChild;
  for (const node of nodes) {
    const found = findTwin(node, next, { own, keyed });
    if (found === null) element.insertBefore(node, next);
    else if (found === next) next = found.nextSibling;
    else element.insertBefore(found, next);
    if (found !== null && found !== node) patch(found, node);
  }
  while (next) next = remove(next);
}

/**
 * The old node that a new one takes over, if there is one.
 * @param {Node} node
 * @param {ChildNode | null} next
 * @param {{own: Set<Node>, keyed: Map<string, Element>}} known
 * @returns {ChildNode | null}
 */
function findTwin(node, next, { own, keyed }) {
  if (node === next) return next;
  const key = keyOf(node);
  if (key !== null) {
    const found = keyed.get(key);
    if (!found || found.nodeName !== node.nodeName) return null;
    keyed.delete(key);
    return found;
  }
  const isFree = next !== null && !own.has(next) && !node.isConnected && keyOf(next) === null;
  return isFree && next.nodeName === node.nodeName ? next : null;
}

/**
 * @param {Node} old
 * @param {Node} node
 */
function patch(old, node) {
  if (!(old instanceof Element) || !(node instanceof Element)) {
    if (old.nodeValue !== node.nodeValue) old.nodeValue = node.nodeValue;
    return;
  }
  if (old.hasAttribute("data-fixed")) return;
  patchAttributes(old, node);
  for (const [type, listener] of listenersOf(node)) setListener(old, type, listener);
  patchChildren(old, [...node.childNodes]);
}

/**
 * @param {Element} old
 * @param {Element} node
 */
function patchAttributes(old, node) {
  for (const { name } of [...old.attributes])
    if (!node.hasAttribute(name) && !isUsers(old, name)) old.removeAttribute(name);
  for (const { name, value } of node.attributes) {
    if (old.getAttribute(name) === value || isUsers(old, name)) continue;
    if (name === "style" && old instanceof HTMLElement) old.style.cssText = value;
    else old.setAttribute(name, value);
  }
  if (
    old instanceof HTMLInputElement &&
    node instanceof HTMLInputElement &&
    old.type === "checkbox"
  )
    old.checked = node.checked;
}

/**
 * Whether an attribute is up to the reader, who opens and closes the element.
 * @param {Element} element
 * @param {string} name
 */
function isUsers(element, name) {
  return name === "open" && element instanceof HTMLDetailsElement;
}

/** @param {Node} node */
function keyOf(node) {
  return node instanceof Element ? node.getAttribute("data-key") : null;
}

/** @param {ChildNode} child */
function remove(child) {
  const { nextSibling } = child;
  child.remove();
  return nextSibling;
}
