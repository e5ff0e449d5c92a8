// Faults that leave users behind: a signature that changes, an exported symbol that is renamed, deleted or hidden.
import { closing, type FoundFunction, splitList } from "../functions.ts";
import { isOwnCode, type LanguageName, languageOf } from "../languages.ts";
import { ECMA, type Fault, familyOf, fault, isDistinct, linesOf, type Scene, type Use, withLines } from "../scene.ts";

const SHOWN_MAX = 3;
const shown = (uses: readonly Use[]): string =>
  uses
    .slice(0, SHOWN_MAX)
    .map(({ path, line, text }) => `${path}:${line} ${text}`)
    .join(" | ");

/** Whether an interface or a supertype may declare it: then callers may mean that one. */
function isDeclaredElsewhere(scene: Scene, { name, path, from, language }: FoundFunction): boolean {
  if (/\boverride\b/.test(linesOf(scene, path)[from] ?? "")) {
    return true;
  }
  const isByCall = ["java", "csharp", "ruby", "python"].includes(language.name);
  const bare = new RegExp(
    isByCall
      ? `^\\s*(?!return|await|throw|new)(?:[\\w<>\\[\\],.?]+\\s+)+${name}\\(.*;\\s*$`
      : `(?<![.>:\\w$)] ?)${name}\\??[(<:]`,
  );
  return [...scene.files].some(
    ([other, text]) =>
      familyOf(language.name).includes(languageOf(other)?.name ?? "go") &&
      text.includes(name) &&
      text.split("\n").some((line, at) => bare.test(line) && !(other === path && at === from)),
  );
}

/** Calls in unchanged files, where it is sure enough that they mean this function; otherwise none. */
function callsOf(scene: Scene, one: FoundFunction): Use[] {
  const { name, path, language, indent, from } = one;
  const isMember = indent !== "" || /^func \(|prototype/.test(linesOf(scene, path)[from] ?? "");
  const isDecorated = /^\s*@(?!staticmethod|classmethod)/i.test(linesOf(scene, path)[from - 1] ?? "");
  if (
    isDecorated ||
    (isMember && isDeclaredElsewhere(scene, one)) ||
    scene.definitions(name) !== 1 ||
    (isMember ? !isDistinct(name) : name.length < 5)
  ) {
    return [];
  }
  const pattern = isMember ? new RegExp(`(\\.|->|::)${name}\\(`) : new RegExp(`(?<!\\w)${name}\\(`);
  // `Other.name(` is another type's: a static call names the type that the file declares.
  const types =
    scene.files
      .get(path)
      ?.match(/\b(?:class|struct|interface|enum|record|trait|impl|module) \w+/g)
      ?.map((one) => one.split(" ")[1]) ?? [];
  const foreign = new RegExp(`\\b([A-Z]\\w*)(?:\\.|::)${name}\\(`);
  return scene.uses(pattern, path, familyOf(language.name)).filter(({ text }) => {
    const owner = foreign.exec(text)?.[1];
    return !isMember || owner === undefined || types.includes(owner);
  });
}

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

/** A required parameter more, in front or at the end, or an optional one that is not optional any more. */
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

const HIDDEN: Partial<Record<LanguageName, readonly [RegExp, string]>> = {
  javascript: [/^export (?!default)/, ""],
  typescript: [/^export (?!default)/, ""],
  java: [/\bpublic /, "private "],
  csharp: [/\bpublic /, "private "],
  php: [/\bpublic /, "private "],
  rust: [/\bpub(\([^)]*\))? /, ""],
};

/** A name that a developer would choose in its place, in the same style. */
function renamed(scene: Scene, name: string): string {
  const [word = "resolve", tail = "internal"] =
    scene.pick([
      ["resolve", "internal"],
      ["build", "impl"],
      ["prepare", "legacy"],
    ] as const) ?? [];
  if (/^[A-Z]/.test(name)) {
    return `${name}${tail[0]?.toUpperCase()}${tail.slice(1)}`;
  }
  return name.includes("_") || name === name.toLowerCase()
    ? `${word}_${name}`
    : `${word}${name[0]?.toUpperCase()}${name.slice(1)}`;
}

