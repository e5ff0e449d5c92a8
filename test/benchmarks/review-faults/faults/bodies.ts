// Faults inside of bodies: branches and lines without end, a copy with other names.
import { shuffled } from "../../../support/random.ts";
import { branches } from "../branches.ts";
import type { FoundFunction } from "../functions.ts";
import { isOwnCode, type LanguageName, languageOf } from "../languages.ts";
import { type Fault, fault, linesOf, type Scene, withLines } from "../scene.ts";

const lengthOf = ({ bodyFrom, bodyTo }: FoundFunction): number => bodyTo - bodyFrom + 1;
const indentOf = (line: string): string => /^\s*/.exec(line)?.[0] ?? "";
export const textOf = (scene: Scene, { path, from, to }: FoundFunction): string =>
  linesOf(scene, path)
    .slice(from, to + 1)
    .join("\n");

export function plantComplexity(scene: Scene): Fault | null {
  const form = scene.pick(["chain", "nested", "flat", "long"] as const) ?? "chain";
  for (const one of scene.functions) {
    const lines = linesOf(scene, one.path);
    const first = lines[one.bodyFrom] ?? "";
    if (
      !scene.stoodBefore(one.path, one.from, one.to) ||
      /super|this\(|base\(|"""|'''/.test(first) ||
      first.trim() === "{" ||
      first.trim() === ""
    ) {
      continue;
    }
    const added = branches(one.language.name, form, indentOf(first), 14 + Math.floor(scene.random() * 10));
    return fault({
      form,
      language: one.language.name,
      edits: new Map([[one.path, withLines(lines.join("\n"), one.bodyFrom, one.bodyFrom - 1, added)]]),
      symbols: [one.name],
      places: [{ path: one.path, line: one.from + 1 }],
      why: `${one.name} grows by ${added.length} lines`,
    });
  }
  return null;
}

const LOCALS: Record<LanguageName, RegExp> = {
  go: /\b([a-z]\w+)(?:, \w+)? :=/g,
  python: /^\s+([a-z_]\w+) = /gm,
  javascript: /\b(?:let|const|var) (\w+)\b/g,
  typescript: /\b(?:let|const|var) (\w+)\b/g,
  java: /\b[\w<>]+ ([a-z]\w+) = /g,
  csharp: /\b[\w<>]+ ([a-z]\w+) = /g,
  php: /\$(\w+) = /g,
  ruby: /^\s+([a-z_]\w+) = /gm,
  rust: /\blet (?:mut )?([a-z_]\w+)\b/g,
};
const NEW_NAMES = ["current", "entry", "result", "pending", "source", "outcome", "buffer", "piece"];

/** The function under another name, its local variables renamed; null where it has fewer than two. */
function copyOf(
  text: string,
  { name, language }: FoundFunction,
): { text: string; name: string; renamed: number } | null {
  const body = text.slice(text.indexOf("\n"));
  const locals = [...new Set([...body.matchAll(LOCALS[language.name])].map((match) => match[1] ?? ""))].filter(
    (one) => one.length > 1,
  );
  const snake =
    name.includes("_") || language.name === "python" || language.name === "ruby" || language.name === "rust";
  const copy = snake ? `${name}_for_batch` : `${name}ForBatch`;
  const word = (of: string): RegExp => new RegExp(`(?<![\\w.])${of}\\b(?!\\s*:[^:=])`, "g");
  let changed = text.replace(new RegExp(`\\b${name}\\b`, "g"), copy);
  let renamed = 0;
  for (const [at, local] of locals.slice(0, NEW_NAMES.length).entries()) {
    const to = NEW_NAMES[at] ?? "";
    if (!new RegExp(`\\b${to}\\b`).test(text)) {
      changed = changed.replace(word(local), to);
      renamed += 1;
    }
  }
  return renamed < 2 ? null : { text: changed, name: copy, renamed };
}

/** The function under another name, and nothing else changed. */
function plainCopyOf(text: string, { name }: FoundFunction): { text: string; name: string; renamed: number } {
  const copy = name.includes("_") ? `${name}_again` : `${name}Again`;
  return { text: text.replace(new RegExp(`\\b${name}\\b`, "g"), copy), name: copy, renamed: 0 };
}

export const IN_CLASS: readonly LanguageName[] = ["java", "csharp", "php"];

export function plantDuplicate(scene: Scene): Fault | null {
  for (const one of scene.functions) {
    const isMember = IN_CLASS.includes(one.language.name);
    const isFree = isMember ? one.indent.length === 4 : one.indent === "";
    if (
      lengthOf(one) < 20 ||
      lengthOf(one) > 80 ||
      !isFree ||
      !scene.stoodBefore(one.path, one.from, one.to) ||
      !/\w/.test(one.name)
    ) {
      continue;
    }
    const copy = scene.random() < 0.3 ? plainCopyOf(textOf(scene, one), one) : copyOf(textOf(scene, one), one);
    const others = [...scene.files.keys()].filter(
      (path) => path !== one.path && isOwnCode(path) && languageOf(path) === one.language,
    );
    const [path] = shuffled(others, scene.random);
    const text = path === undefined ? "" : (scene.files.get(path) ?? "").trimEnd();
    if (copy === null || path === undefined || (isMember && !text.endsWith("\n}"))) {
      continue;
    }
    const body = isMember
      ? `${text.slice(0, -2)}\n\n${copy.text}\n}\n`
      : `${text}\n\n${one.language.name === "python" ? "\n" : ""}${copy.text}\n`;
    return fault({
      form: copy.renamed === 0 ? "plain-copy" : "renamed-copy",
      language: one.language.name,
      edits: new Map([[path, body]]),
      symbols: [copy.name],
      why: `${path}#${copy.name} is ${one.path}#${one.name} (${lengthOf(one)} lines) with ${copy.renamed} variables renamed`,
    });
  }
  return null;
}
