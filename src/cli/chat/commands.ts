// The commands of a chat: `/search` and the others.
import { openConversation } from "../../operations/chat/open-conversation.ts";
import { nearestName } from "../../system/nearest-name.ts";
import { Failure } from "../../vocabulary/failure.ts";
import { EXIT } from "../exit.ts";
import { ask, type Chat, note, say, show, tally } from "./chat-state.ts";
import { NO_MODEL, runTask } from "./run-task.ts";

/** Returns the exit code; null ends the chat. */
type Run = (rest: string, chat: Chat, signal: AbortSignal) => Promise<number | null>;

/** Runs an operation and shows its answer; `field`: what is typed after the command, if anything is. */
const shown =
  (name: string, field: string, more: Readonly<Record<string, unknown>> = {}): Run =>
  async (rest, chat, signal) =>
    show(chat, await ask(chat, name, rest === "" ? {} : { [field]: rest, ...more }, signal));

/** Name, what it takes, summary, work. */
const COMMANDS: readonly (readonly [string, string, string, Run])[] = [
  ["/search", "QUERY", "find code", shown("search_codebase", "query")],
  ["/symbol", "ADDRESS", "what a symbol is, and who uses it", shown("get_symbol", "symbol")],
  ["/diff", "[BASE]", "symbols that changed, also since a branch", shown("analyze_diff", "base", { scope: "range" })],
  ["/context", "TASK", "the source that a task needs", shown("gather_context", "task")],
  ["/edit", "TASK", "ask for an edit of what the task names", (text, ...rest) => runTask(text, true, ...rest)],
  ["/allow", "[PATH…]", "let edits touch files or folders as well", allow],
  ["/preview", "[SESSION]", "the staged edits as a diff", shown("preview_edits", "session")],
  ["/commit", "[SESSION]", "write the staged edits", (rest, chat) => confirmed("commit_edits", rest, chat)],
  ["/rollback", "[SESSION]", "discard the staged edits", shown("rollback_edits", "session")],
  [
    "/undo",
    "[SESSION]",
    "revert the edits that were written last",
    (rest, chat) => confirmed("undo_edits", rest, chat),
  ],
  ["/save", "[NAME][: DECISIONS]", "save a handoff; decisions are parted by ;", save],
  ["/status", "", "project, index, model, tokens, staged edits", status],
  ["/clear", "", "forget the conversation and begin another", clear],
  ["/help", "", "list the commands", help],
  ["/quit", "", "end the chat (Ctrl-D)", async () => null],
];

export const NAMES: readonly string[] = COMMANDS.map(([name]) => name);

/** Null for a task, also for one that begins with a path: `/srv/a.ts fails`. */
export function parseCommand(line: string): { readonly name: string; readonly rest: string } | null {
  const [, name, rest = ""] = /^(\/[^\s/.]*)(?:\s+(.*))?$/su.exec(line.trim()) ?? [];
  return name === undefined ? null : { name: name.toLowerCase(), rest: rest.trim() };
}

/** A line that was typed: a command or a task. Throws INVALID_INPUT for a command that there is not, or that lacks what it takes. */
export async function runLine(line: string, chat: Chat, signal: AbortSignal): Promise<number | null> {
  const typed = parseCommand(line);
  if (typed === null) {
    return runTask(line.trim(), false, chat, signal);
  }
  const { name, rest } = typed;
  const [, takes = "", , run] = COMMANDS.find(([one]) => one === name) ?? [];
  if (run === undefined) {
    const near = NAMES.find((one) => name.length > 1 && one.startsWith(name)) ?? nearestName(name, NAMES);
    const hint = near === "" ? "/help lists them" : `did you mean ${near}?`;
    throw new Failure("INVALID_INPUT", `there is no command ${name}`, { hint });
  }
  if (rest === "" && /^[A-Z]/.test(takes)) {
    throw new Failure("INVALID_INPUT", `${name} takes ${takes}`, { hint: "/help explains the commands" });
  }
  return run(rest, chat, signal);
}

