import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openToolsInProcess, type ToolsInProcess } from "../../../support/tools-in-process.ts";

const FILES = {
  "go.mod": "module example.org/shop\n",
  "store.go": `package shop

type Saver interface {
	Save() error
}

type Store struct{}

func (Store) Save() error { return nil }
`,
  "desk.ts": `export class Desk {
  size = 1;
  #lock() {}
  take() {
    this.#lock();
  }
  put() {}
}
`,
  "store.ts": `export class Store {
  save() {}
}
export class Cart extends Store {
  override save() {}
}
`,
};

describe("get_symbol", () => {
  let tools: ToolsInProcess;
  beforeAll(async () => {
    tools = await openToolsInProcess(FILES);
  });
  afterAll(() => tools.close());

  it("names the members of a type, what others may call first", async () => {
    const { text } = await tools.ask("get_symbol", { symbol: "desk.ts#Desk" });
    expect(text).toMatch(/^members: 4: take, put, size, #lock$/m);
    expect(text.indexOf("member: method take")).toBeLessThan(text.indexOf("member: field size"));
  });

  it.each([
    ["store.go#Store.Save", "implements: 1 (1 exact): Saver.Save store.go:4"],
    ["store.go#Saver.Save", "implemented by: 1 (1 exact): Store.Save store.go:9"],
    ["store.ts#Store.save", "overridden by: 1 (1 exact): Cart.save store.ts:5"],
    ["store.ts#Cart.save", "overrides: Store.save store.ts:2, whose callers may run it too"],
  ])("says of %s: %s", async (symbol, line) => {
    const { text } = await tools.ask("get_symbol", { symbol });
    expect(text.split("\n")).toContain(line);
  });
});
