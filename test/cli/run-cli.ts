// Runs the program as a user would, in a home of its own: built and as a process, or in this process, where that is not the
// subject and takes a fraction of the time.
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { openApp } from "../../src/app.ts";
import { runCommandLine } from "../../src/cli/command-line.ts";
import { finishInBackground } from "../../src/cli/finish-in-background.ts";
import { LANGUAGE_MODEL_KEY } from "../../src/config/language-model-settings.ts";
import type { LoadedSettings } from "../../src/config/load-settings.ts";
import type { Settings } from "../../src/config/settings.ts";
import { askLanguageModel } from "../../src/language-model/language-model.ts";
import { askTeam, checkModel } from "../../src/meaning.ts";
import { cacheIn, environmentAt, USER_FILE_AT_HOME } from "../support/own-home.ts";
import { captureOutput } from "./output.ts";

const MAIN = fileURLToPath(new URL("../../dist/main.js", import.meta.url));
const TERMINAL = fileURLToPath(new URL("terminal.py", import.meta.url));
const RUN_MS_MAX = 50_000;

export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Home {
  readonly folder: string;
  /** Writes a file below the home, and answers its path. */
  write(path: string, text: string): string;
  run(args: readonly string[], options?: RunOptions): Promise<Ran>;
  /** In this process: the same answer to the same arguments, but for `serve`. What is logged goes to this process's stderr. One at a time. */
  runHere(args: readonly string[], options?: RunOptions): Promise<Ran>;
  /** On a terminal, where stdout and stderr are one; Ctrl-C is pressed when `interruptAt` is shown. */
  runOnTerminal(
    args: readonly string[],
    options?: RunOptions & { columns?: number; interruptAt?: string },
  ): Promise<Ran>;
  /** Starts the program without waiting for it. */
  start(args: readonly string[], options?: RunOptions): ChildProcess;
  remove(): void;
}

export interface RunOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** A run that takes longer is killed, and rejected; default 50,000. */
  readonly timeoutMs?: number;
}

function environment(folder: string, extra: Readonly<Record<string, string>> = {}): Record<string, string> {
  return {
    ...environmentAt(folder),
    TERM: "xterm",
    LANG: "C.UTF-8",
    // A busy machine must not make the answers of these tests partial ones, nor leave processes behind.
    CONTEXT_BROKER_FIRST_ANSWER_MS: "20000",
    CONTEXT_BROKER_FINISH_INDEX: "off",
    // One process of a kind does for a handful of files, and each costs half a second of processor time.
    CONTEXT_BROKER_JOBS: "1",
    CONTEXT_BROKER_DAEMON: "off",
    ...extra,
  };
}

function runFile(
  file: string,
  args: readonly string[],
  { cwd, env, timeoutMs = RUN_MS_MAX }: { cwd: string; env: Record<string, string>; timeoutMs: number | undefined },
): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const options = { cwd, env, timeout: timeoutMs, killSignal: "SIGKILL" as const, maxBuffer: 64 * 1024 * 1024 };
    const child = execFile(file, args, options, (error, stdout, stderr) => {
      // Node stops reading before it kills: what a program that was too slow has said is lost, however it ends.
      if (error?.killed === true) {
        reject(new Error(`took longer than ${timeoutMs} ms: ${args.join(" ")}`));
      } else {
        resolve({ code: child.exitCode, stdout, stderr });
      }
    });
    child.stdin?.end();
  });
}

const neverServed = (): never => {
  throw new Error("a server was started in the test's own process");
};

function replaceEnvironment(values: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(process.env)) {
    delete process.env[name];
  }
  Object.assign(process.env, values);
}

/** Where the program looks by default was fixed when its modules were read, so the folders of `home` are named. */
export async function runInThisProcess(
  args: readonly string[],
  { home, cwd, env }: { home: string; cwd: string; env: Readonly<Record<string, string>> },
): Promise<Ran> {
  const [out, err] = [captureOutput(), captureOutput()];
  const parts = {
    version: "0",
    openServices: async (loaded: LoadedSettings) => openApp(loaded),
    finishIndex: finishInBackground,
    serve: neverServed,
    host: neverServed,
    page: neverServed,
    chat: neverServed,
    serveHttp: neverServed,
    unreadRepository: async () => null,
    checkModel,
    askTeam,
    askLanguageModel: (settings: Settings) => askLanguageModel(settings, process.env[LANGUAGE_MODEL_KEY]),
  };
  const own = { ...process.env };
  // The process's own environment, since child processes, git and `os.homedir` look there.
  replaceEnvironment({
    CONTEXT_BROKER_CACHE_FOLDER: cacheIn(home),
    CONTEXT_BROKER_DATA_FOLDER: join(home, ".context-broker"),
    ...env,
  });
  try {
    const terminal = { out, err, flush: () => Promise.resolve() };
    const code = await runCommandLine(args, parts, {
      terminal,
      cwd,
      userFile: join(home, USER_FILE_AT_HOME),
    });
    return { code, stdout: out.text(), stderr: err.text() };
  } finally {
    replaceEnvironment(own);
  }
}

export function makeHome(): Home {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "cli-")));
  return {
    folder,
    write: (path, text) => {
      const file = join(folder, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
      return file;
    },
    run: (args, { cwd = folder, env, timeoutMs } = {}) =>
      runFile(process.execPath, [MAIN, ...args], { cwd, env: environment(folder, env), timeoutMs }),
    runHere: (args, { cwd = folder, env } = {}) =>
      runInThisProcess(args, { home: folder, cwd, env: environment(folder, env) }),
    runOnTerminal: (args, { cwd = folder, env, timeoutMs, columns = 80, interruptAt = "" } = {}) =>
      runFile("python3", [TERMINAL, String(columns), interruptAt, process.execPath, MAIN, ...args], {
        cwd,
        env: environment(folder, env),
        timeoutMs,
      }),
    start: (args, { cwd = folder, env } = {}) =>
      spawn(process.execPath, [MAIN, ...args], { cwd, env: environment(folder, env) }),
    remove: () => removeFolder(folder),
  };
}

/** Tries again, because a process that a hook or a command left behind may still make files. (Node's own retries do not see new ones.) */
function removeFolder(folder: string, tries = 20): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch (error) {
    if (tries === 1) {
      throw error;
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
    removeFolder(folder, tries - 1);
  }
}

/** A project of three files in the home; answers its root. */
export function makeShop(home: Home, name = "shop"): string {
  home.write(`${name}/package.json`, '{ "name": "shop" }\n');
  home.write(
    `${name}/src/session.ts`,
    `/** Renews a session that is about to expire. */
export function renewSession(session: Session, now: number): Session {
  if (session.expiresAt - now > RENEW_BEFORE_MS) {
    return session;
  }
  return { ...session, expiresAt: now + LIFETIME_MS };
}
`,
  );
  home.write(
    `${name}/src/cart.ts`,
    `/** Sums the prices of a cart, discounts applied. */
export function totalOf(cart: Cart): number {
  return cart.items.reduce((sum, item) => sum + item.price * item.count, 0) - cart.discount;
}
`,
  );
  return join(home.folder, name);
}
