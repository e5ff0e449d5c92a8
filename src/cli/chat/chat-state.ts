// What a chat is made of, and what all of its commands use.
import type { Conversation } from "../../operations/chat/open-conversation.ts";
import type { Answer, Operation, OperationContext } from "../../operations/contract/operation.ts";
import { formatNumber } from "../../vocabulary/amounts.ts";
import { Failure } from "../../vocabulary/failure.ts";
import { adviceInCommands, inWordsOfCommand } from "../name-flags.ts";
import { renderAnswer } from "../render-answer.ts";
import { styleOf } from "../style.ts";
import { type Terminal, visible } from "../terminal.ts";
import type { Lines } from "./read-lines.ts";

/** Null where the provider does not count, or no prices are set. */
export interface Spent {
  readonly input: number | null;
  readonly output: number | null;
  readonly cost: number | null;
}

/** Edits that were shown and not written, with the question of the gate. */
export interface Staged {
  readonly session: string;
  readonly question: string;
  readonly warnings: readonly string[];
}

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
  spent: Spent;
  staged: Staged | null;
}

const ALONE = new AbortController().signal;

/** Runs an operation and returns its answer, in the words of the command line. */
export async function ask(
  chat: Chat,
  name: string,
  input: Readonly<Record<string, unknown>>,
  signal: AbortSignal = ALONE,
): Promise<Answer> {
  const operation = chat.operations.find((one) => one.name === name);
  if (operation === undefined) {
    throw new Failure("INTERNAL", `there is no ${name}`, { hint: "install context-broker again" });
  }
  try {
    const answer = await operation.run({ project: chat.root, ...input }, chat.contextOf(signal));
    return { ...answer, text: adviceInCommands(answer, operation) };
  } catch (error) {
    const { command } = operation;
    throw error instanceof Failure && command !== null ? inWordsOfCommand(error, operation, command) : error;
  }
}

export function show(chat: Chat, answer: Answer): void {
  chat.clearBar();
  // What to call next is a command of the shell there.
  const text = answer.text.replace(/^next: .*\n?/gm, "");
  chat.terminal.out.write(renderAnswer({ ...answer, text }, false, chat.terminal.out));
}

/** A flag of `ask --reason` is a command here. */
export const inWordsOfChat = (text: string): string => text.replaceAll("--allow ", "/allow ");

/** To stderr, beside the answers. */
export function note(chat: Chat, text: string): void {
  chat.clearBar();
  chat.terminal.err.write(`${styleOf(chat.terminal.err).dim(visible(text))}\n`);
}

/** `context 3,412 of 90,000 · tokens 12,345 in, 890 out · cost 0.0123` */
export function tally({ conversation: { sent, capacity }, spent }: Pick<Chat, "conversation" | "spent">): string {
  const count = (tokens: number | null): string => (tokens === null ? "unknown" : formatNumber(tokens));
  return [
    `context ${formatNumber(sent?.used ?? 0)} of ${formatNumber(capacity)}`,
    `tokens ${count(spent.input)} in, ${count(spent.output)} out`,
    ...(spent.cost === null ? [] : [`cost ${spent.cost.toFixed(4)}`]),
  ].join(" · ");
}
