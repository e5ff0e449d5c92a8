// What the agents that Emacs runs are given, and what of their streams reaches Emacs: lines as the agents wrote them.
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { AGENT_CLIENTS, type AgentTask } from "../../src/emacs/agent-clients.ts";
import { renderEvent, resultEvent } from "../../src/emacs/agent-event.ts";
import { packagePath } from "../../src/system/package-root.ts";
import { isAlive } from "../support/is-alive.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cb-agent-"));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

const turnOf = (more: Partial<AgentTask> = {}): AgentTask => ({
  client: "claude",
  prompt: 'a "b" $(c)',
  session: null,
  server: ["/bin/a b", "serve", 'x"y'],
  scoped: true,
  directory: "/tmp",
  private: folder,
  ...more,
});

const STREAMS: Readonly<Record<AgentTask["client"], readonly [lines: readonly unknown[], events: readonly unknown[]]>> =
  {
    claude: [
      [
        { type: "system", subtype: "init", session_id: "s1", tools: [] },
        { type: "system", subtype: "status" },
        { type: "assistant", message: { content: [{ type: "thinking", thinking: "h" }] } },
        {
          type: "assistant",
          message: { content: [{ type: "tool_use", id: "t", name: "m__x", input: { query: "q" } }] },
        },
        { type: "user", message: { content: [{ type: "tool_result", content: [{ type: "text", text: "r" }] }] } },
        { type: "user", message: { content: "what was asked" } },
        { type: "result", is_error: true, subtype: "e", usage: { input_tokens: 2, cache_read_input_tokens: 5 } },
      ],
      [
        ["session", "s1"],
        ["thinking", "h"],
        ["tool", "m__x", '{"query":"q"}'],
        ["result", "r", "", ""],
        ["tokens", 7, 0],
        ["failed", "e"],
      ],
    ],
    kimi: [
      [
        { role: "meta", type: "system.version", version: "2.1.0" },
        { role: "assistant", tool_calls: [{ type: "function", id: "c", function: { name: "x", arguments: "{}" } }] },
        { role: "tool", tool_call_id: "c", content: "r" },
        { role: "assistant", reasoning_content: "h", content: [{ type: "text", text: "done" }] },
        { role: "meta", type: "session.resume_hint", session_id: "s2" },
      ],
      [
        ["tool", "x", "{}"],
        ["result", "r", "", ""],
        ["thinking", "h"],
        ["text", "done"],
        ["session", "s2"],
      ],
    ],
    codex: [
      [
        { type: "thread.started", thread_id: "s3" },
        { type: "turn.started" },
        { type: "item.started", item: { type: "mcp_tool_call", tool: "x", arguments: { q: 1 } } },
        { type: "item.completed", item: { type: "mcp_tool_call", result: { content: [{ text: "r" }] }, error: null } },
        { type: "item.completed", item: { type: "mcp_tool_call", result: null, error: { message: "no" } } },
        { type: "item.started", item: { type: "command_execution", command: "ls" } },
        { type: "item.completed", item: { type: "command_execution", aggregated_output: "f" } },
        { type: "item.completed", item: { type: "agent_message", text: "done" } },
        { type: "turn.completed", usage: { input_tokens: 1, output_tokens: 2 } },
        { type: "turn.failed", error: { message: "no" } },
      ],
      [
        ["session", "s3"],
        ["tool", "x", '{"q":1}'],
        ["result", "r", "", ""],
        ["result", "no", "", ""],
        ["tool", "shell", "ls"],
        ["result", "f", "", ""],
        ["text", "done"],
        ["tokens", 1, 2],
        ["failed", "no"],
      ],
    ],
    chat: [["plain words"], [["text", '"plain words"']]],
  };

const clientNamed = (name: string) => AGENT_CLIENTS[name as AgentTask["client"]];

describe("the stream", () => {
  it.each(Object.entries(STREAMS))("of %s is understood", (name, [lines, events]) => {
    expect(lines.flatMap((line) => clientNamed(name).read(JSON.stringify(line)))).toEqual(events);
  });

  it.each(["claude", "kimi", "codex"] as const)("of %s may have lines of another form, and empty ones", (name) => {
    const client = clientNamed(name);
    expect(client.read("")).toEqual([]);
    expect(client.read("42")).toEqual([]);
    expect(() => client.read("Warning: no message")).toThrow(SyntaxError);
    const wrong = STREAMS[name][0].map((line) => JSON.stringify(line).replace(/"(s\d)"/, "5"));
    expect(() => wrong.flatMap((line) => client.read(line))).toThrow(TypeError);
  });
});

