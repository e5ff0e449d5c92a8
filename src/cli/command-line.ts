// The command line as a whole: operations, commands about the installation, flags, exit codes. main.ts passes in what this room
// must not import.
import { Command, CommanderError } from "commander";
import { USER_FILE } from "../config/folders.ts";
import { loadSettings, type SettingsSources } from "../config/load-settings.ts";
import type { SettingKey } from "../config/settings.ts";
import { ALL_OPERATIONS } from "../operations/all-operations.ts";
import type { Operation } from "../operations/contract/operation.ts";
import { configureLog, log } from "../system/log.ts";
import { Failure } from "../vocabulary/failure.ts";
import { declareChat } from "./chat.ts";
import {
  type CommandContext,
  type CommandLineParts,
  commandAt,
  type Declare,
  firstWord,
  helpOf,
  namesOf,
  type Positional,
  placeInHelp,
  renamed,
} from "./command.ts";
import { declareConfigSet, declareConfigUnset } from "./config-set.ts";
import { declareConfigShow } from "./config-show.ts";
import { declareDaemon, declareDaemonStatus, declareDaemonStop } from "./daemon.ts";
import { declareDoctor } from "./doctor.ts";
import { asFailure, EXIT, exitCodeOf, isForProgram, renderFailure } from "./exit.ts";
import { declareFinishIndex, FINISH_INDEX } from "./finish-in-background.ts";
import { takesClients, withClients } from "./hooks.ts";
import { type Interrupt, watchSignals } from "./interrupt.ts";
import { type CommandExtension, declareOperation } from "./operation-command.ts";
import { reasonExtension, reviewReasonExtension } from "./reason.ts";
import { declareServe } from "./serve.ts";
import { collectSettings, declareSettings } from "./setting-flags.ts";
import { declareSetup } from "./setup.ts";
import { openTerminal, type Terminal } from "./terminal.ts";
import { declareUi } from "./ui.ts";
import { guardUnfinished } from "./unfinished.ts";
import { writeExtension } from "./write.ts";

const NONE: ReadonlySet<string> = new Set();
const PROJECT_ALONE: readonly SettingKey[] = ["project"];

/** Where a command runs; the process's own where left out. */
export interface Environment extends Pick<SettingsSources, "env" | "cwd" | "userFile"> {
  readonly terminal?: Terminal;
  readonly watchInterrupt?: () => Interrupt;
  /** Reports a process that ends before the command does; not for a process that does more than this command. */
  readonly guardUnfinished?: typeof guardUnfinished;
  /** What can be asked; default: everything. */
  readonly operations?: readonly Operation[];
}

/** Returns the exit code once all output is written; null if a server was started, and the process lives on. */
export async function runCommandLine(
  typed: readonly string[],
  parts: CommandLineParts,
  environment: Environment = {},
): Promise<number | null> {
  const {
    terminal = openTerminal(),
    watchInterrupt = watchSignals,
    operations = ALL_OPERATIONS,
    ...rest
  } = environment;
  const { guardUnfinished: guardProcess = guardUnfinished, ...sources } = rest;
  const args = renamed(typed);
  let code: number | null = EXIT.found;
  const declare: Declare = (command, run, { taken = NONE, shown = PROJECT_ALONE } = {}) => {
    declareSettings(command, taken, shown);
    command.action(async (...actionArguments: unknown[]) => {
      const options: Readonly<Record<string, unknown>> = command.opts();
      const loaded = loadSettings({ ...sources, flags: collectSettings(options, taken) });
      configureLog({ level: loaded.settings.logLevel, format: loaded.settings.logFormat });
      for (const { origin, reason } of loaded.refused) {
        log("warn", "a setting is ignored", { name: origin.name, reason });
      }
      const positionals = actionArguments.slice(0, command.registeredArguments.length) as Positional[];
      code = await run(loaded, options, positionals);
    });
  };
  const { cwd = process.cwd(), userFile = USER_FILE } = sources;
  const context: CommandContext = { parts, terminal, watchInterrupt, cwd, userFile };
  const guard = guardProcess(terminal, isForProgram(args));
  const program = buildProgram({ word: args[0] ?? "", operations }, context, declare);
  try {
    await program.parseAsync(args, { from: "user" });
  } catch (error) {
    code = fail(error, args, program, terminal);
  }
  await terminal.flush();
  guard.finished();
  return code;
}

