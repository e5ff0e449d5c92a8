// Decides whether one file or folder is admitted, or which class excludes it, by its path and the rules in force. Pure: the
// walk supplies the facts. Order: `exclude`, secrets, `include`, ignore files, noise.
import { compileGlob, type Glob } from "../system/glob.ts";
import type { Exclusion } from "../vocabulary/exclusion.ts";
import { Failure } from "../vocabulary/failure.ts";
import { judgeInScope, type ScopeJudge } from "./folder-judge.ts";
import { type Noise, openNoise } from "./noise.ts";
import { HARD_MAX_FILE_BYTES, type ProjectRules } from "./rules.ts";
import { isSecretName } from "./secrets.ts";

/** Folders of version control and of this program. They are not part of the project and are not counted. */
const METADATA = new Set([".git", ".hg", ".sl", ".svn", ".bzr", ".jj", "_darcs", "CVS", ".context-broker"]);

/** `.git` may also be a file or a link; the other names count only as folders. */
export const isMetadata = (name: string, isFolder: boolean): boolean =>
  isFolder ? METADATA.has(name) : name === ".git";

/** Of the globs of one setting together: a path of 4,096 letters takes a fifth of a second at most. */
const STEPS_MAX = 10_000;

export interface Policy {
  readonly rules: ProjectRules;
  readonly noise: Noise;
  readonly searches: (exclusion: Exclusion) => boolean;
  readonly excludes: (path: string) => boolean;
  readonly includes: (path: string) => boolean;
  /** Literal starts of the include globs: the only places where an excluded folder is entered for them. */
  readonly includeBases: readonly string[];
  /** The include globs read as plain paths: a secret is admitted only if it is named exactly. */
  readonly includedPaths: ReadonlySet<string>;
}

/** What an entry inherits from its folder. */
export interface FolderContext {
  readonly rules: ScopeJudge;
  /** The folder's own name, "" at the root. */
  readonly folderName: string;
  readonly siblings: ReadonlySet<string>;
  /** Set in a folder that is excluded but entered because of exceptions below it. */
  readonly within: Exclusion | null;
  /** How git tracks a path: a file or a submodule by itself, a folder by something below it. */
  readonly tracks: (path: string) => "itself" | "below" | null;
}

export type FolderRuling =
  /** `honoursGit`: whether files that git tracks are admitted below, although the folder is `within` a class. */
  | { readonly enter: true; readonly within: Exclusion | null; readonly honoursGit: boolean }
  /** `exclusion` is null for a folder that is not counted. */
  | { readonly enter: false; readonly exclusion: Exclusion | null };

export function openPolicy(rules: ProjectRules): Policy {
  const searched = new Set<Exclusion>(rules.search);
  return {
    rules,
    noise: openNoise(rules.fileNames),
    searches: (exclusion) => searched.has(exclusion),
    excludes: matcher(rules.exclude, "exclude"),
    includes: matcher(rules.include, "include"),
    includeBases: rules.include.map(literalStart),
    includedPaths: new Set(rules.include.map(normalise)),
  };
}

/** Whether `include` names the file: neither its size (up to the hard limit) nor its content's class excludes it. */
export const isIncluded = (policy: Policy, path: string): boolean =>
  policy.includes(path) || policy.includedPaths.has(path);

export const maxBytesOf = (policy: Policy, included: boolean): number =>
  included || policy.searches("oversized") ? HARD_MAX_FILE_BYTES : policy.rules.maxFileBytes;

/** The class that excludes a file by its name and the rules; null if its name is admitted. */
export function rulingOfFile(policy: Policy, path: string, name: string, context: FolderContext): Exclusion | null {
  if (policy.excludes(path)) return "ignored";
  if (isSecretName(name, context.folderName) && !policy.includedPaths.has(path)) return "secret";
  if (policy.includes(path)) return null;
  const ignored = ignoredBy(policy, name, path, false, context);
  if (ignored === "project") return "ignored";
  const tracked = (ignored === "git" || context.within === "ignored") && context.tracks(path) === "itself";
  if (ignored === "git" && !tracked) return "ignored";
  if (context.within !== null && !tracked) return context.within;
  const noise = noiseOfFile(policy, path, name, context);
  return noise === null || policy.searches(noise) ? null : noise;
}

