// The lab without a server: answers what the page asks about experiments, and runs them.

import { plural } from "../../src/lastknight/web/page/format.js";
import { ServerError } from "../../src/lastknight/web/page/request.js";
import { INSTALL } from "./install.js";
import { CHARTS, describeStandings } from "./lab_charts.js";
import { Count } from "./lab_counts.js";
import { findGame, findGames } from "./lab_games.js";
import { commandOf, readRequest, titleOf } from "./lab_requests.js";
import {
  aboutOf,
  compareTwo,
  exportLines,
  historyOf,
  matchesOf,
  ratingsOf,
} from "./lab_results.js";
import { Runner } from "./lab_runner.js";
import {
  addExperiment,
  chunkKeys,
  deleteExperiment,
  findExperiment,
  readExperiments,
  saveExperiment,
} from "./lab_storage.js";
import { activeExperiments } from "./lab_turns.js";

/**
 * @typedef {import("./context.js").Context} Context
 * @typedef {import("./lab_storage.js").Experiment} Experiment
 * @typedef {Map<number, "running" | "waiting">} Active
 * @typedef {{signal: AbortSignal}} Options
 */

// Milliseconds between two standings of a stream.
const PAUSE = 500;
// Counts that are kept.
const MOST_COUNTS = 12;
/** @type {[name: "name" | "note", most: number][]} */
const LABELS = [
  ["name", 200],
  ["note", 4000],
];

export class Laboratory {
  /** @type {Map<number, Count>} */
  #counts = new Map();
  #runner;

  /**
   * @param {Context} context
   * @param {WebAssembly.Module} module
   */
  constructor(context, module) {
    this.context = context;
    this.#runner = new Runner({ module, catalog: context.catalog }, (one) => this.#count(one));
  }

  /**
   * The answer to a question of the page.
   * @param {string} path
   * @param {QueryParameters} parameters
   * @returns {Promise<any>}
   */
  async ask(path, parameters) {
    if (path === "/api/experiments") return this.#list();
    if (path === "/api/compare") return this.#compare(parameters);
    const { experiment, words } = await this.#find(path);
    const [what = "", name] = words;
    if (experiment.problem && what && what !== "summary")
      throw new ServerError(experiment.problem, 500);
    switch (what) {
      case "":
        return this.#detail(experiment);
      case "summary":
        return this.#summary(experiment, await activeExperiments());
      case "history":
        return historyOf(this.context, experiment, Number(parameters.pairing ?? 0));
      case "games":
        return name === undefined
          ? findGames(this.context, experiment, parameters)
          : findGame(this.context, experiment, name);
      case "charts":
        return this.#chart(experiment, name ?? "");
      case "export":
        return exportLines(this.context, experiment);
      default:
        throw new ServerError(
          `${what} of experiments need the installed program: ${INSTALL}, then lastknight serve`,
          404,
        );
    }
  }

  /**
   * Makes a change that the page asks for.
   * @param {string} path
   * @param {Record<string, any>} body
   * @returns {Promise<{id: string}>}
   */
  async send(path, body) {
    if (path === "/api/experiments") return this.#start(body);
    const { experiment, words } = await this.#find(path);
    const { id } = experiment;
    const state = (await activeExperiments()).get(id);
    switch (words[0]) {
      case "stop":
        if (state) await this.#stop(id);
        break;
      case "resume":
        if (experiment.problem) throw new ServerError(experiment.problem, 500);
        await this.#runner.start(experiment);
        break;
      case "label":
        if (experiment.problem) throw new ServerError(experiment.problem, 500);
        await saveExperiment({ ...experiment, ...readLabel(body) });
        break;
      case "delete":
        if (state) throw new ServerError(`experiment ${id} is ${state}; stop it first`, 409);
        await deleteExperiment(id);
        this.#forget(id);
        break;
      default:
        throw new ServerError(`there is nothing at ${path}`, 404);
    }
    return { id: String(id) };
  }

