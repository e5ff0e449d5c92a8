// A task of a chat: answered by the language model, or, where none is configured, by the source that it would be sent.
import { nameOf } from "../../operations/chat/fit-window.ts";
import { answerTask, type ReasonUser } from "../../operations/reason/ask-with-reason.ts";
import type { InConversation } from "../../operations/reason/open-reasoning.ts";
import { exitCodeOfAnswer } from "../exit.ts";
import { userAt } from "../reason.ts";
import { ask, type Chat, inWordsOfChat, note, say, show, tally } from "./chat-state.ts";

export const NO_MODEL = "no language model is configured, so tasks show their source (docs/use/language-model.md)";
const HOW_TO_CONFIGURE = "for answers: `context-broker config set language_model_provider …` and `language_model …`";

/** Returns the exit code. */
export async function runTask(task: string, asksForEdits: boolean, chat: Chat, signal: AbortSignal): Promise<number> {
  const { conversation, root, operations, lines } = chat;
  const context = chat.contextOf(signal);
  const model = await context.services.languageModel();
  if (model === null) {
    const code = show(chat, await ask(chat, "gather_context", { task, session: conversation.session }, signal));
    note(chat, `${NO_MODEL}\n${HOW_TO_CONFIGURE}`);
    chat.firstTask ??= task;
    return code;
  }
  const user = userAt({ terminal: chat.terminal, json: false, clearBar: chat.clearBar });
  const inChat: ReasonUser = {
    ...user,
    commands: { commit: () => "/commit", rollback: () => "/rollback", undo: () => "/undo" },
    showEdits: (diff, warnings) => {
      chat.gate = { session: null, question: "", warnings };
      user.showEdits(diff, warnings);
    },
    confirm: lines.isTyped
      ? (question) => {
          chat.gate = { session: null, warnings: [], ...chat.gate, question };
          return lines.confirm(question);
        }
      : null,
  };
  conversation.asksForEdits = asksForEdits;
  const { answer, reasoned, edits } = await answerTask(
    { question: task, project: root, max_tokens: conversation.maxTokens, allow: chat.allowed },
    context,
    inChat,
    { operations, conversation: chat.isDebugged ? debugged(chat, model.name) : conversation },
  );
  chat.firstTask ??= task;
  chat.gate = chat.gate !== null && edits.state === "staged" ? { ...chat.gate, session: edits.session } : null;
  account(chat, reasoned);
  await conversation.remember({ question: task, answer: reasoned.text }, context);
  say(chat, `${user.isShown() ? "\n\n" : ""}${inWordsOfChat(answer.text)}`);
  if (lines.isTyped) {
    note(chat, tally(chat));
  }
  return exitCodeOfAnswer(answer);
}

type Reasoned = Awaited<ReturnType<typeof answerTask>>["reasoned"];

function account({ spent, cited }: Chat, { inputTokens, outputTokens, cost, citations }: Reasoned): void {
  const plus = (sum: number | null, more: number | null) => (sum === null || more === null ? null : sum + more);
  spent.input = plus(spent.input, inputTokens);
  spent.output = plus(spent.output, outputTokens);
  spent.cost = plus(spent.cost, cost);
  for (const { support, file, lines, symbol } of citations) {
    const spans = lines.map(({ startLine, endLine }) => `${file}:${startLine}-${endLine}`);
    for (const place of support === "supported" ? (symbol === null ? spans : [`${file}#${symbol}`]) : []) {
      cited.delete(place);
      cited.add(place);
    }
  }
}

const SHOWN_OF_TEXT = 60;

/** Says what was looked up and what is sent, before it is. */
const debugged = (chat: Chat, model: string): InConversation => ({
  session: chat.conversation.session,
  extend: async (task, gathered, context) => {
    const prepared = await chat.conversation.extend(task, gathered, context);
    const source = prepared.items.filter(({ stretches }) => stretches.length > 0);
    const about = (parts: readonly (string | null)[]) => parts.filter((part) => part !== null).join(" ");
    const lines = [
      `looked up: ${Object.entries(gathered.lookUps)
        .map(([kind, times]) => `${kind} ${times}`)
        .join(", ")}`,
      `sent to ${model}:`,
      ...prepared.background.map(
        ({ title, text }) => `  ${title}: ${text.slice(0, SHOWN_OF_TEXT).replaceAll("\n", " ")}`,
      ),
      ...source.map((item) => `  ${about([nameOf(item), item.symbol, item.priority])}: ${item.why}`),
      ...(chat.conversation.sent?.trimmed ?? []).map((name) => `no room for ${name}`),
      tally(chat),
    ];
    note(chat, lines.join("\n"));
    return prepared;
  },
});
