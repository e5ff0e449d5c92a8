// What cutting costs, and what the sizes of chunks mean for the embedding model and for functions. The figures of
// docs/inside/adding-a-language.md:
//   BENCH_REPOSITORIES=DIR[:DIR …] npm run bench:part -- chunks
import { AutoTokenizer } from "@huggingface/transformers";
import { describe, it } from "vitest";
import type { Analysis } from "../../src/languages/analysis.ts";
import { openAnalyzer } from "../../src/languages/analyze.ts";
import { openCorpus } from "../../src/project/open-corpus.ts";
import { CHUNK_SIZES, type ChunkSizes } from "../../src/syntax/chunker.ts";
import { prepareWasm } from "../../src/syntax/grammars.ts";
import { packagePath } from "../../src/system/package-root.ts";
import { splitLines } from "../../src/vocabulary/text.ts";
import { DEFAULT_RULES } from "../support/default-rules.ts";
import { machine, table } from "./support.ts";

/** Tokens of a text that the model reads. */
const TOKENS_READ = 254;
const SIZES: readonly ChunkSizes[] = [
  { ...CHUNK_SIZES, target: 1500, whole: 1500 },
  { ...CHUNK_SIZES, target: 1000, whole: 1000 },
  { ...CHUNK_SIZES, target: 1200, whole: 1500 },
  { ...CHUNK_SIZES, target: 1000, whole: 1500 },
  { ...CHUNK_SIZES, target: 800, whole: 1500 },
];
const HEADER = [
  "sizes in characters",
  "chunks",
  "tokens unseen",
  "functions whole",
  "million characters a second of CPU",
];
const repositories = (process.env["BENCH_REPOSITORIES"] ?? packagePath()).split(":").filter(Boolean);

interface File {
  readonly path: string;
  readonly text: string;
  readonly lines: readonly string[];
}

/** The files of a repository that a grammar reads. */
async function codeOf(root: string): Promise<readonly File[]> {
  const analyzer = await openAnalyzer();
  const corpus = openCorpus({ root, rules: DEFAULT_RULES });
  const files: File[] = [];
  for (const path of (await corpus.refresh()).files.keys()) {
    const read = await corpus.read(path);
    if ("text" in read && ["full", "partial"].includes((await analyzer.analyze({ path, text: read.text })).parse)) {
      files.push({ path, text: read.text, lines: splitLines(read.text) });
    }
  }
  return files;
}

/** Whether the one chunk that holds a function's first line holds its last one too. */
function isWhole({ chunks }: Analysis, first: number, last: number): boolean {
  return chunks.some((chunk) => chunk.startLine <= first && chunk.endLine >= last);
}

async function measure(
  files: readonly File[],
  sizes: ChunkSizes,
  countTokens: (text: string) => number,
): Promise<readonly string[]> {
  const analyzer = await openAnalyzer({ sizes });
  const totals = { chunks: 0, tokens: 0, unseen: 0, functions: 0, whole: 0, cpuMs: 0, characters: 0 };
  for (const { path, text, lines } of files) {
    const before = process.cpuUsage();
    const analysis = await analyzer.analyze({ path, text });
    const { user, system } = process.cpuUsage(before);
    totals.cpuMs += (user + system) / 1000;
    totals.characters += text.length;
    for (const { startLine, endLine } of analysis.chunks) {
      const tokens = countTokens(lines.slice(startLine - 1, endLine).join("\n"));
      totals.chunks += 1;
      totals.tokens += tokens;
      totals.unseen += Math.max(0, tokens - TOKENS_READ);
    }
    for (const { kind, startLine, endLine } of analysis.symbols) {
      if (kind === "function" || kind === "method") {
        totals.functions += 1;
        totals.whole += isWhole(analysis, startLine, endLine) ? 1 : 0;
      }
    }
  }
  const percent = (part: number, all: number) => `${((100 * part) / Math.max(1, all)).toFixed(1)} %`;
  return [
    `functions up to ${sizes.whole}, the rest ${sizes.target}`,
    String(totals.chunks),
    percent(totals.unseen, totals.tokens),
    percent(totals.whole, totals.functions),
    (totals.characters / 1000 / totals.cpuMs).toFixed(1),
  ];
}

describe("chunks", () => {
  it.each(repositories)("of %s", async (root) => {
    await prepareWasm();
    const folder = packagePath("models", "all-MiniLM-L6-v2");
    const tokenizer = await AutoTokenizer.from_pretrained(folder, { local_files_only: true });
    const countTokens = (text: string) => tokenizer.encode(text, { add_special_tokens: false }).length;
    const files = await codeOf(root);
    const rows = [];
    for (const sizes of SIZES) {
      rows.push(await measure(files, sizes, countTokens));
    }
    process.stdout.write(`\n${root}: ${files.length} files that a grammar reads; ${machine()}\n\n`);
    process.stdout.write(`${table(HEADER, rows)}\n`);
  });
});