  /**
   * The standings of an experiment while it runs or waits, then `end`.
   * @param {string} path
   * @param {Options} options
   * @returns {AsyncGenerator<{event: string, data: any}>}
   */
  async *listen(path, { signal }) {
    const { experiment, words } = await this.#find(path);
    if (words[0] !== "live") throw new ServerError(`there is nothing at ${path}`, 404);
    while (!signal.aborted) {
      const found = await findExperiment(experiment.id);
      if (!found || found.problem) break;
      const standing = await this.#standing(found);
      yield { event: "standing", data: standing };
      if (standing.state !== "running" && standing.state !== "waiting") break;
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
    yield { event: "end", data: {} };
  }

  async #list() {
    const active = await activeExperiments();
    const found = await readExperiments();
    return Promise.all(found.reverse().map((one) => this.#summary(one, active)));
  }

  /**
   * @param {Experiment} experiment
   * @param {Active} active
   * @returns {Promise<Summary>}
   */
  async #summary(experiment, active) {
    const { id, plan, form, pairs, created, name, note, problem } = experiment;
    const keys = await chunkKeys(id);
    const played = keys.reduce((sum, [, , , count]) => sum + count, 0);
    const title = problem ? `experiment ${id}, damaged` : titleOf(plan);
    return {
      id: String(id),
      kind: form?.kind ?? "match",
      title: name || title,
      ...this.#state(experiment, active),
      played,
      planned: problem ? null : pairs * plan.pairings.length,
      created,
      players: plan?.players ?? [],
      command: problem ? "" : commandOf(form),
      report: null,
      name,
      note,
    };
  }

  /**
   * @param {Experiment} experiment
   * @param {Active} active
   */
  #state({ id, isEnded, error, problem }, active) {
    const state = active.get(id) ?? (isEnded ? "finished" : "stopped");
    const waiting = this.#runner.queue.filter((one) => active.get(one) === "waiting");
    return {
      state: /** @type {Summary["state"]} */ (state),
      error: problem || (active.has(id) ? null : error || null),
      place: state === "waiting" ? 1 + Math.max(0, waiting.indexOf(id)) : 0,
      elsewhere: false,
    };
  }

