// The commands of a chat: `/search` and the others.
import { openConversation } from "../../operations/chat/open-conversation.ts";
import { nearestName } from "../../system/nearest-name.ts";
import { Failure } from "../../vocabulary/failure.ts";
import { EXIT, exitCodeOfAnswer } from "../exit.ts";
import { visible } from "../terminal.ts";
import { ask, type Chat, note, show, tally } from "./chat-state.ts";
import { NO_MODEL, runTask } from "./run-task.ts";

interface ChatCommand {
  readonly name: string;
  /** As the help has it. */
  readonly takes: string;
  readonly summary: string;
  /** The exit code; null ends the chat. */
  run(rest: string, chat: Chat, signal: AbortSignal): Promise<number | null>;
}

/** Runs an operation and shows its answer. */
const shown = (name: string, inputOf: (rest: string) => Readonly<Record<string, unknown>>): ChatCommand["run"] =>
  async function run(rest, chat, signal) {
    const answer = await ask(chat, name, inputOf(rest), signal);
    show(chat, answer);
    return exitCodeOfAnswer(answer);
  };

const sessionOf = (rest: string) => (rest === "" ? {} : { session: rest });

export const COMMANDS: readonly ChatCommand[] = [
  { name: "/search", takes: "QUERY", summary: "find code", run: shown("search_codebase", (query) => ({ query })) },
  {
    name: "/symbol",
    takes: "ADDRESS",
    summary: "what a symbol is, and who uses it",
    run: shown("get_symbol", (symbol) => ({ symbol })),
  },
  {
    name: "/diff",
    takes: "[BASE]",
    summary: "symbols that changed: in the worktree, or since a branch",
    run: shown("analyze_diff", (base) => (base === "" ? {} : { scope: "range", base })),
  },
  {
    name: "/context",
    takes: "TASK",
    summary: "the source that a task needs",
    run: shown("gather_context", (task) => ({ task })),
  },
  {
    name: "/edit",
    takes: "TASK",
    summary: "ask for an edit of the files that the task names or /allow added",
    run: (text, chat, signal) => runTask(chat, { text, asksForEdits: true, signal }),
  },
  { name: "/allow", takes: "[PATH…]", summary: "let edits touch files or folders as well", run: allow },
  {
    name: "/preview",
    takes: "[SESSION]",
    summary: "the staged edits as a diff",
    run: shown("preview_edits", sessionOf),
  },
  {
    name: "/commit",
    takes: "[SESSION]",
    summary: "write the staged edits",
    run: (rest, chat) => confirmed("commit_edits", rest, chat),
  },
  {
    name: "/rollback",
    takes: "[SESSION]",
    summary: "discard the staged edits",
    run: shown("rollback_edits", sessionOf),
  },
  {
    name: "/undo",
    takes: "[SESSION]",
    summary: "revert the edits that were written last",
    run: (rest, chat) => confirmed("undo_edits", rest, chat),
  },
  { name: "/save", takes: "[NAME][: DECISION; …]", summary: "save a handoff for another conversation", run: save },
  { name: "/status", takes: "", summary: "project, index, model, tokens, staged edits", run: status },
  { name: "/clear", takes: "", summary: "forget the conversation and begin another", run: clear },
  { name: "/help", takes: "", summary: "list the commands", run: help },
  { name: "/quit", takes: "", summary: "end the chat (Ctrl-D)", run: async () => null },
];

export const NAMES: readonly string[] = COMMANDS.map(({ name }) => name);

export interface TypedCommand {
  readonly name: string;
  readonly rest: string;
}

/** Null for a task, also for one that begins with a path: `/srv/a.ts fails`. */
export function parseCommand(line: string): TypedCommand | null {
  const [, name, rest = ""] = /^(\/[^\s/.]*)(?:\s+(.*))?$/su.exec(line.trim()) ?? [];
  return name === undefined ? null : { name: name.toLowerCase(), rest: rest.trim() };
}

/** Throws INVALID_INPUT for a command that there is not, or that lacks what it takes. */
export async function runCommand(
  { name, rest }: TypedCommand,
  chat: Chat,
  signal: AbortSignal,
): Promise<number | null> {
  const command = COMMANDS.find((one) => one.name === name);
  if (command === undefined) {
    const near = NAMES.find((one) => name.length > 1 && one.startsWith(name)) ?? nearestName(name, NAMES);
    throw new Failure("INVALID_INPUT", `there is no command ${name}`, {
      hint: near === "" ? "/help lists them" : `did you mean ${near}?`,
    });
  }
  if (rest === "" && /^[A-Z]/.test(command.takes)) {
    throw new Failure("INVALID_INPUT", `${name} takes ${command.takes}`, { hint: "/help explains the commands" });
  }
  return command.run(rest, chat, signal);
}

