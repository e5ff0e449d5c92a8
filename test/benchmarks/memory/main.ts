// The memory of all processes of the program together (Pss: shared pages count once), with the shared server as users have it: idle on the
// first project, with a client and without, and while all projects are embedded at once. In copies and a home of its own. Needs Linux.
import { execFile, execFileSync } from "node:child_process";
import { appendFileSync, cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { packagePath } from "../../../src/system/package-root.ts";
import { environmentIn, type Server, startServer } from "../figures/program.ts";
import { tell } from "../run-main.ts";
import { machine, proportionalBytes, readProc, table, timed } from "../support.ts";

const MAIN = packagePath("dist", "main.js");
const SAMPLE_MS = 250;
/** Longer shows nothing new. */
const EMBEDDING_MS = 90_000;
/** A question in a session that has warmed up, then what waits for a process that may have ended meanwhile. */
const QUESTIONS = ["where are settings read", "retry with backoff", "render an error message"];

interface Running {
  readonly role: string;
  readonly megabytes: number;
  readonly niceness: number;
}

/** The program's processes: those that were started in this home. */
function running(home: string): Running[] {
  return readdirSync("/proc").flatMap((pid) => {
    if (!/^\d+$/.test(pid) || !environmentOf(pid).includes(`HOME=${home}\0`)) {
      return [];
    }
    const words = readProc(`${pid}/cmdline`).split("\0");
    const at = words.findIndex((word) => word.endsWith(".js"));
    const name = basename(words[at] ?? pid, ".js");
    const fields = readProc(`${pid}/stat`)
      .replace(/^.*\) /s, "")
      .split(" ");
    return {
      role: name === "main" ? (words[at + 1] ?? name) : name,
      megabytes: proportionalBytes(Number(pid)) / 1024 ** 2,
      niceness: Number(fields[16]),
    };
  });
}

/** "" for a process of another user. */
function environmentOf(pid: string): string {
  try {
    return readProc(`${pid}/environ`);
  } catch {
    return "";
  }
}

const sumOf = (processes: readonly Running[]): number => processes.reduce((sum, { megabytes }) => sum + megabytes, 0);

const described = (processes: readonly Running[]): string =>
  processes
    .map(
      ({ role, megabytes, niceness }) => `${role} ${Math.round(megabytes)}${niceness > 0 ? ` (nice ${niceness})` : ""}`,
    )
    .sort()
    .join(", ");

const run = promisify(execFile);

/** A process of its own, which waits for all vectors. */
const indexed = (project: string, env: Readonly<Record<string, string>>, signal?: AbortSignal) =>
  run(process.execPath, [MAIN, "index", "--project", project], {
    env: { ...env },
    ...(signal === undefined ? {} : { signal }),
  });

/** Fails where no server runs any more. */
const stop = (env: Readonly<Record<string, string>>) =>
  run(process.execPath, [MAIN, "daemon", "stop"], { env: { ...env } }).catch(() => undefined);

function copyOf(project: string, folder: string): string {
  const copy = join(folder, basename(project));
  cpSync(project, copy, { recursive: true, filter: (path) => !/node_modules|\.git(\/|$)/.test(path) });
  execFileSync("git", ["init", "-q", copy]);
  return copy;
}

/** Questions that a session begins with; answers how long each took, in milliseconds. */
async function askAll(server: Server, project: string, which: string): Promise<string> {
  const times: string[] = [];
  const note = async (what: string, work: () => Promise<unknown>) =>
    times.push(`${what} ${Math.round((await timed(work)).ms)}`);
  await note("search", () => server.ask(`${QUESTIONS[0]} ${which}`));
  await note("again", () => server.ask(`${QUESTIONS[1]} ${which}`));
  const { hits } = await server.ask(`${QUESTIONS[2]} ${which}`);
  const [path = ""] = hits.map((hit) => hit.path);
  await note("symbols", () => server.call("search_symbols", { query: "create" }));
  appendFileSync(join(project, path), "\n");
  await note("after an edit", () => server.ask(`${QUESTIONS[0]} edited ${which}`));
  return times.join(", ");
}

