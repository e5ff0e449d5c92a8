// Which ignore rules hold in a folder, and what they say of an entry: git's files (`.gitignore`, `info/exclude`, the
// user's own), which start anew in every repository, and the project's (`.ignore`, `.contextbrokerignore`), which go on
// through nested ones. Knows nothing of noise, secrets or settings.
import ignore, { type Ignore } from "ignore";
import { bytePath, literalPattern } from "./ignore-file.ts";

/** Names of the ignore files that stand in folders; a later one of a folder beats an earlier one. */
export const IGNORE_FILES = [".gitignore", ".ignore", ".contextbrokerignore"] as const;
export type IgnoreFileName = (typeof IGNORE_FILES)[number];

export type Verdict = "ignore" | "admit" | null;

/** Rules of one kind, in force from one folder downwards. */
export interface RuleSet {
  /** All patterns of the set, outermost first. */
  readonly compiled: Ignore;
  /** Characters of the project-relative path that come before the folder where the set's paths start. */
  readonly strip: number;
  /** What comes before a project-relative path where the set's paths start above the project. Bytes. */
  readonly prepend: string;
  /** The matcher that is asked; it remembers every path it saw, so it is replaced now and then. */
  live: Ignore;
  asked: number;
}

/** The `ignore` package keeps every answer; this bounds what a set holds on to. */
const ANSWERS_KEPT = 10_000;

/** Git's `core.ignoreCase` is set by probing the file system; these platforms' are case-insensitive by default. */
const IGNORE_CASE = process.platform === "darwin" || process.platform === "win32";

export function openRuleSet(patterns: readonly string[], strip: number, prepend: string): RuleSet {
  const compiled = ignore({ ignoreCase: IGNORE_CASE }).add([...patterns]);
  return { compiled, strip, prepend, live: compiled, asked: 0 };
}

/** The set with further patterns, which beat the earlier ones. */
export function extendRuleSet(set: RuleSet, patterns: readonly string[]): RuleSet {
  if (patterns.length === 0) return set;
  const compiled = ignore({ ignoreCase: IGNORE_CASE }).add([set.compiled, ...patterns]);
  return { compiled, strip: set.strip, prepend: set.prepend, live: compiled, asked: 0 };
}

/** Where a project-relative folder lies in the set's own paths, "" at their start. Bytes. */
export function baseInSet(set: RuleSet, folder: string): string {
  return `${set.prepend}${bytePath(folder).slice(set.strip)}`.replace(/\/$/, "");
}

/** What the set says of a path whose parent folder is not ignored by it. */
export function judge(set: RuleSet, path: string, isFolder: boolean): Verdict {
  set.asked += 1;
  if (set.asked > ANSWERS_KEPT) {
    set.live = ignore({ ignoreCase: IGNORE_CASE }).add(set.compiled);
    set.asked = 0;
  }
  const result = set.live.test(`${set.prepend}${bytePath(path).slice(set.strip)}${isFolder ? "/" : ""}`);
  if (result.ignored) return "ignore";
  return result.unignored ? "admit" : null;
}

/** The rules of a folder. Each kind as a whole beats the kinds after it, whatever the depth, as in ripgrep. */
export interface RuleScope {
  readonly contextbroker: RuleSet;
  readonly plain: RuleSet;
  readonly git: RuleSet;
}

export function openScope(git: RuleSet): RuleScope {
  return { contextbroker: openRuleSet([], 0, ""), plain: openRuleSet([], 0, ""), git };
}

export interface ScopeVerdict {
  readonly verdict: Verdict;
  /** True where only git's rules ignore: a file that git tracks is then not ignored. */
  readonly byGit: boolean;
}

export function judgeInScope(scope: RuleScope, path: string, isFolder: boolean): ScopeVerdict {
  const own = judge(scope.contextbroker, path, isFolder) ?? judge(scope.plain, path, isFolder);
  if (own !== null) return { verdict: own, byGit: false };
  return { verdict: judge(scope.git, path, isFolder), byGit: true };
}

/**
 * The scope inside an admitted folder. Where a stronger kind re-includes a folder that a weaker one ignores, the
 * weaker must stop ignoring what lies in it: its rules go on as if they ended with that folder's exception.
 */
export function enterFolder(scope: RuleScope, folder: string): RuleScope {
  const reinclude = (set: RuleSet): RuleSet =>
    judge(set, folder, true) === "ignore" ? extendRuleSet(set, [`!/${literalPattern(baseInSet(set, folder))}/`]) : set;
  return { ...scope, plain: reinclude(scope.plain), git: reinclude(scope.git) };
}
