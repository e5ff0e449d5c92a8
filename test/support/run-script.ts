// Runs TypeScript of this repository in a process of its own, so that it can compete with others or be killed.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/** Bundles `source`, whose imports start at the repository's root, to one file. */
export async function bundleScript(source: string, outfile: string): Promise<void> {
  await build({
    stdin: { contents: source, resolveDir: fileURLToPath(new URL("../..", import.meta.url)), loader: "ts" },
    bundle: true,
    platform: "node",
    format: "esm",
    outfile,
    logLevel: "error",
  });
}

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Kill {
  /** Milliseconds from the first output of the process until SIGKILL. */
  readonly killAfterMs?: number;
  /** After that time, wait also until a file stands at this path. */
  readonly killOnceExists?: string;
}

/** Runs to its end, or until it is killed with SIGKILL. */
export async function runScript(file: string, args: readonly string[], options: Kill = {}): Promise<Ended> {
  const child = spawn(process.execPath, [file, ...args], { stdio: ["ignore", "pipe", "pipe"] });
  let [stdout, stderr] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    if (stdout === "" && options.killAfterMs !== undefined) {
      setTimeout(() => kill(child, options.killOnceExists), options.killAfterMs);
    }
    stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  const [code] = (await once(child, "close")) as [number | null];
  return { code, stdout, stderr };
}

function kill(child: ChildProcess, path: string | undefined): void {
  if (child.exitCode !== null) return;
  if (path === undefined || existsSync(path)) child.kill("SIGKILL");
  else setImmediate(kill, child, path);
}
