// Which bytes are kept of a project's files.
import { describe, expect, it } from "vitest";
import { RawTexts } from "../../../src/index/raw-text/raw-texts.ts";
import type { CorpusFile } from "../../../src/project/corpus.ts";

function filesOf(texts: Readonly<Record<string, string | Buffer>>) {
  const read: string[] = [];
  const source = {
    peek(path: string, most: number): Buffer | null {
      read.push(path);
      const text = texts[path];
      return text === undefined ? null : Buffer.from(text).subarray(0, most);
    },
  };
  const files = Object.entries(texts).map(
    ([path, text]): CorpusFile => ({ path, size: Buffer.from(text).length, mtimeMs: 1, ctimeMs: 1 }),
  );
  return { read, source, files };
}

const SOON = { untilMs: Number.POSITIVE_INFINITY, signal: undefined };

describe("raw texts", () => {
  it("are read once, as long as the file is in the same state", async () => {
    const { read, source, files } = filesOf({ "a.ts": "a", "b.ts": "b" });
    const texts = new RawTexts(source);
    await texts.read(files, SOON);
    await texts.read(files, SOON);
    expect(read).toEqual(["a.ts", "b.ts"]);
    const [first] = files;
    const edited = { ...(first as CorpusFile), mtimeMs: 2 };
    expect(texts.textOf(edited)).toBeUndefined();
    await texts.read([edited], SOON);
    expect(texts.textOf(edited)?.bytes.toString()).toBe("a");
  });

  it("leave out what is no text, and say that it was read", async () => {
    const { source, files } = filesOf({ "a.png": Buffer.from([1, 0, 2]), "gone.ts": "x" });
    const texts = new RawTexts({ peek: (path, most) => (path === "gone.ts" ? null : source.peek(path, most)) });
    await texts.read(files, SOON);
    expect(files.map((file) => [texts.wasRead(file), texts.textOf(file)])).toEqual([
      [true, undefined],
      [true, undefined],
    ]);
  });

  it("are as many as time and room allow, in the order given", async () => {
    const { source, files } = filesOf(Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`${at}.ts`, "12345"])));
    const late = new RawTexts(source);
    await late.read(files, { ...SOON, untilMs: 0 });
    expect(files.some((file) => late.wasRead(file))).toBe(false);
    const small = new RawTexts(source, 50);
    await small.read(files, SOON);
    const kept = files.filter((file) => small.wasRead(file)).length;
    expect(kept).toBeGreaterThanOrEqual(10);
    expect(kept).toBeLessThan(20);
    small.keepOnly(files.slice(-5));
    await small.read(files.slice(20), SOON);
    expect(small.wasRead(files[20] as CorpusFile)).toBe(true);
  });
});
