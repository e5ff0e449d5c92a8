// The lines of a chat: typed at a terminal, with history and completion by Node's own line editor, or read from a pipe.
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { canAsk } from "../ask-user.ts";
import { columnsOf } from "../terminal.ts";
import type { History } from "./history-file.ts";

/** What a word may become, and the word. */
export type Completions = [string[], string];

export interface Lines {
  /** Whether somebody types them, and can be asked. */
  readonly isTyped: boolean;
  /** Null at the end. */
  next(prompt: string): Promise<string | null>;
  /** Only "yes" is true. What was typed before the question does not answer it. */
  confirm(question: string): Promise<boolean>;
  close(): void;
}

export interface Typing {
  readonly history: History;
  readonly complete: (line: string) => Promise<Completions>;
  /** Ctrl-C while something runs, or is asked about. */
  readonly onInterrupt: () => void;
}

/** Asks a terminal to put signs around what is pasted; one that does not know them takes no notice. */
const MARK_PASTES = "\u001b[?2004h";
const UNMARK_PASTES = "\u001b[?2004l";

const HOW_TO_END = "Ctrl-C again, Ctrl-D or /quit ends the chat";

export function readLines({ history, complete, onInterrupt }: Typing): Lines {
  const isTyped = canAsk();
  const { stdin: input, stderr } = process;
  let isMuted = false;
  const screen = openScreen(() => isMuted);
  const typed = {
    output: screen,
    terminal: true,
    history: [...history.newestFirst],
    historySize: Math.max(1, history.most),
    removeHistoryDuplicates: true,
    completer: complete,
  };
  const editor = createInterface({ input, ...(isTyped ? typed : { terminal: false }) });
  const ahead: string[] = [];
  // A terminal marks what is pasted: its lines are one text, which waits for Enter, and not a question each.
  let isPasting = false;
  let pasted: readonly string[] = [];
  const onKey = (_: string | undefined, { name }: { readonly name?: string } = {}): void => {
    isPasting = name === "paste-start" || (isPasting && name !== "paste-end");
  };
  const marksPastes = isTyped && process.env["TERM"] !== "dumb";
  if (marksPastes) {
    input.prependListener("keypress", onKey);
    stderr.write(MARK_PASTES);
  }
  let waiting: ((line: string | null) => void) | null = null;
  let isQuestion = false;
  let isEnding = false;
  let isClosed = false;
  const settle = (line: string | null): void => {
    const resolve = waiting;
    waiting = null;
    // Keys that are pressed while something runs would stand in the middle of its answer; the next prompt shows them.
    isMuted = isTyped;
    resolve?.(line);
  };
  const asked = (prompt: string): Promise<string | null> =>
    new Promise((resolve) => {
      waiting = resolve;
      isMuted = false;
      if (isTyped) {
        editor.setPrompt(prompt);
        editor.prompt(true);
      }
    });
  const clearLine = (): void => {
    pasted = [];
    editor.write(null, { ctrl: true, name: "e" });
    editor.write(null, { ctrl: true, name: "u" });
  };
  editor.on("line", (last) => {
    isEnding = false;
    pasted = [...pasted, last];
    if (isPasting) {
      return;
    }
    const line = pasted.join("\n");
    pasted = [];
    if (waiting === null) {
      ahead.push(line);
    } else {
      settle(line);
    }
  });
  editor.on("history", (lines) => {
    if (isQuestion || isPasting || pasted.length > 0) {
      // Node lets a listener take out what is not to be kept.
      lines.shift();
    } else if (lines[0] !== undefined) {
      history.add(lines[0]);
    }
  });
  editor.on("SIGINT", () => {
    if (waiting === null || isQuestion) {
      screen.write(isQuestion ? "\n" : "");
      pasted = [];
      onInterrupt();
      settle(null);
    } else if (editor.line !== "" || pasted.length > 0) {
      clearLine();
    } else if (isEnding) {
      editor.close();
    } else {
      isEnding = true;
      screen.write(`\n${HOW_TO_END}\n`);
      editor.prompt();
    }
  });
  editor.on("close", () => {
    isClosed = true;
    if (marksPastes) {
      input.removeListener("keypress", onKey);
      stderr.write(UNMARK_PASTES);
    }
    if (isTyped && waiting !== null) {
      stderr.write("\n");
    }
    settle(null);
  });
  return {
    isTyped,
    async next(prompt) {
      const line = ahead.shift();
      if (line !== undefined && isTyped) {
        stderr.write(`${prompt}${line}\n`);
      }
      return line ?? (isClosed ? null : asked(prompt));
    },
    async confirm(question) {
      if (isClosed || !isTyped) {
        return false;
      }
      ahead.length = 0;
      clearLine();
      isQuestion = true;
      const answer = await asked(`${question} [y/N] `);
      isQuestion = false;
      return /^y(?:es)?$/i.test(answer?.trim() ?? "");
    },
    close: () => editor.close(),
  };
}

/** What the line editor writes to: stderr, so that stdout has the answers alone. */
function openScreen(isMuted: () => boolean): Writable {
  const { stderr } = process;
  const screen = new Writable({
    write(text, _encoding, done) {
      if (!isMuted()) {
        stderr.write(text);
      }
      done();
    },
  });
  Object.defineProperty(screen, "columns", { get: () => columnsOf(stderr) });
  stderr.on("resize", () => screen.emit("resize"));
  return screen;
}
