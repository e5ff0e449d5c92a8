// Lists of doubtful places that are cut: of each it is said how many more there are.
import { expect, it } from "vitest";
import { deleteSymbol } from "../../../src/edits/symbols/delete-symbol.ts";
import { openMemoryEdits } from "../../support/memory-edits.ts";

async function whysOf(text: string, symbol: string): Promise<string[]> {
  const { scene } = await openMemoryEdits({ "a.ts": text });
  const built = await deleteSymbol(scene, { symbol });
  return built.kind === "built" ? built.change.left.map(({ why }) => why) : [];
}

const lines = (count: number, line: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => `${line(at)}\n`).join("");

const CLASS = "export class Box {\n  toString() {\n    return '';\n  }\n}\n";
const BY_SIGN = "may use Box.toString without its name";

it("says how many more lines may use a symbol by a sign", async () => {
  const cut = await whysOf(CLASS + lines(203, (at) => `export const a${at} = 1 + ${at};`), "a.ts#Box.toString");
  expect(cut.filter((why) => why === BY_SIGN)).toHaveLength(200);
  expect(cut.at(-1)).toBe("the first of 3 more lines that may use it without its name; the others are not listed");
  const whole = await whysOf(CLASS + lines(200, (at) => `export const a${at} = 1 + ${at};`), "a.ts#Box.toString");
  expect(whole.filter((why) => why === BY_SIGN)).toHaveLength(200);
  expect(whole.join("\n")).not.toContain("more lines");
});

it("says that not all that may use it was searched for", async () => {
  const typed = await whysOf(CLASS + lines(61, (at) => `export class H${at} {\n  b: Box;\n}`), "a.ts#Box.toString");
  expect(typed).toContain("not all files were searched for what may use Box.toString without its name");
});

it("says that not all that follows from the broken places was searched", async () => {
  const aliases = lines(41, (at) => `export type A${at} = Gone;\nexport type B${at} = A${at};`);
  expect(await whysOf(`export class Gone {}\n${aliases}`, "a.ts#Gone")).toContain(
    "not all that follows from the places that break was searched",
  );
});

it("looks for signs where a thing of the type is used that names the type nowhere", async () => {
  const { scene } = await openMemoryEdits({
    "box.ts": `${CLASS}export class Shop {\n  box: Box = new Box();\n}\n`,
    "use.ts": "import type { Shop } from './box.ts';\nexport const of = (shop: Shop) => `${shop.box}`;\n",
  });
  const built = await deleteSymbol(scene, { symbol: "box.ts#Box.toString" });
  const left = built.kind === "built" ? built.change.left : [];
  expect(left.filter(({ path }) => path === "use.ts")).toMatchObject([{ line: 2, why: BY_SIGN }]);
});
