// Test programs that run in a process of their own, to be killed or to be bound by permissions: bundled from
// TypeScript, since Node 20 does not run it.
import { type ChildProcess, fork } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { packagePath } from "../../src/system/package-root.ts";

export interface ChildProgram {
  /** The script, for a test that starts it in its own way. */
  readonly file: string;
  /** Forks it; `argument` comes to it as JSON in its first argument. */
  start(argument: unknown, options?: { readonly execPath?: string; readonly execArgv: string[] }): ChildProcess;
  dispose(): void;
}

/**
 * Bundles `entry`, a path from the package's root, beneath node_modules so that packages are found; beneath dist/ a program that starts the
 * package's own workers.
 */
export async function bundleChildProgram(
  entry: string,
  within: "node_modules" | "dist" = "node_modules",
): Promise<ChildProgram> {
  const folder = mkdtempSync(join(packagePath(within), ".context-broker-test-"));
  const file = join(folder, "child.mjs");
  await build({
    entryPoints: [packagePath(entry)],
    outfile: file,
    bundle: true,
    platform: "node",
    target: "node20.19",
    format: "esm",
    packages: "external",
    logLevel: "warning",
  });
  return {
    file,
    start: (argument, options = { execArgv: [] }) =>
      fork(file, [JSON.stringify(argument)], { ...options, stdio: ["ignore", "inherit", "inherit", "ipc"] }),
    dispose: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** The next message of a child; rejects when it ends without one. */
export function nextMessage<Message>(child: ChildProcess): Promise<Message> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null, signal: string | null) =>
      reject(new Error(`the child ended before it spoke (${signal ?? code})`));
    child.once("exit", onExit);
    child.once("message", (message) => {
      child.off("exit", onExit);
      resolve(message as Message);
    });
  });
}

/** How a child ended: its exit code, or the signal that killed it. */
export function ended(child: ChildProcess): Promise<number | string | null> {
  return child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve(child.signalCode ?? child.exitCode)
    : new Promise((resolve) => child.once("exit", (code, signal) => resolve(signal ?? code)));
}
