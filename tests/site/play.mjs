// Draws openings and plays games with the core in WebAssembly, as a test asks for in JSON on the
// standard input: {catalog, tables, openings: [...], matches: [...]}.
import { readFileSync } from "node:fs";
import { Context } from "../../site/backend/context.js";
import { Core } from "../../site/backend/core.js";
import { playPairs } from "../../site/backend/match_games.js";
import { Openings } from "../../site/backend/openings.js";
import { readPlayer } from "../../site/backend/player_specs.js";

const core = await Core.start(await WebAssembly.compile(readFileSync(process.argv[2])));
const asked = JSON.parse(readFileSync(0, "utf8"));
const context = new Context(core, asked.catalog, async () => asked.tables);

const openings = asked.openings.map(({ pairs, ...choice }) => {
  const drawn = new Openings(context, choice);
  const all = Array.from({ length: pairs ?? drawn.size }, (_, pair) => pair);
  return {
    moves: all.map((pair) => drawn.opening(pair).moves.join(" ")),
    numbers: all.map((pair) => drawn.number(pair)),
    places: all.map((pair) => drawn.place(pair)),
    attacking: all.map((pair) => drawn.opening(pair).attacking),
  };
});

const matches = [];
for (const { players, pairings, pairs, ...choice } of asked.matches) {
  const drawn = new Openings(context, choice);
  const names = players.map((spec) => readPlayer(core, asked.catalog, spec).spec);
  const games = [];
  for (const [pairing, [a, b]] of pairings.entries())
    for (let first = 0; first < pairs; first += 3) {
      const numbers = Array.from({ length: Math.min(3, pairs - first) }, (_, at) => first + at);
      const texts = numbers.map((pair) => drawn.opening(pair).text);
      const task = { a: players[a], b: players[b], pairing, first, openings: texts };
      games.push(...(await playPairs(context, { ...task, seed: choice.seed })));
    }
  matches.push({ names, games });
}
process.stdout.write(JSON.stringify({ openings, matches }));
