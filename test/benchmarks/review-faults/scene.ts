// The state of a commit as a planter sees it: files, functions, which of them the commit leaves alone, and where a name is used.
import { type Random, shuffled } from "../../support/random.ts";
import { type FoundFunction, functionsOf } from "./functions.ts";
import { isOwnCode, isTest, type LanguageName, languageOf } from "./languages.ts";
import type { Commit, Repository } from "./repository.ts";

/** A use of a name: a line of a file, 1-based. */
export interface Use {
  readonly path: string;
  readonly line: number;
  readonly text: string;
}

export interface Fault {
  readonly form: string;
  readonly language: LanguageName | "other";
  /** New texts by path. */
  readonly edits: ReadonlyMap<string, string>;
  /** Names that a finding may be about, in a file that is edited. */
  readonly symbols: readonly string[];
  /** Places besides the changed lines: callers left behind. */
  readonly places: readonly { readonly path: string; readonly line: number }[];
  /** Files about which a finding is right at any line: a lock file, a partner. */
  readonly paths: readonly string[];
  /** Settings of the reviews, with and without the fault. */
  readonly settings: Readonly<Record<string, string>>;
  /** Why this is a fault, for who checks it. */
  readonly why: string;
}

export interface Scene {
  readonly repository: Repository;
  readonly commit: Commit;
  readonly random: Random;
  readonly files: ReadonlyMap<string, string>;
  /** Functions of the project's own code, in a random order: half of the time those in files of the commit come first. */
  readonly functions: readonly FoundFunction[];
  /** How many functions of any file have this name. */
  definitions(name: string): number;
  isTouched(path: string): boolean;
  /** Whether these lines stood in the file before the commit, one after the other. */
  stoodBefore(path: string, from: number, to: number): boolean;
  /** Lines of other files that the commit leaves alone where the pattern matches, comments left out, and strings if asked for. */
  uses(pattern: RegExp, except: string, family: readonly LanguageName[], inStrings?: boolean): Use[];
  pick<Value>(values: readonly Value[]): Value | undefined;
}

export const ECMA: readonly LanguageName[] = ["javascript", "typescript"];
export const familyOf = (name: LanguageName): readonly LanguageName[] => (ECMA.includes(name) ? ECMA : [name]);

const withoutStrings = (line: string): string => line.replace(/(['"`])(?:\\.|(?!\1).)*\1/g, "$1$1");
const isComment = (line: string): boolean => /^\s*(\/\/|\/\*|\*|#|<!--|"""|''')/.test(line);

/** A function of the tests that a Rust file has at its end. */
function isUnitTest(files: ReadonlyMap<string, string>, { path, from, language }: FoundFunction): boolean {
  const above = (files.get(path) ?? "").split("\n").slice(0, from);
  return language.name === "rust" && above.some((line) => /^\s*#\[(cfg\(test\)|test)\]/.test(line));
}

/** Null where the commit cannot be checked out. */
export function openScene(repository: Repository, commit: Commit, random: Random): Scene | null {
  if (!repository.checkOut(commit.hash)) {
    return null;
  }
  const files = repository.files();
  const touched = new Set(commit.changed);
  const all = [...files].flatMap(([path, text]) => functionsOf(path, text));
  const counts = new Map<string, number>();
  for (const { name } of all) {
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const own = shuffled(
    all.filter((one) => isOwnCode(one.path) && !isUnitTest(files, one)),
    random,
  );
  const first = random() < 0.5;
  const functions = first
    ? [...own.filter(({ path }) => touched.has(path)), ...own.filter(({ path }) => !touched.has(path))]
    : own;
  const before = new Map<string, string | null>();
  const textBefore = (path: string): string | null => {
    if (!before.has(path)) {
      before.set(path, repository.textIn(commit.parent, path));
    }
    return before.get(path) ?? null;
  };
  return {
    repository,
    commit,
    random,
    files,
    functions,
    definitions: (name) => counts.get(name) ?? 0,
    isTouched: (path) => touched.has(path),
    stoodBefore: (path, from, to) => {
      const lines = (files.get(path) ?? "").split("\n").slice(from, to + 1);
      return !touched.has(path) || (textBefore(path)?.includes(lines.join("\n")) ?? false);
    },
    uses: (pattern, except, family, inStrings = false) =>
      [...files].flatMap(([path, text]) => {
        const language = languageOf(path)?.name;
        if (path === except || touched.has(path) || language === undefined || !family.includes(language)) {
          return [];
        }
        return text
          .split("\n")
          .flatMap((line, at) =>
            !isComment(line) && pattern.test(inStrings ? line : withoutStrings(line))
              ? [{ path, line: at + 1, text: line.trim() }]
              : [],
          );
      }),
    pick: (values) => values[Math.floor(random() * values.length)],
  };
}

/** The text with lines `from` to `to` (indexes, the last one included) replaced. With `to` below `from`, the new ones are inserted. */
export function withLines(text: string, from: number, to: number, lines: readonly string[]): string {
  const all = text.split("\n");
  all.splice(from, to - from + 1, ...lines);
  return all.join("\n");
}

export const linesOf = (scene: Scene, path: string): string[] => (scene.files.get(path) ?? "").split("\n");

/** A fault with what most kinds leave empty. */
export const fault = (given: Pick<Fault, "form" | "language" | "edits" | "why"> & Partial<Fault>): Fault => ({
  symbols: [],
  places: [],
  paths: [],
  settings: {},
  ...given,
});

export const isTestUse = ({ path }: Use): boolean => isTest(path);
/** Several words, so that other types hardly have a member of that name. */
export const isDistinct = (name: string): boolean => name.length >= 8 && /[a-z][A-Z]|[a-z]_[a-z]/.test(name);
