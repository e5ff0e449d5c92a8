// Functions elsewhere in the project that may be like one of the change: proposed by the vectors of its chunks.

import { chunkIdsOf, type DocumentRecord } from "../index/snapshot.ts";
import type { VectorIndex } from "../index/vectors/vector-index.ts";
import { derivedFrom } from "../linking/derived.ts";
import type { FunctionTokens } from "../syntax/function-tokens.ts";
import { CALLABLE_KINDS } from "../vocabulary/chunk.ts";
import { isBesideProject } from "./changed-code.ts";
import type { ReviewScene, StateSide } from "./contract.ts";

/** A function and where it stands. */
export interface PlacedFunction {
  readonly path: string;
  readonly tokens: FunctionTokens;
}

/** Nearest chunks that are looked into, for each chunk of a function. */
const NEAREST = 24;
/** A long function is in several chunks; the first ones say enough. */
const CHUNKS_MAX = 3;
/** Candidates of one function whose tokens are compared. */
const CANDIDATES_MAX = 16;
/** Of the lines of the longer one. */
const LINES_SHARE_MIN = 0.5;

/** The functions of a file in one of the states, read once; none where it cannot be read. */
export const functionsIn = derivedFrom((scene: ReviewScene) => {
  const known = new Map<string, Promise<readonly FunctionTokens[]>>();
  const read = async (path: string, side: StateSide): Promise<readonly FunctionTokens[]> => {
    const text = await scene.text(path, side);
    const inspection = text === null ? null : await scene.inspect(path, text);
    return inspection === null || "unread" in inspection ? [] : inspection.functions;
  };
  return (path: string, side: StateSide): Promise<readonly FunctionTokens[]> => {
    const key = `${side} ${path}`;
    const reading = known.get(key) ?? read(path, side);
    known.set(key, reading);
    return reading;
  };
});

/**
 * Candidates, the most similar first. Its file must be indexed as it is after the change. Null: a chunk of it has no vector.
 */
export async function similarFunctions(
  scene: ReviewScene,
  vectors: VectorIndex,
  { path, tokens }: PlacedFunction,
): Promise<PlacedFunction[] | null> {
  const document = scene.snapshot.documentAt(path);
  const queries = document === undefined ? [] : await queriesOf(scene, vectors, document, tokens);
  if (queries === null || document === undefined) {
    return null;
  }
  const wanted = new Map<string, { readonly path: string; readonly symbol: string; readonly similarity: number }>();
  for (const query of queries) {
    await vectors.remote?.fetch(query);
    for (const { chunk, similarity } of nearest(scene, vectors, query)) {
      for (const found of functionsOfChunk(scene, chunk, tokens)) {
        const key = `${found.path}#${found.symbol}`;
        if (similarity > (wanted.get(key)?.similarity ?? Number.NEGATIVE_INFINITY)) {
          wanted.set(key, { ...found, similarity });
        }
      }
    }
  }
  const likeliest = [...wanted.values()].sort((a, b) => b.similarity - a.similarity).slice(0, CANDIDATES_MAX);
  const found: PlacedFunction[] = [];
  for (const candidate of likeliest) {
    await scene.pause();
    const functions = await functionsIn(scene)(candidate.path, "after");
    found.push(
      ...functions.filter((one) => one.path === candidate.symbol).map((one) => ({ path: candidate.path, tokens: one })),
    );
  }
  return found;
}

async function queriesOf(
  { snapshot }: ReviewScene,
  vectors: VectorIndex,
  document: DocumentRecord,
  { startLine, endLine }: FunctionTokens,
): Promise<Float32Array[] | null> {
  const chunks = snapshot
    .chunks(chunkIdsOf(document))
    .filter((chunk) => chunk.startLine <= endLine && startLine <= chunk.endLine)
    .slice(0, CHUNKS_MAX);
  const remote = await vectors.remote?.vectors(chunks.map(({ id }) => id).filter((id) => vectors.has(id)));
  const found = chunks.map(({ id }) => vectors.vectorOf(id) ?? remote?.get(id) ?? null);
  return found.includes(null) ? null : found.filter((vector) => vector !== null);
}

const nearest = ({ snapshot }: ReviewScene, vectors: VectorIndex, query: Float32Array) =>
  vectors.search(query, NEAREST, (chunk) => {
    const { path } = snapshot.document(snapshot.chunkDocument(chunk));
    return !isBesideProject(path);
  });

function functionsOfChunk({ snapshot }: ReviewScene, id: Parameters<VectorIndex["has"]>[0], like: FunctionTokens) {
  const [chunk] = snapshot.chunks([id]);
  if (chunk === undefined) {
    return [];
  }
  const { path } = snapshot.document(chunk.document);
  // Decorators stand before the name.
  const lines = like.endLine - like.nameLine + 1;
  return snapshot
    .symbols(chunk.document)
    .filter(({ kind, startLine, nameLine, endLine }) => {
      const own = endLine - nameLine + 1;
      const isLike = Math.min(lines, own) >= Math.max(lines, own) * LINES_SHARE_MIN;
      return CALLABLE_KINDS.has(kind) && isLike && startLine <= chunk.endLine && chunk.startLine <= endLine;
    })
    .map(({ path: symbol }) => ({ path, symbol }));
}
