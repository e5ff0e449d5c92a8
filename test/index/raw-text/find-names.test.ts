// Which texts have a name, and which seem to define it.
import { expect, it } from "vitest";
import { textsWithNames } from "../../../src/index/raw-text/find-names.ts";
import { rawText } from "../../support/raw-documents.ts";

const pathsOf = (texts: readonly { readonly file: { readonly path: string } }[]) => texts.map(({ file }) => file.path);

async function find(files: Readonly<Record<string, string>>, ...names: readonly string[]) {
  const texts = Object.entries(files).map(([path, text]) => rawText(path, text));
  const { definers, users } = await textsWithNames(texts, names, undefined);
  return { definers: pathsOf(definers), users: pathsOf(users) };
}

it("those that define it are told from those that use it, and from those with a longer name", async () => {
  const files = {
    "use.ts": "import { save } from './a';\nsave(1);\n",
    "define.ts": "// save\nexport function save(order: Order) {\n}\n",
    "longer.ts": "saveAll(); resave(); _save; save2;\n",
    "method.py": "class Store:\n    def save(self):\n        pass\n",
    "other-case.ts": "Save();\n",
    "end.ts": "store.save",
  };
  expect(await find(files, "save")).toEqual({ definers: ["define.ts", "method.py"], users: ["use.ts", "end.ts"] });
});

it("any of several names counts, and none where there is none", async () => {
  const files = { "a.go": "func Open() {}\n", "b.go": "x := Close()\n", "c.go": "" };
  expect(await find(files, "Open", "Close")).toEqual({ definers: ["a.go"], users: ["b.go"] });
  expect(await find(files)).toEqual({ definers: [], users: [] });
});

it("letters beyond ASCII are part of a name", async () => {
  expect(await find({ "a.ts": "größer\ngröße()\n", "b.ts": "größer\n" }, "größe")).toEqual({
    definers: [],
    users: ["a.ts"],
  });
});

it("a line that is too long defines nothing", async () => {
  expect(await find({ "a.js": `function save() {}${" ".repeat(500)}x\n` }, "save")).toEqual({
    definers: [],
    users: ["a.js"],
  });
});
