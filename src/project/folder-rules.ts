// The rules that start or change in one folder: its own ignore files and, if a repository begins there, that repository's.
// Keeps them up to date with the disk and provides the folder's scope.
import { join, relative, sep } from "node:path";
import type { Problem } from "../vocabulary/failure.ts";
import { renderCount } from "../vocabulary/shown-text.ts";
import { FILE_END, macrosIn, ofFilesAlone, readAttribute } from "./attributes.ts";
import type { Disk } from "./disk.ts";
import { bytePath, readIgnoreLines } from "./ignore-file.ts";
import { readMercurialIgnore } from "./mercurial-ignore.ts";
import { enclosingRepository, findRepository, type Repository, type UserExcludes } from "./repository.ts";
import {
  baseInSet,
  extendRuleSet,
  openRuleSet,
  RULE_FILES,
  type RuleFileName,
  type RuleScope,
  type RuleSet,
} from "./rule-scope.ts";
import { openRuleSource, type RuleSource, sourceProblem, updateRuleSource } from "./rule-source.ts";
import { openTracked, type Tracked, updateTracked } from "./tracked.ts";

/** A repository whose top is a folder of the project, or that contains the project's root. */
interface Beginning {
  readonly repository: Repository;
  /**
   * The user's excludes file, info/exclude, then the `.gitignore` of each folder from the repository's top down to the root's
   * parent.
   */
  readonly sources: readonly Above[];
  /** The `.gitattributes` of the same folders. */
  readonly attributes: readonly Above[];
  /** Its `info/attributes`. */
  readonly info: RuleSource;
  readonly tracked: Tracked;
  /** Why the user's excludes file may be another one than the first source; null if it is known. */
  readonly userProblem: string | null;
}

/** A file with rules above the folder, and where its patterns start, from the repository's top. */
interface Above {
  readonly source: RuleSource;
  readonly base: string;
}

export interface FolderRules {
  readonly scope: RuleScope;
  readonly problems: readonly Problem[];
  /** The files that git tracks in the repository that contains the folder; null outside of a repository. */
  readonly tracked: Tracked | null;
  readonly own: ReadonlyMap<RuleFileName, RuleSource>;
  readonly beginning: Beginning | null;
}

export interface FolderRulesInput {
  /** Absolute root of the project. */
  readonly root: string;
  /** Project-relative, "" for the root. */
  readonly path: string;
  readonly names: ReadonlySet<string>;
  readonly outer: RuleScope;
  readonly outerTracked: Tracked | null;
  readonly disk: Disk;
  /** The user's own excludes file. */
  readonly userExcludes: () => Promise<UserExcludes>;
  readonly signal: AbortSignal | undefined;
}

/** The folder's rules; the same object as `known` if nothing about them has changed. */
export async function readFolderRules(input: FolderRulesInput, known: FolderRules | null): Promise<FolderRules> {
  if (known === null && startsNothing(input)) {
    return { scope: input.outer, problems: [], tracked: input.outerTracked, own: NO_FILES, beginning: null };
  }
  const repository = repositoryAt(input);
  const sameRepository = known !== null && known.beginning?.repository.gitFolder === repository?.gitFolder;
  const isKnown = sameRepository && (known.beginning === null || (await isStillTheUsers(known.beginning, input)));
  const kept = isKnown ? known.beginning : null;
  const beginning = repository === null ? null : (kept ?? (await begin(input, repository)));
  let changed = known === null || !isKnown;
  if (kept !== null) {
    for (const source of [...[...kept.sources, ...kept.attributes].map((one) => one.source), kept.info])
      changed = updateRuleSource(source, input.disk) || changed;
    changed = (await updateTracked(kept.tracked, input.disk, input.signal)) || changed;
  }
  const own = new Map<RuleFileName, RuleSource>();
  for (const name of RULE_FILES) {
    const source = known?.own.get(name);
    if (!input.names.has(name)) {
      changed ||= source !== undefined;
      continue;
    }
    const shown = input.path === "" ? name : `${input.path}/${name}`;
    const current = source ?? openRuleSource(join(input.root, shown), shown, input.disk);
    changed = source === undefined || updateRuleSource(source, input.disk) || changed;
    own.set(name, current);
  }
  return changed || known === null ? compose(input, beginning, own) : known;
}

