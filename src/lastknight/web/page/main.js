// The frame around the views: which one the address asks for, the notice when the server is away,
// help and colours.

import { html, replace } from "./elements.js";
import { listenToKeys, showHelp } from "./help.js";
import { knightIcon } from "./knight.js";
import { parseRoute } from "./route.js";
import { notify } from "./saying.js";
import { ask, watchServer } from "./server.js";
import { attachTheme } from "./theme.js";

// Each view has `show(root, {path, query, catalog, signal})`, which draws into root until the signal.
const VIEWS = {
  play: ["Play", () => import("./play.js")],
  puzzles: ["Puzzles", () => import("./puzzles.js")],
  lab: ["Lab", () => import("./lab.js")],
  experiments: ["Experiment", () => import("./experiment.js")],
  games: ["Game", () => import("./replay.js")],
  compare: ["Compare", () => import("./compare.js")],
};
const HOME = "play";
const root = document.getElementById("main");
let catalog = null;
let leave = new AbortController();

async function show() {
  leave.abort();
  leave = new AbortController();
  const { signal } = leave;
  const { path, query } = parseRoute(location.hash);
  const name = path[0] ?? HOME;
  const [title, load] = VIEWS[name] ?? ["Nothing here", null];
  document.title = `${title} · lastknight`;
  markCurrent(name);
  try {
    catalog ??= await ask("/api/catalog");
    if (!load) throw new Error(`There is no view '${name}'. Try Play, Puzzles or Lab.`);
    const view = await load();
    if (signal.aborted) return;
    replace(root);
    root.className = `view-${name}`;
    await view.show(root, { path: path.slice(1), query, catalog, signal });
    root.dataset.ready = name;
  } catch (error) {
    if (!signal.aborted) replace(root, html("div", { class: "card failed" }, html("h1", {}, title), html("p", {}, error.message), html("p", {}, html("a", { class: "button", href: "#/play" }, "To the board"))));
  }
}

function markCurrent(name) {
  const top = { experiments: "lab", games: "lab", compare: "lab" }[name] ?? name;
  for (const link of document.querySelectorAll("#views a")) {
    const isHere = link.getAttribute("href") === `#/${top}`;
    link.toggleAttribute("aria-current", false);
    if (isHere) link.setAttribute("aria-current", "page");
  }
}

watchServer((isAway, line) => {
  notify(isAway ? line : "", { canClose: false });
  document.body.classList.toggle("away", isAway);
  if (!isAway && (!catalog || root.querySelector(".failed"))) show();
});
document.getElementById("brand-knight").append(knightIcon(1));
document.getElementById("help").addEventListener("click", showHelp);
document.getElementById("skip").addEventListener("click", (event) => {
  event.preventDefault();
  root.focus();
});
attachTheme(document.getElementById("theme"));
listenToKeys((key) => (key === "?" ? showHelp() : false), {});
window.addEventListener("hashchange", show);
show();