/** Shows what would be written, asks, and writes. The write is not interrupted. */
async function confirmed(name: "commit_edits" | "undo_edits", rest: string, chat: Chat): Promise<number> {
  const planned = await ask(chat, name, sessionOf(rest));
  show(chat, planned);
  const { state, session } = planned.structured;
  if (state !== "preview") {
    return exitCodeOfAnswer(planned);
  }
  const staged = name === "commit_edits" && chat.staged?.session === session ? chat.staged : null;
  if (staged !== null && staged.warnings.length > 0) {
    note(chat, ["What may break", ...staged.warnings].join("\n"));
  }
  if (!(await chat.lines.confirm(staged?.question || "Write this?"))) {
    const words = name === "commit_edits" ? "edit commit" : "edit undo";
    const elsewhere = chat.lines.isTyped
      ? ""
      : `: nobody could be asked; \`context-broker ${words} ${String(session)} --apply\` writes it`;
    chat.terminal.out.write(`nothing was written${elsewhere}\n`);
    return EXIT.nothing;
  }
  const written = await ask(chat, name, { session, apply: true });
  show(chat, written);
  return exitCodeOfAnswer(written);
}

async function allow(rest: string, chat: Chat): Promise<number> {
  const paths = rest.split(/\s+/).filter((path) => path !== "");
  chat.allowed = [...new Set([...chat.allowed, ...paths])];
  const all =
    chat.allowed.length === 0 ? "only what a task names" : `what a task names, and ${chat.allowed.join(", ")}`;
  chat.terminal.out.write(`edits may touch ${visible(all)}\n`);
  return EXIT.found;
}

/** Entries of a handoff. */
const PLACES_MAX = 50;
const GOAL_LENGTH_MAX = 2_000;

async function save(rest: string, chat: Chat, signal: AbortSignal): Promise<number> {
  if (chat.firstTask === null) {
    throw new Failure("INVALID_INPUT", "there is no conversation to save", { hint: "ask something first" });
  }
  const [, name = "", said = ""] = /^([^:]*)(?::(.*))?$/su.exec(rest) ?? [];
  const decisions = said.split(";").flatMap((one) => one.trim() || []);
  const input = {
    goal: chat.firstTask.slice(0, GOAL_LENGTH_MAX),
    ...(name.trim() === "" ? {} : { name: name.trim() }),
    ...(decisions.length === 0 ? {} : { decisions }),
  };
  const saveWith = (places: readonly string[]) =>
    ask(chat, "save_handoff", { ...input, places: places.slice(-PLACES_MAX) }, signal);
  const places = [...chat.cited];
  const answer = await saveWith(places).catch((error: unknown) => {
    if (!(error instanceof Failure && error.code === "NOT_FOUND")) {
      throw error;
    }
    // Lines that were cited may have been deleted since: then the files stand for them.
    return saveWith([...new Set(places.map((place) => place.replace(/(?:#.*|:\d+-\d+)$/, "")))]);
  });
  show(chat, answer);
  return exitCodeOfAnswer(answer);
}

async function status(_: string, chat: Chat, signal: AbortSignal): Promise<number> {
  const [index, edits] = await Promise.all([
    ask(chat, "index_status", {}, signal),
    ask(chat, "edit_status", {}, signal),
  ]);
  const model = await chat.contextOf(signal).services.languageModel();
  const { conversation, allowed } = chat;
  const lines = [
    `project: ${chat.root}`,
    `index: ${index.structured.summary}`,
    model === null ? NO_MODEL : `language model: ${model.name}`,
    `session: ${conversation.session}`,
    tally(chat),
    `edits: ${edits.structured.summary}`,
    ...(allowed.length === 0 ? [] : [`edits may touch: ${allowed.join(", ")}`]),
  ];
  chat.clearBar();
  chat.terminal.out.write(`${visible(lines.join("\n"))}\n`);
  return EXIT.found;
}

async function clear(_: string, chat: Chat, signal: AbortSignal): Promise<number> {
  chat.conversation = await openConversation(chat.root, newSession(), chat.contextOf(signal));
  chat.firstTask = null;
  chat.cited.clear();
  chat.allowed = [];
  chat.terminal.out.write(`the conversation is forgotten; session ${chat.conversation.session}\n`);
  return EXIT.found;
}

export const newSession = (): string => `chat-${Date.now().toString(36)}`;

async function help(_: string, { terminal: { out } }: Chat): Promise<number> {
  const usage = COMMANDS.map(({ name, takes, summary }) => ({ form: `${name} ${takes}`.trim(), summary }));
  const width = Math.max(...usage.map(({ form }) => form.length));
  const lines = usage.map(({ form, summary }) => `${form.padEnd(width)}  ${summary}`);
  out.write(["Anything else is a task for the language model.", ...lines, ""].join("\n"));
  return EXIT.found;
}
