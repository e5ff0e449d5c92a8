// Imports that should not be: one that closes a cycle, one that a layer forbids.
import { posix } from "node:path";
import { shuffled } from "../../../support/random.ts";
import { functionsOf } from "../functions.ts";
import { goModule, importGraph, importsOf, reaches } from "../import-graph.ts";
import { isOwnCode, type LanguageName, languageOf } from "../languages.ts";
import { type Fault, fault, linesOf, type Scene, withLines } from "../scene.ts";

/** Something of the file that another one can import. */
function exportedOf(path: string, text: string): string | null {
  const language = languageOf(path)?.name;
  const types = { java: true, php: true, rust: false } as Partial<Record<LanguageName, boolean>>;
  if (language !== undefined && types[language] === true) {
    return posix.basename(path).replace(/\.\w+$/, "");
  }
  if (language === "javascript") {
    return /^(?:module\.)?exports\b/m.test(text)
      ? "*"
      : (functionsOf(path, text).find(({ isPublic, indent }) => isPublic && indent === "")?.name ?? null);
  }
  return (
    functionsOf(path, text).find(
      ({ isPublic, indent, from }) => isPublic && indent === "" && !/^func \(/.test(text.split("\n")[from] ?? ""),
    )?.name ?? null
  );
}

interface Added {
  readonly head: string;
  /** A line at the end of the file that uses it, where the language drops or refuses an import without use. */
  readonly use: string | null;
}

function importing(from: string, to: string, scene: Scene, isLazy: boolean): Added | null {
  const text = scene.files.get(to) ?? "";
  const name = exportedOf(to, text);
  const own = scene.files.get(from) ?? "";
  const way = posix.relative(posix.dirname(from), to);
  const relative = way.startsWith(".") ? way : `./${way}`;
  if (name === null || (name !== "*" && new RegExp(`\\b${name}\\b`).test(own))) {
    return null;
  }
  switch (languageOf(from)?.name) {
    case "typescript":
    case "javascript": {
      if (/^(?:const|var|let) .*= require\(/m.test(own)) {
        const bound = posix
          .basename(to)
          .replace(/\.\w+$/, "")
          .replace(/\W(\w)/g, (_, sign: string) => sign.toUpperCase());
        return new RegExp(`\\b${bound}\\b`).test(own) || bound === "index"
          ? null
          : { head: `const ${bound} = require('${relative.replace(/\.js$/, "")}')`, use: null };
      }
      const style = /from '\.[^']*\.(\w+)'/.exec(own)?.[1];
      const path =
        style === undefined ? relative.replace(/(\/index)?\.\w+$/, "") : relative.replace(/\.\w+$/, `.${style}`);
      return name === "*" || !/^import .* from '\./m.test(own)
        ? null
        : {
            head: `import { ${name} } from '${path}'`,
            use: `export const default${name[0]?.toUpperCase()}${name.slice(1)} = ${name}`,
          };
    }
    case "python": {
      const ups = way.split("/").filter((part) => part === "..").length;
      const module = way
        .replace(/^(\.\.\/)+/, "")
        .replace(/(\/__init__)?\.py$/, "")
        .replaceAll("/", ".");
      return module === "__init__"
        ? null
        : {
            head: `from ${".".repeat(ups + 1)}${module} import ${name}`,
            use: isLazy ? null : `default_${name} = ${name}`,
          };
    }
    case "ruby":
      return { head: `require_relative '${way.replace(/\.rb$/, "")}'`, use: null };
    case "go": {
      const module = goModule(to, scene.files);
      const folder = posix.dirname(to);
      const inner = module === null ? "" : posix.relative(module.folder, folder);
      const named = /^package (\w+)/m.exec(text)?.[1] ?? "";
      return module === null || named === "main" || folder.includes("internal")
        ? null
        : { head: `"${posix.join(module.module, inner)}"`, use: `var _ = ${named}.${name}` };
    }
    case "java": {
      const inPackage = /^package ([\w.]+);/m.exec(text)?.[1];
      return inPackage === undefined ? null : { head: `import ${inPackage}.${name};`, use: null };
    }
    case "php": {
      const space = /^namespace ([\w\\]+);/m.exec(text)?.[1];
      return space === undefined ? null : { head: `use ${space}\\${name};`, use: null };
    }
    case "rust":
      return /\/(main|lib|mod)\.rs$/.test(to) || crateOf(to) === null || crateOf(to) !== crateOf(from)
        ? null
        : {
            head: `use crate::${to
              .replace(/^(.*\/)?src\//, "")
              .replace(/\.rs$/, "")
              .replaceAll("/", "::")}::${name};`,
            use: null,
          };
    default:
      return null;
  }
}

/** The folder of the crate's sources; null outside of one. */
const crateOf = (path: string): string | null => /^(?:.*\/)?src\//.exec(path)?.[0] ?? null;

const FIRST: Partial<Record<LanguageName, RegExp>> = {
  javascript: /^(import .* from '\.|(const|var|let) .* = require\()/,
  typescript: /^import .* from ['"]\./,
  python: /^from \./,
  ruby: /^require/,
  java: /^import /,
  php: /^use /,
  rust: /^use /,
};

/** The file with the import before its first one of the kind; null where it has none. */
function withImport(scene: Scene, path: string, { head, use }: Added, isLazy: boolean): string | null {
  const lines = linesOf(scene, path);
  const language = languageOf(path)?.name ?? "go";
  if (isLazy) {
    const body = functionsOf(path, lines.join("\n")).find((one) => !/"""|'''/.test(lines[one.bodyFrom] ?? ""));
    const indent = /^\s*/.exec(lines[body?.bodyFrom ?? 0] ?? "")?.[0] ?? "";
    return body === undefined || indent === ""
      ? null
      : withLines(lines.join("\n"), body.bodyFrom, body.bodyFrom - 1, [indent + head]);
  }
  const ending = use === null ? lines.join("\n") : `${lines.join("\n").trimEnd()}\n\n${use}\n`;
  if (language === "go") {
    const block = lines.indexOf("import (");
    const single = lines.findIndex((line) => /^import "/.test(line));
    return block !== -1
      ? withLines(ending, block + 1, block, [`\t${head}`])
      : single !== -1
        ? withLines(ending, single + 1, single, [`import ${head}`])
        : null;
  }
  const at = lines.findIndex((line) => FIRST[language]?.test(line) === true);
  const before = language === "rust" && lines.slice(0, at).some((line) => line.includes("{"));
  return at === -1 || before
    ? null
    : withLines(ending, at, at - 1, [head + (/;$/.test(lines[at] ?? "") && !head.endsWith(";") ? ";" : "")]);
}

const CYCLES: readonly LanguageName[] = ["javascript", "typescript", "python", "ruby", "go"];

/** Whether the importing file does more with it than name a type, so that the import stays when it is compiled. */
const isValueImport = (text: string, names: readonly string[]): boolean =>
  names.length === 0 ||
  names.some((name) => name === "" || new RegExp(`\\b${name}\\(|\\bnew ${name}\\b|\\b${name}\\.\\w`).test(text));

/** `to` imports `from` already, by a way that is not back: `from` then imports `to`. */
export function plantCycle(scene: Scene): Fault | null {
  const graph = importGraph(scene.files);
  const own = shuffled(
    [...scene.files.keys()].filter((path) => isOwnCode(path) && CYCLES.includes(languageOf(path)?.name ?? "rust")),
    scene.random,
  );
  for (const user of own) {
    const isGo = languageOf(user)?.name === "go";
    const node = isGo ? posix.dirname(user) : user;
    for (const { to, names } of shuffled(importsOf(user, scene.files), scene.random)) {
      const used = isGo
        ? own.find(
            (path) => posix.dirname(path) === to && /\.go$/.test(path) && /^import/m.test(scene.files.get(path) ?? ""),
          )
        : to;
      if (
        used === undefined ||
        to === node ||
        !own.includes(used) ||
        reaches(graph, to, node) ||
        !isValueImport(scene.files.get(user) ?? "", names)
      ) {
        continue;
      }
      const added = importing(used, user, scene, false);
      const text = added === null ? null : withImport(scene, used, added, false);
      if (added !== null && text !== null) {
        return fault({
          form: added.use === null ? "import-alone" : "import-and-use",
          language: languageOf(used)?.name ?? "other",
          edits: new Map([[used, text]]),
          symbols: [],
          why: `${user} imports ${used}, which now imports it: ${added.head}`,
        });
      }
    }
  }
  return null;
}

export function plantForbiddenImport(scene: Scene): Fault | null {
  const own = shuffled([...scene.files.keys()].filter(isOwnCode), scene.random);
  const isLazy = scene.random() < 0.3;
  for (const from of own.slice(0, 60)) {
    const language = languageOf(from);
    const lazy = isLazy && language?.name === "python";
    for (const to of own.filter((path) => path !== from && languageOf(path) === language).slice(0, 10)) {
      const folders = [posix.dirname(from), posix.dirname(to)] as const;
      const isNested = folders.includes(".") || folders[0].startsWith(folders[1]) || folders[1].startsWith(folders[0]);
      if (["go", "java", "php"].includes(language?.name ?? "") && folders[0] === folders[1]) {
        continue;
      }
      const target = isNested ? (language?.name === "go" ? posix.join(folders[1], "*.go") : to) : `${folders[1]}/**`;
      const layer = isNested ? from : `${folders[0]}/**`;
      const inside = (path: string, glob: string): boolean =>
        glob.endsWith("/**")
          ? path.startsWith(glob.slice(0, -2))
          : path === glob || (/(?:^|\/)\*\.go$/.test(glob) && path === posix.dirname(glob));
      const isThere = [...scene.files.keys()].some(
        (path) =>
          inside(path, layer) &&
          importsOf(path, scene.files).some((one) => inside(one.to, target) || inside(`${one.to}/`, target)),
      );
      const added = isThere ? null : importing(from, to, scene, lazy);
      const text = added === null ? null : withImport(scene, from, added, lazy);
      if (added !== null && text !== null) {
        return fault({
          form: lazy ? "import-in-a-function" : "import-at-the-top",
          language: language?.name ?? "other",
          edits: new Map([[from, text]]),
          settings: { CONTEXT_BROKER_REVIEW_FORBIDDEN_IMPORTS: `${layer} -> ${target}` },
          why: `${layer} may not import ${target}: ${added.head}`,
        });
      }
    }
  }
  return null;
}
