// Runs test files in a checkout of the program, until the first that fails.
import { spawn } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

export interface Asked {
  /** The tests hold: nothing was noticed; `hung`: ended by the time limit. */
  readonly outcome: "held" | "failed" | "hung";
  /** The first test that failed, by file and name. */
  readonly by: string | null;
}

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

function firstFailure(root: string, report: string): string | null {
  const { testResults } = JSON.parse(readFileSync(report, "utf8")) as Report;
  const failed = testResults.find(({ status }) => status === "failed");
  if (failed === undefined) {
    return null;
  }
  const test = failed.assertionResults.find(({ status }) => status === "failed");
  return `${failed.name.slice(root.length + 1)}: ${test?.fullName ?? "the file as a whole"}`;
}

/** Rejects where Vitest itself does not start. */
export async function askTests(root: string, files: readonly string[], timeMsMax: number): Promise<Asked> {
  const report = join(root, ".mutation-report.json");
  rmSync(report, { force: true });
  const args = ["run", "--bail=1", "--maxWorkers=1", "--reporter=json", `--outputFile=${report}`, ...files];
  const child = spawn(process.execPath, [join(root, "node_modules/vitest/vitest.mjs"), ...args], {
    cwd: root,
    stdio: "ignore",
    // A group of its own, so that a hanging test ends with its workers.
    detached: true,
  });
  let hung = false;
  const timer = setTimeout(() => {
    hung = true;
    process.kill(-(child.pid ?? 0), "SIGKILL");
  }, timeMsMax);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", resolve);
  });
  clearTimeout(timer);
  if (hung) {
    return { outcome: "hung", by: null };
  }
  return code === 0
    ? { outcome: "held", by: null }
    : { outcome: "failed", by: firstFailure(root, report) ?? "an error outside of the tests" };
}
