// What breaks when a definition is renamed, deleted, moved or given another parameter: the language's own compiler says which
// files have errors that they did not have before; analyze_diff of that edit and analyze_impact before it should have named these.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Server } from "../../figures/program.ts";
import type { Cause, Figure, Finding, Judge, Scene } from "../judge.ts";
import { type DiffAnswer, readDiff, readImpact } from "./breaks/answers.ts";
import { CHECKOUTS } from "./breaks/checkouts.ts";
import type { Broken, Language } from "./breaks/compilers.ts";
import type { Edit } from "./breaks/edits.ts";
import { type Judgement, readJudged } from "./breaks/judged.ts";

const TOKENS_MAX = 200_000;
const ASKED_AGAIN_MAX = 30;
const AGAIN_AFTER_MS = 300;

const judgeOf = (language: Language, name: string, authority: string, versions: Judge["versions"]): Judge => ({
  name,
  tools: ["analyze_diff", "analyze_impact"],
  authority,
  checkouts: CHECKOUTS.filter((one) => one.language === language),
  versions,
  run: judge,
});

const packageVersion = (name: string, file: string): string =>
  `${name} ${(JSON.parse(readFileSync(file, "utf8")) as { version: string }).version}`;
const said = (command: string, ...args: readonly string[]): string =>
  execFileSync(command, [...args], { encoding: "utf8" }).trim();

/** One for each language, since each takes long. */
export const breaksJudges: readonly Judge[] = [
  judgeOf("Go", "breaks-go", "Go's type checker (go/types)", () => [said("go", "version")]),
  judgeOf("TypeScript", "breaks-typescript", "TypeScript's compiler", (tools) => [
    packageVersion("TypeScript", join(tools, "typescript/node_modules/typescript/package.json")),
  ]),
  judgeOf("Python", "breaks-python", "Pyright", (tools) => [
    packageVersion("pyright", join(tools, "pyright/node_modules/pyright/package.json")),
    said("python3", "--version"),
  ]),
  judgeOf("Java", "breaks-java", "javac", () => [said("javac", "-version")]),
];

async function judge(scene: Scene): Promise<readonly Finding[]> {
  const checkout = CHECKOUTS.find(({ name }) => name === scene.checkout.name);
  if (checkout === undefined) {
    throw new Error(`no language is known of ${scene.checkout.name}`);
  }
  const copy = join(scene.home, "copy", checkout.name);
  if (!existsSync(copy)) {
    mkdirSync(dirname(copy), { recursive: true });
    execFileSync("git", ["clone", "-q", "--no-hardlinks", scene.root, copy]);
  }
  execFileSync("git", ["reset", "-q", "--hard", "HEAD"], { cwd: copy });
  execFileSync("git", ["clean", "-qfd"], { cwd: copy });
  const versions = breaksJudges.find(({ checkouts }) => checkouts.includes(checkout))?.versions(scene.tools);
  const { judged, files } = await readJudged(checkout, (await versions) ?? [], scene);
  const server = await scene.startServer(copy);
  try {
    return await compareAll(judged, new Set(files), {
      server,
      copy,
      root: scene.root,
      tell: scene.tell,
      home: scene.home,
    });
  } finally {
    await server.close();
  }
}

function linesByPath(places: readonly Pick<Broken, "path" | "line">[]): Map<string, Set<number>> {
  const lines = new Map<string, Set<number>>();
  for (const { path, line } of places) {
    lines.set(path, (lines.get(path) ?? new Set<number>()).add(line));
  }
  return lines;
}

interface Comparing {
  readonly server: Server;
  readonly copy: string;
  readonly root: string;
  readonly home: string;
  readonly tell: (line: string) => void;
}

interface Compared extends Judgement {
  readonly missed: readonly string[];
  readonly wrong: readonly string[];
  readonly right: number;
  /** Listed, and of a kind of which the compiler cannot say whether it breaks. */
  readonly unjudged: readonly string[];
  readonly lines: { readonly right: number; readonly of: number };
  readonly saysNoRisk: boolean;
  readonly impact: {
    readonly missed: readonly string[];
    readonly wrong: readonly string[];
    readonly right: number;
  } | null;
}

