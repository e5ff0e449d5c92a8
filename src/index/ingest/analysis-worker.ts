// Entry of the child process that analyses texts: chunks, symbols, terms, facts and token counts. A separate process, since a grammar
// may crash or never end. Texts are sent to it.

import process from "node:process";
import type { Analysis } from "../../languages/analysis.ts";
import { type Analyzer, openAnalyzer } from "../../languages/analyze.ts";
import { CHUNK_SIZES, cutChunks } from "../../syntax/chunker.ts";
import { isWasmBroken, prepareWasm } from "../../syntax/grammars.ts";
import type { TextMatches } from "../../syntax/patterns/match-text.ts";
import { outlinePlain } from "../../syntax/plain.ts";
import { openSource } from "../../syntax/source.ts";
import { serveTasks } from "../../system/worker-host.ts";
import type { MatchTask } from "../text-analyzer.ts";
import type { AnalysisResults, AnalysisSettings, AnalysisTask } from "./analysis-tasks.ts";
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
    stretches: null,
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
    matches.push(await analyzer.match(text, patterns, most));
  }
  return matches;
}

async function perform(analyzer: Analyzer, task: AnalysisTask): Promise<AnalysisResults[AnalysisTask["kind"]]> {
  switch (task.kind) {
    case "analyze": {
      const { path, text, plain } = task;
      return analyzedDocument(path, text, plain ? plainAnalysis(text) : await analyzer.analyze({ path, text }));
    }
    case "check":
      return analyzer.check(task);
    case "fingerprint":
      return analyzer.fingerprint(task);
    case "spans":
      return analyzer.spans(task);
    case "facts":
      return analyzer.facts(task);
    case "inspect":
      return analyzer.inspect(task);
    case "occurrences":
      return analyzer.occurrences(task, task.names);
    case "layout":
      return analyzer.layout(task);
    case "read-pattern":
      return analyzer.readPattern(task.pattern, task.grammar);
    case "match":
      return matchAll(analyzer, task);
    case "count": {
      // Seldom asked, and its library takes time to load.
      const { loadTokenCounter } = await import("../../system/token-counter.ts");
      return (await loadTokenCounter()).count(task.text);
    }
  }
}

async function prepare({ extensions }: AnalysisSettings) {
  await prepareWasm();
  const analyzer = await openAnalyzer({ extensions });
  return (task: AnalysisTask) => perform(analyzer, task).catch(endIfBroken);
}

// A grammar's external scanner may run for ever, and the parser's time limit does not reach it.
serveTasks(prepare, { mayHang: true });
