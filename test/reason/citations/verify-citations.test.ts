// What is said of a citation by the files as they were and as they are: each verdict, and hundreds that were made wrong or moved on purpose.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findCitations } from "../../../src/reason/citations/find-citations.ts";
import { missingNames, statementsOf } from "../../../src/reason/citations/statements.ts";
import {
  isFalse,
  placeCitations,
  SearchedLines,
  verifyCitation,
} from "../../../src/reason/citations/verify-citations.ts";
import { splitLines } from "../../../src/vocabulary/text.ts";
import { expectLinear } from "../../support/growth.ts";

const STORE = ["class Store {", "  put(key) {", "    this.check(key);", "  }", "}"];
const OTHER = ["// A comment about nothing in particular.", ...STORE];
const LOST = ["function forgottenHelper(value) {", "  return value + 1;", "}"];

/** Before and now; null: not there. */
const FILES: Readonly<Record<string, readonly [readonly string[] | null, readonly string[] | null]>> = {
  "src/same.ts": [STORE, STORE],
  "src/shifted.ts": [STORE, OTHER],
  "src/edited.ts": [STORE, STORE.with(2, "    this.refuse(key);")],
  "src/gone.ts": [["short", "}"], null],
  "src/renamed.ts": [LOST, null],
  "src/new-name.ts": [null, ["", ...LOST]],
  "src/twice.ts": [
    ["a();", "go();", "b();", "go();"],
    ["x();", "y();", "a();", "go();", "b();", "go();"],
  ],
  "lib/a/index.ts": [STORE, STORE],
  "lib/b/index.ts": [STORE, STORE],
  "@types/key.ts": [STORE, STORE],
};
const before = Object.keys(FILES).filter((path) => FILES[path]?.[0] !== null);
const newer = Object.entries(FILES).flatMap(([path, [old, now]]) =>
  now !== null && now !== old ? [{ path, text: new SearchedLines(now) }] : [],
);
/** One object for both where the file is unchanged. */
function states(old: readonly string[] | null, now: readonly string[] | null) {
  const searched = old === null ? null : new SearchedLines(old);
  return { before: searched, now: now === null ? null : now === old ? searched : new SearchedLines(now) };
}
const START = { folder: "docs/inside", root: "/home/ann/app" };
const verified = (text: string) =>
  placeCitations(findCitations(text), before, START).map((one) =>
    verifyCitation(one, { file: (path) => states(FILES[path]?.[0] ?? null, FILES[path]?.[1] ?? null), newer }),
  );
const said = (text: string): string[] =>
  verified(text).map(({ verdict, now, file }) => {
    const lines = now?.lines.map(({ startLine, endLine }) => `${startLine}-${endLine}`).join(",");
    return now === null ? verdict : `${verdict} ${now.file === file ? "" : now.file}:${lines}`;
  });

describe("a citation", () => {
  it.each([
    ["src/same.ts:2-4", "holds"],
    ["src/same.ts:5", "holds"],
    ["src/same.ts:6", "no-such-line"],
    ["src/same.ts:0", "no-such-line"],
    ["src/same.ts:4-2", "no-such-line"],
    ["src/same.ts:1-9999999", "no-such-line"],
    ["src/none.ts:1", "no-such-file"],
    ["../other/src/same.ts:1", "no-such-file"],
    ["/etc/passwd.txt:1", "no-such-file"],
    ["same.ts:2", "holds"],
    ["../../src/same.ts:2", "holds"],
    ["../src/same.ts:2", "no-such-file"],
    ["index.ts:2", "no-such-file"],
    ["b/index.ts:2", "holds"],
    ["/home/ann/app/src/same.ts:2", "holds"],
    ["C:\\home\\ann\\app\\src\\same.ts:2", "holds"],
    ["/home/ann/other/src/same.ts:2", "no-such-file"],
    ["/src/same.ts:2", "holds"],
    ["src/./../src/same.ts:2", "holds"],
    ["@src/same.ts:2", "holds"],
    ["_src/same.ts:2_", "holds"],
    ["\u898bsrc/same.ts:2\u884c", "holds"],
    ["@types/key.ts:2", "holds"],
    ["src/same.ts:1-2, 7", "no-such-line"],
    ["src/same.ts#Store.put", "holds"],
    ["src/same.ts#Store.get", "no-such-symbol"],
    ["src/new-name.ts:1", "no-such-file"],
    ["src/shifted.ts:2-4", "moved :3-5"],
    ["src/shifted.ts:2,4", "moved :3-3,5-5"],
    ["src/edited.ts:1-2", "holds"],
    ["src/edited.ts:2-4", "changed"],
    ["src/gone.ts:1-2", "gone"],
    ["src/renamed.ts:1-3", "moved src/new-name.ts:2-4"],
    ["src/twice.ts:2", "moved :4-4"],
    ["src/twice.ts:4", "moved :6-6"],
  ])("%s %s", (citation, expected) => {
    expect(said(`It is so (${citation}).`)).toEqual([expected]);
  });

  it("names the files to read, and no other", () => {
    const text = "See src/same.ts:1, same.ts:2, `src/none.ts:3`, ../src/same.ts:4 and lib/a/index.ts#Store.";
    const placed = placeCitations(findCitations(text), before, { folder: null, root: null });
    const files = new Set(placed.flatMap(({ candidates }) => candidates.slice(0, 1)));
    expect([...files]).toEqual(["src/same.ts", "lib/a/index.ts"]);
  });
});

