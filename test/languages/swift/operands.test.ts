import { describe, expect, it } from "vitest";
import { analyze } from "../check.ts";

/** Lines on which the name is called. */
async function callsOf(name: string, expression: string): Promise<number> {
  const { facts } = await analyze("a.swift", `func use(s: Sender, x: Int) {\n    let a = ${expression}\n}\n`);
  const found = facts?.references.filter((one) => one.name === name) ?? [];
  return found.reduce((sum, { roles }) => sum + roles.filter((role) => role === "call").length, 0);
}

describe("a call behind an operator is its last operand's", () => {
  it.each<[expression: string, ships: number]>([
    ["1 + s.ship()", 1],
    ["2 * s.size - s.ship()", 1],
    ["1 + x * s.ship()", 1],
    ["x - s.all[0].ship()", 1],
    ["x / s.next!.ship()", 1],
    ["x + s.next?.ship()", 1],
    ["1 + ship()", 1],
    ["ship() + 1", 1],
    ["(1 + x).ship()", 1],
    ["1 + s.ship { $0 }", 1],
  ])("%s", async (expression, ships) => {
    expect(await callsOf("ship", expression)).toBe(ships);
  });

  it("keeps what stands before it", async () => {
    expect(await callsOf("first", "s.first() + x * s.ship()")).toBe(1);
    expect(await callsOf("first", "x + s.first() * s.ship()")).toBe(1);
  });
});
