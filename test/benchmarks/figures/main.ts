// The suite, from its command line to its report: which projects, which parts, in which order. Measures nothing itself.
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import process from "node:process";
import { packagePath } from "../../../src/system/package-root.ts";
import { Failure } from "../../../src/vocabulary/failure.ts";
import { intoPage } from "../page.ts";
import { runMain, tell } from "../run-main.ts";
import { main as writeScaleProject } from "../scale/main.ts";
import { machine } from "../support.ts";
import { measureContext } from "./context.ts";
import { measureDisk } from "./disk.ts";
import { measureEdits } from "./edits.ts";
import { complete, measureLargeEmbedding, measureRealEmbedding } from "./embedding.ts";
import { measureEndings } from "./endings.ts";
import type { Figure } from "./figure.ts";
import { measureFirstAnswer } from "./first-answer.ts";
import { commitOf, identify } from "./identify.ts";
import { measureIndexing } from "./indexing.ts";
import { measureInitialize } from "./initialize.ts";
import { type Options, type PartName, parseOptions, SIZES, type SizeName, USAGE } from "./options.ts";
import type { Bench, Measured, Part, Project } from "./part.ts";
import { measurePlain, type PlainFigures } from "./plain.ts";
import { measureQueries } from "./queries.ts";
import { questionsFor } from "./questions.ts";
import { renderReport } from "./report.ts";
import { type Results, readResults, together } from "./results.ts";
import { ASKED, CORE } from "./targets.ts";
import { measureTools } from "./tools.ts";
import { measureWarmStart } from "./warm-start.ts";

const COMMAND = "bench";
const QUESTIONS = 200;
/** What the built program comes from: a page or a result that was just written makes no other one. */
const PROGRAM_PATHS = ["src", "models", "package.json", "package-lock.json", "build.config.mjs"];

/** Parts that need nothing prepared, then those that ask an index which is whole. */
const BEFORE: Partial<Record<PartName, Part>> = { "first-answer": measureFirstAnswer, endings: measureEndings };
const AFTER: Partial<Record<PartName, Part>> = {
  queries: measureQueries,
  tools: measureTools,
  context: measureContext,
  edits: measureEdits,
  "warm-start": measureWarmStart,
  disk: measureDisk,
};

function figuresOf(measured: readonly Measured[], on: string): Figure[] {
  return measured.map(({ name, values, note }) => {
    const asked = ASKED[name];
    const target = asked?.targets[on] ?? asked?.targets["*"] ?? null;
    return { name, on, unit: asked?.unit ?? "count", values, target, ...(note === undefined ? {} : { note }) };
  });
}

/** A copy, so that nothing is written into the checkout given. */
function coreProject(checkout: string, folder: string): Project {
  if (!existsSync(join(checkout, "packages/reactivity"))) {
    throw new Failure("NOT_FOUND", `${checkout} is no checkout of vuejs/core`, {
      hint: "clone it and name it by --core",
    });
  }
  const root = join(folder, "core");
  rmSync(root, { recursive: true, force: true });
  cpSync(checkout, root, { recursive: true, filter: (path) => !/\/(node_modules|dist)$/.test(path) });
  return { name: CORE, root, files: 702 };
}

async function scaleProject(name: SizeName, { scale, sources }: Options): Promise<Project> {
  const root = join(scale, name);
  if (!existsSync(root)) {
    mkdirSync(scale, { recursive: true });
    const args = ["--files", String(SIZES[name]), "--to", root, ...sources.flatMap((source) => ["--sources", source])];
    if ((await writeScaleProject(args, process.cwd())) !== 0) {
      throw new Failure("INTERNAL", `${root} could not be written`, { hint: "see the message above" });
    }
  }
  return { name, root, files: SIZES[name] };
}

/** Where a later part needs it, leaves the whole index in the project's home, vectors included. */
async function prepare(bench: Bench, { only }: Options, vectorsFrom: string | null): Promise<readonly Measured[]> {
  const measured: Measured[] = [];
  if (only.includes("indexing")) {
    measured.push(...(await measureIndexing(bench)));
  }
  if (only.includes("embedding")) {
    const measure = vectorsFrom === null ? measureRealEmbedding : measureLargeEmbedding;
    measured.push(...(await measure(bench)));
  }
  if (only.some((part) => part in AFTER)) {
    await complete(bench, vectorsFrom);
  }
  return measured;
}

