// The live corpus of one project: one refresh at a time, reads of admitted files only, and content verdicts that are kept until
// the file changes.
import { join } from "node:path";
import { openSlicer, type Slicer } from "../system/slices.ts";
import { Failure } from "../vocabulary/failure.ts";
import { assembleCorpus, withEdited } from "./assemble.ts";
import { openBackground } from "./background.ts";
import type { Corpus, CorpusSource, Exclusion, ReadOutcome, WatchStatus } from "./corpus.ts";
import { type Disk, escapeName, localDisk } from "./disk.ts";
import { type DockerRules, parseDockerignore } from "./docker-rules.ts";
import { judgeAbsent } from "./judge-absent.ts";
import { oneAtATime } from "./one-at-a-time.ts";
import { openPolicy, type Policy } from "./policy.ts";
import { judgeBytes, readProjectFile } from "./read-file.ts";
import { type UserExcludes, userExcludesFile } from "./repository.ts";
import { openRuleSet, openScope } from "./rule-scope.ts";
import { openRuleSource, type RuleSource, updateRuleSource } from "./rule-source.ts";
import { HARD_MAX_FILE_BYTES, type ProjectRules } from "./rules.ts";
import { absolutePath, newFolder, pruneVerdicts, recordVerdict, type Tree } from "./tree.ts";
import { verifyMarked } from "./verify-marked.ts";
import { verifyFolder } from "./walk.ts";
import { openWatcher, type Watcher, type WatchOptions } from "./watcher.ts";

export interface CorpusOptions {
  /** Absolute, real path of the project, as detectRoot gives it. */
  readonly root: string;
  readonly rules: ProjectRules;
  /** The file system; another one injects faults in tests. */
  readonly disk?: Disk;
  /** Absent: nothing is watched. Meant for a process that answers more than one question. */
  readonly watch?: WatchOptions;
}

/** Opens the corpus without looking at the disk yet. Failure INVALID_SETTING for globs that cannot be used. */
export function openCorpus(options: CorpusOptions): CorpusSource {
  const tree = openTree(options);
  const docker = options.rules.dockerignore ? openDockerFile(tree) : null;
  const watcher = options.watch === undefined ? null : openWatcher(tree, options.watch);
  let corpus: Corpus | null = null;
  /** True while everything is verified in the background. */
  let thorough = false;

  const update = async (signal: AbortSignal): Promise<Corpus> => {
    assertRoot(tree);
    await verify(tree, watcher, thorough, openSlicer(signal));
    // A project that cannot be read at all is a failure, not an empty project.
    if (tree.top.problem !== null) throw unlistable(tree, tree.top.problem.message);
    if (docker?.update() === true) tree.changed = true;
    if (tree.changed || corpus === null) {
      pruneVerdicts(tree);
      corpus = assembleCorpus(tree, docker?.rules() ?? null);
      tree.changed = false;
      tree.edited.clear();
    } else if (tree.edited.size > 0) {
      corpus = withEdited(corpus, tree.edited);
      tree.edited.clear();
    }
    return corpus;
  };
  const run = oneAtATime(update);
  const background = openBackground({
    isDue: () => watcher?.isAllDue() === true,
    isBusy: options.watch?.isBusy ?? (() => false),
    work: async (signal) => {
      thorough = true;
      try {
        await run(signal);
      } finally {
        thorough = false;
      }
    },
  });

  return {
    root: tree.root,
    async refresh(signal) {
      background.giveWay();
      try {
        return await run(signal);
      } finally {
        background.resume();
      }
    },
    current() {
      if (corpus === null) throw new Error("current() before the first refresh()");
      return corpus;
    },
    read: (path) => readAdmitted(tree, corpus, path),
    peek: (path, maxBytes) => (corpus?.files.has(path) === true ? peekAt(tree, path, maxBytes) : null),
    rulingOf(path) {
      const excluded =
        judgeAbsent(tree, path) ??
        (docker?.rules()?.ignores(path) === true && !isIncluded(tree, path) ? "ignored" : null);
      return excluded === null || corpus?.files.has(path) === true
        ? { maxBytes: maxBytesOf(tree, path) }
        : { excluded };
    },
    textOf: (path, bytes) => judgeBytes(path, bytes, accepting(tree.policy, path, isIncluded(tree, path))),
    watchStatus: () => watcher?.status() ?? NOT_WATCHED,
    close() {
      background.close();
      watcher?.close();
    },
  };
}

