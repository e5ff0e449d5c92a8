// Runs in a mount namespace of its own, on a disk of a few MiB: each command on it while it is full, and again when there is
// room. Tells its parent what each answered. Run through child-program.ts.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { TO_THE_END } from "../to-the-end.ts";

export interface DiskSession {
  readonly main: string;
  /** Becomes the mount point; holds the cache and the data folder. */
  readonly disk: string;
  readonly project: string;
  readonly mebibytes: number;
  readonly query: string;
}

export interface DiskAnswer {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface DiskReport {
  readonly full: { readonly index: DiskAnswer; readonly search: DiskAnswer; readonly save: DiskAnswer };
  readonly roomy: { readonly index: DiskAnswer; readonly search: DiskAnswer; readonly save: DiskAnswer };
}

const ROOMY_MEBIBYTES = 400;

const { main, disk, project, mebibytes, query } = JSON.parse(process.argv[2] ?? "{}") as DiskSession;

function run(...args: string[]): DiskAnswer {
  const env = {
    ...process.env,
    CONTEXT_BROKER_DAEMON: "off",
    CONTEXT_BROKER_CACHE_FOLDER: join(disk, "cache"),
    CONTEXT_BROKER_DATA_FOLDER: join(disk, "data"),
  };
  const all = [main, ...args, "--project", project, "--json"];
  const { status, stdout, stderr } = spawnSync(process.execPath, all, { env, encoding: "utf8", maxBuffer: 1 << 26 });
  return { code: status, stdout, stderr };
}

const all = (): DiskReport["full"] => ({
  index: run("index"),
  search: run("search", query, ...TO_THE_END),
  save: run("save", query, "--name", "kept", "--overwrite"),
});

mkdirSync(disk, { recursive: true });
execFileSync("mount", ["-t", "tmpfs", "-o", `size=${mebibytes}m`, "tmpfs", disk]);
const full = all();
execFileSync("mount", ["-o", `remount,size=${ROOMY_MEBIBYTES}m`, disk]);
const roomy = all();
process.stdout.write(JSON.stringify({ full, roomy } satisfies DiskReport));
