// Starts `serve --http` on a project of its own, with a home of its own, for runs that judge it from outside.
import { execFileSync, spawn } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** Resolves when it listens: its port and token, what it wrote to stderr, and what ends it. */
export async function startServer(args = []) {
  const folder = mkdtempSync(join(tmpdir(), "context-broker-http-"));
  const project = join(folder, "shop");
  cpSync(join(root, "fixtures/server/shop"), project, { recursive: true });
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    XDG_CACHE_HOME: join(folder, "cache"),
    // A server of its own, whose first answer a busy machine does not make from a part of the project.
    CONTEXT_BROKER_DAEMON: "off",
    CONTEXT_BROKER_FIRST_ANSWER_MS: "60000",
    XDG_CONFIG_HOME: join(folder, "config"),
    CONTEXT_BROKER_DATA_FOLDER: join(folder, "data"),
  };
  execFileSync("git", ["init", "-q", project], { env });
  const started = performance.now();
  const child = spawn(
    process.execPath,
    [join(root, "dist/main.js"), "serve", "--http", "--port", "0", "--vectors", "off", ...args],
    { cwd: project, env, stdio: ["ignore", "ignore", "pipe"] },
  );
  let stderr = "";
  child.stderr.on("data", (part) => {
    stderr = (stderr + part).slice(-100_000);
  });
  const port = await new Promise((resolve, reject) => {
    child.stderr.on("data", () => {
      const [, found] = /listening on \S+:(\d+)\//.exec(stderr) ?? [];
      if (found !== undefined) {
        resolve(Number(found));
      }
    });
    child.once("exit", (code) => {
      rmSync(folder, { recursive: true, force: true });
      reject(new Error(`the server ended with ${code}: ${stderr}`));
    });
  });
  return {
    port,
    token: readFileSync(join(folder, "data/http-token"), "utf8").trim(),
    startMs: performance.now() - started,
    project,
    env,
    child,
    stderr: () => stderr,
    isAlive: () => child.exitCode === null && child.signalCode === null,
    stop: async () => {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      await ended;
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
