// What can be done with an experiment: stop, resume, clone, rename, annotate, export and delete it.

import { button, field, html, openDialog, replace } from "./elements.js";
import { plural } from "./format.js";
import { formatRoute } from "./route.js";
import { ask, experimentPath, messageOf, send } from "./server.js";

// Experiments of the site are in this browser only; those of a server are in a file already.
const canExport = document.documentElement.dataset.backend === "site";

/**
 * @typedef {{id: string, state: State, elsewhere: boolean, report: string | null,
 *   isStarted: boolean, canClone: boolean}} Subject
 * @typedef {Summary["state"]} State
 * @param {Subject} experiment
 * @param {{act: (action: "stop" | "resume") => void, edit: () => void, remove: () => void}} actions
 */
export function drawActions(experiment, { act, edit, remove }) {
  const { id, state, elsewhere, report, isStarted, canClone } = experiment;
  const isPart = id.includes(".");
  return [
    state === "running" &&
      !elsewhere &&
      !isPart &&
      button("❚❚ Stop", () => act("stop"), { "data-key": "stop" }),
    state === "waiting" &&
      button("Remove from the queue", () => act("stop"), { "data-key": "unqueue" }),
    state === "stopped" &&
      !isPart &&
      button(isStarted ? "▶ Resume" : "▶ Start", () => act("resume"), { "data-key": "resume" }),
    report && html("a", { class: "button", href: report, "data-key": "report" }, "Open the report"),
    canClone &&
      !isPart &&
      html(
        "a",
        { class: "button", href: formatRoute(["lab"], { from: id }), "data-key": "clone" },
        "Clone or edit…",
      ),
    html(
      "a",
      { class: "button", href: formatRoute(["compare"], { a: id }), "data-key": "compare" },
      "Compare…",
    ),
    !isPart && button("Name and note…", edit, { "data-key": "label" }),
    canExport && button("Export…", () => openExportDialog(id), { "data-key": "export" }),
    !isPart &&
      (state === "stopped" || state === "finished") &&
      button("Delete…", remove, { "data-key": "delete" }),
  ];
}

/**
 * Ask for a name and a note.
 * @param {Summary} experiment
 * @param {() => void} ondone
 */
export function openLabelDialog({ id, name: given, title, note }, ondone) {
  const name = html("input", { type: "text", maxlength: 200, value: given, placeholder: title });
  const text = html("textarea", { rows: 5, maxlength: 4000 });
  text.value = note;
  openTask("Name and note", "Save", {
    content: [field("Name", name, "leave empty to show what was played"), field("Note", text)],
    run: () => send(`${experimentPath(id)}/label`, { name: name.value, note: text.value }),
    ondone,
  });
}

/** The file that an experiment is exported to. @param {string} id */
export function exportName(id) {
  return `lastknight-experiment-${id}.jsonl`;
}

/**
 * Save the games as a file for the installed program.
 * @param {string} id
 */
function openExportDialog(id) {
  const file = exportName(id);
  openTask("Export the games", "Save the file", {
    content: [
      html("p", {}, `All games so far, and the experiment's settings, as ${file}.`),
      html("p", {}, "Import it into the installed program to continue from here:"),
      html("pre", { tabindex: 0 }, `lastknight games lastknight.db --import ${file}`),
    ],
    run: async () => saveFile(file, await ask(`${experimentPath(id)}/export`)),
    ondone: () => {},
  });
}

/**
 * @param {string} name
 * @param {string} text
 */
function saveFile(name, text) {
  const url = URL.createObjectURL(new Blob([text], { type: "application/jsonl" }));
  html("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url));
}

/**
 * Ask before deleting.
 * @param {Summary} experiment
 * @param {() => void} ondone
 */
export function openDeleteDialog({ id, kind, title, played }, ondone) {
  const what = kind === "analysis" ? "its folder with all games and the report" : "all its games";
  openTask("Delete this experiment?", "Delete for good", {
    content: [
      html("p", {}, html("b", {}, title)),
      html("p", {}, `This deletes ${what} (${plural(played, "pair")}), and cannot be undone.`),
    ],
    run: () => send(`${experimentPath(id)}/delete`),
    ondone,
  });
}

/**
 * A dialog that does something, or says why that failed.
 * @param {string} title
 * @param {string} label
 * @param {{content: Child, run: () => Promise<unknown>, ondone: () => void}} options
 */
function openTask(title, label, { content, run, ondone }) {
  const problem = html("p", { class: "problem", role: "alert" });
  const form = html(
    "form",
    {},
    content,
    problem,
    html(
      "p",
      { class: "actions" },
      button("Cancel", () => dialog.close()),
      html("button", { class: "primary" }, label),
    ),
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      await run();
      if (!dialog.open) return;
      dialog.close();
      ondone();
    } catch (error) {
      replace(problem, messageOf(error));
    }
  });
  const dialog = openDialog(title, {}, form);
}
