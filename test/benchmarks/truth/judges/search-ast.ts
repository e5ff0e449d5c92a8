// search_ast against ast-grep: patterns that both can write, in six languages, some of them with names drawn from the files by
// seed. The same places are wanted: every match of either, by file, first line and last line.
import { readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { Failure } from "../../../../src/vocabulary/failure.ts";
import { type Random, seededRandom } from "../../../support/random.ts";
import { readTable } from "../../../support/read-table.ts";
import type { Finding, Judge, Scene } from "../judge.ts";
import { admittedFiles } from "./admitted.ts";
import {
  type AstGrepAnswer,
  type AstGrepMatch,
  astGrepIn,
  byAstGrep,
  type Explained,
  hasListForOne,
  placeOf,
  whyNot,
} from "./ast/ast-grep.ts";
import { type AstLanguage, patternsOf } from "./ast/ast-patterns.ts";
import { runTool } from "./run-tool.ts";
import { openTally, type Tally } from "./tally.ts";

/** The most matches that one answer shows. */
const MATCHES_MAX = 200;
const TOKENS_MAX = 200_000;
const SHOWN_MAX = 80;
/** The most globs that one question takes. */
const PATHS_MAX = 32;

const LANGUAGE_OF: Readonly<Record<string, AstLanguage>> = {
  chi: { id: "go", endings: [".go"] },
  express: { id: "javascript", endings: [".js"] },
  "commons-cli": { id: "java", endings: [".java"] },
  sinatra: { id: "ruby", endings: [".rb"] },
  rxjs: { id: "typescript", endings: [".ts"] },
  click: { id: "python", endings: [".py"] },
  flask: { id: "python", endings: [".py"] },
};

/** A single file that has more matches than one answer shows, in order of lines. */
interface Unread {
  readonly path: string;
  /** Line of the last match that is shown, from 1. */
  readonly after: number;
  /** Matches that are counted and not shown. */
  readonly count: number;
}

interface Places {
  /** `path:first-last`, lines from 1, inclusive; once for each match. */
  readonly places: readonly string[];
  readonly unread: readonly Unread[];
}

interface Answer {
  readonly envelope?: { readonly found?: number; readonly files_left?: number };
  /** A table with the columns `path`, `line` and `end_line`. */
  readonly matches?: unknown;
}

type Ask = (paths: readonly string[]) => Promise<Answer>;

/** Every match in these files: a question that finds more than one answer shows, or takes too long, is put again for each half. */
async function placesIn(ask: Ask, paths: readonly string[]): Promise<Places> {
  const { matches, envelope = {} } = await ask(paths);
  const rows = readTable(matches);
  const places = rows.map(({ path, line, end_line: last }) => `${path}:${line}-${last ?? line}`);
  // Where all are shown, the answer does not say how many there are.
  const found = envelope.found ?? places.length;
  const isLeft = (envelope.files_left ?? 0) > 0;
  if (places.length === found && !isLeft) {
    return { places, unread: [] };
  }
  const [path = ""] = paths;
  if (paths.length === 1) {
    if (isLeft) {
      throw new Failure("TIMED_OUT", `search_ast gave up in ${path}`, {
        hint: "judge on a machine with less to do",
      });
    }
    return { places, unread: [{ path, after: Number(rows.at(-1)?.["line"]), count: found - places.length }] };
  }
  const half = Math.ceil(paths.length / 2);
  const [one, other] = [await placesIn(ask, paths.slice(0, half)), await placesIn(ask, paths.slice(half))];
  return { places: [...one.places, ...other.places], unread: [...one.unread, ...other.unread] };
}

async function placesOf(ask: Ask, files: readonly string[]): Promise<Places> {
  const all: Places[] = [];
  for (let at = 0; at < files.length; at += PATHS_MAX) {
    all.push(await placesIn(ask, files.slice(at, at + PATHS_MAX)));
  }
  return { places: all.flatMap(({ places }) => places), unread: all.flatMap(({ unread }) => unread) };
}

/** A glob that names this path alone: from the project's root, letter by letter. */
const globOf = (path: string): string => `/${path.replace(/[\\*?[\]{}!]/g, "\\$&")}`;

/** Names that are called in the files, some of them drawn. */
function calledNames(root: string, files: readonly string[], random: Random): string[] {
  const names = new Set<string>();
  for (let tries = 0; names.size < 8 && tries < 500; tries++) {
    const text = readFileSync(join(root, files[Math.floor(random() * files.length)] ?? ""), "utf8");
    const calls = [...text.matchAll(/\b([A-Za-z_]\w{2,})\(/g)].map(([, name = ""]) => name);
    const name = calls[Math.floor(random() * calls.length)];
    if (
      name !== undefined &&
      !/^(?:if|for|while|switch|function|func|return|catch|def|super|this|import|require|constructor)$/.test(name)
    ) {
      names.add(name);
    }
  }
  return [...names];
}

interface Differences {
  readonly missed: readonly AstGrepMatch[];
  readonly extra: readonly string[];
}

/** What only one of them has, each as often as it has it more; without what one answer has no room for. */
function differencesOf({ places, unread }: Places, wanted: readonly AstGrepMatch[]): Differences {
  const told = new Map<string, number>();
  for (const place of places) {
    told.set(place, (told.get(place) ?? 0) + 1);
  }
  const missed = wanted.filter((match) => {
    const place = placeOf(match);
    const count = told.get(place) ?? 0;
    told.set(place, count - 1);
    return count <= 0;
  });
  const extra = [...told].flatMap(([place, count]) => Array.from({ length: Math.max(0, count) }, () => place));
  return { missed: withoutUnread(missed, unread), extra };
}

/** Of a file that has more than one answer shows, as many as are counted there behind the last that is shown. */
function withoutUnread(missed: readonly AstGrepMatch[], unread: readonly Unread[]): readonly AstGrepMatch[] {
  const left = new Map(unread.map((one) => [one.path, { ...one }]));
  return missed.filter((match) => {
    const file = left.get(match.file);
    const isUnread =
      file !== undefined && file.count > 0 && match.range.start.line + 1 >= file.after && !hasListForOne(match);
    if (isUnread) {
      file.count--;
    }
    return !isUnread;
  });
}

/** The first line of a place, cut. */
function textAt(root: string, place: string): string {
  const [, path = "", line = "1"] = /^(.*):(\d+)-\d+$/.exec(place) ?? [];
  const lines = readFileSync(join(root, path), "utf8").split("\n");
  return (lines[Number(line) - 1] ?? "").trim().slice(0, SHOWN_MAX);
}

const EXPLANATIONS: Readonly<Record<Explained, string>> = {
  list: "explained: in ast-grep `$X` also stands for a list, here for one node (`return a, b`)",
  tokens: "explained: the code has brackets or keywords that the pattern does not write, which ast-grep passes over",
};

/** A pattern of one line, with how its matches differ. */
function judgePattern(
  { equal, alike }: { readonly equal: Tally; readonly alike: Tally },
  { pattern, root }: { readonly pattern: string; readonly root: string },
  told: Places,
  wanted: AstGrepAnswer,
): void {
  const { missed, extra } = differencesOf(told, wanted.matches);
  const why = missed.map((match) => whyNot(match, wanted.isLiteral));
  const folded = pattern.replace(/\s+/g, " ");
  const shown = [
    ...missed.map((match) => `- ${placeOf(match)} ${match.text.replace(/\s+/g, " ").slice(0, SHOWN_MAX)}`),
    ...extra.map((place) => `+ ${place} ${textAt(root, place)}`),
  ];
  if (shown.length === 0) {
    equal.right();
    alike.right();
  } else if (extra.length === 0 && !why.includes(null)) {
    const [first = "tokens"] = why.filter((one) => one !== null);
    equal.wrong(EXPLANATIONS[first], `${folded}: ${missed.length}, ${shown[0]}`);
    alike.right();
  } else {
    const at = why.indexOf(null);
    const example = shown[at === -1 ? missed.length : at];
    alike.wrong(folded, "");
    equal.wrong(`not explained: ${folded}`, `${missed.length} missed, ${extra.length} more, ${example}`);
  }
}

async function run(scene: Scene): Promise<readonly Finding[]> {
  const { root, seed, startServer, checkout, tell } = scene;
  const language = LANGUAGE_OF[checkout.name] ?? { id: checkout.name, endings: [] };
  const files = (await admittedFiles(root)).files.filter((path) => language.endings.includes(extname(path)));
  const patterns = patternsOf(language, calledNames(root, files, seededRandom(seed)));
  const astGrep = { program: astGrepIn(scene.tools), root, language: language.id, files };
  const tallies = { equal: openTally(), alike: openTally() };
  const sums = { matches: 0, goesOn: 0, nothing: 0 };
  const server = await startServer(root);
  try {
    for (const asked of patterns) {
      const { pattern } = asked;
      const ask: Ask = async (paths) => {
        const input = { pattern, language: language.id, paths: paths.map(globOf) };
        return (await server.call("search_ast", { ...input, limit: MATCHES_MAX, max_tokens: TOKENS_MAX })) as Answer;
      };
      const wanted = await byAstGrep(astGrep, asked);
      const told = await placesOf(ask, files);
      sums.matches += wanted.matches.length;
      sums.goesOn += wanted.goesOn;
      sums.nothing += wanted.matches.length + told.places.length === 0 ? 1 : 0;
      judgePattern(tallies, { pattern, root }, told, wanted);
    }
  } finally {
    await server.close();
  }
  tell(`${patterns.length} patterns, ${sums.matches} matches over ${files.length} files`);
  const finding = tallies.equal.finding(
    "search_ast",
    `${language.id}, ${sums.matches.toLocaleString("en")} matches`,
    null,
  );
  const [alike] = tallies.alike.finding("", "", { least: 1 }).figures;
  return [
    {
      ...finding,
      figures: [...finding.figures, ...(alike === undefined ? [] : [{ ...alike, name: "equal or explained" }])],
      leftOut: [
        ...(sums.goesOn === 0
          ? []
          : [
              `${sums.goesOn} matches of ast-grep's default in code that goes on behind what is written: an else, a third result`,
            ]),
        ...(sums.nothing === 0 ? [] : [`nothing left out, but ${sums.nothing} of the patterns find nothing in either`]),
      ],
    },
  ];
}

export const searchAst: Judge = {
  name: "search-ast",
  tools: ["search_ast"],
  authority:
    "ast-grep, over the files of the language that the program admits; a match is one of its default strictness that has no more parts than the pattern (`relaxed`)",
  checkouts: [
    { name: "chi", source: "go-chi/chi" },
    { name: "express", source: "expressjs/express" },
    { name: "commons-cli", source: "apache/commons-cli" },
    { name: "sinatra", source: "sinatra/sinatra" },
    { name: "rxjs", source: "ReactiveX/rxjs" },
    { name: "click", source: "pallets/click" },
    { name: "flask", source: "pallets/flask", heldOut: true },
  ],
  versions: async (tools) => [(await runTool(astGrepIn(tools), ["--version"])).trim()],
  run,
};
