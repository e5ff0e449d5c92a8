// A task of a chat: answered by the language model, or, where none is configured, by the source that it would be sent.
import { nameOf } from "../../operations/chat/fit-window.ts";
import type { Conversation } from "../../operations/chat/open-conversation.ts";
import { type AnsweredTask, answerTask, type ReasonUser } from "../../operations/reason/ask-with-reason.ts";
import type { InConversation } from "../../operations/reason/open-reasoning.ts";
import type { EditCommands } from "../../operations/reason/write-reasoned.ts";
import { formatNumber } from "../../vocabulary/amounts.ts";
import { exitCodeOfAnswer } from "../exit.ts";
import { userAt } from "../reason.ts";
import { visible } from "../terminal.ts";
import { ask, type Chat, inWordsOfChat, note, type Staged, show, tally } from "./chat-state.ts";

export const NO_MODEL =
  "no language model is configured; to have tasks answered: `context-broker config set language_model_provider` and `language_model` (docs/language-model.md)";

const COMMANDS: EditCommands = { commit: () => "/commit", rollback: () => "/rollback", undo: () => "/undo" };

export interface Task {
  readonly text: string;
  readonly asksForEdits: boolean;
  readonly signal: AbortSignal;
}

/** Returns the exit code. */
export async function runTask(chat: Chat, { text, asksForEdits, signal }: Task): Promise<number> {
  const { conversation, root, operations } = chat;
  const context = chat.contextOf(signal);
  const model = await context.services.languageModel();
  if (model === null) {
    const answer = await ask(chat, "gather_context", { task: text, session: conversation.session }, signal);
    show(chat, answer);
    note(chat, NO_MODEL);
    chat.firstTask ??= text;
    return exitCodeOfAnswer(answer);
  }
  const user = userOf(chat);
  conversation.asksForEdits = asksForEdits;
  const answered = await answerTask(
    { question: text, project: root, max_tokens: conversation.maxTokens, allow: chat.allowed },
    context,
    user,
    { operations, conversation: chat.isDebugged ? debugged(chat, conversation, model.name) : conversation },
  );
  chat.firstTask ??= text;
  chat.staged = stagedOf(answered, user.asked());
  account(chat, answered.reasoned);
  await conversation.remember({ question: text, answer: answered.reasoned.text }, context);
  chat.terminal.out.write(`${user.isShown() ? "\n\n" : ""}${visible(inWordsOfChat(answered.answer.text))}\n`);
  if (chat.lines.isTyped) {
    note(chat, tally(chat));
  }
  return exitCodeOfAnswer(answered.answer);
}

function userOf(chat: Chat): ReasonUser & { isShown(): boolean; asked(): Omit<Staged, "session"> } {
  const user = userAt({ terminal: chat.terminal, json: false, clearBar: chat.clearBar });
  let asked: Omit<Staged, "session"> = { question: "", warnings: [] };
  const confirm = (question: string): Promise<boolean> => {
    asked = { ...asked, question };
    return chat.lines.confirm(question);
  };
  return {
    ...user,
    asked: () => asked,
    commands: COMMANDS,
    showEdits: (diff, warnings) => {
      asked = { ...asked, warnings };
      user.showEdits(diff, warnings);
    },
    confirm: chat.lines.isTyped ? confirm : null,
  };
}

const stagedOf = ({ edits }: AnsweredTask, asked: Omit<Staged, "session">): Staged | null =>
  edits.state === "staged" ? { ...asked, session: edits.session } : null;

function account(chat: Chat, { inputTokens, outputTokens, cost, citations }: AnsweredTask["reasoned"]): void {
  const { spent, cited } = chat;
  const plus = (sum: number | null, more: number | null) => (sum === null || more === null ? null : sum + more);
  chat.spent = {
    input: plus(spent.input, inputTokens),
    output: plus(spent.output, outputTokens),
    cost: plus(spent.cost, cost),
  };
  for (const { support, file, lines, symbol } of citations) {
    const spans = lines.map(({ startLine, endLine }) => `${file}:${startLine}-${endLine}`);
    for (const place of support === "supported" ? (symbol === null ? spans : [`${file}#${symbol}`]) : []) {
      cited.delete(place);
      cited.add(place);
    }
  }
}

/** Says what was looked up and what is sent, before it is. */
const debugged = (chat: Chat, conversation: Conversation, model: string): InConversation => ({
  session: conversation.session,
  extend: async (task, gathered, context) => {
    const prepared = await conversation.extend(task, gathered, context);
    const { sent } = conversation;
    const lookUps = Object.entries(gathered.lookUps).map(([kind, times]) => `${kind} ${times}`);
    const items = prepared.items.filter(({ stretches }) => stretches.length > 0);
    const lines = [
      `looked up: ${lookUps.join(", ")}`,
      `sent to ${model}:`,
      ...prepared.background.map(
        ({ title, text }) => `  ${title}: ${text.slice(0, SHOWN_OF_TEXT).replaceAll("\n", " ")}`,
      ),
      ...items.map((item) => `  ${nameOf(item)} ${item.symbol ?? ""} ${item.priority}: ${item.why}`),
      ...(sent?.trimmed ?? []).map((name) => `no room for ${name}`),
      `context ${formatNumber(sent?.used ?? 0)} of ${formatNumber(sent?.capacity ?? 0)} tokens`,
    ];
    note(chat, lines.join("\n"));
    return prepared;
  },
});

const SHOWN_OF_TEXT = 60;
