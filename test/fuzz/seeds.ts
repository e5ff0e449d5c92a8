// The committed inputs of each target: `fixtures/fuzz/<target>.jsonl`, one JSON string a line whose characters are the
// input's bytes (latin1), so that a person can read them and a diff shows what was added.
import { readFileSync, writeFileSync } from "node:fs";
import { packagePath } from "../../src/system/package-root.ts";

const fileOf = (target: string): string => packagePath("fixtures", "fuzz", `${target}.jsonl`);

export function readSeeds(target: string): Buffer[] {
  const lines = readFileSync(fileOf(target), "utf8").split("\n");
  return lines.filter((line) => line !== "").map((line) => Buffer.from(JSON.parse(line) as string, "latin1"));
}

export function writeSeeds(target: string, inputs: readonly Buffer[]): void {
  writeFileSync(fileOf(target), inputs.map((input) => `${lineOf(input)}\n`).join(""));
}

/** The input as a line of a seeds file. */
export function lineOf(input: Buffer): string {
  return JSON.stringify(input.toString("latin1")).replace(
    /[\u007f-\uffff]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
