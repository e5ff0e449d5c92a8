// The living corpus of one project: refreshes one at a time, reads of admitted files only, and content verdicts
// remembered until the file changes.
import { join } from "node:path";
import { Failure } from "../vocabulary/failure.ts";
import { assembleCorpus } from "./assemble.ts";
import type { Corpus, CorpusSource, Exclusion, ReadOutcome } from "./corpus.ts";
import { type Disk, escapeName, localDisk } from "./disk.ts";
import { type DockerRules, parseDockerignore } from "./docker-rules.ts";
import { oneAtATime } from "./one-at-a-time.ts";
import { openPace } from "./pace.ts";
import { openPolicy, type Policy } from "./policy.ts";
import { readProjectFile } from "./read-file.ts";
import { userExcludesFile } from "./repository.ts";
import { openRuleSet, openScope } from "./rule-scope.ts";
import { openRuleSource, type RuleSource, updateRuleSource } from "./rule-source.ts";
import { HARD_MAX_FILE_BYTES, type ProjectRules } from "./rules.ts";
import { newFolder, pruneVerdicts, recordVerdict, type Tree } from "./tree.ts";
import { verifyFolder } from "./walk.ts";

export interface CorpusOptions {
  /** Absolute, real path of the project, as detectRoot gives it. */
  readonly root: string;
  readonly rules: ProjectRules;
  /** The file system; another one injects faults in tests. */
  readonly disk?: Disk;
}

/** Opens the corpus without looking at the disk yet. Failure INVALID_SETTING for globs that cannot be used. */
export function openCorpus(options: CorpusOptions): CorpusSource {
  const tree = openTree(options);
  const docker = options.rules.dockerignore ? openDockerFile(tree) : null;
  let corpus: Corpus | null = null;

  const update = async (signal: AbortSignal): Promise<Corpus> => {
    assertRoot(tree);
    await verifyFolder(tree, tree.top, openPace(signal));
    // A project of which nothing can be seen is a failure, not an empty project.
    if (tree.top.problem !== null) throw unlistable(tree, tree.top.problem.message);
    if (docker?.update() === true) tree.changed = true;
    if (tree.changed || corpus === null) {
      pruneVerdicts(tree);
      corpus = assembleCorpus(tree, docker?.rules() ?? null);
      tree.changed = false;
    }
    return corpus;
  };

  return {
    root: tree.root,
    refresh: oneAtATime(update),
    current() {
      if (corpus === null) throw new Error("current() before the first refresh()");
      return corpus;
    },
    read: (path) => readAdmitted(tree, corpus, path),
  };
}

function openTree(options: CorpusOptions): Tree {
  const disk = options.disk ?? localDisk;
  const scope = openScope(openRuleSet([], 0, ""));
  const top = newFolder("", "", 0, { from: null, scope, tracked: null, within: null, honoursGit: true });
  let asked: Promise<string> | null = null;
  const userExcludes = () => {
    asked ??= userExcludesFile();
    return asked;
  };
  const policy = openPolicy(options.rules);
  return { root: options.root, policy, disk, top, userExcludes, verdicts: new Map(), changed: true };
}

function assertRoot(tree: Tree): void {
  const kind = tree.disk.stamp(tree.root)?.kind;
  if (kind === "folder") return;
  throw new Failure("PROJECT_NOT_FOUND", `the project's folder is gone: ${tree.root}`, {
    hint: "pass the folder where the project is now",
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
  const { policy } = tree;
  const included = policy.includes(path) || policy.includedPaths.has(path);
  const { outcome, file } = await readProjectFile({
    root: tree.root,
    path,
    disk: tree.disk,
    maxBytes: included || policy.searches("oversized") ? HARD_MAX_FILE_BYTES : policy.rules.maxFileBytes,
    accepts: accepting(policy, path, included),
  });
  if ("excluded" in outcome && file !== null) {
    recordVerdict(tree, path, { exclusion: outcome.excluded, file, problem: outcome.problems[0] ?? null });
  }
  return outcome;
}

function accepting(policy: Policy, path: string, included: boolean): (exclusion: Exclusion) => boolean {
  return (exclusion) => {
    if (exclusion === "secret") return policy.includedPaths.has(path);
    return policy.searches(exclusion) || (included && exclusion !== "binary");
  };
}

function notAdmitted(path: string): Failure {
  return new Failure("PATH_NOT_ADMITTED", `not a searched file of this project: ${escapeName(path)}`, {
    hint: "ask for a path as an answer names it; index_status tells what is left out and why",
  });
}
