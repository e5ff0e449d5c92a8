// Asks another program what it would rename.
import { spawnSync } from "node:child_process";
import process from "node:process";
import { packagePath } from "../../../src/system/package-root.ts";

/** A program that renames, and the languages of which it does. */
export const JUDGES = {
  typescript: { script: "typescript-renames.mjs", languages: ["typescript", "tsx", "javascript"] },
  gopls: { script: "gopls-renames.mjs", languages: ["go"] },
  javac: { script: "javac-renames.mjs", languages: ["java"] },
  "rust-analyzer": { script: "rust-analyzer-renames.mjs", languages: ["rust"] },
  roslyn: { script: "roslyn-renames.mjs", languages: ["csharp"] },
  clangd: { script: "clangd-renames.mjs", languages: ["c", "cpp"] },
  pyright: { script: "pyright-renames.mjs", languages: ["python"] },
} as const;
export type JudgeName = keyof typeof JUDGES;

export interface Ask {
  readonly path: string;
  /** Of the name in a definition, in UTF-16 units. */
  readonly offset: number;
  readonly newName: string;
  /** What we rename. */
  readonly ours: readonly Place[];
}

export type Place = readonly [path: string, offset: number];

export type Verdict = { readonly refused: string } | Renames;

export interface Renames {
  /** All of them have to be renamed. */
  readonly due: readonly Place[];
  /** Nothing else may be, except at the places of the other lists. */
  readonly allowed: readonly Place[];
  /** Of ours, where the judge knows no meaning: what needs a package that is not installed. */
  readonly unknown?: readonly Place[];
  /** Of ours, in methods that implement a renamed one by the judge's word, and that its rename leaves as they are. */
  readonly implementing?: readonly Place[];
  /** Of ours, names that by the judge's own word mean what it renames, and that its rename leaves as they are. */
  readonly meant?: readonly Place[];
  /** Of ours, in files that the judge passes over: of another build, of a folder that its tools leave out. */
  readonly unread?: readonly Place[];
}

export interface JudgeTask {
  readonly root: string;
  /** Of the judge's languages. */
  readonly files: readonly string[];
  /** Folder with one folder for each judge. */
  readonly tools: string;
  readonly asks: readonly Ask[];
}

const OUTPUT_MAX = 1 << 30;

/** One verdict for each question, in order. */
export function askJudge(judge: JudgeName, task: JudgeTask): Verdict[] {
  const script = packagePath("test/benchmarks/renames", JUDGES[judge].script);
  const { stdout, stderr, status, error } = spawnSync(process.execPath, ["--max-old-space-size=4096", script], {
    input: JSON.stringify(task),
    encoding: "utf8",
    maxBuffer: OUTPUT_MAX,
  });
  if (error !== undefined || status !== 0) {
    throw new Error(`${judge} ended with ${status}: ${stderr.slice(-2000)}`, { cause: error });
  }
  const lines = stdout.split("\n").filter((line) => line !== "");
  return lines.map((line) => JSON.parse(line) as Verdict);
}
