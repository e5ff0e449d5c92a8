// Which files a question about names is likely about.
import { expect, it } from "vitest";
import { hintsOfNames } from "../../../src/intelligence/symbols/name-hints.ts";
import { memoryProject } from "../../support/memory-project.ts";

const FILES = {
  "src/orders.ts": "export class OrderStore {\n  save(order: Order): void {\n  }\n}\n",
  "src/use.ts": "import { OrderStore } from './orders';\nexport const all = new OrderStore();\n",
  "test/orders.test.ts": "import { OrderStore } from '../src/orders';\nnew OrderStore().save(1);\n",
  "src/other.ts": "export function load(): void {}\n",
};

it.each([
  ["OrderStore", true, ["src/orders.ts", "src/use.ts", "test/orders.test.ts"]],
  ["OrderStore", false, ["src/orders.ts"]],
  ["orderStore", false, ["src/orders.ts"]],
  ["src/other.ts#save", false, ["src/other.ts", "src/orders.ts"]],
  ["src/other.ts:1", true, ["src/other.ts"]],
  ["nothingLikeThat", true, []],
])("of %s (uses: %s)", async (address, uses, expected) => {
  const { snapshot } = await memoryProject(FILES, { withVectors: false });
  const hints = hintsOfNames([address], { uses });
  expect(hints.rank(snapshot)).toEqual(expected);
});

it("only questions about one symbol ask for its name as written", () => {
  expect(hintsOfNames(["a.ts#Store.save"], { uses: true })).toMatchObject({ exactNames: ["save"], places: ["a.ts"] });
  expect(hintsOfNames(["get user"], { uses: false })).not.toHaveProperty("exactNames");
});
