// What the tests of the page look at: the real `ui` on a project with names and lines that a page could get wrong, with a history, a saved
// result and a journal of savings.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFile, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { anEntry } from "../statistics/entries.ts";
import { MAIN, openPlayground } from "../support/mcp-server.ts";

/** Names that would be markup, if any were read as markup. */
export const HOSTILE = "<img src=x onerror=alert(1)>";

const LONG_NAME = join("src", "a_folder_whose_name_has_no_place_to_break_a_line_in_a_narrow_window".repeat(2));

/** 80 lines, so that a dozen of them need more than the room of an assistant's answer. */
function longFunction(at: number): string {
  const lines = Array.from({ length: 78 }, (_, line) => `  stock.push(countStock("shelf ${at}", ${line}));`);
  return [`export function countStock${at}(stock: string[]) {`, ...lines, "}"].join("\n");
}

/** Adds them to the project's own files. */
async function writeProject(root: string): Promise<void> {
  await writeFile(
    join(root, "src", "odd.ts"),
    `/** ${HOSTILE} */\nexport const oddHandler = "${HOSTILE}"; // isAdmin\u202e\n`,
  );
  await writeFile(join(root, "src", "stock.ts"), Array.from({ length: 14 }, (_, at) => longFunction(at)).join("\n"));
  await mkdir(join(root, LONG_NAME), { recursive: true });
  await writeFile(join(root, LONG_NAME, "broken.ts"), "export const = = [;\n".repeat(4));
  await writeFile(
    join(root, "src", "checkout.ts"),
    'import { orderTotal } from "./orders/totals.ts";\n\n/** Takes the money for an order. */\nexport const checkout = () => orderTotal([], 0);\n',
  );
}

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();

/** Three clients on three days with gaps between them, one of them with answers longer than their files. */
async function writeJournal(home: string): Promise<void> {
  const lines = [
    anEntry(daysAgo(20), { client: { name: "codex", version: "1" } }, { contextTokens: 1_000, hitFilesTokens: 9_000 }),
    anEntry(daysAgo(9), { client: { name: "zed", version: "1" } }, { contextTokens: 30_000, hitFilesTokens: 5_000 }),
    anEntry(daysAgo(9), { client: { name: "codex", version: "1" }, operation: "search_text" }),
    anEntry(daysAgo(2), { client: { name: "kimi", version: "1" } }, { contextTokens: 500, hitFilesTokens: 4_000 }),
  ];
  const folder = join(home, ".context-broker", "journal");
  await mkdir(folder, { recursive: true });
  for (const line of lines) {
    await appendFile(join(folder, `${line.time.slice(0, 7)}.jsonl`), `${JSON.stringify(line)}\n`);
  }
}

export interface ServedUi {
  /** Everything lies in it. */
  readonly folder: string;
  readonly root: string;
  readonly link: string;
  /** What a command writes to stdout. */
  readonly run: (...args: readonly string[]) => string;
  readonly close: () => Promise<void>;
}

export async function serveUi(): Promise<ServedUi> {
  const playground = await openPlayground();
  const root = await playground.project("shop");
  await writeProject(root);
  const git = (...args: string[]) =>
    execFileSync("git", ["-C", root, "-c", "user.name=a", "-c", "user.email=a@b", ...args], { env: playground.env });
  git("add", "-A");
  git("commit", "-qm", "all");
  for (let step = 0; step < 6; step += 1) {
    await writeFile(join(root, "src", "checkout.ts"), `// Step ${step}.\n`, { flag: "a" });
    git("commit", "-qam", `step ${step}`);
  }
  const env = { ...playground.env, CONTEXT_BROKER_VECTORS: "off" };
  const run = (...args: readonly string[]) =>
    execFileSync(process.execPath, [MAIN, ...args], { cwd: root, env, encoding: "utf8" });
  run("index");
  run("save", "where is the session checked", "--paths", "src/users/**", "--name", "kept");
  await writeFile(join(root, "src", "odd.ts"), "export const oddHandler = 2;\n", { flag: "a" });
  await writeJournal(playground.home);
  const program = spawn(process.execPath, [MAIN, "ui"], { cwd: root, env, stdio: ["ignore", "pipe", "ignore"] });
  const [line] = (await once(program.stdout, "data")) as [Buffer];
  return {
    folder: playground.folder,
    root,
    link: line.toString().trim(),
    run,
    close: async () => {
      program.kill("SIGINT");
      await once(program, "exit");
      await playground.remove();
    },
  };
}
