#!/usr/bin/env node
// The executable. A command or a client's session usually runs in the daemon, so only the code that connects to it is loaded first. The whole
// program is loaded if this process must do the work itself.
import process from "node:process";
import { answerEarly, type EarlyAnswers } from "./daemon/answer-early.ts";
import { connectToDaemon } from "./daemon/connect.ts";
import { runInDaemon } from "./daemon/front-command.ts";
import { openFrontSession } from "./daemon/front-session.ts";
import { openAnswers } from "./daemon/opening-answers.ts";
import { entryFile, passedEnvironment } from "./daemon/place.ts";
import { explainWaiting } from "./server/explain-waiting.ts";
import { superviseLifetime } from "./server/lifetime.ts";
import { claimStdout, leaveOutAnswers } from "./server/protocol-stdout.ts";
import { log } from "./system/log.ts";
import { packagePath } from "./system/package-root.ts";

const args = process.argv.slice(2);
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

/** The exit code; null if the process lives on; undefined if the daemon does not run the command. */
async function runThere(): Promise<number | null | undefined> {
  const main = packagePath("dist", "main.js");
  const entry = entryFile(main, process.env);
  if (entry === null) {
    return undefined;
  }
  return args[0] === "serve" ? serveThere(main, entry) : runCommandThere(main, entry);
}

async function serveThere(main: string, entry: string): Promise<null | undefined> {
  const stdout = claimStdout();
  const answers = openAnswers(entry, [args, passedEnvironment(process.env)]);
  let early: EarlyAnswers | undefined;
  const connection = await connectToDaemon(main, entry, process.env, () => {
    early = answerEarly(process.stdin, stdout, answers);
  });
  leaveOutAnswers(early?.stop() ?? []);
  if (connection !== null) {
    const session = await openFrontSession(connection, {
      args,
      input: process.stdin,
      output: stdout,
      stderr: process.stderr,
      alone: async (input, output) => (await program()).serveHere(args, input, output),
      onLost: () => log("warn", "the shared server was lost; this process goes on alone"),
      onAnswer: answers.remember,
    });
    if (session !== null) {
      superviseLifetime({ stdout, answered: () => session.answered(), close: () => session.close() });
      explainWaiting();
      return null;
    }
  }
  return undefined;
}

async function runCommandThere(main: string, entry: string): Promise<number | undefined> {
  const connection = await connectToDaemon(main, entry, process.env, () => undefined);
  if (connection === null) {
    return undefined;
  }
  const outcome = await runInDaemon(connection, args);
  if (outcome.kind === "lost") {
    return (await program()).reportLost(args);
  }
  return outcome.kind === "done" ? outcome.code : undefined;
}

async function run(): Promise<number | null> {
  if (!hasWorkingFolder()) {
    return (await program()).reportNoFolder(args);
  }
  const there = isForDaemon(args) ? await runThere() : undefined;
  return there === undefined ? (await program()).runProgram(args) : there;
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

const code = await run();
if (code !== null) {
  process.exit(code);
}
