// Creates HTML and SVG elements. Text is never parsed as markup.

const SVG = "http://www.w3.org/2000/svg";

/**
 * An HTML element: html("button", {type: "button", onclick: play, class: "quiet"}, "Play").
 * `on...` are listeners; a value of null or false omits the attribute, true writes it empty.
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Attributes} attributes
 * @param {...Child} children
 */
export function html(name, attributes = {}, ...children) {
  return fill(document.createElement(name), attributes, children);
}

/**
 * The same for an SVG element.
 * @template {keyof SVGElementTagNameMap} Name
 * @param {Name} name
 * @param {Attributes} attributes
 * @param {...Child} children
 */
export function svg(name, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, name), attributes, children);
}

/**
 * Replace an element's children. The keyboard focus moves to the child that replaces the focused
 * one.
 * @template {Element} E
 * @param {E} element
 * @param {...Child} children
 */
export function replace(element, ...children) {
  const active = document.activeElement;
  const focused = active instanceof HTMLElement && element.contains(active) ? active : null;
  element.replaceChildren(...flatten(children));
  if (focused && document.activeElement !== focused)
    (focused.isConnected ? focused : twinOf(focused, element))?.focus({ preventScroll: true });
  return element;
}

/**
 * Text for screen readers only.
 * @param {string} text
 */
export function spoken(text) {
  return html("span", { class: "spoken" }, text);
}

/**
 * The name of a player, which a narrow column breaks before its arguments or after a _.
 * @param {string} name
 * @returns {Child[]}
 */
export function breakable(name) {
  return name.split(/(?<=[(_])/).flatMap((part, number) => (number ? [html("wbr"), part] : [part]));
}

/**
 * A button; with `pressed` it is a toggle.
 * @param {Child} label
 * @param {() => unknown} onclick
 * @param {Attributes & {pressed?: boolean | null}} attributes
 */
export function button(label, onclick, { pressed = null, ...attributes } = {}) {
  const state = pressed === null ? {} : { "aria-pressed": String(pressed) };
  return html("button", { type: "button", onclick, ...state, ...attributes }, label);
}

/**
 * A section with a heading.
 * @param {string} title
 * @param {...Child} children
 */
export function card(title, ...children) {
  return html("section", { class: "card", "aria-label": title }, cardHead(title), children);
}

/**
 * The heading of a section, with what stands beside it.
 * @param {Child} title
 * @param {...Child} children
 */
export function cardHead(title, ...children) {
  return html("div", { class: "card-head" }, html("h2", {}, title), children);
}

/**
 * A labelled control.
 * @param {string} label
 * @param {HTMLElement} control
 * @param {string | null} hint
 */
export function field(label, control, hint = null) {
  return html(
    "label",
    { class: "field" },
    html("span", { class: "field-name" }, label),
    control,
    hint && html("span", { class: "hint" }, hint),
  );
}

/**
 * A field for a number; null leaves it empty.
 * @param {string} name
 * @param {number | null} value
 * @param {Attributes} attributes
 */
export function numberInput(name, value, attributes = {}) {
  return html("input", { type: "number", name, value, ...attributes });
}

/** @typedef {[value: string, text: string]} Option */
/**
 * A list to choose from, with options in groups where they have a heading.
 * @param {(Option | {group: string, options: Option[]})[]} options
 * @param {string} value
 * @param {(value: string) => unknown} onchange
 * @param {Attributes} attributes
 */
export function select(options, value, onchange, attributes = {}) {
  /** @param {Option} option */
  const make = ([name, text]) => html("option", { value: name, selected: name === value }, text);
  const element = html(
    "select",
    attributes,
    options.map((option) =>
      Array.isArray(option)
        ? make(option)
        : html("optgroup", { label: option.group }, option.options.map(make)),
    ),
  );
  element.addEventListener("change", () => onchange(element.value));
  return element;
}

/**
 * A table that scrolls where it is too wide. `label` is for screen readers.
 * @param {string} label
 * @param {string[]} heads
 * @param {HTMLTableRowElement[]} rows
 * @param {{caption?: string | null, tableClass?: string | null, scrollClass?: string}} options
 */
export function table(
  label,
  heads,
  rows,
  { caption = null, tableClass = null, scrollClass = "" } = {},
) {
  return html(
    "div",
    { class: `scroll ${scrollClass}`.trim(), tabindex: 0, role: "region", "aria-label": label },
    html(
      "table",
      { class: tableClass },
      caption && html("caption", {}, html("span", {}, caption)),
      html(
        "thead",
        {},
        html(
          "tr",
          {},
          heads.map((head) => html("th", { scope: "col" }, head)),
        ),
      ),
      html("tbody", {}, rows),
    ),
  );
}

/**
 * A dialog that is removed from the page when closed, also by leaving the view.
 * @param {string} title
 * @param {Attributes} attributes
 * @param {...Child} children
 */
export function openDialog(title, attributes, ...children) {
  const dialog = html(
    "dialog",
    { "aria-labelledby": "dialog-title", ...attributes },
    html("h2", { id: "dialog-title" }, title),
    children,
  );
  const close = () => dialog.close();
  window.addEventListener("hashchange", close);
  dialog.addEventListener("close", () => {
    window.removeEventListener("hashchange", close);
    dialog.remove();
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/**
 * @template {Element} E
 * @param {E} element
 * @param {Attributes} attributes
 * @param {Child[]} children
 */
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function")
      setListener(element, name.slice("on".length), /** @type {EventListener} */ (value));
    else if (value !== null && value !== undefined && value !== false)
      element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...flatten(children));
  return element;
}

/**
 * The element inside another that has the same purpose as one that is gone.
 * @param {HTMLElement} gone
 * @param {Element} element
 * @returns {HTMLElement | undefined}
 */
function twinOf(gone, element) {
  /** @param {HTMLElement} one */
  const name = (one) => one.dataset.act ?? one.getAttribute("aria-label") ?? one.textContent;
  /** @type {NodeListOf<HTMLElement>} */
  const candidates = element.querySelectorAll(gone.localName);
  return [...candidates].find((one) => name(one) === name(gone));
}

/**
 * Children as one list, without those that are skipped.
 * @param {Child[]} children
 * @returns {(Node | string)[]}
 */
export function flatten(children) {
  return children.flatMap((child) => {
    if (Array.isArray(child)) return flatten(child);
    return child === null || child === undefined || child === false ? [] : [child];
  });
}

/**
 * The listeners given as attributes, by type of event.
 * @type {WeakMap<Element, Map<string, EventListener>>}
 */
const listeners = new WeakMap();

/**
 * The listeners that an element was made with.
 * @param {Element} element
 * @returns {Map<string, EventListener>}
 */
export function listenersOf(element) {
  return listeners.get(element) ?? new Map();
}

/**
 * Set the listener of an element for a type of event, in place of the one it had.
 * @param {Element} element
 * @param {string} type
 * @param {EventListener} listener
 */
export function setListener(element, type, listener) {
  const known = listenersOf(element);
  if (!known.has(type)) element.addEventListener(type, (event) => known.get(type)?.(event));
  known.set(type, listener);
  listeners.set(element, known);
}
