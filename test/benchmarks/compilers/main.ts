// Applies drawn edits through the server, as a client does; after each the compiler is asked, and the edit is undone.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import process from "node:process";
import { placesOfWord } from "../../../src/intelligence/occurrences/places-of-word.ts";
import { packagePath } from "../../../src/system/package-root.ts";
import { Failure } from "../../../src/vocabulary/failure.ts";
import { seededRandom } from "../../support/random.ts";
import { readTable } from "../../support/read-table.ts";
import { commitOf } from "../figures/identify.ts";
import { environmentIn, runCommand, type Server, startServer } from "../figures/program.ts";
import { intoPage } from "../page.ts";
import { runMain, tell } from "../run-main.ts";
import { machine } from "../support.ts";
import { type Diagnostic, followsFromListed, newDiagnostics, parseDiagnostics } from "./diagnostics.ts";
import { type DrawnEdit, drawEdits, drawFromAll } from "./drawn-edit.ts";
import { hardNames } from "./hard-names.ts";
import { type Judged, type JudgedEdit, readJudged, writeJudged } from "./judged-edits.ts";
import { type Options, parseOptions, USAGE } from "./options.ts";
import { copyProgram } from "./programs.ts";
import { reportOf } from "./report.ts";

const PROGRAM = { main: packagePath("dist/main.js") };
const CHECK_MS_MAX = 300_000;
/** In the messages while it runs. */
const SAID_LENGTH_MAX = 200;
const UNLISTED_SHOWN = 5;

interface Place {
  readonly path: string;
  readonly line: number;
  readonly endLine: number;
}

interface Answer {
  readonly state?: string;
  readonly session?: string;
  readonly summary: string;
  readonly left?: unknown;
  readonly refusals?: unknown;
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
    // A call that is left goes on to its last line; the lines of a symbol in another table are no such range.
    const end = row["line"] === undefined ? line : (row["end_line"] ?? line);
    return typeof line === "number" ? [{ path: String(row["path"]), line, endLine: Number(end) }] : [];
  });
  return [...places, ...Object.values(value).flatMap(placesIn)];
}

/** What an edit wants to be told that leaves places in text that is not understood. */
const LEAVE_UNREAD = /`leave_unread` (\d+)/;

/** The answer's first line, and what it was refused for. */
const saidBy = ({ summary, refusals }: Answer): string =>
  [summary, ...readTable(refusals).flatMap((row) => [String(row["message"]), String(row["remedy"] ?? "")])].join("; ");

/** Whether the line of a diagnostic has the name as a word. */
function namedLines(root: string, name: string): (one: Diagnostic) => boolean {
  return ({ path, line }) => {
    const file = join(root, path);
    const text = existsSync(file) ? (readFileSync(file, "utf8").split("\n")[line - 1] ?? "") : "";
    return placesOfWord(text, name).length > 0;
  };
}

async function apply(
  server: Server,
  edit: DrawnEdit,
  options: Options,
  before: readonly Diagnostic[],
): Promise<JudgedEdit> {
  const clean = stateOf(options.root);
  const about = { operation: edit.operation, kind: edit.kind, input: edit.input };
  const call = async (more: object) =>
    (await server.call(edit.tool, { ...edit.input, ...more, apply: true, max_tokens: 50_000 })) as Answer;
  const first = await call({});
  const leftUnread = Number(LEAVE_UNREAD.exec(saidBy(first))?.[1] ?? 0);
  const answer = leftUnread > 0 ? await call({ leave_unread: leftUnread }) : first;
  if (answer.state !== "applied" || answer.session === undefined) {
    return {
      ...about,
      state: answer.state ?? "none",
      said: saidBy(answer),
      leftUnread: 0,
      unlisted: [],
      listed: 0,
      isUndone: stateOf(options.root) === clean,
    };
  }
  const listed = placesIn(answer);
  const fresh = newDiagnostics(before, check(options), edit.renamed);
  const paths = new Set(listed.map(({ path }) => path));
  const isListed = (found: Diagnostic): boolean =>
    followsFromListed(found, paths) ||
    listed.some((one) => one.path === found.path && one.line - 1 <= found.line && found.line <= one.endLine + 1);
  const hasName = namedLines(options.root, edit.name);
  const unlisted = fresh.filter((one) => !isListed(one)).map((one) => ({ ...one, hasName: hasName(one) }));
  await server.call("undo_edits", { session: answer.session, apply: true });
  return {
    ...about,
    state: "applied",
    said: "",
    leftUnread,
    unlisted,
    listed: fresh.filter(isListed).length,
    isUndone: stateOf(options.root) === clean,
  };
}

