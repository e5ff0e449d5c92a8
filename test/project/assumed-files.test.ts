// Files that are read before all of them were looked at: what stands there now decides, not what was assumed.
import { rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Corpus, CorpusSource } from "../../src/project/corpus.ts";
import { useScratch } from "./scratch.ts";

const scratch = useScratch();

/** The admitted files of one process, as the next one assumes them. */
async function assumed(rules: Parameters<typeof scratch.open>[0] = {}): Promise<[CorpusSource, Corpus | null]> {
  const { files } = await scratch.open(rules).refresh();
  const source = scratch.open(rules);
  return [source, source.assume(files)];
}

const FILES = { "src/deep/a.ts": "export const a = 1;\n", "src/b.ts": "export const b = 2;\n", "c.ts": "let c;\n" };

describe("assumed files", () => {
  test.each<{ now: string; change: () => void; read: unknown }>([
    { now: "as they were", change: () => undefined, read: { text: FILES["src/deep/a.ts"] } },
    { now: "edited", change: () => scratch.write({ "src/deep/a.ts": "let a;\n" }), read: { text: "let a;\n" } },
    { now: "ignored", change: () => scratch.write({ "src/.ignore": "deep/\n" }), read: "PATH_NOT_ADMITTED" },
    { now: "gone", change: () => rmSync(join(scratch.root, "src/deep/a.ts")), read: "PATH_NOT_ADMITTED" },
    {
      now: "in no folder",
      change: () => rmSync(join(scratch.root, "src"), { recursive: true }),
      read: "PATH_NOT_ADMITTED",
    },
    {
      now: "links",
      change: () => {
        rmSync(join(scratch.root, "src/deep"), { recursive: true });
        symlinkSync("/etc", join(scratch.root, "src/deep"));
      },
      read: "PATH_NOT_ADMITTED",
    },
  ])("that are $now", async ({ change, read }) => {
    scratch.write(FILES);
    const { files } = await scratch.open().refresh();
    change();
    const source = scratch.open();
    expect(source.assume(files)?.files).toBe(files);
    const outcome = source.read("src/deep/a.ts").catch((error: unknown) => (error as { code: string }).code);
    if (typeof read === "string") expect(await outcome).toBe(read);
    else expect(await outcome).toMatchObject(read as object);
  });

  test("hold until the first refresh, which finds what a corpus without them does", async () => {
    scratch.write(FILES);
    const [source, corpus] = await assumed();
    expect(source.current()).toBe(corpus);
    scratch.write({ "src/deep/new.ts": "let n;\n" });
    // Reading and looking at all files at once must not cost either what the other found.
    await Promise.all(
      ["src/deep/a.ts", "c.ts", "src/b.ts"].map((path) => source.read(path)).concat([source.refresh() as never]),
    );
    expect(source.current()).toEqual(await scratch.open().refresh());
    expect(source.assume(new Map())).toBeNull();
  });

  test("are not known where .dockerignore leaves files out", async () => {
    scratch.write({ ...FILES, ".dockerignore": "src\n" });
    const [, corpus] = await assumed({ dockerignore: true });
    expect(corpus).toBeNull();
  });
});
