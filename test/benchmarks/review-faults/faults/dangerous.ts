// Calls that run what comes from outside: a request, the command line. Written as a function more at the end of a file, as such code is added.

import { isOwnCode, type LanguageName, languageOf, memberIndent } from "../languages.ts";
import { type Fault, fault, type Scene, withLines } from "../scene.ts";
import { FORMS } from "./dangerous-forms.ts";
import { BASE_TEMPLATES, type Template, typed } from "./dangerous-templates.ts";

/** The text with an import before all that is there, if it lacks it; null where there is no place for one. */
function withNeeds(text: string, language: LanguageName, needs: string | undefined): string | null {
  if (needs === undefined) {
    return text;
  }
  const lines = text.split("\n");
  switch (language) {
    case "go": {
      const block = lines.indexOf("import (");
      const missing = needs.split(",").filter((one) => !text.includes(`"${one}"`));
      return block === -1
        ? null
        : withLines(
            text,
            block + 1,
            block,
            missing.map((one) => `\t"${one}"`),
          );
    }
    case "python": {
      const at = lines.findIndex((line) => /^(from|import) (?!__future__)/.test(line));
      const missing = needs.split(",").filter((one) => !new RegExp(`^import ${one}$`, "m").test(text));
      return at === -1
        ? null
        : withLines(
            text,
            at,
            at - 1,
            missing.map((one) => `import ${one}`),
          );
    }
    case "javascript":
    case "typescript": {
      if (/\bexecSync\b/.test(text)) {
        return null;
      }
      const required = lines.findIndex((line) => /^(const|var|let) .* = require\(/.test(line));
      const imported = lines.findIndex((line) => /^import .* from /.test(line));
      return required !== -1
        ? withLines(text, required, required - 1, ["const { execSync } = require('node:child_process');"])
        : imported !== -1
          ? withLines(text, imported, imported - 1, ["import { execSync } from 'node:child_process'"])
          : null;
    }
    default:
      return text;
  }
}

const templatesOf = (language: LanguageName): readonly Template[] => [
  ...BASE_TEMPLATES[language],
  ...(language === "typescript" ? (FORMS.javascript ?? []).map(typed) : (FORMS[language] ?? [])),
];

const IN_CLASS: readonly LanguageName[] = ["java", "csharp", "php", "ruby"];

export function plantDangerousCall(scene: Scene): Fault | null {
  for (const one of scene.functions) {
    const language = languageOf(one.path)?.name ?? "go";
    const template = scene.pick(templatesOf(language));
    const isMember = IN_CLASS.includes(language);
    const indent = isMember ? memberIndent(language, scene.files.get(one.path) ?? "") : 0;
    const isWrong = one.indent.length !== indent;
    if (template === undefined || isWrong || !isOwnCode(one.path)) {
      continue;
    }
    const text = scene.files.get(one.path) ?? "";
    const gap = language === "python" ? ["", ""] : [""];
    const name = /(?:func|function|def|fn|void|object|ResultSet) (\w+)/.exec(template.lines[0] ?? "")?.[1] ?? "";
    if (new RegExp(`\\b${name}\\b`).test(text)) {
      continue;
    }
    // Below the function, so that the lines above may be moved by the import.
    const added = withLines(text, one.to + 1, one.to, [...gap, ...template.lines]);
    const edited = withNeeds(added, language, template.needs);
    if (edited !== null) {
      return fault({
        form: template.form,
        language,
        edits: new Map([[one.path, edited]]),
        symbols: [name],
        why: (template.lines[template.call] ?? "").trim(),
      });
    }
  }
  return null;
}
