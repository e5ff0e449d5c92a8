// A client's first requests are answered while a daemon starts, and stay in the stream for the session.
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { answerEarly } from "../../src/daemon/answer-early.ts";
import { type OpeningAnswers, openAnswers } from "../../src/daemon/opening-answers.ts";
import { temporaryFolder } from "../support/folder-corpus.ts";
import { isPosix } from "../support/this-system.ts";

const line = (id: unknown, method: string, params: object = {}) =>
  `${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`;

const knows = (...methods: readonly string[]): OpeningAnswers => ({
  find: ({ method = "" }) => (methods.includes(method) ? { of: method } : undefined),
  remember: () => undefined,
});

function open(answers: OpeningAnswers) {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const early = answerEarly(input, output, answers);
  const written = (): { id: unknown; result: { of: string } }[] =>
    String(output.read() ?? "")
      .split("\n")
      .filter(Boolean)
      .map((text) => JSON.parse(text));
  return { input, early, written };
}

describe("early answers", () => {
  it("are given to known requests, once, in parts as they come, and all of it can still be read", async () => {
    const { input, early, written } = open(knows("initialize", "tools/list"));
    const sent = [
      line(1, "initialize"),
      line(undefined, "notifications/initialized"),
      line("a", "tools/list"),
      line(2, "tools/call"),
      "[1]\nnull\nno JSON\n",
      line(3, "tools/list"),
    ].join("");
    const half = Math.floor(sent.length / 2);
    input.write(sent.slice(0, half));
    await new Promise((resolve) => setTimeout(resolve, 20));
    input.end(sent.slice(half));
    const found: unknown[] = [];
    await expect.poll(() => found.push(...written()) && found.length).toBe(3);
    expect(found).toMatchObject([{ id: 1 }, { id: "a", result: { of: "tools/list" } }, { id: 3 }]);
    expect([...early.stop()]).toEqual(["1", '"a"', "3"]);
    const read: Buffer[] = [];
    for await (const part of input) {
      read.push(part as Buffer);
    }
    expect(Buffer.concat(read).toString()).toBe(sent);
  });

  it("are none for a line that has not ended, nor after the end", async () => {
    const { input, early, written } = open(knows("initialize"));
    input.write(line(1, "initialize").trimEnd());
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect([...early.stop()]).toEqual([]);
    input.write("\n");
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(written()).toEqual([]);
  });
});

describe("opening answers", () => {
  let folder: ReturnType<typeof temporaryFolder>;
  let entry: string;
  beforeEach(() => {
    folder = temporaryFolder();
    mkdirSync(join(folder.path, "daemon"), { mode: 0o700 });
    entry = join(folder.path, "daemon", "ab12.json");
  });
  // Tried again, because answers that were found are written once more in the background.
  afterEach(async () => {
    const isThere = (): boolean => {
      folder.remove();
      return existsSync(folder.path);
    };
    await expect.poll(isThere, { timeout: 20_000 }).toBe(false);
  });

  const initialize = { method: "initialize", params: { protocolVersion: "2025-11-25" } };
  const list = { method: "tools/list" };
  const file = () => join(folder.path, "daemon", "ab12.answers");
  const saved = () => expect.poll(() => JSON.parse(readFileSync(file(), "utf8")));

  async function remembered(): Promise<void> {
    const answers = openAnswers(entry, ["serve"]);
    answers.remember(initialize, { serverInfo: {} });
    answers.remember(list, { tools: [] });
    answers.remember({ method: "tools/call", params: {} }, { content: [] });
    await saved().toSatisfy((all: object) => Object.keys(all).length === 2);
  }

  it("are found at the next start", async () => {
    await remembered();
    const answers = openAnswers(entry, ["serve"]);
    expect([initialize, list].map(answers.find)).toEqual([{ serverInfo: {} }, { tools: [] }]);
    expect(answers.find({ method: "tools/call", params: {} })).toBeUndefined();
  });

  it.each([
    ["other arguments", ["serve", "--toolsets", "all"], initialize],
    ["another revision", ["serve"], { method: "initialize", params: { protocolVersion: "2025-03-26" } }],
  ])("are not those of %s", async (_name, given, begin) => {
    await remembered();
    const answers = openAnswers(entry, given);
    expect([begin, list].map(answers.find)).toEqual([undefined, undefined]);
  });

  it("give way to newer ones", async () => {
    await remembered();
    const answers = openAnswers(entry, ["serve"]);
    answers.remember(initialize, { serverInfo: { version: "2" } });
    expect(answers.find(initialize)).toEqual({ serverInfo: { version: "2" } });
    await saved().toSatisfy((all: object) => JSON.stringify(all).includes('"version":"2"'));
  });

  it("are those that were asked last", async () => {
    const answers = openAnswers(entry, []);
    const asked = (at: number) => ({ method: "initialize", params: { at } });
    for (let at = 0; at < 100; at++) {
      answers.remember(asked(at), { at });
      answers.find(asked(0));
    }
    expect([0, 99, 10].map((at) => answers.find(asked(at)))).toEqual([{ at: 0 }, { at: 99 }, undefined]);
  });

  it("are found again though the request is traced under another name", async () => {
    const traced = (traceparent: string) => ({
      ...list,
      params: { _meta: { traceparent, progressToken: traceparent } },
    });
    const answers = openAnswers(entry, []);
    answers.remember(traced("one"), { tools: [] });
    expect(answers.find(traced("two"))).toEqual({ tools: [] });
  });

  it.each(["", "{", "null", "[]"])("are none of a file with %j", (text) => {
    writeFileSync(file(), text);
    expect(openAnswers(entry, ["serve"]).find(initialize)).toBeUndefined();
  });

  it.runIf(isPosix)("are none of a folder that others could write to", async () => {
    await remembered();
    chmodSync(join(folder.path, "daemon"), 0o777);
    expect(openAnswers(entry, ["serve"]).find(initialize)).toBeUndefined();
  });
});