/** What a part of the suite measured, or why it could not: the later parts are measured all the same. */
async function attempt<Value>(what: string, into: string[], work: () => Promise<Value>): Promise<Value | null> {
  tell(`${new Date().toISOString().slice(11, 19)} ${what}`);
  try {
    return await work();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    tell(`  failed: ${reason}`);
    into.push(`${what}: ${reason}`);
    return null;
  }
}

async function measureProject(
  bench: Bench,
  options: Options,
  vectorsFrom: string | null,
  failed: string[],
): Promise<Measured[]> {
  const measured: Measured[] = [];
  const runAll = async (parts: Partial<Record<PartName, Part>>) => {
    for (const [name, part] of Object.entries(parts).filter(([one]) => options.only.some((only) => only === one))) {
      measured.push(...((await attempt(`${bench.project.name}, ${name}`, failed, () => part(bench))) ?? []));
    }
  };
  await runAll(BEFORE);
  const prepared = await attempt(`${bench.project.name}, indexing`, failed, () => prepare(bench, options, vectorsFrom));
  measured.push(...(prepared ?? []));
  if (prepared !== null) {
    await runAll(AFTER);
  }
  return measured;
}

function writeFiles(results: Results, { json, page }: Options): void {
  if (json !== null) {
    mkdirSync(dirname(json), { recursive: true });
    writeFileSync(json, `${JSON.stringify(results, null, 2)}\n`);
  }
  if (page !== null) {
    writeFileSync(page, intoPage(readFileSync(page, "utf8"), renderReport(results, results.about), COMMAND));
  }
}

async function projectsOf(options: Options): Promise<readonly Project[]> {
  const core = options.core === null ? [] : [coreProject(options.core, join(options.home, "checkouts"))];
  return [...core, ...(await Promise.all(options.sizes.map((name) => scaleProject(name, options))))];
}

const aboutOf = async (projects: readonly Project[], { program }: Options): Promise<readonly string[]> => [
  `${new Date().toISOString().slice(0, 16).replace("T", " ")} UTC`,
  machine(),
  program === null
    ? `Context Broker at ${commitOf(packagePath(), PROGRAM_PATHS)}`
    : `Context Broker as built in ${program}`,
  ...(await Promise.all(projects.map(({ name, root }) => identify(name, root)))),
];

async function run(options: Options): Promise<void> {
  // Before the long work: a file that is of no use is found out now.
  const earlier = options.add === null ? null : readResults(options.add);
  if (options.page !== null) {
    intoPage(readFileSync(options.page, "utf8"), "", COMMAND);
  }
  const scratch = mkdtempSync(join(tmpdir(), "bench-"));
  const projects = await projectsOf(options);
  const about = await aboutOf(projects, options);
  const figures: Figure[] = [];
  const plain: Record<string, PlainFigures> = {};
  const failed: string[] = [];
  const results = (): Results => {
    const now: Results = { about, figures, plain, failed };
    return earlier === null ? now : together(now, earlier);
  };
  let homes = 0;
  const benchOf = async (project: Project): Promise<Bench> => ({
    program: { main: options.program ?? packagePath("dist/main.js") },
    project,
    home: join(options.home, "homes", project.name.replaceAll("/", "-")),
    emptyHome: () => join(scratch, `home-${homes++}`),
    questions: await questionsFor(project.root, QUESTIONS),
  });
  try {
    for (const [at, project] of projects.entries()) {
      const bench = await benchOf(project);
      if (at === 0 && options.only.includes("initialize")) {
        figures.push(...figuresOf((await attempt("initialize", failed, () => measureInitialize(bench))) ?? [], "-"));
      }
      const vectorsFrom = project.name === CORE ? null : join(options.home, "homes", CORE.replaceAll("/", "-"));
      figures.push(...figuresOf(await measureProject(bench, options, vectorsFrom, failed), project.name));
      const measuredPlain = options.only.includes("plain")
        ? await attempt(`${project.name}, plain design`, failed, () => measurePlain(bench))
        : null;
      if (measuredPlain !== null) {
        plain[project.name] = measuredPlain;
      }
      // After each project: an interrupt loses the later ones only.
      writeFiles(results(), options);
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  process.stdout.write(`\n${renderReport(results(), results().about)}`);
  if (failed.length > 0) {
    throw new Failure("INTERNAL", `${failed.length} parts could not be measured`, { hint: "the report says which" });
  }
}

/** Measures; answers the exit code: 0, or 2 where something that was given is wrong. */
export const main = (args: readonly string[], cwd: string): Promise<number> =>
  runMain({ usage: USAGE, parse: () => parseOptions(args, cwd, process.env), run });
