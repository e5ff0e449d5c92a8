// Reads one file of the project and nothing outside of it: a link in any component of the path is refused, and the text is tied
// to the state in which it was read. Judges the content; does not know which files are admitted.
import { createHash } from "node:crypto";
import { closeSync, fstatSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { pathBelow } from "../system/platform/below.ts";
import type { Exclusion } from "../vocabulary/exclusion.ts";
import { codeOf, type Problem } from "../vocabulary/failure.ts";
import { classOfText, isBinary, looksBinary } from "./content.ts";
import type { CorpusFile, CorpusText, ReadOutcome } from "./corpus.ts";
import { type DecodedText, decodeText } from "./decode.ts";
import { type Disk, fileAt, isSameEntry, openRegular, readUpTo, type Stamp, sameStamp, stampOf } from "./disk.ts";
import { pathProblem, reasonOf } from "./problems.ts";

export interface ReadRequest {
  /** Absolute, real path of the project. */
  readonly root: string;
  /** Project-relative. */
  readonly path: string;
  readonly maxBytes: number;
  readonly disk: Disk;
  /** Whether its name is that of code. */
  readonly isCode: boolean;
  /** Classes that do not exclude this file. */
  readonly accepts: (exclusion: Exclusion) => boolean;
}

export interface ReadResult {
  readonly outcome: ReadOutcome;
  /** The state for which the outcome holds; null if another try may have another outcome. */
  readonly file: CorpusFile | null;
}

/** Tries for a file that is being written while it is read. */
const TRIES = 3;
/** Bytes that are examined first, so that the rest of a binary file is not read. */
const SNIFF_BYTES = 8000;
/** Kernels stamp files by a clock that ticks every 1 to 10 ms; some file systems keep whole seconds. Milliseconds. */
const TICK_MS = 20;
const COARSE_TICK_MS = 1020;

export async function readProjectFile(request: ReadRequest): Promise<ReadResult> {
  const absolute = pathBelow(request.root, request.path);
  try {
    for (let tried = 1; ; tried++) {
      const startedAtMs = request.disk.now();
      const read = readOnce(request, absolute);
      const waitMs = untilTick(read.stamp, startedAtMs);
      if (read.settled && waitMs === 0) return classify(request, read, []);
      if (tried === TRIES) {
        const message = "the file was written while it was read; its text may mix two versions";
        return classify(request, read, [pathProblem("FILE_CHANGED_WHILE_READ", request.path, message)]);
      }
      if (waitMs > 0) await pause(waitMs);
    }
  } catch (error) {
    const problem = pathProblem("FILE_UNREADABLE", request.path, `the file could not be read: ${reasonOf(error)}`);
    // A missing permission lasts until the file's ctime changes; any other error may go away without one.
    const stamp = ["EACCES", "EPERM"].includes(codeOf(error)) ? request.disk.stamp(absolute) : null;
    const file = stamp === null ? null : fileAt(request.path, stamp);
    return { outcome: { excluded: "unreadable", problems: [problem] }, file };
  }
}

interface RawRead {
  readonly bytes: Buffer;
  readonly stamp: Stamp;
  /** False when the state changed between the start and the end of reading. */
  readonly settled: boolean;
  readonly binary: boolean;
  readonly tooLarge: boolean;
}

function readOnce(request: ReadRequest, absolute: string): RawRead {
  const { descriptor, stamp } = openRegular(absolute);
  try {
    assertInPlace(request, absolute, stamp);
    const head = readUpTo(descriptor, Math.min(stamp.size, SNIFF_BYTES));
    const binary = isBinary(head) && !request.accepts("binary");
    const tooLarge = stamp.size > request.maxBytes;
    const bytes = binary || tooLarge ? head : readUpTo(descriptor, stamp.size);
    const settled =
      sameStamp(stamp, stampOf(fstatSync(descriptor))) && (bytes.length === stamp.size || binary || tooLarge);
    return { bytes, stamp, settled, binary, tooLarge };
  } finally {
    closeSync(descriptor);
  }
}

/** The path must name the opened file without any link; otherwise a component was replaced by a link meanwhile. */
function assertInPlace(request: ReadRequest, absolute: string, opened: Stamp): void {
  const folder = dirname(absolute);
  const atPath = request.disk.stamp(absolute);
  const moved = atPath === null || !isSameEntry(atPath, opened);
  if (moved || request.disk.realPath(folder) !== folder) throw new Error("a symbolic link is in the way");
}

/**
 * A second write within one tick of the clock does not change the stamp, so a text read in that tick could stay stale
 * unnoticed. Answers the milliseconds until the tick of the last change is over; 0 if it is.
 */
function untilTick(stamp: Stamp, nowMs: number): number {
  const tick = stamp.ctimeMs % 1000 === 0 ? COARSE_TICK_MS : TICK_MS;
  const age = nowMs - stamp.ctimeMs;
  // A stamp from the future (another machine's clock) cannot be waited for.
  return age >= tick || age < -tick ? 0 : Math.ceil(tick - age);
}

function classify(request: ReadRequest, read: RawRead, problems: readonly Problem[]): ReadResult {
  const { path } = request;
  const { bytes, stamp } = read;
  const file = fileAt(path, stamp);
  const excluded = (exclusion: Exclusion): ReadResult => ({ outcome: { excluded: exclusion, problems }, file });
  if (read.tooLarge) return excluded("oversized");
  if (read.binary) return excluded("binary");
  const judged = judgeBytes(request.isCode, bytes, request.accepts);
  if ("excluded" in judged) return excluded(judged.excluded);
  const { text, problem } = judged;
  const contentHash = createHash("sha256").update(bytes).digest("hex");
  const found = problem === null ? problems : [...problems, pathProblem(problem.code, path, problem.message)];
  const outcome: CorpusText = { file, text, contentHash, problems: found };
  return { outcome, file };
}

/** What a file with this content is: text, or the class that excludes it. */
export function judgeBytes(
  isCode: boolean,
  bytes: Buffer,
  accepts: ReadRequest["accepts"],
): DecodedText | { readonly excluded: Exclusion } {
  if (isBinary(bytes) && !accepts("binary")) return { excluded: "binary" };
  const decoded = decodeText(bytes);
  if (decoded.problem?.code === "FILE_ENCODING_GUESSED" && looksBinary(decoded.text) && !accepts("binary")) {
    return { excluded: "binary" };
  }
  const exclusion = classOfText(isCode, decoded.text, accepts);
  return exclusion === null ? decoded : { excluded: exclusion };
}
