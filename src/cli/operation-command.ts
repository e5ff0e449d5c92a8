// One operation as one command: flags in, the answer out as text or JSON.
import { text } from "node:stream/consumers";
import type { Command } from "commander";
import type { LoadedSettings } from "../config/load-settings.ts";
import type { SettingKey } from "../config/settings.ts";
import type { Answer, CommandForm, Operation, OperationContext } from "../operations/contract/operation.ts";
import { Failure, throwIfCancelled } from "../vocabulary/failure.ts";
import { type CommandContext, type Declare, exampleText, type Rest, type Run } from "./command.ts";
import { terminalCaller } from "./current-project.ts";
import { exitCodeOfAnswer } from "./exit.ts";
import { restOf } from "./finish-in-background.ts";
import { declareInput, type Values } from "./input-flags.ts";
import { adviceInCommands, inWordsOfCommand } from "./name-flags.ts";
import { openProgressBar } from "./progress-bar.ts";
import { renderAnswer } from "./render-answer.ts";
import type { Terminal } from "./terminal.ts";

const isCancelled = (error: unknown) => error instanceof Failure && error.code === "CANCELLED";

/** For a user who pressed Ctrl-C and wants to know what became of the work. */
const interrupted = (hint = "finished work is kept; run the same command to continue") =>
  new Failure("CANCELLED", "interrupted", { hint });

/** What is done in place of the operation, with its arguments. */
export interface OtherWork {
  /** The answer to print; what is shown before goes to `output`. */
  run(input: Values, context: OperationContext, output: WorkOutput): Promise<Answer>;
  /** For a user who pressed Ctrl-C. */
  readonly interruptHint: string;
}

export interface WorkOutput {
  readonly terminal: Terminal;
  readonly json: boolean;
  /** Takes the progress bar away, before something else is written. */
  readonly clearBar: () => void;
}

/** Flags of a command beside the fields of its operation: what they ask for is not for clients. */
export interface CommandExtension {
  declare(command: Command): void;
  /** Settings whose flags it takes for itself. */
  readonly taken?: readonly SettingKey[];
  readonly examples: readonly string[];
  /** Null where the operation itself is asked for. Throws INVALID_INPUT. */
  workOf(options: Readonly<Record<string, unknown>>): OtherWork | null;
}

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
  extension: CommandExtension | null = null,
): void {
  const { operation, form } = named;
  command
    .description(operation.summary)
    .option("--json", "Print one JSON object")
    .addHelpText("after", exampleText([...form.examples, ...(extension?.examples ?? [])]));
  const input = declareInput(command, operation, form);
  extension?.declare(command);
  const run: Run = async (loaded, options, positionals) => {
    const given = await withStdin(input.collect(positionals, options, context.cwd), form);
    const work = extension?.workOf(options) ?? null;
    return runOperation({ ...named, input: given, work }, loaded, options["json"] === true, context);
  };
  // An operation about one project has `--project` as its own flag.
  declare(command, run, { taken: new Set([...input.flags, ...(extension?.taken ?? [])]), shown: form.settings ?? [] });
}

/** The input, with what `-` stands for: code of several lines is awkward as an argument. */
const withStdin = async (input: Values, { stdin }: CommandForm): Promise<Values> =>
  stdin !== undefined && input[stdin] === "-" ? { ...input, [stdin]: await text(process.stdin) } : input;

interface TypedCall extends NamedOperation {
  readonly input: Values;
  readonly work: OtherWork | null;
}

/** Prints the answer and returns its exit code. Throws failures in the words of the command. */
async function runOperation(
  { operation, form, words, input, work }: TypedCall,
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
    const asked: OperationContext = {
      services,
      caller: terminalCaller(parts.version, cwd),
      signal: interrupt.signal,
      onProgress: (progress) => bar.show(progress),
    };
    const answer = await (work === null
      ? operation.run(input, asked)
      : work.run(input, asked, { terminal, json, clearBar: () => bar.clear() }));
    // An interrupted operation may still answer: that is no success.
    throwIfCancelled(interrupt.signal);
    bar.clear();
    const out = answer.outputIsTaken === true ? terminal.err : terminal.out;
    out.write(renderAnswer({ ...answer, text: adviceInCommands(answer, operation) }, json, out));
    rest = restOf(answer);
    return exitCodeOfAnswer(answer);
  } catch (error) {
    if (interrupt.signal.aborted && isCancelled(error)) {
      throw interrupted(work?.interruptHint);
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
