// Builds a Corpus from the tree: the admitted files, the excluded ones counted by class, and the problems that were met.

import type { Exclusion } from "../vocabulary/exclusion.ts";
import type { Problem, ProblemCode } from "../vocabulary/failure.ts";
import type { Corpus, CorpusFile } from "./corpus.ts";
import { escapeUnprintable } from "./disk.ts";
import { adoptDockerRules, type DockerRules } from "./docker-rules.ts";
import { EXAMPLES_MAX, PROBLEMS_PER_CODE_MAX } from "./rules.ts";
import { type Tracked, trackedAt, trackedPaths } from "./tracked.ts";
import { childPath, type FileNode, type FolderNode, type Tree } from "./tree.ts";

interface Tally {
  /** `path` of a folder ends in `/`. */
  readonly count: (exclusion: Exclusion, path: string, folder: FolderNode) => void;
  readonly report: (problem: Problem | null) => void;
  readonly excluded: Partial<Record<Exclusion, { count: number; examples: string[] }>>;
  readonly problems: Problem[];
  readonly leftOut: Map<string, Exclusion>;
}

/** Classes of files that may be code of the project. */
const MAY_BE_CODE: ReadonlySet<Exclusion> = new Set(["ignored", "generated", "oversized", "unreadable"]);
const LEFT_OUT_MAX = 5_000;

/** `docker` is null where no `.dockerignore` is honoured. */
export function assembleCorpus(tree: Tree, docker: DockerRules | null): Corpus {
  const tally = openTally();
  const files = new Map<string, CorpusFile>();
  const isHidden = docker === null ? () => false : hiddenFromDocker(tree, docker, tally);
  collect(tree.top, { files, isHidden, tally });
  const { excluded, problems, leftOut } = tally;
  return { root: tree.root, files, excluded, leftOut, problems: summarised(problems) };
}

/** The corpus after a refresh that changed only the state of admitted files: everything else is reused. */
export function withEdited(corpus: Corpus, edited: ReadonlyMap<string, CorpusFile>): Corpus {
  const files = new Map(corpus.files);
  for (const [path, file] of edited) {
    // A file that .dockerignore excludes is not in the corpus.
    if (files.has(path)) files.set(path, file);
  }
  return { ...corpus, files };
}

interface Collecting {
  readonly files: Map<string, CorpusFile>;
  readonly isHidden: (path: string) => boolean;
  readonly tally: Tally;
}

function collect(folder: FolderNode, collecting: Collecting): void {
  const { tally } = collecting;
  tally.report(folder.problem);
  if (folder.problem !== null) tally.count("unreadable", `${folder.path}/`, folder);
  if (folder.exclusion !== null) tally.count(folder.exclusion, `${folder.path}/`, folder);
  for (const problem of folder.rules?.problems ?? []) tally.report(problem);
  // A path object that is reused keeps its hash, and computing hashes is most of the cost of a large corpus.
  for (const node of folder.files)
    collectFile(node.file?.path ?? childPath(folder, node.name), node, folder, collecting);
  for (const { name, isFolder, exclusion, problem } of folder.leftOut) {
    tally.report(problem);
    if (exclusion !== null) tally.count(exclusion, `${childPath(folder, name)}${isFolder ? "/" : ""}`, folder);
  }
  for (const link of folder.links) {
    tally.report(link.problem);
    tally.count("link", childPath(folder, link.name), folder);
  }
  for (const child of folder.folders) collect(child, collecting);
}

/** Rules decide before content does, so that the corpus does not depend on which files have been read. */
function collectFile(path: string, node: FileNode, folder: FolderNode, { files, isHidden, tally }: Collecting): void {
  if (!node.included && isHidden(path)) {
    tally.count("ignored", path, folder);
    return;
  }
  tally.report(node.problem);
  if (node.exclusion !== null) tally.count(node.exclusion, path, folder);
  else if (node.file !== null) files.set(path, node.file);
}

function hiddenFromDocker(tree: Tree, docker: DockerRules, tally: Tally): (path: string) => boolean {
  const tracked = tree.top.rules?.tracked ?? null;
  const paths = tracked === null ? null : trackedPaths(tracked);
  const adopted = adoptDockerRules(docker, paths !== null && paths.size > 0 ? paths : namedFiles(tree.top));
  tally.report(adopted.problem);
  if (docker.setAside.length > 0) {
    const message = `${docker.setAside.length} pattern(s) of .dockerignore are not supported and are ignored`;
    tally.report({ code: "IGNORE_FILE_UNREADABLE", path: ".dockerignore", message });
  }
  return adopted.rules === null ? () => false : adopted.rules.ignores;
}

function* namedFiles(folder: FolderNode): Generator<string> {
  for (const node of folder.files) yield childPath(folder, node.name);
  for (const child of folder.folders) yield* namedFiles(child);
}

function openTally(): Tally {
  const excluded: Tally["excluded"] = {};
  const leftOut: Tally["leftOut"] = new Map();
  // What git does not track is no part of the project where a rule leaves it out.
  const leave = (exclusion: Exclusion, path: string, tracked: Tracked | null): void => {
    const isRule = exclusion === "ignored" && tracked !== null;
    const isUnknown = exclusion === "unreadable";
    const all = isRule ? trackedAt(tracked, path, LEFT_OUT_MAX) : path.endsWith("/") && !isUnknown ? [] : [path];
    for (const one of all) if (leftOut.size < LEFT_OUT_MAX) leftOut.set(one, exclusion);
  };
  const problems: Problem[] = [];
  return {
    excluded,
    problems,
    leftOut,
    count(exclusion, path, folder) {
      excluded[exclusion] ??= { count: 0, examples: [] };
      const ofClass = excluded[exclusion];
      ofClass.count += 1;
      if (ofClass.examples.length < EXAMPLES_MAX) ofClass.examples.push(escapeUnprintable(path));
      if (MAY_BE_CODE.has(exclusion)) leave(exclusion, path, folder.rules?.tracked ?? null);
    },
    report(problem) {
      if (problem !== null) problems.push(problem);
    },
  };
}

/** Problems in the order of the walk; of many with one code, the first ones and a count of the rest. */
function summarised(problems: readonly Problem[]): readonly Problem[] {
  const seen = new Map<ProblemCode, number>();
  const shown: Problem[] = [];
  for (const problem of problems) {
    const count = (seen.get(problem.code) ?? 0) + 1;
    seen.set(problem.code, count);
    if (count <= PROBLEMS_PER_CODE_MAX) shown.push(problem);
  }
  for (const [code, count] of seen) {
    const rest = count - PROBLEMS_PER_CODE_MAX;
    if (rest > 0) shown.push({ code, message: `and ${rest} more like this` });
  }
  return shown;
}
