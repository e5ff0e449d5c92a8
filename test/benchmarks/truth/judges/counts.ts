// The tools against each other on a real project: files, symbols, modules, references, callers and lines.
import { seededRandom } from "../../../support/random.ts";
import type { Finding, Judge, Scene } from "../judge.ts";
import { admittedFiles } from "./admitted.ts";
import { type AskTool, compareCounts } from "./compare-counts.ts";
import { openTally } from "./tally.ts";

const AMOUNTS = { symbols: 100, names: 40 };
/** What a tool refuses by name: several are called so, or none. */
const REFUSED = /AMBIGUOUS|NOT_FOUND/;

async function run({ root, seed, startServer, tell }: Scene): Promise<readonly Finding[]> {
  const { files } = await admittedFiles(root);
  const tally = openTally();
  const server = await startServer(root);
  const ask: AskTool = async (name, input) => {
    const { isError, content, structuredContent } = await server.client.callTool({ name, arguments: { ...input } });
    const [{ text } = { text: "" }] = content as readonly { readonly text: string }[];
    if (isError === true) {
      if (REFUSED.test(text)) {
        return null;
      }
      throw new Error(`${name}: ${text.slice(0, 300)}`);
    }
    return { text, structured: (structuredContent ?? {}) as Readonly<Record<string, unknown>> };
  };
  try {
    await compareCounts({ ask, tally, files, random: seededRandom(seed) }, AMOUNTS);
  } finally {
    await server.close();
  }
  const finding = tally.finding("find_references", "and 13 more tools, what two say of one thing", { least: 1 });
  tell(`${finding.sites} comparisons`);
  return [finding];
}

export const counts: Judge = {
  name: "counts",
  tools: [
    "find_references",
    "get_symbol",
    "get_call_graph",
    "list_symbols",
    "search_symbols",
    "search_text",
    "search_files",
    "analyze_file",
    "analyze_directory",
    "list_modules",
    "get_module",
    "get_repo_overview",
    "list_languages",
    "index_status",
  ],
  authority: "the tools against each other, and the rows of an answer against the number that it says",
  checkouts: [
    { name: "chi", source: "go-chi/chi" },
    { name: "express", source: "expressjs/express" },
    { name: "click", source: "pallets/click" },
    { name: "commons-cli", source: "apache/commons-cli", heldOut: true },
  ],
  versions: () => [],
  run,
};
