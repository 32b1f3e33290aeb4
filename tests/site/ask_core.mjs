// Asks the core in WebAssembly what a test wants to know: the calls come as JSON on the standard
// input, [name, ...values] each, and "$n" among the values is the answer of call n.
import { readFileSync } from "node:fs";
import { Core } from "../../site/backend/core.js";

const module = await WebAssembly.compile(readFileSync(process.argv[2]));
const core = await Core.start(module);
const calls = JSON.parse(readFileSync(0, "utf8"));
const answers = [];
for (const [name, ...values] of calls)
  answers.push(
    core.call(
      name,
      ...values.map((value) => {
        const isPlace = typeof value === "string" && value.startsWith("$");
        return isPlace ? answers[Number(value.slice(1))] : value === null ? NaN : value;
      }),
    ),
  );
process.stdout.write(JSON.stringify(answers));
