// What a chat is made of, and what all of its commands use.
import type { Conversation } from "../../operations/chat/open-conversation.ts";
import type { Answer, Operation, OperationContext } from "../../operations/contract/operation.ts";
import { operationNamed } from "../../operations/reason/prepare-context.ts";
import { Failure } from "../../vocabulary/failure.ts";
import { formatNumber } from "../../vocabulary/shown-text.ts";
import { EXIT, exitCodeOfAnswer } from "../exit.ts";
import { adviceInCommands, inWordsOfCommand } from "../name-flags.ts";
import { renderAnswer } from "../render-answer.ts";
import { styleOf } from "../style.ts";
import { type Terminal, visible } from "../terminal.ts";
import type { Lines } from "./read-lines.ts";

export interface Chat {
  readonly root: string;
  readonly operations: readonly Operation[];
  readonly terminal: Terminal;
  readonly lines: Lines;
  readonly isDebugged: boolean;
  /** Takes the progress bar away, before something else is written. */
  readonly clearBar: () => void;
  readonly contextOf: (signal: AbortSignal) => OperationContext;
  conversation: Conversation;
  /** Of the conversation; null before it. */
  firstTask: string | null;
  /** Places that answers cited and that were sent, the latest last. */
  readonly cited: Set<string>;
  /** Files and folders that edits may touch beside those that a task names. */
  allowed: readonly string[];
  /** Null where the provider does not count, or no prices are set. */
  readonly spent: { input: number | null; output: number | null; cost: number | null };
  /** What the last proposed edits may break, and the question about them; `session`: where they are staged. */
  gate: { readonly session: string | null; readonly question: string; readonly warnings: readonly string[] } | null;
}

/** Runs an operation and returns its answer, in the words of the command line. */
export async function ask(
  chat: Chat,
  name: string,
  input: Readonly<Record<string, unknown>>,
  signal: AbortSignal = new AbortController().signal,
): Promise<Answer> {
  const operation = operationNamed(name, chat.operations);
  try {
    const answer = await operation.run({ project: chat.root, ...input }, chat.contextOf(signal));
    return { ...answer, text: adviceInCommands(answer, operation) };
  } catch (error) {
    const { command } = operation;
    throw error instanceof Failure && command !== null ? inWordsOfCommand(error, operation, command) : error;
  }
}

/** Returns the exit code. */
export function show(chat: Chat, answer: Answer): number {
  chat.clearBar();
  // What to call next is a command of the shell there.
  const text = answer.text.replace(/(?:^|\n)next: [^\n]*$/, "");
  chat.terminal.out.write(renderAnswer({ ...answer, text }, false, chat.terminal.out));
  return exitCodeOfAnswer(answer);
}

export function say({ clearBar, terminal }: Chat, text: string): number {
  clearBar();
  terminal.out.write(`${visible(text)}\n`);
  return EXIT.found;
}

/** To stderr, beside the answers. */
export function note({ clearBar, terminal: { err } }: Chat, text: string): void {
  clearBar();
  err.write(`${styleOf(err).dim(visible(text))}\n`);
}

/** Without a cost where none is known: `context 3,412 of 90,000 · tokens 12,345 in, 890 out · cost 0.0123` */
export function tally({ conversation: { sent, capacity }, spent: { input, output, cost } }: Chat): string {
  const count = (tokens: number | null): string => (tokens === null ? "unknown" : formatNumber(tokens));
  const parts = [
    `context ${formatNumber(sent?.used ?? 0)} of ${formatNumber(capacity)}`,
    `tokens ${count(input)} in, ${count(output)} out`,
  ];
  return [...parts, ...(cost === null || cost === 0 ? [] : [`cost ${cost.toFixed(4)}`])].join(" · ");
}

/** A flag of `ask --reason` is a command here. */
export const inWordsOfChat = (text: string): string => text.replaceAll("--allow ", "/allow ");
