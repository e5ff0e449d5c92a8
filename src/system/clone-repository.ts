// Clones a repository of another machine where it may be hostile: one commit, over HTTPS alone, with none of the programs that its configuration,
// its attributes or the user's could name. What it takes in time and on disk is bounded.
import { spawn } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import { rm } from "node:fs/promises";
import { devNull } from "node:os";
import { dirname, join } from "node:path";
import { cancelled, codeOf, Failure } from "../vocabulary/failure.ts";
import { DISARMED, safeEnvironment } from "./git.ts";
import { isLoopback } from "./loopback.ts";
import { SIGNALS } from "./platform/signals.ts";

export interface CloneRequest {
  readonly url: string;
  /** Absolute; must not be there yet. */
  readonly folder: string;
  readonly bytesMax: number;
  readonly timeMsMax: number;
  readonly signal: AbortSignal;
  readonly onProgress: (bytes: number) => void;
}

/** Besides `DISARMED`. Filters and LFS need no more: without configuration, no attribute names a program. */
const CLONING: readonly string[] = [
  "core.symlinks=false",
  "fetch.fsckObjects=true",
  "http.followRedirects=initial",
  "lfs.fetchexclude=*",
];
const LOOK_MS = 300;
const REASON_LENGTH_MAX = 300;

/** Whether a user names a repository of another machine rather than a folder. */
export const isRemote = (named: string): boolean =>
  /^[a-z][a-z0-9+.-]*:\/\//i.test(named) || /^[^/\\]+@[^/\\]+:/.test(named);

/** Throws INVALID_INPUT for another address than an https one, GIT_UNAVAILABLE where it cannot be cloned, CANCELLED. Leaves nothing then. */
export async function cloneRepository(request: CloneRequest): Promise<void> {
  const protocol = protocolOf(request.url);
  try {
    await run(request, protocol);
  } catch (error) {
    await rm(request.folder, { recursive: true, force: true });
    throw error;
  }
}

function protocolOf(url: string): "https" | "http" {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  const isOwn = parsed?.protocol === "http:" && isLoopback(parsed.hostname);
  if (parsed === null || (parsed.protocol !== "https:" && !isOwn)) {
    throw new Failure("INVALID_INPUT", `repo: ${JSON.stringify(url.slice(0, 200))} is no https address`, {
      hint: "give https://HOST/PATH, or clone it yourself and name the folder",
    });
  }
  if (/^[^/]*\/\/[^/]*@/.test(url)) {
    throw new Failure("INVALID_INPUT", "repo: the address has a user name or a password in it", {
      hint: "leave it out: only public repositories are cloned; clone others yourself and name the folder",
    });
  }
  return isOwn ? "http" : "https";
}

function run({ url, folder, bytesMax, timeMsMax, signal, onProgress }: CloneRequest, protocol: string): Promise<void> {
  const settings = [...DISARMED, ...CLONING, `protocol.${protocol}.allow=always`].flatMap((setting) => ["-c", setting]);
  const flags = ["--depth=1", "--single-branch", "--no-tags", "--no-recurse-submodules", "--no-local", "--template="];
  return new Promise((resolve, reject) => {
    let stderr = "";
    let stopped: Error | null = signal.aborted ? cancelled() : null;
    const child = spawn("git", [...settings, "clone", "--quiet", ...flags, "--", url, folder], {
      cwd: dirname(process.execPath),
      env: {
        ...safeEnvironment(process.env),
        // Nothing of the user's either: `url.insteadOf`, a proxy's password, a template with hooks.
        GIT_CONFIG_NOSYSTEM: "1",
        GIT_CONFIG_GLOBAL: devNull,
        GIT_ASKPASS: "",
        SSH_ASKPASS: "",
        GIT_LFS_SKIP_SMUDGE: "1",
      },
      stdio: ["ignore", "ignore", "pipe"],
      windowsHide: true,
    });
    const stop = (why: Error): void => {
      stopped ??= why;
      child.kill(SIGNALS.atOnce);
      // Git's helpers have the pipe as well, and end when they notice that git is gone.
      child.stderr.destroy();
    };
    const abort = () => stop(cancelled());
    signal.addEventListener("abort", abort, { once: true });
    const limit = setTimeout(() => stop(unavailable(`it took longer than ${timeMsMax / 1000} s`)), timeMsMax);
    const look = setInterval(() => {
      const bytes = bytesBelow(folder);
      onProgress(bytes);
      if (bytes > bytesMax) {
        stop(unavailable(`it is larger than ${Math.floor(bytesMax / 1024 ** 2)} MiB`));
      }
    }, LOOK_MS);
    const end = (): void => {
      clearTimeout(limit);
      clearInterval(look);
      signal.removeEventListener("abort", abort);
    };
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      stderr = (stderr + text).slice(-4_000);
    });
    child.on("error", (error) => {
      end();
      reject(unavailable(codeOf(error) === "ENOENT" ? "git is not installed" : error.message));
    });
    child.on("close", (code) => {
      end();
      if (stopped !== null) {
        reject(stopped);
      } else if (code === 0 && bytesBelow(folder) <= bytesMax) {
        resolve();
      } else {
        reject(unavailable(reasonIn(stderr)));
      }
    });
  });
}

const unavailable = (reason: string): Failure =>
  new Failure("GIT_UNAVAILABLE", `the repository was not cloned: ${reason}`, {
    hint: "check the address; or clone it yourself and name the folder",
  });

function reasonIn(stderr: string): string {
  const lines = stderr.trim().split("\n");
  const fatal = lines.find((line) => /^(?:fatal|error):/.test(line)) ?? lines[0] ?? "";
  return fatal === "" ? "it is too large" : fatal.slice(0, REASON_LENGTH_MAX);
}

function bytesBelow(folder: string): number {
  let bytes = 0;
  const open = [folder];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    try {
      for (const entry of readdirSync(next, { withFileTypes: true })) {
        const path = join(next, entry.name);
        if (entry.isDirectory()) {
          open.push(path);
        } else {
          bytes += statSync(path, { throwIfNoEntry: false })?.size ?? 0;
        }
      }
    } catch (error) {
      // Git moves and removes folders meanwhile.
      if (!["ENOENT", "ENOTDIR"].includes(codeOf(error))) {
        throw error;
      }
    }
  }
  return bytes;
}
