// Which file each import of a Java file names, by the layout that Maven and Gradle ask for: `a.b.C` stands in `<source root>/a/b/C.java`.
// stdin: {root, admitted}; stdout: {files: {path: [path]}, unresolved: {path: [specifier]}}. Star imports are left to the compiler,
// and said to be unresolved.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { text as textOf } from "node:stream/consumers";

const { root, admitted } = JSON.parse(await textOf(process.stdin));
const ROOT = /^(.*?(?:^|\/)src\/[^/]+\/java)\/(.+)\.java$/;
const byName = new Map();
for (const path of admitted) {
  const [, , name] = ROOT.exec(path) ?? [];
  if (name !== undefined) {
    byName.set(name, [...(byName.get(name) ?? []), path]);
  }
}
const files = {};
const unresolved = {};
for (const path of admitted.filter((one) => ROOT.test(one))) {
  const text = readFileSync(join(root, path), "utf8").replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, "");
  const found = new Set();
  const open = new Set();
  for (const [, isStatic, name] of text.matchAll(/^\s*import\s+(static\s+)?([\w.]+(?:\.\*)?)\s*;/gm)) {
    const parts = name.split(".");
    const isStar = parts.at(-1) === "*";
    const targets = parts
      .map((_, at) => byName.get(parts.slice(0, parts.length - at).join("/")))
      .find((one) => one !== undefined);
    if (targets === undefined || (isStar && isStatic === undefined)) {
      open.add(name);
    } else {
      // Of one name in several source roots, those of the nearest.
      const shared = (other) => other.split("/").findIndex((part, at) => part !== path.split("/")[at]);
      const most = Math.max(...targets.map(shared));
      for (const target of targets.filter((one) => shared(one) === most)) {
        found.add(target);
      }
    }
  }
  found.delete(path);
  files[path] = [...found];
  unresolved[path] = [...open];
}
process.stdout.write(JSON.stringify({ files, unresolved, mains: null }));
