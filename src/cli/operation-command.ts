// One operation as one command: flags in, the answer out as text or JSON.
import { text } from "node:stream/consumers";
import type { Command } from "commander";
import type { LoadedSettings } from "../config/load-settings.ts";
import type { CommandForm, Operation } from "../operations/contract/operation.ts";
import { Failure, throwIfCancelled } from "../vocabulary/failure.ts";
import { type CommandContext, type Declare, exampleText, type Rest, type Run } from "./command.ts";
import { terminalCaller } from "./current-project.ts";
import { exitCodeOfAnswer } from "./exit.ts";
import { restOf } from "./finish-in-background.ts";
import { declareInput, type Values } from "./input-flags.ts";
import { adviceInCommands, inWordsOfCommand } from "./name-flags.ts";
import { openProgressBar } from "./progress-bar.ts";
import { renderAnswer } from "./render-answer.ts";

const isCancelled = (error: unknown) => error instanceof Failure && error.code === "CANCELLED";

/** For a user who pressed Ctrl-C and wants to know what became of the work. */
const interrupted = () =>
  new Failure("CANCELLED", "interrupted", { hint: "finished work is kept; run the same command to continue" });

/** An operation under one of its names. */
export interface NamedOperation {
  readonly operation: Operation;
  readonly form: CommandForm;
  /** The command as it is typed: its name or an alias. */
  readonly words: string;
}

export function declareOperation(
  command: Command,
  named: NamedOperation,
  context: CommandContext,
  declare: Declare,
): void {
  const { operation, form } = named;
  command
    .description(operation.summary)
    .option("--json", "Print one JSON object")
    .addHelpText("after", exampleText(form.examples));
  const input = declareInput(command, operation, form.positionals);
  const run: Run = async (loaded, options, positionals) => {
    const given = await withStdin(input.collect(positionals, options, context.cwd), form);
    return runOperation({ ...named, input: given }, loaded, options["json"] === true, context);
  };
  // An operation about one project has `--project` as its own flag.
  declare(command, run, { taken: input.flags, shown: form.settings ?? [] });
}

/** The input, with what `-` stands for: code of several lines is awkward as an argument. */
async function withStdin(input: Values, { stdin }: CommandForm): Promise<Values> {
  return stdin !== undefined && input[stdin] === "-" ? { ...input, [stdin]: await text(process.stdin) } : input;
}

interface TypedCall extends NamedOperation {
  readonly input: unknown;
}

/** Prints the answer and returns its exit code. Throws failures in the words of the command. */
async function runOperation(
  { operation, form, words, input }: TypedCall,
  loaded: LoadedSettings,
  json: boolean,
  { terminal, parts, watchInterrupt, cwd }: CommandContext,
): Promise<number> {
  const interrupt = watchInterrupt();
  const bar = openProgressBar(terminal.err);
  let rest: Rest | null = null;
  const services = await parts.openServices(loaded, {
    words: form.command,
    isRepeatable: operation.annotations.readOnly,
  });
  try {
    const answer = await operation.run(input, {
      services,
      caller: terminalCaller(parts.version, cwd),
      signal: interrupt.signal,
      onProgress: (progress) => bar.show(progress),
    });
    // An interrupted operation may still answer: that is no success.
    throwIfCancelled(interrupt.signal);
    bar.clear();
    terminal.out.write(renderAnswer({ ...answer, text: adviceInCommands(answer, operation) }, json, terminal.out));
    rest = restOf(answer);
    return exitCodeOfAnswer(answer);
  } catch (error) {
    if (interrupt.signal.aborted && isCancelled(error)) {
      throw interrupted();
    }
    throw error instanceof Failure ? inWordsOfCommand(error, operation, { ...form, command: words }) : error;
  } finally {
    bar.clear();
    // Closing would merge a large index's write-ahead log, for a second or more. After an interrupt the process ends as if
    // killed: nothing that was committed is lost, and its children end with it.
    if (!interrupt.signal.aborted) {
      await services.close();
    }
    interrupt.release();
    if (rest !== null) {
      const note = parts.finishIndex(rest, loaded);
      terminal.err.write(json ? "" : `${note}\n`);
    }
  }
}
