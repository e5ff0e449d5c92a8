// Patterns and texts that are made to take long: each ends, within a bound, and says so where it was given up.
import { describe, expect, it } from "vitest";
import { bareTreeOf, read, run } from "./find-pattern.ts";

const TYPESCRIPT = "tree-sitter-typescript";
const call = (count: number): string => `f(${Array.from({ length: count }, () => "a").join(", ")});`;

describe("a hostile pattern", () => {
  it("with many $$$ tries no two ways to the same end", async () => {
    const bare = await bareTreeOf(TYPESCRIPT, call(5_000));
    const pattern = `f(${Array.from({ length: 12 }, (_, at) => `$$$R${at}, a`).join(", ")}, b)`;
    const found = await run(TYPESCRIPT, pattern, bare);
    expect(found).toEqual({ matches: [], complete: true });
  });

  it("with names that stand for the same in many ways is given up, and says so", async () => {
    const bare = await bareTreeOf(TYPESCRIPT, call(400));
    const found = await run(TYPESCRIPT, "f($$$A, $$$B, $$$C, $$$A, $$$B, $$$C, $$$A, b)", bare);
    expect(found).toEqual({ matches: [], complete: false });
  });

  it("still finds what stands for the same", async () => {
    const bare = await bareTreeOf(TYPESCRIPT, "f(1, 2, x, 1, 2); f(1, 2, x, 2, 1); f(x);");
    const found = await run(TYPESCRIPT, "f($$$A, x, $$$A)", bare);
    expect(found?.matches.map(({ start }) => start)).toEqual([0, 36]);
  });

  it.each([
    ["deeper than any code", "(".repeat(1_000) + ")".repeat(1_000)],
    ["without an end", "f(".repeat(1_000)],
    ["of metavariables", Array.from({ length: 100 }, (_, at) => `$A${at}`).join(" + ")],
    ["of operators", "$A + ".repeat(29)],
    ["of nothing that is code", "@#%^&*!".repeat(280)],
    ["of line ends", `a${"\n".repeat(1_900)}`],
  ])("%s is read or refused in time", async (_, pattern) => {
    const before = performance.now();
    const reading = await read("tree-sitter-java", pattern);
    expect("programs" in reading ? reading.programs.length : reading.trouble.length).toBeGreaterThan(0);
    // Not a figure: half a second is what it is given.
    expect(performance.now() - before).toBeLessThan(5_000);
  });

  it("runs on a tree deeper than the stack", async () => {
    const depth = 20_000;
    const bare = await bareTreeOf("tree-sitter-python", `x = ${"[".repeat(depth)}f(1)${"]".repeat(depth)}\n`);
    const found = await run("tree-sitter-python", "f($X)", bare);
    expect(found?.matches).toHaveLength(1);
  });
});