const NO_FILES: FolderRules["own"] = new Map();

/** Most folders have neither rules nor a repository. */
const startsNothing = ({ path, names }: FolderRulesInput): boolean =>
  path !== "" && !names.has(".git") && !RULE_FILES.some((name) => names.has(name));

/** The repository that begins in this folder; for the project's root also the one that contains it. */
function repositoryAt(input: FolderRulesInput): Repository | null {
  const here = input.names.has(".git") ? findRepository(join(input.root, input.path), input.disk) : null;
  const found = here ?? (input.path === "" ? enclosingRepository(input.root, input.disk) : null);
  return found?.foreign === null ? found : null;
}

async function begin(input: FolderRulesInput, repository: Repository): Promise<Beginning> {
  const { disk, signal } = input;
  const folder = join(input.root, input.path);
  const asked = openTracked(repository, folder, input.path, disk, signal);
  const [{ file, problem: userProblem }, tracked] = await Promise.all([input.userExcludes(), asked]);
  const sources = [
    { source: openRuleSource(file, file, disk, true), base: "" },
    { source: openRuleSource(repository.excludeFile, ".git/info/exclude", disk), base: "" },
  ];
  const attributes: Above[] = [];
  const above = (base: string, name: RuleFileName): Above => {
    const file = join(repository.top, base, name);
    return { source: openRuleSource(file, relative(input.root, file), disk), base: bytePath(base) };
  };
  const names = relative(repository.top, folder)
    .split(sep)
    .filter((name) => name !== "");
  for (let depth = 0; depth < names.length; depth++) {
    const base = names.slice(0, depth).join("/");
    sources.push(above(base, ".gitignore"));
    attributes.push(above(base, ".gitattributes"));
  }
  const info = openRuleSource(repository.attributesFile, ".git/info/attributes", disk);
  return { repository, sources, attributes, info, tracked, userProblem };
}

/** False if git failed to say which excludes file is the user's and now answers. */
const isStillTheUsers = async ({ userProblem }: Beginning, { userExcludes }: FolderRulesInput): Promise<boolean> =>
  userProblem === null || (await userExcludes()).problem !== null;

function compose(
  input: FolderRulesInput,
  beginning: Beginning | null,
  own: ReadonlyMap<RuleFileName, RuleSource>,
): FolderRules {
  const problems: Problem[] = [];
  const { outer } = input;
  const lines = (source: RuleSource | undefined, base: string): readonly string[] => {
    if (source === undefined) return [];
    const { patterns, setAside } = readIgnoreLines(source.content, base);
    if (source.problem !== null) problems.push(source.problem);
    if (setAside.length > 0) problems.push(sourceProblem(source, setAsideMessage(setAside)));
    return patterns;
  };
  const mercurialLines = (set: RuleSet): readonly string[] => {
    const source = own.get(".hgignore");
    const read = source === undefined ? null : readMercurialIgnore(source.content);
    if (source === undefined || read === null) return [];
    if (read.setAside.length > 0) problems.push(sourceProblem(source, expressionsMessage(read.setAside)));
    return lines({ ...source, content: read.content }, baseInSet(set, input.path));
  };
  const extend = (set: RuleSet, name: RuleFileName) =>
    extendRuleSet(set, lines(own.get(name), baseInSet(set, input.path)));
  const ownAttributes = own.get(".gitattributes");
  const isTop = beginning !== null || input.path === "";
  const definers = isTop ? [beginning?.attributes[0]?.source ?? ownAttributes, beginning?.info] : [];
  const macros = isTop
    ? new Map(definers.flatMap((one) => [...macrosIn(one?.content ?? Buffer.alloc(0))]))
    : outer.macros;
  const said = (attribute: string): LinesOf => {
    return (source, base) =>
      ofFilesAlone(lines({ ...source, content: readAttribute(source.content, attribute, macros) }, base));
  };
  const mark = (known: RuleSet, attribute: string): RuleSet => {
    const isBelow = input.path === "" && beginning !== null && beginning.attributes.length > 0;
    const set = isBelow ? attributesAbove(input, beginning, beginning.attributes, said(attribute)) : known;
    return ownAttributes === undefined
      ? set
      : extendRuleSet(set, said(attribute)(ownAttributes, baseInSet(set, input.path)));
  };
  const markFirst = (known: RuleSet, attribute: string): RuleSet =>
    beginning === null
      ? known
      : attributesAbove(input, beginning, [{ source: beginning.info, base: "" }], said(attribute));
  const known = beginning === null ? outer.git : beginRuleSet(input, beginning, lines);
  const git = input.names.has(".hg") ? extendRuleSet(known, mercurialLines(known)) : known;
  const scope: RuleScope = {
    contextbroker: extend(outer.contextbroker, ".contextbrokerignore"),
    plain: extend(outer.plain, ".ignore"),
    git: extend(git, ".gitignore"),
    generated: mark(outer.generated, "linguist-generated"),
    vendored: mark(outer.vendored, "linguist-vendored"),
    foremost: {
      generated: markFirst(outer.foremost.generated, "linguist-generated"),
      vendored: markFirst(outer.foremost.vendored, "linguist-vendored"),
    },
    macros,
  };
  const tracked = beginning?.tracked ?? input.outerTracked;
  if (beginning?.tracked.problem) problems.push(beginning.tracked.problem);
  if (beginning !== null && beginning.userProblem !== null) problems.push(unknownExcludes(beginning.userProblem));
  return { scope, problems, tracked, own, beginning };
}

