// The tools about code on a server that is warm, each with inputs drawn from the project's own symbols and files, the same in
// every run: a symbol of each of fifty files from all over it, and those of its commonest names.
import glob from "fast-glob";
import { readTable } from "../../support/read-table.ts";
import { quantile, timed } from "../support.ts";
import type { Bench, Measured } from "./part.ts";
import { environmentIn, type Server, startServer } from "./program.ts";
import { settle } from "./queries.ts";
import { EDGE_TOOLS, type EdgeToolName, TOOLS, type ToolName } from "./targets.ts";

/** Asked first and not counted. */
const WARM_UP = 10;
const ASKED = 40;

type Inputs = readonly Readonly<Record<string, unknown>>[];

/** `take` of them, evenly spread. */
function spread<Item>(items: readonly Item[], take: number): Item[] {
  const step = Math.max(1, items.length / take);
  return Array.from({ length: Math.min(take, items.length) }, (_, at) => items[Math.floor(at * step)]).filter(
    (item): item is Item => item !== undefined,
  );
}

interface Drawn {
  /** `path:line` */
  readonly address: string;
  readonly name: string;
  readonly path: string;
}

const KINDS = ["function", "method", "class"];

/** The rows of an answer of `list_symbols` or `search_symbols`. */
export function drawnFrom(answer: unknown): Drawn[] {
  return readTable((answer as { readonly symbols?: unknown }).symbols).map((row) => {
    const path = String(row["path"]);
    const symbol = String(row["symbol"]);
    return { address: `${path}:${row["start_line"]}`, path, name: symbol.split(".").at(-1) ?? symbol };
  });
}

/** Functions, methods and classes of the commonest names. */
async function commonest(server: Server): Promise<Drawn[]> {
  const words = ["get", "set", "create", "parse", "render", "update", "index", "node", "file", "test"];
  const found = new Map<string, Drawn>();
  for (const query of words) {
    const answer = await server.call("search_symbols", { query, kinds: KINDS, limit: 100, max_tokens: 20_000 });
    for (const drawn of drawnFrom(answer)) {
      found.set(drawn.address, drawn);
    }
  }
  return [...found.values()].sort((a, b) => (a.address < b.address ? -1 : 1));
}

/** Names of files of languages whose edges are known. */
const LINKED = "**/*.{ts,tsx,js,vue,py,go,rs,java,kt,cs,rb,php,c,h,cpp,hpp,swift,scala}";

/** One function, method or class of each of so many files, evenly spread over the project. */
async function fromAllOver(server: Server, root: string, take: number): Promise<Drawn[]> {
  const files = (await glob(LINKED, { cwd: root, ignore: ["**/node_modules/**"] })).sort();
  const found: Drawn[] = [];
  // Some files define nothing.
  for (const path of spread(files, take * 2)) {
    const answer = await server.call("list_symbols", { paths: [path], kinds: KINDS, limit: 200, max_tokens: 20_000 });
    const drawn = drawnFrom(answer);
    found.push(...drawn.slice(Math.floor(drawn.length / 2)).slice(0, 1));
  }
  return spread(found, take);
}

function inputsFor(some: readonly Drawn[]): Record<ToolName, Inputs> {
  const byAddress = some.map(({ address }) => ({ symbol: address }));
  const byPath = some.map(({ path }) => ({ path }));
  const folders = some.map(({ path }) => ({ path: path.split("/").slice(0, -1).join("/") || "." }));
  return {
    get_repo_overview: some.map(() => ({})),
    list_modules: some.map(() => ({})),
    analyze_directory: folders,
    analyze_file: byPath,
    list_symbols: folders.map(({ path }) => ({ paths: [path] })),
    search_symbols: some.map(({ name }) => ({ query: name })),
    get_symbol: byAddress,
    get_symbol_source: byAddress,
    find_references: byAddress,
    get_call_graph: byAddress,
    analyze_impact: byAddress,
    search_text: some.map(({ name }) => ({ pattern: name })),
    search_files: some.map(({ path }) => ({ query: path.split("/").at(-1) ?? path })),
    search_ast: some
      // Titles of tests, names in brackets and words of the language are no pattern.
      .filter(({ name }) => /^[\w$]+$/.test(name) && name !== "default")
      .map(({ name }) => ({ pattern: `${name}($$$)`, language: "typescript" })),
    list_languages: some.map(() => ({})),
    health: some.map(() => ({})),
  };
}

async function timesOf(server: Server, tool: ToolName, inputs: Inputs): Promise<readonly number[]> {
  const times: number[] = [];
  for (const [at, input] of inputs.entries()) {
    const { ms } = await timed(() => server.call(tool, input));
    if (at >= WARM_UP) {
      times.push(ms);
    }
  }
  return times;
}

const named = (
  what: ToolName | `${EdgeToolName}, commonest names`,
  times: readonly number[],
): [p50: Measured, p95: Measured] => [
  { name: `${what} p50`, values: [quantile(times, 0.5)] },
  { name: `${what} p95`, values: [quantile(times, 0.95)] },
];

export async function measureTools({ program, project, home }: Bench): Promise<readonly Measured[]> {
  const server = await startServer(program, project.root, environmentIn(home), ["--toolsets", "all"]);
  const measured: Measured[] = [];
  try {
    const inputs = inputsFor(await fromAllOver(server, project.root, WARM_UP + ASKED));
    const common = inputsFor(spread(await commonest(server), WARM_UP + ASKED));
    await settle(server);
    for (const tool of TOOLS) {
      measured.push(...named(tool, await timesOf(server, tool, inputs[tool])));
    }
    for (const tool of EDGE_TOOLS) {
      measured.push(...named(`${tool}, commonest names`, await timesOf(server, tool, common[tool])));
    }
  } finally {
    await server.close();
  }
  return measured;
}
