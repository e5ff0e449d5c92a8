// The live corpus of one project: one refresh at a time, reads of admitted files only, and content verdicts that are kept until
// the file changes.
import { join } from "node:path";
import { openSemaphore, type Semaphore } from "../system/semaphore.ts";
import { openSlicer, type Slicer } from "../system/slices.ts";
import type { Exclusion } from "../vocabulary/exclusion.ts";
import { Failure } from "../vocabulary/failure.ts";
import { assembleCorpus, withEdited } from "./assemble.ts";
import { type AssumedFiles, assumeFiles } from "./assumed-files.ts";
import { Background } from "./background.ts";
import type { Corpus, CorpusSource, ReadOutcome, WatchStatus } from "./corpus.ts";
import { type Disk, escapeUnprintable, localDisk } from "./disk.ts";
import { type DockerRules, parseDockerignore } from "./docker-rules.ts";
import { judgeAbsent } from "./judge-absent.ts";
import { oneAtATime } from "./one-at-a-time.ts";
import { isIncluded, maxBytesOf, openPolicy, type Policy } from "./policy.ts";
import { judgeBytes, readProjectFile } from "./read-file.ts";
import { type UserExcludes, userExcludesFile } from "./repository.ts";
import { openRuleSet, openScope } from "./rule-scope.ts";
import { openRuleSource, type RuleSource, updateRuleSource } from "./rule-source.ts";
import type { ProjectRules } from "./rules.ts";
import { TextCache } from "./text-cache.ts";
import { absolutePath, newFolder, pruneVerdicts, recordVerdict, type Tree } from "./tree.ts";
import { verifyMarked } from "./verify-marked.ts";
import { verifyFolder } from "./walk.ts";
import { Watcher, type WatchOptions } from "./watcher.ts";

export interface CorpusOptions {
  /** Absolute, real path of the project, as detectRoot gives it. */
  readonly root: string;
  readonly rules: ProjectRules;
  /** The file system; another one injects faults in tests. */
  readonly disk?: Disk;
  /** Absent: nothing is watched. Meant for a process that answers more than one question. */
  readonly watch?: WatchOptions;
}

/** What one open corpus works with. */
interface Live {
  readonly tree: Tree;
  readonly docker: DockerFile | null;
  readonly watcher: Watcher | null;
  /** Null before the first refresh. */
  corpus: Corpus | null;
  /** In place of the corpus until the first refresh has ended. */
  assumed: AssumedFiles | null;
  /** Held by whatever verifies folders. */
  readonly turn: Semaphore;
  readonly leftOut: TextCache;
  /** True while everything is verified in the background. */
  thorough: boolean;
}