/** Shows what would be written, asks, and writes, which nothing interrupts. */
async function confirmed(name: "commit_edits" | "undo_edits", rest: string, chat: Chat): Promise<number> {
  const planned = await ask(chat, name, rest === "" ? {} : { session: rest });
  const code = show(chat, planned);
  const { state, session } = planned.structured;
  if (state !== "preview") {
    return code;
  }
  const gate = name === "commit_edits" && chat.gate?.session === session ? chat.gate : null;
  if (gate !== null && gate.warnings.length > 0) {
    note(chat, ["What may break", ...gate.warnings].join("\n"));
  }
  if (await chat.lines.confirm(gate?.question || "Write this?")) {
    return show(chat, await ask(chat, name, { session, apply: true }));
  }
  const command = `context-broker ${name === "commit_edits" ? "edit commit" : "edit undo"} ${String(session)} --apply`;
  say(chat, `nothing was written${chat.lines.isTyped ? "" : `: nobody could be asked; \`${command}\` writes it`}`);
  return EXIT.nothing;
}

async function allow(rest: string, chat: Chat): Promise<number> {
  chat.allowed = [...new Set([...chat.allowed, ...rest.split(/\s+/).filter((path) => path !== "")])];
  return say(chat, ["edits may touch what a task names", ...chat.allowed].join(", "));
}

const PLACES_MAX = 50;
const GOAL_LENGTH_MAX = 2_000;

async function save(rest: string, chat: Chat, signal: AbortSignal): Promise<number> {
  if (chat.firstTask === null) {
    throw new Failure("INVALID_INPUT", "there is no conversation to save", { hint: "ask something first" });
  }
  const [name = "", ...said] = rest.split(":");
  const saveWith = async (places: readonly string[]): Promise<number> => {
    const input = {
      goal: chat.firstTask?.slice(0, GOAL_LENGTH_MAX),
      places: places.slice(-PLACES_MAX),
      decisions: said
        .join(":")
        .split(";")
        .flatMap((one) => one.trim() || []),
      ...(name.trim() === "" ? {} : { name: name.trim() }),
    };
    return show(chat, await ask(chat, "save_handoff", input, signal));
  };
  return saveWith([...chat.cited]).catch((error: unknown) => {
    if (!(error instanceof Failure && error.code === "NOT_FOUND")) {
      throw error;
    }
    // Lines that were cited may have been deleted since: then the files stand for them.
    return saveWith([...new Set([...chat.cited].map((place) => place.replace(/(?:#.*|:\d+-\d+)$/, "")))]);
  });
}

async function status(_: string, chat: Chat, signal: AbortSignal): Promise<number> {
  // Its outcome, such as "found: ", says nothing here.
  const summaryOf = async (name: string) =>
    String((await ask(chat, name, {}, signal)).structured.summary).replace(/^[a-z]+: /, "");
  const model = await chat.contextOf(signal).services.languageModel();
  const lines = [
    `project: ${chat.root}`,
    `index: ${await summaryOf("index_status")}`,
    model === null ? NO_MODEL : `language model: ${model.name}`,
    `session: ${chat.conversation.session}`,
    tally(chat),
    `edits: ${await summaryOf("edit_status")}`,
  ];
  return say(chat, lines.join("\n"));
}

export const newSession = (): string => `chat-${Date.now().toString(36)}`;

async function clear(_: string, chat: Chat, signal: AbortSignal): Promise<number> {
  chat.conversation = await openConversation(chat.root, newSession(), chat.contextOf(signal));
  chat.firstTask = null;
  chat.cited.clear();
  chat.allowed = [];
  return say(chat, `the conversation is forgotten; session ${chat.conversation.session}`);
}

async function help(_: string, chat: Chat): Promise<number> {
  const forms = COMMANDS.map(([name, takes]) => `${name} ${takes}`.trim());
  const width = Math.max(...forms.map((form) => form.length));
  const lines = COMMANDS.map(([, , summary], at) => `${forms[at]?.padEnd(width)}  ${summary}`);
  return say(chat, ["Anything else is a task for the language model.", ...lines].join("\n"));
}
