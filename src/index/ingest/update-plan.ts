// The work of an update: compares the admitted files with the indexed documents. A pure function; reads and writes nothing.
import type { CorpusFile } from "../../project/corpus.ts";
import type { AnalysisIdentity, DocumentStamp } from "../documents.ts";

export interface UpdatePlan {
  /** Files to read: new, changed, or perhaps changed. The content hash decides whether they are analysed. */
  readonly changed: readonly CorpusFile[];
  /** Documents whose file is no longer admitted. */
  readonly removed: readonly DocumentStamp[];
}

/**
 * A file written within this time of being read may change again with neither size nor times showing it: file systems
 * keep times as coarse as two seconds (FAT). The same rule as git's "racy" index entries.
 */
export const RACY_WITHIN_MS = 2_000;

export const analysisName = ({ version, settings }: AnalysisIdentity): string => `${version}:${settings}`;

const names = new WeakMap<AnalysisIdentity, string>();

/** A plan compares every document's. */
function currentName(wanted: AnalysisIdentity): string {
  const known = names.get(wanted);
  if (known !== undefined) {
    return known;
  }
  const name = analysisName(wanted);
  names.set(wanted, name);
  return name;
}

/** The analysis of a newer program is kept: otherwise two installed versions would keep replacing each other's work. */
export function isCurrentAnalysis(name: string, wanted: AnalysisIdentity): boolean {
  if (name === currentName(wanted)) {
    return true;
  }
  const version = Number.parseInt(name, 10);
  return name === analysisName({ version, settings: wanted.settings }) && version >= wanted.version;
}

/** What planUpdate takes as known. */
export interface PlanBasis {
  readonly analysis: AnalysisIdentity;
  /** Content that was read at or after this wall-clock time need not be read again, however recent the file. */
  readonly verifiedSinceMs: number;
}

/** True when the stamp alone proves that the file still has the document's content. */
export const isVerified = (file: CorpusFile, stamp: DocumentStamp, basis: PlanBasis): boolean =>
  file.size === stamp.size &&
  file.mtimeMs === stamp.mtimeMs &&
  file.ctimeMs === stamp.ctimeMs &&
  (stamp.verifiedAtMs > Math.max(file.mtimeMs, file.ctimeMs) + RACY_WITHIN_MS ||
    stamp.verifiedAtMs >= basis.verifiedSinceMs) &&
  isCurrentAnalysis(stamp.analysis, basis.analysis);

type Files = ReadonlyMap<string, CorpusFile>;
type Stamps = ReadonlyMap<string, DocumentStamp>;

/** Each path that is admitted or indexed, once. */
export function* everyPath(files: Files, stamps: Stamps): Iterable<string> {
  yield* files.keys();
  for (const path of stamps.keys()) {
    if (!files.has(path)) {
      yield path;
    }
  }
}

/** `among`: the only paths that can need work. In no order. */
function findPending(files: Files, stamps: Stamps, basis: PlanBasis, among: Iterable<string>) {
  const changed: CorpusFile[] = [];
  const removed: DocumentStamp[] = [];
  for (const path of among) {
    const file = files.get(path);
    const stamp = stamps.get(path);
    if (file === undefined) {
      if (stamp !== undefined) {
        removed.push(stamp);
      }
    } else if (stamp === undefined || !isVerified(file, stamp, basis)) {
      changed.push(file);
    }
  }
  return { changed, removed };
}

/** Both lists are sorted by path. `among`: the only paths that can need work, if they are known. */
export function planUpdate(
  files: Files,
  stamps: Stamps,
  basis: PlanBasis,
  among: Iterable<string> = everyPath(files, stamps),
): UpdatePlan {
  const { changed, removed } = findPending(files, stamps, basis, among);
  return { changed: sortedByPath(changed), removed: sortedByPath(removed) };
}

/** How many files and documents a plan contains. */
export interface PendingCounts {
  readonly changed: number;
  readonly removed: number;
  readonly total: number;
}

/** The counts of planUpdate, without the order of its lists. */
export function countPendingFiles(
  files: Files,
  stamps: Stamps,
  basis: PlanBasis,
  among: Iterable<string>,
): PendingCounts {
  const { changed, removed } = findPending(files, stamps, basis, among);
  return { changed: changed.length, removed: removed.length, total: changed.length + removed.length };
}

export const isEmptyPlan = (plan: UpdatePlan): boolean => plan.changed.length === 0 && plan.removed.length === 0;

/** By code units, so that the documents of a folder get neighbouring ids and share blocks of postings. */
const sortedByPath = <Item extends { readonly path: string }>(items: Item[]): Item[] =>
  items.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
