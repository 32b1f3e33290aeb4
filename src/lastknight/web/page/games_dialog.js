// The dialog with the games that this browser keeps, and the import of a game.

import { button, html, openDialog, replace } from "./elements.js";
import { plural } from "./format.js";
import { readGameText } from "./game_text.js";
import { parseRoute } from "./route.js";
import { deleteGame, savedGames } from "./saved_games.js";
import { ask, messageOf } from "./server.js";

const LARGEST_FILE = 100_000;

/**
 * Show the list; `onopen` gets the address of a game, and its id if it is in the list.
 * @param {(link: string, id?: string) => void} onopen
 */
export function showGames(onopen) {
  const list = html("div", { class: "saved-games" });
  /** @type {(link: string, id?: string) => void} */
  const open = (link, id) => {
    if (!dialog.open) return;
    dialog.close();
    onopen(link, id);
  };
  const draw = () => replace(list, drawList(open, draw));
  draw();
  const dialog = openDialog(
    "Games",
    { class: "games" },
    html("p", { class: "muted" }, "Games you play here are kept in this browser."),
    list,
    makeImport(open),
    html(
      "p",
      { class: "actions" },
      button("Close", () => dialog.close()),
    ),
  );
}

/**
 * @param {(link: string, id: string) => void} open
 * @param {() => void} redraw
 * @returns {Child}
 */
function drawList(open, redraw) {
  const games = savedGames();
  if (!games.length) return html("p", {}, "No games yet.");
  return html(
    "ul",
    {},
    games.map(({ id, link, title, result, plies, changed }) => {
      const when = new Date(changed).toLocaleString("en-GB", {
        dateStyle: "medium",
        timeStyle: "short",
      });
      const about = `${plural(plies, "move")}, ${result}, ${when}`;
      return html(
        "li",
        {},
        button(
          [html("b", {}, title), html("span", { class: "muted" }, about)],
          () => open(link, id),
          {
            class: "saved-game",
          },
        ),
        button(
          "×",
          () => {
            deleteGame(id);
            redraw();
          },
          { class: "quiet", "aria-label": `Delete ${title}, ${about}` },
        ),
      );
    }),
  );
}

/** @param {(link: string) => void} open */
function makeImport(open) {
  const text = html("textarea", {
    rows: 3,
    spellcheck: "false",
    placeholder: "d4 b1 c2",
    "aria-label": "Game as text",
  });
  const problem = html("p", { class: "problem", role: "alert" });
  const read = async () => {
    try {
      open(await checkGame(text.value));
    } catch (error) {
      replace(problem, messageOf(error));
    }
  };
  const file = html("input", {
    type: "file",
    accept: ".txt,text/plain",
    "aria-label": "Game file",
  });
  file.addEventListener("change", async () => {
    const [chosen] = file.files ?? [];
    if (!chosen) return;
    if (chosen.size > LARGEST_FILE) {
      replace(problem, `a game has at most ${LARGEST_FILE} characters, got ${chosen.size}`);
      return;
    }
    text.value = await chosen.text();
    read();
  });
  return html(
    "details",
    {},
    html("summary", {}, "Import a game"),
    html("p", { class: "hint" }, "Its moves, or a file that this page or lastknight play saved."),
    text,
    problem,
    html("p", { class: "import-actions" }, file, button("Import", read, { "data-act": "import" })),
  );
}

/**
 * The address of the game in a text, once the server has accepted all its moves.
 * @param {string} text
 */
async function checkGame(text) {
  const link = readGameText(text);
  const { query } = parseRoute(link);
  const start = query.get("start") ?? undefined;
  const main = (query.get("moves") ?? "").split(",").filter(Boolean);
  await ask("/api/line", { start, moves: main.join(",") });
  for (const line of query.getAll("also")) {
    const [shared, further] = line.split(/\.(.*)/s);
    await ask("/api/line", { start, moves: [...main.slice(0, Number(shared)), further].join(",") });
  }
  return link;
}
