// Runs a command or a client's session in the daemon, so only the code that connects to it is loaded first. The whole program is loaded if this
// process must do the work itself.

import { resolve } from "node:path";
import process from "node:process";
import type { Readable } from "node:stream";
import { connectToDaemon, type DaemonConnection } from "./daemon/connect.ts";
import { runInDaemon } from "./daemon/front-command.ts";
import { openFrontSession } from "./daemon/front-session.ts";
import { entryFile } from "./daemon/place.ts";
import type { ClientStream } from "./opening/client-stream.ts";
import { explainWaiting } from "./server/explain-waiting.ts";
import { superviseLifetime } from "./server/lifetime.ts";
import { claimStdout, leaveOutAnswers } from "./server/protocol-stdout.ts";
import { log } from "./system/log.ts";
import { isOpenStream } from "./system/open-streams.ts";
import { packagePath } from "./system/package-root.ts";

const program = () => import("./program.ts");

/**
 * Commands that never run in the daemon: those about this process or the installation, or that ask the user, `index`, which uses all of the machine, and `chat`, which
 * asks the language model.
 */
const ALONE: ReadonlySet<string> = new Set([
  "chat",
  "config",
  "daemon",
  "doctor",
  "finish-index",
  "hook",
  "hooks",
  "index",
  "setup",
  "ui",
]);
/**
 * Arguments with which no command runs in the daemon: help, standard input, the daemon's settings, a server on a port, and what asks a language
 * model, whose key is in this process's environment.
 */
const ALONE_WITH = /^(?:-h|--help|-|--daemon.*|--http|--reason)$/;

const isForDaemon = ([word = "-", ...more]: readonly string[]): boolean =>
  !word.startsWith("-") && !ALONE.has(word) && !more.some((one) => ALONE_WITH.test(one) || namesStream(one));

/** Whether an argument, or what follows its last `=`, names a device, a pipe or a descriptor: the last is this process's own, and a pipe may wait for its reader. */
const namesStream = (argument: string): boolean =>
  [argument, argument.slice(argument.lastIndexOf("=") + 1)].some((path) => isOpenStream(resolve(path)));

/** What this process was started for. */
interface Started {
  readonly args: readonly string[];
  /** The messages of the client that `serve` is for, where its first requests are answered already. */
  readonly client: ClientStream | null;
}

interface Command {
  readonly args: readonly string[];
  readonly input: Readable;
}

/** The exit code; null if the process lives on. */
export async function run({ args, client }: Started): Promise<number | null> {
  client?.handOver({ output: claimStdout(), leaveOut: (id) => leaveOutAnswers([id]) });
  if (args[0] === "emacs-agent") {
    return (await import("./emacs/run-agent.ts")).runAgent(args[1] ?? "");
  }
  const command: Command = { args, input: client?.rest ?? process.stdin };
  if (!hasWorkingFolder()) {
    return (await program()).reportNoFolder(args);
  }
  const there = isForDaemon(args) ? await runThere(command) : undefined;
  return there === undefined ? (await program()).runProgram(args, command.input) : there;
}

/** The exit code; null if the process lives on; undefined if the daemon does not run the command. */
async function runThere(command: Command): Promise<number | null | undefined> {
  const main = packagePath("dist", "main.js");
  const entry = entryFile(main, process.env);
  if (entry === null) {
    return undefined;
  }
  const connection = await connectToDaemon(main, entry, process.env);
  if (connection === null) {
    return undefined;
  }
  return command.args[0] === "serve" ? serveThere(connection, command) : runCommandThere(connection, command);
}

async function serveThere(connection: DaemonConnection, { args, input }: Command): Promise<null | undefined> {
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

async function runCommandThere(connection: DaemonConnection, { args }: Command): Promise<number | undefined> {
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