async function measure(projects: readonly string[], waitMs: number, home: string): Promise<string[][]> {
  const env = environmentIn(home, { CONTEXT_BROKER_DAEMON: "auto" });
  const rows: string[][] = [];
  const row = (what: string, processes: readonly Running[]) => {
    rows.push([what, sumOf(processes).toFixed(0), described(processes)]);
    tell(`${what}: ${sumOf(processes).toFixed(0)} MiB`);
  };
  const [first = "", ...others] = projects;
  try {
    await indexed(first, env);
    const server = await startServer({ main: MAIN }, first, env);
    await askAll(server, first, "first");
    rows.push(["asked at once, ms", "", await askAll(server, first, "at once")]);
    row("just after a question", running(home));
    await delay(waitMs);
    row("idle, with a client", running(home));
    rows.push(["asked after that, ms", "", await askAll(server, first, "later")]);
    await server.close();
    await delay(waitMs);
    row("idle, without a client", running(home));
    if (others.length > 0) {
      await whileEmbedding(others, env, home, row);
    }
  } finally {
    await stop(env);
  }
  return rows;
}

/** The most that the processes took until the work ended, or for EMBEDDING_MS. */
async function mostDuring(home: string, work: Promise<unknown>): Promise<readonly Running[]> {
  let most: readonly Running[] = [];
  const over = Promise.race([work, delay(EMBEDDING_MS, null, { ref: false })]).then(() => true);
  do {
    const processes = running(home);
    most = sumOf(processes) > sumOf(most) ? processes : most;
  } while (!(await Promise.race([over, delay(SAMPLE_MS, false)])));
  return most;
}

const isEmbedded = async (server: Server): Promise<boolean> => {
  const { coverage } = (await server.call("index_status", {})) as {
    coverage: { files: number; files_searchable: number; chunks: number; chunks_embedded: number };
  };
  return coverage.files_searchable === coverage.files && coverage.chunks_embedded === coverage.chunks;
};

async function askUntilEmbedded(server: Server): Promise<void> {
  await server.ask(QUESTIONS[0] ?? "");
  while (!(await isEmbedded(server))) {
    await delay(SAMPLE_MS * 8);
  }
}

async function whileEmbedding(
  projects: readonly string[],
  env: Readonly<Record<string, string>>,
  home: string,
  row: (what: string, processes: readonly Running[]) => void,
): Promise<void> {
  const servers = await Promise.all(projects.map((project) => startServer({ main: MAIN }, project, env)));
  const asking = Promise.all(servers.map(askUntilEmbedded));
  row(`most, ${projects.length} clients with projects never indexed`, await mostDuring(home, asking));
  await Promise.all(servers.map((server) => server.close()));
  await asking.catch(() => undefined);
  await stop(env);
  rmSync(join(home, "cache"), { recursive: true });
  const ends = new AbortController();
  const indexing = Promise.all(projects.map((project) => indexed(project, env, ends.signal)));
  row(`most, ${projects.length} commands \`index\` at once`, await mostDuring(home, indexing));
  ends.abort();
  await indexing.catch(() => undefined);
}

/** `args`: one project for the idle figures, more to be embedded at once; `--wait SECONDS` before the idle figures, 120 by default. */
export async function main(args: readonly string[], cwd: string): Promise<number> {
  const at = args.indexOf("--wait");
  const waitMs = 1000 * (at < 0 ? 120 : Number(args[at + 1]));
  const given = at < 0 ? args : args.toSpliced(at, 2);
  if (given.length === 0 || !(waitMs > 0)) {
    process.stderr.write("usage: npm run bench:memory -- PROJECT [PROJECT…] [--wait SECONDS]\n");
    return 2;
  }
  const folder = mkdtempSync(join(tmpdir(), "context-broker-memory-"));
  try {
    const projects = given.map((project) => copyOf(resolve(cwd, project), folder));
    const rows = await measure(projects, waitMs, join(folder, "home"));
    process.stdout.write(`${machine()}\n\n${table(["all processes", "MiB", "of them"], rows)}\n`);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
  return 0;
}