  /**
   * @param {Experiment} experiment
   * @returns {Promise<Standing>}
   */
  async #standing(experiment) {
    const count = this.#count(experiment);
    await count.look();
    const known = this.#state(experiment, await activeExperiments());
    const error = count.damaged
      ? `${describeDamaged(count.damaged)}; the others are counted. Resume to play what is missing.`
      : known.error;
    const state = count.damaged && known.state === "finished" ? "stopped" : known.state;
    return { ...count.standing(), ...known, state, error };
  }

  /**
   * @param {Experiment} experiment
   * @returns {Promise<Detail>}
   */
  async #detail(experiment) {
    const summary = await this.#summary(experiment, await activeExperiments());
    if (experiment.problem) return { ...summary, ...nothingKnown(summary) };
    const { plan, form } = experiment;
    const standing = await this.#standing(experiment);
    const count = this.#count(experiment);
    const matches = await matchesOf(this.context, experiment, count);
    return {
      ...summary,
      state: standing.state,
      error: standing.error,
      form: { ...form },
      standing,
      meetings: plan.pairings.map(([a, b]) => ({
        experiment: summary.id,
        a: plan.players[a],
        b: plan.players[b],
      })),
      matches,
      ...ratingsOf(experiment, count),
      plan: { ...plan },
      about: aboutOf(experiment),
      parts: [],
      charts: matches.length ? CHARTS : [],
    };
  }

  /**
   * @param {Experiment} experiment
   * @param {string} name
   */
  async #chart(experiment, name) {
    const { id, plan } = experiment;
    const count = this.#count(experiment);
    await count.look();
    const matches = await matchesOf(this.context, experiment, count);
    const known = matches.length ? CHARTS : [];
    if (!known.includes(name))
      throw new ServerError(
        `experiment ${id} has no chart '${name}'; it has: ${known.join(", ") || "none"}`,
      );
    return describeStandings(matches, ratingsOf(experiment, count).ratings, plan.players[0]);
  }

  /** @param {QueryParameters} parameters */
  async #compare({ a, b }) {
    const [first, second] = await Promise.all(
      [a, b].map(async (id) => {
        const { experiment } = await this.#find(`/api/experiments/${id}`);
        if (experiment.problem) throw new ServerError(experiment.problem, 500);
        const count = this.#count(experiment);
        await count.look();
        return {
          experiment,
          summary: await this.#summary(experiment, await activeExperiments()),
          matches: await matchesOf(this.context, experiment, count),
        };
      }),
    );
    return compareTwo(this.context, first, second);
  }

  /** @param {Record<string, any>} body */
  async #start(body) {
    const { form, plan, pairs } = readRequest(this.context, body);
    const same = JSON.stringify(plan);
    const known = await readExperiments();
    const found = known.find((one) => !one.problem && JSON.stringify(one.plan) === same);
    if (found && (await activeExperiments()).has(found.id))
      throw new ServerError(`experiment ${found.id} is already running or waiting`, 409);
    // With fewer pairs than before, it stays what was asked for first.
    const asked = found && found.pairs >= pairs ? found : { form, plan, pairs };
    const begun = { ...asked, isEnded: false, error: "", problem: "" };
    const created = new Date().toISOString().replace(/\.\d+Z$/, "+00:00");
    let id = found?.id;
    if (found) await saveExperiment({ ...found, ...begun });
    else id = await addExperiment({ ...begun, created, name: "", note: "" });
    const experiment = await findExperiment(Number(id));
    if (experiment) await this.#runner.start(experiment);
    return { id: String(id) };
  }

  /**
   * Stop an experiment, and wait until it has.
   * @param {number} id
   */
  async #stop(id) {
    this.#runner.stop(id);
    for (let tries = 0; tries < 50 && (await activeExperiments()).has(id); tries++)
      await new Promise((resolve) => setTimeout(resolve, 20 + 10 * tries));
  }

  /**
   * The experiment of a path, and the rest of the path.
   * @param {string} path
   */
  async #find(path) {
    const [text, ...words] = path
      .replace(/^\/api\/experiments\/?/, "")
      .split("/")
      .map(decodeURIComponent);
    const experiment = /^\d+$/.test(text) ? await findExperiment(Number(text)) : null;
    if (!experiment) throw new ServerError(`there is no experiment ${text}`, 404);
    return { experiment, words };
  }

  /**
   * The counts of an experiment, kept while they are used.
   * @param {Experiment} experiment
   */
  #count(experiment) {
    const known = this.#counts.get(experiment.id);
    const isSame =
      known?.experiment.pairs === experiment.pairs &&
      JSON.stringify(known.experiment.form.sprt) === JSON.stringify(experiment.form.sprt);
    if (known && !isSame) this.#forget(experiment.id);
    const count = known && isSame ? known : new Count(this.context, experiment);
    this.#counts.delete(experiment.id);
    this.#counts.set(experiment.id, count);
    const queue = this.#runner?.queue ?? [];
    const oldest = [...this.#counts.keys()].find((id) => !queue.includes(id));
    if (this.#counts.size > MOST_COUNTS && oldest !== undefined && oldest !== experiment.id)
      this.#forget(oldest);
    return count;
  }

  /** @param {number} id */
  #forget(id) {
    this.#counts.get(id)?.drop();
    this.#counts.delete(id);
  }
}

/**
 * Empty details and results, for an experiment that cannot be read.
 * @param {Summary} summary
 */
function nothingKnown({ state, error, played }) {
  /** @type {Standing} */
  const standing = {
    state,
    played,
    planned: null,
    games: 2 * played,
    games_per_second: null,
    seconds_left: null,
    progress: null,
    now: null,
    pairings: [],
    ratings: null,
    sprt: null,
    boards: [],
    error,
    place: 0,
    elsewhere: false,
  };
  const empty = { meetings: [], matches: [], cautions: [], parts: [], charts: [] };
  return { ...empty, standing, ratings: null, plan: {}, about: {}, form: null };
}

/** @param {number} damaged how many pairs */
function describeDamaged(damaged) {
  return `${plural(damaged, "pair")} ${damaged === 1 ? "is" : "are"} damaged`;
}

/** @param {Record<string, any>} body */
function readLabel(body) {
  for (const [name, most] of LABELS)
    if (typeof (body[name] ?? "") !== "string" || String(body[name] ?? "").length > most)
      throw new ServerError(`${name} must be text of at most ${most} characters`);
  return { name: String(body.name ?? "").trim(), note: String(body.note ?? "").trim() };
}
