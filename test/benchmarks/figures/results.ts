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

/** `now`, and what only `earlier` has; whose a figure is, the lines at the head say by project. */
export function together(now: Results, earlier: Results): Results {
  const measured = new Set(now.figures.map(({ name, on }) => `${on}: ${name}`));
  const kept = earlier.figures.filter(({ name, on }) => !measured.has(`${on}: ${name}`));
  const from = [...new Set(kept.map(({ on }) => on))].filter((name) => name !== "-").join(", ");
  return {
    about: [
      ...now.about,
      ...(kept.length > 0 ? [`${from}, as far as not measured again: ${earlier.about.join("; ")}`] : []),
    ],
    figures: [...kept, ...now.figures],
    plain: { ...earlier.plain, ...now.plain },
    failed: [...earlier.failed, ...now.failed],
  };
}