type LinesOf = (source: RuleSource, base: string) => readonly string[];

function beginRuleSet(input: FolderRulesInput, beginning: Beginning, lines: LinesOf): RuleSet {
  const patterns = beginning.sources.flatMap(({ source, base }) => lines(source, base));
  const strip = input.path === "" ? 0 : bytePath(input.path).length + 1;
  const prepend = pathAbove(input, beginning);
  const set = openRuleSet(patterns, strip, prepend);
  // The user chose this project although the enclosing repository ignores it (a clone in an ignored folder, a home under git).
  const rootIgnored = prepend !== "" && set.compiled.test(prepend).ignored;
  return rootIgnored ? openRuleSet([], strip, "") : set;
}

/** What attributes of the repository say; above the project's root not that of all that is in it, which the user chose nevertheless. */
function attributesAbove(
  input: FolderRulesInput,
  beginning: Beginning,
  attributes: readonly Above[],
  lines: LinesOf,
): RuleSet {
  const strip = input.path === "" ? 0 : bytePath(input.path).length + 1;
  const prepend = pathAbove(input, beginning);
  const isOfAll = (pattern: string): boolean =>
    openRuleSet([pattern], 0, "").compiled.test(`${prepend}${NAME_OF_NOTHING}${FILE_END}`).ignored;
  const patterns = attributes.flatMap(({ source, base }) => lines(source, base));
  return openRuleSet(prepend === "" ? patterns : patterns.filter((pattern) => !isOfAll(pattern)), strip, prepend);
}

/** No pattern names it. */
const NAME_OF_NOTHING = "\u0002";

/** From the repository's top to the folder, with a slash behind it. */
function pathAbove({ root, path }: FolderRulesInput, { repository }: Beginning): string {
  const above = relative(repository.top, join(root, path)).split(sep).join("/");
  return above === "" ? "" : `${bytePath(above)}/`;
}

function unknownExcludes(reason: string): Problem {
  const message = `git could not be asked for core.excludesFile; the default global ignore file applies: ${reason}`;
  return { code: "GIT_UNAVAILABLE", message };
}

function expressionsMessage(setAside: readonly string[]): string {
  const shown = JSON.stringify(setAside[0]?.slice(0, 80));
  const count = renderCount(setAside.length, "regular expression is", "regular expressions are");
  return `${count} not applied, since it says more than a pattern can: ${shown}`;
}

function setAsideMessage(setAside: readonly string[]): string {
  const shown = JSON.stringify(setAside[0]?.slice(0, 80));
  const patterns = renderCount(setAside.length, "pattern is", "patterns are");
  return `${patterns} not applied, since matching could take too long (too many lines, or too many \`**\`): ${shown}`;
}