function fail(error: unknown, args: readonly string[], program: Command, terminal: Terminal): number {
  if (error instanceof CommanderError && (error.exitCode === 0 || error.code === "commander.help")) {
    return error.exitCode === 0 ? EXIT.found : EXIT.failed;
  }
  const failure = error instanceof CommanderError ? misuse(error, commandOf(program, args)) : asFailure(error);
  terminal.err.write(renderFailure(failure, isForProgram(args), terminal.err));
  return exitCodeOf(failure);
}

interface Typed {
  /** The command that the first words name; the whole program where none does. */
  readonly command: Command;
  /** The word after them; "" where there is none. */
  readonly next: string;
}

function commandOf(program: Command, args: readonly string[]): Typed {
  const [word = "", ...more] = args;
  const command = program.commands.find((one) => one.name() === word);
  return command === undefined ? { command: program, next: word } : commandOf(command, more);
}

/** Commander's error for an argument that is none of its choices: value, argument, choices. */
const CHOICES = /^command-argument value '(.*)' is invalid for argument '(.*)'\. Allowed choices are (.*)\.$/;

/** Commander's own errors, in the form of all others. */
function misuse(error: CommanderError, { command, next }: Typed): Failure {
  // A command with commands of its own takes no arguments, so a word after it was meant as one of them.
  if (error.code === "commander.excessArguments" && command.commands.length > 0) {
    return new Failure("INVALID_INPUT", `unknown command '${command.name()} ${next}'`, {
      hint: `the commands of ${command.name()} are: ${command.commands.map((one) => one.name()).join(", ")}`,
    });
  }
  const [message = "", ...more] = error.message
    .replace(/^error: /, "")
    .replace(CHOICES, '$2 must be of $3, not "$1"')
    .split("\n");
  const similar = more.join(" ").replace(/^\((.*)\)$/, "$1");
  const help = command.parent === null ? "lists the commands" : "explains the command";
  const hint = next === "help" ? "" : namesWith(message) || similar;
  return new Failure("INVALID_INPUT", message, { hint: hint || `${helpOf(command)} ${help}` });
}

/** More commands than these that only speak of a word are no help. */
const SPEAK_OF_IT_MAX = 3;

/**
 * Commands that contain the unknown word: `diff` for `analyze-diff`; otherwise the few whose help has it: `savings` for `report`.
 * Commander itself suggests only by spelling.
 */
function namesWith(message: string): string {
  const typed = /^unknown command '([\w-]{3,})'$/.exec(message)?.[1]?.toLowerCase() ?? "";
  if (typed === "") {
    return "";
  }
  const begins = (text: string): boolean =>
    text
      .toLowerCase()
      .split(/\W+|_/)
      .some((word) => word.startsWith(typed));
  const of = (textsOf: (operation: Operation) => string): string[] =>
    ALL_OPERATIONS.filter((one) => begins(textsOf(one))).flatMap(({ command }) => command?.command ?? []);
  const named = of(({ command }) => command?.command ?? "");
  const told = named.length > 0 ? [] : of(({ name, title, summary }) => `${name} ${title} ${summary}`);
  const close = [...named, ...(told.length > SPEAK_OF_IT_MAX ? [] : told)];
  return close.length === 0 ? "" : `Did you mean ${close.join(" or ")}?`;
}

const INTRODUCTION = `Finds the few lines of a code base that answer a question, for coding assistants and for you.
Everything stays on this machine.`;

