// Making elements of the document, HTML and SVG, without text that is parsed as markup. What they
// mean is the business of those who call.

const SVG = "http://www.w3.org/2000/svg";

// An HTML element: html("button", {type: "button", onclick: play, class: "quiet"}, "Play").
// `on...` are listeners, a value of null or false leaves the attribute out, true writes it empty.
export function html(name, attributes = {}, ...children) {
  return fill(document.createElement(name), attributes, children);
}

// The same for an element of a drawing.
export function svg(name, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, name), attributes, children);
}

// Put these children in the place of those an element has. Who was at one of them with the keyboard
// is at the one that has taken its place.
export function replace(element, ...children) {
  const focused = element.contains(document.activeElement) ? document.activeElement : null;
  element.replaceChildren(...flat(children));
  if (focused && document.activeElement !== focused)
    (focused.isConnected ? focused : twinOf(focused, element))?.focus({ preventScroll: true });
  return element;
}

// Text that only a screen reader says.
export function spoken(text) {
  return html("span", { class: "spoken" }, text);
}

// A button with a name; `pressed` makes it a switch.
export function button(label, onclick, { pressed = null, ...attributes } = {}) {
  const state = pressed === null ? {} : { "aria-pressed": String(pressed) };
  return html("button", { type: "button", onclick, ...state, ...attributes }, label);
}

// A part of a view under its heading.
export function card(title, ...children) {
  return html("section", { class: "card", "aria-label": title }, html("div", { class: "card-head" }, html("h2", {}, title)), children);
}

// A labelled control: the label's text stands before or around it.
export function field(label, control, hint = null) {
  return html("label", { class: "field" }, html("span", { class: "field-name" }, label), control,
    hint && html("span", { class: "hint" }, hint));
}

// A list to choose from: options are [value, text], or {group, options} for some under a heading.
export function select(options, value, onchange, attributes = {}) {
  const make = (option) => Array.isArray(option)
    ? html("option", { value: option[0], selected: option[0] === value }, option[1])
    : html("optgroup", { label: option.group }, option.options.map(make));
  const element = html("select", attributes, options.map(make));
  element.addEventListener("change", () => onchange(element.value));
  return element;
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value !== null && value !== undefined && value !== false)
      element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...flat(children));
  return element;
}

// The element inside another that says it does what this one did.
function twinOf(gone, element) {
  const name = (one) => one.dataset.act ?? one.getAttribute("aria-label") ?? one.textContent;
  return [...element.querySelectorAll(gone.localName)].find((one) => name(one) === name(gone));
}

function flat(children) {
  return children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false);
}
