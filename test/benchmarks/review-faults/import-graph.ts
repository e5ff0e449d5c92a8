// Which file imports which, as far as regular expressions tell: imports at the top level alone, types left out. Go: packages, by their folder. Pure.
import { posix } from "node:path";
import { isOwnCode, type LanguageName, languageOf } from "./languages.ts";

export interface Import {
  /** A file of the project; of Go, a folder. */
  readonly to: string;
  readonly names: readonly string[];
}

type Files = ReadonlyMap<string, string>;

const ECMA_ENDS = ["", ".ts", ".tsx", ".js", ".mjs", "/index.ts", "/index.tsx", "/index.js"];
const names = (list: string): string[] =>
  list
    .split(",")
    .map((one) => one.trim())
    .filter((one) => one !== "" && !one.startsWith("type "))
    .map((one) => (/(?:as|:) (\w+)$/.exec(one)?.[1] ?? one).replace(/\W/g, ""));

function ecma(path: string, text: string, files: Files): Import[] {
  const all = [
    ...text.matchAll(/^(?:import|export) (?!type\b)([^'";]*?) from ['"](\.[^'"]*)['"]/gm),
    ...text.matchAll(/^(?:const|var|let) ([^=;]+?) = require\(['"](\.[^'"]*)['"]\)/gm),
  ];
  return all.flatMap(([, what = "", from = ""]) => {
    const base = posix.join(posix.dirname(path), from);
    const to = [...ECMA_ENDS.map((end) => base + end), base.replace(/\.js$/, ".ts")].find((one) => files.has(one));
    return to === undefined ? [] : [{ to, names: names(what.replace(/[{}]/g, ",")) }];
  });
}

function python(path: string, text: string, files: Files): Import[] {
  const at = (base: string): string | undefined => [`${base}.py`, `${base}/__init__.py`].find((one) => files.has(one));
  return [...text.matchAll(/^from (\.+)([\w.]*) import (\([^)]*\)|[^\n]+)/gm)].flatMap(
    ([, dots = "", module = "", what = ""]) => {
      const folder = Array.from({ length: dots.length - 1 }).reduce<string>(
        (one) => posix.dirname(one),
        posix.dirname(path),
      );
      const list = names(what.replace(/[()]/g, ""));
      const base = posix.join(folder, module.replaceAll(".", "/"));
      const modules = list.map((name) => at(`${base}/${name}`)).filter((one) => one !== undefined);
      const own = module === "" ? undefined : at(base);
      return [
        ...(own === undefined ? [] : [{ to: own, names: list }]),
        ...modules.map((to) => ({ to, names: [posix.basename(to, ".py")] })),
      ];
    },
  );
}

function ruby(path: string, text: string, files: Files): Import[] {
  const relative = [...text.matchAll(/^\s*require_relative ['"]([^'"]+)['"]/gm)].map(
    (match) => `${posix.join(posix.dirname(path), match[1] ?? "")}.rb`,
  );
  const named = [...text.matchAll(/^\s*require ['"]([^'"]+)['"]/gm)].flatMap((match) =>
    [...files.keys()].filter((one) => one.endsWith(`lib/${match[1]}.rb`)),
  );
  return [...relative, ...named].filter((to) => files.has(to)).map((to) => ({ to, names: [] }));
}

/** A module's path and its folder, of the go.mod nearest to the file. */
export function goModule(path: string, files: Files): { readonly module: string; readonly folder: string } | null {
  for (let folder = posix.dirname(path); ; folder = posix.dirname(folder)) {
    const module = /^module (\S+)/m.exec(files.get(posix.join(folder, "go.mod")) ?? "")?.[1];
    if (module !== undefined) {
      return { module, folder };
    }
    if (folder === ".") {
      return null;
    }
  }
}

function go(path: string, text: string, files: Files): Import[] {
  const module = goModule(path, files);
  return module === null
    ? []
    : [...text.matchAll(/^(?:import |\t)(?:[\w.]+ )?"([^"]+)"/gm)]
        .map((match) => match[1] ?? "")
        .filter((one) => one === module.module || one.startsWith(`${module.module}/`))
        .map((one) => ({ to: posix.join(module.folder, one.slice(module.module.length + 1)), names: [] }));
}

const byTail =
  (pattern: RegExp, separator: RegExp, extension: string) =>
  (_: string, text: string, files: Files): Import[] =>
    [...text.matchAll(pattern)].flatMap((match) => {
      const tail = `/${(match[1] ?? "").split(separator).slice(-2).join("/")}${extension}`;
      return [...files.keys()].filter((one) => `/${one}`.endsWith(tail)).map((to) => ({ to, names: [] }));
    });

const READERS: Partial<Record<LanguageName, (path: string, text: string, files: Files) => Import[]>> = {
  javascript: ecma,
  typescript: ecma,
  python,
  ruby,
  go,
  java: byTail(/^import (?:static )?([\w.]+);/gm, /\./, ".java"),
  php: byTail(/^use ([\w\\]+)/gm, /\\/, ".php"),
  rust: (path, text, files) =>
    [...text.matchAll(/\bcrate::(\w+)/g)]
      .map((match) => posix.join(posix.dirname(path), `${match[1]}.rs`))
      .filter((to) => files.has(to))
      .map((to) => ({ to, names: [] })),
};

export function importsOf(path: string, files: Files): Import[] {
  const language = languageOf(path);
  return (language === null ? undefined : READERS[language.name])?.(path, files.get(path) ?? "", files) ?? [];
}

/** Between files of the project's own code; of Go, between folders. */
export function importGraph(files: Files): ReadonlyMap<string, readonly Import[]> {
  const graph = new Map<string, Import[]>();
  for (const path of files.keys()) {
    const language = languageOf(path);
    if (language !== null && isOwnCode(path)) {
      const from = language.name === "go" ? posix.dirname(path) : path;
      graph.set(from, [...(graph.get(from) ?? []), ...importsOf(path, files)]);
    }
  }
  return graph;
}

export function reaches(graph: ReadonlyMap<string, readonly Import[]>, from: string, to: string): boolean {
  const seen = new Set([from]);
  for (const one of seen) {
    if (one === to) {
      return true;
    }
    for (const next of graph.get(one) ?? []) {
      seen.add(next.to);
    }
  }
  return false;
}
