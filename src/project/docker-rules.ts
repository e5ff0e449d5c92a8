// `.dockerignore` at the project's root, with Docker's semantics, which differ from git's: patterns are anchored at the root,
// and an exception reaches into an excluded folder. Also decides when such a file should not limit what is searched.
import nodePath from "node:path";
import packaged from "@balena/dockerignore";
import { withSlashes } from "../system/platform/below.ts";
import type { Problem } from "../vocabulary/failure.ts";
import { costWhenTriedEverywhere, openBudget } from "./ignore-file.ts";

export interface DockerRules {
  /** Whether the file keeps a project-relative path out of the build context. */
  ignores(path: string): boolean;
  readonly setAside: readonly string[];
}

type Rules = Pick<typeof nodePath, "sep">;

/** A file that hides a larger share of the files describes what an image needs, not what a developer works on. */
const HIDDEN_SHARE_MAX = 0.5;

/**
 * Patterns and paths are matched below a made-up folder. The package looks paths up in a plain object, where a top-level file
 * named `constructor` would find an inherited member.
 */
const TOP = "context/";

export function parseDockerignore(content: Buffer): DockerRules {
  const rules = packaged.default({ ignorecase: false });
  const setAside: string[] = [];
  const isAffordable = openBudget(costWhenTriedEverywhere);
  for (const raw of content
    .toString("utf8")
    .replace(/^\uFEFF/, "")
    .split("\n")) {
    const line = raw.trim();
    if (line === "" || raw.startsWith("#")) continue;
    const pattern = anchor(line);
    if (pattern === null) continue;
    if (isAffordable(pattern) && isMatchable(pattern)) rules.add(pattern);
    else setAside.push(line);
  }
  return { ignores: (path) => rules.ignores(TOP + path), setAside };
}

/** The rules, if they hide at most half of `basis`; otherwise the problem that says why they are not applied. */
export function adoptDockerRules(
  rules: DockerRules,
  basis: Iterable<string>,
): { readonly rules: DockerRules | null; readonly problem: Problem | null } {
  let files = 0;
  let hidden = 0;
  for (const path of basis) {
    files += 1;
    if (rules.ignores(path)) hidden += 1;
  }
  if (hidden > files * HIDDEN_SHARE_MAX) {
    const message = `.dockerignore is ignored: it would exclude ${hidden} of ${files} files`;
    return { rules: null, problem: { code: "DOCKERIGNORE_SET_ASIDE", path: ".dockerignore", message } };
  }
  return { rules, problem: null };
}

/**
 * The pattern below the made-up folder; null for a pattern that can match nothing in the project. On Windows Docker takes `\\` for a
 * separator, and nothing escapes.
 */
export function anchor(written: string, rules: Rules = nodePath): string | null {
  const line = withSlashes(written, rules);
  const negated = line.startsWith("!");
  const names: string[] = [];
  for (const name of (negated ? line.slice(1).trim() : line).split("/")) {
    if (name === "" || name === ".") continue;
    if (name !== "..") names.push(name);
    else if (names.pop() === undefined && !line.startsWith("/")) return null;
  }
  return names.length === 0
    ? null
    : `${negated ? "!" : ""}${TOP}${names.map((name) => escapeForPackage(name, rules)).join("/")}`;
}

/**
 * Escapes characters that the package would pass to a regular expression, but that Docker takes literally outside of a class. A
 * long run of stars means the same as two; the package would turn it into as many unbounded repetitions, which take forever on
 * a long path.
 */
function escapeForPackage(name: string, { sep }: Rules): string {
  const literally = sep === "/" ? (letter: string) => `\\${letter}` : asClass;
  return name
    .replace(/\\.|\*{3,}/g, (part) => (part.startsWith("*") ? "**" : part))
    .replace(/\\.|\[(?:\\.|[^\]\\])*\]|[+(){}|^]/g, (part) => (part.length > 1 ? part : literally(part)));
}

/** A class of this letter alone. `^` must not come first in one; no name on Windows has what comes before it. */
const asClass = (letter: string): string => (letter === "^" ? "[<^]" : `[${letter}]`);

/** Whether the package can build a regular expression from it. Docker refuses a file with a pattern that it cannot parse. */
function isMatchable(pattern: string): boolean {
  try {
    packaged.default({ ignorecase: false }).add(pattern).ignores("probe");
    return true;
  } catch {
    return false;
  }
}
