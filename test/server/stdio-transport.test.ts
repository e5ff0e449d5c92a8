// Whatever arrives on stdin, the transport answers in JSON-RPC or hands on a message, and goes on.
import { PassThrough, Writable } from "node:stream";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MESSAGE_BYTES_MAX } from "../../src/server/message-lines.ts";
import { StdioTransport } from "../../src/server/stdio-transport.ts";
import { propertyRuns } from "../support/property-runs.ts";

async function check(chunks: readonly (string | Buffer)[]) {
  const input = new PassThrough();
  const output = new PassThrough();
  const transport = new StdioTransport(input, output);
  const received: unknown[] = [];
  transport.onmessage = (message) => received.push(message);
  await transport.start();
  for (const chunk of chunks) {
    input.write(chunk);
  }
  await new Promise((resolve) => setImmediate(resolve));
  const written = output.read() as Buffer | null;
  const answers = (written?.toString() ?? "")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as { id: unknown; error: { code: number } });
  return { received, answers, transport, input };
}

const PING = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
const PING_READ = { jsonrpc: "2.0", id: 1, method: "ping" };

describe("the stdio transport", () => {
  it.each([
    ["a message", [`${PING}\n`]],
    ["one with a carriage return", [`${PING}\r\n`]],
    ["one in pieces", [PING.slice(0, 7), PING.slice(7), "\n"]],
    ["one behind a byte order mark", [`\uFEFF${PING}\n`]],
    ["one of a batch", [`[${PING}]\n`]],
    ["one after empty lines", ["\n \n", `${PING}\n`]],
  ])("hands on %s", async (_name, chunks) => {
    const { received, answers } = await check(chunks);
    expect(received).toEqual([PING_READ]);
    expect(answers).toEqual([]);
  });

  it.each([
    ["no JSON", "{oops", -32700, null],
    ["bytes that are no UTF-8", Buffer.from([0xff, 0xfe, 0x80]), -32700, null],
    ["JSON that is no message", '{"id":7}', -32600, 7],
    ["a list", "[]", -32600, null],
    ["null", "null", -32600, null],
    ["an identifier of the wrong type", '{"jsonrpc":"2.0","id":{},"method":"ping"}', -32600, null],
  ])("answers %s with an error and goes on", async (_name, line, code, id) => {
    const { received, answers } = await check([line, "\n", `${PING}\n`]);
    expect(answers.map((answer) => [answer.id, answer.error.code])).toEqual([[id, code]]);
    expect(received).toEqual([PING_READ]);
  });

  it("refuses a message over the limit once, without keeping it, and reads the next", async () => {
    const part = Buffer.alloc(1024 * 1024, 0x20);
    const parts = Array.from({ length: MESSAGE_BYTES_MAX / part.length + 3 }, () => part);
    const { received, answers } = await check([...parts, "\n", `${PING}\n`]);
    expect(answers.map((answer) => answer.error.code)).toEqual([-32600]);
    expect(received).toEqual([PING_READ]);
  });

  it("answers parameters that are no object under the request's id", async () => {
    const { answers } = await check(['{"jsonrpc":"2.0","id":3,"method":"tools/call","params":[]}\n']);
    expect(answers.map((answer) => [answer.id, answer.error.code])).toEqual([[3, -32602]]);
  });

  it("reads the same messages however the bytes are split", async () => {
    const lines = [PING, '{"jsonrpc":"2.0","method":"notifications/initialized"}', "nonsense", '{"x":"é😀"}', PING];
    const bytes = Buffer.from(`${lines.join("\n")}\n`);
    const whole = await check([bytes]);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(bytes.length), { maxLength: 12 }), async (cuts) => {
        const ends = [...new Set(cuts), bytes.length].sort((a, b) => a - b);
        const chunks = ends.map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end));
        const split = await check(chunks);
        expect(split.received).toEqual(whole.received);
        expect(split.answers).toEqual(whole.answers);
      }),
      { numRuns: propertyRuns(50) },
    );
  });

  it("hands on nothing after it was closed", async () => {
    const { received, transport, input } = await check([]);
    await transport.close();
    input.write(`${PING}\n`);
    await new Promise((resolve) => setImmediate(resolve));
    expect(received).toEqual([]);
  });

  it("knows when every request is answered or cancelled", async () => {
    const { transport, input } = await check([`${PING}\n`, `${PING.replace('"id":1', '"id":"two"')}\n`]);
    let answered = false;
    void transport.answered().then(() => {
      answered = true;
    });
    await transport.send({ jsonrpc: "2.0", id: 1, result: {} });
    await transport.send({ jsonrpc: "2.0", method: "notifications/progress", params: { progress: 1 } });
    expect(answered).toBe(false);
    input.write('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"two"}}\n');
    await expect.poll(() => answered).toBe(true);
    await transport.answered();
  });

  it("leaves nothing behind on the stream for each long message, and none hangs when the stream breaks", async () => {
    const output = new Writable({ write: (_chunk, _encoding, done) => setImmediate(done) });
    const transport = new StdioTransport(new PassThrough(), output);
    const long = { jsonrpc: "2.0", method: "notifications/message", params: { data: "x".repeat(100_000) } } as const;
    const before = output.listenerCount("close") + output.listenerCount("drain");
    await Promise.all(Array.from({ length: 20 }, () => transport.send(long)));
    expect(output.listenerCount("close") + output.listenerCount("drain")).toBe(before);
    output.on("error", () => undefined);
    const sending = transport.send(long);
    output.destroy(new Error("broken pipe"));
    await sending;
    await transport.send(long);
  });

  it("survives a receiver that throws", async () => {
    const { transport, input } = await check([]);
    const errors: string[] = [];
    transport.onerror = (error) => errors.push(error.message);
    transport.onmessage = () => {
      throw new Error("broken receiver");
    };
    input.write(`${PING}\n${PING}\n`);
    await new Promise((resolve) => setImmediate(resolve));
    expect(errors).toEqual(["broken receiver", "broken receiver"]);
  });
});
