// The first answer of each tool that assistants ask first, from a server that has never seen the project: how long it takes, with and without other
// work on the machine, and how much of what the whole index gives it has.
import { readFileSync, writeFileSync } from "node:fs";
import { basename, resolve } from "node:path";
import process from "node:process";
import { setTimeout as delay } from "node:timers/promises";
import { packagePath } from "../../../src/system/package-root.ts";
import { Failure } from "../../../src/vocabulary/failure.ts";
import { startBusyLoops, withServer } from "../cold/cold-server.ts";
import { LOADS, type Load } from "../cold/report.ts";
import { commitOf } from "../figures/identify.ts";
import { type OptionTable, pathOf, readOptions, usageLines, valuesOf, wholeOf } from "../option-table.ts";
import { intoPage } from "../page.ts";
import { runMain, tell } from "../run-main.ts";
import { machine, quantile, table, timed } from "../support.ts";
import { callsOn, type ToolCall, type WireAnswer } from "./calls.ts";

const COMMAND = "bench:cold-tools";
const HINT = `npm run ${COMMAND} -- --help shows the options`;
const ROUNDS = 3;
const BUSY_LOOPS = 2;
/** Longest time that a whole index is waited for. */
const WHOLE_MS = 300_000;

const OPTIONS = {
  project: { value: "DIR:NAME", many: true, doc: "a project, and a symbol that much of it uses; may be repeated" },
  only: { value: "TOOL", many: true, doc: "only this tool; may be repeated" },
  rounds: { value: "N", doc: `starts of each tool; default ${ROUNDS}` },
  program: { value: "FILE", doc: "measure another build's dist/main.js, to compare before and after" },
  "no-busy": { doc: "leave out the answers beside two busy loops" },
  page: { value: "FILE", doc: "also write the tables into this page" },
  help: { doc: "this text" },
} as const satisfies OptionTable;

const USAGE = [
  `npm run ${COMMAND} -- --project DIR:NAME [options]`,
  "",
  "Asks servers that have never seen a project one call of each tool, quietly and beside two busy loops, and compares what it finds",
  "with the answer of the whole index.",
  "",
  ...usageLines(OPTIONS),
  "",
].join("\n");

interface Project {
  readonly root: string;
  readonly name: string;
  readonly calls: readonly ToolCall[];
}

interface Options {
  readonly projects: readonly Project[];
  readonly rounds: number;
  readonly program: string;
  readonly busy: boolean;
  readonly page: string | null;
}

function parse(args: readonly string[], cwd: string): Options | null {
  const values = readOptions(OPTIONS, args, HINT);
  if (values["help"] === true) {
    return null;
  }
  const only = new Set(valuesOf(values, "only"));
  const projects = valuesOf(values, "project").map((text) => {
    const at = text.lastIndexOf(":");
    const root = resolve(cwd, text.slice(0, at));
    const calls = callsOn(text.slice(at + 1)).filter(({ tool }) => only.size === 0 || only.has(tool));
    return { root, name: basename(root), calls };
  });
  if (projects.length === 0) {
    throw new Failure("INVALID_INPUT", "no --project", { hint: HINT });
  }
  return {
    projects,
    rounds: wholeOf(values, "rounds", ROUNDS, HINT),
    program: resolve(pathOf(values, "program", cwd) ?? packagePath("dist", "main.js")),
    busy: values["no-busy"] !== true,
    page: pathOf(values, "page", cwd),
  };
}

interface First {
  readonly project: string;
  readonly tool: string;
  readonly load: Load;
  readonly ms: number;
  /** Of what the whole index gives, 0 to 1. */
  readonly share: number;
  readonly summary: string;
}

const SERVE = ["--toolsets", "all"];

async function measure({ root, name, calls }: Project, { program, rounds, busy }: Options): Promise<First[]> {
  const whole = await withServer({ main: program }, root, SETTLED, SERVE, async (server) => {
    const found = new Map<string, number>();
    const until = performance.now() + WHOLE_MS;
    for (const call of calls) {
      let answer = (await server.call(call.tool, call.input)) as WireAnswer;
      while (answer.envelope?.lagging !== undefined && performance.now() < until) {
        await delay(500);
        answer = (await server.call(call.tool, call.input)) as WireAnswer;
      }
      found.set(call.tool, call.found(answer));
    }
    return found;
  });
  const all: First[] = [];
  const askAll = async (load: Load): Promise<void> => {
    for (let round = 0; round < rounds; round += 1) {
      for (const { tool, input, found } of calls) {
        const { ms, value } = await withServer({ main: program }, root, {}, SERVE, (server) =>
          timed(() => server.call(tool, input)),
        );
        const answer = value as WireAnswer;
        const share = found(answer) / Math.max(1, whole.get(tool) ?? 0);
        all.push({ project: name, tool, load, ms, share, summary: answer.summary ?? "" });
        tell(`${name} ${tool}, ${load}: ${ms.toFixed(0)} ms, ${Math.round(100 * share)} %; ${answer.summary ?? ""}`);
      }
    }
  };
  await askAll("quiet");
  if (busy) {
    const loops = startBusyLoops(BUSY_LOOPS);
    try {
      await askAll("two busy loops");
    } finally {
      loops.stop();
    }
  }
  return all;
}

/** What is compared with is not cut off by time. */
const SETTLED = { CONTEXT_BROKER_VECTORS: "off", CONTEXT_BROKER_SEARCH_WAIT_MS: String(WHOLE_MS) };

function renderReport(all: readonly First[]): string {
  const loads = LOADS.filter((load) => all.some((one) => one.load === load));
  const keys = [...new Set(all.map(({ project, tool }) => `${project}\n${tool}`))];
  const rows = keys.map((key) => {
    const [project = "", tool = ""] = key.split("\n");
    const own = all.filter((one) => one.project === project && one.tool === tool);
    return [
      project,
      `\`${tool}\``,
      ...loads.flatMap((load) => {
        const of = own.filter((one) => one.load === load);
        const seconds = (at: number): string =>
          (
            quantile(
              of.map(({ ms }) => ms),
              at,
            ) / 1000
          ).toFixed(2);
        const share = quantile(
          of.map(({ share }) => share),
          0.5,
        );
        return [`${seconds(0.5)} / ${seconds(1)}`, `${Math.round(100 * share)} %`];
      }),
    ];
  });
  return table(["project", "tool", ...loads.flatMap((load) => [`${load}, p50 / most, s`, "found"])], rows);
}

async function run(options: Options): Promise<void> {
  const { page, projects, program } = options;
  if (page !== null) {
    intoPage(readFileSync(page, "utf8"), "", COMMAND);
  }
  const all: First[] = [];
  for (const project of projects) {
    all.push(...(await measure(project, options)));
  }
  const about = [
    `${new Date().toISOString().slice(0, 10)}, ${machine()}, ${options.rounds} starts of each`,
    `Context Broker at ${commitOf(packagePath(), ["src", "package.json"])}`,
  ];
  const report = [about.map((line) => `- ${line}`).join("\n"), "", renderReport(all), ""].join("\n");
  if (page !== null) {
    writeFileSync(page, intoPage(readFileSync(page, "utf8"), report, COMMAND));
  }
  process.stdout.write(`${program === packagePath("dist", "main.js") ? "" : `${program}\n`}${report}\n`);
}

export const main = (args: readonly string[], cwd: string): Promise<number> =>
  runMain({ usage: USAGE, parse: () => parse(args, cwd), run });
