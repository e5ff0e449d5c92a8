// Path globs of callers and of settings, matched in time bounded by pattern length × path length: no regular expression is
// built, so no pattern takes exponential time. A caller that tries many paths bounds `stepsALetter` and yields in between.
import { Failure } from "../vocabulary/failure.ts";

/** Most characters of one pattern, and most patterns that its braces expand to. */
export const GLOB_LENGTH_MAX = 512;
const GLOB_ALTERNATIVES_MAX = 64;

/** One step of a pattern. `star` stays inside a folder; `folders` is any number of whole folders. */
type Step =
  | { readonly kind: "letter"; readonly letter: string }
  | { readonly kind: "any" }
  | { readonly kind: "star" }
  | { readonly kind: "folders" }
  | { readonly kind: "rest" }
  | { readonly kind: "class"; readonly negated: boolean; readonly ranges: readonly (readonly [string, string])[] };

function refuse(pattern: string, why: string): never {
  throw new Failure("INVALID_INPUT", `the path glob ${JSON.stringify(pattern.slice(0, 80))} ${why}`, {
    hint: "use *, **, ?, [a-z] and {a,b} on project-relative paths, for example src/**/*.ts; a leading ! excludes",
  });
}

/** Expands `{a,b}` into its patterns; nested braces too. */
function expandBraces(pattern: string, whole: string): string[] {
  const open = findUnescaped(pattern, "{", 0);
  if (open < 0) {
    return [pattern];
  }
  const cuts = [open];
  let depth = 0;
  for (let at = open; at < pattern.length; at++) {
    const letter = pattern[at];
    if (letter === "\\") {
      at++;
    } else if (letter === "{") {
      depth++;
    } else if (letter === "," && depth === 1) {
      cuts.push(at);
    } else if (letter === "}" && --depth === 0) {
      cuts.push(at);
      const head = pattern.slice(0, open);
      const tails = expandBraces(pattern.slice(at + 1), whole);
      const middles = cuts.slice(0, -1).flatMap((cut, i) => expandBraces(pattern.slice(cut + 1, cuts[i + 1]), whole));
      if (tails.length * middles.length > GLOB_ALTERNATIVES_MAX) {
        refuse(whole, `expands to more than ${GLOB_ALTERNATIVES_MAX} patterns`);
      }
      return middles.flatMap((middle) => tails.map((tail) => head + middle + tail));
    }
  }
  return refuse(whole, "has an opening { without a closing }");
}

function findUnescaped(pattern: string, letter: string, from: number): number {
  for (let at = from; at < pattern.length; at++) {
    if (pattern[at] === "\\") {
      at++;
    } else if (pattern[at] === letter) {
      return at;
    }
  }
  return -1;
}

/** `[a-z]`, `[!x]`, `[^x]`; answers the step and where the pattern goes on. */
function parseClass(letters: readonly string[], open: number, whole: string): { step: Step; next: number } {
  let at = open + 1;
  const negated = letters[at] === "!" || letters[at] === "^";
  if (negated) {
    at++;
  }
  const ranges: [string, string][] = [];
  for (let first = true; at < letters.length; first = false) {
    const letter = letters[at];
    if (letter === "]" && !first) {
      return { step: { kind: "class", negated, ranges }, next: at + 1 };
    }
    const low = letter === "\\" ? letters[++at] : letter;
    const isRange = letters[at + 1] === "-" && letters[at + 2] !== "]" && letters[at + 2] !== undefined;
    const high = isRange ? letters[at + 2] : low;
    ranges.push([low ?? "", high ?? ""]);
    at += isRange ? 3 : 1;
  }
  return refuse(whole, "has an opening [ without a closing ]");
}

function parseSteps(pattern: string, whole: string): Step[] {
  const letters = [...pattern];
  const steps: Step[] = [];
  for (let at = 0; at < letters.length; ) {
    const letter = letters[at] ?? "";
    if (letter === "*") {
      let end = at;
      while (letters[end] === "*") {
        end++;
      }
      const alone = (at === 0 || letters[at - 1] === "/") && (end === letters.length || letters[end] === "/");
      if (end - at >= 2 && alone) {
        steps.push(end === letters.length ? { kind: "rest" } : { kind: "folders" });
        at = end + 1;
      } else {
        steps.push({ kind: "star" });
        at = end;
      }
    } else if (letter === "?") {
      steps.push({ kind: "any" });
      at++;
    } else if (letter === "[") {
      const { step, next } = parseClass(letters, at, whole);
      steps.push(step);
      at = next;
    } else {
      const escaped = letter === "\\" ? letters[++at] : letter;
      steps.push({ kind: "letter", letter: escaped ?? refuse(whole, "ends with a single \\") });
      at++;
    }
  }
  return steps;
}

function takes(step: Step, letter: string): boolean {
  switch (step.kind) {
    case "letter":
      return step.letter === letter;
    case "any":
    case "star":
      return letter !== "/";
    case "class":
      return letter !== "/" && step.negated !== step.ranges.some(([low, high]) => low <= letter && letter <= high);
    case "folders":
    case "rest":
      return true;
  }
}

/**
 * Simulates all ways through the steps at once: `alive[i]` says that the steps before i have matched so far. `letters`
 * are the path's, one code point each. What lies in a folder that matches, matches where `within` is true; the whole path
 * only where `itself` is true.
 */
