import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { importStatements } from "../../../src/search/answer/source-context.ts";
import { sourceText } from "../../../src/vocabulary/text.ts";

/** `3-5: a b`: the lines of each statement and the names it binds. */
function read(language: string | null, text: string, beforeLine = Number.POSITIVE_INFINITY): string[] {
  return importStatements(sourceText(text, 1), language, beforeLine).map(({ lines, names }) => {
    const [first, last] = [lines[0]?.line, lines.at(-1)?.line];
    return `${first === last ? first : `${first}-${last}`}: ${names.join(" ")}`;
  });
}

describe("import statements", () => {
  it.each<[string, string, readonly string[]]>([
    ["typescript", 'import { db, type Row as R } from "./db.ts";', ["1: db R"]],
    [
      "typescript",
      'import type { User } from "./user.ts";\nimport * as path from "node:path";',
      ["1: User", "2: path"],
    ],
    ["typescript", 'import {\n  open,\n  close as shut,\n} from "./gate.ts";\nopen();', ["1-4: open shut"]],
    ["typescript", 'import React, { useState } from "react";', ["1: React useState"]],
    ["typescript", 'import "./side-effect.ts";\nawait import("./later.ts");', []],
    ["javascript", 'const { a, b: c } = require("./x");\nconst fs = require("fs");', ["1: a c", "2: fs"]],
    ["python", "import os, numpy as np\nimport xml.etree.ElementTree", ["1: os np", "2: xml"]],
    ["python", "from .models import (\n    User,  # the user\n    Order as O,\n)", ["1-4: User O"]],
    ["python", "from a import b, \\\n    c", ["1-2: b c"]],
    ["go", 'import "fmt"', ["1: fmt"]],
    [
      "go",
      'import (\n\t"net/http"\n\n\tyml "gopkg.in/yaml.v3"\n\t_ "embed"\n)\n\nvar x = "fmt"',
      ["2: http", "4: yml"],
    ],
    ["go", 'import "github.com/mattn/go-isatty/v2"', ["1: go-isatty isatty"]],
    ["rust", "use std::collections::{HashMap, hash_map::Entry};", ["1: HashMap Entry"]],
    ["rust", "pub(crate) use crate::io::{self, Read as _};\nuse super::*;", ["1: io"]],
    ["rust", "use a::b as c;\nfn user() {}", ["1: c"]],
    [
      "java",
      "import java.util.List;\nimport static org.junit.Assert.assertEquals;\nimport a.*;",
      ["1: List", "2: assertEquals"],
    ],
    ["kotlin", "import a.b.Thing as Other", ["1: Other"]],
    ["scala", "import a.b.{C => D, E}", ["1: D E"]],
    ["c", '#include <stdio.h>\n#include "net/uv.h"', ["1: stdio stdio_", "2: uv uv_"]],
    ["cpp", "using std::vector;\nusing namespace std;", ["1: vector"]],
    ["csharp", "using System.Linq;\nusing Json = System.Text.Json;", ["2: Json"]],
    [
      "ruby",
      'require "net/http_client"\nautoload :Builder, "rack/builder"',
      ["1: HttpClient HTTP_CLIENT", "2: Builder"],
    ],
    ["php", "use App\\Models\\{User, Order as O};\nuse function App\\now;", ["1: User O", "2: now"]],
    ["elixir", "  alias Ecto.{Query, Repo}\n  require Logger", ["1: Query Repo", "2: Logger"]],
    ["haskell", "import qualified Data.Map as M\nimport Data.List (sort)", ["1: M", "2: List sort"]],
    ["dart", "import 'package:a/a.dart' as a show B, C;", ["1: a B C"]],
    ["lua", 'local json = require("cjson")', ["1: json"]],
    ["perl", "use List::Util qw(sum max);", ["1: Util sum max"]],
    ["zig", 'const std = @import("std");', ["1: std"]],
    ["swift", "import Foundation", []],
    ["markdown", "import things from here", []],
  ])("of %s: %j", (language, text, expected) => {
    expect(read(language, text)).toEqual(expected);
  });

  it("are looked for before a line only, and not in a text without a language", () => {
    const text = 'import { a } from "a";\nimport { b } from "b";\n';
    expect(read("typescript", text, 2)).toEqual(["1: a"]);
    expect(read(null, text)).toEqual([]);
  });

  it("take the first line alone of one that never ends, and none of a megabyte", () => {
    const endless = `import {\n${"  name,\n".repeat(300)}`;
    expect(read("typescript", endless)).toEqual([]);
    expect(read("python", `from a import (b,\n${"  c,\n".repeat(300)}`)).toEqual(["1: b"]);
    expect(read("typescript", `import { ${"name, ".repeat(200_000)} } from "a";\nimport { b } from "b";`)).toEqual([
      "2: b",
    ]);
  });

  it("read lines of 10,000 characters", () => {
    const names = Array.from({ length: 1_000 }, (_, at) => `name${at}`);
    const [statement] = importStatements(sourceText(`import { ${names.join(", ")} } from "a";`, 1), "typescript", 9);
    expect(statement?.names).toEqual(names);
  });

  it("never fail, and keep lines as they are, whatever the text", () => {
    const piece = fc.constantFrom(
      "import ",
      "from ",
      "use ",
      "{",
      "}",
      "(",
      ")",
      "::",
      "as ",
      '"',
      "'",
      ",",
      "\\",
      "\n",
      "a",
      "\u0000",
      "_",
      ".",
      "*",
      ";",
    );
    fc.assert(
      fc.property(
        fc.constantFrom("typescript", "python", "go", "rust", "ruby", "c", "haskell"),
        fc.array(piece, { maxLength: 80 }).map((pieces) => pieces.join("")),
        (language, text) => {
          const lines = text.split("\n");
          for (const statement of importStatements(sourceText(text, 1), language, 1_000)) {
            expect(statement.lines.map(({ line }) => lines[line - 1])).toEqual(
              statement.lines.map((line) => line.text),
            );
          }
        },
      ),
    );
  });
});
