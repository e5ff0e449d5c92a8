// Which places a text cites, and what the lines that were sent say of them.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkCitations, type SentPlace } from "../../../src/reason/citations/check-citations.ts";
import { findCitations } from "../../../src/reason/citations/find-citations.ts";
import { anyCharacter } from "../../support/any-character.ts";
import { expectLinear } from "../../support/growth.ts";

/** `path lines` or `path symbol` of each. */
const found = (text: string): string[] =>
  findCitations(text).map(
    ({ path, lines, symbol }) =>
      `${path} ${symbol ?? lines.map(({ startLine, endLine }) => `${startLine}-${endLine}`).join(",")}`,
  );

describe("findCitations", () => {
  it.each([
    ["See src/a.ts:12.", ["src/a.ts 12-12"]],
    ["(src/a.ts:12-20)", ["src/a.ts 12-20"]],
    ["`src/a.ts:12–20`, and `./b.py:3`", ["src/a.ts 12-20", "b.py 3-3"]],
    ["src/a.ts:12,15-20", ["src/a.ts 12-12,15-20"]],
    ["src/a.ts:12:5 has a column", ["src/a.ts 12-12"]],
    ["[here](src/a.ts#L10-L20)", ["src/a.ts 10-20"]],
    ["[src/a.ts:10](src/a.ts#L10), [`a.ts:1-2`](<../src/a.ts#L1-L2>)", ["src/a.ts 10-10", "a.ts 1-2"]],
    ["[a.ts:1](src/a.ts#L2) [a.ts:1](src/b.ts#L1)", ["a.ts 1-1", "src/a.ts 2-2", "a.ts 1-1", "src/b.ts 1-1"]],
    ["[here](my%20app/a.ts#L10C3-L12C5)", ["my app/a.ts 10-12"]],
    ["src/a.ts#Store.put() and a.rb#Store::put.", ["src/a.ts Store.put", "a.rb Store::put"]],
    ["`app/(shop)/[id]/page.tsx:4`", ["app/(shop)/[id]/page.tsx 4-4"]],
    ["Makefile:3 and src/größe.ts:4", ["Makefile 3-3", "src/größe.ts 4-4"]],
    ["`src\\a.ts:7`", ["src/a.ts 7-7"]],
    ["at 10:30, localhost:8080, https://example.com/a.ts:80, example.com:443, note:1, std::a:2, v1.2:3", []],
    ["[limits](../use/limits.md#most) and docs/a.rst#b", []],
    ["docs/a.md:3 and [b](docs/b.md#L4)", ["docs/a.md 3-3", "docs/b.md 4-4"]],
    ["src/a.ts without a line; src/a.ts:12abc", []],
    ["```\nat src/a.ts:12\n```\nsrc/b.ts:1", ["src/b.ts 1-1"]],
    ["- a\n\n    ```ts\n    src/a.ts:1\n    ```\n\nsrc/b.ts:1", ["src/b.ts 1-1"]],
    ["- ```ts\n  src/a.ts:1\n  ```\nsrc/b.ts:1", ["src/b.ts 1-1"]],
    ["1. a\n   ```\n   src/a.ts:1\n    ```\nsrc/b.ts:1", ["src/b.ts 1-1"]],
    ["> ```\n> src/a.ts:1\n\nsrc/b.ts:1", ["src/b.ts 1-1"]],
    ["```src/a.ts:1```\n\nsrc/b.ts:1", ["src/a.ts 1-1", "src/b.ts 1-1"]],
    [
      "[src/a.ts:1-2, 5-9] (src/a.ts:3, 4) src/a.ts:5, 6 times",
      ["src/a.ts 1-2,5-9", "src/a.ts 3-3,4-4", "src/a.ts 5-5"],
    ],
    ["`src/a.ts`:12-14 and `src/a.ts` (12)", ["src/a.ts 12-14"]],
    ["[app/[id]/page.tsx:1] app/(shop)/[...all].ts:2", ["app/[id]/page.tsx 1-1", "app/(shop)/[...all].ts 2-2"]],
    [
      "src/my\\_file.ts:1, app/\\[id\\]/a.ts:2, src\\lib\\_a.ts:3",
      ["src/my_file.ts 1-1", "app/[id]/a.ts 2-2", "src/lib/_a.ts 3-3"],
    ],
    ["\u898bsrc/a.ts:12\u884c src/b.ts:3\uc5d0\uc11c", ["\u898bsrc/a.ts 12-12", "src/b.ts 3-3"]],
    ["[guide](../use/install#linux) and org/repo#main", []],
    ["a.ts lines 3-5, a.ts(12), `a.ts` line 7, https://example.com/blob/main/a.ts#L3", []],
  ])("of %j", (text, expected) => {
    expect(found(text)).toEqual(expected);
  });

  it("never throws, and each is a part of the text, in order", () => {
    const piece = fc.constantFrom(
      "src/a.ts:1",
      "`",
      "```\n",
      "](",
      ")",
      "#L",
      ":",
      "%",
      "%E0%A4",
      "/",
      "\\",
      ".",
      "-",
      "\n",
      "a b",
      "ü",
      "\u{1f600}",
      "(",
      "12,",
    );
    const text = fc.oneof(
      fc.string({ unit: anyCharacter }),
      fc.array(piece).map((pieces) => pieces.join("")),
    );
    fc.assert(
      fc.property(text, (any) => {
        let after = 0;
        for (const { text: cited, at } of findCitations(any)) {
          expect(any.slice(at, at + cited.length)).toBe(cited);
          expect(at).toBeGreaterThanOrEqual(after);
          after = at + cited.length;
        }
        checkCitations(any, [], () => null);
      }),
    );
  });

  it("finds a citation in any words", () => {
    const word = fc.stringMatching(/^[a-z]{1,8}$/);
    fc.assert(
      fc.property(fc.array(word), fc.array(word), fc.nat(99_998), (before, after, line) => {
        const text = [...before, `lib/x-y.ts:${line + 1}`, ...after].join(" ");
        expect(found(text)).toEqual([`lib/x-y.ts ${line + 1}-${line + 1}`]);
      }),
    );
  });

  it.each(["a/", "a.", "`a", "](a", "src/a.ts:", "src/a.ts#", "a:1,", "[a", "(a)/", "1, ", "> ", "- ", "\n- ```"])(
    "takes time by the length of the text alone, made of %j",
    (part) => {
      expectLinear((size) => findCitations(part.repeat(size)), 8_000);
    },
  );
});

