// The message reader: lines of JSON-RPC from a client that may send anything, in pieces of any size.
import { EventEmitter } from "node:events";
import { Readable, Writable } from "node:stream";
import { StdioTransport } from "../../../src/server/stdio-transport.ts";
import { type FuzzTarget, fail } from "../target.ts";

const PING = { jsonrpc: "2.0", id: 1, method: "ping" };

/** Lengths of pieces, chosen by the bytes themselves so that an input repeats exactly. */
function* pieces(input: Buffer): Generator<Buffer> {
  for (let at = 0; at < input.length; ) {
    const length = 1 + (((input[at] ?? 0) * 7 + at) % 61);
    yield input.subarray(at, at + length);
    at += length;
  }
}

function linesOf(input: Buffer): number {
  const lines = input.toString("latin1").split("\n");
  // As the reader sees a line: decoded, then without space around it.
  return lines.filter((line) => Buffer.from(line, "latin1").toString("utf8").trim() !== "").length;
}

export const messages: FuzzTarget = {
  name: "messages",
  holds: "each line that is not blank is handed on or refused, once, and the message after it is read",
  dictionary: [
    '{"jsonrpc":"2.0","id":1,"method":"ping"}',
    '"params":{',
    '"method":"notifications/cancelled"',
    '"requestId":',
    '"result":{}',
    '"error":{"code":-1,"message":"x"}',
    "\n",
    "[",
    "null",
  ],
  bytesMax: 65_536,
  timeMaxMs: 2_000,
  check(input) {
    const stdin = new Readable({ read: () => undefined });
    const written: string[] = [];
    const stdout = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        written.push(chunk.toString());
        done();
      },
    });
    const transport = new StdioTransport(stdin, stdout);
    const received: unknown[] = [];
    transport.onmessage = (message) => void received.push(message);
    void transport.start();
    const feed = (part: Buffer) => EventEmitter.prototype.emit.call(stdin, "data", part);
    for (const piece of pieces(input)) {
      feed(piece);
    }
    feed(Buffer.from(`\n${JSON.stringify(PING)}\n`));
    const answers = written.join("").split("\n").slice(0, -1);
    for (const answer of answers) {
      const { jsonrpc, error } = JSON.parse(answer) as { jsonrpc: unknown; error: { code: unknown; message: unknown } };
      if (jsonrpc !== "2.0" || typeof error.code !== "number" || typeof error.message !== "string") {
        fail(`an answer that is no JSON-RPC error: ${answer.slice(0, 200)}`);
      }
    }
    if (JSON.stringify(received.at(-1)) !== JSON.stringify(PING)) {
      fail("the message after the input was not read");
    }
    if (answers.length + received.length !== linesOf(input) + 1) {
      fail(`${linesOf(input)} lines gave ${answers.length} refusals and ${received.length - 1} messages`);
    }
  },
};
