// Runs a benchmark's own command in a folder of its own, as npm does: the script is in the package's folder, and INIT_CWD
// says where the person is. For the tests of the commands as a whole.
import { execFile } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Failure } from "../../src/vocabulary/failure.ts";

export interface Ended {
  /** The exit code; −1 where the process did not end by itself. */
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface BenchFolder {
  run(name: "authorities" | "fit" | "lines" | "quality" | "scale", ...args: readonly string[]): Promise<Ended>;
  write(path: string, text: string): void;
}

export function benchFolder(folder: string): BenchFolder {
  return {
    run: (name, ...args) => {
      const entry = fileURLToPath(new URL(`${name}/run.mjs`, import.meta.url));
      const env = { ...process.env, INIT_CWD: folder };
      return new Promise((resolve) => {
        execFile(process.execPath, [entry, ...args], { env }, (error, stdout, stderr) =>
          resolve({ code: typeof error?.code === "number" ? error.code : error === null ? 0 : -1, stdout, stderr }),
        );
      });
    },
    write: (path, text) => {
      const file = join(folder, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    },
  };
}

/** What a person is told whose arguments are wrong; "none" where they are right. */
export function complaintOf(parse: (args: readonly string[], cwd: string) => unknown, args: readonly string[]): string {
  try {
    parse(args, "/home/me");
  } catch (error) {
    if (error instanceof Failure) {
      return `${error.message} (${error.hint})`;
    }
  }
  return "none";
}
