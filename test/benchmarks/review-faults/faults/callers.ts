// The users that a fault leaves behind: calls in files that the commit does not change.
import type { FoundFunction } from "../functions.ts";
import { languageOf } from "../languages.ts";
import { familyOf, isDistinct, linesOf, type Scene, type Use } from "../scene.ts";

const SHOWN_MAX = 3;
export const shown = (uses: readonly Use[]): string =>
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
export function callsOf(scene: Scene, one: FoundFunction): Use[] {
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
