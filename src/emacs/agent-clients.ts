// What is particular to each command-line agent that Emacs runs: how a turn is started in its headless mode, how the MCP server of its session is
// given to it, how its own tools are switched off, and what a line of its stream says.
import { lstatSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { basename, join } from "node:path";
import { makeFolder } from "../system/make-folder.ts";
import { PRIVATE_MODES } from "../system/platform/permissions.ts";
import { type Fields, fieldsOf } from "../vocabulary/fields.ts";
import { type AgentEvent, resultEvent } from "./agent-event.ts";

export interface AgentTask {
  readonly client: "claude" | "kimi" | "codex" | "chat";
  readonly prompt: string;
  /** The agent's id of the conversation that goes on. */
  readonly session: string | null;
  /** The command of the session's MCP server. */
  readonly server: readonly string[];
  /** Whether it has only that server's tools. */
  readonly scoped: boolean | null;
  /** Of the project. */
  readonly directory: string;
  /** A folder for the agent's files of this session. */
  readonly private: string;
}

export interface Start {
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** What the agent reads; default: the prompt. */
  readonly input?: string;
}

export interface AgentClient {
  start(turn: AgentTask): Start;
  /** Throws where the line has not the form that is known. */
  read(line: string): AgentEvent[];
}

/** Not `context-broker`, since the user may have configured that one. */
const SERVER = "context-broker-emacs";

const listOf = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.map(fieldsOf) : []);

const messageOf = (line: string): Fields => fieldsOf(line.trim() === "" ? {} : JSON.parse(line));

function textOf(value: unknown): string {
  if (typeof value !== "string") {
    throw new TypeError("not the form that is known");
  }
  return value;
}

const countOf = (value: unknown): number => (typeof value === "number" ? value : 0);

/** Of a text, or of a list of parts with texts. */
const contentOf = (value: unknown): string =>
  Array.isArray(value)
    ? listOf(value)
        .flatMap(({ text }) => text ?? [])
        .join("")
    : textOf(value ?? "");

const toolEvent = (name: unknown, input: unknown): AgentEvent => [
  "tool",
  textOf(name),
  typeof input === "string" ? input : (JSON.stringify(input) ?? ""),
];

function writePrivate(path: string, text: string): string {
  writeFileSync(path, text, { mode: PRIVATE_MODES.file });
  return path;
}

function writeServer(path: string, [command, ...args]: readonly string[]): string {
  return writePrivate(path, JSON.stringify({ mcpServers: { [SERVER]: { command, args } } }));
}

const claude: AgentClient = {
  start: (turn) => ({
    args: [
      ...["-p", "--output-format", "stream-json", "--verbose", "--strict-mcp-config"],
      ...["--mcp-config", writeServer(join(turn.private, "mcp.json"), turn.server)],
      ...["--allowedTools", `mcp__${SERVER}`],
      ...(turn.scoped === true ? ["--tools", "", "--setting-sources", ""] : []),
      ...(turn.session === null ? [] : ["--resume", turn.session]),
    ],
    // Else it asks its model before the server is ready, and without its tools.
    env: { MCP_CONNECTION_NONBLOCKING: "0", MCP_CONNECT_TIMEOUT_MS: "30000" },
  }),
  read(line) {
    const { type, subtype, session_id, message, usage, is_error, result } = messageOf(line);
    if (type === "system") {
      return subtype === "init" ? [["session", textOf(session_id)]] : [];
    }
    if (type !== "result") {
      return listOf(fieldsOf(message)["content"]).flatMap(claudeEvents);
    }
    const counts = fieldsOf(usage);
    const input = ["input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens"];
    const read = input.reduce((sum, name) => sum + countOf(counts[name]), 0);
    const tokens: AgentEvent = ["tokens", read, countOf(counts["output_tokens"])];
    return is_error === true ? [tokens, ["failed", textOf(result ?? subtype)]] : [tokens];
  },
};

function claudeEvents({ type, text, thinking, name, input, content }: Fields): AgentEvent[] {
  switch (type) {
    case "text":
      return [["text", textOf(text)]];
    case "thinking":
      return [["thinking", textOf(thinking)]];
    case "tool_use":
      return [toolEvent(name, input)];
    case "tool_result":
      return [resultEvent(contentOf(content))];
    default:
      return [];
  }
}

/** Gives it no tools but those of the server. */
const KIMI_AGENT = `---
name: scoped
description: Works through Emacs only
tools:
  - mcp__${SERVER}__*
---
You work only with the tools that you are given.
`;

/** What its home of a session has of its own; all else is the user's. */
const KIMI_OWN: ReadonlySet<string> = new Set(["mcp.json", "sessions", "agents"]);

