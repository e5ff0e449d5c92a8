// The comparison, from its command line to its report: draws symbols, renames them in memory, asks the judge the same.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import process from "node:process";
import type { Built } from "../../../src/edits/change-set.ts";
import { renameSymbol } from "../../../src/edits/rename/rename-symbol.ts";
import { languageById } from "../../../src/languages/registry.ts";
import { semanticsOf } from "../../../src/languages/semantics.ts";
import { packagePath } from "../../../src/system/package-root.ts";
import type { DefinitionFact } from "../../../src/vocabulary/facts.ts";
import { seededRandom } from "../../support/random.ts";
import { commitOf, identify } from "../figures/identify.ts";
import { intoPage } from "../page.ts";
import { runMain, tell } from "../run-main.ts";
import { machine } from "../support.ts";
import { compareRename } from "./compare.ts";
import { type Ask, askJudge, JUDGES, type Place, type Verdict } from "./judge.ts";
import { type Options, parseOptions, type Repository, USAGE } from "./options.ts";
import { type DrawnSymbol, type OpenRepository, openRepository } from "./rename-scene.ts";
import { type Drawn, type Judged, renderReport } from "./report.ts";

interface Tried {
  readonly symbol: DrawnSymbol;
  readonly ask: Ask;
  readonly built: Exclude<Built, { kind: "ambiguous" | "missing" | "stale" }>;
  readonly ms: number;
}

/** Null for a definition that no address names alone, or whose name is not written where it is. */
async function tryRename({ scene }: OpenRepository, symbol: DrawnSymbol): Promise<Tried | null> {
  const { path, at, definition } = symbol;
  const { name } = definition;
  const read = await scene.corpus.read(path);
  const text = "text" in read ? read.text : "";
  const placed = await scene.analyzer.occurrencesOf(path, text, [name]);
  if ("unread" in placed) {
    return null;
  }
  const offset = placed.facts?.definitions[at]?.nameLine ?? -1;
  const occurrence = placed.occurrences.find((one) => one.offset === offset);
  const isShorthand = occurrence !== undefined && languageById(placed.language)?.rename?.shorthand?.isAt(occurrence);
  // Which of its two names a shorthand is asked for, no offset says.
  if (!text.startsWith(name, offset) || isShorthand === true) {
    return null;
  }
  const newName = `${name}Renamed`;
  const address = sharesPath(placed.language, placed.facts?.definitions ?? [], at)
    ? `${path}:${definition.nameLine}`
    : `${path}#${definition.path}`;
  const start = performance.now();
  const built = await renameSymbol(scene, { symbol: address, newName, includeHeuristic: false });
  const ms = performance.now() - start;
  const isAddressed = built.kind === "built" || built.kind === "refused";
  const isOne = built.kind !== "built" || editedAt(built, path, offset);
  return isAddressed && isOne ? { symbol, ask: { path, offset, newName, ours: placesOf(built) }, built, ms } : null;
}

/** Where its path would name others too, overloads or a field and a method, which a rename of this one leaves alone. */
function sharesPath(language: string | null, definitions: readonly DefinitionFact[], at: number): boolean {
  const semantics = semanticsOf(language ?? "");
  const own = definitions[at];
  const isApart = (one: DefinitionFact, other: DefinitionFact): boolean =>
    semantics?.isOneKind(one, other) === false ||
    (semantics?.distinguishesOverloads === true && one.kind === other.kind);
  return definitions.some((one, index) => index !== at && one.path === own?.path && isApart(one, own));
}

const placesOf = (built: Built): Place[] =>
  (built.kind === "built" ? built.change.changes : []).flatMap((change): Place[] =>
    "edits" in change ? change.edits.map(({ start }) => [change.path, start]) : [],
  );

/** Of several definitions with one path, the address may mean another. */
const editedAt = (built: Extract<Built, { kind: "built" }>, path: string, offset: number): boolean =>
  placesOf(built).some((place) => place[0] === path && place[1] === offset);

