// Which ignore rules hold in a folder, and what they say of an entry: git's files (`.gitignore`, `info/exclude`, the
// user's own), which start anew in every repository, and the project's (`.ignore`, `.contextbrokerignore`), which go on
// through nested ones. Knows nothing of noise, secrets or settings.
import ignore, { type Ignore } from "ignore";
import { bytePath } from "./ignore-file.ts";

/** Names of the ignore files that stand in folders; a later one of a folder beats an earlier one. */
export const IGNORE_FILES = [".gitignore", ".ignore", ".contextbrokerignore"] as const;
export type IgnoreFileName = (typeof IGNORE_FILES)[number];

export type Verdict = "ignore" | "admit" | null;

/** Asks the `ignore` package, which remembers every path it saw: what is asked is replaced now and then. */
export interface Matcher {
  readonly compiled: Ignore;
  live: Ignore;
  asked: number;
}

/** One pattern as far as it can be told, without matching, in which folders it holds. */
interface Pattern {
  readonly line: string;
  /** Matches names in every folder. */
  readonly floats: boolean;
  readonly sign: string;
  /** The parts of an anchored pattern; null where that cannot be told part by part. */
  readonly names: readonly string[] | null;
  /** `/` where it matches folders only. */
  readonly end: string;
}

/** Rules of one kind, in force from one folder downwards. */
export interface RuleSet extends Matcher {
  /** All patterns of the set, outermost first. */
  readonly patterns: readonly Pattern[];
  readonly allFloat: boolean;
  /** Characters of the project-relative path that come before the folder where the set's paths start. */
  readonly strip: number;
  /** What comes before a project-relative path where the set's paths start above the project. Bytes. */
  readonly prepend: string;
  /** Matchers over names, by their patterns: shared with the sets that extend this one. */
  readonly matchers: Map<string, Matcher>;
}

/** The `ignore` package keeps every answer; this bounds what a matcher holds on to. */
const ANSWERS_KEPT = 10_000;

/** Git's `core.ignoreCase` is set by probing the file system; these platforms' are case-insensitive by default. */
const IGNORE_CASE = process.platform === "darwin" || process.platform === "win32";

/** Escapes and classes may hide slashes; where case counts for nothing, only the package compares. */
const OPAQUE = IGNORE_CASE ? /./ : /[\\[]/;

export function openMatcher(patterns: readonly string[]): Matcher {
  const compiled = ignore({ ignoreCase: IGNORE_CASE }).add([...patterns]);
  return { compiled, live: compiled, asked: 0 };
}

export function openRuleSet(patterns: readonly string[], strip: number, prepend: string): RuleSet {
  const parsed = patterns.map(parsePattern);
  const allFloat = parsed.every((pattern) => pattern.floats);
  return { ...openMatcher(patterns), patterns: parsed, allFloat, strip, prepend, matchers: new Map() };
}

/** The set with further patterns, which beat the earlier ones. */
export function extendRuleSet(set: RuleSet, patterns: readonly string[]): RuleSet {
  if (patterns.length === 0) return set;
  const compiled = ignore({ ignoreCase: IGNORE_CASE }).add([set.compiled, ...patterns]);
  const further = patterns.map(parsePattern);
  const allFloat = set.allFloat && further.every((pattern) => pattern.floats);
  return { ...set, compiled, live: compiled, asked: 0, patterns: [...set.patterns, ...further], allFloat };
}

function parsePattern(line: string): Pattern {
  const sign = line.startsWith("!") ? "!" : "";
  const end = line.endsWith("/") ? "/" : "";
  const body = line.slice(sign.length, end === "" ? line.length : -1);
  const floats = !body.includes("/") && !(body === "" && sign + end === line);
  const names = body.replace(/^\//, "").split("/");
  const isOpaque = OPAQUE.test(body) || names.some((name) => name === "" || (name !== "**" && name.includes("**")));
  return { line, floats, sign, names: isOpaque ? null : names, end };
}

/** Where a project-relative folder lies in the set's own paths, "" at their start. Bytes. */
export function baseInSet(set: RuleSet, folder: string): string {
  return `${set.prepend}${bytePath(folder).slice(set.strip)}`.replace(/\/$/, "");
}

/** What the set says of a path; of one in a folder that it ignores, what it says of that folder. */
export function judge(set: RuleSet, path: string, isFolder: boolean): Verdict {
  return judgeBytes(set, `${set.prepend}${bytePath(path).slice(set.strip)}${isFolder ? "/" : ""}`);
}

/** What the matcher says of a path in its own terms. */
export function judgeBy(matcher: Matcher, path: string, isFolder: boolean): Verdict {
  return judgeBytes(matcher, isFolder ? `${bytePath(path)}/` : bytePath(path));
}

function judgeBytes(matcher: Matcher, bytes: string): Verdict {
  matcher.asked += 1;
  if (matcher.asked > ANSWERS_KEPT) {
    matcher.live = ignore({ ignoreCase: IGNORE_CASE }).add(matcher.compiled);
    matcher.asked = 0;
  }
  const result = matcher.live.test(bytes);
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
