// Stepping through a game: buttons, keys and the mouse wheel.

import { button, html, replace } from "./elements.js";

/** @typedef {"first" | "back" | "forward" | "last"} Step */

/** @type {Record<string, Step>} */
const KEYS = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" };
/** @type {[step: Step, sign: string, name: string][]} */
const BUTTONS = [
  ["first", "«", "To the start"],
  ["back", "‹", "One move back"],
  ["forward", "›", "One move forward"],
  ["last", "»", "To the end"],
];
// How far the wheel turns for one move, and after how many milliseconds it starts from zero.
const NOTCH = 50;
const REST = 300;

/**
 * The step of a key, or null.
 * @param {string} key
 */
export function stepOf(key) {
  return KEYS[key] ?? null;
}

export class StepButtons {
  /** @param {{onstep: (step: Step) => void}} options */
  constructor({ onstep }) {
    this.onstep = onstep;
    this.element = html("div", {
      class: "steps",
      role: "group",
      "aria-label": "Step through the game",
    });
  }

  /** @param {{ply: number, plies: number}} state where the game is, and how long it is */
  draw({ ply, plies }) {
    const [back, forward] = [ply > 0, ply < plies];
    const buttons = BUTTONS.map(([step, sign, name]) => {
      const isPossible = step === "first" || step === "back" ? back : forward;
      const attributes = { class: "step", "aria-label": name, disabled: !isPossible };
      return button(sign, () => this.onstep(step), attributes);
    });
    const count = html("span", { class: "ply-count" }, `${ply} of ${plies}`);
    replace(this.element, buttons.slice(0, 2), count, buttons.slice(2));
  }
}

/**
 * Step with the wheel over an element; where there is no step left, the page scrolls.
 * @param {Element} element
 * @param {(step: "back" | "forward") => boolean} onstep false where there is none
 */
export function listenToWheel(element, onstep) {
  let turned = 0;
  let last = 0;
  element.addEventListener(
    "wheel",
    (given) => {
      const event = /** @type {WheelEvent} */ (given);
      if (event.ctrlKey || event.shiftKey) return;
      if (event.timeStamp - last > REST) turned = 0;
      last = event.timeStamp;
      turned += event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : 40 * event.deltaY;
      if (Math.abs(turned) < NOTCH) {
        event.preventDefault();
        return;
      }
      const step = turned > 0 ? "forward" : "back";
      turned = 0;
      if (onstep(step)) event.preventDefault();
    },
    { passive: false },
  );
}
