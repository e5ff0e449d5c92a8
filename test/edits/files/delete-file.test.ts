// What the deletion of a whole file lists, by language: the imports that nothing else serves, and the uses of what it defines.
import { expect, it } from "vitest";
import { deleteFile } from "../../../src/edits/files/edit-file.ts";
import { openMemoryEdits } from "../../support/memory-edits.ts";

const IMPORTED = (path: string): string => `imports ${path}, which is deleted`;

it.each<[string, string, Readonly<Record<string, string>>, readonly string[]]>([
  [
    "TypeScript",
    "a.ts",
    {
      "a.ts": "export const one = 1;\nexport default function two() {}\n",
      "whole.ts": 'import * as a from "./a.ts";\na.one;\n',
      "default.ts": 'import called from "./a";\ncalled();\n',
      "effects.ts": 'import "./a.js";\n',
      "passed.ts": 'export * from "./a.ts";\n',
      "other.ts": 'import { one } from "./b.ts";\none;\n',
      "b.ts": "export const one = 1;\n",
    },
    [
      "default.ts:1 refers to two, which is deleted",
      "default.ts:2 refers to two, which is deleted",
      `effects.ts:1 ${IMPORTED("a.ts")}`,
      `passed.ts:1 ${IMPORTED("a.ts")}`,
      `whole.ts:1 ${IMPORTED("a.ts")}`,
      "whole.ts:2 refers to one, which is deleted",
    ],
  ],
  [
    "Python",
    "app/a.py",
    {
      "app/__init__.py": "",
      "app/a.py": "def one():\n    pass\n",
      "b.py": "import app.a\n\napp.a.one()\n",
      "c.py": "from app import a\n",
      "d.py": "from app.a import *\n",
    },
    [
      `b.py:1 ${IMPORTED("app/a.py")}`,
      "b.py:3 refers to one, which is deleted",
      `c.py:1 ${IMPORTED("app/a.py")}`,
      `d.py:1 ${IMPORTED("app/a.py")}`,
    ],
  ],
  [
    "Go, where an import is of all files of a package",
    "sums/a.go",
    {
      "go.mod": "module example.com/m\n",
      "sums/a.go": "package sums\n\nfunc One() int { return 1 }\n",
      "sums/b.go": "package sums\n\nfunc Two() int { return 2 }\n",
      "main.go": 'package main\n\nimport "example.com/m/sums"\n\nfunc main() {\n\tsums.One()\n\tsums.Two()\n}\n',
    },
    ["main.go:6 refers to One, which is deleted"],
  ],
  [
    "C",
    "a.h",
    { "a.h": "int one(void);\n", "b.c": '#include "a.h"\n\nint two(void) { return one(); }\n' },
    [`b.c:1 ${IMPORTED("a.h")}`, "b.c:3 refers to one, which is deleted"],
  ],
  ["prose", "a.md", { "a.md": "# A\n" }, ["a.md:1 what refers to it is not known in this language"]],
])("%s", async (_language, path, files, expected) => {
  const { scene } = await openMemoryEdits(files);
  const built = await deleteFile(scene, { path });
  expect(built).toMatchObject({ kind: "built", change: { changes: [{ kind: "delete", path }] } });
  const left = built.kind === "built" ? built.change.left : [];
  expect(left.map((place) => `${place.path}:${place.line} ${place.why}`)).toEqual(expected);
});
