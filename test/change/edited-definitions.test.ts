// What edits removed or gave other parameters, by what an index had before it saw them.
import { afterEach, expect, it } from "vitest";
import { indexedFacts, usesOfEdits } from "../../src/change/edited-definitions.ts";
import type { ProjectIndex } from "../../src/index/project-index.ts";
import { withSnapshot } from "../../src/index/with-snapshot.ts";
import { openTestProject, type TestProject, WAIT } from "../support/test-index.ts";

const CART = `export function totalOf(cart: number): number {
  return cart;
}
export class Store {
  take(id: string): void {}
  put(id: string): void {}
}
const rate = 1;
export const taxed = (sum: number) => sum * rate;
`;
const FILES = {
  "src/cart.ts": CART,
  "src/bill.ts": `import { Store, taxed, totalOf } from "./cart.ts";

export const bill = (cart: number) => taxed(totalOf(cart));
export const store = new Store();
store.put("a");
store.take("b");
`,
  "src/other.ts": "export const totalOf = 1;\nconst own = () => totalOf;\n",
};

let project: TestProject;
afterEach(() => project.dispose());

async function opened(files: Readonly<Record<string, string>> = FILES): Promise<ProjectIndex> {
  project = openTestProject(files);
  const index = await project.open();
  await index.freshen(WAIT);
  return index;
}

/** `path#symbol change used in path:lines`, after these texts were written; null removes a file. */
async function seen(index: ProjectIndex, edits: Readonly<Record<string, string | null>>): Promise<string[]> {
  const use = <Value>(what: Parameters<typeof withSnapshot<Value>>[1]) => withSnapshot(index, what);
  const before = use((snapshot) => indexedFacts(snapshot, Object.keys(edits)));
  for (const [path, text] of Object.entries(edits)) {
    text === null ? project.remove(path) : project.write(path, text);
  }
  await index.freshen(WAIT);
  const texts = new Map(Object.entries(edits).filter((entry): entry is [string, string] => entry[1] !== null));
  const { signal } = new AbortController();
  const found = await usesOfEdits({ before, texts, withSnapshot: use, timeMsMax: 5_000, signal });
  return found.map(({ path, definition, change, users }) => {
    const places = (users ?? []).map((user) => `${user.path}:${user.lines.join(",")}`);
    return `${path}#${definition.path} ${change} ${users === null ? "not in time" : places.join(" ")}`.trim();
  });
}

it.each([
  [
    "another parameter",
    CART.replace("cart: number)", "cart: number, rate: number)"),
    ["totalOf signature src/bill.ts:3"],
  ],
  ["a renamed function", CART.replace("totalOf", "sumOf"), ["totalOf removed src/bill.ts:1,3"]],
  ["a removed method", CART.replace("  put(id: string): void {}\n", ""), ["Store.put removed src/bill.ts:5"]],
  [
    "a removed class, without its members",
    CART.replace(/export class[^}]*{}\n[^}]*{}\n}\n/, ""),
    ["Store removed src/bill.ts:1,4"],
  ],
  ["what is no longer exported", CART.replace("export const taxed", "const taxed"), ["taxed signature src/bill.ts:3"]],
  ["another body", CART.replace("return cart", "return cart + 1"), []],
  ["a value that no other file uses", CART.replaceAll("rate", "share"), ["rate removed"]],
  ["a new function and moved lines", `export const first = 1;\n\n${CART}`, []],
])("%s", async (_, text, expected) => {
  const index = await opened();
  expect(await seen(index, { "src/cart.ts": text })).toEqual(expected.map((one) => `src/cart.ts#${one}`));
});

it("a removed file takes all its definitions along", async () => {
  const index = await opened();
  expect(await seen(index, { "src/cart.ts": null })).toEqual([
    "src/cart.ts#totalOf removed src/bill.ts:1,3",
    "src/cart.ts#Store removed src/bill.ts:1,4",
    "src/cart.ts#rate removed",
    "src/cart.ts#taxed removed src/bill.ts:1,3",
  ]);
});

it("a file that was named and is as it was is a user like any other", async () => {
  const index = await opened();
  const edits = { "src/cart.ts": CART.replace("totalOf", "sumOf"), "src/bill.ts": FILES["src/bill.ts"] };
  expect(await seen(index, edits)).toEqual(["src/cart.ts#totalOf removed src/bill.ts:1,3"]);
});

it("an edit shows once: the next comparison has what the index has by now", async () => {
  const index = await opened();
  const text = CART.replace("totalOf", "sumOf");
  expect(await seen(index, { "src/cart.ts": text })).toHaveLength(1);
  expect(await seen(index, { "src/cart.ts": text })).toEqual([]);
});

it("what was moved, and is imported from there in the same edits, breaks nothing", async () => {
  const index = await opened();
  const found = await seen(index, {
    "src/cart.ts": CART.replace(/export function totalOf[^}]*}\n/, ""),
    "src/bill.ts": FILES["src/bill.ts"].replace(
      '{ Store, taxed, totalOf } from "./cart.ts"',
      '{ Store, taxed } from "./cart.ts";\nimport { totalOf } from "./total.ts"',
    ),
    "src/total.ts": "export function totalOf(cart: number): number {\n  return cart;\n}\n",
  });
  expect(found).toEqual(["src/cart.ts#totalOf removed"]);
});

it("files that the index does not have, or that do not parse to facts, say nothing", async () => {
  const index = await opened({ ...FILES, "notes.md": "# One\n" });
  expect(await seen(index, { "src/new.ts": "export const a = 1;\n", "notes.md": "# Two\n" })).toEqual([]);
});
