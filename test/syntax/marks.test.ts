// Languages without a grammar: where their parts start and end, and that no text of a stranger keeps their patterns busy.
import { describe, expect, it } from "vitest";
import { LANGUAGES } from "../../src/languages/registry.ts";
import { type Marks, outlineMarks } from "../../src/syntax/marks.ts";
import { openSource } from "../../src/syntax/source.ts";
import { processorMs } from "../support/growth.ts";

const NAMES = { class: /^\s*class\s+(\w+)/, function: /^\s*def\s+(\w+)/ };
const read = (text: string, marks: Marks): string[] =>
  outlineMarks(openSource(text), marks).symbols.map(
    ({ startLine, endLine, kind, path }) => `${startLine}-${endLine} ${kind} ${path}`,
  );

const CASES: readonly [what: string, marks: Marks, text: string, symbols: readonly string[]][] = [
  [
    "before the next that is not further in",
    { lines: NAMES, end: "next" },
    "class A\n  def a\n  x\n\n# of b\ndef b\nx\n\ny\n\n",
    ["1-3 class A", "2-3 method A.a", "5-9 function b"],
  ],
  [
    "with the line that closes it at its indentation",
    { lines: NAMES, end: "indentation" },
    "class A\n  def a\n    x\n  end\n\n  def b\n    def inside\n    end\n  end\nend\nother\n",
    ["1-10 class A", "2-4 method A.a", "6-9 method A.b"],
  ],
  [
    "before a line that is not further in, comments aside",
    { lines: NAMES, end: "indentation" },
    "def a\n  x\n# aside\n  y\n\n# of b\ndef b\n  y\n\nrest\n",
    ["1-4 function a", "6-8 function b"],
  ],
  [
    "with its brace, wherever it stands, but not in strings and comments",
    { lines: NAMES, end: "braces" },
    'class A {\ndef a() { "}" }\n/* } def no\n*/\ndef b()\n{\nx // }\n}\n}\ndef c;\ndef d\n\nrest\n',
    ["1-9 class A", "2-2 method A.a", "3-8 method A.b", "10-10 function c", "11-11 function d"],
  ],
  [
    "with the word that closes it",
    { lines: NAMES, end: /^\s*end(class|def)\b/ },
    "class A\ndef a\nx\nenddef\ndef b\nendclass\ndef c\nenddef\n",
    ["1-6 class A", "2-4 method A.a", "5-6 method A.b", "7-8 function c"],
  ],
  [
    "with the file",
    { lines: { module: /^in (\w+)/, ...NAMES }, end: "indentation", rest: /^in / },
    "in m\n\ndef a\n  x\n\nclass B\n  x\n",
    ["1-7 module m", "3-4 function m.a", "6-7 class m.B"],
  ],
];

describe("a part ends", () => {
  it.each(CASES)("%s", (_what, marks, text, symbols) => {
    expect(read(text, marks)).toEqual(symbols);
  });
});

/** What patterns repeat, over and over. */
const UNITS = [
  "\n",
  " ",
  "a ",
  "a(",
  "(a) ",
  "real  ",
  "public ",
  "@a ",
  "[a] ",
  "a<a> ",
  "// a // ",
  ";a\n",
  "# a\n",
  "a = ",
  "def ",
];
const HEAD_CHARS = 20_000;
const LINE_CHARS = 1000;
const MS_MAX = 1000;

it("reads hostile texts in time", () => {
  const slow = LANGUAGES.flatMap(({ id, claims = {}, reader }) => {
    const lines = reader.by === "marks" ? Object.values(reader.marks.lines) : [];
    const all = [
      ...Object.values(claims).map((one) => [one, HEAD_CHARS] as const),
      ...lines.map((one) => [one, LINE_CHARS] as const),
    ];
    return all.flatMap(([pattern, chars]) =>
      UNITS.flatMap((unit) => {
        const took = processorMs(() => pattern.test(unit.repeat(chars / unit.length)));
        return took > MS_MAX ? [`${id} ${String(pattern)} ${JSON.stringify(unit)}`] : [];
      }),
    );
  });
  expect(slow).toEqual([]);
});