function openMatcher(
  steps: readonly Step[],
  itself: boolean,
  within: boolean,
): (letters: ArrayLike<string>) => boolean {
  let alive = new Uint8Array(steps.length + 1);
  let next = new Uint8Array(steps.length + 1);
  return (letters) => {
    alive.fill(0);
    alive[0] = 1;
    let atFolderStart = true;
    for (let at = 0; ; at++) {
      // A step that may take nothing lets the next one begin here; `folders` only where a folder's name begins.
      for (let i = 0; i < steps.length; i++) {
        const kind = steps[i]?.kind;
        if (alive[i] === 1 && (kind === "star" || (kind === "folders" && atFolderStart))) {
          alive[i + 1] = 1;
        }
      }
      const letter = letters[at];
      const isMatched = alive[steps.length] === 1;
      if (letter === undefined) {
        return isMatched && itself;
      }
      if (within && isMatched && letter === "/" && at + 1 < letters.length) {
        return true;
      }
      if (!advance(steps, alive, next, letter)) {
        return false;
      }
      [alive, next] = [next, alive];
      atFolderStart = letter === "/";
    }
  };
}

/** Fills `next` with the ways that continue after one letter; false if there are none. */
function advance(steps: readonly Step[], alive: Uint8Array, next: Uint8Array, letter: string): boolean {
  let any = false;
  next.fill(0);
  for (let i = 0; i < steps.length; i++) {
    const step = steps[i];
    if (alive[i] !== 1 || step === undefined || !takes(step, letter)) {
      continue;
    }
    const stays = step.kind === "star" || step.kind === "folders" || step.kind === "rest";
    next[stays ? i : i + 1] = 1;
    if (step.kind === "rest") {
      next[i + 1] = 1;
    }
    any = true;
  }
  return any;
}

const SURROGATE = /[\ud800-\udfff]/;

type Matcher = (path: string) => boolean;

function simulation(steps: readonly Step[], itself: boolean, within: boolean): Matcher {
  const matches = openMatcher(steps, itself, within);
  return (path) => matches(SURROGATE.test(path) ? [...path] : path);
}

// What most people write (`src/**`, `src/search`, `**/*.ts`, `*.ts`, `**/test/**`, `README.md`) is one literal with
// nothing but whole folders or the start of a name before it and anything after it: a look at the text answers as the
// simulation would, in a fraction of its time. Null for any other pattern.
function literalMatcher(steps: readonly Step[], itself: boolean, within: boolean): Matcher | null {
  const kinds = steps.map(({ kind }) => (kind === "letter" ? "l" : kind[0])).join("");
  const text = steps.flatMap((step) => (step.kind === "letter" ? [step.letter] : [])).join("");
  if (SURROGATE.test(text)) {
    return null;
  }
  const folder = `${text}/`;
  if (/^l+$/.test(kinds)) {
    return (path) => (itself && path === text) || (within && path.startsWith(folder));
  }
  if (/^fl+$/.test(kinds)) {
    return (path) =>
      (itself && (path === text || path.endsWith(`/${text}`))) ||
      (within && (path.startsWith(folder) || path.includes(`/${folder}`)));
  }
  if (/^fsl+$/.test(kinds) && !text.includes("/")) {
    return (path) => (itself && path.endsWith(text)) || (within && path.includes(folder));
  }
  if (itself && /^l+r$/.test(kinds)) {
    return (path) => path.startsWith(text) && path.length > text.length;
  }
  if (itself && /^fl+r$/.test(kinds)) {
    return (path) => (path.startsWith(text) && path.length > text.length) || path.includes(`/${text}`);
  }
  return null;
}

/** Whether a glob that names a folder matches everything in it, or only files, as in a shell. */
export type GlobMeaning = "folders" | "files";

/** A test for project-relative paths, and what trying one costs at most. */
export interface Glob {
  matches(path: string): boolean;
  /** Steps that are tried at each letter of a path; 0 where a look at the text answers. */
  readonly stepsALetter: number;
}

/**
 * A pattern without `/` is matched against the file's name at any depth; one with `/` is anchored at the project's root. One
 * that names a folder matches everything in it, unless only files are meant and it does not end in `/`. Dots are ordinary
 * characters. Throws INVALID_INPUT for a pattern that cannot match anything.
 */
export function compileGlob(pattern: string, meaning: GlobMeaning = "folders"): Glob {
  if (pattern.length > GLOB_LENGTH_MAX) {
    refuse(pattern, `has ${pattern.length} characters, over the limit of ${GLOB_LENGTH_MAX}`);
  }
  const body = pattern.replace(/^(?:\.?\/)+/, "");
  if (body === "" || body.includes("\0")) {
    refuse(pattern, body === "" ? "is empty" : "holds a NUL");
  }
  if (body.split("/").includes("..")) {
    refuse(pattern, "uses .. to leave the project");
  }
  if (/(?<!\\)[@+?!*]\(/.test(body)) {
    refuse(pattern, "uses an extended group such as @(a|b)");
  }
  const rooted = pattern.startsWith("/") || body.includes("/");
  const folder = body.endsWith("/");
  const whole = folder ? body.slice(0, -1) : body;
  let stepsALetter = 0;
  const matchers = expandBraces(whole, pattern).map((one) => {
    const start = rooted || one.includes("/") ? one : `**/${one}`;
    const steps = parseSteps(start, pattern);
    const within = folder || meaning === "folders";
    const literal = literalMatcher(steps, !folder, within);
    stepsALetter += literal === null ? steps.length : 0;
    return literal ?? simulation(steps, !folder, within);
  });
  return { matches: (path) => matchers.some((matches) => matches(path)), stepsALetter };
}
