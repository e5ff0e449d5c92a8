// Results as a file: what a run measured, and what an earlier one did that this one has not. Knows no measurement.
import { readFileSync } from "node:fs";
import { Failure } from "../../../src/vocabulary/failure.ts";
import type { Measurements } from "./report.ts";

export interface Results extends Measurements {
  /** What was measured when and on what, a line each. */
  readonly about: readonly string[];
}

/** INVALID_INPUT where the file holds no results of this suite. */
export function readResults(file: string): Results {
  const refuse = (reason: string) =>
    new Failure("INVALID_INPUT", `${file} holds no results: ${reason}`, { hint: "name a file that --json wrote" });
  let read: Partial<Results>;
  try {
    read = JSON.parse(readFileSync(file, "utf8")) as Partial<Results>;
  } catch (error) {
    throw refuse((error as Error).message);
  }
  const { about, figures, plain, failed } = read;
  if (!Array.isArray(about) || !Array.isArray(figures) || !Array.isArray(failed) || typeof plain !== "object") {
    throw refuse("fields are missing");
  }
  return { about, figures, plain, failed };
}

/** Before a line about a run whose figures were not all measured again. */
const BEFORE = "before: ";

/** `now`, and what only `earlier` has; the lines at the head tell of both runs. */
export function together(now: Results, earlier: Results): Results {
  const measured = new Set(now.figures.map(({ name, on }) => `${on}: ${name}`));
  const kept = earlier.figures.filter(({ name, on }) => !measured.has(`${on}: ${name}`));
  const before = earlier.about
    .map((line) => (line.startsWith(BEFORE) ? line : BEFORE + line))
    .filter((line) => !now.about.includes(line.slice(BEFORE.length)));
  return {
    about: [...now.about, ...(kept.length > 0 ? before : [])],
    figures: [...kept, ...now.figures],
    plain: { ...earlier.plain, ...now.plain },
    failed: [...earlier.failed, ...now.failed],
  };
}
