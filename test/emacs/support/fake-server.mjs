// An MCP server that misbehaves as its first argument says; what it is sent is kept in the file of the second.
import { appendFileSync } from "node:fs";
import { createInterface } from "node:readline";

const [how, log] = process.argv.slice(2);
const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
const answer = (id, text) => send({ id, result: { content: [{ type: "text", text }] } });

if (how === "no-start") {
  process.stderr.write("this folder is no project\n");
  process.exit(3);
}

createInterface({ input: process.stdin }).on("line", (line) => {
  appendFileSync(log, `${line}\n`);
  const { id, method, params } = JSON.parse(line);
  if (method === "initialize") {
    if (how === "refuses") {
      send({ id, error: { code: -32602, message: "not this revision" } });
    } else if (how === "slow-start") {
      setTimeout(() => send({ id, result: { capabilities: {} } }), 400);
    } else {
      send({ id, result: { capabilities: {} } });
    }
  }
  if (method !== "tools/call") {
    return;
  }
  switch (params.name) {
    case "echo":
      answer(id, params.arguments.text);
      break;
    case "die":
      process.stderr.write("out of luck\n");
      process.exit(1);
      break;
    case "garbage":
      process.stdout.write('no json\n[1, 2]\n42\n"text"\n{"id": 999, "result": {}}\n{"jsonrpc": "2.0"}\n\n');
      answer(id, "after garbage");
      break;
    case "huge":
      answer(id, "é".repeat(params.arguments.characters));
      break;
    case "pieces": {
      const whole = Buffer.from(
        `${JSON.stringify({ jsonrpc: "2.0", id, result: { content: [{ type: "text", text: "añ☃😀" }] } })}\n`,
      );
      for (const [at, byte] of whole.entries()) {
        setTimeout(() => process.stdout.write(Buffer.from([byte])), at);
      }
      break;
    }
    case "fails":
      send({ id, result: { isError: true, content: [{ type: "text", text: "failed: NO_SUCH: hint" }] } });
      break;
    case "error":
      send({ id, error: { code: -32603, message: "an error of the protocol" } });
      break;
    case "asks":
      send({ id: "r1", method: "roots/list" });
      send({ id: "r2", method: "ping" });
      send({ id: "r3", method: "sampling/createMessage", params: {} });
      answer(id, "asked");
      break;
    case "progress":
      for (const [at, message] of ["one", "two"].entries()) {
        const news = { progressToken: params._meta.progressToken, message };
        setTimeout(() => send({ method: "notifications/progress", params: news }), (at + 1) * 300);
      }
      setTimeout(() => answer(id, "done"), 900);
      break;
    default: // "never" is not answered.
  }
});
