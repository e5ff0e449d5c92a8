// find_references against ripgrep: the classes of a name's places add up to the places that ripgrep counts for the word. An answer that
// leaves one out could deny a use that it never looked at.
import { seededRandom } from "../../../support/random.ts";
import { readTable } from "../../../support/read-table.ts";
import type { Checkout, Finding, Judge, Scene } from "../judge.ts";
import { readFiles } from "./admitted.ts";
import { runTool } from "./run-tool.ts";
import { openTally } from "./tally.ts";

const SYMBOLS = 100;
/** Files whose symbols are drawn from. */
const FILES = 120;

type Server = Awaited<ReturnType<Scene["startServer"]>>;

interface Drawn {
  readonly address: string;
  readonly name: string;
}

async function symbolsOf(server: Server, path: string): Promise<Drawn[]> {
  const { symbols } = (await server.call("list_symbols", { paths: [path], limit: 200, max_tokens: 40_000 })) as {
    readonly symbols?: unknown;
  };
  return (symbols === undefined ? [] : readTable(symbols)).flatMap(({ kind, symbol }) => {
    const parts = /^(?:.*(?:\.|::|#|\/))?([\p{ID_Start}_$][\p{ID_Continue}$]*)$/u.exec(String(symbol));
    // A test is named by a sentence, a namespace by all of its path.
    return parts?.[1] === undefined || kind === "test" || kind === "module"
      ? []
      : [{ address: `${path}#${String(symbol)}`, name: parts[1] }];
  });
}

/** Places of the word in these files. */
async function byRipgrep(root: string, files: readonly string[], name: string): Promise<number> {
  const flags = ["--no-config", "--no-filename", "--count-matches", "--text"];
  const args = [...flags, "--word-regexp", "--fixed-strings", "--regexp", name, "--", ...files];
  const stdout = await runTool("rg", args, { cwd: root, codes: [0, 1] });
  return Array.from(stdout.matchAll(/^\d+$/gm), ([count]) => Number(count)).reduce((sum, count) => sum + count, 0);
}

interface Answer {
  readonly symbol?: unknown;
  readonly occurrences?: Readonly<Record<string, number>>;
  readonly uncounted?: number;
}

async function run({ root, seed, startServer, tell }: Scene): Promise<readonly Finding[]> {
  const files = await readFiles(root);
  const random = seededRandom(seed);
  const shuffled = <T>(all: readonly T[]): T[] =>
    all
      .map((one) => ({ one, at: random() }))
      .sort((a, b) => a.at - b.at)
      .map(({ one }) => one);
  const tally = openTally();
  const classes: Record<string, number> = {};
  let milliseconds: number[] = [];
  const server = await startServer(root);
  try {
    const drawn: Drawn[] = [];
    for (const path of shuffled(files).slice(0, FILES)) {
      drawn.push(...shuffled(await symbolsOf(server, path)).slice(0, 5));
    }
    for (const { address, name } of shuffled(drawn).slice(0, SYMBOLS)) {
      const started = performance.now();
      const answer = (await server.call("find_references", { symbol: address, limit: 1 })) as Answer;
      milliseconds.push(performance.now() - started);
      if (answer.occurrences === undefined) {
        tally.leaveOut("symbols whose uses are not read or that are named twice");
        continue;
      }
      if (answer.uncounted !== undefined) {
        tally.leaveOut("names in more files than one answer reads, which it says");
        continue;
      }
      for (const [one, count] of Object.entries(answer.occurrences)) {
        classes[one] = (classes[one] ?? 0) + count;
      }
      const told = Object.values(answer.occurrences).reduce((sum, count) => sum + count, 0);
      const counted = await byRipgrep(root, files, name);
      if (told === counted) {
        tally.right();
      } else {
        tally.wrong(told < counted ? "fewer places" : "more places", `${address}: ${told} for ${counted}`);
      }
    }
  } finally {
    await server.close();
  }
  milliseconds = milliseconds.sort((a, b) => a - b);
  const median = milliseconds[milliseconds.length >> 1] ?? 0;
  tell(`${files.length} files; half of the answers within ${median.toFixed(1)} ms; ${JSON.stringify(classes)}`);
  return [tally.finding("find_references", "places of a name, all classes together", { least: 1 })];
}

const CHECKOUTS: readonly Checkout[] = [
  { name: "werkzeug", source: "pallets/werkzeug" },
  { name: "raft", source: "hashicorp/raft" },
  { name: "hikaricp", source: "brettwooldridge/HikariCP" },
  { name: "flysystem", source: "thephpleague/flysystem" },
  { name: "trpc", source: "trpc/trpc" },
  { name: "tower", source: "tower-rs/tower" },
  { name: "sidekiq", source: "sidekiq/sidekiq" },
  { name: "jq", source: "jqlang/jq" },
  { name: "mocha", source: "mochajs/mocha" },
  { name: "swift-argument-parser", source: "apple/swift-argument-parser" },
  { name: "exposed", source: "JetBrains/Exposed" },
  { name: "fmtlib", source: "fmtlib/fmt" },
  { name: "messagepack-csharp", source: "MessagePack-CSharp/MessagePack-CSharp" },
];

export const occurrences: Judge = {
  name: "occurrences",
  tools: ["find_references"],
  authority: "ripgrep's count of the word over the files that the program admits",
  checkouts: CHECKOUTS,
  versions: async () => [(await runTool("rg", ["--version"])).split("\n")[0] ?? ""],
  run,
};
