// Runs a command or a client's session in the daemon, so only the code that connects to it is loaded first. The whole program is loaded if this
// process must do the work itself.
import process from "node:process";
import type { Readable } from "node:stream";
import { connectToDaemon, type DaemonConnection } from "./daemon/connect.ts";
import { runInDaemon } from "./daemon/front-command.ts";
import { openFrontSession } from "./daemon/front-session.ts";
import { entryFile } from "./daemon/place.ts";
import { explainWaiting } from "./server/explain-waiting.ts";
import { superviseLifetime } from "./server/lifetime.ts";
import { claimStdout } from "./server/protocol-stdout.ts";
import { log } from "./system/log.ts";
import { packagePath } from "./system/package-root.ts";

const program = () => import("./program.ts");

/** Commands that never run in the daemon: those about this process or the installation, and `index`, which uses all of the machine. */
const ALONE: ReadonlySet<string> = new Set([
  "config",
  "daemon",
  "doctor",
  "finish-index",
  "hook",
  "index",
  "setup",
  "ui",
]);
/** Arguments with which no command runs in the daemon: help, standard input, the daemon's settings, a server on a port. */
const ALONE_WITH = /^(?:-h|--help|-|--daemon.*|--http)$/;

function isForDaemon([word = "-", ...more]: readonly string[]): boolean {
  return !word.startsWith("-") && !ALONE.has(word) && !more.some((one) => ALONE_WITH.test(one));
}

/** What this process was started for. */
interface Started {
  readonly args: readonly string[];
  /** The messages of the client that `serve` is for. */
  readonly input: Readable;
}

/** The exit code; null if the process lives on. */
export async function run(started: Started): Promise<number | null> {
  const { args, input } = started;
  if (!hasWorkingFolder()) {
    return (await program()).reportNoFolder(args);
  }
  const there = isForDaemon(args) ? await runThere(started) : undefined;
  return there === undefined ? (await program()).runProgram(args, input) : there;
}

/** The exit code; null if the process lives on; undefined if the daemon does not run the command. */
async function runThere(started: Started): Promise<number | null | undefined> {
  const main = packagePath("dist", "main.js");
  const entry = entryFile(main, process.env);
  if (entry === null) {
    return undefined;
  }
  const connection = await connectToDaemon(main, entry, process.env);
  if (connection === null) {
    return undefined;
  }
  return started.args[0] === "serve" ? serveThere(connection, started) : runCommandThere(connection, started);
}

async function serveThere(connection: DaemonConnection, { args, input }: Started): Promise<null | undefined> {
  const stdout = claimStdout();
  const session = await openFrontSession(connection, {
    args,
    input,
    output: stdout,
    stderr: process.stderr,
    alone: async (input, output) => (await program()).serveHere(args, input, output),
    onLost: () => log("warn", "the shared server was lost; this process goes on alone"),
  });
  if (session === null) {
    return undefined;
  }
  superviseLifetime({ input, stdout, answered: () => session.answered(), close: () => session.close() });
  explainWaiting();
  return null;
}

async function runCommandThere(connection: DaemonConnection, { args }: Started): Promise<number | undefined> {
  const outcome = await runInDaemon(connection, args);
  if (outcome.kind === "lost") {
    return (await program()).reportLost(args);
  }
  return outcome.kind === "done" ? outcome.code : undefined;
}

/** False if the folder was deleted: then Node throws wherever a path is resolved. */
function hasWorkingFolder(): boolean {
  try {
    process.cwd();
    return true;
  } catch {
    return false;
  }
}
