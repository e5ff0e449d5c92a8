// A real database of documents whose facts a test makes up: what reads facts is tested without a language's reader.
import { type IndexHandles, openHandles } from "../../src/index/database/index-handles.ts";
import { analyzedDocument } from "../../src/index/ingest/analyzed-document.ts";
import type { Snapshot } from "../../src/index/snapshot.ts";
import { type DefinitionFact, type Facts, NO_FACTS } from "../../src/vocabulary/facts.ts";
import { temporaryFolder } from "./folder-corpus.ts";

export interface FactsDatabase {
  readonly folder: string;
  /** Null: a document without facts. The text is what defines names for search, a word each. */
  put(path: string, facts: Partial<Facts> | null, language?: string): void;
  remove(path: string): void;
  /** SQL against what is stored. */
  execute(sql: string): void;
  ask<Answer>(question: (snapshot: Snapshot) => Answer): Answer;
  dispose(): void;
}

export function definitionFact(name: string, changes: Partial<DefinitionFact> = {}): DefinitionFact {
  return {
    name,
    path: name,
    kind: "function",
    parent: -1,
    startLine: 1,
    endLine: 1,
    nameLine: 1,
    flags: 0,
    type: null,
    supers: [],
    parameters: 0,
    branches: 0,
    signature: null,
    hazards: 0,
    ...changes,
  };
}

export const factsWith = (some: Partial<Facts>): Facts => ({ ...NO_FACTS, ...some });

function putDocument({ database, writer }: IndexHandles, path: string, facts: Facts | null, language: string): void {
  const file = { path, size: 1, mtimeMs: 1, ctimeMs: 1 };
  const names = (facts?.definitions ?? []).filter(({ kind }) => kind !== "field" && kind !== "member");
  const document = analyzedDocument(path, "x\n", {
    language,
    parse: "full",
    lineCount: 1,
    chunks: [{ startLine: 1, endLine: 1, kind: "block", symbol: null, context: "", defines: [] }],
    symbols: names.map(({ name, nameLine }) => ({
      name,
      path: name,
      kind: "function",
      startLine: 1,
      endLine: 1,
      nameLine,
    })),
    facts,
    stretches: null,
    problems: [],
  });
  const indexed = { file, contentHash: "00".repeat(32), verifiedAtMs: 1, analysis: "0:", document, tokens: null };
  database.writer?.transaction(() => writer?.put([indexed]))();
  writer?.committed();
}

export async function openFactsDatabase(): Promise<FactsDatabase> {
  const temporary = temporaryFolder();
  const handles = await openHandles(temporary.path, null, {
    onChanges: () => undefined,
    onError: () => undefined,
  });
  const { database, writer, snapshots } = handles;
  function ask<Answer>(question: (snapshot: Snapshot) => Answer): Answer {
    const snapshot = snapshots.take(() => null);
    try {
      return question(snapshot);
    } finally {
      snapshot.release();
    }
  }
  return {
    folder: temporary.path,
    put: (path, facts, language = "typescript") =>
      putDocument(handles, path, facts === null ? null : factsWith(facts), language),
    remove(path) {
      const id = ask((snapshot) => snapshot.documentAt(path)?.id);
      database.writer?.transaction(() => writer?.remove(id === undefined ? [] : [id]))();
      writer?.committed();
    },
    execute: (sql) => void database.writer?.exec(sql),
    ask,
    dispose() {
      handles.close();
      temporary.remove();
    },
  };
}
