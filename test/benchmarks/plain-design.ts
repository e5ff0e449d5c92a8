// The design that Context Broker replaces, as its founding sketch had it: one vector for each whole file, made by the
// model's ordinary pipeline, kept in memory and in one JSON file, and compared with every file at each query.
// Runs as a process of its own: reads one query a line, answers one JSON object a line.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { createInterface } from "node:readline";
import { env, pipeline } from "@huggingface/transformers";
import fastGlob from "fast-glob";

const EXTENSIONS =
  "ts,tsx,js,jsx,mjs,cjs,vue,py,go,rs,java,kt,scala,c,h,cc,cpp,hpp,cs,rb,php,swift,dart,lua,ex,exs,hs,ml,zig,sh,sql,html,css,scss,json,yaml,yml,toml,md,rst,txt,erb";
const TOP_K = 10;

const [root = ".", models = "models", vectorsFile = "vectors.json"] = process.argv.slice(2);
env.allowRemoteModels = false;
env.localModelPath = models;

const say = (message: unknown) => process.stdout.write(`${JSON.stringify(message)}\n`);
const extract = await pipeline("feature-extraction", "all-MiniLM-L6-v2", { dtype: "q8" });
const embed = async (text: string): Promise<number[]> =>
  Array.from((await extract(text, { pooling: "mean", normalize: true })).data as Float32Array);

interface Entry {
  readonly path: string;
  readonly vector: number[];
}

async function index(): Promise<Entry[]> {
  if (existsSync(vectorsFile)) {
    return JSON.parse(readFileSync(vectorsFile, "utf8")) as Entry[];
  }
  const paths = await fastGlob(`**/*.{${EXTENSIONS}}`, { cwd: root, ignore: ["**/node_modules/**"], dot: false });
  const entries: Entry[] = [];
  for (const path of paths) {
    entries.push({ path, vector: await embed(readFileSync(join(root, path), "utf8")) });
  }
  writeFileSync(vectorsFile, JSON.stringify(entries));
  return entries;
}

const entries = await index();
say({ ready: true, files: entries.length });

const cache = new Map<string, unknown>();
for await (const query of createInterface({ input: process.stdin })) {
  let hits = cache.get(query);
  if (hits === undefined) {
    const vector = await embed(query);
    const cosine = (other: number[]) => other.reduce((sum, value, at) => sum + value * (vector[at] ?? 0), 0);
    hits = entries
      .map((entry) => ({ path: entry.path, score: cosine(entry.vector) }))
      .sort((a, b) => b.score - a.score)
      .slice(0, TOP_K)
      .map((hit) => ({ ...hit, content: readFileSync(join(root, hit.path), "utf8") }));
    cache.set(query, hits);
  }
  say({ hits });
}