const NOT_WATCHED: WatchStatus = {
  state: "off",
  reason: "each answer checks the files itself; only a server with `watch: auto` watches them",
};

/** Brings the tree up to date. Where watching proves that this is enough, only the marked folders are looked at. */
async function verify(tree: Tree, watcher: Watcher | null, thorough: boolean, slicer: Slicer): Promise<void> {
  if (thorough) await watcher?.prepareAll();
  else if ((await watcher?.prove()) === true) return verifyMarked(tree, slicer);
  const started = performance.now();
  await verifyFolder(tree, tree.top, slicer);
  watcher?.verifiedAll(performance.now() - started);
}

function openTree(options: CorpusOptions): Tree {
  const disk = options.disk ?? localDisk;
  const scope = openScope(openRuleSet([], 0, ""));
  const top = newFolder("", "", 0, { from: null, scope, tracked: null, within: null, honoursGit: true });
  let asked: Promise<UserExcludes> | null = null;
  const userExcludes = async () => {
    asked ??= userExcludesFile();
    const excludes = await asked;
    if (excludes.problem !== null) asked = null;
    return excludes;
  };
  const policy = openPolicy(options.rules);
  return {
    root: options.root,
    policy,
    disk,
    top,
    userExcludes,
    verdicts: new Map(),
    changed: true,
    edited: new Map(),
    marked: new Set(),
    untold: new Set(),
    watches: null,
  };
}

function assertRoot(tree: Tree): void {
  const kind = tree.disk.stamp(tree.root)?.kind;
  if (kind === "folder") return;
  throw new Failure("PROJECT_NOT_FOUND", `the project's folder no longer exists: ${tree.root}`, {
    hint: "pass the project's present folder",
  });
}

function unlistable(tree: Tree, reason: string): Failure {
  return new Failure("PROJECT_NOT_FOUND", `the project ${tree.root} cannot be read: ${reason}`, {
    hint: "give this user permission to list the folder, or pass another project",
  });
}

function openDockerFile(tree: Tree): { update(): boolean; rules(): DockerRules | null } {
  let source: RuleSource | null = null;
  let parsed: DockerRules | null = null;
  return {
    update() {
      const isNew = source === null;
      source ??= openRuleSource(join(tree.root, ".dockerignore"), ".dockerignore", tree.disk);
      if (!isNew && !updateRuleSource(source, tree.disk)) return false;
      parsed = source.content.length === 0 ? null : parseDockerignore(source.content);
      return true;
    },
    rules: () => parsed,
  };
}

async function readAdmitted(tree: Tree, corpus: Corpus | null, path: string): Promise<ReadOutcome> {
  const admitted = corpus?.files.get(path);
  if (admitted === undefined) throw notAdmitted(path);
  const { outcome, file } = await readProjectFile({
    root: tree.root,
    path,
    disk: tree.disk,
    maxBytes: maxBytesOf(tree, path),
    accepts: accepting(tree.policy, path, isIncluded(tree, path)),
  });
  if ("excluded" in outcome && file !== null) {
    recordVerdict(tree, path, { exclusion: outcome.excluded, file, problem: outcome.problems[0] ?? null });
  }
  return outcome;
}

const isIncluded = ({ policy }: Tree, path: string): boolean => policy.includes(path) || policy.includedPaths.has(path);

const maxBytesOf = (tree: Tree, path: string): number =>
  isIncluded(tree, path) || tree.policy.searches("oversized") ? HARD_MAX_FILE_BYTES : tree.policy.rules.maxFileBytes;

/** A file that cannot be read is reported when `read` reads it. */
function peekAt(tree: Tree, path: string, maxBytes: number): Buffer | null {
  try {
    return tree.disk.readHead(absolutePath(tree, path), maxBytes);
  } catch {
    return null;
  }
}

function accepting(policy: Policy, path: string, included: boolean): (exclusion: Exclusion) => boolean {
  return (exclusion) => {
    if (exclusion === "secret") return policy.includedPaths.has(path);
    return policy.searches(exclusion) || (included && exclusion !== "binary");
  };
}

function notAdmitted(path: string): Failure {
  return new Failure("PATH_NOT_ADMITTED", `not among this project's searched files: ${escapeName(path)}`, {
    hint: "use a path as answers show it; index_status lists what is left out and why",
  });
}
