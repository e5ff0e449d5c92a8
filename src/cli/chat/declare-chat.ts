// `chat`: a conversation about a project in the terminal, or over a pipe, a line a task.
import { join } from "node:path";
import type { Command } from "commander";
import { completeWord } from "../../operations/chat/complete-word.ts";
import { openConversation } from "../../operations/chat/open-conversation.ts";
import { chooseProject } from "../../operations/contract/choose-project.ts";
import type { Operation, OperationContext } from "../../operations/contract/operation.ts";
import type { Services } from "../../operations/contract/services.ts";
import { Failure } from "../../vocabulary/failure.ts";
import { type CommandContext, type Declare, exampleText, type Run } from "../command.ts";
import { terminalCaller } from "../current-project.ts";
import { asFailure, EXIT, exitCodeOf, renderFailure } from "../exit.ts";
import { openProgressBar } from "../progress-bar.ts";
import { styleOf } from "../style.ts";
import { type Chat, inWordsOfChat, note } from "./chat-state.ts";
import { NAMES, newSession, runLine } from "./commands.ts";
import { type History, openHistory } from "./history-file.ts";
import { type Completions, readLines } from "./read-lines.ts";
import { NO_MODEL } from "./run-task.ts";

const EXAMPLES = [
  "context-broker chat",
  "context-broker chat --session fix-login --debug",
  'echo "explain how sessions are renewed" | context-broker chat',
];

export function declareChat(
  command: Command,
  context: CommandContext,
  declare: Declare,
  operations: readonly Operation[],
): void {
  command
    .description("Talk about the project with the configured language model; it may propose edits")
    .option("--session <name>", "Go on with the conversation of this name")
    .option("--debug", "Show what was looked up and what is sent")
    .addHelpText("after", exampleText(EXAMPLES));
  const run: Run = async (loaded, options) => {
    const { parts, watchInterrupt } = context;
    const interrupt = watchInterrupt();
    const services = await parts.openServices(loaded, { words: "chat", isRepeatable: false });
    const history = openHistory(join(loaded.settings.dataFolder, "chat-history"));
    try {
      return await converse({ context, services, operations, history, options, signal: interrupt.signal });
    } finally {
      await history.flush();
      if (!interrupt.signal.aborted) {
        await services.close();
      }
      interrupt.release();
    }
  };
  declare(command, run, { shown: ["project", "language_model", "language_model_window"] });
}

interface Conversing extends Pick<Chat, "operations"> {
  readonly context: CommandContext;
  readonly services: Services;
  readonly history: History;
  readonly options: Readonly<Record<string, unknown>>;
  /** Ends the chat. */
  readonly signal: AbortSignal;
}

/** Until the lines end. Returns the exit code: over a pipe the worst of all tasks. */
async function converse({ context, services, operations, history, options, signal }: Conversing): Promise<number> {
  const { terminal, parts, cwd } = context;
  const bar = openProgressBar(terminal.err);
  const caller = terminalCaller(parts.version, cwd);
  const contextOf = (own: AbortSignal): OperationContext => ({
    services,
    caller,
    signal: own,
    onProgress: (progress) => bar.show(progress),
  });
  const root = await chooseProject(undefined, contextOf(signal));
  const session = typeof options["session"] === "string" ? options["session"] : newSession();
  const conversation = await openConversation(root, session, contextOf(signal));
  let running = new AbortController();
  const lines = readLines({
    history,
    // A bar would take the line away that is being typed.
    complete: (line) => complete(line, root, { ...contextOf(signal), onProgress: () => undefined }),
    onInterrupt: () => running.abort(),
  });
  signal.addEventListener("abort", () => {
    running.abort();
    lines.close();
  });
  const chat: Chat = {
    root,
    operations,
    terminal,
    lines,
    isDebugged: options["debug"] === true,
    clearBar: () => bar.clear(),
    contextOf,
    conversation,
    firstTask: null,
    cited: new Set(),
    allowed: [],
    spent: { input: 0, output: 0, cost: 0 },
    gate: null,
  };
  if (lines.isTyped) {
    const model = await services.languageModel().catch(() => null);
    note(chat, [root, model?.name ?? NO_MODEL, "/help lists the commands"].join("\n"));
  }
  const prompt = styleOf(terminal.err).bold("> ");
  let worst: number = EXIT.found;
  for (let line = await lines.next(prompt); line !== null && !signal.aborted; line = await lines.next(prompt)) {
    running = new AbortController();
    const code = line.trim() === "" ? EXIT.found : await answerLine(line, chat, running.signal);
    if (code === null) {
      break;
    }
    worst = Math.max(worst, code);
  }
  lines.close();
  if (lines.isTyped && chat.firstTask !== null) {
    note(chat, `\`context-broker chat --session ${chat.conversation.session}\` goes on`);
  }
  return signal.aborted ? EXIT.interrupted : lines.isTyped ? EXIT.found : worst;
}

/** One bad request does not end the chat. Null for /quit. */
async function answerLine(line: string, chat: Chat, signal: AbortSignal): Promise<number | null> {
  try {
    return await runLine(line, chat, signal);
  } catch (error) {
    const { code, message, hint } = asFailure(error);
    if (code === "CANCELLED") {
      note(chat, "\nended; no file was changed");
      return EXIT.interrupted;
    }
    const failure = new Failure(code, inWordsOfChat(message), { hint: inWordsOfChat(hint) });
    chat.clearBar();
    chat.terminal.err.write(renderFailure(failure, false, chat.terminal.err));
    return exitCodeOf(failure);
  }
}

/** A command at the start of the line; elsewhere a path or a symbol. */
async function complete(line: string, root: string, context: OperationContext): Promise<Completions> {
  if (/^\/\S*$/.test(line)) {
    return [NAMES.filter((name) => name.startsWith(line)).map((name) => `${name} `), line];
  }
  const [word = ""] = /[^\s`"'(]*$/.exec(line) ?? [];
  const found = await completeWord(word, root, context).catch(() => []);
  return [[...found], word];
}
