// Saved results against the files: every range byte for byte, and every address that was ever answered read back, also after
// the server was started again.
import { existsSync, readFileSync, rmSync } from "node:fs";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { seededRandom } from "../../../support/random.ts";
import type { Server } from "../../figures/program.ts";
import type { Finding, Judge, Scene } from "../judge.ts";
import { admittedFiles } from "./admitted.ts";
import { openTally, type Tally } from "./tally.ts";

const SAVES = 36;
const MODES = [undefined, "global", "in-project", "both"] as const;
const DETAILS = ["snippets", "files", "locations"] as const;

interface SavedFile {
  readonly path: string;
  readonly content: string;
  readonly ranges: readonly { readonly start_line: number; readonly end_line: number }[];
}

interface Receipt {
  readonly outcome: string;
  readonly name: string;
  readonly uri: string;
  readonly path: string;
  readonly query: string;
}

const linesWithEnds = (text: string): string[] => text.split(/(?<=\n)/);

function judgeFile(tally: Tally, { path, content, ranges }: SavedFile): void {
  const lines = linesWithEnds(readFileSync(path, "utf8"));
  const saved = linesWithEnds(content);
  let at = 0;
  ranges.forEach(({ start_line, end_line }, number) => {
    const [wanted, told] = [lines.slice(start_line - 1, end_line), saved.slice(at, at + end_line - start_line + 1)];
    at += end_line - start_line + 1;
    const isCut = told.some((line) => /…\n$/.test(line) && line.length > 200);
    if (number < ranges.length - 1) {
      if (!/^… lines? [\d-]+ left out …\n$/.test(saved[at] ?? "")) {
        tally.wrong("a gap that nothing marks", path);
      }
      at += 1;
    }
    if (isCut) {
      tally.leaveOut("ranges with a line beside a snippet that is cut at 200 characters, as it was shown");
    } else if (told.join("") === wanted.join("")) {
      tally.right();
    } else {
      tally.wrong("other bytes than the file", `${path.split("/").at(-1)}:${start_line}-${end_line}`);
    }
  });
  if (content !== "" && at !== saved.length) {
    tally.wrong("more text than its ranges", path.split("/").at(-1) ?? "");
  }
}

async function readBack(server: Server, tally: Tally, uri: string, wanted: string): Promise<void> {
  try {
    const { contents } = await server.client.readResource({ uri });
    const document = JSON.parse((contents[0] as { text: string }).text) as {
      query: string;
      standing: { trust: string };
    };
    if (document.query !== wanted) {
      tally.wrong("another result than was saved", uri);
    } else if (document.standing.trust !== "own") {
      tally.wrong("called untrusted", uri);
    } else {
      tally.right();
    }
  } catch (error) {
    tally.wrong("cannot be read", `${uri}: ${String(error)}`);
  }
}

async function readAllBack(server: Server, tally: Tally, receipts: readonly Receipt[]): Promise<void> {
  const listed = (await server.call("list_saved_results", { limit: 500 })) as { results: readonly Receipt[] };
  const resources = (await server.client.listResources()).resources.map(({ uri }) => uri);
  for (const { name, uri, query } of receipts) {
    await readBack(server, tally, uri, query);
    const row = listed.results.find((one) => one.name === name);
    if (row?.uri === uri && resources.includes(uri)) {
      tally.right();
    } else {
      tally.wrong("not listed under the address answered", uri);
    }
    const got = (await server.call("get_saved_result", { name, max_tokens: 4_000 })) as {
      uri: string;
      current: boolean;
    };
    if (got.uri === uri && got.current) {
      tally.right();
    } else {
      tally.wrong("got under another address, or as changed", uri);
    }
  }
}

/** Queries as someone would type them: words of a path. */
async function queriesFor(root: string, seed: number): Promise<string[]> {
  const { files } = await admittedFiles(root);
  const random = seededRandom(seed);
  return Array.from({ length: SAVES }, () => {
    const path = files[Math.floor(random() * files.length)] ?? "";
    return path
      .replace(/(?<=\w)\.\w+$/, "")
      .split(/[/_.-]+/)
      .filter((word) => word !== "")
      .join(" ");
  });
}

async function run({ root, home, seed, startServer }: Scene): Promise<readonly Finding[]> {
  const copy = join(home, "copy");
  rmSync(copy, { recursive: true, force: true });
  await cp(root, copy, { recursive: true, verbatimSymlinks: true });
  rmSync(join(home, "data"), { recursive: true, force: true });
  const [ranges, addresses] = [openTally(), openTally()];
  const receipts: Receipt[] = [];
  const server = await startServer(copy);
  try {
    for (const [at, query] of (await queriesFor(root, seed)).entries()) {
      const mode = MODES[at % MODES.length];
      const receipt = (await server.call("save_search_results", {
        query,
        detail: DETAILS[at % DETAILS.length] ?? "snippets",
        ...(at % 2 === 0 ? { name: `save ${at}` } : {}),
        ...(mode === undefined ? {} : { storage_mode: mode }),
      })) as Receipt;
      if (receipt.outcome === "found" && existsSync(receipt.path)) {
        receipts.push(receipt);
        const { files } = JSON.parse(readFileSync(receipt.path, "utf8")) as { files: readonly SavedFile[] };
        for (const file of files) {
          judgeFile(ranges, file);
        }
      } else {
        ranges.leaveOut("queries that found nothing");
      }
    }
    await readAllBack(server, addresses, receipts);
  } finally {
    await server.close();
  }
  const again = await startServer(copy);
  try {
    await readAllBack(again, addresses, receipts);
  } finally {
    await again.close();
  }
  const wanted = { least: 1 };
  return [
    ranges.finding("save_search_results", "ranges, byte for byte", wanted),
    addresses.finding("save_search_results", "addresses read back, twice", wanted),
  ];
}

export const savedResults: Judge = {
  name: "saved-results",
  tools: ["save_search_results", "get_saved_result", "list_saved_results"],
  authority: "the files themselves",
  checkouts: [
    { name: "chi", source: "go-chi/chi" },
    { name: "express", source: "expressjs/express" },
    { name: "flask", source: "pallets/flask", heldOut: true },
  ],
  versions: () => [],
  run,
};
