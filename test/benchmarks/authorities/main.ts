// The comparison, from its command line to its report: what the authority says, what our tool says, which of it is right.
// Each step is elsewhere.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { packagePath } from "../../../src/system/package-root.ts";
import { Failure } from "../../../src/vocabulary/failure.ts";
import { commitOf, identify } from "../figures/identify.ts";
import { environmentIn, runCommand, startServer } from "../figures/program.ts";
import { intoPage } from "../page.ts";
import { runMain, tell } from "../run-main.ts";
import { machine } from "../support.ts";
import { askReferences, type OurAnswer } from "./ask.ts";
import { AUTHORITIES, type AuthorityName, readAuthority, versionOf } from "./authority.ts";
import { renderCauses, type Source } from "./causes.ts";
import { judgeRow, judgeSite } from "./compare.ts";
import { count, figuresOf, type Judged } from "./figures.ts";
import { type Options, parseOptions, USAGE } from "./options.ts";
import { type Reading, targetOf } from "./reading.ts";
import { renderReport } from "./report.ts";
import { draw, type Site, sitesOf } from "./sample.ts";

const COMMAND = "bench:edges";
/** One symbol that is used everywhere would decide the figure. */
const PER_TARGET = 20;
const LOCALS = 200;
const PROGRAM = { main: packagePath("dist/main.js") };

type OurRepository = Options["repositories"][number];

function lineReader(root: string): Source["textOf"] {
  const files = new Map<string, readonly string[]>();
  return (path, line) => {
    const lines = files.get(path) ?? readFileSync(join(root, path), "utf8").split("\n");
    files.set(path, lines);
    return lines[line - 1] ?? "";
  };
}

/** Our answer about each target of the sites, through a server of its own. */
async function askAll(
  { name, root }: OurRepository,
  sites: readonly Site[],
  reading: Reading,
  home: string,
): Promise<ReadonlyMap<number, OurAnswer>> {
  const env = environmentIn(join(home, name), { CONTEXT_BROKER_VECTORS: "off" });
  await runCommand(PROGRAM, ["index", "--project", root], env);
  const server = await startServer(PROGRAM, root, env);
  const answers = new Map<number, OurAnswer>();
  try {
    for (const number of new Set(sites.flatMap(({ targets }) => targets))) {
      answers.set(number, await askReferences(targetOf(reading, number), server.call));
    }
  } finally {
    await server.close();
  }
  return answers;
}

/** Null where the authority finds no site in the repository: it is of another language. */
async function compare(
  authority: AuthorityName,
  repository: OurRepository,
  { tools, home, seed, sites: wanted }: Options,
): Promise<Source | null> {
  const reading = await readAuthority(authority, repository, tools, tell);
  const found = sitesOf(reading);
  const byTarget = ({ targets }: Site): number => targets[0] ?? -1;
  const sites = draw(found.sites, byTarget, { count: wanted, perKey: PER_TARGET, seed });
  const locals = draw(found.locals, byTarget, { count: LOCALS, perKey: PER_TARGET, seed });
  if (sites.length === 0) {
    if (reading.files.size > 0) {
      tell(`${authority} has no site in the ${reading.files.size} files that it read of ${repository.name}`);
    }
    return null;
  }
  tell(`${authority} on ${repository.name}: ${sites.length} of ${found.sites.length} sites drawn`);
  const answers = await askAll(repository, [...sites, ...locals], reading, home);
  const textOf = lineReader(repository.root);
  const inPart = ({ path }: { readonly path: string }): boolean => path.startsWith(repository.part);
  // Rows about what was asked for a local's sake are not judged: what a local means is no part of the figures.
  const rows = [...new Set(sites.flatMap(({ targets }) => targets))].flatMap((number) =>
    (answers.get(number)?.rows ?? []).filter(inPart).map((row) => ({ row, number })),
  );
  const drawn = draw(rows, ({ number }) => number, { count: rows.length, perKey: PER_TARGET, seed });
  const judged = {
    authority,
    repository: repository.name,
    heldOut: repository.heldOut,
    sites: sites.map((site) => judgeSite(site, answers)),
    locals: locals.map((site) => judgeSite(site, answers)),
    rows: drawn.map(({ row, number }) => judgeRow(row, number, reading, textOf)),
    asked: count([...new Set(sites.flatMap(({ targets }) => targets))], (number) => answers.get(number)?.state ?? ""),
  };
  const failed = [...answers.values()].find(({ state }) => state === "failed");
  if (failed !== undefined) {
    tell(`  a call failed: ${failed.said}`);
  }
  return { judged, reading, textOf };
}

