// Chooses a file's language: by its name, its extension or its `#!` line, a user's settings first.
import { languageOfHeader } from "./c/headers.ts";
import type { Language } from "./contract/language.ts";
import { LANGUAGES } from "./registry.ts";

/** Chooses a language for a file; null when nothing in the table fits. */
export type LanguageChooser = (path: string, text: string) => Language | null;

/**
 * The table with a user's own extensions before it: `{ ".foo": "typescript" }`. An extension may have several dots,
 * and the longest that fits wins. A language that is not in the table is ignored here: settings are checked elsewhere.
 */
export function openLanguageChooser(extensions: Readonly<Record<string, string>> = {}): LanguageChooser {
  const byId = new Map(LANGUAGES.map((language) => [language.id, language]));
  const byFileName = new Map<string, Language>();
  const byExtension = new Map<string, Language>();
  const byInterpreter = new Map<string, Language>();
  for (const language of LANGUAGES) {
    for (const extension of language.extensions) {
      byExtension.set(extension, language);
    }
    for (const name of language.fileNames ?? []) {
      byFileName.set(name.toLowerCase(), language);
    }
    for (const name of language.interpreters ?? []) {
      byInterpreter.set(name.toLowerCase(), language);
    }
  }
  for (const [extension, id] of Object.entries(extensions)) {
    const language = byId.get(id);
    if (language !== undefined) {
      byExtension.set(extension.toLowerCase().replace(/^(?!\.)/, "."), language);
    }
  }
  return (path, text) => {
    const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
    const language = byFileName.get(name) ?? fromExtension(byExtension, name) ?? fromInterpreter(byInterpreter, text);
    const isHeader = language?.id === "c" && name.endsWith(".h");
    return isHeader ? (byId.get(languageOfHeader(text)) ?? language) : language;
  };
}

function fromExtension(byExtension: ReadonlyMap<string, Language>, name: string): Language | null {
  for (let dot = name.indexOf("."); dot !== -1; dot = name.indexOf(".", dot + 1)) {
    const language = byExtension.get(name.slice(dot));
    if (language !== undefined) {
      return language;
    }
  }
  return null;
}

const SHEBANG = /^#![ \t]*(?:\S*\/)?(?:env[ \t]+(?:-\S+[ \t]+)*(?:\w+=\S*[ \t]+)*)?(?:\S*\/)?([A-Za-z_+-]+)/;

function fromInterpreter(byInterpreter: ReadonlyMap<string, Language>, text: string): Language | null {
  const interpreter = SHEBANG.exec(text.slice(0, 200))?.[1];
  return interpreter === undefined ? null : (byInterpreter.get(interpreter.toLowerCase()) ?? null);
}
