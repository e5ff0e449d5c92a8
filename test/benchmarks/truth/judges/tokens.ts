// Counts of tokens against tiktoken, on texts of the files and on texts made to be hard; and the savings of a session against a
// replay that reads the files which its answers stand for.
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { loadTokenCounter, TOKEN_ENCODING } from "../../../../src/system/token-counter.ts";
import { type Random, seededRandom } from "../../../support/random.ts";
import { readTable } from "../../../support/read-table.ts";
import type { Server } from "../../figures/program.ts";
import type { Figure, Finding, Judge, Scene } from "../judge.ts";
import { admittedFiles } from "./admitted.ts";
import { hardTexts } from "./hard-texts.ts";
import { openTally } from "./tally.ts";

const TEXTS_OF_FILES = 1_500;
const HARD_TEXTS = 1_500;
/** Longer unbroken runs are counted in slices of so many characters, as docs/inside/statistics.md says. */
const SLICE = 500;
/** The encoder's table lacks the tokens of the byte order mark, as docs/inside/statistics.md says. */
const MARK_TOKENS_MAX = 3;
const CALLS = { searches: 24, sources: 16, outlines: 16, others: 12 };
const SHOWN_MAX = 60;

type Count = (text: string) => number;

/** tiktoken's own count; what looks like a special token is text. */
function openTiktoken(tools: string): { readonly count: Count; readonly version: string } {
  const require = createRequire(join(tools, "tiktoken/package.json"));
  const { get_encoding: open } = require("tiktoken") as {
    get_encoding(name: string): { encode_ordinary(text: string): { readonly length: number } };
  };
  const encoding = open(TOKEN_ENCODING);
  const manifest = readFileSync(join(tools, "tiktoken/node_modules/tiktoken/package.json"), "utf8");
  const { version } = JSON.parse(manifest) as { version: string };
  return { count: (text) => encoding.encode_ordinary(text).length, version };
}

/** Lines, pieces and whole files. */
function textsOfFiles(root: string, files: readonly string[], random: Random): string[] {
  return Array.from({ length: TEXTS_OF_FILES }, (_, at) => {
    const text = readFileSync(join(root, files[Math.floor(random() * files.length)] ?? ""), "utf8");
    const from = Math.floor(random() * text.length);
    const lines = text.split("\n");
    const line = Math.floor(random() * lines.length);
    const forms = [
      text,
      text.slice(from, from + 1 + Math.floor(random() * 4_000)),
      lines.slice(line, line + 40).join("\n"),
    ];
    return forms[at % forms.length] ?? "";
  });
}

/** Slices that the text's long runs are counted in. */
const slicesOf = (text: string): number =>
  [...text.matchAll(/\s+|\S+/g)]
    .filter(([run]) => run.length > SLICE)
    .reduce((sum, [run]) => sum + 1 + Math.ceil(run.length / SLICE), 0);

async function judgeCounts({ root, tools, seed }: Scene, files: readonly string[]): Promise<readonly Finding[]> {
  const { count } = await loadTokenCounter();
  const tiktoken = openTiktoken(tools);
  const random = seededRandom(seed);
  const parts = {
    "texts of the files": textsOfFiles(root, files, random),
    "texts made to be hard": hardTexts(HARD_TEXTS, random),
  };
  return Object.entries(parts).map(([part, texts]) => {
    const tally = openTally();
    let [bounded, over] = [0, 0];
    for (const text of texts) {
      const [told, wanted] = [count(text), tiktoken.count(text)];
      const most = slicesOf(text) + MARK_TOKENS_MAX * (text.split("\ufeff").length - 1);
      if (most > 0) {
        bounded++;
        over += Math.abs(told - wanted) <= most ? 0 : 1;
      } else if (told === wanted) {
        tally.right();
      } else {
        tally.wrong("another count", `${told} for ${wanted}: ${JSON.stringify(text.slice(0, SHOWN_MAX))}`);
      }
    }
    const finding = tally.finding("token_savings", part, { least: 1 });
    const within: Figure = {
      name: "long runs and byte order marks, within their bounds",
      right: bounded - over,
      of: bounded,
      wanted: { least: 1 },
    };
    return { ...finding, sites: texts.length, figures: [...finding.figures, within] };
  });
}

