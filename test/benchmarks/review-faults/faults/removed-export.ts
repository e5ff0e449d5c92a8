// An exported symbol that is renamed, deleted or hidden while others use it.
import type { FoundFunction } from "../functions.ts";
import { isOwnCode, type LanguageName, languageOf } from "../languages.ts";
import { ECMA, type Fault, familyOf, fault, isDistinct, type Scene, withLines } from "../scene.ts";
import { callsOf, shown } from "./callers.ts";

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
  const listed = new RegExp(`^(export \\{(?:[^}]*?[,\\s])?)${name}\\b(?! as\\b),?`, "m");
  const forms = ["rename", "delete", "hide", "unlist"].filter((form) =>
    form === "unlist"
      ? ECMA.includes(language.name) && listed.test(text)
      : form === "delete"
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
    case "unlist":
      return fault({ ...about, form: "unlisted", edits: new Map([[path, text.replace(listed, "$1")]]) });
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
