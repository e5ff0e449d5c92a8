import { describe, expect, it } from "vitest";
import { resolveAddress } from "../../../src/intelligence/symbols/address.ts";
import { locateSymbol, sourceOf } from "../../../src/intelligence/symbols/symbol-source.ts";
import { sourceText } from "../../../src/vocabulary/text.ts";
import { memoryProject } from "../../support/memory-project.ts";

/** The context's lines, and the lines of the source. */
async function check(path: string, text: string, symbol: string): Promise<[string[], string]> {
  const { snapshot } = await memoryProject({ [path]: text }, { withVectors: false });
  const address = resolveAddress(snapshot, `${path}#${symbol}`);
  if (address.kind !== "found") {
    throw new Error(`${symbol} is ${address.kind}`);
  }
  const source = sourceOf(locateSymbol(snapshot, address.found), sourceText(text, 1));
  return [
    (source?.context ?? []).map((one) => `${one.line}: ${one.text}`),
    (source?.ranges ?? []).map(({ startLine, endLine }) => `${startLine}-${endLine}`).join(" "),
  ];
}

const METHODS = Array.from({ length: 400 }, (_, at) => `  method${at}() {\n    return join("a", "${at}");\n  }\n`);

describe("the source of a symbol", () => {
  it("has the signature around it and the imports it uses, wherever it stands in a large class", async () => {
    const text = `import { join } from "node:path";\nimport { readFile } from "node:fs";\n\nexport class Large\n  extends Base\n{\n${METHODS.join("")}}\n`;
    for (const at of [0, 1, 199, 398, 399]) {
      const [context, lines] = await check("src/large.ts", text, `Large.method${at}`);
      expect(context[0]).toBe('1: import { join } from "node:path";');
      expect(context[1]).toBe("4: export class Large");
      expect(lines).toBe(`${7 + 3 * at}-${9 + 3 * at}`);
    }
  });

  it("has what is around a nested one, outermost first, and nothing that it shows itself", async () => {
    const text =
      "import os\n\nclass Outer:\n    class Inner:\n        def work(self):\n            import os\n            return os.sep\n";
    expect(await check("src/nested.py", text, "Outer.Inner.work")).toEqual([
      ["1: import os", "3: class Outer:", "4:     class Inner:"],
      "5-7",
    ]);
  });

  it("of several definitions has all", async () => {
    const text =
      "class Box:\n    def value(self):\n        pass\n\n    def other(self):\n        pass\n\n    def value(self, it):\n        pass\n";
    expect(await check("src/box.py", text, "Box.value")).toEqual([["1: class Box:"], "2-3 8-9"]);
  });
});
