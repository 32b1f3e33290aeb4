// Answers questions with the core in WebAssembly: lines of JSON in, lines of JSON out. The arguments
// are the folder of the built files and that of the backend. Every answer says how much CPU it took.
//
//     {"ask": "/api/choose", "pairs": [["position", "..."]]}   as the page asks
//     {"choose": "Greedy(open)", "position": "...", "seed": 1}  a player's choice
//     {"spec": "improved", "what": "heuristic"}                a spec's full text
//     {"call": ["perft", "...", 3]}                            a function of the core

import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [built, backend] = process.argv.slice(2);
const load = (name) => import(pathToFileURL(`${backend}/${name}`).href);
const { Core } = await load("core.js");
const { Context } = await load("context.js");
const { answerQuestion } = await load("questions.js");
const { readHeuristic } = await load("heuristic_specs.js");
const { readPlayer } = await load("player_specs.js");

const module = await WebAssembly.compile(await readFile(`${built}/core.wasm`));
const catalog = JSON.parse(await readFile(`${built}/catalog.json`, "utf8"));
const core = await Core.start(module);
const context = new Context(core, catalog, (name) => readFile(`${built}/${name}`, "utf8"));

async function answer(question) {
  const events = [];
  try {
    if (question.ask) {
      const tell = (event, data) => events.push([event, data]);
      const result = await answerQuestion(context, question.ask, question.pairs, tell);
      return { result, events };
    }
    if (question.choose) {
      const { handle } = readPlayer(core, catalog, question.choose);
      return { result: core.choose(handle, question.position, question.seed) };
    }
    if (question.call) return { result: core.call(...question.call) };
    const read = question.what === "player" ? readPlayer : readHeuristic;
    return { result: read(core, catalog, question.spec).spec };
  } catch (error) {
    return { error: error.message, events };
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const before = process.cpuUsage();
  const answered = await answer(JSON.parse(line));
  const { user, system } = process.cpuUsage(before);
  console.log(JSON.stringify({ ...answered, cpu: (user + system) / 1e6 }));
}
