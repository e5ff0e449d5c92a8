// A folder that lives as long as one test, and answers to save in it.
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { AnswerToSave } from "../../src/storage/saved-result.ts";

export async function scratchFolder(): Promise<string> {
  const folder = await mkdtemp(join(await realpath(tmpdir()), "context-broker-storage-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Runs without the superuser's leave to write anywhere, also where the tests run as the superuser. */
export async function asOrdinaryUser<Result>(run: () => Promise<Result>): Promise<Result> {
  if (process.geteuid?.() !== 0) {
    return run();
  }
  const nobody = 65_534;
  process.seteuid?.(nobody);
  try {
    return await run();
  } finally {
    process.seteuid?.(0);
  }
}

/** Hex SHA-256 of no real file. */
const HASH_A: string = "a".repeat(64);

export function anAnswer(changes: Partial<AnswerToSave> = {}): AnswerToSave {
  return {
    query: "where is the session checked",
    topK: 10,
    detail: "snippets",
    statistics: {
      totalTokens: 48_120,
      totalTokensExact: true,
      contextTokens: 412,
      savedTokens: 47_708,
      savedPercent: 99.1,
      hitFilesTokens: 3_906,
      encoding: "o200k_base",
    },
    hits: [
      {
        path: "src/auth/session.ts",
        startLine: 12,
        endLine: 14,
        symbol: "checkSession",
        kind: "function",
        language: "typescript",
        score: 1.25,
      },
    ],
    files: [
      {
        path: "src/auth/session.ts",
        content: "function checkSession() {\n  return true;\n}",
        ranges: [{ startLine: 12, endLine: 14 }],
        contentHash: HASH_A,
      },
    ],
    ...changes,
  };
}
