// From ranked chunks to the places that an answer shows. Adjacent chunks of one file are one place, and so is a whole file with
// detail `files`. Each place knows the lines of its whole symbol, since a reader wants a divided function as a whole.
import type { ChunkRecord, DocumentRecord, Snapshot, SymbolRecord } from "../../index/snapshot.ts";
import { perKey } from "../../system/memo.ts";
import {
  type ChunkId,
  type ChunkKind,
  containsRange,
  type DocumentId,
  type LineRange,
  spanOf,
} from "../../vocabulary/chunk.ts";
import type { Detail, Hit } from "../../vocabulary/search.ts";

/** A longer place would no longer point at anything: further chunks are places of their own. */
export const JOINED_LINES_MAX = 120;

/** A hit with the lines it shows, which may be more than its chunk's. */
export interface JoinedHit {
  readonly hit: Hit;
  /** The label of its project, in an answer about several. */
  readonly project?: string;
  /** First line of the chunk that was ranked, for a form that is shorter than the hit's lines. */
  readonly coreStart: number;
  /** Whether the hit is the whole file. */
  readonly whole: boolean;
  /** Whether it is a further place beside the hits: shown where there is room, else not listed. */
  readonly further: boolean;
}

const touches = (a: Hit, b: Hit): boolean => a.startLine <= b.endLine + 1 && b.startLine <= a.endLine + 1;

const union = (a: Hit, b: Hit): Hit => ({
  ...a,
  placeScore: Math.max(a.placeScore, b.placeScore),
  ...spanOf(a, b),
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

/** Places that are considered for room, those first that answer best. */
const PLACES_MIN = 16;
/** Who asks for fewer hits wants to see those: further places are then of their files only. */
const ANY_FILE_FROM = 10;

/**
 * The first `topK` places of `hits`, each its best chunk, then further ones that answer as well. What touches a place is a further one, too:
 * it is shown with it only where it answers by itself.
 */
function choosePlaces({ hits, further }: Ranking, topK: number): JoinedHit[] {
  let grown: readonly JoinedHit[] = [];
  const chosen: Hit[] = [];
  const others: Hit[] = [];
  for (const hit of hits) {
    const joined = join(grown, hit);
    if (joined !== null) {
      grown = joined;
      others.push(hit);
    } else if (chosen.length < topK) {
      grown = [...grown, alone(hit, false)];
      chosen.push(hit);
    } else {
      others.push(hit);
    }
  }
  const first = new Set(chosen);
  const files = new Set(chosen.map(({ path }) => path));
  const best = [...chosen, ...others, ...further]
    .filter(({ path }) => topK >= ANY_FILE_FROM || files.has(path))
    .sort((a, b) => b.placeScore - a.placeScore)
    .slice(0, Math.max(PLACES_MIN, topK));
  return [
    ...chosen.map((hit) => alone(hit, false)),
    ...best.filter((hit) => !first.has(hit)).map((hit) => alone(hit, true)),
  ];
}

/** Adjacent chunks as one place, up to `topK`. */
function joinTouching(ranked: readonly Hit[], topK: number): JoinedHit[] {
  let joined: JoinedHit[] = [];
  for (const hit of ranked) {
    const grown = join(joined, hit);
    if (grown === null && joined.length === topK) {
      return joined;
    }
    joined = grown ?? [...joined, alone(hit, false)];
  }
  return joined;
}

const alone = (hit: Hit, isFurther: boolean): JoinedHit => ({
  hit,
  coreStart: hit.startLine,
  whole: false,
  further: isFurther,
});

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
    further: false,
  }));
}

type DocumentAt = (path: string) => DocumentRecord | undefined;

/** Ranked places, as ranking/rank.ts has them. */
export interface Ranking {
  /** Best first. */
  readonly hits: readonly Hit[];
  /** Other places of the hits' files. */
  readonly further: readonly Hit[];
}

/** The first `topK` places, in order of their best chunk; where source is shown, then further ones of their files. */
export function joinHits(
  ranked: Ranking,
  { topK, detail }: { readonly topK: number; readonly detail: Detail },
  documentAt: DocumentAt,
): JoinedHit[] {
  switch (detail) {
    case "files":
      return wholeFiles(ranked.hits, topK, documentAt);
    case "locations":
      return joinTouching(ranked.hits, topK);
    case "snippets":
      return choosePlaces(ranked, topK);
  }
}

/** Most symbols are one chunk: one neighbour is read first, then twice as many each time, up to this number. */
const CHUNKS_AT_ONCE_MAX = 16;
/** Most chunks of a symbol on one side: a larger one is not a unit to read. */
const CHUNKS_MAX = 256;

/** Containers: a whole namespace is not an answer to a question about a part of it. */
const CONTAINERS: ReadonlySet<ChunkKind> = new Set(["module", "section", "data", "import"]);

/** A hit with the symbol that its chunk belongs to. */
export interface SurroundedHit extends JoinedHit {
  /** Lines of the hit's whole symbol, including the hit's own; only the hit's lines if they are all of it. */
  readonly reach: LineRange;
  /** Lines of what encloses a hit's symbol, innermost first: a reader with room to spare gets them, too. */
  readonly enclosing: readonly LineRange[];
  /** Lines of this place and of those beside it that touch each other: shown together, they are one. */
  readonly run: LineRange;
  /** The signatures that the chunk has lost, outermost first, as `ChunkRecord.context` has them; "" for none. */
  readonly context: string;
  /** 1-based line that names the hit's symbol, which may be below a long comment or above a later piece; null if unknown. */
  readonly nameLine: number | null;
}

