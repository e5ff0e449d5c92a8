// Lines out of bytes, however they are split; of one that is too long only its id.
import { expect, it } from "vitest";
import { MessageLines } from "../../src/server/message-lines.ts";

const BYTES_MAX = 80;
const FILLER = "x".repeat(BYTES_MAX);

/** What came of the bytes, handed over in pieces of so many. */
function check(text: string, pieceBytes: number): unknown[] {
  const heard: unknown[] = [];
  const lines = new MessageLines(BYTES_MAX, {
    line: (line) => heard.push(line),
    tooLong: (id) => heard.push({ id }),
  });
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    lines.push(bytes.subarray(at, at + pieceBytes));
  }
  lines.end();
  return heard;
}

it.each([
  ["first", `{"jsonrpc":"2.0","id":79,"method":"m","params":{"q":"${FILLER}"}}`, 79],
  ["last", `{"method":"m","params":{"id":5,"q":"${FILLER}","deep":[{"id":6}]},"jsonrpc":"2.0", "id" : "é😀"}`, "é😀"],
  ["only inside of texts and parameters", `{"params":{"id":5,"q":"\\",\\"id\\":6,${FILLER}"},"x":"id"}`, null],
  ["after a text that ends in a backslash", `{"q":"${FILLER}\\\\","id":7}`, 7],
  ["of a form that JSON-RPC does not have", `{"id":{"id":5},"q":"${FILLER}"}`, null],
  ["longer than anyone's", `{"id":"${FILLER.repeat(10)}"}`, null],
  ["in a list", `[{"id":5,"q":"${FILLER}"}]`, null],
  ["in no JSON", `"id":5,${FILLER}`, null],
])("the id of a line that is too long, %s", (_name, long, id) => {
  for (const pieceBytes of [1, 7, 1_000]) {
    expect(check(`short\n${long}\n{"id":1}\n`, pieceBytes)).toEqual(["short", { id }, '{"id":1}']);
    expect(check(long, pieceBytes)).toEqual([{ id }]);
  }
});

it.each([
  ["several messages", '[{"id":1}, {"id":2}]', ['{"id":1}', '{"id":2}']],
  ["a list within a list, which is no message", "[[1]]", ["[1]"]],
  ["an empty list", "[]", ["[]"]],
  ["no JSON", '[{"id":1}', ['[{"id":1}']],
  ["more messages than are read at once", `[${Array(101).fill(1).join()}]`, [`[${Array(101).fill(1).join()}]`]],
])("a line with %s", (_name, line, messages) => {
  const short = new MessageLines(1_000, { line: (text) => heard.push(text), tooLong: () => heard.push(null) });
  const heard: unknown[] = [];
  short.push(Buffer.from(`${line}\n`));
  expect(heard).toEqual(messages);
});