/** In the small programs every symbol is of interest, in a repository those of its own code. */
async function judge(options: Options, isProgram: boolean): Promise<Judged> {
  const { root, home, operations, count, seed, paths, isHard } = options;
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
  const edits: JudgedEdit[] = [];
  try {
    const files = execFileSync("git", ["-C", root, "ls-files", "-z", "--", ...paths], { encoding: "utf8" })
      .split("\0")
      .filter((path) => path !== "");
    const hard = isHard ? hardNames(root, files) : null;
    const draw = { operations, count, random: seededRandom(seed), hard };
    const draws = isProgram ? drawFromAll(server.call, files, draw) : drawEdits(server.call, files, draw);
    for (const edit of await draws) {
      const one = await apply(server, edit, options, before);
      edits.push(one);
      tellEdit(edits.length, one);
      if (!one.isUndone) {
        throw new Error(`${root} is not as before after ${JSON.stringify(one.input)}`);
      }
    }
  } finally {
    await server.close();
  }
  return {
    at: `${new Date().toISOString().slice(0, 16).replace("T", " ")} UTC`,
    machine: machine(),
    program: commitOf(packagePath(), ["src", "package.json"]),
    repository: isProgram ? `program ${options.set} ${basename(root)}` : basename(root),
    commit: isProgram ? commitOf(packagePath(), ["fixtures/compilers"]) : commitOf(root),
    keptAside: options.keptAside,
    compiler: options.compiler ?? options.check,
    seed,
    edits,
  };
}

function tellEdit(number: number, { operation, kind, input, state, said, unlisted }: JudgedEdit): void {
  tell(`${number} ${operation} ${kind} ${JSON.stringify(input)}: ${state} ${said.slice(0, SAID_LENGTH_MAX)}`);
  for (const { path, line, message, hasName } of unlisted.slice(0, UNLISTED_SHOWN)) {
    tell(`    ${hasName === true ? "denied" : "not listed"}: ${path}:${line} ${message}`);
  }
}

async function judgePrograms(options: Options): Promise<Judged[]> {
  const judged: Judged[] = [];
  for (const language of options.programs) {
    tell(`${language}:`);
    judged.push(await judge({ ...options, ...copyProgram(language, options) }, true));
  }
  return judged;
}

async function run(options: Options): Promise<void> {
  const { json, page, rows, programs } = options;
  const judged =
    rows.length > 0
      ? rows.flatMap(readJudged)
      : programs.length > 0
        ? await judgePrograms(options)
        : [await judge(options, false)];
  if (json !== null) {
    mkdirSync(dirname(json), { recursive: true });
    writeFileSync(json, writeJudged(judged));
  }
  const report = reportOf(judged);
  if (page !== null) {
    writeFileSync(page, intoPage(readFileSync(page, "utf8"), report, "bench:compilers"));
  }
  process.stdout.write(`\n${report}`);
}

/** Measures; answers the exit code: 0, or 2 where something that was given is wrong. */
export const main = (args: readonly string[], cwd: string): Promise<number> =>
  runMain({ usage: USAGE, parse: () => parseOptions(args, cwd), run });
