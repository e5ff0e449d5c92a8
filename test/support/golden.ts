// Golden files: text a person judges in review. GOLDEN=write rewrites them; the diff is what changed.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";

/** Compares text with the golden at `path`, relative to fixtures/. */
export function expectGolden(path: string, actual: string): void {
  const file = fileURLToPath(new URL(`../../fixtures/${path}`, import.meta.url));
  if (process.env["GOLDEN"] === "write") {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, actual);
    return;
  }
  expect(actual, `${path} (npm run golden rewrites it)`).toBe(readFileSync(file, "utf8"));
}
