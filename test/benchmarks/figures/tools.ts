// The tools about code on a server that is warm, each with inputs drawn from the project's own symbols and files, the same in
// every run: symbols from all over it, common names among them.
import { quantile, timed } from "../support.ts";
import type { Bench, Measured } from "./part.ts";
import { environmentIn, type Server, startServer } from "./program.ts";
import { settle } from "./queries.ts";
import { TOOLS, type ToolName } from "./targets.ts";

/** Asked first and not counted. */
const WARM_UP = 10;
const ASKED = 40;

type Inputs = readonly Readonly<Record<string, unknown>>[];

interface SymbolsAnswer {
  readonly files: readonly (readonly string[])[];
}

/** `take` of them, evenly spread. */
function spread<Item>(items: readonly Item[], take: number): Item[] {
  const step = Math.max(1, items.length / take);
  return Array.from({ length: Math.min(take, items.length) }, (_, at) => items[Math.floor(at * step)]).filter(
    (item): item is Item => item !== undefined,
  );
}

/** Addresses `path:line` of functions, methods and classes, and their names. */
async function symbolsOf(server: Server): Promise<{ address: string; name: string; path: string }[]> {
  const words = ["get", "set", "create", "parse", "render", "update", "index", "node", "file", "test"];
  const found = new Map<string, { address: string; name: string; path: string }>();
  for (const query of words) {
    const { files } = (await server.call("search_symbols", {
      query,
      kinds: ["function", "method", "class"],
      limit: 100,
      max_tokens: 20_000,
    })) as SymbolsAnswer;
    for (const [path = "", ...rows] of files) {
      for (const row of rows) {
        const [lines = "", , symbol = ""] = row.split(" ");
        const address = `${path}:${lines.split("-")[0]}`;
        found.set(address, { address, path, name: symbol.split(".").at(-1) ?? symbol });
      }
    }
  }
  return [...found.values()].sort((a, b) => (a.address < b.address ? -1 : 1));
}

function inputsFor(symbols: readonly { address: string; name: string; path: string }[]): Record<ToolName, Inputs> {
  const some = spread(symbols, WARM_UP + ASKED);
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
    search_ast: some.map(({ name }) => ({ pattern: `${name}($$$)`, language: "typescript" })),
    list_languages: some.map(() => ({})),
    health: some.map(() => ({})),
  };
}

export async function measureTools({ program, project, home }: Bench): Promise<readonly Measured[]> {
  const server = await startServer(program, project.root, environmentIn(home), ["--toolsets", "all"]);
  const measured: Measured[] = [];
  try {
    const inputs = inputsFor(await symbolsOf(server));
    await settle(server);
    for (const tool of TOOLS) {
      const times: number[] = [];
      for (const [at, input] of inputs[tool].entries()) {
        const { ms } = await timed(() => server.call(tool, input));
        if (at >= WARM_UP) {
          times.push(ms);
        }
      }
      measured.push(
        { name: `${tool} p50`, values: [quantile(times, 0.5)] },
        { name: `${tool} p95`, values: [quantile(times, 0.95)] },
      );
    }
  } finally {
    await server.close();
  }
  return measured;
}
