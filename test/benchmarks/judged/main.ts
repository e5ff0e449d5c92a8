// The measurement on judged names, from its command line to its report. What a judgement is worth is elsewhere.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import process from "node:process";
import { packagePath } from "../../../src/system/package-root.ts";
import { Failure } from "../../../src/vocabulary/failure.ts";
import { readTable } from "../../support/read-table.ts";
import { askReferences, type CallTool, type OurRow } from "../authorities/ask.ts";
import { commitOf } from "../figures/identify.ts";
import { environmentIn, runCommand, startServer } from "../figures/program.ts";
import { intoPage } from "../page.ts";
import { runMain, tell } from "../run-main.ts";
import { machine } from "../support.ts";
import {
  type Entry,
  figuresOf,
  type Judgement,
  judge,
  type Measured,
  parseEntries,
  placeOf,
  renderReport,
  renderTrouble,
} from "./judged.ts";
import { type Options, parseOptions, USAGE } from "./options.ts";

const COMMAND = "bench:judged";
const PROGRAM = { main: packagePath("dist/main.js") };
const FIXTURES = packagePath("fixtures/benchmarks/edges");
/** Symbols of a name that are asked for a wrong link. */
const OTHERS_MAX = 8;

/** All that our tool says refers to any symbol of this name; `partly` where there are more than are asked. */
async function askOthers(name: string, call: CallTool): Promise<{ rows: readonly OurRow[]; partly: boolean }> {
  const input = { query: name, fuzzy: false, limit: 100, max_tokens: 50_000 };
  const { symbols: table } = (await call("search_symbols", input)) as { readonly symbols?: unknown };
  const symbols = (table === undefined ? [] : readTable(table)).flatMap(({ path, start_line: first, symbol }) => {
    const last = String(symbol).split(/[.#:]/).at(-1);
    return last === name ? [{ full: String(symbol), place: [String(path), Number(first)] as const }] : [];
  });
  const rows: OurRow[] = [];
  for (const { full, place } of symbols.slice(0, OTHERS_MAX)) {
    const target = { name, path: full, kind: "", places: [place], supers: [] };
    rows.push(...(await askReferences(target, call)).rows);
  }
  return { rows, partly: symbols.length > OTHERS_MAX };
}

async function judgeAll(entries: readonly Entry[], call: CallTool): Promise<Judgement[]> {
  const others = new Map<string, Awaited<ReturnType<typeof askOthers>>>();
  const meant = new Map<string, readonly OurRow[]>();
  const judgements: Judgement[] = [];
  for (const entry of entries) {
    const { name, target } = entry;
    const place = placeOf(entry);
    const key = `${name} ${target}`;
    if (place !== null && !meant.has(key)) {
      const answer = await askReferences({ name, path: name, kind: "", places: [place], supers: [] }, call);
      if (answer.state !== "whole") {
        tell(`  ${target} ${name}: ${answer.state} ${answer.said}`);
      }
      meant.set(key, answer.rows);
    }
    const first = judge(entry, meant.get(key) ?? [], [], false);
    if (first.verdict === "right") {
      judgements.push(first);
      continue;
    }
    const other = others.get(name) ?? (await askOthers(name, call));
    others.set(name, other);
    judgements.push(judge(entry, meant.get(key) ?? [], other.rows, other.partly));
  }
  return judgements;
}

interface Source {
  readonly language: string;
  readonly entries: readonly Entry[];
}

async function measure(root: string, sources: readonly Source[], home: string): Promise<Measured[]> {
  const commit = commitOf(root);
  const here = sources
    .map(({ language, entries }) => ({
      language,
      entries: entries.filter((one) => commit !== null && one.commit.startsWith(commit)),
    }))
    .filter(({ entries }) => entries.length > 0);
  if (here.length === 0) {
    const known = new Set(sources.flatMap(({ entries }) => entries.map((one) => `${one.repository} at ${one.commit}`)));
    throw new Failure("NOT_FOUND", `${root} is at ${commit ?? "no commit"}, of which nothing is judged`, {
      hint: `judged are ${[...known].join(", ")}`,
    });
  }
  const env = environmentIn(join(home, basename(root)), { CONTEXT_BROKER_VECTORS: "off" });
  await runCommand(PROGRAM, ["index", "--project", root], env);
  const server = await startServer(PROGRAM, root, env);
  try {
    const measured: Measured[] = [];
    for (const { language, entries } of here) {
      tell(`${language} on ${basename(root)}: ${entries.length} names`);
      const judgements = await judgeAll(entries, server.call);
      tell(renderTrouble(judgements));
      measured.push({ language, repositories: [basename(root)], judgements });
    }
    return measured;
  } finally {
    await server.close();
  }
}

function joined(parts: readonly Measured[]): Measured[] {
  return [...new Set(parts.map(({ language }) => language))].sort().map((language) => {
    const of = parts.filter((one) => one.language === language);
    return {
      language,
      repositories: of.flatMap(({ repositories }) => repositories),
      judgements: of.flatMap(({ judgements }) => judgements),
    };
  });
}

async function run({ roots, home, json, page }: Options): Promise<void> {
  // Before the long work: what is of no use is found out now.
  if (page !== null) {
    intoPage(readFileSync(page, "utf8"), "", COMMAND);
  }
  const sources = readdirSync(FIXTURES)
    .filter((name) => name.endsWith(".jsonl"))
    .map((name) => ({
      language: basename(name, ".jsonl"),
      entries: parseEntries(readFileSync(join(FIXTURES, name), "utf8"), name),
    }));
  const parts: Measured[] = [];
  for (const root of roots) {
    parts.push(...(await measure(root, sources, home)));
  }
  const measured = joined(parts);
  const about = [
    `${new Date().toISOString().slice(0, 16).replace("T", " ")} UTC`,
    machine(),
    `Context Broker at ${commitOf(packagePath(), ["src", "package.json"])}`,
    ...roots.map((root) => `${basename(root)} at ${commitOf(root)}`),
  ];
  if (json !== null) {
    mkdirSync(dirname(json), { recursive: true });
    const results = measured.map((one) => ({ language: one.language, ...figuresOf(one.judgements) }));
    writeFileSync(json, `${JSON.stringify({ about, results }, null, 2)}\n`);
  }
  const report = renderReport(measured, about);
  if (page !== null) {
    writeFileSync(page, intoPage(readFileSync(page, "utf8"), report, COMMAND));
  }
  process.stdout.write(`\n${report}`);
}

/** Measures; answers the exit code: 0, or 2 where something that was given is wrong. */
export const main = (args: readonly string[], cwd: string): Promise<number> =>
  runMain({ usage: USAGE, parse: () => parseOptions(args, cwd), run });
