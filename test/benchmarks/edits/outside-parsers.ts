// Whether texts parse, by the languages' own parsers: those that judge `validate_syntax`, and of data those of Python.
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, extname, join } from "node:path";
import { packagePath } from "../../../src/system/package-root.ts";
import { Failure } from "../../../src/vocabulary/failure.ts";
import { type LanguageParser, missingParsers, PARSERS, parseAll } from "../truth/judges/syntax/parsers.ts";

export interface TextPair {
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

/** `broken`: the parser reads the text before the edit, and not after it; null: it does not read, or decide on, the one before. */
export interface OutsideVerdict {
  readonly broken: string | null;
}

const dataParser = (language: string, name: string, ...extensions: readonly string[]): LanguageParser => ({
  language,
  extensions,
  name,
  command: (tools, list) => ["python3", packagePath("test/benchmarks/edits/parse-data.py"), language, tools, list],
});

const DATA_PARSERS: readonly LanguageParser[] = [
  dataParser("json", "Python's json", ".json"),
  dataParser("toml", "Python's tomllib", ".toml"),
  dataParser("xml", "Expat", ".xml"),
  dataParser("yaml", "PyYAML", ".yaml", ".yml"),
];

/** V8 would refuse a name that is declared twice, which is what copies of a symbol do. */
const BY_TYPESCRIPT = new Set(["javascript", "tsx"]);

const parserOf = (language: string): LanguageParser | undefined =>
  [...PARSERS, ...DATA_PARSERS].find((one) => one.language === (BY_TYPESCRIPT.has(language) ? "typescript" : language));

/** Null of a language that has no parser here. */
export const parserNameOf = (language: string): string | null => parserOf(language)?.name ?? null;

/** @throws NOT_FOUND where a parser is not installed below `tools`. */
export function assertParsers(tools: string): void {
  const missing = [...missingParsers(tools), ...(existsSync(join(tools, "yaml/yaml")) ? [] : ["yaml/yaml"])];
  if (missing.length > 0) {
    throw new Failure("NOT_FOUND", `not installed below --tools: ${missing.join(", ")}`, {
      hint: "docs/inside/truth-judges.md says how to install the judges",
    });
  }
}

/** A verdict on each pair that the language's own parser can judge; null where it has none here. */
export function judgeOutside(
  language: string,
  pairs: readonly TextPair[],
  { tools, home }: { readonly tools: string; readonly home: string },
): readonly (OutsideVerdict | null)[] | null {
  const parser = parserOf(language);
  if (parser === undefined || pairs.length === 0) {
    return null;
  }
  const folder = join(home, "texts", language);
  rmSync(folder, { recursive: true, force: true });
  const files = new Map<string, string>();
  const fileOf = ({ path }: TextPair, text: string): string => {
    const key = `${extname(path)}\0${text}`;
    const known = files.get(key);
    if (known !== undefined) {
      return known;
    }
    const suffix = language === "javascript" ? ".tsx" : suffixFor(parser, path);
    const file = join(folder, `${files.size}`, `file${suffix}`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    files.set(key, file);
    return file;
  };
  const placed = pairs.map((pair) => ({ before: fileOf(pair, pair.before), after: fileOf(pair, pair.after) }));
  const { errors, undecided } = parseAll(parser, tools, home, [...files.values()]);
  return placed.map(({ before, after }) => {
    const isJudged = !errors.has(before) && !undecided.has(before) && !undecided.has(after);
    return isJudged ? { broken: errors.get(after) ?? null } : null;
  });
}

/** Parsers know their files by the ending; one found by another sign, such as its first line, gets the usual one. */
const suffixFor = ({ extensions }: LanguageParser, path: string): string =>
  extensions.includes(extname(path)) ? extname(path) : (extensions[0] ?? "");
