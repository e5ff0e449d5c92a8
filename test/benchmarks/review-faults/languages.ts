// What the planter knows of a language: how a function begins, where its body ends, and which files are tests. It is a reader of its own, by
// lines and regular expressions, so that the program under measurement does not judge itself.

export type LanguageName = "go" | "python" | "javascript" | "typescript" | "java" | "csharp" | "php" | "ruby" | "rust";

export interface Language {
  readonly name: LanguageName;
  readonly extensions: readonly string[];
  /** By what a body ends: a line with the header's indentation that begins so, or the first line that is not indented further. */
  readonly ends: "}" | "end" | "dedent";
  readonly comment: "//" | "#";
  /** Matched against a line; groups `indent`, `name` and, where it is part of the syntax, `public`. Ends at the parameters' bracket. */
  readonly headers: readonly RegExp[];
  /** Types and values that other files may use, each at the top level; group `name`. */
  readonly types: RegExp;
  /** Whether the language itself hides such a name, or shows it. */
  readonly isPublic: (name: string, marked: boolean, indent: string) => boolean;
}

const NOT_A_NAME =
  "(?!(?:if|for|while|switch|catch|function|return|constructor|else|do|try|new|throw|using|lock|foreach|super)\\b)";
const ECMA_HEADERS = [
  /^(?<indent>\s*)(?<public>export )?(?:default )?(?:async )?function\*? (?<name>\w+)(?:<[^(]*>)?\(/,
  /^(?<indent>\s*)(?<public>export )?const (?<name>\w+) = (?:async )?(?:<[^(]*>)?(?:function \w*)?\(/,
  /^(?<indent>)(?<public>(?:module\.)?exports|[\w.]+)\.(?<name>\w+) = (?:async )?function\*? ?\w*\(/,
  new RegExp(
    `^(?<indent>\\s{2,})(?<public>(?:public|static|async) )*${NOT_A_NAME}(?<name>[a-z]\\w+)(?:<[^(]*>)?\\((?=[^;]*$)`,
  ),
];
const MEMBER = `(?:(?:static|final|virtual|override|sealed|async|synchronized|abstract|extern|unsafe|partial|new) )*`;
const NOT_A_TYPE = "(?!(?:return|throw|else|await|case|new|if|for|while|switch|using|lock|foreach|try|do|yield)\\b)";
const TYPED = [
  new RegExp(
    `^(?<indent>\\s+)(?<public>public |protected |private |internal )?${MEMBER}(?:<[^(]*> )?${NOT_A_TYPE}[A-Z\\w][\\w.<>\\[\\],? ]* ${NOT_A_NAME}(?<name>\\w+)(?:<[^(]*>)?\\((?=[^;=]*$)`,
  ),
];

export const LANGUAGES: readonly Language[] = [
  {
    name: "go",
    extensions: [".go"],
    ends: "}",
    comment: "//",
    headers: [/^(?<indent>)func (?:\([^)]*\) )?(?<name>\w+)(?:\[[^\]]*\])?\(/],
    types: /^(?:type|var) (?<name>[A-Z]\w+) /,
    isPublic: (name) => /^[A-Z]/.test(name),
  },
  {
    name: "python",
    extensions: [".py"],
    ends: "dedent",
    comment: "#",
    headers: [/^(?<indent>\s*)(?:async )?def (?<name>\w+)\(/],
    types: /^class (?<name>[A-Z]\w+)/,
    isPublic: (name) => !name.startsWith("_"),
  },
  {
    name: "javascript",
    extensions: [".js", ".mjs", ".cjs"],
    ends: "}",
    comment: "//",
    headers: ECMA_HEADERS,
    types: /^export (?:class|const) (?<name>\w+)/,
    isPublic: (_, marked, indent) => marked || indent !== "",
  },
  {
    name: "typescript",
    extensions: [".ts", ".tsx"],
    ends: "}",
    comment: "//",
    headers: ECMA_HEADERS,
    types: /^export (?:abstract )?(?:class|interface|type|const|enum) (?<name>\w+)/,
    isPublic: (_, marked, indent) => marked || indent !== "",
  },
  {
    name: "java",
    extensions: [".java"],
    ends: "}",
    comment: "//",
    headers: TYPED,
    types: /^\b$/,
    isPublic: (_, marked) => marked,
  },
  {
    name: "csharp",
    extensions: [".cs"],
    ends: "}",
    comment: "//",
    headers: TYPED,
    types: /^\b$/,
    isPublic: (_, marked) => marked,
  },
  {
    name: "php",
    extensions: [".php"],
    ends: "}",
    comment: "//",
    headers: [
      /^(?<indent>\s*)(?:final |abstract )?(?<public>public |protected |private )?(?:static )?function (?<name>\w+)\(/,
    ],
    types: /^\b$/,
    isPublic: (_, marked) => marked,
  },
  {
    name: "ruby",
    extensions: [".rb"],
    ends: "end",
    comment: "#",
    headers: [/^(?<indent>\s*)def (?:self\.)?(?<name>\w+[?!]?)\(/],
    types: /^\s*class (?<name>[A-Z]\w+)/,
    isPublic: () => true,
  },
  {
    name: "rust",
    extensions: [".rs"],
    ends: "}",
    comment: "//",
    headers: [/^(?<indent>\s*)(?<public>pub(?:\([^)]*\))? )?(?:async |const |unsafe )*fn (?<name>\w+)(?:<[^(]*>)?\(/],
    types: /^pub (?:struct|enum|trait|type) (?<name>\w+)/,
    isPublic: (_, marked) => marked,
  },
];

export const languageOf = (path: string): Language | null =>
  LANGUAGES.find(({ extensions }) => extensions.some((one) => path.endsWith(one))) ?? null;

/** The indentation of a class's members: what is indented further is in a body. Below a namespace without braces C# has less. */
export const memberIndent = (language: LanguageName, text: string): number =>
  language === "java" ? 2 : language === "csharp" && !/^namespace [\w.]+;/m.test(text) ? 8 : 4;

const TEST =
  /(^|\/)([\w.-]*[._-])?(tests?|__tests__|specs?|testing|testpb|fixtures?|testdata|test-?utils?)\/|(_|\.|-)(test|spec|test-d)\.\w+$|(^|\/)(test_[^/]*|tests?\.py|conftest\.py)$|Tests?\.(java|cs|php)$|(^|\/)[\w.]+\.Tests?\.[\w.]*\//i;
const ASIDE =
  /(^|\/)(docs?|_?examples?|samples?|sample_\w+|benchmarks?|bench|perf[\w-]*|website|vendor(-bin)?|node_modules|scripts?|build|dist|tools?|\.[\w-]+)\/|\.d\.ts$|\.min\.js$|(^|\/)[\w.-]*config[\w.-]*\.[cm]?[jt]s$|setup\.py$|(^|\/)(db|migrations)\//i;

export const isTest = (path: string): boolean => TEST.test(path);
/** Part of what the project delivers: neither a test nor documentation, an example or a tool. */
export const isOwnCode = (path: string): boolean => languageOf(path) !== null && !isTest(path) && !ASIDE.test(path);
