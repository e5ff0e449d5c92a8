// Which of some files their grammars parse completely, as the files are on disk, within a time limit.

import type { Corpus, CorpusSource } from "../project/corpus.ts";
import { readAdmitted } from "../project/read-admitted.ts";
import type { SyntaxCheck, SyntaxVerdict } from "../syntax/check-syntax.ts";
import { cancelled } from "../vocabulary/failure.ts";
import { requestedFiles, requestedPath } from "./requested-path.ts";

export interface FileCheck {
  readonly path: string;
  readonly check: SyntaxCheck;
}

export interface Validation {
  /** Those to act on first, then by path. */
  readonly files: readonly FileCheck[];
  /** Files that were not checked in time. */
  readonly filesLeft: number;
}

export interface ValidationTask {
  readonly corpus: CorpusSource;
  /** Project-relative. */
  readonly paths: readonly string[];
  readonly checkSyntax: (path: string, text: string, signal: AbortSignal) => Promise<SyntaxCheck>;
  readonly timeMsMax: number;
  readonly signal: AbortSignal;
}

/** Texts under way at once: as many as keep the workers busy while others are read. */
const IN_FLIGHT = 8;

const URGENCY: readonly SyntaxVerdict[] = ["broken", "unchecked", "expected-partial", "valid"];

/** The files that paths of files and folders, and globs, name, each once, and the paths that name none. */
export function filesAt(corpus: Corpus, paths: readonly string[]): { files: string[]; missing: string[] } {
  const files = new Set<string>();
  const missing: string[] = [];
  for (const path of paths) {
    const wanted = requestedPath(path);
    const named = corpus.files.has(wanted) ? [wanted] : [...corpus.files.keys()].filter(requestedFiles(path));
    for (const one of named) {
      files.add(one);
    }
    if (named.length === 0) {
      missing.push(path);
    }
  }
  return { files: [...files].sort(), missing };
}

export async function validateSyntax({ corpus, paths, ...task }: ValidationTask): Promise<Validation> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), task.timeMsMax);
  const signal = AbortSignal.any([task.signal, late.signal]);
  const files: FileCheck[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < paths.length && !signal.aborted) {
      const path = paths[next++] ?? "";
      files.push({ path, check: await checkFile(corpus, path, task, signal) });
    }
  };
  try {
    await Promise.all(Array.from({ length: IN_FLIGHT }, work));
  } finally {
    clearTimeout(timer);
  }
  if (task.signal.aborted) {
    throw cancelled();
  }
  const urgency = ({ check }: FileCheck): number => URGENCY.indexOf(check.verdict);
  files.sort((a, b) => urgency(a) - urgency(b) || (a.path < b.path ? -1 : 1));
  return { files, filesLeft: paths.length - next };
}

async function checkFile(
  corpus: CorpusSource,
  path: string,
  { checkSyntax, timeMsMax }: Pick<ValidationTask, "checkSyntax" | "timeMsMax">,
  signal: AbortSignal,
): Promise<SyntaxCheck> {
  const unchecked = (reason: string): SyntaxCheck => ({ verdict: "unchecked", language: null, reason });
  const read = await readAdmitted(corpus, path);
  if (read === null) {
    return unchecked("no longer among the searched files");
  }
  if ("excluded" in read) {
    return unchecked(`it is ${read.excluded}`);
  }
  try {
    signal.throwIfAborted();
    return await checkSyntax(path, read.text, signal);
  } catch (error) {
    if (signal.aborted) {
      return unchecked(`not parsed within ${timeMsMax} ms`);
    }
    throw error;
  }
}
