import { describe, expect, it } from "vitest";
import { parseQuery } from "../../../src/search/query/parse-query.ts";
import {
  DOUBT,
  type DoubtEvidence,
  doubtOf,
  gatherDoubt,
  isCalibrated,
  judgeDoubt,
  type MissingWord,
  wordsToName,
} from "../../../src/search/ranking/doubt.ts";
import { memoryProject } from "../../support/memory-project.ts";

const { snapshot } = await memoryProject({
  "src/queue.ts":
    "/** Jobs wait here until a worker takes them. */\nexport class JobQueue {\n  push(job: string): void {}\n}\n",
  "src/worker.ts":
    "/** Takes jobs off the queue. */\nexport function work(queue: JobQueue): void {\n  queue.take();\n}\n",
  "src/log.ts":
    "/** Writes what a worker does, and the queue's length. */\nexport const log = (line: string) => line;\n",
});

/** With every file's first chunk as a hit. */
function evidenceOf(text: string, more: Partial<ReturnType<typeof parseQuery>> = {}): DoubtEvidence {
  const query = { ...parseQuery(text), ...more };
  const ranked = [...snapshot.documents()].map(({ firstChunk }) => ({ chunk: firstChunk }));
  return gatherDoubt(snapshot, text, query, ranked, null);
}

const missing = (word: string, more: Partial<MissingWord> = {}): MissingWord => ({
  word,
  isProper: false,
  isEnglish: true,
  ...more,
});
const evidence: DoubtEvidence = {
  missing: [],
  missingWeight: 0,
  scarceWeight: 0,
  presentWeight: 2,
  bestFile: 1,
  cosine: 0.5,
  words: 4,
  files: 200,
};
const words = parseQuery("where do the jobs wait");

describe("evidence for doubt", () => {
  it("is what occurs nowhere, the most telling first", () => {
    const { missing: all, words: count } = evidenceOf("where do jobs of the place wait for a Kafka broker");
    expect(all.map(({ word }) => word)).toEqual(["Kafka", "broker", "place"]);
    expect(all.map(({ isProper }) => isProper)).toEqual([true, false, false]);
    expect(count).toBe(5);
  });

  it("counts a name as a whole, and a word in any form", () => {
    expect(evidenceOf("how does the JobWorker wait").missing).toMatchObject([{ word: "JobWorker", isProper: true }]);
    expect(evidenceOf("waiting workers").missing).toEqual([]);
    expect(evidenceOf("what does JobQueue do").missing).toEqual([]);
  });

  it("takes a capital at the beginning of a sentence for none", () => {
    expect(evidenceOf("Broker of jobs? Invoices wait").missing.map(({ isProper }) => isProper)).toEqual([false, false]);
  });

  it("takes a mistyped English word for the one that was searched, and a guess at a name for missing", () => {
    const correct = (written: string, searched: string) => ({ corrections: [{ written, searched: [searched] }] });
    expect(evidenceOf("begining of jobs", correct("begining", "worker")).missing).toEqual([]);
    expect(evidenceOf("brotli of jobs", correct("brotli", "worker")).missing).toMatchObject([{ word: "brotli" }]);
  });

  it("knows how much of the question one file has", () => {
    expect(evidenceOf("jobs wait worker").bestFile).toBe(1);
    expect(evidenceOf("kubernetes asdfgh").bestFile).toBe(0);
    const half = evidenceOf("length of the class").bestFile;
    expect(half).toBeGreaterThan(0);
    expect(half).toBeLessThan(1);
  });
});

describe("a doubt", () => {
  it("is none where the words are there and a place is near, or words alone are measured", () => {
    expect(judgeDoubt(words, evidence)).toBeNull();
    expect(judgeDoubt(words, { ...evidence, cosine: null })).toBeNull();
  });

  it("grows with what is missing and the distance of the nearest place", () => {
    const at = (missingWeight: number, cosine: number | null) => doubtOf({ ...evidence, missingWeight, cosine });
    expect(at(2, 0.5)).toBeGreaterThan(at(0, 0.5));
    expect(at(0, 0.2)).toBeGreaterThan(at(0, 0.5));
    expect(at(2, null)).toBeGreaterThan(at(0, null));
    for (const table of Object.values(DOUBT)) {
      expect(table.none).toBeGreaterThan(table.weak);
    }
  });

  it("says weak, and none where nothing speaks for an answer", () => {
    const far = { ...evidence, missing: [missing("invoices")], missingWeight: 2, presentWeight: 1, bestFile: 0.4 };
    expect(judgeDoubt(words, { ...far, cosine: 0.18 })).toBe("weak");
    const names = [missing("Kafka", { isProper: true }), missing("OAuth", { isProper: true })];
    expect(judgeDoubt(words, { ...far, missing: names, cosine: 0.1 })).toBe("none");
  });

  it("is sure where every word is missing, unless a place is near what English words mean", () => {
    const all = { ...evidence, words: 2, bestFile: 0, missingWeight: 2, presentWeight: 0 };
    const noise = [missing("asdfgh", { isEnglish: false }), missing("qwertz", { isEnglish: false })];
    expect(judgeDoubt(words, { ...all, missing: noise, cosine: 0.45 })).toBe("none");
    const english = [missing("login"), missing("password")];
    expect(judgeDoubt(words, { ...all, missing: english, cosine: 0.45 })).toBe("weak");
    expect(judgeDoubt(words, { ...all, missing: english, cosine: 0.2 })).toBe("none");
  });

  it("of a name is whether the name occurs", () => {
    const name = parseQuery("JobRunner");
    expect(judgeDoubt(name, { ...evidence, words: 1, cosine: 0.1 })).toBeNull();
    const nowhere = { ...evidence, words: 1, missing: [missing("JobRunner")], cosine: 0.1 };
    expect(judgeDoubt(name, { ...nowhere, bestFile: 0 })).toBe("none");
    expect(judgeDoubt(name, { ...nowhere, bestFile: 1 })).toBe("weak");
  });

  it("uses the cosines of the model that it was fitted to alone", () => {
    expect(["all-MiniLM-L6-v2@12ab", "multilingual-e5-small@12ab", undefined].map(isCalibrated)).toEqual([
      true,
      false,
      false,
    ]);
  });

  it("names all missing words where it is said, else those that are hardly called otherwise", () => {
    const all = [missing("gzip", { isEnglish: false }), missing("Redis", { isProper: true }), missing("visitor")];
    expect(wordsToName({ ...evidence, missing: all }, true)).toEqual(["gzip", "Redis", "visitor"]);
    expect(wordsToName({ ...evidence, missing: all }, false)).toEqual(["gzip", "Redis"]);
  });
});
