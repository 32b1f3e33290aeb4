// How a reader chooses a point of a drawn chart: with the pointer or the arrow keys.

/**
 * Answers pointer, keys and a new width; null chooses nothing.
 * @param {SVGElement} drawing
 * @param {object} answers
 * @param {(clientX: number) => number | null} answers.at the point at a place of the window
 * @param {(place: number | null) => void} answers.choose
 * @param {(right: number) => void} answers.step 1 for the next point to the right, -1 to the left
 * @param {(width: number) => void} answers.resize
 */
export function watchReader(drawing, { at, choose, step, resize }) {
  drawing.addEventListener("pointermove", ({ clientX }) => choose(at(clientX)));
  drawing.addEventListener("pointerleave", () => choose(null));
  drawing.addEventListener("blur", () => choose(null));
  drawing.addEventListener("keydown", (event) => {
    const right = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!right) return;
    event.preventDefault();
    step(right);
  });
  let width = 0;
  new ResizeObserver(([{ contentRect }]) => {
    if (contentRect.width < 1 || contentRect.width === width) return;
    width = contentRect.width;
    resize(width);
  }).observe(drawing);
}

/**
 * Where a place of the window is between the margins of a chart: 0 is left, 1 right.
 * @param {Element} drawing
 * @param {number} clientX
 * @param {{left: number, right: number}} margins
 */
export function shareAt(drawing, clientX, { left, right }) {
  const box = drawing.getBoundingClientRect();
  return (clientX - box.left - left) / Math.max(1, box.width - left - right);
}

/**
 * The place of the point nearest to `wanted`.
 * @param {{x: number}[]} points
 * @param {number} wanted
 */
export function nearest(points, wanted) {
  let best = 0;
  points.forEach(({ x }, place) => {
    if (Math.abs(x - wanted) < Math.abs(points[best].x - wanted)) best = place;
  });
  return best;
}