/** Opens the corpus without looking at the disk yet. Failure INVALID_SETTING for globs that cannot be used. */
export function openCorpus(options: CorpusOptions): CorpusSource {
  const tree = openTree(options);
  const docker = options.rules.dockerignore ? new DockerFile(tree) : null;
  const watcher = options.watch === undefined ? null : new Watcher(tree, options.watch);
  const live: Live = {
    tree,
    docker,
    watcher,
    leftOut: new TextCache(),
    corpus: null,
    assumed: null,
    turn: openSemaphore(1),
    thorough: false,
  };
  const run = oneAtATime((signal) => inTurn(live, signal, () => update(live, signal)));
  const background = new Background({
    isDue: () => watcher?.isAllDue() === true,
    isBusy: options.watch?.isBusy ?? (() => false),
    work: async (signal) => {
      live.thorough = true;
      try {
        await run(signal);
      } finally {
        live.thorough = false;
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
    assume(files) {
      background.giveWay();
      const assumed = assume(live, files);
      background.resume();
      return assumed;
    },
    current() {
      const corpus = currentOf(live);
      if (corpus === null) throw new Error("current() before the first refresh()");
      return corpus;
    },
    read: (path) => readAdmitted(live, path),
    readLeftOut: (path) => readLeftOut(live, path),
    peek: (path, maxBytes) => peekAt(live, path, maxBytes),
    rulingOf: (path) => rulingOf(live, path),
    rulingOfNew: (path) => exclusionOf(live, path, false),
    textOf: (path, bytes) => judgeBytes(tree.policy.noise.isCode(path), bytes, accepting(tree.policy, path)),
    watchStatus: () => watcher?.status() ?? NOT_WATCHED,
    close() {
      background.close();
      watcher?.close();
    },
  };
}

const currentOf = ({ corpus, assumed }: Live): Corpus | null => corpus ?? assumed?.corpus ?? null;

/** Two that verify the same folder at once would each replace what the other knows of it. */
async function inTurn<Value>({ turn }: Live, signal: AbortSignal, work: () => Promise<Value>): Promise<Value> {
  const release = await turn.acquire(signal);
  try {
    return await work();
  } finally {
    release();
  }
}

function assume(live: Live, files: Corpus["files"]): Corpus | null {
  if (currentOf(live) !== null) return null;
  assertRoot(live.tree);
  live.docker?.update();
  // Whether .dockerignore applies depends on all files.
  if (live.docker?.rules != null) return null;
  const assumed = assumeFiles(live.tree, files);
  live.assumed = assumed;
  // The root asks git, which takes its time: reading a file meets the same error.
  inTurn(live, NEVER, () => assumed.admits("")).catch(() => undefined);
  return assumed.corpus;
}

async function isAdmittedNow(live: Live, path: string): Promise<boolean> {
  const { assumed } = live;
  if (currentOf(live)?.files.has(path) !== true) return false;
  if (live.corpus !== null || assumed === null) return true;
  return await inTurn(live, NEVER, () => assumed.admits(path));
}

const NEVER = new AbortController().signal;

/** Brings the tree and the corpus up to date; the same corpus if nothing changed. */
async function update(live: Live, signal: AbortSignal): Promise<Corpus> {
  const { tree, docker } = live;
  assertRoot(tree);
  await verify(live, openSlicer(signal));
  // A project that cannot be read at all is a failure, not an empty project.
  if (tree.top.problem !== null) throw unlistable(tree, tree.top.problem.message);
  if (docker?.update() === true) tree.changed = true;
  if (tree.changed || live.corpus === null) {
    pruneVerdicts(tree);
    live.corpus = assembleCorpus(tree, docker?.rules ?? null);
  } else if (tree.edited.size > 0) {
    live.corpus = withEdited(live.corpus, tree.edited);
  }
  tree.changed = false;
  tree.edited.clear();
  live.assumed = null;
  return live.corpus;
}

const NOT_WATCHED: WatchStatus = {
  state: "off",
  reason: "each answer checks the files itself; only a server with `watch: auto` watches them",
};

/** Brings the tree up to date. Where watching proves that this is enough, only the marked folders are looked at. */
async function verify({ tree, watcher, thorough }: Live, slicer: Slicer): Promise<void> {
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
    eventless: new Set(),
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

/** The `.dockerignore` at the root. */
class DockerFile {
  /** Null where the file is absent or empty. */
  rules: DockerRules | null = null;
  readonly #tree: Tree;
  #source: RuleSource | null = null;

  constructor(tree: Tree) {
    this.#tree = tree;
  }

  /** Reads the file again if it changed; true if it did. */
  update(): boolean {
    const { root, disk } = this.#tree;
    const isNew = this.#source === null;
    this.#source ??= openRuleSource(join(root, ".dockerignore"), ".dockerignore", disk);
    if (!isNew && !updateRuleSource(this.#source, disk)) return false;
    const { content } = this.#source;
    this.rules = content.length === 0 ? null : parseDockerignore(content);
    return true;
  }
}

async function readAdmitted(live: Live, path: string): Promise<ReadOutcome> {
  const { tree } = live;
  if (!(await isAdmittedNow(live, path))) throw notAdmitted(path);
  const { outcome, file } = await readProjectFile({
    root: tree.root,
    path,
    disk: tree.disk,
    maxBytes: maxBytesOf(tree.policy, isIncluded(tree.policy, path)),
    isCode: tree.policy.noise.isCode(path),
    accepts: accepting(tree.policy, path),
  });
  if ("excluded" in outcome && file !== null) {
    recordVerdict(tree, path, { exclusion: outcome.excluded, file, problem: outcome.problems[0] ?? null });
  }
  return outcome;
}

const LEFT_OUT_BYTES_MAX = 16 * 1024 * 1024;

async function readLeftOut({ tree, corpus, leftOut }: Live, path: string): Promise<string | null> {
  if (corpus?.leftOut.has(path) !== true) return null;
  const known = leftOut.get(path, tree.disk.stamp(absolutePath(tree, path)));
  if (known !== undefined) return known;
  const { outcome, file } = await readProjectFile({
    root: tree.root,
    path,
    disk: tree.disk,
    maxBytes: LEFT_OUT_BYTES_MAX,
    isCode: true,
    accepts: (exclusion) => exclusion !== "binary" && exclusion !== "secret",
  });
  if (!("text" in outcome)) return null;
  leftOut.set(outcome.text, file);
  return outcome.text;
}

function exclusionOf({ tree, docker }: Live, path: string, isTracked: boolean): Exclusion | null {
  const isHidden = () => docker?.rules?.ignores(path) === true && !isIncluded(tree.policy, path);
  return judgeAbsent(tree, path, isTracked) ?? (isHidden() ? "ignored" : null);
}

function rulingOf(live: Live, path: string): ReturnType<CorpusSource["rulingOf"]> {
  const { tree, corpus } = live;
  const excluded = exclusionOf(live, path, true);
  return excluded === null || corpus?.files.has(path) === true
    ? { maxBytes: maxBytesOf(tree.policy, isIncluded(tree.policy, path)) }
    : { excluded };
}

/** A file that cannot be read is reported when `read` reads it. */
function peekAt({ tree, corpus }: Live, path: string, maxBytes: number): Buffer | null {
  if (corpus?.files.has(path) !== true) return null;
  try {
    return tree.disk.readHead(absolutePath(tree, path), maxBytes);
  } catch {
    return null;
  }
}

function accepting(policy: Policy, path: string): (exclusion: Exclusion) => boolean {
  const included = isIncluded(policy, path);
  return (exclusion) => {
    if (exclusion === "secret") return policy.includedPaths.has(path);
    return policy.searches(exclusion) || (included && exclusion !== "binary");
  };
}

function notAdmitted(path: string): Failure {
  return new Failure("PATH_NOT_ADMITTED", `not among this project's searched files: ${escapeUnprintable(path)}`, {
    hint: "use a path as answers show it; index_status lists what is left out and why",
  });
}
