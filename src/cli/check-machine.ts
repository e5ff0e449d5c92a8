// doctor's checks of this machine: Node, native modules, folders, disk, git.

import { execFile } from "node:child_process";
import { constants, existsSync } from "node:fs";
import { access, stat, statfs } from "node:fs/promises";
import { dirname } from "node:path";
import { promisify } from "node:util";
import { cureOf, type NativeName } from "../system/native-module.ts";
import { packagePath } from "../system/package-root.ts";
import { SYSTEM } from "../system/platform/this-system.ts";
import { systemReason } from "../vocabulary/failure.ts";

/** What git says of a repository that it cannot read, and what helps. */
export interface UnreadRepository {
  readonly reason: string;
  readonly remedy: string;
}

/** `note`: fine, but worth knowing. `warning`: something could be better. `failed`: essential, and broken. */
export type State = "ok" | "note" | "warning" | "failed";

export interface Finding {
  readonly check: string;
  readonly state: State;
  readonly detail: string;
  /** What to do; "" if there is nothing to do. */
  readonly cure: string;
}

const run = promisify(execFile);
const NODE_MIN: readonly [number, number] = [20, 19];
const PROBE_MS_MAX = 20_000;
/** In bytes: enough for a large project's index. */
const DISK_COMFORTABLE = 1024 ** 3;
const DISK_MIN = 32 * 1024 ** 2;

export function judgeNode(version: string): Finding {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const enough = major > NODE_MIN[0] || (major === NODE_MIN[0] && minor >= NODE_MIN[1]);
  const detail = `${version}, ${SYSTEM} ${process.arch}`;
  return enough
    ? { check: "Node", state: "ok", detail, cure: "" }
    : { check: "Node", state: "failed", detail, cure: `install Node ${NODE_MIN.join(".")} or newer` };
}

export const checkNode = (): Promise<Finding> => Promise.resolve(judgeNode(process.versions.node));

/** Tests a native library in a process of its own, so that a crash ends only that process. */
export async function checkModule(
  name: NativeName,
  need: "essential" | "optional",
  probe = packagePath("dist", "workers", "native-probe.js"),
): Promise<Finding> {
  const wrong = await tryModule(name, probe);
  if (wrong === null) {
    return { check: name, state: "ok", detail: "loads and works", cure: "" };
  }
  return need === "optional"
    ? {
        check: name,
        state: "note",
        detail: `${wrong.message}; large projects are searched by an int8 scan: same answers, slower`,
        cure: `to have it, ${wrong.cure}`,
      }
    : { check: name, state: "failed", detail: wrong.message, cure: wrong.cure };
}

/** What is wrong with a library; null if it works. */
async function tryModule(name: NativeName, probe: string): Promise<{ message: string; cure: string } | null> {
  try {
    const { stdout } = await run(process.execPath, [probe, name], { timeout: PROBE_MS_MAX });
    return stdout === "" ? null : JSON.parse(stdout);
  } catch (error) {
    return { message: `the native library ${name} cannot be loaded: ${reasonOf(error)}`, cure: cureOf(name) };
  }
}

/** The line of a failed process that names its error. */
function reasonOf(error: unknown): string {
  const { stderr = "", message, signal } = error as Error & { stderr?: string; signal?: string | null };
  const lines = stderr.split("\n").map((line) => line.trim());
  const named = lines.find((line) => /^(\w*Error)\b.*:/.test(line));
  return named ?? (signal ? `ended by ${signal}` : (message.split("\n")[0] ?? "unknown"));
}

/** The folder itself, or the nearest existing one above it. */
async function nearestExisting(folder: string): Promise<string> {
  let nearest = folder;
  while (!existsSync(nearest) && dirname(nearest) !== nearest) {
    nearest = dirname(nearest);
  }
  return nearest;
}

export async function checkFolder(check: string, folder: string): Promise<Finding> {
  const nearest = await nearestExisting(folder);
  const setting = check.replace(" ", "_");
  const cure = `make it writable for this user, or choose another: context-broker config set ${setting} DIR`;
  try {
    if (!(await stat(nearest)).isDirectory()) {
      return { check, state: "failed", detail: `${nearest} is not a folder`, cure };
    }
    await access(nearest, constants.R_OK | constants.W_OK | constants.X_OK);
    const detail = nearest === folder ? folder : `${folder} (will be created in ${nearest})`;
    return { check, state: "ok", detail, cure: "" };
  } catch (error) {
    const what = nearest === folder ? `${folder} cannot be written` : `${folder} cannot be made in ${nearest}`;
    return { check, state: "failed", detail: `${what}: ${systemReason(error)}`, cure };
  }
}

export function judgeDisk(free: number): Pick<Finding, "state" | "cure"> {
  if (free < DISK_MIN) {
    return { state: "failed", cure: "free some space, or move cache_folder to another disk" };
  }
  return free < DISK_COMFORTABLE
    ? { state: "warning", cure: "the index of a large project can take more; free some space" }
    : { state: "ok", cure: "" };
}

export async function checkDisk(folder: string): Promise<Finding> {
  const nearest = await nearestExisting(folder);
  const { bavail, bsize } = await statfs(nearest);
  const free = bavail * bsize;
  return { check: "free disk", detail: `${(free / 1024 ** 3).toFixed(1)} GiB at ${nearest}`, ...judgeDisk(free) };
}

/** `unread`: what git says of the repository where the command runs, and what helps; null if it reads it, or there is none. */
export async function checkGit(unread: () => Promise<UnreadRepository | null>): Promise<Finding> {
  try {
    const { stdout } = await run("git", ["--version"], { timeout: PROBE_MS_MAX });
    const [version, refused] = [stdout.trim(), await unread()];
    return refused === null
      ? { check: "git", state: "ok", detail: version, cure: "" }
      : {
          check: "git",
          state: "warning",
          detail: `${version} cannot read the repository here: ${refused.reason}`,
          cure: refused.remedy,
        };
  } catch (error) {
    return {
      check: "git",
      state: "note",
      detail: `not found (${reasonOf(error)}); .gitignore files are read anyway`,
      cure: "install git: it is needed for the global ignore file, tracked files, changed_since and history",
    };
  }
}