interface Reading {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** The files that its structured answer stands for, each once; null for a tool that stands for no reading. */
  readonly filesOf: ((answer: Record<string, unknown>) => readonly string[]) | null;
}

/** Hits whose files somebody would read. */
const FIRST_HITS = 3;

const pathsIn = (rows: unknown): string[] =>
  Array.isArray(rows)
    ? [
        ...new Set(
          rows.slice(0, FIRST_HITS).flatMap((row) => (typeof row?.path === "string" ? [String(row.path)] : [])),
        ),
      ]
    : [];

/** The session: searches, sources and outlines of what stands in the files, and questions that save no reading. */
function drawCalls(root: string, files: readonly string[], random: Random): Reading[] {
  const code = files.filter((path) => /\.(?:go|js|ts|py|rb|java|rs)$/.test(path));
  const pick = (): string => code[Math.floor(random() * code.length)] ?? "";
  const nameIn = (path: string): string => {
    const names = readFileSync(join(root, path), "utf8").match(/\b[A-Za-z_]\w{4,}\b/g) ?? ["main"];
    return names[Math.floor(random() * names.length)] ?? "main";
  };
  const many = <Made>(length: number, make: () => Made): Made[] => Array.from({ length }, make);
  return [
    ...many(CALLS.searches, (): Reading => {
      const path = pick();
      return {
        tool: "search_codebase",
        input: { query: `${nameIn(path)} ${nameIn(path)}` },
        filesOf: ({ hits }) => pathsIn(hits),
      };
    }),
    ...many(CALLS.outlines, (): Reading => {
      const path = pick();
      return { tool: "analyze_file", input: { path }, filesOf: () => [path] };
    }),
    ...many(CALLS.sources, (): Reading => {
      const path = pick();
      return {
        tool: "get_symbol_source",
        input: { symbol: `${path}:${1 + Math.floor(random() * 40)}` },
        filesOf: () => [path],
      };
    }),
    ...many(CALLS.others, (): Reading => ({ tool: "search_text", input: { pattern: nameIn(pick()) }, filesOf: null })),
    { tool: "list_languages", input: {}, filesOf: null },
    { tool: "health", input: {}, filesOf: null },
  ];
}

interface Sums {
  /** For each answer the cheaper of the files that it stands for, each once a session, and of grepping. */
  instead: number;
  /** Tokens of those answers. */
  answers: number;
  /** Tokens of the answers that stand for no reading. */
  others: number;
  calls: number;
}

/** What one call put into the context, and what a reader would have put there instead. */
interface Turn {
  readonly answer: number;
  readonly instead: number;
}

interface Session {
  readonly byTool: ReadonlyMap<string, Sums>;
  readonly turns: readonly Turn[];
}

interface Replayed {
  readonly server: Server;
  readonly root: string;
  readonly home: string;
}

/** What the newest line of the journal says of grepping in place of its answer. */
function lastGrep(home: string): number | undefined {
  const folder = join(home, "data", "journal");
  const month = readdirSync(folder).sort().at(-1) ?? "";
  const line = readFileSync(join(folder, month), "utf8").trimEnd().split("\n").at(-1) ?? "{}";
  return (JSON.parse(line) as { readonly grep_tokens?: number }).grep_tokens;
}

/** Asks each, one after another, and counts what a reader would have read instead. */
async function replay({ server, root, home }: Replayed, calls: readonly Reading[], count: Count): Promise<Session> {
  const byTool = new Map<string, Sums>();
  const turns: Turn[] = [];
  const seen = new Set<string>();
  for (const { tool, input, filesOf } of calls) {
    const answer = await server.client.callTool({ name: tool, arguments: { ...input } });
    const [content] = answer.content as readonly { readonly text: string }[];
    const structured = (answer.structuredContent ?? {}) as Record<string, unknown>;
    if (answer.isError === true) {
      continue;
    }
    const sums = byTool.get(tool) ?? { instead: 0, answers: 0, others: 0, calls: 0 };
    byTool.set(tool, sums);
    const tokens = count(content?.text ?? "");
    if (filesOf === null || structured["outcome"] === "empty") {
      sums.others += tokens;
      turns.push({ answer: tokens, instead: 0 });
      continue;
    }
    sums.calls++;
    sums.answers += tokens;
    const unread = filesOf(structured).filter((path) => !seen.has(path));
    const files = unread.reduce((sum, path) => sum + count(readFileSync(join(root, path), "utf8")), 0);
    // An estimate, which `npm run bench:grep` judges: here it is taken as it is.
    const grep = lastGrep(home) ?? files;
    if (files <= grep) {
      unread.forEach((path) => void seen.add(path));
    }
    sums.instead += Math.min(files, grep);
    turns.push({ answer: tokens, instead: Math.min(files, grep) });
  }
  return { byTool, turns };
}

