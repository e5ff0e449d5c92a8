// Judges the entries of one folder by their names alone. Within one folder most patterns reduce to a pattern over names, or to
// nothing, and folders with the same remaining patterns share one matcher. So each name is judged once, instead of each path
// with all its parent folders. Where a pattern does not reduce to names, whole paths are judged.
import { FILE_END } from "./attributes.ts";
import { literalPattern } from "./ignore-file.ts";
import {
  baseInSet,
  extendRuleSet,
  judge,
  judgeName,
  type NameMatcher,
  openNameMatcher,
  type RuleScope,
  type RuleSet,
  type Verdict,
} from "./rule-scope.ts";

/** The rule set's verdict on an entry; `path` is project-relative, and `name` is its last part. */
export type EntryJudge = (name: string, path: string, isFolder: boolean) => Verdict;

/** Matchers kept for the folders of one project; beyond that, whole paths are judged. */
const MATCHERS_MAX = 256;

const saysNothing: EntryJudge = () => null;

export interface ScopeVerdict {
  readonly verdict: Verdict;
  /** True if only git's rules ignore the entry: then a file that git tracks is not ignored. */
  readonly byGit: boolean;
}

/** The verdict of a folder's rules on its entries. */
export interface ScopeJudge {
  readonly scope: RuleScope;
  readonly contextbroker: EntryJudge;
  readonly plain: EntryJudge;
  readonly git: EntryJudge;
  readonly generated: EntryJudge;
  readonly vendored: EntryJudge;
}

/** `isAdmitted`: no rule ignores this folder or one of its parents, so that names decide. */
export function openScopeJudge(scope: RuleScope, folder: string, isAdmitted: boolean): ScopeJudge {
  const judgeOf = (set: RuleSet) => (isAdmitted ? judgeOfFolder(set, folder) : judgeOfPaths(set));
  return {
    scope,
    contextbroker: judgeOf(scope.contextbroker),
    plain: judgeOf(scope.plain),
    git: judgeOf(scope.git),
    generated: judgeOfFiles(judgeOf(scope.foremost.generated), judgeOf(scope.generated)),
    vendored: judgeOfFiles(judgeOf(scope.foremost.vendored), judgeOf(scope.vendored)),
  };
}

/** Attributes are those of files: no folder has any. */
function judgeOfFiles(foremost: EntryJudge, judge: EntryJudge): EntryJudge {
  if (foremost === saysNothing && judge === saysNothing) return judge;
  return (name, path, isFolder) => {
    if (isFolder) return null;
    const [file, whole] = [`${name}${FILE_END}`, `${path}${FILE_END}`];
    return foremost(file, whole, false) ?? judge(file, whole, false);
  };
}

export function judgeInScope(judges: ScopeJudge, name: string, path: string, isFolder: boolean): ScopeVerdict {
  const own = judges.contextbroker(name, path, isFolder) ?? judges.plain(name, path, isFolder);
  if (own !== null) return { verdict: own, byGit: false };
  return { verdict: judges.git(name, path, isFolder), byGit: true };
}

/**
 * The scope inside an admitted folder of the judged one. Where rules of a stronger kind re-include a folder that a weaker kind
 * ignores, the weaker rules must stop ignoring its content: they continue as if they ended with an exception for that folder.
 */
export function enterFolder(judges: ScopeJudge, name: string, path: string): RuleScope {
  const { scope } = judges;
  const plain = judges.plain(name, path, true) === "ignore" ? readmitted(scope.plain, path) : scope.plain;
  const git = judges.git(name, path, true) === "ignore" ? readmitted(scope.git, path) : scope.git;
  return plain === scope.plain && git === scope.git ? scope : { ...scope, plain, git };
}

const readmitted = (set: RuleSet, folder: string): RuleSet =>
  extendRuleSet(set, [`!/${literalPattern(baseInSet(set, folder))}/`]);

/** The set's judge for the entries of a project-relative folder that the set does not ignore, itself or through a parent. */
function judgeOfFolder(set: RuleSet, folder: string): EntryJudge {
  if (set.patterns.length === 0) return saysNothing;
  const matcher = matcherOfFolder(set, folder);
  if (matcher === null) return judgeOfPaths(set);
  return (name, _path, isFolder) => judgeName(matcher, name, isFolder);
}

/** The set's judge for the entries of any folder, by whole paths. */
const judgeOfPaths = (set: RuleSet): EntryJudge =>
  set.patterns.length === 0 ? saysNothing : (_name, path, isFolder) => judge(set, path, isFolder);

/** Null where names alone do not decide. */
function matcherOfFolder(set: RuleSet, folder: string): NameMatcher | null {
  const base = set.anchored.length === 0 ? "" : baseInSet(set, folder);
  const names = base === "" ? [] : base.split("/");
  const linesHere = new Map<object, string>();
  for (const pattern of set.anchored) {
    const line = lineInFolder(pattern.sign, pattern.names, pattern.end, names);
    if (line === undefined) return null;
    if (line !== null) linesHere.set(pattern, line);
  }
  if (linesHere.size > 0) return sharedMatcher(set, linesHere);
  set.floating ??= sharedMatcher(set, linesHere);
  return set.floating;
}

/** The matcher for the patterns that apply in every folder plus those that apply in this one. */
function sharedMatcher(set: RuleSet, linesHere: ReadonlyMap<object, string>): NameMatcher | null {
  const left: string[] = [];
  for (const pattern of set.patterns) {
    const line = pattern.floats ? pattern.line : linesHere.get(pattern);
    if (line !== undefined) left.push(line);
  }
  const key = left.join("\n");
  const known = set.matchers.get(key);
  if (known !== undefined || set.matchers.size >= MATCHERS_MAX) return known ?? null;
  const matcher = openNameMatcher(left);
  set.matchers.set(key, matcher);
  return matcher;
}

/**
 * Reduces an anchored pattern to one over the names of a folder; null if it matches nothing there, undefined if it cannot be
 * reduced. The result is anchored as well, since a name may begin with a special character.
 */
function lineInFolder(
  sign: string,
  pattern: readonly string[] | null,
  end: string,
  folder: readonly string[],
): string | null | undefined {
  if (pattern === null) return undefined;
  const last = pattern.length - 1;
  for (let at = 0; at < last; at++) {
    const part = pattern[at] ?? "";
    if (part === "**") return at === last - 1 ? `${sign}/${pattern[last]}${end}` : undefined;
    const name = folder[at];
    if (name === undefined) return null;
    if (part === "*" || part === name) continue;
    return /[*?]/.test(part) ? undefined : null;
  }
  if (folder.length > last) return pattern[last] === "**" ? undefined : null;
  return `${sign}/${pattern[last]}${end}`;
}