function drawnOf({ symbol, built, ms }: Tried, verdict: Verdict | undefined, root: string): Drawn {
  const { path, definition } = symbol;
  const about = { symbol: `${path}#${definition.path}`, kind: definition.kind, ms };
  const ours = built.kind === "refused" ? (built.refusals[0]?.message ?? "") : null;
  if (verdict === undefined || "refused" in verdict) {
    const outcome = ours === null ? "judge refused" : "both refused";
    return { ...about, outcome, why: `${ours ?? ""} / ${verdict?.refused ?? "no answer"}`, compared: null };
  }
  if (built.kind === "refused") {
    return { ...about, outcome: "we refused", why: ours ?? "", compared: null };
  }
  const lineOf = ([file, offset]: Place): number =>
    readFileSync(join(root, file), "utf8").slice(0, offset).split("\n").length;
  const left = new Set(built.change.left.map((one) => `${one.path}:${one.line}`));
  return {
    ...about,
    outcome: "compared",
    why: "",
    compared: compareRename({ places: placesOf(built), left }, verdict, lineOf),
  };
}

async function judgeRepository({ root, part, isAside }: Repository, options: Options): Promise<Judged> {
  const { judge, tools, count, seed } = options;
  const repository = await openRepository(root, JUDGES[judge].languages);
  try {
    const tried: Tried[] = [];
    for (const symbol of repository.draw(part, seededRandom(seed))) {
      const one = await tryRename(repository, symbol);
      if (one !== null) {
        tried.push(one);
      }
      if (tried.length === count) {
        break;
      }
    }
    tell(`${basename(root)}: ${tried.length} renames, asking ${judge}`);
    const asks = tried.map(({ ask }) => ask);
    const verdicts = askJudge(judge, { root, files: repository.files, tools, asks });
    const drawn = tried.map((one, at) => drawnOf(one, verdicts[at], root));
    for (const one of drawn) {
      tellOf(one, root);
    }
    return { judge, repository: basename(root), isAside, drawn };
  } finally {
    await repository.close();
  }
}

/** What differs, for whoever mends it. */
function tellOf({ symbol, kind, outcome, why, compared }: Drawn, root: string): void {
  const show =
    (what: string) =>
    ([path, offset]: Place): void => {
      const text = readFileSync(join(root, path), "utf8");
      const line = text.slice(0, offset).split("\n").length;
      tell(`    ${what} ${path}:${line} ${text.split("\n")[line - 1]?.trim().slice(0, 120)}`);
    };
  if (outcome === "we refused") {
    tell(`  refused ${symbol} (${kind}): ${why}`);
  } else if (compared !== null && compared.missed.length + compared.wrong.length > 0) {
    tell(`  ${symbol} (${kind}): ${compared.found} of ${compared.due}, ${compared.listed} more listed`);
    compared.missed.slice(0, 3).forEach(show("MISSED"));
    compared.wrong.slice(0, 5).forEach(show("WRONG"));
  }
}

interface Kept {
  readonly about: readonly string[];
  readonly judged: readonly Judged[];
}

async function run(options: Options): Promise<void> {
  const judged: Judged[] = [];
  for (const repository of options.repositories) {
    judged.push(await judgeRepository(repository, options));
  }
  const earlier = options.add.map((file) => JSON.parse(readFileSync(file, "utf8")) as Kept);
  const about = [
    `${new Date().toISOString().slice(0, 16).replace("T", " ")} UTC`,
    machine(),
    `Context Broker at ${commitOf(packagePath(), ["src", "package.json"])}, seed ${options.seed}`,
    ...(await Promise.all(options.repositories.map(({ root }) => identify(basename(root), root)))),
  ];
  const own: Kept = { about, judged };
  if (options.json !== null) {
    mkdirSync(dirname(options.json), { recursive: true });
    writeFileSync(options.json, `${JSON.stringify(own, null, 1)}\n`);
  }
  const all = [own, ...earlier];
  const report = renderReport(
    all.flatMap((one) => one.judged),
    [...new Set(all.flatMap((one) => one.about))],
  );
  if (options.page !== null) {
    writeFileSync(options.page, intoPage(readFileSync(options.page, "utf8"), report, "bench:renames"));
  }
  process.stdout.write(`\n${report}`);
}

/** Compares; answers the exit code: 0, or 2 where something that was given is wrong. */
export const main = (args: readonly string[], cwd: string): Promise<number> =>
  runMain({ usage: USAGE, parse: () => parseOptions(args, cwd), run });