async function compareAll(
  judged: readonly Judgement[],
  files: ReadonlySet<string>,
  scene: Comparing,
): Promise<Finding[]> {
  const compared: Compared[] = [];
  for (const judgement of judged) {
    compared.push(await compare(judgement, files, scene));
    if (compared.length % 20 === 0) {
      scene.tell(`  asked about ${compared.length} of ${judged.length} edits`);
    }
  }
  writeFileSync(join(scene.home, "compared.json"), JSON.stringify(compared.map(summed), null, 1));
  return [diffFinding(compared), impactFinding(compared)];
}

/** For a person who reads the misses. */
function summed({ edit, broken, unknown: _unknown, followOn: _followOn, ...rest }: Compared) {
  const { path, symbol, kind, line } = edit.of;
  return { edit: edit.kind, kind, at: `${path}:${line} ${symbol}`, broken, ...rest };
}

async function compare(judgement: Judgement, files: ReadonlySet<string>, scene: Comparing): Promise<Compared> {
  const { edit, broken } = judgement;
  const unknown = linesByPath(judgement.unknown);
  const truth = new Set(broken.map(({ path }) => path));
  const impact = await askImpact(judgement, truth, files, scene);
  for (const { path, text } of edit.files) {
    mkdirSync(dirname(join(scene.copy, path)), { recursive: true });
    writeFileSync(join(scene.copy, path), text);
  }
  const answer = await askDiff(scene.server);
  execFileSync("git", ["checkout", "-q", "."], { cwd: scene.copy });
  for (const { path } of edit.files.slice(1)) {
    rmSync(join(scene.copy, path));
  }
  const listed = [...answer.listed.keys()].filter((path) => files.has(path));
  const isUnknown = (path: string): boolean =>
    [...(answer.listed.get(path) ?? [])].every((line) => unknown.get(path)?.has(line) === true);
  const isUnjudged = (path: string): boolean =>
    !truth.has(path) && (judgement.followOn.includes(path) || isUnknown(path));
  const lines = new Set(broken.map(({ path, line }) => `${path}:${line}`));
  return {
    ...judgement,
    missed: [...truth].filter((path) => !answer.listed.has(path)),
    wrong: listed.filter((path) => !truth.has(path) && !isUnjudged(path)),
    unjudged: listed.filter(isUnjudged),
    right: listed.filter((path) => truth.has(path)).length,
    lines: {
      right: [...lines].filter((place) => {
        const at = place.lastIndexOf(":");
        return answer.listed.get(place.slice(0, at))?.has(Number(place.slice(at + 1))) === true;
      }).length,
      of: lines.size,
    },
    saysNoRisk: answer.saysNoRisk,
    impact,
  };
}

/** An answer that says that time was up is asked for again: how busy the machine is shall not be judged. */
async function askDiff(server: Server): Promise<DiffAnswer> {
  let answer = readDiff(await server.call("analyze_diff", { max_tokens: TOKENS_MAX }));
  for (let again = 0; answer.isOpen && again < ASKED_AGAIN_MAX; again += 1) {
    await delay(AGAIN_AFTER_MS);
    answer = readDiff(await server.call("analyze_diff", { max_tokens: TOKENS_MAX }));
  }
  return answer;
}

/**
 * Whether all that depends on it minds the edit. Not every use minds another parameter, and types go on to fit an interface that asks
 * for less; analyze_impact does not know what the change will be, and lists them all the same.
 */
const isPrecise = (of: Edit["of"], kind: Edit["kind"]): boolean =>
  kind !== "signature" && !(kind === "delete" && of.kind === "interface method");

/** What else has members is listed with all that uses these. */
const CONTAINERS = /class|interface|^type$|enum|TypeAlias/i;

