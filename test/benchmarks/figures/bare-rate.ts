// The rate of the bare session on all cores: the project's own chunks, in the form that is embedded, divided among as many
// processes as there are cores, each with one session of one thread.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { availableParallelism } from "node:os";
import process from "node:process";
import { createInterface } from "node:readline";
import { embeddingText } from "../../../src/index/embeddings/embedding-text.ts";
import { openAnalyzer } from "../../../src/languages/analyze.ts";
import { openCorpus } from "../../../src/project/open-corpus.ts";
import { prepareWasm } from "../../../src/syntax/grammars.ts";
import { splitLines } from "../../../src/vocabulary/text.ts";
import { DEFAULT_RULES } from "../../support/default-rules.ts";
import { bundleBeside } from "./bundle.ts";

/** Some twenty seconds on two cores. */
const TEXTS = 1_000;

/** Of all chunks of the project, evenly. */
export async function textsOf(root: string): Promise<readonly string[]> {
  await prepareWasm();
  const analyzer = await openAnalyzer();
  const corpus = openCorpus({ root, rules: DEFAULT_RULES });
  const texts = new Set<string>();
  for (const path of (await corpus.refresh()).files.keys()) {
    const read = await corpus.read(path);
    if ("text" in read) {
      const lines = splitLines(read.text);
      for (const chunk of (await analyzer.analyze({ path, text: read.text })).chunks) {
        texts.add(embeddingText(path, chunk, lines));
      }
    }
  }
  const all = [...texts];
  const count = Math.min(TEXTS, all.length);
  return Array.from({ length: count }, (_, at) => all[Math.floor((at * all.length) / count)] ?? "");
}

async function openSession(script: string, texts: readonly string[]) {
  const child = spawn(process.execPath, [script], { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  child.stdin.write(`${JSON.stringify(texts)}\n`);
  await lines.next();
  return async (): Promise<number> => {
    child.stdin.write("go\n");
    const { value } = await lines.next();
    await once(child, "close");
    return Number(value);
  };
}

/** Texts embedded a second. */
export async function bareRate(texts: readonly string[]): Promise<number> {
  const script = await bundleBeside("test/benchmarks/figures/bare-session.ts");
  const cores = availableParallelism();
  const shares = Array.from({ length: cores }, (_, core) => texts.filter((_text, at) => at % cores === core));
  const sessions = await Promise.all(shares.map((share) => openSession(script, share)));
  const times = await Promise.all(sessions.map((go) => go()));
  return (texts.length / Math.max(...times)) * 1000;
}
