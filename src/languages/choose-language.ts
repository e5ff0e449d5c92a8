// Chooses a file's language: by its name or its extension, and where several languages share that, by what is in it; else by its `#!` line.
// A user's settings come first.
import type { Claim, Language } from "./contract/language.ts";
import { LANGUAGES } from "./registry.ts";

/** Chooses a language for a file; null when nothing in the table fits. Of an empty text only the name is known. */
export type LanguageChooser = (path: string, text: string) => Language | null;

/**
 * The table with a user's own extensions before it: `{ ".foo": "typescript" }`. An extension may have several dots,
 * and the longest that fits wins. A language that is not in the table is ignored here: settings are checked elsewhere.
 */
export function openLanguageChooser(extensions: Readonly<Record<string, string>> = {}): LanguageChooser {
  const byId = new Map(LANGUAGES.map((language) => [language.id, language]));
  const byName = new Map<string, Language[]>();
  const byInterpreter = new Map<string, Language>();
  for (const language of LANGUAGES) {
    for (const name of [...language.extensions, ...(language.fileNames ?? [])].map((one) => one.toLowerCase())) {
      byName.set(name, [...(byName.get(name) ?? []), language]);
    }
    for (const name of language.interpreters ?? []) {
      byInterpreter.set(name.toLowerCase(), language);
    }
  }
  const own = new Map<string, Language>();
  for (const [extension, id] of Object.entries(extensions)) {
    const language = byId.get(id);
    if (language !== undefined) {
      own.set(extension.toLowerCase().replace(/^(?!\.)/, "."), language);
    }
  }
  return (path, text) => {
    const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
    const head = text.slice(0, SNIFFED_CHARS);
    const interpreter = interpreterOf(head);
    const byFirstLine = interpreter === null ? null : (byInterpreter.get(interpreter) ?? null);
    for (const known of namesIn(name)) {
      const language =
        own.get(known) ??
        claimant(ofText(byName.get(known) ?? [], head), known, head, byFirstLine) ??
        (known === name ? fromPath(path) : null);
      if (language !== null) {
        return language;
      }
    }
    return byFirstLine;
  };
}

/** How much of a text is looked at to tell languages apart that share a name. */
const SNIFFED_CHARS = 20_000;

const BY_PATH = LANGUAGES.filter(({ paths }) => paths !== undefined);

const fromPath = (path: string): Language | null => {
  const whole = `/${path.toLowerCase()}`;
  return BY_PATH.find(({ paths }) => paths?.test(whole)) ?? null;
};

/**
 * How no program starts. A line of `====`: translations are named by their language, `tutor.pl`. Or a macro of roff: pages of a manual are
 * named by their section.
 */
const NO_CODE = /^\s*(?:={8}|[.'](?:\\"|(?:TH|SH|Dd|Dt|TL|ds|nr|so|de)[ \t]+\S))/;

const ofText = (languages: readonly Language[], head: string): readonly Language[] =>
  NO_CODE.test(head) ? languages.filter(({ reader }) => reader.by === "headings") : languages;

/** By what a file may be known, the surest first: its name, its start, its extensions from the longest on. */
function namesIn(name: string): string[] {
  const names = [name];
  for (let dot = name.indexOf("."); dot !== -1; dot = name.indexOf(".", dot + 1)) {
    if (dot > 0 && names.length === 1) {
      names.push(`${name.slice(0, dot)}.*`);
    }
    names.push(name.slice(dot));
  }
  return names;
}

/** Which of the languages that share a name has a text: the one that its first line names, the first that claims it, or the one that need not. */
function claimant(
  languages: readonly Language[],
  name: string,
  head: string,
  byFirstLine: Language | null,
): Language | null {
  const claimOf = ({ claims }: Language): Claim | undefined => claims?.[name];
  const isOwner = (language: Language): boolean => claimOf(language) === undefined;
  if (byFirstLine !== null && languages.includes(byFirstLine)) {
    return byFirstLine;
  }
  if (head === "") {
    return languages.find(isOwner) ?? languages[0] ?? null;
  }
  return languages.find((language) => claimOf(language)?.test(head) === true) ?? languages.find(isOwner) ?? null;
}

/** What runs another program, or finds it: `env -S`, `uv run`, `npx`. Without one behind it, it runs the file itself. */
const SHEBANG =
  /^#![ \t]*(?:\S*\/)?(?:env[ \t]+(?:-\S+[ \t]+)*(?:\w+=\S*[ \t]+)*)?(?:\S*\/)?(?:(?:npx|bunx|pnpx|pnpm[ \t]+(?:exec|dlx)|yarn|(?:uv|poetry|pipenv|pdm|hatch|rye|pixi)[ \t]+run)[ \t]+(?:-\S+[ \t]+)*(?=[a-z]))?(?:\S*\/)?(perl6|[A-Za-z_+-]+)/;
/** A second line that says what the first one leaves open. */
const NIX_SHELL = /^#![ \t]*nix-shell[^\n]*[ \t]-i[ \t]+(?:\S*\/)?([A-Za-z_+-]+)/m;

function interpreterOf(head: string): string | null {
  const lines = head.slice(0, 300);
  return lines.startsWith("#!") ? ((NIX_SHELL.exec(lines) ?? SHEBANG.exec(lines))?.[1]?.toLowerCase() ?? null) : null;
}
