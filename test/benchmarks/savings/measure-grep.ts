// How near the estimate of what grep would have printed (src/search/answer/estimate-grep.ts) is to what rg prints: asks each judged question,
// runs rg on the words that the answer names, and compares the tokens.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import process from "node:process";
import { packagePath } from "../../../src/system/package-root.ts";
import { loadTokenCounter } from "../../../src/system/token-counter.ts";
import { commitOf } from "../figures/identify.ts";
import { environmentIn, startServer } from "../figures/program.ts";
import { usageLines } from "../option-table.ts";
import { intoPage } from "../page.ts";
import { PAGE_OPTIONS, type PageOptions, pageOptions } from "../quality/judged-options.ts";
import { findList, findRepositories, keepOnly, readQueries } from "../quality/judged-queries.ts";
import { runMain, tell } from "../run-main.ts";
import { quantile, table } from "../support.ts";

const COMMAND = "bench:grep";
const HINT = `npm run ${COMMAND} -- --help shows the options`;
const USAGE = [
  "Compares the estimate of what grep would have printed with what rg prints.",
  "",
  `usage: npm run ${COMMAND} -- --queries FILE --repositories DIR [options]`,
  "",
  ...usageLines(PAGE_OPTIONS),
  "",
].join("\n");

/** More than any judged repository's text, each line with its number. */
const OUTPUT_MAX = 1024 * 1024 * 1024;

interface Statistics {
  readonly first_files_tokens: number;
  readonly grep_tokens?: number;
  readonly grep_words?: readonly string[];
}

interface Row {
  readonly repo: string;
  readonly query: string;
  readonly words: readonly string[];
  readonly files: number;
  readonly estimate: number;
  readonly printed: number;
}

/** What rg prints; "" where it finds nothing. */
function rg(root: string, words: readonly string[]): string {
  try {
    const patterns = words.flatMap((word) => ["-e", word]);
    const args = ["-n", "--heading", "--color=never", "-i", "-F", "-C", "20", ...patterns, "."];
    return execFileSync("rg", args, { cwd: root, encoding: "utf8", maxBuffer: OUTPUT_MAX });
  } catch (error) {
    if ((error as { status?: number }).status === 1) {
      return "";
    }
    throw error;
  }
}

const share = (value: number): string => value.toFixed(2);

export function renderRows(rows: readonly Row[], commit: string | null): string {
  const names = [...new Set(rows.map(({ repo }) => repo))];
  const line = (name: string, of: readonly Row[]): string[] => {
    const ratios = of.filter(({ printed }) => printed > 0).map(({ estimate, printed }) => estimate / printed);
    const sum = (pick: (row: Row) => number): number => of.reduce((total, row) => total + pick(row), 0);
    const cheaper = (tokens: "estimate" | "printed") => sum((row) => Math.min(row.files, row[tokens]));
    const same = of.filter(({ files, estimate, printed }) => estimate < files === printed < files).length;
    return [
      name,
      String(of.length),
      ...[0.1, 0.5, 0.9].map((at) => share(quantile(ratios, at))),
      share(cheaper("estimate") / cheaper("printed")),
      `${same} of ${of.length}`,
    ];
  };
  return [
    `${rows.length} questions, o200k_base; ${new Date().toISOString().slice(0, 10)}, commit ${(commit ?? "unknown").slice(0, 9)}.`,
    "",
    table(
      ["repository", "questions", "p10", "p50", "p90", "cheaper of both, summed", "same one is cheaper"],
      [
        ...names.map((name) =>
          line(
            name,
            rows.filter(({ repo }) => repo === name),
          ),
        ),
        line("all", rows),
      ],
    ),
    "",
  ].join("\n");
}

async function measure(options: PageOptions): Promise<void> {
  const { count } = await loadTokenCounter();
  const sets = keepOnly(options.queries.map(readQueries), options.only);
  const queries = sets.flatMap((set) => set.queries);
  const list = findList(options.list, options.repositories, options.queries[0] ?? "");
  const rows: Row[] = [];
  for (const { name, root } of findRepositories(
    queries.map(({ repo }) => repo),
    options.repositories,
    list,
  )) {
    const env = environmentIn(options.cache, {
      CONTEXT_BROKER_FIRST_ANSWER_MS: "600000",
      CONTEXT_BROKER_SEARCH_WAIT_MS: "600000",
      CONTEXT_BROKER_QUERY_CACHE: "off",
    });
    const server = await startServer({ main: packagePath("dist", "main.js") }, root, env, ["--vectors", "off"]);
    try {
      for (const { query } of queries.filter(({ repo }) => repo === name)) {
        const { statistics } = (await server.ask(query)).details as unknown as { readonly statistics: Statistics };
        const { grep_words: words = [], grep_tokens: estimate = 0, first_files_tokens: files } = statistics;
        if (words.length > 0) {
          rows.push({ repo: name, query, words, files, estimate, printed: count(rg(root, words)) });
        }
      }
    } finally {
      await server.close();
    }
    tell(`${name}: compared`);
  }
  const report = renderRows(rows, commitOf(packagePath()));
  process.stdout.write(report);
  if (options.json !== null) {
    writeFileSync(options.json, `${JSON.stringify(rows, null, 1)}\n`);
  }
  if (options.page !== null) {
    writeFileSync(options.page, intoPage(readFileSync(options.page, "utf8"), report, COMMAND));
  }
}

export const main = (args: readonly string[], cwd: string): Promise<number> =>
  runMain({ usage: USAGE, parse: () => pageOptions(PAGE_OPTIONS, args, cwd, HINT), run: measure });
