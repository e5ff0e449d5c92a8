// An analysis worker that dies, hangs or throws as the text tells it to, and else answers as the real one does.
import { existsSync, writeFileSync } from "node:fs";
import process from "node:process";
import type { AnalysisResults, AnalysisSettings, AnalysisTask } from "../../src/index/ingest/analysis-tasks.ts";
import { analyzedDocument } from "../../src/index/ingest/analyzed-document.ts";
import { serveTasks } from "../../src/system/worker-host.ts";

serveTasks<AnalysisSettings, AnalysisTask, AnalysisResults[AnalysisTask["kind"]]>(async () => async (task) => {
  if (task.kind === "count") {
    return task.text.length;
  }
  if (task.kind === "match" || task.kind === "read-pattern") {
    throw new Error("knows no patterns");
  }
  const { path, text } = task;
  const plain = task.kind === "analyze" && task.plain;
  if (text.includes("DIE ALWAYS") || (text.includes("DIE WITH GRAMMAR") && !plain)) {
    process.kill(process.pid, "SIGKILL");
  }
  const [, once] = /KILLED UNLESS (\S+)/.exec(text) ?? [];
  if (once !== undefined && !existsSync(once)) {
    writeFileSync(once, "");
    process.kill(process.pid, "SIGKILL");
  }
  if (text.includes("HANG") && !plain) {
    await new Promise(() => setInterval(() => undefined, 1_000));
  }
  if (text.includes("THROW") && !plain) {
    throw new Error("grammar trouble");
  }
  if (task.kind === "check") {
    return { verdict: "valid", language: "typescript" };
  }
  const lineCount = text.split("\n").length;
  const chunks = [{ startLine: 1, endLine: lineCount, kind: "block", symbol: null, context: "", defines: [] }] as const;
  const analysis = {
    language: null,
    parse: "fallback",
    lineCount,
    chunks,
    symbols: [],
    facts: null,
    stretches: null,
    problems: [],
  } as const;
  return analyzedDocument(path, text, analysis);
});