describe("a turn", () => {
  it("names no shell, and takes a scoped Claude Code its own tools and settings", () => {
    const { args } = AGENT_CLIENTS.claude.start(turnOf());
    expect(args).toContain("--strict-mcp-config");
    expect(args.join("\n")).toContain("--tools\n\n--setting-sources\n");
    const file = args[args.indexOf("--mcp-config") + 1] ?? "";
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({
      mcpServers: { "context-broker-emacs": { command: "/bin/a b", args: ["serve", 'x"y'] } },
    });
    expect(AGENT_CLIENTS.claude.start(turnOf({ scoped: null, session: "s" })).args.slice(-2)).toEqual([
      "--resume",
      "s",
    ]);
  });

  it("gives Kimi Code a home with the user's settings, but neither the user's servers nor conversations", () => {
    const user = join(folder, "user");
    mkdirSync(join(user, "sessions"), { recursive: true });
    writeFileSync(join(user, "mcp.json"), "{}");
    writeFileSync(join(user, "config.toml"), "");
    vi.stubEnv("KIMI_CODE_HOME", user);
    // Twice, as in a second turn.
    AGENT_CLIENTS.kimi.start(turnOf());
    const { args, env, input } = AGENT_CLIENTS.kimi.start(turnOf());
    const home = join(folder, "kimi");
    expect([env?.["KIMI_CODE_HOME"], input, args.at(-1)]).toEqual([home, "", 'a "b" $(c)']);
    expect(readdirSync(home).sort()).toEqual(["config.toml", "mcp.json"]);
    expect(readFileSync(join(home, "mcp.json"), "utf8")).toContain("context-broker-emacs");
    expect(readlinkSync(join(home, "config.toml"))).toBe(join(user, "config.toml"));
    const agent = readFileSync(args[args.indexOf("--agent-file") + 1] ?? "", "utf8");
    expect(agent).toContain("tools:\n  - mcp__context-broker-emacs__*\n---");
  });

  it("gives Codex its server as settings", () => {
    const { args } = AGENT_CLIENTS.codex.start(turnOf({ session: "s" }));
    expect(args.slice(0, 3)).toEqual(["exec", "resume", "s"]);
    expect(args).toContain('mcp_servers.context-broker-emacs.args=["serve","x\\"y"]');
  });
});

describe("an event", () => {
  it("has no text that stops Emacs", () => {
    const line = renderEvent(["text", "x".repeat(200_000)]);
    const [, text = ""] = JSON.parse(line) as string[];
    expect(text).toMatch(/… \[100000 more characters\]$/);
    expect(Math.max(...text.split("\n").map(({ length }) => length))).toBeLessThanOrEqual(8_100);
    expect(renderEvent(["note", "a\0b\ud800c😀"])).toBe('["note","a�b�c😀"]');
  });

  it("shows the first lines of a result, and keeps the others for a button", () => {
    const many = "line\n".repeat(20);
    expect(resultEvent(many)).toEqual(["result", "line\n".repeat(6).trim(), "[14 more lines]", many]);
    const long = "y".repeat(2_000);
    expect(resultEvent(long)).toEqual(["result", `${long.slice(0, 1_000)}…`, "[the whole lines]", long]);
  });
});

it("ends the agent when Emacs is gone", async () => {
  const pid = join(folder, "pid");
  const turn = join(folder, "turn.json");
  const program = ["sh", "-c", `echo $$ > '${pid}'; exec sleep 60`];
  writeFileSync(turn, JSON.stringify({ ...turnOf({ private: folder }), program }));
  const runner = spawn(process.execPath, [packagePath("dist/main.js"), "emacs-agent", turn]);
  await vi.waitFor(() => expect(readFileSync(pid, "utf8")).toMatch(/\d\n/), 60_000);
  runner.stdin.end();
  await once(runner, "close");
  expect(isAlive(Number(readFileSync(pid, "utf8")))).toBe(false);
});