/** Makes a home for one session, since its servers come from there alone. */
function kimiHome(turn: AgentTask): string {
  const home = join(turn.private, "kimi");
  const user = process.env["KIMI_CODE_HOME"] ?? join(homedir(), ".kimi-code");
  const isThere = (path: string) => lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  makeFolder(home, PRIVATE_MODES.folder);
  for (const name of isThere(user) ? readdirSync(user) : []) {
    if (!(KIMI_OWN.has(name) || isThere(join(home, name)))) {
      symlinkSync(join(user, name), join(home, name));
    }
  }
  writeServer(join(home, "mcp.json"), turn.server);
  return home;
}

const kimi: AgentClient = {
  start(turn) {
    const scoped = () => ["--agent-file", writePrivate(join(turn.private, "agent.md"), KIMI_AGENT)];
    // A conversation that goes on keeps its agent.
    const more = turn.session === null ? (turn.scoped === true ? scoped() : []) : ["--session", turn.session];
    return {
      args: ["--output-format", "stream-json", ...more, "-p", turn.prompt],
      env: { KIMI_CODE_HOME: kimiHome(turn), KIMI_CODE_NO_AUTO_UPDATE: "1" },
      input: "",
    };
  },
  read(line) {
    const { role, session_id, reasoning_content, content, tool_calls } = messageOf(line);
    switch (role) {
      case "meta":
        return session_id === undefined ? [] : [["session", textOf(session_id)]];
      case "tool":
        return [resultEvent(contentOf(content))];
      case "assistant": {
        const events: AgentEvent[] = [
          ["thinking", textOf(reasoning_content ?? "")],
          ["text", contentOf(content)],
        ];
        const calls = listOf(tool_calls).map((call) => {
          const { name, arguments: input } = fieldsOf(call["function"]);
          return toolEvent(name, input);
        });
        return [...events.filter(([, text]) => text !== ""), ...calls];
      }
      default:
        return [];
    }
  },
};

const codex: AgentClient = {
  start({ session, server: [command, ...args] }) {
    const settings = {
      command,
      args,
      default_tools_approval_mode: "approve",
      // Else it asks its model before the server is ready.
      required: true,
      startup_timeout_sec: 60,
    };
    // A text is written alike in JSON and in TOML.
    const flags = Object.entries(settings).map(
      ([key, value]) => `mcp_servers.${SERVER}.${key}=${JSON.stringify(value)}`,
    );
    const resumed = session === null ? [] : ["resume", session];
    return {
      args: ["exec", ...resumed, "--skip-git-repo-check", "--json", ...flags.flatMap((flag) => ["-c", flag]), "-"],
    };
  },
  read(line) {
    const { type, thread_id, item, usage, error, message } = messageOf(line);
    switch (type) {
      case "thread.started":
        return [["session", textOf(thread_id)]];
      case "turn.completed":
        return [["tokens", countOf(fieldsOf(usage)["input_tokens"]), countOf(fieldsOf(usage)["output_tokens"])]];
      case "turn.failed":
        return [["failed", textOf(fieldsOf(error)["message"] ?? "the turn failed")]];
      case "error":
        return [["failed", textOf(message ?? "an error without a text")]];
      default:
        return codexEvents(`${String(type)} ${String(fieldsOf(item)["type"])}`, fieldsOf(item));
    }
  },
};

function codexEvents(kind: string, item: Fields): AgentEvent[] {
  switch (kind) {
    case "item.started mcp_tool_call":
      return [toolEvent(item["tool"], item["arguments"])];
    case "item.started command_execution":
      return [toolEvent("shell", item["command"])];
    case "item.completed file_change":
      return [toolEvent("edit", item["changes"])];
    case "item.completed agent_message":
      return [["text", textOf(item["text"])]];
    case "item.completed reasoning":
      return [["thinking", textOf(item["text"])]];
    case "item.completed mcp_tool_call":
      return [resultEvent(contentOf(fieldsOf(item["error"])["message"] ?? fieldsOf(item["result"])["content"]))];
    case "item.completed command_execution":
      return [resultEvent(textOf(item["aggregated_output"] ?? ""))];
    case "item.completed error":
      return [["note", textOf(item["message"])]];
    default:
      return [];
  }
}

/** Context Broker's own: what it says is no JSON. */
const chat: AgentClient = {
  start: (turn) => ({ args: ["chat", "--project", turn.directory, "--session", basename(turn.private)] }),
  read: (line) => [["text", line]],
};

export const AGENT_CLIENTS: Readonly<Record<AgentTask["client"], AgentClient>> = { claude, kimi, codex, chat };
