// Vitest's global set-up: child processes run from dist/, so it is built before the first test.
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

export async function setup(): Promise<void> {
  // A test that runs others has built already.
  if (process.env["CONTEXT_BROKER_BUILT"] === "1") {
    return;
  }
  const script = fileURLToPath(new URL("../../build.config.mjs", import.meta.url));
  await promisify(execFile)(process.execPath, [script]);
}
