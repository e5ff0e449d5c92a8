// `.dockerignore` at the project's root, with Docker's semantics, which are not git's: patterns are anchored at the
// root, and an exception reaches into an excluded folder. Decides when such a file is no guide to what is searched.
import packaged from "@balena/dockerignore";
import type { Problem } from "../vocabulary/problem.ts";
import { openBudget } from "./ignore-file.ts";

export interface DockerRules {
  /** Whether the file keeps a project-relative path out of the build context. */
  ignores(path: string): boolean;
  readonly setAside: readonly string[];
}

/** Above this share of hidden files, the file says what an image needs, not what a developer works on. */
const HIDDEN_SHARE_MAX = 0.5;

/** Patterns and paths are matched below a made-up folder: the package looks paths up in a plain object, and a file
 * named `constructor` at the top would find an inherited member there. */
const TOP = "context/";

export function parseDockerignore(content: Buffer): DockerRules {
  const rules = packaged.default({ ignorecase: false });
  const setAside: string[] = [];
  const isAffordable = openBudget();
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

/** The rules if they hide at most half of `basis`; otherwise the problem that says they are set aside. */
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
    const message = `.dockerignore would hide ${hidden} of ${files} files, so it is not used to choose what is searched`;
    return { rules: null, problem: { code: "DOCKERIGNORE_SET_ASIDE", path: ".dockerignore", message } };
  }
  return { rules, problem: null };
}

/** The pattern below the made-up folder; null for one that can name nothing in the project. */
function anchor(line: string): string | null {
  const negated = line.startsWith("!");
  const names: string[] = [];
  for (const name of (negated ? line.slice(1).trim() : line).split("/")) {
    if (name === "" || name === ".") continue;
    if (name !== "..") names.push(name);
    else if (names.pop() === undefined && !line.startsWith("/")) return null;
  }
  return names.length === 0 ? null : `${negated ? "!" : ""}${TOP}${names.map(escapeForPackage).join("/")}`;
}

/**
 * The package hands these to a regular expression as they are; for Docker they are plain outside of a class. A long run
 * of stars means what two do, and becomes as many unbounded repetitions there, which never end on a long path.
 */
function escapeForPackage(name: string): string {
  return name
    .replace(/\\.|\*{3,}/g, (part) => (part.startsWith("*") ? "**" : part))
    .replace(/\\.|\[(?:\\.|[^\]\\])*\]|[+(){}|^]/g, (part) => (part.length > 1 ? part : `\\${part}`));
}

/** Whether the package can make a regular expression of it; Docker refuses such a file as a whole. */
function isMatchable(pattern: string): boolean {
  try {
    packaged.default({ ignorecase: false }).add(pattern).ignores("probe");
    return true;
  } catch {
    return false;
  }
}
