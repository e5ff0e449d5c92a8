// What pyright's language server would rename.
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import process from "node:process";
import { answerByServer, readTask } from "./lsp-renames.mjs";

const task = readTask();
const { root, files, tools } = task;

// A copy of the files: a project's own settings leave folders out, and its own packages come before an installed copy of them.
const copy = mkdtempSync(join(tmpdir(), "pyright-"));
for (const path of files) {
  mkdirSync(dirname(join(copy, path)), { recursive: true });
  copyFileSync(join(root, path), join(copy, path));
}
const settings = { include: ["."], exclude: [], extraPaths: ["src", ".", join(tools, "pyright", "site")] };
writeFileSync(join(copy, "pyrightconfig.json"), JSON.stringify(settings));

const indentOf = (line) => /^\s*/.exec(line)[0].length;

/** Where the line of the class begins in whose body the place is; null outside of any. */
function classAround(text, offset) {
  const lines = text.slice(0, offset).split("\n");
  let start = offset - lines.at(-1).length;
  let indent = indentOf(text.slice(start).split("\n", 1)[0]);
  for (const line of lines.slice(0, -1).reverse()) {
    start -= line.length + 1;
    if (line.trim() !== "" && indentOf(line) < indent && !/^\s*[#)\]}]/.test(line)) {
      indent = indentOf(line);
      if (/^\s*class\s/.test(line)) {
        return start;
      }
    }
  }
  return null;
}

/** Offsets of the last names of its bases: of `class A(b.C, D[E])` those of `C` and `D`. */
function basesOf(text, start) {
  const [head, written] = /^\s*class\s+\w+(?:\[[^\]]*\])?\s*\(([^)]*)/.exec(text.slice(start)) ?? ["", ""];
  const from = start + head.length - written.length;
  const plain = written.replace(/#.*|\[[^[\]]*(?:\[[^\]]*\][^[\]]*)*\]/g, (part) => " ".repeat(part.length));
  return [...plain.matchAll(/(?:^|,)\s*(?:\w+\.)*(\w+)(?=\s*(?:,|$))/g)].map(
    (match) => from + match.index + match[0].lastIndexOf(match[1]),
  );
}

/** Whether the class that `key` names, path and start of its line, writes a member of this name. */
function declares(textOf, key, name) {
  const at = key.lastIndexOf(" ");
  const [head, ...rest] = textOf(key.slice(0, at))
    .slice(Number(key.slice(at + 1)))
    .split("\n");
  const end = rest.findIndex(
    (line) => line.trim() !== "" && indentOf(line) <= indentOf(head) && !/^\s*[#)\]}]/.test(line),
  );
  const body = end < 0 ? rest : rest.slice(0, end);
  return body.some((line) => new RegExp(`^\\s*(?:(?:async )?def |self\\.)?${name}\\s*[(:=]`).test(line));
}

/** pyright renames a method without what overrides it: classes are related by what it says of their bases. */
function openRelations({ textOf, definitionsAt, inProject }) {
  const known = new Map();
  async function ancestry(path, start) {
    const key = `${path} ${start}`;
    if (!known.has(key)) {
      const all = new Set([key]);
      known.set(key, all);
      for (const base of basesOf(textOf(path), start)) {
        for (const [file, at] of await definitionsAt([path, base])) {
          if (inProject.has(file)) {
            const own = textOf(file).lastIndexOf("\n", at - 1) + 1;
            for (const one of await ancestry(file, own)) {
              all.add(one);
            }
          }
        }
      }
    }
    return known.get(key);
  }
  const classOf = ([path, offset]) => {
    const start = classAround(textOf(path), offset);
    return start === null ? null : [path, start];
  };
  return async (a, b) => {
    const [one, other] = [classOf(a), classOf(b)];
    if (one === null || other === null) {
      return false;
    }
    const name = /^\w+/.exec(textOf(a[0]).slice(a[1]))[0];
    const ends = [one.join(" "), other.join(" ")];
    const above = await ancestry(...one);
    const shared = [...(await ancestry(...other))].filter((key) => above.has(key));
    return shared.some((key) => ends.includes(key) || declares(textOf, key, name));
  };
}

try {
  await answerByServer(
    { ...task, root: copy },
    {
      command: process.execPath,
      args: [join(tools, "pyright", "node_modules", "pyright", "langserver.index.js"), "--stdio"],
      languageOf: () => "python",
      openRelations,
    },
  );
} finally {
  rmSync(copy, { recursive: true });
}