const isPieceOf = (symbol: string, kind: ChunkKind, chunk: ChunkRecord): boolean =>
  chunk.symbol === symbol || (!CONTAINERS.has(kind) && (chunk.symbol?.startsWith(`${symbol}.`) ?? false));

/** The outermost chunk in one direction that belongs to the symbol; null if there are too many. */
function follow(
  snapshot: Snapshot,
  { firstChunk, chunkCount }: DocumentRecord,
  { symbol, kind, ...start }: ChunkRecord & { readonly symbol: string },
  step: 1 | -1,
): Pick<ChunkRecord, "id" | "startLine" | "endLine"> | null {
  let last: Pick<ChunkRecord, "id" | "startLine" | "endLine"> = start;
  for (let seen = 0; seen < CHUNKS_MAX; ) {
    const count = Math.min(seen + 1, CHUNKS_AT_ONCE_MAX, CHUNKS_MAX - seen);
    const ids = Array.from({ length: count }, (_, at) => last.id + step * (at + 1))
      .filter((id) => id >= firstChunk && id < firstChunk + chunkCount)
      .map((id) => id as ChunkId);
    const pieces = ids.length === 0 ? [] : snapshot.chunks(ids);
    const end = pieces.findIndex((chunk) => !isPieceOf(symbol, kind, chunk));
    last = (end < 0 ? pieces : pieces.slice(0, end)).at(-1) ?? last;
    if (end >= 0 || ids.length < count) {
      return last;
    }
    seen += count;
  }
  return null;
}

function symbolLines(snapshot: Snapshot, document: DocumentRecord, chunk: ChunkRecord): LineRange {
  const { symbol, startLine, endLine } = chunk;
  if (symbol === null) {
    return { startLine, endLine };
  }
  const first = follow(snapshot, document, { ...chunk, symbol }, -1);
  const last = follow(snapshot, document, { ...chunk, symbol }, 1);
  return first === null || last === null
    ? { startLine, endLine }
    : { startLine: first.startLine, endLine: last.endLine };
}

/** A longer class is not shown as a whole, however much room there is. */
const ENCLOSING_LINES_MAX = 300;

const lengthOf = ({ startLine, endLine }: LineRange): number => endLine - startLine + 1;

/** What contains the lines and more, innermost first. */
const enclosingOf = (symbols: readonly SymbolRecord[], lines: LineRange): LineRange[] =>
  symbols
    .filter((one) => containsRange(one, lines) && lengthOf(one) > lengthOf(lines))
    .filter((one) => !CONTAINERS.has(one.kind) && lengthOf(one) <= ENCLOSING_LINES_MAX)
    .sort((a, b) => lengthOf(a) - lengthOf(b))
    .map(({ startLine, endLine }) => ({ startLine, endLine }));

/** Where the symbol of a chunk is defined, those within reach first; several if a path has several, as overloads do. */
function definitionsOf(snapshot: Snapshot, { document, symbol }: ChunkRecord, reach: LineRange): SymbolRecord[] {
  const name = symbol?.split(".").at(-1) ?? "";
  return snapshot
    .definitions(name, document)
    .filter((one) => one.document === document && one.path === symbol)
    .sort((a, b) => Number(isIn(b.nameLine, reach)) - Number(isIn(a.nameLine, reach)));
}

const isIn = (line: number, { startLine, endLine }: LineRange): boolean => startLine <= line && line <= endLine;

/** The lines of all places that the hit touches, directly or through others. */
function runOf({ path, startLine, endLine }: Hit, joined: readonly JoinedHit[]): LineRange {
  const ofFile = joined.filter(({ hit }) => hit.path === path).map(({ hit }) => hit);
  let run: LineRange = { startLine, endLine };
  for (let before = 0; before !== lengthOf(run); ) {
    before = lengthOf(run);
    for (const other of ofFile.filter((one) => one.startLine <= run.endLine + 1 && run.startLine <= one.endLine + 1)) {
      run = spanOf(run, other);
    }
  }
  return run;
}

/** Each hit with the kind and the lines of its whole symbol and its enclosing signatures, from the snapshot it was ranked in. */
export function surround(snapshot: Snapshot, joined: readonly JoinedHit[]): SurroundedHit[] {
  const cores = snapshot.chunks(joined.map(({ hit }) => hit.chunk));
  const symbolsOf = perKey((document: DocumentId) => snapshot.symbols(document));
  return joined.map((one, at) => {
    const { startLine, endLine } = one.hit;
    const core = cores[at];
    if (core === undefined) {
      return { ...one, reach: { startLine, endLine }, enclosing: [], run: one.hit, context: "", nameLine: null };
    }
    const lines = one.whole ? one.hit : symbolLines(snapshot, snapshot.document(core.document), core);
    const reach = spanOf({ startLine, endLine }, lines);
    const definitions = definitionsOf(snapshot, core, reach);
    const [first] = definitions;
    const nameLine = first !== undefined && isIn(first.nameLine, reach) ? first.nameLine : null;
    // A chunk with several members of a class is ranked by their kind, but shown as a piece of the class that they name.
    const isOfKind = first === undefined || definitions.some(({ kind }) => kind === one.hit.kind);
    const hit = isOfKind ? one.hit : { ...one.hit, kind: first.kind };
    const enclosing = one.whole || one.further ? [] : enclosingOf(symbolsOf(core.document), reach);
    return { ...one, hit, reach, enclosing, run: runOf(one.hit, joined), context: core.context, nameLine };
  });
}
