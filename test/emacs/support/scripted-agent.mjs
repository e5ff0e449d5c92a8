// An agent that does what it is asked word for word, in the stream of Claude Code: no model, but the real MCP server of its session.
//   say TEXT | call TOOL {JSON} | tools | sleep SECONDS | crash | crash-once FILE | grumble | flood CHARACTERS
//   raw TEXT | bytes | long CHARACTERS | result CHARACTERS
// one a line. Further lines of a prompt that begin with none of these words are left aside.
import { spawn } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";

const option = (name) => process.argv[process.argv.indexOf(name) + 1];
const write = (message) => process.stdout.write(`${JSON.stringify(message)}\n`);
const assistant = (part) => write({ type: "assistant", message: { role: "assistant", content: [part] } });

class Server {
  #next = 1;
  #pending = new Map();

  constructor() {
    const [{ command, args }] = Object.values(JSON.parse(readFileSync(option("--mcp-config"), "utf8")).mcpServers);
    this.child = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] });
    createInterface({ input: this.child.stdout }).on("line", (line) => {
      const { id, result, error } = JSON.parse(line);
      this.#pending.get(id)?.(error === undefined ? result : { isError: true, content: [{ text: error.message }] });
    });
  }

  ask(method, params) {
    const id = this.#next++;
    this.child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
    return new Promise((resolve) => this.#pending.set(id, resolve));
  }

  static async open() {
    const server = new Server();
    const clientInfo = { name: "scripted-agent", version: "1" };
    await server.ask("initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo });
    server.child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" })}\n`);
    return server;
  }
}

let server;
const opened = async () => (server ??= await Server.open());

const DEEDS = {
  say: (text) => assistant({ type: "text", text }),
  call: async (words) => {
    const [, name, json] = /^(\S+)\s*(.*)$/.exec(words);
    const input = JSON.parse(json || "{}");
    assistant({ type: "tool_use", id: "1", name, input });
    const { content } = await (await opened()).ask("tools/call", { name, arguments: input });
    write({ type: "user", message: { content: [{ type: "tool_result", tool_use_id: "1", content }] } });
  },
  tools: async () => {
    const { tools } = await (await opened()).ask("tools/list", {});
    assistant({ type: "text", text: `tools: ${tools.map(({ name }) => name).join(" ")}` });
  },
  sleep: (seconds) => new Promise((resolve) => setTimeout(resolve, Number(seconds) * 1_000)),
  crash: () => process.exit(7),
  "crash-once": (file) => {
    if (!existsSync(file)) {
      writeFileSync(file, "");
      process.exit(7);
    }
  },
  grumble: () => {
    process.stderr.write("the key is wrong\n");
    process.exit(8);
  },
  raw: (text) => process.stdout.write(`${text}\n`),
  bytes: () => process.stdout.write(Buffer.from([0xff, 0xfe, 0, 0x1b, 0x5b, 0x80, 0x0a])),
  long: (characters) => assistant({ type: "text", text: "x".repeat(Number(characters)) }),
  result: (characters) =>
    write({
      type: "user",
      message: { content: [{ type: "tool_result", tool_use_id: "1", content: "y".repeat(Number(characters)) }] },
    }),
  flood: (characters) => assistant({ type: "text", text: "a line of many\n".repeat(Number(characters) / 15) }),
};

// As Claude Code ends when it is interrupted.
process.on("SIGINT", () => {
  write({ type: "result", is_error: true, subtype: "error_during_execution" });
  process.exit(1);
});

const lines = readFileSync(0, "utf8").split("\n");
const turn = option("--resume");
const early = lines[0].startsWith("crash-once") || lines[0] === "grumble";
if (!early) {
  const session = process.argv.includes("--resume") ? turn : "conversation-1";
  write({ type: "system", subtype: "init", session_id: session });
}
for (const line of lines) {
  const [, word, rest] = /^(\S*)\s?(.*)$/.exec(line);
  await DEEDS[word]?.(rest);
}
write({ type: "result", is_error: false, result: "", usage: { input_tokens: 3, output_tokens: 2 } });
server?.child.kill();
