// What has become of the places of a handoff: read through the project's admitted corpus, compared by the file's content, then by the
// text of the lines.
import { sha256Of } from "../system/sha256.ts";
import type { LineRange } from "../vocabulary/chunk.ts";
import { Failure } from "../vocabulary/failure.ts";
import { splitLines } from "../vocabulary/text.ts";
import type { ReadAdmitted } from "./file-states.ts";
import { type HandoffPlace, linesOfPlace } from "./handoff.ts";

/**
 * `unchanged`: the lines are as they were, whatever else of the file changed; `moved`: they are at other lines of the file; `changed`: they are
 * not in the file any more, or at several places; `missing`: the file is deleted, or not among those that the project admits; `unknown`:
 * it cannot be read now.
 */
export type PlaceState = "unchanged" | "moved" | "changed" | "missing" | "unknown";

export interface PlaceStatus {
  readonly state: PlaceState;
  /** Where the lines are now, if they moved. */
  readonly now?: LineRange;
}

/** Places of one text that are compared in full; a line that repeats more often has moved to no certain place. */
const CANDIDATES_MAX = 200;

/** The state of each place, in order; a file is read once. */
export async function placeStates(places: readonly HandoffPlace[], readAdmitted: ReadAdmitted): Promise<PlaceStatus[]> {
  const files = new Map<string, Awaited<ReturnType<typeof readFile>>>();
  const statuses: PlaceStatus[] = [];
  for (const place of places) {
    const file = files.get(place.path) ?? (await readFile(place.path, readAdmitted));
    files.set(place.path, file);
    statuses.push("state" in file ? file : statusIn(place, file));
  }
  return statuses;
}

interface PresentFile {
  readonly contentHash: string;
  /** None where the reader does not say the text. */
  readonly lines: readonly string[];
}

async function readFile(path: string, readAdmitted: ReadAdmitted): Promise<PresentFile | PlaceStatus> {
  try {
    const read = await readAdmitted(path);
    if (read === null) {
      return { state: "unknown" };
    }
    if ("excluded" in read) {
      return { state: read.excluded === "unreadable" ? "missing" : "changed" };
    }
    return { contentHash: read.contentHash, lines: read.text === undefined ? [] : splitLines(read.text) };
  } catch (error) {
    if (error instanceof Failure && error.code === "PATH_NOT_ADMITTED") {
      return { state: "missing" };
    }
    throw error;
  }
}

function statusIn(place: HandoffPlace, { contentHash, lines }: PresentFile): PlaceStatus {
  const range = linesOfPlace(place);
  if (contentHash === place.content_hash) {
    return { state: "unchanged" };
  }
  if (range === null) {
    return { state: "changed" };
  }
  if (isAt(place, lines, range.startLine)) {
    return { state: "unchanged" };
  }
  const [found, ...others] = startsOf(place, lines);
  return found === undefined || others.length > 0
    ? { state: "changed" }
    : { state: "moved", now: { startLine: found, endLine: found + range.endLine - range.startLine } };
}

/** The lines at which the place's text begins now; none where its first lines are at too many. */
function startsOf(place: HandoffPlace, lines: readonly string[]): number[] {
  const [first = "", ...rest] = place.text.split("\n");
  const candidates = lines.flatMap((line, at) =>
    line.startsWith(first) && rest.every((other, below) => lines[at + 1 + below] === other) ? [at + 1] : [],
  );
  return candidates.length > CANDIDATES_MAX ? [] : candidates.filter((start) => isAt(place, lines, start));
}

function isAt(place: HandoffPlace, lines: readonly string[], start: number): boolean {
  const { startLine = 1, endLine = 1 } = linesOfPlace(place) ?? {};
  const text = lines.slice(start - 1, start + endLine - startLine);
  return text.length > endLine - startLine && sha256Of(text.join("\n")) === place.text_hash;
}
