// Which ignore rules hold in a folder, and what they say of an entry: git's files (`.gitignore`, `info/exclude`, the user's
// own), which start again in every repository, and the project's (`.ignore`, `.contextbrokerignore`), which also apply in
// nested repositories.
import ignore, { type Ignore } from "ignore";
import { NAMES } from "../system/platform/names.ts";
import type { Macros } from "./attributes.ts";
import { bytePath } from "./ignore-file.ts";

/**
 * Names of the files with rules that are in folders; a later ignore file of a folder beats an earlier one. That of Mercurial counts at
 * the top of its repository.
 */
export const RULE_FILES = [".gitattributes", ".hgignore", ".gitignore", ".ignore", ".contextbrokerignore"] as const;
export type RuleFileName = (typeof RULE_FILES)[number];

export type Verdict = "ignore" | "admit" | null;

/** Asks the `ignore` package, which caches every path that it saw: `live` is replaced after ANSWERS_KEPT paths. */
export interface Matcher {
  readonly compiled: Ignore;
  live: Ignore;
  asked: number;
}

/** A pattern with what shows, without matching, in which folders it applies. */
interface Pattern {
  readonly line: string;
  /** Matches names in every folder. */
  readonly floats: boolean;
  readonly sign: string;
  /** The path components of an anchored pattern; null if it does not match component by component. */
  readonly names: readonly string[] | null;
  /** `/` if it matches folders only. */
  readonly end: string;
}

/** Rules of one kind, in force from one folder downwards. */
export interface RuleSet extends Matcher {
  /** All patterns of the set, outermost first. */
  readonly patterns: readonly Pattern[];
  /** Those of them that apply in some folders only. */
  readonly anchored: readonly Pattern[];
  /** Characters of the project-relative path that come before the folder where the set's paths start. */
  readonly strip: number;
  /** What comes before a project-relative path where the set's paths start above the project. Bytes. */
  readonly prepend: string;
  /** Matchers over names, by their patterns: shared with the sets that extend this one. */
  readonly matchers: Map<string, NameMatcher>;
  /** The matcher over names for folders in which no anchored pattern applies; null until it is asked for. */
  floating: NameMatcher | null;
}

/** Knows most names that no pattern can match without asking. */
export interface NameMatcher extends Matcher {
  readonly literals: ReadonlySet<string>;
  /** Of patterns that are a star and plain characters. */
  readonly suffixes: readonly string[];
  /** Whether there are patterns that are neither, so that every name is asked. */
  readonly asksAll: boolean;
}

/** The `ignore` package caches every answer; this bounds the cache. */
const ANSWERS_KEPT = 10_000;

/** Git sets `core.ignoreCase` by probing the file system; this is what most of a system's are. */
const IGNORE_CASE = NAMES.ignoreCase;

/** Escapes and classes may hide slashes; where case counts for nothing, only the package compares. */
const OPAQUE = IGNORE_CASE ? /./ : /[\\[]/;

function openMatcher(patterns: readonly string[]): Matcher {
  const compiled = ignore({ ignoreCase: IGNORE_CASE }).add([...patterns]);
  return { compiled, live: compiled, asked: 0 };
}

export function openRuleSet(patterns: readonly string[], strip: number, prepend: string): RuleSet {
  const parsed = patterns.map(parsePattern);
  const own = { patterns: parsed, anchored: parsed.filter((pattern) => !pattern.floats), floating: null };
  return { ...openMatcher(patterns), ...own, strip, prepend, matchers: new Map() };
}

/** The set with further patterns, which beat the earlier ones. */
export function extendRuleSet(set: RuleSet, patterns: readonly string[]): RuleSet {
  if (patterns.length === 0) return set;
  const compiled = ignore({ ignoreCase: IGNORE_CASE }).add([set.compiled, ...patterns]);
  const all = [...set.patterns, ...patterns.map(parsePattern)];
  const own = { patterns: all, anchored: all.filter((pattern) => !pattern.floats), floating: null };
  return { ...set, ...own, compiled, live: compiled, asked: 0 };
}

/** `patterns` match names: none has a slash but at its start or end. */
export function openNameMatcher(patterns: readonly string[]): NameMatcher {
  const literals = new Set<string>();
  const suffixes: string[] = [];
  let asksAll = IGNORE_CASE;
  for (const pattern of patterns) {
    const body = pattern.replace(/^!?\/?/, "").replace(/\/$/, "");
    const plain = body.replace(/^\*/, "");
    // The package may yet trim blanks.
    if (/[\\?*[\s]/.test(plain)) asksAll = true;
    else if (plain === body) literals.add(body);
    else suffixes.push(plain);
  }
  return { ...openMatcher(patterns), literals, suffixes, asksAll };
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
export const baseInSet = (set: RuleSet, folder: string): string =>
  `${set.prepend}${bytePath(folder).slice(set.strip)}`.replace(/\/$/, "");

/** What the set says of a path; of one in a folder that it ignores, what it says of that folder. */
export const judge = (set: RuleSet, path: string, isFolder: boolean): Verdict =>
  judgeBytes(set, `${set.prepend}${bytePath(path).slice(set.strip)}${isFolder ? "/" : ""}`);

/** What the matcher says of a name. */
export function judgeName(matcher: NameMatcher, name: string, isFolder: boolean): Verdict {
  const bytes = bytePath(name);
  const mayMatch =
    matcher.asksAll || matcher.literals.has(bytes) || matcher.suffixes.some((suffix) => bytes.endsWith(suffix));
  return mayMatch ? judgeBytes(matcher, isFolder ? `${bytes}/` : bytes) : null;
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
  /** What git's attributes say: files that tools make, and files that came from elsewhere. They ignore nothing. */
  readonly generated: RuleSet;
  readonly vendored: RuleSet;
  /** What the repository's `info/attributes` says, which beats those of its folders. */
  readonly foremost: { readonly generated: RuleSet; readonly vendored: RuleSet };
  /** Of the repository. */
  readonly macros: Macros;
}

export const openScope = (git: RuleSet): RuleScope => ({
  contextbroker: openRuleSet([], 0, ""),
  plain: openRuleSet([], 0, ""),
  git,
  generated: openRuleSet([], 0, ""),
  vendored: openRuleSet([], 0, ""),
  foremost: { generated: openRuleSet([], 0, ""), vendored: openRuleSet([], 0, "") },
  macros: new Map(),
});
