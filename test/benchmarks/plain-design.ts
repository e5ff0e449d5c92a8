// The plain design, which Context Broker is measured beside: one process that cuts every file into pieces of a fixed size,
// embeds them all with the model's ordinary pipeline before it answers, keeps the vectors in one file and in memory, and
// compares each question with all of them. No watcher and no check of files: what is edited is not seen until all is made
// anew. Reads one query a line, answers one JSON object a line.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import process from "node:process";
import { createInterface } from "node:readline";
import { env, pipeline } from "@huggingface/transformers";
import fastGlob from "fast-glob";

const EXTENSIONS =
  "ts,tsx,js,jsx,mjs,cjs,vue,py,go,rs,java,kt,scala,c,h,cc,cpp,hpp,cs,rb,php,swift,dart,lua,ex,exs,hs,ml,zig,sh,sql,html,css,scss,json,yaml,yml,toml,md,rst,txt,erb";
const TOP_K = 10;
const PIECE_CHARACTERS = 1_500;
const DIMENSIONS = 384;
const IGNORED = ["**/node_modules/**", "**/*.min.js", "**/package-lock.json"];

/** `embedAtMost`: pieces that are embedded; the others get vectors without meaning, which cost a query the same. */
const [root = ".", models = "models", folder = ".", embedAtMost = "Infinity"] = process.argv.slice(2);
env.allowRemoteModels = false;
env.localModelPath = models;

interface Piece {
  readonly path: string;
  /** 0-based offset in UTF-16 units, and behind the last. */
  readonly start: number;
  readonly end: number;
}

const say = (message: unknown) => process.stdout.write(`${JSON.stringify(message)}\n`);
const extract = await pipeline("feature-extraction", "all-MiniLM-L6-v2", { dtype: "q8" });
const embed = async (text: string): Promise<Float32Array> =>
  (await extract(text, { pooling: "mean", normalize: true })).data as Float32Array;

async function cutAll(): Promise<Piece[]> {
  const paths = await fastGlob(`**/*.{${EXTENSIONS}}`, { cwd: root, ignore: IGNORED, dot: false });
  return paths.sort().flatMap((path) => {
    const { length } = readFileSync(join(root, path), "utf8");
    return Array.from({ length: Math.ceil(length / PIECE_CHARACTERS) }, (_, at) => ({
      path,
      start: at * PIECE_CHARACTERS,
      end: Math.min(length, (at + 1) * PIECE_CHARACTERS),
    }));
  });
}

const textOf = ({ path, start, end }: Piece): string => readFileSync(join(root, path), "utf8").slice(start, end);

const [piecesFile, vectorsFile] = [join(folder, "pieces.json"), join(folder, "vectors.f32")];

interface Indexed {
  readonly pieces: readonly Piece[];
  readonly vectors: Float32Array;
  /** What embedding took, in milliseconds. */
  readonly embedMs: number;
}

async function index(): Promise<Indexed> {
  if (existsSync(vectorsFile)) {
    const bytes = readFileSync(vectorsFile);
    const vectors = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
    return { pieces: JSON.parse(readFileSync(piecesFile, "utf8")) as Piece[], vectors, embedMs: 0 };
  }
  const pieces = await cutAll();
  const vectors = new Float32Array(pieces.length * DIMENSIONS);
  const started = performance.now();
  for (const [at, piece] of pieces.slice(0, Number(embedAtMost)).entries()) {
    vectors.set(await embed(textOf(piece)), at * DIMENSIONS);
  }
  const embedMs = performance.now() - started;
  vectors.fill(DIMENSIONS ** -0.5, Math.min(pieces.length, Number(embedAtMost)) * DIMENSIONS);
  writeFileSync(piecesFile, JSON.stringify(pieces));
  writeFileSync(vectorsFile, new Uint8Array(vectors.buffer));
  return { pieces, vectors, embedMs };
}

function nearest(vectors: Float32Array, query: Float32Array): { readonly at: number; readonly score: number }[] {
  const scores = Array.from({ length: vectors.length / DIMENSIONS }, (_, at) => {
    let score = 0;
    for (let i = 0, offset = at * DIMENSIONS; i < DIMENSIONS; i++) {
      score += (vectors[offset + i] ?? 0) * (query[i] ?? 0);
    }
    return { at, score };
  });
  return scores.sort((a, b) => b.score - a.score).slice(0, TOP_K);
}

const { pieces, vectors, embedMs } = await index();
const files = new Set(pieces.map(({ path }) => path)).size;
say({ ready: true, files, pieces: pieces.length, embedMs });

const cache = new Map<string, unknown>();
for await (const query of createInterface({ input: process.stdin })) {
  let hits = cache.get(query);
  if (hits === undefined) {
    const found = nearest(vectors, await embed(query));
    hits = found.flatMap(({ at, score }) => {
      const piece = pieces[at];
      return piece === undefined ? [] : [{ path: piece.path, score, content: textOf(piece) }];
    });
    cache.set(query, hits);
  }
  say({ hits });
}