/** Where the comments and decorators above a definition begin. */
function withHead(lines: readonly string[], from: number): number {
  let at = from;
  while (at > 0 && /^\s*(\/\/|\/\*|\*|#(?!include)|@|\[)/.test(lines[at - 1] ?? "")) {
    at -= 1;
  }
  return at;
}

function removeFunction(scene: Scene, one: FoundFunction): Fault | null {
  const { path, name, from, to, language } = one;
  const users = callsOf(scene, one);
  if (users.length === 0 || !scene.stoodBefore(path, from, to)) {
    return null;
  }
  const text = scene.files.get(path) ?? "";
  const lines = text.split("\n");
  const word = new RegExp(`(?<![\\w$])${name}(?!\\w)`, "g");
  const about = {
    language: language.name,
    symbols: [name],
    places: users,
    why: `${name} is still used: ${shown(users)}`,
  };
  const hide = HIDDEN[language.name];
  const forms = ["rename", "delete", "hide"].filter((form) =>
    form === "delete"
      ? (text.match(word) ?? []).length === 1
      : form === "hide"
        ? hide?.[0].test(lines[from] ?? "") === true
        : true,
  );
  switch (scene.pick(forms)) {
    case "delete":
      return fault({
        ...about,
        form: "deleted",
        edits: new Map([[path, withLines(text, withHead(lines, from), to, [])]]),
      });
    case "hide": {
      const [pattern, by] = hide ?? [/(?!)/, ""];
      return fault({
        ...about,
        form: "hidden",
        edits: new Map([[path, withLines(text, from, from, [(lines[from] ?? "").replace(pattern, by)])]]),
      });
    }
    default:
      return fault({ ...about, form: "renamed", edits: new Map([[path, text.replace(word, renamed(scene, name))]]) });
  }
}

function removeType(scene: Scene): Fault | null {
  const paths = [...scene.files.keys()].filter(isOwnCode).sort(() => scene.random() - 0.5);
  for (const path of paths) {
    const language = languageOf(path);
    const text = scene.files.get(path) ?? "";
    for (const [at, line] of text.split("\n").entries()) {
      const name = language?.types.exec(line)?.groups?.["name"] ?? "";
      if (language === null || !isDistinct(name) || !scene.stoodBefore(path, at, at)) {
        continue;
      }
      const family = familyOf(language.name);
      const isOnce =
        [...scene.files].filter(
          ([other, content]) => family.includes(languageOf(other)?.name ?? "go") && declares(content, name),
        ).length === 1;
      // In ECMAScript a use must be an import, since a name can come from a package as well.
      const users = scene.uses(
        new RegExp(ECMA.includes(language.name) ? `import .*\\b${name}\\b.* from ['"]\\.` : `\\b${name}\\b`),
        path,
        family,
        true,
      );
      if (!isOnce || users.length === 0) {
        continue;
      }
      return fault({
        form: "type-renamed",
        language: language.name,
        edits: new Map([[path, text.replace(new RegExp(`\\b${name}\\b`, "g"), renamed(scene, name))]]),
        symbols: [name],
        places: users,
        why: `${name} is still used: ${shown(users)}`,
      });
    }
  }
  return null;
}

const declares = (text: string, name: string): boolean =>
  new RegExp(
    `^\\s*(export )?(pub )?(abstract )?(type|var|class|interface|const|enum|struct|trait) ${name}\\b`,
    "m",
  ).test(text);

export function plantRemovedExport(scene: Scene): Fault | null {
  if (scene.random() < 0.3) {
    const removed = removeType(scene);
    if (removed !== null) {
      return removed;
    }
  }
  for (const one of scene.functions.filter(({ isPublic }) => isPublic)) {
    const removed = removeFunction(scene, one);
    if (removed !== null) {
      return removed;
    }
  }
  return null;
}
