// A signature that changes while its callers stay as they are.
import { closing, type FoundFunction, splitList } from "../functions.ts";
import type { LanguageName } from "../languages.ts";
import { type Fault, fault, type Scene, type Use } from "../scene.ts";
import { callsOf, shown } from "./callers.ts";

const PARAMETERS = [
  {
    name: "strict",
    types: {
      go: "bool",
      typescript: "boolean",
      java: "boolean",
      csharp: "bool",
      php: "bool",
      rust: "bool",
      python: "bool",
    },
  },
  {
    name: "limit",
    types: { go: "int", typescript: "number", java: "int", csharp: "int", php: "int", rust: "usize", python: "int" },
  },
  {
    name: "locale",
    types: {
      go: "string",
      typescript: "string",
      java: "String",
      csharp: "string",
      php: "string",
      rust: "&str",
      python: "str",
    },
  },
] as const;

function parameterFor(scene: Scene, { language, parameters }: FoundFunction): string {
  const chosen = scene.pick(PARAMETERS) ?? PARAMETERS[0];
  const { name } = chosen;
  const type = (chosen.types as Partial<Record<LanguageName, string>>)[language.name] ?? "";
  switch (language.name) {
    case "go":
      return `${name} ${type}`;
    case "java":
    case "csharp":
      return `${type} ${name}`;
    case "php":
      return `${type} $${name}`;
    case "typescript":
    case "rust":
      return `${name}: ${type}`;
    case "python":
      return parameters.includes(":") ? `${name}: ${type}` : name;
    case "javascript":
    case "ruby":
      return name;
  }
}

const RECEIVER = /^(self|cls|&(mut )?self|mut self|this \w+.*)$/;
const OPTIONAL = /=|\?:|\.\.\.|^\*|^&|\*\*/;

/** Plain parameters by position, of which each call passes all. */
function changedPlaces(one: FoundFunction, list: readonly string[], start: number, calls: readonly Use[]) {
  const isPlain = list.length - start >= 1 && !list.slice(start).some((parameter) => OPTIONAL.test(parameter));
  const full = calls.filter(({ text }) => argumentsIn(text, one.name) === list.length - start);
  const names = list.slice(start).map((parameter) => /\w+/.exec(parameter)?.[0] ?? "");
  const isNamed = calls.some(({ text }) => names.some((name) => new RegExp(`[(,]\\s*${name}\\s*[=:]`).test(text)));
  return isPlain && !isNamed ? full : [];
}

/** A required parameter more, in front or at the end; one less; two that change places; an optional one that is not optional any more. */
function changedParameters(
  scene: Scene,
  one: FoundFunction,
  calls: readonly Use[],
): { form: string; list: string[]; broken: readonly Use[] } | null {
  const list = splitList(one.parameters);
  const start = list[0] !== undefined && RECEIVER.test(list[0].split(":")[0] ?? "") ? 1 : 0;
  const added = parameterFor(scene, one);
  const front = { form: "added-in-front", list: [...list.slice(0, start), added, ...list.slice(start)], broken: calls };
  const last = list.at(-1) ?? "";
  const isPlain = /^\$?\w+(: ?[\w.[\]| ]+)?\??(: ?[\w.]+)? ?= ?[\w"'.]+$/.test(last) || /^\w+\?: [\w.]+$/.test(last);
  if (isPlain && !last.startsWith("*") && scene.random() < 0.5) {
    const isTold = one.language.name === "typescript" && !last.includes(":");
    const required = last.replace(/ ?= ?[^=]+$/, "").replace("?:", ":");
    const broken = calls.filter(({ text }) => argumentsIn(text, one.name) < list.length - start);
    if (!isTold && broken.length > 0) {
      return { form: "optional-became-required", list: [...list.slice(0, -1), required], broken };
    }
  }
  const full = changedPlaces(one, list, start, calls);
  if (full.length > 0 && list.length - start >= 2 && scene.random() < 0.25) {
    const swapped = [...list.slice(0, start), list[start + 1] ?? "", list[start] ?? "", ...list.slice(start + 2)];
    return { form: "changed-places", list: swapped, broken: full };
  }
  if (full.length > 0 && one.language.name !== "javascript" && scene.random() < 0.3) {
    return { form: "removed", list: list.slice(0, -1), broken: full };
  }
  const canAppend = one.language.name !== "javascript" && !list.some((parameter) => OPTIONAL.test(parameter));
  return canAppend && scene.random() < 0.5
    ? { form: "added-at-the-end", list: [...list, added], broken: calls }
    : front;
}

/** Counted in one line; Infinity where the call does not end there. */
function argumentsIn(line: string, name: string): number {
  const open = line.indexOf(`${name}(`) + name.length;
  const close = closing(line, open);
  return close === -1 ? Number.POSITIVE_INFINITY : splitList(line.slice(open + 1, close)).length;
}

export function plantSignature(scene: Scene): Fault | null {
  for (const one of scene.functions) {
    const { path, name, from, bodyFrom, language } = one;
    if (!one.isPublic || !scene.stoodBefore(path, from, bodyFrom - 1)) {
      continue;
    }
    const calls = callsOf(scene, one);
    const changed = calls.length === 0 ? null : changedParameters(scene, one, calls);
    if (changed === null) {
      continue;
    }
    const text = scene.files.get(path) ?? "";
    const isWide = one.parameters.includes("\n");
    const pad = /\n(\s*)\S/.exec(one.parameters)?.[1] ?? "";
    const list = isWide
      ? `\n${changed.list
          .map((part) => `${pad}${part},`)
          .join("\n")
          .replace(
            /,$/,
            one.parameters.trimEnd().endsWith(",") ? "," : "",
          )}\n${/\n([ \t]*)$/.exec(one.parameters)?.[1] ?? one.indent}`
      : changed.list.join(", ");
    return fault({
      form: changed.form,
      language: language.name,
      edits: new Map([[path, text.slice(0, one.parametersFrom) + list + text.slice(one.parametersTo)]]),
      symbols: [name],
      places: changed.broken,
      why: `${name} is still called as before: ${shown(changed.broken)}`,
    });
  }
  return null;
}
