// Runs the review of a commit as a user does, and reads its report.
import { spawn } from "node:child_process";
import process from "node:process";
import type { Finding } from "./judge.ts";

export interface Reviewed {
  readonly status: string;
  readonly findings: readonly Finding[];
  readonly rules: readonly { readonly id: string; readonly state: string; readonly why?: string }[];
  readonly ms: number;
}

const REVIEW_MS_MAX = 300_000;

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function run(
  main: string,
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [main, ...args], {
      cwd,
      env: { ...env },
      stdio: ["ignore", "pipe", "pipe"],
      timeout: REVIEW_MS_MAX,
    });
    let stdout = "";
    let stderr = "";
    child.stdout.on("data", (data: Buffer) => {
      stdout += data.toString();
    });
    child.stderr.on("data", (data: Buffer) => {
      stderr += data.toString();
    });
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, stdout, stderr }));
  });
}

/** Makes the index, and all vectors where the settings have them on. Throws where it fails. */
export async function indexProject(main: string, root: string, env: Readonly<Record<string, string>>): Promise<void> {
  const { code, stderr } = await run(main, ["index"], root, env);
  if (code !== 0) {
    throw new Error(`index of ${root} ended with ${code}: ${stderr.slice(-1000)}`);
  }
}

/** Throws where the review could not run. */
export async function reviewCommit(
  main: string,
  root: string,
  hash: string,
  env: Readonly<Record<string, string>>,
): Promise<Reviewed> {
  const start = performance.now();
  const { code, stdout, stderr } = await run(
    main,
    ["review", "--mode", "commit", "--commit", hash, "--output", "json"],
    root,
    env,
  );
  if (code !== 0 && code !== 1) {
    throw new Error(`review of ${hash} in ${root} ended with ${code}: ${stderr.slice(-1000)}`);
  }
  const report = JSON.parse(stdout) as Omit<Reviewed, "ms">;
  return { status: report.status, findings: report.findings, rules: report.rules, ms: performance.now() - start };
}