async function askImpact(
  { edit, unknown, followOn }: Judgement,
  truth: ReadonlySet<string>,
  files: ReadonlySet<string>,
  { server }: Comparing,
): Promise<Compared["impact"]> {
  const { of, kind } = edit;
  if (CONTAINERS.test(of.kind) && !/method/i.test(of.kind)) {
    return null;
  }
  const unjudged = new Set([...unknown.map(({ path }) => path), ...followOn]);
  const asked = { symbol: `${of.path}:${of.line}`, depth: 1, max_tokens: TOKENS_MAX };
  const listed = readImpact(await server.call("analyze_impact", asked));
  const own = [...listed].filter((path) => files.has(path));
  return {
    missed: [...truth].filter((path) => !listed.has(path)),
    wrong: isPrecise(of, kind) ? own.filter((path) => !truth.has(path) && !unjudged.has(path)) : [],
    right: own.filter((path) => truth.has(path)).length,
  };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
const share = (name: string, right: number, of: number, wanted: Figure["wanted"]): Figure => ({
  name,
  right,
  of,
  wanted,
});

function diffFinding(compared: readonly Compared[]): Finding {
  const right = sum(compared.map((one) => one.right));
  const missed = sum(compared.map((one) => one.missed.length));
  const wrong = sum(compared.map((one) => one.wrong.length));
  const used = compared.filter(({ broken }) => broken.length > 0);
  return {
    tool: "analyze_diff",
    part: "files that break",
    sites: compared.length,
    figures: [
      share("recall", right, right + missed, { least: 0.95 }),
      share("precision", right, right + wrong, { least: 0.95 }),
      share("lines", sum(compared.map(({ lines }) => lines.right)), sum(compared.map(({ lines }) => lines.of)), null),
      share("risk 0 where something breaks", used.filter(({ saysNoRisk }) => saysNoRisk).length, used.length, {
        most: 0,
      }),
    ],
    causes: [
      ...causesOf("missed", compared, ({ missed: files }) => files),
      ...causesOf("listed and not broken", compared, ({ wrong: files }) => files),
    ],
    leftOut: leftOutOf(compared),
  };
}

function leftOutOf(compared: readonly Compared[]): string[] {
  const unjudged = sum(
    compared.map(({ unjudged: files, followOn }) => files.filter((path) => !followOn.includes(path)).length),
  );
  const followOn = sum(compared.map((one) => one.followOn.length));
  const unknown = "listed files in which every listed line takes the member from something of unknown type";
  const recovery =
    "files in which the compiler complains only of what follows from errors elsewhere: of what it cannot infer, or of a missing type that they do not name";
  return [
    ...(unjudged === 0 ? [] : [`of the precision ${unjudged} ${unknown}, where the compiler reports nothing`]),
    ...(followOn === 0 ? [] : [`${followOn} ${recovery}`]),
  ];
}

function impactFinding(compared: readonly Compared[]): Finding {
  const asked = compared.flatMap((one) => (one.impact === null ? [] : [{ ...one, ...one.impact }]));
  const right = sum(asked.map((one) => one.right));
  const missed = sum(asked.map((one) => one.missed.length));
  const judged = asked.filter(({ edit }) => isPrecise(edit.of, edit.kind));
  const sure = sum(judged.map((one) => one.right));
  const wrong = sum(judged.map((one) => one.wrong.length));
  return {
    tool: "analyze_impact",
    part: "files that break, one step away",
    sites: asked.length,
    figures: [
      share("recall", right, right + missed, { least: 0.95 }),
      share("precision", sure, sure + wrong, { least: 0.95 }),
    ],
    causes: [
      ...causesOf("missed", asked, ({ missed: files }) => files),
      ...causesOf("listed and not broken", asked, ({ wrong: files }) => files),
    ],
    leftOut: [
      `${compared.length - asked.length} classes, interfaces and types, which are listed with what uses their members`,
      `of the precision ${asked.length - judged.length} new parameters and deleted methods of interfaces, which not all that depends on them minds`,
    ],
  };
}

function causesOf(what: string, compared: readonly Compared[], filesOf: (one: Compared) => readonly string[]): Cause[] {
  const causes = new Map<string, { count: number; example: string }>();
  for (const one of compared) {
    const { edit, broken } = one;
    for (const path of filesOf(one)) {
      const cause = `${what}: ${edit.kind} of a ${edit.of.kind}`;
      const error = broken.find((place) => place.path === path);
      const said = error === undefined ? path : `${path}:${error.line} ${error.message}`;
      const known = causes.get(cause) ?? { count: 0, example: `${edit.of.path}#${edit.of.symbol}: ${said}` };
      causes.set(cause, { ...known, count: known.count + 1 });
    }
  }
  return [...causes]
    .map(([cause, { count, example }]) => ({ cause, count, example }))
    .sort((a, b) => b.count - a.count);
}
