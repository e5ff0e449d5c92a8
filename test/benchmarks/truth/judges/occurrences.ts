// find_references against ripgrep: each place that ripgrep prints for the word is a place of the account, at that very column, and the
// classes add up to them, so that each is of exactly one. An answer that leaves one out could deny a use that it never looked at.
import { realpathSync } from "node:fs";
import { z } from "zod";
import { placesOfWord } from "../../../../src/intelligence/occurrences/places-of-word.ts";
import { openCorpus } from "../../../../src/project/open-corpus.ts";
import { lineAt } from "../../../../src/syntax/source.ts";
import { lineStarts } from "../../../../src/vocabulary/text.ts";
import { DEFAULT_RULES } from "../../../support/default-rules.ts";
import { seededRandom, shuffled } from "../../../support/random.ts";
import { readTable } from "../../../support/read-table.ts";
import type { Checkout, Finding, Judge, Scene } from "../judge.ts";
import { runTool } from "./run-tool.ts";
import { openTally } from "./tally.ts";

/** Symbols to compare, and to ask about: names that are too common for one answer are not compared. */
const SYMBOLS = 300;
const ASKED_MAX = 450;
/** Files whose symbols are drawn from, and how many of each at most. */
const FILES = 400;
const OF_FILE = 8;

type Server = Awaited<ReturnType<Scene["startServer"]>>;

interface Drawn {
  readonly address: string;
  readonly name: string;
}

