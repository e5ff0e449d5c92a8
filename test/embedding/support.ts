// Shared by the tests of embedding/: temporary folders, the shipped model's folder, and worker processes by parent.
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { EmbedderSettings } from "../../src/embedding/onnx-embedder.ts";
import { packagePath } from "../../src/system/package-root.ts";

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "context-broker-embedding-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export const SHIPPED_FOLDER = packagePath("models", "all-MiniLM-L6-v2");

/** A copy of the shipped model that a test may damage. */
export function copyOfModel(): string {
  const folder = join(temporaryFolder(), "custom model");
  cpSync(SHIPPED_FOLDER, folder, { recursive: true });
  return folder;
}

export const SHIPPED: EmbedderSettings = {
  model: null,
  allowDownloads: false,
  downloadFolder: join(tmpdir(), "never-made"),
  jobs: 2,
};

export interface ReferenceRow {
  readonly text: string;
  readonly token_ids: readonly number[];
  readonly vector: readonly number[];
}

export function referenceRows(): readonly ReferenceRow[] {
  const file = packagePath("fixtures", "embedding", "reference-vectors.json");
  return (JSON.parse(readFileSync(file, "utf8")) as { rows: ReferenceRow[] }).rows;
}

export function cosine(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let dot = 0;
  let squaresA = 0;
  let squaresB = 0;
  for (let i = 0; i < a.length; i++) {
    dot += (a[i] ?? 0) * (b[i] ?? 0);
    squaresA += (a[i] ?? 0) ** 2;
    squaresB += (b[i] ?? 0) ** 2;
  }
  return dot / Math.sqrt(squaresA * squaresB);
}

/** Process ids of this process's children that run the embedding worker. */
export function embeddingWorkers(): number[] {
  return processes()
    .filter(({ parent, command }) => parent === process.pid && command.includes("workers/embedding.js"))
    .map(({ pid }) => pid);
}

interface RunningProcess {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

/** From /proc where there is one, since small Linux images have no ps. */
function processes(): RunningProcess[] {
  if (process.platform !== "linux") {
    return execFileSync("ps", ["-A", "-o", "pid=,ppid=,args="], { encoding: "utf8" })
      .split("\n")
      .map((line) => line.trim().split(/\s+/))
      .map(([pid, parent, ...command]) => ({ pid: Number(pid), parent: Number(parent), command: command.join(" ") }));
  }
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const parent = /^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${name}/status`, "utf8"))?.[1];
        const command = readFileSync(`/proc/${name}/cmdline`, "utf8").replaceAll("\0", " ");
        return [{ pid: Number(name), parent: Number(parent), command }];
      } catch {
        // The process ended while it was looked at.
        return [];
      }
    });
}
