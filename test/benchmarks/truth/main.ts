// The truth bench, from its command line to its report. What each judge does is its own.
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { packagePath } from "../../../src/system/package-root.ts";
import { Failure } from "../../../src/vocabulary/failure.ts";
import { commitOf, identify } from "../figures/identify.ts";
import { environmentIn, runCommand, startServer } from "../figures/program.ts";
import { runMain, tell } from "../run-main.ts";
import { machine } from "../support.ts";
import type { Checkout, Judge } from "./judge.ts";
import { JUDGES } from "./judges.ts";
import { type Options, parseOptions, USAGE } from "./options.ts";
import {
  type CheckoutResult,
  OVERVIEW_PAGE,
  type Results,
  readResults,
  renderMisses,
  renderOverview,
  renderTables,
  resultsFileOf,
  TABLES_PAGE,
  withEarlier,
  withoutHeldOutCauses,
} from "./results.ts";

const PROGRAM = { main: packagePath("dist/main.js") };

async function judgeOne(judge: Judge, checkout: Checkout, options: Options): Promise<CheckoutResult> {
  const root = join(options.checkouts, checkout.name);
  if (!existsSync(root)) {
    throw new Failure("NOT_FOUND", `there is no checkout ${checkout.name} below --checkouts`, {
      hint: `git clone https://github.com/${checkout.source} ${checkout.name}`,
    });
  }
  const home = join(options.home, judge.name, checkout.name);
  const env = environmentIn(home, { CONTEXT_BROKER_VECTORS: "off" });
  const findings = await judge.run({
    checkout,
    root,
    tools: options.tools,
    home,
    seed: options.seed,
    startServer: async (folder) => {
      await runCommand(PROGRAM, ["index", "--project", folder], env);
      return startServer(PROGRAM, folder, env, ["--toolsets", "all,edit"]);
    },
    tell,
  });
  const heldOut = checkout.heldOut === true;
  return withoutHeldOutCauses({
    identity: await identify(checkout.name, root),
    name: checkout.name,
    heldOut,
    findings,
  });
}

/** `keep` is handed what is known after each checkout. */
async function judgeAll(judge: Judge, options: Options, keep: (results: Results) => void): Promise<Results> {
  const versions = await judge.versions(options.tools);
  const checkouts: CheckoutResult[] = [];
  const resultsNow = (): Results => ({
    measured: `${new Date().toISOString().slice(0, 16).replace("T", " ")} UTC`,
    machine: machine(),
    program: commitOf(packagePath(), ["src", "package.json"]) ?? "no commit",
    seed: options.seed,
    versions,
    checkouts,
  });
  for (const checkout of judge.checkouts) {
    if (options.repositories.length === 0 || options.repositories.includes(checkout.name)) {
      tell(`${judge.name} on ${checkout.name}`);
      const result = await judgeOne(judge, checkout, options);
      checkouts.push(result);
      keep(resultsNow());
      if (options.misses !== null) {
        appendFileSync(options.misses, `${renderMisses(judge, result)}\n`);
      }
    }
  }
  return resultsNow();
}

/** Puts results into the judge's file and the pages; checkouts that were not compared keep theirs. */
function write(judge: Judge, now: Results, before: Results | null): void {
  mkdirSync(dirname(resultsFileOf(judge)), { recursive: true });
  writeFileSync(resultsFileOf(judge), `${JSON.stringify(withEarlier(judge, now, before), null, 2)}\n`);
  const all = JUDGES.map((one) => ({ judge: one, results: readResults(one) }));
  writeFileSync(OVERVIEW_PAGE, renderOverview(readFileSync(OVERVIEW_PAGE, "utf8"), all));
  writeFileSync(TABLES_PAGE, renderTables(readFileSync(TABLES_PAGE, "utf8"), all));
}

async function run(options: Options): Promise<void> {
  if (options.misses !== null) {
    mkdirSync(dirname(options.misses), { recursive: true });
    writeFileSync(options.misses, "");
  }
  const measured = new Map<string, Results>();
  for (const judge of options.judges) {
    const before = readResults(judge);
    // After each checkout, so that an interrupted run leaves what it found.
    const results = await judgeAll(judge, options, (now) => {
      if (options.write) {
        write(judge, now, before);
      }
    });
    measured.set(judge.name, results);
  }
  const page = readFileSync(TABLES_PAGE, "utf8");
  const shown = options.judges.map((judge) => ({ judge, results: measured.get(judge.name) ?? null }));
  const [, tables = ""] = renderTables(page, shown).split(/<!-- measured by .*?: (?:begin|end) -->/);
  process.stdout.write(`${tables.trim()}\n`);
}

/** Judges; answers the exit code: 0, or 2 where something that was given is wrong. */
export const main = (args: readonly string[], cwd: string): Promise<number> =>
  runMain({ usage: USAGE, parse: () => parseOptions(JUDGES, args, cwd), run });
