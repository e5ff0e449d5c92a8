// The analysis of an index in this process, for tests whose subject is not the workers: a worker takes longer to start than
// most of them take. One for all indexes of the process; closing an index leaves it as it is.

import { analysisIdentity, type DocumentAnalyzer } from "../../src/index/ingest/analyze-documents.ts";
import { analyzedDocument } from "../../src/index/ingest/analyzed-document.ts";
import { type Analyzer, openAnalyzer } from "../../src/languages/analyze.ts";
import { loadTokenCounter } from "../../src/system/token-counter.ts";
import { Failure } from "../../src/vocabulary/failure.ts";

let opened: Promise<Analyzer> | undefined;

/** As the workers do, a text that was begun is read to its end, but nobody gets it. */
async function unlessCancelled<Result>(
  signal: AbortSignal | undefined,
  work: (analyzer: Analyzer) => Promise<Result>,
): Promise<Result> {
  opened ??= openAnalyzer();
  // The event loop gets its turn between two texts, as it does between two messages.
  await new Promise((resolve) => setImmediate(resolve));
  const result = signal?.aborted === true ? null : await work(await opened);
  if (result === null || signal?.aborted === true) {
    throw new Failure("CANCELLED", "the analysis was cancelled", { hint: "repeat the request if you still need it" });
  }
  return result;
}

export const inProcessAnalyzer: DocumentAnalyzer = {
  identity: analysisIdentity({ extensions: {} }),
  parallelism: 1,
  analyze: (path, text, signal) =>
    unlessCancelled(signal, async (analyzer) => analyzedDocument(path, text, await analyzer.analyze({ path, text }))),
  checkSyntax: (path, text, signal) => unlessCancelled(signal, (analyzer) => analyzer.check({ path, text })),
  fingerprint: (path, text, signal) => unlessCancelled(signal, (analyzer) => analyzer.fingerprint({ path, text })),
  spansOf: (path, text, signal) => unlessCancelled(signal, (analyzer) => analyzer.spans({ path, text })),
  factsOf: (path, text, signal) => unlessCancelled(signal, (analyzer) => analyzer.facts({ path, text })),
  inspect: (path, text, signal) => unlessCancelled(signal, (analyzer) => analyzer.inspect({ path, text })),
  occurrencesOf: (path, text, names, signal) =>
    unlessCancelled(signal, (analyzer) => analyzer.occurrences({ path, text }, names)),
  layoutOf: (path, text, signal) => unlessCancelled(signal, (analyzer) => analyzer.layout({ path, text })),
  readPattern: (pattern, grammar, signal) =>
    unlessCancelled(signal, (analyzer) => analyzer.readPattern(pattern, grammar)),
  matchPattern: ({ texts, patterns, most }, signal) =>
    unlessCancelled(signal, (analyzer) => Promise.all(texts.map((text) => analyzer.match(text, patterns, most)))),
  countTokens: async (text) => (await loadTokenCounter()).count(text),
  warm: () => undefined,
  hurry: () => () => undefined,
  endIdle: () => undefined,
  close: () => Promise.resolve(),
};
