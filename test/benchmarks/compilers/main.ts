// Applies drawn edits through the server, as a client does; after each the compiler is asked, and the edit is undone.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import process from "node:process";
import { packagePath } from "../../../src/system/package-root.ts";
import { Failure } from "../../../src/vocabulary/failure.ts";
import { seededRandom } from "../../support/random.ts";
import { readTable } from "../../support/read-table.ts";
import { commitOf } from "../figures/identify.ts";
import { environmentIn, runCommand, type Server, startServer } from "../figures/program.ts";
import { runMain, tell } from "../run-main.ts";
import { machine, table } from "../support.ts";
import { type Diagnostic, newDiagnostics, parseDiagnostics } from "./diagnostics.ts";
import { type DrawnEdit, drawEdits, OPERATIONS } from "./drawn-edit.ts";
import { type Options, parseOptions, USAGE } from "./options.ts";

const PROGRAM = { main: packagePath("dist/main.js") };
const CHECK_MS_MAX = 300_000;

interface Place {
  readonly path: string;
  readonly line: number;
}

interface Answer {
  readonly state?: string;
  readonly session?: string;
  readonly summary: string;
  readonly left?: unknown;
  readonly refusals?: unknown;
}

interface Done {
  readonly operation: string;
  readonly kind: string;
  readonly input: DrawnEdit["input"];
  readonly state: string;
  /** What the answer said, where nothing was applied. */
  readonly said: string;
  /** New diagnostics at places that the answer did not name. */
  readonly unsaid: readonly Diagnostic[];
  /** New diagnostics at places that it named. */
  readonly said_before: number;
  readonly isUndone: boolean;
}

function check({ check: command, root }: Options): Diagnostic[] {
  const { stdout, stderr, error } = spawnSync("sh", ["-c", command], {
    cwd: root,
    encoding: "utf8",
    timeout: CHECK_MS_MAX,
    maxBuffer: 1 << 28,
  });
  if (error !== undefined) {
    throw error;
  }
  return parseDiagnostics(`${stdout}\n${stderr}`, root);
}

/** Every file of the repository with its bytes, mode and kind, as git would hash them, ignored and untracked ones left out. */
function stateOf(root: string): string {
  const git = (...args: string[]) =>
    execFileSync("git", ["-C", root, ...args], { encoding: "utf8", maxBuffer: 1 << 28 });
  return git("status", "--porcelain=v1", "--untracked-files=all") + git("diff", "--no-ext-diff", "--binary", "HEAD");
}

/** The rows with a path and a line of all tables of the answer, such as `left` and the users of its impact. */
function placesIn(value: unknown): Place[] {
  if (typeof value !== "object" || value === null) {
    return [];
  }
  const own = "columns" in value && "rows" in value ? readTable(value) : [];
  const places = own.flatMap((row) => {
    const line = row["line"] ?? row["start_line"];
    return typeof line === "number" ? [{ path: String(row["path"]), line }] : [];
  });
  return [...places, ...Object.values(value).flatMap(placesIn)];
}

async function apply(server: Server, edit: DrawnEdit, options: Options, before: readonly Diagnostic[]): Promise<Done> {
  const clean = stateOf(options.root);
  const about = { operation: edit.operation, kind: edit.kind, input: edit.input };
  const answer = (await server.call(edit.tool, { ...edit.input, apply: true, max_tokens: 50_000 })) as Answer;
  if (answer.state !== "applied" || answer.session === undefined) {
    const said = [answer.summary, ...readTable(answer.refusals).map((row) => String(row["message"]))].join("; ");
    return {
      ...about,
      state: answer.state ?? "none",
      said,
      unsaid: [],
      said_before: 0,
      isUndone: stateOf(options.root) === clean,
    };
  }
  const listed = new Set(placesIn(answer).map(({ path, line }) => `${path}:${line}`));
  const fresh = newDiagnostics(before, check(options));
  const isSaid = ({ path, line }: Diagnostic): boolean => [-1, 0, 1].some((by) => listed.has(`${path}:${line + by}`));
  await server.call("undo_edits", { session: answer.session, apply: true });
  return {
    ...about,
    state: "applied",
    said: "",
    unsaid: fresh.filter((one) => !isSaid(one)),
    said_before: fresh.filter(isSaid).length,
    isUndone: stateOf(options.root) === clean,
  };
}

function report(done: readonly Done[], about: readonly string[]): string {
  const row = (name: string, of: readonly Done[]): string[] => {
    const applied = of.filter(({ state }) => state === "applied");
    return [
      name,
      String(of.length),
      String(applied.length),
      String(applied.filter(({ unsaid }) => unsaid.length === 0).length),
      String(applied.filter((one) => one.said_before > 0).length),
      String(of.filter(({ isUndone }) => isUndone).length),
    ];
  };
  const rows = OPERATIONS.map((name) =>
    row(
      name,
      done.filter(({ operation }) => operation === name),
    ),
  );
  const header = ["edit", "drawn", "applied", "nothing unsaid reported", "reported as listed", "bytes as before"];
  return [...about.map((line) => `- ${line}`), "", table(header, [...rows, row("all", done)]), ""].join("\n");
}

async function run(options: Options): Promise<void> {
  const { root, home, json, operations, count, seed, paths } = options;
  if (stateOf(root) !== "") {
    throw new Failure("INVALID_INPUT", `${root} has changes`, {
      hint: "commit them or check out again: each edit is compared with this state",
    });
  }
  const env = environmentIn(join(home, basename(root)), { CONTEXT_BROKER_VECTORS: "off" });
  await runCommand(PROGRAM, ["index", "--project", root], env);
  const before = check(options);
  tell(`${before.length} diagnostics before any edit`);
  const server = await startServer(PROGRAM, root, env, ["--toolsets", "search,code,code-more,edit"]);
  const done: Done[] = [];
  try {
    const files = execFileSync("git", ["-C", root, "ls-files", "-z", "--", ...paths], { encoding: "utf8" })
      .split("\0")
      .filter((path) => path !== "");
    for (const edit of await drawEdits(server.call, files, { operations, count, random: seededRandom(seed) })) {
      const one = await apply(server, edit, options, before);
      done.push(one);
      tell(
        `${done.length} ${one.operation} ${one.kind} ${JSON.stringify(one.input)}: ${one.state} ${one.said.slice(0, 200)}`,
      );
      for (const { path, line, message } of one.unsaid.slice(0, 5)) {
        tell(`    UNSAID ${path}:${line} ${message}`);
      }
      if (!one.isUndone) {
        throw new Error(`${root} is not as before after ${JSON.stringify(one.input)}`);
      }
    }
  } finally {
    await server.close();
  }
  const about = [
    `${new Date().toISOString().slice(0, 16).replace("T", " ")} UTC`,
    machine(),
    `Context Broker at ${commitOf(packagePath(), ["src", "package.json"])}`,
    `${basename(root)} at ${commitOf(root)}, seed ${seed}, checked by \`${options.check}\``,
  ];
  if (json !== null) {
    mkdirSync(dirname(json), { recursive: true });
    writeFileSync(json, `${JSON.stringify({ about, done }, null, 2)}\n`);
  }
  process.stdout.write(`\n${report(done, about)}`);
}

/** Measures; answers the exit code: 0, or 2 where something that was given is wrong. */
export const main = (args: readonly string[], cwd: string): Promise<number> =>
  runMain({ usage: USAGE, parse: () => parseOptions(args, cwd), run });