/** Real sources in more than ten languages. */
const CORPUS = join(import.meta.dirname, "../../languages");
const sources = readdirSync(CORPUS, { recursive: true, encoding: "utf8" })
  .map((path) => path.replaceAll("\\", "/"))
  .filter((path) => /\.(?:ts|tsx|js|py|go|rs|java|kt|rb|php|cs|swift|scala|c|cpp|ex|lua)$/.test(path))
  .map((path) => ({ path, lines: splitLines(readFileSync(join(CORPUS, path), "utf8")) }))
  .filter(({ lines }) => lines.length > 30);
const byPath = new Map(sources.map(({ path, lines }) => [path, lines]));
const paths = [...byPath.keys()];
const place = fc.nat().chain((pick) => {
  const { path = "", lines = [] } = sources[pick % sources.length] ?? {};
  return fc.tuple(fc.constant(path), fc.integer({ min: 1, max: lines.length - 12 }), fc.nat({ max: 11 }));
});
const verdictOf = (citation: string, now: (path: string) => readonly string[] | null) => {
  const [one] = placeCitations(findCitations(`So it is (${citation}).`), paths, { folder: null, root: null });
  return one === undefined
    ? { verdict: "not found", now: null, file: "" }
    : verifyCitation(one, { file: (path) => states(byPath.get(path) ?? null, now(path)), newer: [] });
};
const asBefore = (path: string) => byPath.get(path) ?? null;
const RUNS = { numRuns: 500 };

describe("of 500 citations of real sources", () => {
  it("true ones hold", () => {
    expect(new Set(paths.map((path) => path.slice(path.lastIndexOf(".")))).size).toBeGreaterThanOrEqual(3);
    fc.assert(
      fc.property(place, ([path, start, more]) => {
        expect(verdictOf(`${path}:${start}-${start + more}`, asBefore).verdict).toBe("holds");
      }),
      RUNS,
    );
  });

  it("false ones are called false", () => {
    const wrong = fc.constantFrom(
      (path: string, start: number) => `${path}x:${start}`,
      (path: string, start: number) => `elsewhere/${path}:${start}`,
      (path: string, start: number) => `../repository/${path}:${start}`,
      (path: string, start: number) => `${path}:${start + (byPath.get(path)?.length ?? 0)}`,
      (path: string, start: number) => `${path}:${start + 1}-${start}`,
      (path: string) => `${path}:0-3`,
      (path: string, start: number) => `${path}:${start}-9999999`,
    );
    fc.assert(
      fc.property(place, wrong, ([path, start], make) => {
        expect(isFalse(verdictOf(make(path, start), asBefore).verdict as "holds")).toBe(true);
      }),
      RUNS,
    );
  });

  it("those whose lines were changed are never said to hold", () => {
    fc.assert(
      fc.property(place, fc.nat({ max: 11 }), ([path, start, more], at) => {
        const line = start + Math.min(at, more);
        const now = (one: string) =>
          (byPath.get(one) ?? []).with(line - 1, "What stands here now is no longer the same.");
        expect(verdictOf(`${path}:${start}-${start + more}`, now).verdict).toBe("changed");
      }),
      RUNS,
    );
  });

  it("those whose lines moved within the file are found at their new place", () => {
    let found = 0;
    let all = 0;
    fc.assert(
      fc.property(place, fc.integer({ min: 1, max: 40 }), fc.boolean(), ([path, start, more], by, cuts) => {
        const old = byPath.get(path) ?? [];
        const cut = cuts ? Math.min(by, start - 1) : 0;
        const added = cuts ? [] : Array.from({ length: by }, (_, at) => `a line that is new ${at}`);
        const now = [...added, ...old.slice(cut)];
        const shift = added.length - cut;
        const { verdict, now: place } = verdictOf(`${path}:${start}-${start + more}`, () => now);
        if (shift !== 0) {
          all += 1;
          found += Number(verdict === "moved" && place?.lines[0]?.startLine === start + shift);
        }
      }),
      RUNS,
    );
    expect(found / all).toBeGreaterThanOrEqual(0.95);
  });
});