const EXAMPLES = `
Examples:
  context-broker setup claude-code
  context-broker search where are sessions renewed
  context-broker search "retry with backoff" --project ~/code/app --top-k 5 --json
  context-broker ask what breaks if I change Session.renew
  context-broker review --base main

Every setting is a flag of every command: context-broker config show --help
Exit codes: 0 found, 1 nothing found, 2 failed, 130 interrupted`;

/** The first word of the command line, and the operations that it may name. */
interface Named {
  readonly word: string;
  readonly operations: readonly Operation[];
}

function buildProgram(named: Named, context: CommandContext, declare: Declare): Command {
  const { terminal, parts } = context;
  const program = new Command("context-broker")
    .description(INTRODUCTION)
    .version(parts.version, "-v, --version", "Print the version")
    .helpOption("-h, --help", "Show this help")
    .helpCommand(false)
    // Flags after `index gc` belong to that command, though `index` has flags of the same names.
    .enablePositionalOptions()
    .addHelpText("after", EXAMPLES)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.out.write(text),
      // Help that was not requested; error messages are written by `fail`, in the form of all others.
      writeErr: (text) => terminal.err.write(text),
      outputError: () => undefined,
      getErrHelpWidth: () => Math.min(terminal.err.columns, 100),
      getErrHasColors: () => terminal.err.colours,
      getOutHelpWidth: () => Math.min(terminal.out.columns, 100),
      getOutHasColors: () => terminal.out.colours,
    });
  declareCommands(program, named, context, declare);
  return program;
}

/** A command of the program, under its first word, with what declares it. */
interface Declaration {
  readonly word: string;
  readonly declare: () => void;
}

/** Declares the commands that begin with the word; all of them where none does, since their flags take a tenth of a second. */
function declareCommands(
  program: Command,
  { word, operations: asked }: Named,
  context: CommandContext,
  declare: Declare,
): void {
  const operations = asked.flatMap((operation) =>
    operation.command === null ? [] : [{ operation, form: operation.command }],
  );
  const extensions: Readonly<Record<string, CommandExtension>> = {
    ask: reasonExtension(asked),
    review: reviewReasonExtension,
    write_report: writeExtension,
  };
  const at = (words: string) => commandAt(program, words);
  const all: readonly Declaration[] = [
    ...operations.flatMap(({ operation, form }) =>
      namesOf(form).map((words) => ({
        word: firstWord(words),
        declare: () => {
          const { name } = operation;
          const declareIt = takesClients(name) ? withClients(name, context, declare) : declare;
          declareOperation(at(words), { operation, form, words }, context, declareIt, extensions[name]);
        },
      })),
    ),
    { word: "chat", declare: () => declareChat(at("chat"), context, declare, asked) },
    { word: "serve", declare: () => declareServe(at("serve"), context, declare) },
    { word: "config", declare: () => declareConfigShow(at("config show"), context, declare) },
    { word: "config", declare: () => declareConfigSet(at("config set"), context, declare) },
    { word: "config", declare: () => declareConfigUnset(at("config unset"), context, declare) },
    { word: FINISH_INDEX, declare: () => declareFinishIndex(program, context, declare) },
    { word: "daemon", declare: () => declareDaemon(at("daemon"), context, declare) },
    { word: "daemon", declare: () => declareDaemonStatus(at("daemon status"), context, declare) },
    { word: "daemon", declare: () => declareDaemonStop(at("daemon stop"), context, declare) },
    { word: "doctor", declare: () => declareDoctor(at("doctor"), context, declare) },
    { word: "ui", declare: () => declareUi(at("ui"), context, declare) },
    { word: "setup", declare: () => declareSetup(at("setup"), context, declare) },
  ];
  const named = all.filter((one) => one.word === word);
  const inOrder = (named.length > 0 ? named : all).toSorted((a, b) => placeInHelp(a.word) - placeInHelp(b.word));
  for (const one of inOrder) {
    one.declare();
  }
}
