// A client's first requests are answered on their way to the session, which gets all others as they are.
import { PassThrough } from "node:stream";
import { expect, it } from "vitest";
import type { AnswerOpening } from "../../src/opening/answer-opening.ts";
import { openClientStream } from "../../src/opening/client-stream.ts";

/** Answers what has a `known` and passes on what has a `first`. */
const answer: AnswerOpening = (line) => {
  const { known, first } = line.trim().startsWith("{") ? JSON.parse(line) : {};
  return known === undefined ? null : { id: known, line: `${known}\n`, isPassedOn: first === true };
};

function open() {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const leftOut: string[] = [];
  const { rest, isBegun, handOver } = openClientStream({ input, output, answer });
  handOver({ output, leaveOut: (id) => leftOut.push(id) });
  const written = () => String(output.read() ?? "");
  const passedOn = async () => Buffer.concat(await rest.toArray()).toString();
  return { input, output, rest, isBegun, leftOut, written, passedOn };
}

it("in whatever parts they come", async () => {
  const sent = '{"known":1,"first":true}\n\nno JSON\n{"known":"ä"}\r\n{"other":2}\n{"known":3}\n{"unended":1}';
  const kept = '{"known":1,"first":true}\n\nno JSON\n{"other":2}\n{"unended":1}';
  for (const size of [1, 7, 1000]) {
    const { input, leftOut, written, passedOn } = open();
    const bytes = Buffer.from(sent);
    for (let at = 0; at < bytes.length; at += size) {
      input.write(bytes.subarray(at, at + size));
    }
    input.end();
    expect(await passedOn()).toBe(kept);
    expect(written()).toBe("1\nä\n3\n");
    expect(leftOut).toEqual(["1"]);
  }
});

it("before the session reads, and while it does not read", async () => {
  const { input, isBegun, written, passedOn } = open();
  input.write('{"known":1,"first":true}\n');
  await isBegun;
  expect(written()).toBe("1\n");
  input.write(`{"call":"${"x".repeat(60_000)}"}\n`.repeat(20));
  input.write('{"known":2}\n');
  await expect.poll(written).toBe("2\n");
  input.end();
  expect((await passedOn()).length).toBeGreaterThan(1_200_000);
});

it("what was answered before the session may write is left out of its answers, too", async () => {
  const [input, early, later] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const { isBegun, handOver } = openClientStream({ input, output: early, answer });
  input.write('{"known":1,"first":true}\n');
  await isBegun;
  const leftOut: string[] = [];
  handOver({ output: later, leaveOut: (id) => leftOut.push(id) });
  input.write('{"known":2}\n');
  await expect.poll(() => String(later.read() ?? "")).toBe("2\n");
  expect([String(early.read()), leftOut]).toEqual(["1\n", ["1"]]);
});

it("long lines are passed on unread", async () => {
  const { input, written, passedOn } = open();
  const long = `{"known":1,"more":"${"x".repeat(70_000)}"}\n`;
  input.end(`${long}{"known":2}\n`);
  expect(await passedOn()).toBe(long);
  expect(written()).toBe("2\n");
});

it.each([
  ["a request that the session has to answer", (input: PassThrough) => input.write('{"call":1}\n')],
  ["the end", (input: PassThrough) => input.end()],
])("the wait for the first one ends with %s", async (_name, send) => {
  const { input, rest, isBegun } = open();
  rest.resume();
  send(input);
  await isBegun;
});

it("a client that is gone ends the session's messages", async () => {
  const { input, rest } = open();
  const closed = new Promise((resolve) => rest.once("close", resolve));
  rest.on("error", () => undefined);
  input.destroy(new Error("gone"));
  await closed;
  expect(rest.destroyed).toBe(true);
});
