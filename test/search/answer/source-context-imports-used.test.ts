import { describe, expect, it } from "vitest";
import { importStatements, importsUsed } from "../../../src/search/answer/source-context.ts";
import { sourceText } from "../../../src/vocabulary/text.ts";

function used(language: string, imports: string, code: string): string[] {
  const statements = importStatements(sourceText(imports, 1), language, 1_000);
  const lines = importsUsed(statements, sourceText(code, 1_000), { startLine: 1_000, endLine: 1_000 });
  return lines.map(({ line, text }) => `${line}: ${text}`);
}

const MANY = 'import {\n  open,\n  close,\n  lock,\n} from "./gate.ts";\n';

describe("the imports that code uses", () => {
  it.each<[string, string, string, string, readonly string[]]>([
    [
      "are those it names",
      "typescript",
      'import { a } from "a";\nimport { b } from "b";',
      "b();",
      ['2: import { b } from "b";'],
    ],
    ["are none where it names none", "typescript", 'import { a } from "a";', "abc(b.cab);", []],
    ["take no letters of another script for a word's end", "typescript", 'import { gr } from "g";', "größe();", []],
    ["go by the name given here", "python", "from x import load as read", "load()", []],
    [
      "show of long statements the ends and what is used",
      "typescript",
      MANY,
      "close(1)",
      ["1: import {", "3:   close,", '5: } from "./gate.ts";'],
    ],
    [
      "know a header by what its names begin with",
      "c",
      '#include "uv.h"\n#include "u.h"',
      "uv_loop_t* loop;",
      ['1: #include "uv.h"'],
    ],
    ["show of a block the lines alone", "go", 'import (\n\t"fmt"\n\t"net/http"\n)', "http.Get(x)", ['3: \t"net/http"']],
  ])("%s", (_, language, imports, code, expected) => {
    expect(used(language, imports, code)).toEqual(expected);
  });
});
