// Which file a path without extension means to the bundlers and compilers of JavaScript and TypeScript.
import { joined, type Lookup } from "../../linking/lookup.ts";

/** In the order in which they are tried: sources before what is built from them. */
const ENDINGS = [
  ...[".ts", ".tsx", ".mts", ".cts", ".vue", ".svelte", ".d.ts", ".js", ".jsx", ".mjs", ".cjs", ".d.mts", ".d.cts"],
  ".json",
];

/** A path of compiled output means the source file. */
const COMPILED: readonly (readonly [RegExp, readonly string[]])[] = [
  [/\.d\.ts$/, [".ts", ".tsx", ".d.ts"]],
  [/\.d\.mts$/, [".mts", ".d.mts"]],
  [/\.d\.cts$/, [".cts", ".d.cts"]],
  [/\.mjs$/, [".mts", ".d.mts", ".mjs"]],
  [/\.cjs$/, [".cts", ".d.cts", ".cjs"]],
  [/\.jsx$/, [".tsx", ".jsx"]],
  [/\.js$/, [".ts", ".tsx", ".d.ts", ".js", ".jsx"]],
];

/** Null where there is none. */
export function fileAt(path: string, lookup: Lookup): string | null {
  const [pattern, endings] = COMPILED.find(([ending]) => ending.test(path)) ?? [];
  if (pattern !== undefined && endings !== undefined) {
    const stem = path.replace(pattern, "");
    const found = endings.map((ending) => stem + ending).find((candidate) => lookup.exists(candidate));
    if (found !== undefined) {
      return found;
    }
  }
  if (path !== "" && lookup.exists(path)) {
    return path;
  }
  // Tried one by one, since a project has thousands of imports and most match early.
  const known = ENDINGS.find((ending) => lookup.exists(path + ending));
  if (known !== undefined) {
    return path + known;
  }
  const inside = ENDINGS.find((ending) => lookup.exists(indexIn(path, ending)));
  return inside === undefined ? null : indexIn(path, inside);
}

const indexIn = (folder: string, ending: string): string => `${folder === "" ? "" : `${folder}/`}index${ending}`;

/** Folders for build output, and where its source is. */
const BUILT = /^(?:dist|lib|build|out|es|esm|cjs|types|typings|umd)\//;
const SOURCES = ["src", "source", "lib", ""];
/** `reactivity.esm-bundler.js`, `index.min.js`: suffixes that build tools add. */
const BUILD_MARKS =
  /(?:\.(?:esm|cjs|umd|iife|global|runtime|bundler|browser|node|prod|dev|min|d|esm-bundler|esm-browser))+$/;

/** The source of a built file of the package in `folder`, if it exists. */
export function sourceOf(folder: string, target: string, lookup: Lookup): string | null {
  const path = joined(folder, target);
  const there = path === null ? null : fileAt(path, lookup);
  if (there !== null) {
    return there;
  }
  const inside = target.replace(/^\.\//, "");
  let rest = inside;
  while (BUILT.test(rest)) {
    rest = rest.replace(BUILT, "");
    const stem = rest.replace(/\.[cm]?[jt]sx?$/, "").replace(BUILD_MARKS, "");
    for (const source of SOURCES) {
      const candidate = joined(folder, `${source}/${stem}`);
      const found = candidate === null ? null : fileAt(candidate, lookup);
      if (found !== null) {
        return found;
      }
    }
  }
  return null;
}