/** What the project's attributes say of a file goes before what its name says. */
function noiseOfFile({ noise }: Policy, path: string, name: string, { rules }: FolderContext): Exclusion | null {
  const isGenerated = rules.generated(name, path, false);
  if (isGenerated === "ignore") return "generated";
  if (rules.vendored(name, path, false) === "ignore") return "vendored";
  const byName = noise.ofFile(name);
  return byName === "generated" && isGenerated === "admit" ? null : byName;
}

export function rulingOfFolder(policy: Policy, path: string, name: string, context: FolderContext): FolderRuling {
  if (isMetadata(name, true)) return { enter: false, exclusion: null };
  if (policy.excludes(path)) return { enter: false, exclusion: "ignored" };
  const ignored = ignoredBy(policy, name, path, true, context);
  const noise = noiseOfFolder(policy, name, context.siblings);
  const tracked = ignored === "git" && noise === null ? context.tracks(path) : null;
  const isSubmodule = tracked === "itself" && context.within === null;
  const within = context.within ?? noise ?? (ignored !== null && !isSubmodule ? "ignored" : null);
  if (within === null) return { enter: true, within, honoursGit: true };
  if (tracked === null && !leadsToInclude(policy, path)) return { enter: false, exclusion: within };
  return { enter: true, within, honoursGit: tracked !== null };
}

function noiseOfFolder({ noise, searches }: Policy, name: string, siblings: ReadonlySet<string>): Exclusion | null {
  if (!searches("vendored") && noise.isVendored(name, siblings)) return "vendored";
  return !searches("tooling") && noise.isTooling(name) ? "tooling" : null;
}

/** Which kind of rules ignores the path. Only git's rules make an exception for tracked files. */
function ignoredBy(
  policy: Policy,
  name: string,
  path: string,
  isFolder: boolean,
  context: FolderContext,
): "git" | "project" | null {
  if (policy.searches("ignored")) return null;
  const { verdict, byGit } = judgeInScope(context.rules, name, path, isFolder);
  if (verdict !== "ignore") return null;
  return byGit ? "git" : "project";
}

/** Whether an excluded folder lies on the way to, or below, the literal start of an include glob. */
export const leadsToInclude = (policy: Policy, folder: string): boolean =>
  policy.includeBases.some(
    (base) => base === folder || base.startsWith(`${folder}/`) || (base !== "" && folder.startsWith(`${base}/`)),
  );

/**
 * Whether one of the globs of a setting matches a path. A glob without `/` matches in every folder. Braces and brackets have
 * their meaning; parentheses are plain characters, as in `app/(group)/page.tsx`.
 * @throws INVALID_SETTING for a glob that cannot match anything, and where trying all of them on a path would take long.
 */
function matcher(globs: readonly string[], setting: string): (path: string) => boolean {
  const compiled = globs.flatMap((glob) => compiledForms(glob, setting));
  const steps = compiled.reduce((sum, { stepsALetter }) => sum + stepsALetter, 0);
  if (steps > STEPS_MAX) {
    throw invalid(`the globs of ${setting} are too complex together`);
  }
  return (path) => compiled.some(({ matches }) => matches(path));
}

/** The glob, and for `lib/**` the folder `lib` itself: nothing in it is then read, not even to be excluded. */
function compiledForms(glob: string, setting: string): Glob[] {
  const plain = normalise(glob);
  const folder = plain.endsWith("/**") ? plain.slice(0, -3) : "";
  try {
    return [plain, ...(folder === "" || folder === "**" ? [] : [`/${folder}`])].map((one) =>
      compileGlob(one.replace(/(?<!\\)[()]/g, "\\$&"), "files"),
    );
  } catch (cause) {
    throw invalid(`${setting} has an empty or invalid glob: ${JSON.stringify(glob.slice(0, 80))}`, cause);
  }
}

const invalid = (message: string, cause?: unknown): Failure =>
  new Failure("INVALID_SETTING", message, {
    hint: "use project-relative globs with *, **, ?, [a-z] and {a,b}, for example generated/**",
    cause,
  });

/** The folders of a glob before its first wildcard. */
const literalStart = (glob: string): string => {
  const plain = normalise(glob);
  const wildcard = /[*?[{\\]/.exec(plain)?.index;
  return wildcard === undefined
    ? plain.includes("/")
      ? plain
      : ""
    : plain.slice(0, wildcard).replace(/\/?[^/]*$/, "");
};

const normalise = (glob: string): string => glob.replace(/^\.?\//, "").replace(/\/$/, "/**");
