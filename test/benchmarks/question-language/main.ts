// How many questions in other languages are recognised, and how many English ones are taken for another language: by the program,
// and by libraries where they are installed. Libraries are given the text as it is, and without what is written as code.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { isNotEnglish, withoutCode } from "../../../src/search/query/question-language.ts";
import { packagePath } from "../../../src/system/package-root.ts";
import { type OptionTable, pathOf, readOptions, usageLines } from "../option-table.ts";
import { runMain } from "../run-main.ts";
import { table } from "../support.ts";

const OPTIONS = {
  libraries: {
    value: "DIR",
    doc: "folder where the npm packages tinyld, franc-min and eld are installed: measures them too",
  },
  help: { doc: "print this" },
} as const satisfies OptionTable;

const USAGE = [
  "Measures how well questions in other languages are told from English ones.",
  "",
  "usage: npm run bench:question-language [-- options]",
  "",
  ...usageLines(OPTIONS),
  "",
].join("\n");

type Detector = (text: string) => boolean;

const linesOf = (path: string): string[] => readFileSync(packagePath("fixtures", path), "utf8").trim().split("\n");
const questionsOf = (file: string): string[] =>
  linesOf(`search/question-language/${file}`).map((line) => line.slice(line.indexOf("\t") + 1));

/** The judged queries, each once. */
function englishQueries(): string[] {
  const files = ["queries", "queries-no-filename", "kept-aside/queries", "kept-aside/queries-no-filename"];
  const queries = files.flatMap((name) =>
    linesOf(`benchmarks/judged/${name}.jsonl`).map((line) => (JSON.parse(line) as { query: string }).query),
  );
  return [...new Set([...queries, ...questionsOf("english.txt")])];
}

interface Libraries {
  readonly tinyld: { detect(text: string): string };
  readonly franc: { franc(text: string, options: { readonly minLength: number }): string };
  readonly eld: { readonly eld: { detect(text: string): { readonly language: string; isReliable(): boolean } } };
}

async function openLibraries(folder: string): Promise<[string, Detector][]> {
  const require = createRequire(join(folder, "package.json"));
  const load = async <Name extends keyof Libraries>(file: string): Promise<Libraries[Name]> =>
    (await import(pathToFileURL(file).href)) as Libraries[Name];
  const { detect } = await load<"tinyld">(require.resolve("tinyld"));
  const { franc } = await load<"franc">(join(folder, "node_modules", "franc-min", "index.js"));
  const { eld } = await load<"eld">(join(folder, "node_modules", "eld", "src", "entries", "static.small.js"));
  const others: [string, Detector][] = [
    ["tinyld", (text) => !["", "en"].includes(detect(text))],
    ["franc-min", (text) => !["und", "eng"].includes(franc(text, { minLength: 3 }))],
    [
      "eld (small), if reliable",
      (text) => {
        const found = eld.detect(text);
        return !["", "en"].includes(found.language) && found.isReliable();
      },
    ],
  ];
  return others.flatMap(([name, detector]): [string, Detector][] => [
    [name, detector],
    [`${name}, without code`, (text) => detector(withoutCode(text))],
  ]);
}

async function run(libraries: string | null): Promise<void> {
  const detectors: [string, Detector][] = [
    ["context-broker", isNotEnglish],
    ...(libraries === null ? [] : await openLibraries(libraries)),
  ];
  const sets = [questionsOf("other-languages.txt"), questionsOf("other-languages-kept-aside.txt"), englishQueries()];
  const rows = detectors.map(([name, detector]) => {
    const started = performance.now();
    const found = sets.map((questions) => questions.filter(detector).length);
    const each = (performance.now() - started) / sets.flat().length;
    const shares = found.map((count, at) => `${((100 * count) / (sets[at]?.length ?? 1)).toFixed(1)} %`);
    return [name, ...shares, `${each.toFixed(3)} ms`];
  });
  const [others = [], aside = [], english = []] = sets;
  const header = [
    "",
    `of ${others.length} in other languages`,
    `of ${aside.length} kept aside`,
    `of ${english.length} English ones`,
    "each",
  ];
  process.stdout.write(`Taken for another language than English:\n\n${table(header, rows)}\n`);
}

const HINT = "npm run bench:question-language -- --help shows the options";

export const main = (args: readonly string[], cwd: string): Promise<number> =>
  runMain({
    usage: USAGE,
    parse: () => {
      const values = readOptions(OPTIONS, args, HINT);
      return values["help"] === true ? null : { libraries: pathOf(values, "libraries", cwd) };
    },
    run: ({ libraries }) => run(libraries),
  });
