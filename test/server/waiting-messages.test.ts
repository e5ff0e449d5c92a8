// A client that sends and does not read costs a bounded amount of memory, and nothing it sent is lost.
import { PassThrough, Writable } from "node:stream";
import type { JSONRPCMessage } from "@modelcontextprotocol/server";
import { describe, expect, it } from "vitest";
import { StdioTransport } from "../../src/server/stdio-transport.ts";

/** A client whose reading is switched on and off, and a server that answers each request with so many bytes. */
async function open(answerBytes: number) {
  const input = new PassThrough();
  const taken: string[] = [];
  let waiting: (() => void)[] = [];
  let reads = false;
  let unread = 0;
  const output = new Writable({
    decodeStrings: false,
    highWaterMark: 1,
    write: (line: string, _encoding, done) => {
      const take = () => {
        taken.push(line.slice(0, 40));
        done();
      };
      if (reads) take();
      else waiting.push(take);
    },
  });
  const transport = new StdioTransport(input, output);
  const delivered: JSONRPCMessage[] = [];
  transport.onmessage = (message) => {
    delivered.push(message);
    if ("method" in message && "id" in message) {
      unread += answerBytes;
      void transport.send({ jsonrpc: "2.0", id: message.id, result: { text: "x".repeat(answerBytes) } });
    }
  };
  await transport.start();
  return {
    input,
    transport,
    delivered,
    taken,
    unread: () => unread,
    read: async () => {
      reads = true;
      for (const take of waiting.splice(0)) take();
      waiting = [];
    },
  };
}

const request = (id: number, method = "tools/call") => `${JSON.stringify({ jsonrpc: "2.0", id, method })}\n`;
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe("a client that does not read", () => {
  it("is answered so far, then not read either; once it reads, everything is answered in order", async () => {
    const { input, delivered, taken, unread, read, transport } = await open(50_000);
    const ids = Array.from({ length: 1_500 }, (_, id) => id);
    for (const id of ids) {
      input.write(request(id));
    }
    await settled();
    expect(delivered.length).toBeLessThanOrEqual(64);
    expect(unread()).toBeLessThan(20_000_000);
    expect(input.isPaused()).toBe(true);
    await read();
    await transport.answered();
    await expect.poll(() => taken.length).toBe(ids.length);
    expect(taken.map((line) => Number(/"id":(\d+)/.exec(line)?.[1]))).toEqual(ids);
  });

  it("still has its answers and notifications handed on, and its cancelled requests forgotten", async () => {
    const { input, delivered, taken, read } = await open(500_000);
    for (let id = 0; id < 100; id += 1) {
      input.write(request(id));
    }
    await settled();
    const before = delivered.length;
    input.write('{"jsonrpc":"2.0","id":"roots","result":{}}\n');
    input.write('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":99}}\n');
    await settled();
    expect(delivered.slice(before)).toMatchObject([{ id: "roots" }, { method: "notifications/cancelled" }]);
    await read();
    await expect.poll(() => taken.length).toBe(99);
    expect(taken.some((line) => line.startsWith('{"jsonrpc":"2.0","id":99,'))).toBe(false);
  });

  it("is not told of progress", async () => {
    const { input, taken, transport, read } = await open(500_000);
    for (let id = 0; id < 60; id += 1) {
      input.write(request(id));
    }
    await settled();
    await transport.send({ jsonrpc: "2.0", method: "notifications/progress", params: { progress: 1 } });
    await read();
    await expect.poll(() => taken.length).toBe(60);
  });
});
