import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { packagePath } from "../../../src/system/package-root.ts";
import { parseForms } from "./parse-forms.ts";

it("reads a project, its symbol and the lines that use it", () => {
  const text =
    "=== a call | a.js#qq\n--- a.js\nfunction qq() {}\n--- /b.js\nimport './NN/a.js'\nqq() @@\n=== none | b.py#QQ\n--- b.py\nclass QQ: pass\n";
  expect(parseForms(text)).toEqual([
    {
      what: "a call",
      symbol: "c1/a.js#zorab",
      files: { "c1/a.js": "function zorab() {}\n", "b.js": "import './c1/a.js'\nzorab()\n" },
      uses: ["b.js:2"],
    },
    { what: "none", symbol: "c2/b.py#Zorac", files: { "c2/b.py": "class Zorac: pass\n" }, uses: [] },
  ]);
});

it("reads all projects, each of which uses its symbol or says that nothing does", () => {
  const folder = packagePath("fixtures/forms");
  const all = readdirSync(folder).flatMap((name) => parseForms(readFileSync(join(folder, name), "utf8")));
  expect(all.length).toBeGreaterThan(450);
  expect(
    all.filter(({ what, symbol, files }) => what === "" || symbol === "" || Object.keys(files).length === 0),
  ).toEqual([]);
});
