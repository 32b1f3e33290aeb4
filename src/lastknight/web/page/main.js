// The frame around the views: it shows the view of the address, the notice while the server is
// away, help and colours.

import { BUSY, isBusy, waitForTurn } from "./busy.js";
import { html, replace } from "./elements.js";
import { listenToKeys, showHelp } from "./help.js";
import { knightIcon } from "./knight.js";
import { notify } from "./notices.js";
import { parseRoute } from "./route.js";
import { ask, messageOf, watchServer } from "./server.js";
import { attachTheme } from "./theme.js";

// Each view draws into the root element until its signal is aborted.
/** @type {Record<string, {title: string, tab: string, load: () => Promise<View>}>} */
const VIEWS = {
  play: { title: "Play", tab: "play", load: () => import("./play.js") },
  puzzles: { title: "Puzzles", tab: "puzzles", load: () => import("./puzzles.js") },
  mistakes: { title: "Mistakes", tab: "play", load: () => import("./mistakes.js") },
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

/** Show the view of the address. @param {number} tries that a busy server did not answer */
async function show(tries = 0) {
  leave.abort();
  leave = new AbortController();
  const { signal } = leave;
  const { path, query } = parseRoute(location.hash);
  const name = path[0] ?? HOME;
  const view = VIEWS[name];
  const title = view?.title ?? "Not found";
  /** @param {string} shown */
  const entitle = (shown) => {
    if (!signal.aborted) document.title = `${shown} · lastknight`;
  };
  entitle(title);
  markCurrent(view?.tab);
  // The previous view stays until the new one has drawn something.
  const holder = html("div", { class: `view view-${name}` });
  const before = [...root.children];
  root.append(holder);
  // Stop observing: an observer keeps its view in memory, and through it all earlier views.
  const drawn = new MutationObserver(() => {
    drawn.disconnect();
    before.forEach((element) => element.remove());
  });
  drawn.observe(holder, { childList: true });
  delete root.dataset.ready;
  root.setAttribute("aria-busy", "true");
  try {
    catalog ??= /** @type {Catalog} */ (await ask("/api/catalog"));
    if (!view) throw new Error(`There is no view '${name}'. Try Play, Puzzles or Lab.`);
    const loaded = await view.load().catch(() => {
      throw new Error("This view could not be loaded. Reload the page to try again.");
    });
    if (signal.aborted) return;
    await loaded.show(holder, { path: path.slice(1), query, catalog, signal, entitle });
    root.dataset.ready = name;
  } catch (error) {
    if (signal.aborted) return;
    if (isBusy(error)) {
      replace(holder, drawWait(title));
      await waitForTurn(tries + 1, signal);
      if (!signal.aborted) show(tries + 1);
      return;
    }
    replace(holder, drawFailure(title, messageOf(error)));
  }
  if (!signal.aborted) root.removeAttribute("aria-busy");
}

/** @param {string} title */
function drawWait(title) {
  return html(
    "div",
    { class: "card busy" },
    html("h1", {}, title),
    html("p", { role: "status" }, BUSY),
  );
}

/**
 * @param {string} title
 * @param {string} line
 */
function drawFailure(title, line) {
  return html(
    "div",
    { class: "card failed" },
    html("h1", {}, title),
    html("p", {}, line),
    html("p", {}, html("a", { class: "button", href: "#/play" }, "Go to the board")),
  );
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
window.addEventListener("hashchange", () => show());
show();