describe("a statement", () => {
  const text = `Begins before any heading without a citation.

# Storage

A key is stored at once (src/a.ts:1). Nobody knows why that is so.
- The limit is 30 (src/a.ts:2)

## Inner part
See src/a.ts:3.
`;
  it("has its section, and its citations", () => {
    const found = statementsOf(text, findCitations(text));
    expect(found.map(({ section, citations }) => `${section} ${citations.length}`)).toEqual([
      " 0",
      "Storage 1",
      "Storage 0",
      "Storage 1",
      "Inner part 1",
    ]);
  });

  it.each([
    ["It is stored at once.", 1],
    ["So it is.", 0],
    [
      "\u7f13\u5b58\u4fdd\u5b58\u6240\u6709\u7684\u952e\u3002\u5b83\u5728\u542f\u52a8\u65f6\u4e0d\u4f1a\u88ab\u6e05\u9664\u3002",
      2,
    ],
    ["\u306f\u3044\u3002", 0],
    ["\u041e\u043d \u0445\u0440\u0430\u043d\u0438\u0442 \u0432\u0441\u0435 \u043a\u043b\u044e\u0447\u0438.", 1],
  ])("in any language counts if it has some words: %j", (statement, count) => {
    expect(statementsOf(statement, [])).toHaveLength(count);
  });

  it.each([
    ["`put` calls `check(key)` (src/a.ts:1).", []],
    ["`put` calls `refuse` (src/a.ts:1).", ["refuse"]],
    ["It waits retryCount times, at most MAX_TRIES (src/a.ts:1).", ["retryCount"]],
    ["It waits 30 seconds, 1000 tries and 7 more (src/a.ts:1).", ["7"]],
    ['It says "not found" or "no such key" (src/a.ts:1).', ["no such key"]],
    ["A plain sentence in words of English (src/a.ts:1).", []],
    ["`Store.put` of `src/a.ts` (src/a.ts:1).", ["Store"]],
    ["`put` is as in `lib/other/place.ts` (src/a.ts:1).", []],
    ["1. The first item of a list (src/a.ts:1).", []],
  ])("%j lacks %j", (statement, missing) => {
    const lines = 'put(key) { check(key, 30, 1_000, MAX_TRIES); say("not found"); }\nsrc/a.ts';
    const [only] = statementsOf(statement, findCitations(statement));
    expect(missingNames(only ?? { text: "", citations: [] }, lines)).toEqual(missing);
  });

  it("takes time by its length alone", () => {
    expectLinear((size) => statementsOf("# A\nIt has some words.\n\n".repeat(size), []), 4_000);
    for (const piece of ["`a", '"', "a_", "1,", "# ", "- ", "(src/a.ts:1)"]) {
      expectLinear(
        (size) => {
          const long = piece.repeat(size);
          for (const statement of statementsOf(long, findCitations(long))) {
            missingNames(statement, long);
          }
        },
        4_000,
        piece,
      );
    }
  });
});
