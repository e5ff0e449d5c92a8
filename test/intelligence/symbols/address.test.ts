import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import type { Snapshot } from "../../../src/index/snapshot.ts";
import { type Addressed, matchOfAddress, resolveAddress } from "../../../src/intelligence/symbols/address.ts";
import { anyCharacter } from "../../support/any-character.ts";
import { memoryProject } from "../../support/memory-project.ts";

const FILES = {
  "src/orders.ts":
    "export class Orders {\n  /** One. */\n  get(id: string) {\n    const found = 1;\n    return found;\n  }\n}\nexport function open() {}\n",
  "src/users.ts": "export class Users {\n  get() {}\n}\nexport const first = 1, second = 2;\n",
  "src/box.py":
    "class Box:\n    def value(self):\n        pass\n\n    def other(self):\n        pass\n\n    def value(self, it):\n        pass\n",
  "src/odd#name.ts": "export function odd() {}\n",
  "test/orders.test.ts": "function open() {}\ntest('Users', () => {});\n",
  "src/Desk.java": "class Desk {\n  Desk() {}\n  void put(int id) {}\n}\n",
  "docs/guide.md": "# Node.js setup\n\n## Opening\n\ntext\n",
};

let snapshot: Snapshot;
beforeAll(async () => {
  ({ snapshot } = await memoryProject(FILES, { withVectors: false }));
});

const told = ({ document, symbols }: Addressed): string =>
  `${document.path}#${symbols[0]?.path} ${symbols.map(({ startLine, endLine }) => `${startLine}-${endLine}`).join(" ")}`;

function resolved(address: string): string | string[] {
  const found = resolveAddress(snapshot, address);
  switch (found.kind) {
    case "found":
      return `${told(found.found)} by ${matchOfAddress(address, found.found)}`;
    case "ambiguous":
      return found.candidates.map(told);
    case "none":
      return [found.why, ...found.nearest.map(told)];
  }
}

describe("an address", () => {
  it.each<[string, string | string[]]>([
    ["src/orders.ts#Orders.get", "src/orders.ts#Orders.get 2-6 by name"],
    ["./src/orders.ts#get", "src/orders.ts#Orders.get 2-6 by name"],
    ["src/odd#name.ts#odd", "src/odd#name.ts#odd 1-1 by name"],
    ["Orders.get", "src/orders.ts#Orders.get 2-6 by name"],
    ["Orders::get()", "src/orders.ts#Orders.get 2-6 by name"],
    ["Desk", "src/Desk.java#Desk 1-4 by name"],
    ["Desk.Desk", "src/Desk.java#Desk.Desk 2-2 by name"],
    ["Desk.put(int)", "src/Desk.java#Desk.put 3-3 by name"],
    ["src/Desk.java#Desk.put(int)", "src/Desk.java#Desk.put 3-3 by name"],
    ["users.get", "src/users.ts#Users.get 2-2 by name"],
    ["ORDERS", "src/orders.ts#Orders 1-7 by case"],
    ["src/orders.ts:2", "src/orders.ts#Orders.get 2-6 by line"],
    ["src/orders.ts:1", "src/orders.ts#Orders 1-7 by line"],
    ["src/orders.ts:2-6", "src/orders.ts#Orders.get 2-6 by line"],
    ["src/orders.ts:8", "src/orders.ts#open 8-8 by line"],
    ["Users", "src/users.ts#Users 1-3 by name"],
    ["Node.js setup", "docs/guide.md#Node.js setup 1-5 by name"],
  ])("%s means %s", (address, expected) => {
    expect(resolved(address)).toEqual(expected);
  });

  it("of what a file defines more than once means all of it", () => {
    expect(resolved("Box.value")).toBe("src/box.py#Box.value 2-3 8-9 by name");
  });

  it.each<[string, string[]]>([
    ["get", ["src/orders.ts#Orders.get 2-6", "src/users.ts#Users.get 2-2"]],
    ["open", ["src/orders.ts#open 8-8", "test/orders.test.ts#open 1-1"]],
    ["src/users.ts:4", ["src/users.ts#first 4-4", "src/users.ts#second 4-4"]],
  ])("%s may mean several, source first", (address, expected) => {
    expect(resolved(address)).toEqual(expected);
  });

  it.each<[string, string[]]>([
    ["Orders.gte", ['src/orders.ts#Orders defines no "gte"']],
    ["Box.vaule", ['src/box.py#Box defines no "vaule"', "src/box.py#Box.value 2-3"]],
    ["src/box.py#Box.vaule", ['src/box.py#Box defines no "vaule"', "src/box.py#Box.value 2-3"]],
    ["Users.open", ['src/users.ts#Users defines no "open"', "src/orders.ts#open 8-8"]],
    ["Nothing.open", ['no symbol is named "Nothing.open"', "src/orders.ts#open 8-8"]],
    ["Order", ['no symbol is named "Order"', "src/orders.ts#Orders 1-7"]],
    ["src/orders.ts#Users", ['src/orders.ts defines no "Users"']],
    ["src/orders.ts:99", ["src/orders.ts has no line 99, only 8 lines", "src/orders.ts#open 8-8"]],
    [
      "src/nope.ts#Users",
      ['no searched file has the path "src/nope.ts"', "src/users.ts#Users 1-3", "test/orders.test.ts#Users 2-2"],
    ],
    ["src/nope.ts:3", ['no searched file has the path "src/nope.ts"']],
    ["src/orders.ts", ["src/orders.ts is a file: name a symbol in it as src/orders.ts#name"]],
    ["../../etc/passwd#root", ['no searched file has the path "../../etc/passwd"']],
    [" ", ['no symbol is named ""']],
    ["#", ['no symbol is named "#"']],
  ])("%s means none, and says the nearest", (address, expected) => {
    expect(resolved(address)).toEqual(expect.arrayContaining(expected));
    expect(resolved(address)[0]).toBe(expected[0]);
  });

  it("of a member that a known type lacks names nothing that is merely spelled alike elsewhere", () => {
    expect(resolved("Orders.valeu")).toEqual(['src/orders.ts#Orders defines no "valeu"']);
  });

  it("of every symbol, by file and path, means that symbol", () => {
    for (const document of snapshot.documents()) {
      for (const symbol of snapshot.symbols(document.id)) {
        const found = resolveAddress(snapshot, `${document.path}#${symbol.path}`);
        expect(found.kind === "found" && found.found.symbols).toContainEqual(symbol);
      }
    }
  });

  it("may be anything", () => {
    const part = fc.oneof(
      fc.constantFrom("#", ":", ".", "::", "src/orders.ts", "get", "Orders", "1"),
      fc.string({ unit: anyCharacter, maxLength: 10 }),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
        expect(["found", "ambiguous", "none"]).toContain(resolveAddress(snapshot, parts.join("")).kind);
      }),
    );
  });
});
