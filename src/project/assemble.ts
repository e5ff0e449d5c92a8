// Makes a Corpus of the tree: what is admitted, what is left out and how often, what was survived.
import type { Problem, ProblemCode } from "../vocabulary/problem.ts";
import type { Corpus, CorpusFile, ExcludedClass, Exclusion } from "./corpus.ts";
import { escapeName } from "./disk.ts";
import { adoptDockerRules, type DockerRules } from "./docker-rules.ts";
import { EXAMPLES_MAX, PROBLEMS_PER_CODE_MAX } from "./rules.ts";
import { childPath, type FolderNode, type Tree } from "./tree.ts";

interface Tally {
  readonly count: (exclusion: Exclusion, path: string) => void;
  readonly report: (problem: Problem | null) => void;
  readonly excluded: Partial<Record<Exclusion, { count: number; examples: string[] }>>;
  readonly problems: Problem[];
}

/** `docker` is null where no `.dockerignore` is honoured. */
export function assembleCorpus(tree: Tree, docker: DockerRules | null): Corpus {
  const tally = openTally();
  const files = new Map<string, CorpusFile>();
  const included = new Set<string>();
  collect(tree.top, files, included, tally);
  if (docker !== null) hideFromDocker(tree, docker, files, included, tally);
  return { root: tree.root, files, excluded: sealed(tally), problems: summarised(tally.problems) };
}

function collect(folder: FolderNode, files: Map<string, CorpusFile>, included: Set<string>, tally: Tally): void {
  tally.report(folder.problem);
  if (folder.problem !== null) tally.count("unreadable", `${folder.path}/`);
  if (folder.exclusion !== null) tally.count(folder.exclusion, `${folder.path}/`);
  for (const problem of folder.rules?.problems ?? []) tally.report(problem);
  for (const node of folder.files) {
    tally.report(node.problem);
    if (node.exclusion !== null) tally.count(node.exclusion, childPath(folder, node.name));
    else if (node.file !== null) files.set(node.file.path, node.file);
    if (node.included) included.add(childPath(folder, node.name));
  }
  for (const { name, isFolder, exclusion, problem } of folder.leftOut) {
    tally.report(problem);
    if (exclusion !== null) tally.count(exclusion, `${childPath(folder, name)}${isFolder ? "/" : ""}`);
  }
  for (const link of folder.links) {
    tally.report(link.problem);
    tally.count("link", childPath(folder, link.name));
  }
  for (const child of folder.folders) collect(child, files, included, tally);
}

function hideFromDocker(
  tree: Tree,
  docker: DockerRules,
  files: Map<string, CorpusFile>,
  included: ReadonlySet<string>,
  tally: Tally,
): void {
  const tracked = tree.top.rules?.tracked?.paths;
  const adopted = adoptDockerRules(docker, tracked !== undefined && tracked.size > 0 ? tracked : files.keys());
  tally.report(adopted.problem);
  if (docker.setAside.length > 0) {
    const message = `${docker.setAside.length} pattern(s) of .dockerignore cannot be matched and do not hold`;
    tally.report({ code: "IGNORE_FILE_UNREADABLE", path: ".dockerignore", message });
  }
  if (adopted.rules === null) return;
  for (const path of [...files.keys()]) {
    if (included.has(path) || !adopted.rules.ignores(path)) continue;
    files.delete(path);
    tally.count("ignored", path);
  }
}

function openTally(): Tally {
  const excluded: Tally["excluded"] = {};
  const problems: Problem[] = [];
  return {
    excluded,
    problems,
    count(exclusion, path) {
      excluded[exclusion] ??= { count: 0, examples: [] };
      const ofClass = excluded[exclusion];
      ofClass.count += 1;
      if (ofClass.examples.length < EXAMPLES_MAX) ofClass.examples.push(escapeName(path));
    },
    report(problem) {
      if (problem !== null) problems.push(problem);
    },
  };
}

function sealed(tally: Tally): Readonly<Partial<Record<Exclusion, ExcludedClass>>> {
  return tally.excluded;
}

/** Problems in the order of the walk, many of one code shortened to the first ones and a count of the rest. */
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
    if (rest > 0) shown.push({ code, message: `and ${rest} more of this kind` });
  }
  return shown;
}
