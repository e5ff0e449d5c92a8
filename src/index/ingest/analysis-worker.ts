// Entry of the child process that analyses texts: chunks, symbols, terms, facts and token counts. A separate process, since a grammar
// may crash or never end. Texts are sent to it.

import process from "node:process";
import type { Analysis } from "../../languages/analysis.ts";
import { type Analyzer, CHUNK_SIZES, openAnalyzer } from "../../languages/analyze.ts";
import { cutChunks } from "../../syntax/chunker.ts";
import { isWasmBroken, prepareWasm } from "../../syntax/grammars.ts";
import type { TextMatches } from "../../syntax/patterns/match-text.ts";
import { outlinePlain } from "../../syntax/plain.ts";
import { openSource } from "../../syntax/source.ts";
import { loadTokenCounter } from "../../system/token-counter.ts";
import { serveTasks } from "../../system/worker-host.ts";
import type { MatchTask } from "../text-analyzer.ts";
import type { AnalysisResult, AnalysisSettings, AnalysisTask } from "./analysis-tasks.ts";
import { analyzedDocument } from "./analyzed-document.ts";

/** EX_SOFTWARE of sysexits.h. */
const EXIT_BROKEN = 70;

/** Chunks of text that no grammar may touch. */
function plainAnalysis(text: string): Analysis {
  const source = openSource(text);
  return {
    language: null,
    parse: "fallback",
    lineCount: source.lines.length,
    chunks: cutChunks(source, outlinePlain(source, CHUNK_SIZES.target), CHUNK_SIZES, "block"),
    symbols: [],
    facts: null,
    problems: [],
  };
}

/** Later texts would fail as well, so they get a new process. */
function endIfBroken(error: unknown): never {
  if (isWasmBroken(error)) {
    process.exit(EXIT_BROKEN);
  }
  throw error;
}

async function matchAll(analyzer: Analyzer, { texts, patterns, most, timeMs }: MatchTask): Promise<TextMatches[]> {
  const deadlineMs = performance.now() + timeMs;
  const matches: TextMatches[] = [];
  for (const text of texts) {
    if (performance.now() > deadlineMs) {
      break;
    }
    matches.push(await analyzer.match(text, patterns, most).catch(endIfBroken));
  }
  return matches;
}

async function prepare({ extensions }: AnalysisSettings): Promise<(task: AnalysisTask) => Promise<AnalysisResult>> {
  await prepareWasm();
  const analyzer = await openAnalyzer({ extensions });
  return async (task) => {
    if (task.kind === "count") {
      const counter = await loadTokenCounter();
      return { kind: "count", tokens: counter.count(task.text) };
    }
    if (task.kind === "read-pattern") {
      const reading = await analyzer.readPattern(task.pattern, task.grammar).catch(endIfBroken);
      return { kind: "read-pattern", reading };
    }
    if (task.kind === "match") {
      return { kind: "match", matches: await matchAll(analyzer, task) };
    }
    const { path, text } = task;
    if (task.kind === "check") {
      return { kind: "check", check: await analyzer.check({ path, text }).catch(endIfBroken) };
    }
    if (task.kind === "fingerprint") {
      return { kind: "fingerprint", print: await analyzer.fingerprint({ path, text }).catch(endIfBroken) };
    }
    if (task.kind === "facts") {
      return { kind: "facts", read: await analyzer.facts({ path, text }).catch(endIfBroken) };
    }
    const analysis = task.plain ? plainAnalysis(text) : await analyzer.analyze({ path, text }).catch(endIfBroken);
    return { kind: "analyze", document: analyzedDocument(path, text, analysis) };
  };
}

// A grammar's external scanner may run for ever, and the parser's time limit does not reach it.
serveTasks(prepare, { mayHang: true });
