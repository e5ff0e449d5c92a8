// A chat from its first line to its last: in a terminal, or over a pipe, a line a task.
import { join } from "node:path";
import { completeWord } from "../../operations/chat/complete-word.ts";
import { openConversation } from "../../operations/chat/open-conversation.ts";
import { chooseProject } from "../../operations/contract/choose-project.ts";
import type { OperationContext } from "../../operations/contract/operation.ts";
import { Failure } from "../../vocabulary/failure.ts";
import type { ChatCall } from "../command.ts";
import { terminalCaller } from "../current-project.ts";
import { asFailure, EXIT, exitCodeOf, renderFailure } from "../exit.ts";
import { openProgressBar } from "../progress-bar.ts";
import { styleOf } from "../style.ts";
import { type Chat, inWordsOfChat, note } from "./chat-state.ts";
import { NAMES, newSession, runLine } from "./commands.ts";
import { openHistory } from "./history-file.ts";
import { type Completions, readLines } from "./read-lines.ts";
import { NO_MODEL } from "./run-task.ts";

/** Until the lines end. Returns the exit code: over a pipe the worst of all tasks. */
export async function converse({ loaded, context, operations, session, isDebugged }: ChatCall): Promise<number> {
  const { terminal, parts, cwd, watchInterrupt } = context;
  const interrupt = watchInterrupt();
  const { signal } = interrupt;
  const services = await parts.openServices(loaded, { words: "chat", isRepeatable: false });
  const history = openHistory(join(loaded.settings.dataFolder, "chat-history"));
  try {
    const bar = openProgressBar(terminal.err);
    const caller = terminalCaller(parts.version, cwd);
    const contextOf = (own: AbortSignal): OperationContext => ({
      services,
      caller,
      signal: own,
      onProgress: (progress) => bar.show(progress),
    });
    const root = await chooseProject(undefined, contextOf(signal));
    const conversation = await openConversation(root, session ?? newSession(), contextOf(signal));
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
      ...{ root, operations, terminal, lines, isDebugged, contextOf, conversation },
      clearBar: () => bar.clear(),
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
  } finally {
    await history.flush();
    if (!signal.aborted) {
      await services.close();
    }
    interrupt.release();
  }
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
