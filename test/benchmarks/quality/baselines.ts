// The three ways of searching that the program is measured against, on the same files in the same run: one vector a whole
// file, ripgrep on the query's words, plain BM25 over chunks. Each answers a question as an arm does.
import type { Embedder, Embedding } from "../../../src/embedding/embedder.ts";
import { embeddingKey, type VectorStore } from "../../../src/embedding/vector-store.ts";
import { Failure } from "../../../src/vocabulary/failure.ts";
import { DEPTH, type Place } from "../../support/judged.ts";
import { missingIn } from "../../support/missing-vectors.ts";
import type { Reply } from "./arm.ts";
import { openBm25 } from "./bm25.ts";
import { type AnswerLine, cutToBudgets } from "./budget.ts";
import type { ProjectText, TextFile } from "./project-text.ts";
import { askRipgrep } from "./ripgrep.ts";

/** Answers one question about one project; paths are relative to the project. */
export type Baseline = (query: string) => Promise<Reply>;
type Count = (text: string) => number;

/** Far more characters than the model's 256 tokens can take, so that no worker tokenizes a megabyte in vain. */
const EMBEDDED_CHARACTERS = 20_000;

/** Best first; equal scores in the order given, scores of 0 or less not at all. */
function best<Value>(values: readonly Value[], scores: readonly number[]): Value[] {
  return values
    .map((value, at) => ({ value, score: scores[at] ?? 0 }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ value }) => value);
}

/** A place under a heading, as any tool would print it. */
function* printed(places: readonly Place[], files: ReadonlyMap<string, TextFile>): Generator<AnswerLine> {
  for (const { path, startLine, endLine } of places) {
    yield { path, line: null, text: `${path}:${startLine}-${endLine}` };
    const lines = files.get(path)?.lines ?? [];
    for (let line = startLine; line <= endLine; line++) {
      yield { path, line, text: lines[line - 1] ?? "" };
    }
  }
}

const wholeFile = ({ path, lines }: TextFile): Place => ({ path, startLine: 1, endLine: lines.length });

function replyOf(hits: readonly Place[], lines: Iterable<AnswerLine>, count: Count): Reply {
  return { hits, carried: cutToBudgets(lines, count), milliseconds: null };
}

const byPath = ({ files }: ProjectText): ReadonlyMap<string, TextFile> =>
  new Map(files.map((file) => [file.path, file]));

/** The best chunk of each of the ten best files. */
export function openPlainBm25(text: ProjectText, count: Count): Baseline {
  const files = byPath(text);
  const score = openBm25(
    text.chunks.map(({ path, startLine, endLine }) =>
      (files.get(path)?.lines ?? []).slice(startLine - 1, endLine).join("\n"),
    ),
  );
  return async (query) => {
    const ranked = best(text.chunks, score(query));
    const first = new Map<string, Place>();
    for (const chunk of ranked) {
      if (!first.has(chunk.path)) {
        first.set(chunk.path, chunk);
      }
    }
    const hits = [...first.values()].slice(0, DEPTH);
    return replyOf(hits, printed(hits, files), count);
  };
}

/** The files' vectors, in their order; those that are not kept from an earlier run are made. */
async function embedFiles(files: readonly TextFile[], embedder: Embedder, store: VectorStore): Promise<Embedding[]> {
  const texts = files.map(({ lines }) => lines.join("\n").slice(0, EMBEDDED_CHARACTERS));
  const keys = texts.map(embeddingKey);
  const wanted = new Set(missingIn(store, keys));
  const missing = [...new Map(texts.map((text, at) => [keys[at] ?? "", text]))].filter(([key]) => wanted.has(key));
  const made = await embedder.embed(missing.map(([, text]) => text));
  store.write(new Map(made.map((vector, at) => [missing[at]?.[0] ?? "", vector])));
  const kept = store.read(keys);
  return keys.map((key) => {
    const vector = kept.get(key);
    if (vector === undefined) {
      throw new Failure("INTERNAL", `the vector ${key} was written and is not there`, {
        hint: "clear the cache folder",
      });
    }
    return vector;
  });
}

const cosine = (a: Embedding, b: Embedding): number => a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);

/**
 * The founding sketch: one vector of each whole file's first 256 tokens, the ten files nearest to the question, whole
 * files answered. The model is the program's own, with the same weights.
 */
export async function openPlainDesign(
  { files }: ProjectText,
  embedder: Embedder,
  store: VectorStore,
  count: Count,
): Promise<Baseline> {
  const vectors = await embedFiles(files, embedder, store);
  const paths = new Map(files.map((file) => [file.path, file]));
  return async (query) => {
    const asked = await embedder.embedQuery(query);
    // A cosine below 0 ranks as well: this design always answers ten files.
    const scores = vectors.map((vector) => 2 + cosine(vector, asked));
    const hits = best(files, scores).slice(0, DEPTH).map(wholeFile);
    return replyOf(hits, printed(hits, paths), count);
  };
}

/** The ten files that hold most of the question's words. A hit is the whole file; what is shown are matching lines. */
export function openRipgrep(root: string, count: Count): Baseline {
  return async (query) => {
    const found = (await askRipgrep(root, query)).slice(0, DEPTH);
    const hits = found.map(({ path }) => ({ path, startLine: 1, endLine: Number.MAX_SAFE_INTEGER }));
    return replyOf(
      hits,
      found.flatMap(({ lines }) => lines),
      count,
    );
  };
}