const place = (
  path: string,
  startLine: number,
  endLine: number,
  symbol: string | null = null,
  source = "",
): SentPlace => ({
  path,
  startLine,
  endLine,
  symbol,
  source,
});
const SENT = [
  place("src/store.ts", 10, 20, "Store.put", "put(key) { this.check(key); }"),
  place("src/store.ts", 21, 30),
  place("lib/a/index.ts", 1, 5),
  place("lib/b/index.ts", 1, 5),
];
const LINES: Readonly<Record<string, number>> = { "src/store.ts": 100, "lib/a/index.ts": 5, "src/other.ts": 40 };
const check = (text: string) => checkCitations(text, SENT, (path) => LINES[path] ?? null);

describe("checkCitations", () => {
  it.each([
    ["src/store.ts:12", "supported"],
    ["src/store.ts:10-30", "supported"],
    ["src/store.ts:12,25-26", "supported"],
    ["src/store.ts:5-12", "partly"],
    ["src/store.ts:40", "not-sent"],
    ["src/store.ts:101", "no-such-line"],
    ["src/store.ts:0", "no-such-line"],
    ["src/store.ts:20-10", "no-such-line"],
    ["src/other.ts:4", "not-sent"],
    ["src/none.ts:4", "no-such-file"],
    ["store.ts:12", "supported"],
    ["index.ts:2", "no-such-file"],
    ["src/store.ts#Store.put", "supported"],
    ["src/store.ts#put", "supported"],
    ["src/store.ts#Other.put", "partly"],
    ["src/store.ts#check", "partly"],
    ["src/store.ts#chec", "not-sent"],
    ["src/none.ts#put", "no-such-file"],
  ])("%s is %s", (text, support) => {
    expect(check(`It is so (${text}).`).citations.map((one) => one.support)).toEqual([support]);
  });

  it("says which sentences cite nothing", () => {
    const text = `## What it does, in a few words

It stores the key (src/store.ts:12). Then it forgets all the rest. It says why. (src/store.ts:14)

The steps are these:
- first it looks at the key,
  in \`src/store.ts:11\`
- then it goes home again

\`\`\`ts
const not = "looked at in a block";
\`\`\`

| what stands here | where is it to be found |
| --- | :---: |
| the key is looked at | src/store.ts:11 |
| nobody says where this is | - |
Yes.`;
    expect(check(text).uncited).toEqual([
      "Then it forgets all the rest.",
      "then it goes home again",
      "| nobody says where this is | - |",
    ]);
  });
});
