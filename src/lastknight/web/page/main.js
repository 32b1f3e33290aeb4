// The frame around the views: it shows the view of the address, the notice while the server is away, help and
// colours.

import { html, replace } from "./elements.js";
import { listenToKeys, showHelp } from "./help.js";
import { knightIcon } from "./knight.js";
import { notify } from "./notices.js";
import { parseRoute } from "./route.js";
import { ask, messageOf, watchServer } from "./server.js";
import { attachTheme } from "./theme.js";

// Each view draws into the root element until its signal.
/** @type {Record<string, {title: string, tab: string, load: () => Promise<View>}>} */
const VIEWS = {
  play: { title: "Play", tab: "play", load: () => import("./play.js") },
  puzzles: { title: "Puzzles", tab: "puzzles", load: () => import("./puzzles.js") },
  lab: { title: "Lab", tab: "lab", load: () => import("./lab.js") },
  experiments: { title: "Experiment", tab: "lab", load: () => import("./experiment.js") },
  games: { title: "Game", tab: "lab", load: () => import("./replay.js") },
  compare: { title: "Compare", tab: "lab", load: () => import("./compare.js") },
};
const HOME = "play";
const root = byId("main");
/** @type {Catalog | null} */
let catalog = null;
let leave = new AbortController();

async function show() {
  leave.abort();
  leave = new AbortController();
  const { signal } = leave;
  const { path, query } = parseRoute(location.hash);
  const name = path[0] ?? HOME;
  const view = VIEWS[name];
  const title = view?.title ?? "Not found";
  document.title = `${title} · lastknight`;
  markCurrent(view?.tab);
  try {
    catalog ??= /** @type {Catalog} */ (await ask("/api/catalog"));
    if (!view) throw new Error(`There is no view '${name}'. Try Play, Puzzles or Lab.`);
    const loaded = await view.load();
    if (signal.aborted) return;
    replace(root);
    root.className = `view-${name}`;
    await loaded.show(root, { path: path.slice(1), query, catalog, signal });
    root.dataset.ready = name;
  } catch (error) {
    if (!signal.aborted) replace(root, drawFailure(title, messageOf(error)));
  }
}

/**
 * @param {string} title
 * @param {string} line
 */
function drawFailure(title, line) {
  return html("div", { class: "card failed" }, html("h1", {}, title), html("p", {}, line),
    html("p", {}, html("a", { class: "button", href: "#/play" }, "Go to the board")));
}

/** @param {string | undefined} tab */
function markCurrent(tab) {
  for (const link of document.querySelectorAll("#views a")) {
    if (link.getAttribute("href") === `#/${tab}`) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}

/** @param {string} id */
function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`index.html has no element ${id}`);
  return element;
}

watchServer((isAway, line) => {
  notify(isAway ? line : "", { canClose: false });
  document.body.classList.toggle("away", isAway);
  if (!isAway && (!catalog || root.querySelector(".failed"))) show();
});
byId("brand-knight").append(knightIcon(1));
byId("help").addEventListener("click", showHelp);
byId("skip").addEventListener("click", (event) => {
  event.preventDefault();
  root.focus();
});
attachTheme(byId("theme"));
listenToKeys((key) => (key === "?" ? showHelp() : false));
window.addEventListener("hashchange", show);
show();
