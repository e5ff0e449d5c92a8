// How a language's import statements look, line by line, and which names each binds. For the few files of an answer: text is read, not
// a syntax tree, and an error adds or omits only a line of context (search/answer/source-context.ts).

export interface ImportLines {
  /** First characters of a statement: most lines of a file have others and are skipped. */
  readonly firsts: string;
  /** Matches the first line of a statement. */
  readonly start: RegExp;
  readonly names: (statement: string) => string[];
  /** Whether the lines in a statement's brackets are statements of their own. */
  readonly eachLine?: boolean;
}

const KEYWORDS: ReadonlySet<string> = new Set(
  "import from as type typeof const let var local require await use using pub crate super self extern static export default qualified hiding exposing alias only except show hide deferred function qw parent base global".split(
    " ",
  ),
);

const STRING = /"[^"\n]*"|'[^'\n]*'|`[^`\n]*`/g;

/** Each match of RENAMED contains one of these: checking for them first saves most searches. */
const RENAMES = [" as", "=>", ":"];
const RENAMED = /(?<![\p{L}\p{N}_$])[\p{L}_$][\p{L}\p{N}_$]* ?(?:\bas\b|=>|:(?!:)) ?(?=[\p{L}_$])/gu;
const SELF = /(?<![\p{L}\p{N}_])([\p{L}_][\p{L}\p{N}_]*)::\{[^{}]{0,1000}\bself\b/gu;
const LAST_PART = /(?<![\p{L}\p{N}_$])[\p{L}_$][\p{L}\p{N}_$]*(?![\p{L}\p{N}_$]| ?(?:::|\.|\\|\/))/gu;

/** The last part of each dotted name, or its other name: `a.b.{c as d, e}` binds `d` and `e`. */
export function lastNames(statement: string): string[] {
  const oneLine = statement.replace(STRING, " ").replace(/\s+/g, " ");
  const bare = RENAMES.some((sign) => oneLine.includes(sign)) ? oneLine.replace(RENAMED, "") : oneLine;
  const selves = bare.includes("self") ? [...bare.matchAll(SELF)].map(([, name = ""]) => name) : [];
  const words = bare.match(LAST_PART) ?? [];
  return [...selves, ...words].filter((word) => word !== "_" && !KEYWORDS.has(word));
}

/** `import a.b.C`. */
export const DOTTED_IMPORTS: ImportLines = { firsts: "i", start: /^\s*import\s+[\w`]/, names: lastNames };
