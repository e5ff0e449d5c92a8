// Joins ranked chunks to the places that an answer shows: adjacent chunks of one file are one place, and so is a whole file
// with detail `files`. Fills up to `topK` places, however many chunks are joined.
import type { DocumentRecord } from "../../index/snapshot.ts";
import type { Detail, Hit } from "../../vocabulary/search.ts";

/** A longer place would no longer point at anything: further chunks are places of their own. */
const JOINED_LINES_MAX = 120;

/** A hit with the lines it shows, which may be more than its chunk's. */
export interface JoinedHit {
  readonly hit: Hit;
  /** First line of the chunk that was ranked, for a form that is shorter than the hit's lines. */
  readonly coreStart: number;
  /** Whether the hit is the whole file. */
  readonly whole: boolean;
}

const touches = (a: Hit, b: Hit): boolean => a.startLine <= b.endLine + 1 && b.startLine <= a.endLine + 1;

const union = (a: Hit, b: Hit): Hit => ({
  ...a,
  startLine: Math.min(a.startLine, b.startLine),
  endLine: Math.max(a.endLine, b.endLine),
});

/** `joined` with the chunk merged into it: the better one keeps its place, name and score; null if it is adjacent to none. */
function join(joined: readonly JoinedHit[], chunk: Hit): JoinedHit[] | null {
  const same = joined.filter(({ hit }) => hit.path === chunk.path && touches(hit, chunk));
  const [best] = same;
  if (best === undefined) {
    return null;
  }
  // A chunk that closes the gap between two places joins all three.
  const hit = [...same.slice(1).map((other) => other.hit), chunk].reduce(union, best.hit);
  if (hit.endLine - hit.startLine >= JOINED_LINES_MAX) {
    return null;
  }
  return joined.flatMap((other) => (other === best ? [{ ...best, hit }] : same.includes(other) ? [] : [other]));
}

function joinTouching(ranked: readonly Hit[], topK: number): JoinedHit[] {
  let joined: JoinedHit[] = [];
  for (const hit of ranked) {
    const grown = join(joined, hit);
    if (grown === null && joined.length === topK) {
      return joined;
    }
    joined = grown ?? [...joined, { hit, coreStart: hit.startLine, whole: false }];
  }
  return joined;
}

function wholeFiles(ranked: readonly Hit[], topK: number, documentAt: DocumentAt): JoinedHit[] {
  const best = new Map<string, Hit>();
  for (const hit of ranked) {
    if (!best.has(hit.path) && best.size < topK) {
      best.set(hit.path, hit);
    }
  }
  return [...best.values()].map((hit) => ({
    hit: { ...hit, startLine: 1, endLine: documentAt(hit.path)?.lineCount ?? hit.endLine },
    coreStart: hit.startLine,
    whole: true,
  }));
}

type DocumentAt = (path: string) => DocumentRecord | undefined;

/** The first `topK` places, in order of their best chunk. */
export function joinHits(
  ranked: readonly Hit[],
  { topK, detail }: { readonly topK: number; readonly detail: Detail },
  documentAt: DocumentAt,
): JoinedHit[] {
  return detail === "files" ? wholeFiles(ranked, topK, documentAt) : joinTouching(ranked, topK);
}