async function symbolsOf(server: Server, path: string): Promise<Drawn[]> {
  const { symbols } = (await server.call("list_symbols", { paths: [path], limit: 200, max_tokens: 40_000 })) as {
    readonly symbols?: unknown;
  };
  const rows = symbols === undefined ? [] : readTable(symbols);
  const listed = new Set(rows.map(({ symbol }) => symbol));
  return rows.flatMap(({ kind, symbol }) => {
    const parts = /^(?:.*(?:\.|::|#))?([\p{ID_Start}_$][\p{ID_Continue}$]*)$/u.exec(String(symbol));
    // A test is named by a sentence, a namespace by all of its path, and so is Swift's extension of a type inside another one.
    const around = String(symbol).slice(0, String(symbol).lastIndexOf("."));
    const isExtension = path.endsWith(".swift") && around !== "" && kind === "class" && !listed.has(around);
    return parts?.[1] === undefined || kind === "test" || kind === "module" || isExtension
      ? []
      : [{ address: `${path}#${String(symbol)}`, name: parts[1] }];
  });
}

interface TextFile {
  readonly path: string;
  readonly text: string;
  readonly starts: readonly number[];
}

/** The files that the program admits once it has read them. */
async function readTexts(root: string): Promise<readonly TextFile[]> {
  const corpus = openCorpus({ root: realpathSync(root), rules: DEFAULT_RULES });
  try {
    const texts: TextFile[] = [];
    for (const path of [...(await corpus.refresh()).files.keys()].sort()) {
      const read = await corpus.read(path);
      if (!("excluded" in read)) {
        texts.push({ path, text: read.text, starts: lineStarts(read.text) });
      }
    }
    return texts;
  } finally {
    corpus.close();
  }
}

/** `path:line:column`, from 1 and in bytes; of a line that is not ASCII without its column, which depends on the file's encoding. */
const siteOf = (path: string, line: number, before: string | number, whole: string): string =>
  /^[\x20-\x7e\t]*$/.test(whole) ? `${path}:${line}:${Number(before) + 1}` : `${path}:${line}`;

/** The places of the word that the account puts into classes. */
const ownSites = (files: readonly TextFile[], name: string): string[] =>
  files.flatMap(({ path, text, starts }) =>
    placesOfWord(text, name).map((offset) => {
      const line = lineAt({ starts }, offset);
      const start = starts[line - 1] ?? 0;
      const whole = text.slice(start, starts[line] ?? text.length).replace(/[\r\n]+$/, "");
      return siteOf(path, line, offset - start, whole);
    }),
  );

const RIPGREP_MATCH = z.object({
  type: z.literal("match"),
  data: z.object({
    path: z.object({ text: z.string() }),
    line_number: z.number(),
    lines: z.object({ text: z.string().optional() }),
    submatches: z.array(z.object({ start: z.number() })),
  }),
});

/** The places of the word in these files that ripgrep prints. */
async function byRipgrep(root: string, files: readonly TextFile[], name: string): Promise<string[]> {
  const args = ["--no-config", "--json", "--text", "--word-regexp", "--fixed-strings", "--regexp", name, "--"];
  const stdout = await runTool("rg", [...args, ...files.map(({ path }) => path)], { cwd: root, codes: [0, 1] });
  return stdout.split("\n").flatMap((printed) => {
    const match = printed.startsWith('{"type":"match"') ? RIPGREP_MATCH.parse(JSON.parse(printed)).data : null;
    const whole = match?.lines.text?.replace(/[\r\n]+$/, "") ?? "\u0000";
    return (match?.submatches ?? []).map(({ start }) =>
      siteOf(match?.path.text ?? "", match?.line_number ?? 0, start, whole),
    );
  });
}

/** Sites that one side has more often than the other. */
function differing(own: readonly string[], theirs: readonly string[]): string[] {
  const balance = new Map<string, number>();
  for (const [sites, by] of [
    [own, 1],
    [theirs, -1],
  ] as const) {
    for (const site of sites) {
      balance.set(site, (balance.get(site) ?? 0) + by);
    }
  }
  return [...balance].flatMap(([site, count]) => (count === 0 ? [] : [site]));
}

interface Answer {
  readonly symbol?: unknown;
  readonly occurrences?: Readonly<Record<string, number>>;
  readonly uncounted?: number;
}

async function run({ root, seed, startServer, tell }: Scene): Promise<readonly Finding[]> {
  const files = await readTexts(root);
  const random = seededRandom(seed);
  const tally = openTally();
  const classes: Record<string, number> = {};
  let milliseconds: number[] = [];
  let sites = 0;
  const server = await startServer(root);
  try {
    const drawn: Drawn[] = [];
    for (const { path } of shuffled(files, random).slice(0, FILES)) {
      drawn.push(...shuffled(await symbolsOf(server, path), random).slice(0, OF_FILE));
    }
    let compared = 0;
    for (const { address, name } of shuffled(drawn, random).slice(0, ASKED_MAX)) {
      if (compared === SYMBOLS) {
        break;
      }
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
      compared += 1;
      for (const [one, count] of Object.entries(answer.occurrences)) {
        classes[one] = (classes[one] ?? 0) + count;
      }
      const told = Object.values(answer.occurrences).reduce((sum, count) => sum + count, 0);
      const printed = await byRipgrep(root, files, name);
      const [other] = differing(ownSites(files, name), printed);
      sites += printed.length;
      if (other !== undefined) {
        tally.wrong("another place", `${address}: ${other}`);
      } else if (told !== printed.length) {
        tally.wrong(
          told < printed.length ? "fewer places" : "more places",
          `${address}: ${told} for ${printed.length}`,
        );
      } else {
        tally.right();
      }
    }
  } finally {
    await server.close();
  }
  milliseconds = milliseconds.sort((a, b) => a - b);
  const median = milliseconds[milliseconds.length >> 1] ?? 0;
  tell(
    `${files.length} files, ${sites} places; half of the answers within ${median.toFixed(1)} ms; ${JSON.stringify(classes)}`,
  );
  return [tally.finding("find_references", "names, each place of which is of one class", { least: 1 })];
}

/** Three of each language, the last kept aside; of Svelte two. */
const CHECKOUTS: readonly Checkout[] = [
  { name: "werkzeug", source: "pallets/werkzeug" },
  { name: "model2vec", source: "MinishLab/model2vec" },
  { name: "kombu", source: "celery/kombu", heldOut: true },
  { name: "raft", source: "hashicorp/raft" },
  { name: "gin", source: "gin-gonic/gin" },
  { name: "alertmanager", source: "prometheus/alertmanager", heldOut: true },
  { name: "hikaricp", source: "brettwooldridge/HikariCP" },
  { name: "jsoup", source: "jhy/jsoup" },
  { name: "commons-io", source: "apache/commons-io", heldOut: true },
  { name: "flysystem", source: "thephpleague/flysystem" },
  { name: "Slim", source: "slimphp/Slim" },
  { name: "guzzle", source: "guzzle/guzzle", heldOut: true },
  { name: "trpc", source: "trpc/trpc" },
  { name: "vuecore", source: "vuejs/core" },
  { name: "typeorm", source: "typeorm/typeorm", heldOut: true },
  { name: "tower", source: "tower-rs/tower" },
  { name: "axum", source: "tokio-rs/axum" },
  { name: "bat", source: "sharkdp/bat", heldOut: true },
  { name: "sidekiq", source: "sidekiq/sidekiq" },
  { name: "rack", source: "rack/rack" },
  { name: "sinatra", source: "sinatra/sinatra", heldOut: true },
  { name: "jq", source: "jqlang/jq" },
  { name: "libuv", source: "libuv/libuv" },
  { name: "hiredis", source: "redis/hiredis", heldOut: true },
  { name: "fmtlib", source: "fmtlib/fmt" },
  { name: "spdlog", source: "gabime/spdlog" },
  { name: "ccache", source: "ccache/ccache", heldOut: true },
  { name: "mocha", source: "mochajs/mocha" },
  { name: "express", source: "expressjs/express" },
  { name: "koa", source: "koajs/koa", heldOut: true },
  { name: "swift-argument-parser", source: "apple/swift-argument-parser" },
  { name: "alamofire", source: "Alamofire/Alamofire" },
  { name: "vapor", source: "vapor/vapor", heldOut: true },
  { name: "exposed", source: "JetBrains/Exposed" },
  { name: "moshi", source: "square/moshi" },
  { name: "detekt", source: "detekt/detekt", heldOut: true },
  { name: "messagepack-csharp", source: "MessagePack-CSharp/MessagePack-CSharp" },
  { name: "polly", source: "App-vNext/Polly" },
  { name: "serilog", source: "serilog/serilog", heldOut: true },
  { name: "scopt", source: "scopt/scopt" },
  { name: "os-lib", source: "com-lihaoyi/os-lib" },
  { name: "circe", source: "circe/circe", heldOut: true },
  { name: "vue-realworld-example-app", source: "gothinkster/vue-realworld-example-app" },
  { name: "vueuse", source: "vueuse/vueuse" },
  { name: "elk", source: "elk-zone/elk", heldOut: true },
  { name: "realworld", source: "sveltejs/realworld" },
  { name: "svelte-material-ui", source: "hperrin/svelte-material-ui" },
];

export const occurrences: Judge = {
  name: "occurrences",
  tools: ["find_references"],
  authority: "ripgrep's count of the word over the files that the program admits",
  checkouts: CHECKOUTS,
  versions: async () => [(await runTool("rg", ["--version"])).split("\n")[0] ?? ""],
  run,
};
