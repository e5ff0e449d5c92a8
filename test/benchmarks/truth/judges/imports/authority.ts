// Runs the scripts that ask an authority about a project, each a program of its own: JSON in on stdin, JSON out on stdout.
import { execFileSync, spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { Failure } from "../../../../../src/vocabulary/failure.ts";

export function runAuthority(script: string, input: unknown): Promise<unknown> {
  const command = script.endsWith(".py") ? "python3" : process.execPath;
  const child = spawn(command, [script], { stdio: ["pipe", "pipe", "inherit"] });
  const parts: Buffer[] = [];
  child.stdout.on("data", (part: Buffer) => parts.push(part));
  child.stdin.end(JSON.stringify(input));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) =>
      code === 0
        ? resolve(JSON.parse(Buffer.concat(parts).toString("utf8")))
        : reject(new Error(`${script} ended with ${code}`)),
    );
  });
}

/** The typescript of the folder of tools, and the compilers on the PATH. */
export function versionsOf(tools: string): readonly string[] {
  const manifest = join(tools, "typescript/node_modules/typescript/package.json");
  if (!existsSync(manifest)) {
    throw new Failure("NOT_FOUND", "typescript is not installed below --tools", {
      hint: "npm install --prefix TOOLS/typescript typescript@6.0.3",
    });
  }
  const { version } = JSON.parse(readFileSync(manifest, "utf8")) as { version: string };
  const said = (command: string, ...args: readonly string[]): string =>
    execFileSync(command, args, { encoding: "utf8" }).trim();
  return [`typescript ${version}`, said("python3", "--version"), said("go", "version"), said("cargo", "--version")];
}
