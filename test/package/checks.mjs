// What the tests of the package share: counting checks, measuring time, packing.
import { execFile } from "node:child_process";
import process from "node:process";
import { promisify } from "node:util";

/** `check` prints a line; `seen` is what was found. `counts` has how many were right and wrong. */
export function openChecks() {
  const counts = { passed: 0, failed: 0 };
  const check = (what, good, seen = "") => {
    counts[good ? "passed" : "failed"]++;
    process.stdout.write(`${good ? "ok  " : "FAIL"} ${what}${seen === "" ? "" : `: ${seen}`}\n`);
  };
  return { check, counts };
}

export async function timed(work) {
  const start = performance.now();
  const result = await work();
  return { result, seconds: (performance.now() - start) / 1000 };
}

/** What `npm pack` says of the file that it makes of `root` in `folder`: `filename`, `size`, `unpackedSize`. */
export async function pack(root, folder, env = process.env) {
  const args = ["pack", "--json", "--pack-destination", folder];
  const { stdout } = await promisify(execFile)("npm", args, { cwd: root, env, maxBuffer: 2 ** 26 });
  // The build prints before it.
  const [packed] = Object.values(JSON.parse(stdout.slice(stdout.search(/^[[{]/m))));
  return packed;
}
