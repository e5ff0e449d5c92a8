// What the tests of the page look at: the real `ui` on a project with names and lines that a page could get wrong, with a history, a saved
// result, a journal of savings and a log of calls, and another project of many modules.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFile, mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { CallLog } from "../../src/statistics/call-log.ts";
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

/** Calls of two clients, the newest with a hostile question. */
export const CALLS = 27;

function writeCalls(home: string, root: string): void {
  const log = new CallLog({ home: join(home, ".context-broker"), isOn: true });
  const project = { root, name: "shop" };
  for (let at = CALLS; at > 0; at -= 1) {
    log.record({
      project: at === 2 ? { root: "/elsewhere", name: "elsewhere" } : project,
      client: { name: at % 2 === 0 ? "codex" : `odd ${HOSTILE}`, version: "1" },
      tool: at % 3 === 0 ? "search_text" : "search_codebase",
      asked: { query: at === 1 ? HOSTILE : `question ${at}`, top_k: at },
      outcome: at === 1 ? "weak" : "found",
      answer: `weak: ${HOSTILE} \u202e`,
      places: at === 1 ? ["src/orders/totals.ts:3-9", `src/${HOSTILE}:1`] : [],
      places_found: at === 1 ? 5 : 0,
      tokens: 1_000 + at,
      milliseconds: at,
    });
  }
}

/** Modules that use the next ones and, most of them, one; and one of tests. */
export const MODULES = 30;

async function writeModules(root: string): Promise<void> {
  const nameOf = (at: number): string => `a_module_of_this_project_${String(at).padStart(2, "0")}`;
  const write = async (path: string, text: string): Promise<void> => {
    await mkdir(join(root, dirname(path)), { recursive: true });
    await writeFile(join(root, path), text);
  };
  await write("package.json", '{ "name": "many", "type": "module" }\n');
  await write("src/base/index.ts", "export const base = 1;\n");
  for (let at = 0; at < MODULES; at += 1) {
    const used = [1, 3, 7].map((step) => at + step).filter((to) => to < MODULES);
    const imports = used.map((to) => `import { made as made${to} } from "../${nameOf(to)}/index.ts";`);
    const sum = ["base", ...used.map((to) => `made${to}`)].join(" + ");
    const text = ['import { base } from "../base/index.ts";', ...imports, `export const made = ${sum};`, ""].join("\n");
    await write(`src/${nameOf(at)}/index.ts`, text);
  }
  await write(
    "test/units/first.test.ts",
    'import { base } from "../../src/base/index.ts";\nexport const tested = base;\n',
  );
}

export interface ServedUi {
  /** Everything lies in it. */
  readonly folder: string;
  readonly root: string;
  /** Of the project of many modules. */
  readonly other: string;
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
  const env = {
    ...playground.env,
    CONTEXT_BROKER_VECTORS: "off",
    CONTEXT_BROKER_EDITOR_LINK: "vscode://file/{path}:{line}",
  };
  const run = (...args: readonly string[]) =>
    execFileSync(process.execPath, [MAIN, ...args], { cwd: root, env, encoding: "utf8" });
  run("index");
  run("save", "where is the session checked", "--paths", "src/users/**", "--name", "kept");
  await writeFile(join(root, "src", "odd.ts"), "export const oddHandler = 2;\n", { flag: "a" });
  await writeJournal(playground.home);
  writeCalls(playground.home, root);
  const other = join(playground.folder, "many");
  await mkdir(join(other, ".git"), { recursive: true });
  await writeModules(other);
  run("index", "--project", other);
  const program = spawn(process.execPath, [MAIN, "ui"], { cwd: root, env, stdio: ["ignore", "pipe", "ignore"] });
  const [line] = (await once(program.stdout, "data")) as [Buffer];
  return {
    folder: playground.folder,
    root,
    other,
    link: line.toString().trim(),
    run,
    close: async () => {
      program.kill("SIGINT");
      await once(program, "exit");
      await playground.remove();
    },
  };
}
