// In which order texts are read where time is short.
import { describe, expect, it } from "vitest";
import { readingOrder } from "../../../src/index/raw-text/reading-order.ts";
import type { CorpusFile } from "../../../src/project/corpus.ts";

const NOW = 1_000_000_000_000;
const file = (path: string, size = 1000, mtimeMs = 0): CorpusFile => ({ path, size, mtimeMs, ctimeMs: 0 });
const FILL = Array.from({ length: 500 }, (_, at) => file(`lib/fill/part${at}.ts`));
const HINTS = {
  needles: ["queu"],
  places: ["src/app.ts"],
  isCode: (path: string) => path.endsWith(".ts"),
  sideDistance: (path: string) => (path.startsWith("test/") ? 1 : 0),
};

describe("the order of reading", () => {
  it("is what is named, what is called so, what is worked on, source, tests, data", () => {
    const files = [
      file("test/other.ts"),
      file("lib/fill/data.json", 900_000),
      ...FILL,
      file("lib/fill/edited.ts", 1000, NOW - 1000),
      file("lib/fill/queues.ts"),
      file("src/app.ts"),
    ];
    const paths = readingOrder(files, HINTS, NOW).map(({ path }) => path);
    expect(paths.slice(0, 3)).toEqual(["src/app.ts", "lib/fill/queues.ts", "lib/fill/edited.ts"]);
    expect(paths.slice(-2).sort()).toEqual(["lib/fill/data.json", "test/other.ts"]);
    expect(paths).toHaveLength(files.length);
  });

  it("is as given where they are few", () => {
    const few = FILL.slice(0, 5);
    expect(readingOrder(few, HINTS, NOW)).toBe(few);
  });
});