/** Each turn's tokens, once for each later turn. */
const resident = (turns: readonly number[]): number =>
  turns.reduce((sum, tokens, at) => sum + tokens * (turns.length - 1 - at), 0);

/** What a client is given at its start. */
async function sessionTokens({ client }: Server, count: Count): Promise<number> {
  const { tools } = await client.listTools();
  return count(JSON.stringify(tools)) + count(client.getInstructions() ?? "");
}

/** Right where the two are no further apart than 1 in 100 of what is wanted. */
function withinOne(name: string, told: number, wanted: number): Figure {
  const isNear = Math.abs(told - wanted) <= Math.abs(wanted) / 100;
  return {
    name: `${name} (${told.toLocaleString("en")} for ${wanted.toLocaleString("en")})`,
    right: isNear ? 1 : 0,
    of: 1,
    wanted: { least: 1 },
  };
}

interface Report {
  readonly totals: {
    readonly net_saved_tokens: number;
    readonly resident_tokens: number;
    readonly resident_alternative_tokens: number;
  };
  /** Rows by the tool's name. */
  readonly tools: unknown;
}

async function judgeSavings(scene: Scene, files: readonly string[]): Promise<readonly Finding[]> {
  const { root, home, tools, seed, startServer } = scene;
  // Nothing of an earlier session.
  rmSync(join(home, "data"), { recursive: true, force: true });
  const server = await startServer(root);
  try {
    const { count } = openTiktoken(tools);
    const { byTool: read, turns } = await replay(
      { server, root, home },
      drawCalls(root, files, seededRandom(seed)),
      count,
    );
    const { totals, tools: rows } = (await server.call("token_savings", {})) as Report;
    const told = readTable(rows);
    const finding = (part: string, sites: number, figures: readonly Figure[]): Finding => ({
      ...{ tool: "token_savings", part, sites, figures },
      ...{ causes: [], leftOut: [] },
    });
    const ofReading = [...read].filter(([, { calls }]) => calls > 0);
    const byTool = ofReading.map(([tool, sums]) => {
      const row = told.find(({ name }) => name === tool) ?? {};
      return finding(`a session, ${tool}`, sums.calls, [
        withinOne("reading or grepping instead", Number(row["alternative_tokens"] ?? 0), sums.instead),
        withinOne("tokens of the answers", Number(row["sent_tokens"] ?? 0), sums.answers),
      ]);
    });
    const saved = [...read.values()].reduce((sum, one) => sum + one.instead - one.answers - one.others, 0);
    const given = await sessionTokens(server, count);
    const kept = given * (turns.length - 1) + resident(turns.map(({ answer }) => answer));
    const calls = [...read.values()].reduce((sum, one) => sum + one.calls, 0);
    return [
      ...byTool,
      finding("a session, net", calls, [withinOne("saved", totals.net_saved_tokens, saved - given)]),
      finding("a session, kept in the context", turns.length, [
        withinOne("the list and the answers", totals.resident_tokens, kept),
        withinOne(
          "reading or grepping instead",
          totals.resident_alternative_tokens,
          resident(turns.map(({ instead }) => instead)),
        ),
      ]),
    ];
  } finally {
    await server.close();
  }
}

async function run(scene: Scene): Promise<readonly Finding[]> {
  const { files } = await admittedFiles(scene.root);
  return [...(await judgeCounts(scene, files)), ...(await judgeSavings(scene, files))];
}

export const tokens: Judge = {
  name: "tokens",
  tools: ["token_savings"],
  authority:
    "tiktoken; for savings a session of which the files that each answer stands for are read and counted by it",
  checkouts: [
    { name: "chi", source: "go-chi/chi" },
    { name: "express", source: "expressjs/express" },
    { name: "flask", source: "pallets/flask", heldOut: true },
  ],
  versions: (tools) => [`tiktoken ${openTiktoken(tools).version}, ${TOKEN_ENCODING}`],
  run,
};
