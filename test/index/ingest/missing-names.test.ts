// Files that alone hold a name are put first, and a name that is nowhere is looked for once.
import { expect, it } from "vitest";
import { FileQueue } from "../../../src/index/ingest/file-queue.ts";
import { MissingNames } from "../../../src/index/ingest/missing-names.ts";

const file = (path: string, size = 1) => ({ path, size, mtimeMs: 0, ctimeMs: 0 });

function open(texts: Readonly<Record<string, string>>) {
  const peeked: string[] = [];
  const events: string[] = [];
  const queue = new FileQueue(
    Object.keys(texts).map((path) => file(path)),
    (files) => files,
  );
  const source = {
    peek: (path: string) => {
      peeked.push(path);
      return Buffer.from(texts[path] ?? "");
    },
  };
  const missing = new MissingNames(queue, source, async () => void events.push("flush"));
  /** Deals with the whole queue, as an update does. */
  const deal = async () => {
    for (let next = await queue.next(); next !== undefined; next = await queue.next()) {
      events.push(next.path);
      queue.done(next.path);
    }
  };
  return { queue, missing, peeked, events, deal };
}

const TEXTS = { a: "nothing", b: "const Grüße = quollHerd;", c: "QUOLLHERD", d: "nothing" };

it.each([
  ["quollHerd", ["b"]],
  ["quollherd", ["b", "c"]],
  ["Grüße", ["b"]],
])("%s: %j come first and are searchable afterwards", async (name, first) => {
  const { missing, events, deal } = open(TEXTS);
  const indexed = missing.index([name], undefined);
  // The reading has ended when the queue is held by nobody and the order is made.
  await new Promise((resolve) => setTimeout(resolve, 20));
  await Promise.all([indexed, deal()]);
  expect(events.filter((event) => event !== "flush").slice(0, first.length)).toEqual(first);
  expect(events).toContain("flush");
});

it("looks into no file twice for one name, but for one that was written since", async () => {
  const { queue, missing, peeked } = open(TEXTS);
  await missing.index(["nowhere"], undefined);
  expect(peeked).toEqual(["a", "b", "c", "d"]);
  await missing.index(["nowhere"], undefined);
  expect(peeked).toHaveLength(4);
  queue.add([file("c", 9)]);
  await missing.index(["nowhere"], undefined);
  expect(peeked.slice(4)).toEqual(["c"]);
});