/** What one run compared, with the lines that open its report. */
interface Kept {
  readonly about: readonly string[];
  readonly judged: readonly Judged[];
}

/** This run, with what earlier runs judged of repositories that it did not compare; in the order of the authorities. */
function withEarlier(now: Kept, files: readonly string[]): Kept {
  const runs = [now, ...files.map((file) => JSON.parse(readFileSync(file, "utf8")) as Kept)];
  const known = new Map<string, Judged>();
  for (const one of runs.flatMap(({ judged }) => judged)) {
    const key = `${one.authority} ${one.repository}`;
    known.set(key, known.get(key) ?? one);
  }
  const order = Object.keys(AUTHORITIES);
  const judged = [...known.values()].sort((a, b) => order.indexOf(a.authority) - order.indexOf(b.authority));
  return { about: [...new Set(runs.flatMap(({ about }) => about))], judged };
}

function write(sources: readonly Source[], told: readonly string[], options: Options): void {
  const { json, keep, misses, page } = options;
  const own: Kept = { about: told, judged: sources.map((one) => one.judged) };
  const { about, judged } = withEarlier(own, options.add);
  for (const file of [json, keep, misses]) {
    if (file !== null) {
      mkdirSync(dirname(file), { recursive: true });
    }
  }
  if (json !== null) {
    const results = judged.map((one) => ({
      ...{ authority: one.authority, repository: one.repository, heldOut: one.heldOut },
      ...figuresOf([one]),
    }));
    writeFileSync(json, `${JSON.stringify({ about, results }, null, 2)}\n`);
  }
  if (keep !== null) {
    writeFileSync(keep, JSON.stringify(own));
  }
  if (misses !== null) {
    // Who reads what is missed in a repository that is held out, tunes on it.
    writeFileSync(misses, renderCauses(sources.filter((one) => !one.judged.heldOut)));
  }
  if (page !== null) {
    writeFileSync(page, intoPage(readFileSync(page, "utf8"), renderReport(judged, about), COMMAND));
  }
  process.stdout.write(`\n${renderReport(judged, about)}`);
}

async function run(options: Options): Promise<void> {
  // Before the long work: what is of no use is found out now.
  if (options.page !== null) {
    intoPage(readFileSync(options.page, "utf8"), "", COMMAND);
  }
  for (const { root } of options.repositories) {
    if (!existsSync(root)) {
      throw new Failure("NOT_FOUND", `there is no folder ${root}`, { hint: "--repository takes a checkout" });
    }
  }
  const versions = options.authorities.map((name) => `${name} ${versionOf(name, options.tools)}`);
  const sources: Source[] = [];
  for (const authority of options.authorities) {
    for (const repository of options.repositories) {
      const source = await compare(authority, repository, options);
      if (source !== null) {
        sources.push(source);
      }
    }
  }
  if (sources.length === 0) {
    const languages = options.authorities.map((name) => AUTHORITIES[name].language).join(", ");
    throw new Failure("NOT_FOUND", `no authority has a site in these repositories: ${languages}`, {
      hint: "name a repository of a language that an authority knows",
    });
  }
  const compared = options.repositories.filter(({ name }) => sources.some((one) => one.judged.repository === name));
  const about = [
    `${new Date().toISOString().slice(0, 16).replace("T", " ")} UTC`,
    machine(),
    `Context Broker at ${commitOf(packagePath(), ["src", "package.json"])}`,
    ...versions,
    ...(await Promise.all(
      compared.map(async ({ name, root, part }) => `${await identify(name, root)}${part && `, sites in ${part}`}`),
    )),
  ];
  write(sources, about, options);
}

/** Compares; answers the exit code: 0, or 2 where something that was given is wrong. */
export const main = (args: readonly string[], cwd: string): Promise<number> =>
  runMain({ usage: USAGE, parse: () => parseOptions(args, cwd), run });
